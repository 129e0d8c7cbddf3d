"""Findings in Telegram's answers. Nothing here asks: see platforms.py."""

from typing import Any

from bot.hindrances import Hindrance
from bot.server.doctor.calls import Answer
from bot.server.doctor.findings import Finding, bad, good, note, strange
from core.errors import translatable
from core.texts import one_line

_WEBHOOK = translatable("telegram updates")
_TOKEN = translatable("telegram token")
_VARIABLE = "SEIZE_TELEGRAM_API_URL"


def about_bot(answer: Answer) -> list[Finding]:
    """Judge the answer to getMe."""
    if answer.status in (401, 404):
        return [
            bad(
                _TOKEN,
                translatable("Telegram does not know it"),
                translatable(
                    "ask @BotFather for it (/token), and copy it into SEIZE_TELEGRAM_TOKEN"
                ),
            )
        ]
    bot = result(answer)
    if bot is None:
        return [strange(_TOKEN, answer.status, _VARIABLE)]
    return [
        good(
            _TOKEN,
            translatable("valid, of {name}"),
            name=f"@{one_line(str(bot.get('username')))}",
        ),
        _about_privacy(sees_all=bool(bot.get("can_read_all_group_messages"))),
        _about_groups(joins=bool(bot.get("can_join_groups"))),
    ]


def _about_privacy(*, sees_all: bool) -> Finding:
    subject = translatable("telegram privacy mode")
    if sees_all:
        return good(subject, translatable("off: words are seen as plain messages"))
    return note(subject, Hindrance.PRIVACY.told, Hindrance.PRIVACY.remedy)


def _about_groups(*, joins: bool) -> Finding:
    subject = translatable("telegram groups")
    if joins:
        return good(subject, translatable("the bot can be added"))
    return bad(
        subject, translatable("the bot cannot be added"), "@BotFather /setjoingroups > Enable"
    )


def about_webhook(answer: Answer, url: str, *, secret: bool) -> list[Finding]:
    """Judge the answer to getWebhookInfo; `url` is the configured one, "" for polling.

    Addresses are not shown: they may hold what only Telegram is to know.
    """
    info = result(answer)
    if info is None:
        return [strange(_WEBHOOK, answer.status, _VARIABLE)]
    there = str(info.get("url") or "")
    if not url:
        return [_about_polling(there)]
    found = [_about_place(there, url)]
    if error := info.get("last_error_message"):
        found.append(
            note(
                _WEBHOOK,
                translatable("the last delivery failed: {error!r}"),
                translatable(
                    "see that SEIZE_TELEGRAM_WEBHOOK_URL leads to SEIZE_TELEGRAM_WEBHOOK_PORT here"
                ),
                error=one_line(str(error))[:100],
            )
        )
    if not secret:
        found.append(
            note(
                _WEBHOOK,
                translatable("whoever finds the address can play as anybody"),
                translatable("set SEIZE_TELEGRAM_WEBHOOK_SECRET"),
            )
        )
    return found


def _about_polling(there: str) -> Finding:
    if not there:
        return good(_WEBHOOK, translatable("asked for (long polling), and no webhook is set"))
    return note(
        _WEBHOOK,
        translatable("a webhook is set, but SEIZE_TELEGRAM_WEBHOOK_URL is empty"),
        translatable(
            "set it; or start seize serve, which takes the webhook away, unless another program "
            "needs it"
        ),
    )


def _about_place(there: str, url: str) -> Finding:
    if there.startswith(url):
        return good(_WEBHOOK, translatable("sent by Telegram to the webhook"))
    said = (
        translatable("another webhook is set than SEIZE_TELEGRAM_WEBHOOK_URL")
        if there
        else translatable("no webhook is set yet")
    )
    return note(_WEBHOOK, said, translatable("start seize serve, which sets it"))


def result(answer: Answer) -> dict[str, Any] | None:
    """Return the result that Telegram gave, None where it refused."""
    body = answer.body
    found = body.get("result") if answer.status == 200 and isinstance(body, dict) else None
    return found if isinstance(found, dict) else None
