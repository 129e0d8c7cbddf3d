"""The command that says what is wrong: `seize doctor`."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from bot.app import App
from bot.server.logs import start_logging
from bot.settings import Settings
from core.errors import SeizeError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.server.doctor.findings import Finding

# The libraries of the platforms and of the database are imported inside the command:
# `seize --help` must not wait for them.


def doctor(
    json_: Annotated[bool, typer.Option("--json", help="Print JSON instead.")] = False,
) -> None:
    """Look at all that the bot needs, say how to mend what is wrong, and exit 1 if anything is.

    It changes nothing on Discord, on Telegram or in the database.
    """
    from bot.server.doctor.findings import is_well, to_json  # noqa: PLC0415

    findings = []
    for finding in _look():
        findings.append(finding)
        if not json_:
            print(finding, flush=True)
    if json_:
        print(to_json(findings))
    if not is_well(findings):
        raise typer.Exit(1)


def _look() -> "Iterator[Finding]":
    from bot.server.doctor import here  # noqa: PLC0415
    from bot.server.doctor.findings import bad, good  # noqa: PLC0415
    from bot.server.doctor.platforms import platforms  # noqa: PLC0415

    try:
        settings = Settings.from_environment()
        start_logging(settings.log_level)
    except SeizeError as error:
        yield bad("settings", str(error))
        return
    yield good("settings", "readable")
    yield from asyncio.run(platforms(settings))
    yield from asyncio.run(here.database(settings))
    app = App(settings)
    yield here.lexicons(app)
    yield here.solver(app)


def add_to(app: typer.Typer) -> None:
    """Add the command to those of `seize`."""
    app.command()(doctor)
