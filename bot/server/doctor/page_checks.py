"""Findings about the page: its address, its certificate, and what BotFather knows of it."""

import aiohttp

from bot.chat.page_links import ENTRANCE
from bot.server.doctor.calls import Unreachable, why
from bot.server.doctor.findings import Finding, bad, good, note
from bot.settings import Settings
from core.errors import translatable

_PAGE = translatable("page")
_APP = translatable("telegram mini app")
_TITLE = "<title>Seize</title>"


async def look(session: aiohttp.ClientSession, settings: Settings) -> list[Finding]:
    """Check the page as people come to it; nothing where there is none."""
    if not settings.web_url:
        return []
    address = f"{settings.web_url}{ENTRANCE}"
    found = [await _about_address(session, address)]
    if settings.telegram_token.get_secret_value():
        found.append(_about_app(settings, address))
    return found


async def _about_address(session: aiohttp.ClientSession, address: str) -> Finding:
    try:
        async with session.get(address, allow_redirects=False) as response:
            text = await response.text(errors="replace")
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        return _unreachable(why(error))
    if response.status == 200 and _TITLE in text:
        return good(_PAGE, translatable("reached at {address}"), address=address)
    cure = translatable("see that SEIZE_WEB_URL leads to SEIZE_WEB_PORT here, and that serve runs")
    said = translatable("another page answers at {address} (HTTP {status})")
    return bad(_PAGE, said, cure, address=address, status=response.status)


def _unreachable(error: Unreachable) -> Finding:
    cure = translatable(
        "start seize serve and what brings the https (docker compose --profile web up -d), and "
        "see that the name of SEIZE_WEB_URL leads here"
    )
    return bad(_PAGE, error.template, cure, **error.facts)


def _about_app(settings: Settings, address: str) -> Finding:
    if not address.startswith("https:"):
        said = translatable("Telegram opens pages by https alone")
        return bad(_APP, said, translatable("give SEIZE_WEB_URL an address by https"))
    if settings.telegram_app:
        said = translatable("{app}: Telegram does not say whether it leads to {address}")
        return good(_APP, said, app=settings.telegram_app, address=address)
    return note(
        _APP,
        translatable("it has no name: in groups Swipe leads through the private chat"),
        translatable("@BotFather /newapp with {address}, then its short name into {variable}"),
        address=address,
        variable="SEIZE_TELEGRAM_APP",
    )
