"""The commands that run until they are stopped: `seize serve` and `seize web`."""

import asyncio
import os
import socket
import sys
import webbrowser
from contextlib import suppress
from typing import Annotated

import typer

from bot.app import App, say
from bot.console_app.commands import Commands
from bot.interrupts import quitting
from bot.presenters.wording import wording
from bot.server.logs import start_logging
from bot.settings import Settings
from bot.web_app.options import PORT, WebOptions

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


@app.command()
def web(
    port: Annotated[
        int, typer.Option(help="Port to serve the page on; 0 takes any free one.", min=0, max=65535)
    ] = PORT,
    host: Annotated[
        str, typer.Option(help="Address to serve on; 127.0.0.1 keeps others on the network out.")
    ] = "0.0.0.0",  # noqa: S104 (friends on the network are to come)
    open_: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser here.")
    ] = True,
) -> None:
    """Play on a page in the browser: alone, or with friends on the same network."""
    seize = App(Settings.from_environment())
    kernels = seize.find_kernels()
    with quitting():
        from bot.server import process

    def serving(bound: int) -> None:
        here = f"http://localhost:{bound}/"
        words = wording(seize.settings.language)
        say(words.gettext("the page is at {address} (Ctrl-C ends)", address=here))
        if not host.startswith("127.") and (address := _own_address()):
            there = f"http://{address}:{bound}/"
            say(words.gettext("on the same network it is at {address}", address=there))
        if open_ and _has_screen():
            webbrowser.open(here)

    settings = seize.settings
    options = WebOptions(host, port, trusted=settings.proxies, public=settings.web_url)
    asyncio.run(process.serve_page(seize, kernels, options, serving))


def _own_address() -> str:
    """Return this machine's address on its network, "" if it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(("192.0.2.1", 9))  # nothing is sent: it is asked which way it would go
        address: str = asking.getsockname()[0]
        return address
    return ""


def _has_screen() -> bool:
    """Return whether a browser would open a window, and not take the terminal."""
    windowed = os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}
    return sys.platform in ("darwin", "win32") or bool(windowed)
