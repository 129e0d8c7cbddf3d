"""The command that says what is wrong: `seize doctor`."""

import asyncio
import warnings
from collections.abc import Iterator

import typer

from bot.app import App
from bot.console_app.commands import Commands
from bot.console_app.options import Json
from bot.locale import locale_language
from bot.presenters.wording import wording
from bot.server.doctor import here
from bot.server.doctor.findings import Finding, bad, good, is_well, note, to_json
from bot.server.doctor.platforms import platforms
from bot.server.logs import start_logging
from bot.settings import Settings
from core.errors import SeizeError, SeizeWarning, translatable

_SETTINGS = translatable("settings")

app = Commands()


@app.command()
def doctor(
    json_: Json = False,
) -> None:
    """Look at all that the bot needs, say how to mend what is wrong, and exit 1 if anything is.

    It changes nothing on Discord, on Telegram or in the database.
    """
    words, findings = wording(locale_language()), []
    for finding in _look():
        findings.append(finding)
        if not json_:
            print(finding.line(words), flush=True)
    if json_:
        print(to_json(findings))
    if not is_well(findings):
        raise typer.Exit(1)


def _look() -> Iterator[Finding]:
    try:
        with warnings.catch_warnings(record=True) as said:
            settings = Settings.from_environment()
        start_logging(settings.log_level)
    except SeizeError as error:
        yield bad(_SETTINGS, error.template, **error.facts)
        return
    for each in said:
        if isinstance(each.message, SeizeWarning):
            yield note(_SETTINGS, each.message.template, **each.message.facts)
    if not said:
        yield good(_SETTINGS, translatable("readable"))
    yield from asyncio.run(platforms(settings))
    yield from asyncio.run(here.database(settings))
    yield from here.readers(settings)
    seize = App(settings)
    yield here.lexicons(seize)
    yield here.solver(seize)
