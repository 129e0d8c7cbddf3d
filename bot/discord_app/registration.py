"""The commands as Discord registers them."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord.http import Route

from bot.chat.arguments import Argument, Kind
from bot.chat.commands import COMMANDS
from bot.chat.context import Command
from bot.presenters.wording import wording
from core.languages import ENGLISH, code_of

Json = dict[str, Any]

STRING, INTEGER, USER = 3, 4, 6
ENTRY_POINT = 4  # the type of the command that Discord adds where Activities are switched on
MAX_DESCRIPTION, MAX_CHOICE, MAX_TEXT = 100, 100, 1000
_COMPLETED = (Kind.LANGUAGE, Kind.SPEECH, Kind.ENTRY)
_EVERYWHERE = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
# What Discord adds of itself: comparing leaves it out.
_ITS_OWN = ("id", "application_id", "version", "guild_id", "dm_permission", "name_localized")


def payloads(commands: Iterable[Command] = tuple(COMMANDS.values())) -> list[Json]:
    """Return the commands as Discord takes them, with names and texts in each language."""
    return [_command(command) for command in commands]


def canonical(commands: Iterable[Mapping[str, Any]]) -> dict[str, Json]:
    """Return commands, ours or Discord's, in a form in which equal ones compare equal."""
    return {str(command["name"]): _canonical(command) for command in commands}


def _command(command: Command) -> Json:
    return {
        "type": 1,
        **_named(command),
        **_described(command),
        "options": [_option(argument) for argument in command.arguments],
        **_EVERYWHERE,
    }


def _option(argument: Argument) -> Json:
    option: Json = {
        "type": STRING,
        **_named(argument),
        **_described(argument),
        "required": argument.required,
    }
    if argument.kind is Kind.PLAYER:
        option["type"] = USER
    elif argument.kind is Kind.INTEGER:
        option |= {"type": INTEGER, "min_value": argument.low, "max_value": argument.high}
    elif argument.kind is Kind.CHOICE:
        option["choices"] = [_choice(*choice) for choice in argument.choices.items()]
    else:
        option |= {"max_length": MAX_TEXT, "autocomplete": argument.kind in _COMPLETED}
    return option


def _choice(value: str, label: str) -> Json:
    labels = {locale: _said(label, language) for locale, language in _locales().items()}
    return {"name": _said(label, ENGLISH), "value": str(value), "name_localizations": labels}


def _named(row: Command | Argument) -> Json:
    localized = {locale: row.name_in(language) for locale, language in _locales().items()}
    return {"name": row.name, "name_localizations": localized}


def _described(row: Command | Argument) -> Json:
    localized = {locale: _cut(row.summary_in(code)) for locale, code in _locales().items()}
    return {"description": _cut(row.summary_in(ENGLISH)), "description_localizations": localized}


def _locales() -> dict[str, str]:
    """Return Discord's locales of the languages that commands are translated into."""
    languages = {str(locale): code_of(str(locale)) for locale in discord.Locale}
    return {locale: code for locale, code in languages.items() if code not in {"", ENGLISH}}


def _said(text: str, language: str) -> str:
    return _cut(wording(language).gettext(text))


def _cut(said: str) -> str:
    return said if len(said) <= MAX_CHOICE else said[: MAX_CHOICE - 1] + "…"


def _without_its_own(command: Json) -> Json:
    """Return a command that Discord told as it takes it back."""
    return {key: value for key, value in command.items() if key not in _ITS_OWN or key == "id"}


def _canonical(value: Any) -> Any:
    """Strip JSON of Discord's own fields and of empty ones."""
    if isinstance(value, Mapping):
        kept = {key: _canonical(each) for key, each in value.items() if key not in _ITS_OWN}
        return {key: each for key, each in kept.items() if each not in (None, False, "", [], {})}
    if isinstance(value, list):
        items = [_canonical(each) for each in value]
        return sorted(items) if all(isinstance(each, int) for each in items) else items
    return value


logger = logging.getLogger(__name__)


async def register(client: discord.Client, application_id: int) -> bool:
    """Register the commands unless they are registered already; return whether it was needed."""
    wanted = payloads()
    # The client's own method does not ask for the translations, so could not compare them.
    route = Route("GET", "/applications/{application_id}/commands", application_id=application_id)
    known: list[Json] = await client.http.request(route, params={"with_localizations": "true"})
    # Not ours, but Discord refuses to overwrite the commands where it is left out.
    theirs = [command for command in known if command.get("type") == ENTRY_POINT]
    if canonical(each for each in known if each not in theirs) == canonical(wanted):
        return False
    kept: list[Any] = [_without_its_own(command) for command in theirs]
    await client.http.bulk_upsert_global_commands(application_id, [*wanted, *kept])
    logger.info("commands registered", extra={"commands": len(wanted)})
    return True
