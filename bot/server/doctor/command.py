"""The command that says what is wrong: `seize doctor`."""

import asyncio
import warnings
from collections.abc import Iterator

import typer

from bot.app import App
from bot.console_app.commands import Commands
from bot.console_app.options import Json
from bot.server.doctor import here
from bot.server.doctor.findings import Finding, bad, good, is_well, note, to_json
from bot.server.doctor.platforms import platforms
from bot.server.logs import start_logging
from bot.settings import Settings
from core.errors import SeizeError

app = Commands()


@app.command()
def doctor(
    json_: Json = False,
) -> None:
    """Look at all that the bot needs, say how to mend what is wrong, and exit 1 if anything is.

    It changes nothing on Discord, on Telegram or in the database.
    """
    findings = []
    for finding in _look():
        findings.append(finding)
        if not json_:
            print(finding, flush=True)
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
        yield bad("settings", str(error))
        return
    for each in said:
        yield note("settings", str(each.message))
    if not said:
        yield good("settings", "readable")
    yield from asyncio.run(platforms(settings))
    yield from asyncio.run(here.database(settings))
    yield from here.readers(settings)
    seize = App(settings)
    yield here.lexicons(seize)
    yield here.solver(seize)
