"""The command that runs the bot: `seize serve`."""

import asyncio

import typer

from bot.app import App
from bot.server.logs import start_logging
from bot.settings import Settings

_LEVEL = "INFO"  # unless SEIZE_LOG_LEVEL says otherwise


def serve() -> None:
    """Run the bot on Discord, on Telegram or on both: wherever it has a token.

    Tokens and other settings come from the environment, or from the file .env in this folder;
    `seize doctor` says what is missing. Stop it with Ctrl-C: all is saved.
    """
    settings = Settings.from_environment()
    start_logging(settings.log_level or _LEVEL)
    app = App(settings)
    kernels = app.prepare_search()
    from bot.server import process as serving  # noqa: PLC0415 (imports the solver, and the platforms' libraries)

    asyncio.run(serving.serve(app, kernels))


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)
