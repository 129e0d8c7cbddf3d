"""The command that runs the bot: `seize serve`."""

import asyncio

from bot.app import App
from bot.console_app.commands import Commands
from bot.interrupts import quitting
from bot.server.logs import start_logging
from bot.settings import Settings

_LEVEL = "INFO"  # unless SEIZE_LOG_LEVEL says otherwise


app = Commands()


@app.command()
def serve() -> None:
    """Run the bot on Discord, on Telegram or on both: wherever it has a token.

    Tokens and other settings come from the environment, or from the file .env in this folder;
    `seize doctor` says what is missing. Stop it with Ctrl-C: all is saved.
    """
    settings = Settings.from_environment()
    start_logging(settings.log_level or _LEVEL)
    seize = App(settings)
    kernels = seize.find_kernels()
    with quitting():
        from bot.server import process  # imports the platforms' libraries

    asyncio.run(process.serve(seize, kernels))
