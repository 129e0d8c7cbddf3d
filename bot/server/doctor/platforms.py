"""Asks the platforms what the checks need to know."""

import asyncio
from collections.abc import Sequence
from importlib.metadata import version
from math import inf
from typing import Any
from urllib.parse import urlencode

import aiohttp

from bot.clock import ALARM, SLACK, Bounds
from bot.server.doctor import discord_checks, page_checks, telegram_checks
from bot.server.doctor.calls import PATIENCE, Answer, Unreachable, ask, greet
from bot.server.doctor.findings import Finding, bad, good, note, strange
from bot.settings import Settings
from core.errors import translatable

_PAGE = 200  # servers that Discord lists at once
_PAGES = 25
_CLOCK = translatable("clock")


async def platforms(settings: Settings) -> list[Finding]:
    """Check both platforms, and this machine's clock by their answers."""
    discord = settings.discord_token.get_secret_value()
    telegram = settings.telegram_token.get_secret_value()
    if not discord and not telegram:
        return [
            bad(
                translatable("tokens"),
                translatable("there is none: the bot is on no platform"),
                translatable("put SEIZE_DISCORD_TOKEN or SEIZE_TELEGRAM_TOKEN into .env"),
            )
        ]
    async with aiohttp.ClientSession(
        timeout=aiohttp.ClientTimeout(total=PATIENCE), cookie_jar=aiohttp.DummyCookieJar()
    ) as session:
        asked = [
            _Discord(session, settings, discord).look() if discord else _none("discord"),
            _Telegram(session, settings, telegram).look() if telegram else _none("telegram"),
        ]
        looked, page = await asyncio.gather(
            asyncio.gather(*asked), page_checks.look(session, settings)
        )
    told = [answer.clock for _, answers in looked for answer in answers if answer.clock]
    found = [finding for findings, _ in looked for finding in findings]
    return [*found, *page, *about_clock(told)]


def about_clock(told: Sequence[Bounds]) -> list[Finding]:
    """Judge by all answers how far this machine's clock is off at least."""
    if not told:
        return []
    joint: Bounds | None = Bounds(-inf)
    for each in told:
        joint = joint and joint & each.wider(SLACK)
    if joint is None:
        return [
            note(
                _CLOCK,
                translatable("the answers tell different times"),
                translatable("look again later"),
            )
        ]
    off = min(max(0.0, joint.least), joint.most)
    if abs(off) <= ALARM:
        return [good(_CLOCK, translatable("right"))]
    said = (
        translatable(
            "{seconds} s behind the platforms': the bot goes by theirs, but logs and the terminal "
            "by this"
        )
        if off > 0
        else translatable(
            "{seconds} s ahead of the platforms': the bot goes by theirs, but logs and the "
            "terminal by this"
        )
    )
    cure = translatable("switch on time synchronisation (timedatectl set-ntp true)")
    return [note(_CLOCK, said, cure, seconds=round(abs(off)))]


async def _none(platform: str) -> tuple[list[Finding], list[Answer]]:
    said = translatable("not set up: {variable} is empty")
    return [note(platform, said, variable=f"SEIZE_{platform.upper()}_TOKEN")], []


class _Discord:
    def __init__(self, session: aiohttp.ClientSession, settings: Settings, token: str) -> None:
        self._session, self._settings, self._answers = session, settings, list[Answer]()
        # Discord asks for a name of this form, and may not answer others.
        agent = f"DiscordBot (seize, {version('seize')})"
        self._headers = {"Authorization": f"Bot {token}", "User-Agent": agent}

    async def look(self) -> tuple[list[Finding], list[Answer]]:
        """Return the findings, and the answers they are from."""
        gateway, api = await asyncio.gather(self._gateway(), self._api())
        return [*api, gateway], self._answers

    async def _api(self) -> list[Finding]:
        try:
            found = [discord_checks.about_token(await self._ask("/users/@me"))]
            if self._answers[-1].status != 200:
                return found
            wanted = self._settings.message_content
            answer = await self._ask("/applications/@me")
            found += discord_checks.about_application(answer, message_content=wanted)
            found += await self._guilds()
        except Unreachable as error:
            return [_unreachable(translatable("discord api"), error, "SEIZE_DISCORD_API_URL")]
        return found

    async def _guilds(self) -> list[Finding]:
        guilds: list[dict[str, Any]] = []
        for _ in range(_PAGES):
            after = {"after": guilds[-1].get("id")} if guilds else {}
            answer = await self._ask(f"/users/@me/guilds?{urlencode({'limit': _PAGE} | after)}")
            if answer.status != 200 or not isinstance(answer.body, list):
                variable = "SEIZE_DISCORD_API_URL"
                return [strange(discord_checks.SERVERS, answer.status, variable)]
            guilds += [guild for guild in answer.body if isinstance(guild, dict)]
            if len(answer.body) < _PAGE:
                break
        return discord_checks.about_guilds(guilds)

    async def _gateway(self) -> Finding:
        url = f"{self._settings.discord_gateway_url}?v=10&encoding=json"
        try:
            return discord_checks.about_gateway(await greet(self._session, url))
        except Unreachable as error:
            return _unreachable(discord_checks.GATEWAY, error, "SEIZE_DISCORD_GATEWAY_URL")

    async def _ask(self, path: str) -> Answer:
        url = self._settings.discord_api_url + path
        self._answers.append(await ask(self._session, url, self._headers))
        return self._answers[-1]


class _Telegram:
    def __init__(self, session: aiohttp.ClientSession, settings: Settings, token: str) -> None:
        self._session, self._settings, self._answers = session, settings, list[Answer]()
        self._base = f"{settings.telegram_api_url}/bot{token}"

    async def look(self) -> tuple[list[Finding], list[Answer]]:
        """Return the findings, and the answers they are from."""
        try:
            return await self._api(), self._answers
        except Unreachable as error:
            unreachable = _unreachable(
                translatable("telegram api"), error, "SEIZE_TELEGRAM_API_URL"
            )
            return [unreachable], self._answers

    async def _api(self) -> list[Finding]:
        found = telegram_checks.about_bot(await self._ask("getMe"))
        if self._answers[-1].status == 200:
            settings = self._settings
            found += telegram_checks.about_webhook(
                await self._ask("getWebhookInfo"),
                settings.telegram_webhook_url,
                secret=bool(settings.telegram_webhook_secret.get_secret_value()),
            )
        return found

    async def _ask(self, method: str) -> Answer:
        self._answers.append(await ask(self._session, f"{self._base}/{method}"))
        return self._answers[-1]


def _unreachable(subject: str, error: Unreachable, variable: str) -> Finding:
    return bad(
        subject,
        error.template,
        translatable("check this machine's network, DNS, firewall, and {variable} if it is set"),
        variable=variable,
        **error.facts,
    )
