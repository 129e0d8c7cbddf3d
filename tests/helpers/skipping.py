"""An event loop whose time is skipped wherever nobody has anything to do but wait."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any

_STEP = 1e-9  # seconds by which time moves on meanwhile: who waits for less never hangs
_GRACE = 0.001  # real seconds in which what is on its way within the process arrives


class _Selector(selectors.DefaultSelector):
    skipped = 0.0
    threads = 0  # at work

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.skipped += _STEP
        if timeout is None or timeout <= 0 or self.threads:
            return super().select(timeout)
        ready = super().select(_GRACE)
        if not ready:
            self.skipped += timeout
        return ready


class SkippingLoop(asyncio.SelectorEventLoop):
    """Its time stands still while something is done, and leaps to the next timer when nothing is.

    Sockets are real, and threads that it started are waited for.
    """

    def __init__(self) -> None:
        self._skipping = _Selector()
        super().__init__(self._skipping)

    def time(self) -> float:
        return self._skipping.skipped

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        self._skipping.threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._done)
        return future

    def run(self, main: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine to its end."""
        with asyncio.Runner(loop_factory=lambda: self) as runner:
            runner.run(main)

    def _done(self, _: object) -> None:
        self._skipping.threads -= 1
