"""The name of a process, as its leases bear it, and whether such a process is dead."""

import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES = Path("/proc/self/ns/pid")


def own_name() -> str:
    """Return a name that is this process's alone: PID@HOST, the space of its PID, a random word."""
    host = "".join(socket.gethostname().split())[:64]
    return f"{os.getpid()}@{host} {_space()} {secrets.token_hex(4)}"


def is_dead(owner: str) -> bool:
    """Return whether the process of that name has surely ended: it ran here, and is no more.

    False for one of another machine, or container, or boot: nobody here can tell.
    """
    name, _, rest = owner.partition(" ")
    space, pid = rest.partition(" ")[0], int(name.partition("@")[0])
    if not space or space != _space():
        return False
    if pid == os.getpid():
        return True
    with suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
    return False


def _space() -> str:
    """Return where a PID names one process only, in one boot and container; "" if unknown."""
    try:
        return f"{_BOOT.read_text(encoding='ascii').strip()}/{_PROCESSES.stat().st_ino}"
    except OSError:
        return ""
