"""Network faults that a test orders."""

from dataclasses import dataclass
from typing import Literal


@dataclass
class Fault:
    """A fault of the next calls of a method: a status, a wait, or a cut connection."""

    kind: Literal["status", "flood", "cut"]
    times: int
    status: int = 0
    retry_after: int = 0
    # Whether Telegram carries out the call, so that only its answer is lost.
    carried_out: bool = False
    description: str = "simulated failure"


class Faults:
    """The faults that are still to come, by method; "*" is any method but getUpdates."""

    def __init__(self) -> None:
        self._faults: dict[str, list[Fault]] = {}

    def add(self, method: str, fault: Fault) -> None:
        """Order a fault."""
        self._faults.setdefault(method.lower(), []).append(fault)

    def clear(self) -> None:
        """Order nothing any more."""
        self._faults.clear()

    def take(self, method: str) -> Fault | None:
        """Return the fault of a call that comes in, None if all goes well."""
        name = method.lower()
        for key in (name,) if name == "getupdates" else (name, "*"):
            faults = self._faults.get(key, [])
            while faults and not faults[0].times:
                faults.pop(0)
            if faults:
                faults[0].times -= 1
                return faults[0]
        return None
