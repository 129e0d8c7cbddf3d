"""The settings of a chat, and the language that Seize speaks to a player."""

import re
from dataclasses import replace

from bot.chat.context import Answer, Context
from bot.messages import Audience, Button, Look, Reply
from bot.presenters.hindrances import hindrance_line
from bot.presenters.languages import language_label, read_language, read_lexicon
from bot.presenters.settings import setting_line, value_of
from bot.presenters.texts import COMMAND_HERE, Line, bold, paragraphs, plain, with_command
from bot.presenters.wording import wording
from core.chats.settings import SETTINGS, ChatSettings, Setting, setting
from core.errors import SeizeError, translatable
from core.languages import UnknownLanguage, languages

NAMES = tuple(SETTINGS)


_MENTION = re.compile(r"<(?:#|@&)(\d+)>")  # how Discord writes a channel or a role


async def settings(context: Context) -> Answer:
    """Show what is set, or one setting with its reason; change it, if a value is given."""
    name, value = context.arg("name"), context.arg("value")
    if name is None and value:
        name, _, value = value.partition(" ")
    if name is None:
        return await _all(context)
    known = setting(name)
    if not value:
        default = value_of(known, ChatSettings(), context.own) or "–"
        reason = context.own.gettext(
            "{label}: {value}", label=default, value=context.own.gettext(known.reason)
        )
        values = plain(" | ".join(known.kind.known())) if known.kind.known else ()
        return _reply(context, [_line(context, known)], [plain(reason)], [values] if values else [])
    if known.name == "daily" and known.read(value) is not None:
        # Refuses a language that has none, before anything is set.
        await context.services.dailies.today(context.settings.language_code)
    changed = await context.services.settings.change(
        context.room.chat,
        context.member,
        known.name,
        _read(context, known, value),
        context.request.at,
    )
    if known.name == "daily" and changed.daily is not None:
        changed = await _begin_telling(context, changed)
    name, value = setting_line(known, changed, context.own)
    return _reply(context, [plain(f"✅ {name}{value}")])


async def language(context: Context) -> Answer:
    """Let Seize speak another language to who asks, wherever they are."""
    text = context.arg("language")
    if text is None:
        ask = context.own.gettext("Which language should Seize speak with you?")
        row = tuple(
            Button(language_label(code, wording(code)), f"speak:{code}", Look.OTHER)
            for code in languages()
        )
        return Reply(body=plain(ask), buttons=(row[:3], row[3:]), audience=Audience.ASKER)
    code = read_language(text)
    if code is None:
        raise UnknownLanguage(text[:40])
    change, at = context.services.settings.change, context.request.at
    me = replace(context.member, admin=True)
    for name in ("interface", "language"):
        await change(context.home.chat, me, name, code, at)
    told = wording(code).gettext("Seize answers you in English from now on.")
    note = wording(code).gettext(
        "For a whole chat, admins set it with {command}", command=COMMAND_HERE
    )
    command = f"{context.command('settings')} interface {code}"
    return Reply(
        body=paragraphs([plain(f"✅ {told}"), with_command(note, command)]), audience=Audience.ASKER
    )


async def _begin_telling(context: Context, changed: ChatSettings) -> ChatSettings:
    """Announce dailies in a chat from the next one on: in this room, unless another is set."""
    chat, topic = context.room.chat, context.room.topic
    settled = await context.services.settings.ensure_language(chat, context.settings.interface)
    await context.services.calendar.begin(chat, settled)
    if changed.daily_room or not topic:
        return changed
    change, at = context.services.settings.change, context.request.at
    return await change(chat, context.member, "daily_room", topic, at)


async def _all(context: Context) -> Reply:
    told: list[Line] = [_line(context, each) for each in SETTINGS.values()]
    hint = context.own.gettext("Change one with {command}", command=COMMAND_HERE)
    command = f"{context.command('settings')} seconds 90"
    hindrances = await context.views.outbox.hindrances(context.room)
    hindered = [plain(hindrance_line(each, context.own)) for each in hindrances]
    return _reply(context, told, hindered, [with_command(hint, command)])


def _line(context: Context, known: Setting) -> Line:
    return bold(*setting_line(known, context.settings, context.own))


def _reply(context: Context, *groups: list[Line]) -> Reply:
    title = context.own.gettext("Settings of this chat")
    return Reply(title=title, body=paragraphs(*groups), audience=Audience.ASKER)


def _read(context: Context, known: Setting, value: str) -> str:
    """Return a value as the setting reads it: mentions as ids, "here", names of languages."""
    if known.name in ("rooms", "moderators", "daily_room"):
        value = _MENTION.sub(r"\1", value)
        if known.name in ("rooms", "daily_room") and value.strip().lower() == "here":
            if not context.room.topic:
                raise SeizeError(
                    translatable("this chat has only one room: there is none to choose")
                )
            return context.room.topic
    if known.name == "language":
        return read_lexicon(value) or value
    if known.name == "interface":
        return read_language(value) or value
    return value
