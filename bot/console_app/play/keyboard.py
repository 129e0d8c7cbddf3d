"""Keys as they are pressed, on Unix and on Windows."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from bot.console_app.interrupts import interrupts
from core.services.sleeper import wait_for

ReadKeys = Callable[[float], Awaitable[list[KeyPress]]]


@contextmanager
def keyboard(stdin: TextIO) -> Iterator[ReadKeys]:
    """Take a terminal's keys one by one, without echo; inside a running event loop.

    Yields a function that returns the keys pressed, after the given seconds at the
    latest; SIGINT is Ctrl-C, too. Whatever happens inside, the terminal is put back as
    it was.
    """
    source = create_input(stdin)
    pressed = asyncio.Event()
    signalled: list[KeyPress] = []

    def interrupt() -> None:
        signalled.append(KeyPress(Keys.ControlC))
        pressed.set()

    async def read(seconds: float) -> list[KeyPress]:
        await wait_for(pressed, seconds)
        pressed.clear()
        keys = [*source.read_keys(), *signalled]
        signalled.clear()
        return [*keys, KeyPress(Keys.ControlD)] if source.closed else keys

    with (
        source.raw_mode(),
        source.attach(pressed.set),
        _leaving_on_sigterm(),
        interrupts(interrupt),
    ):
        yield read


@contextmanager
def _leaving_on_sigterm() -> Iterator[None]:
    """Make SIGTERM an exception, so that it does not leave a terminal without echo behind."""
    before = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
