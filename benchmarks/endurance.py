"""A long life in little time: memory, tasks and descriptors over thousands of rounds.

    python -m benchmarks.endurance [ROUNDS]

The dispatcher plays the rounds on an SQLite file under a fake clock, in rooms and with players
that come and go: words in the room, in private from a seat and by command, pictures now and then,
each end told. After every tenth of them a line says what the process holds. The last line compares
the end with the first 1,000 rounds: there most caches have filled up.

Last result, 2026-11-23, a busy 2-core virtual machine, Python 3.11:

    rounds   words     RSS  tasks  descriptors  objects
      1000   12000  558 MB      6           32   330440
      2000   24000  562 MB      6           32   350973
      6000   72000  568 MB      6           32   356207
     10000  120000  569 MB      6           32   359938

The objects of the second thousand are grids, of which 2,048 are kept.
"""

import asyncio
import gc
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

import numpy as np

from bot.app import App
from bot.settings import Settings
from core.ids import ChatRef, Member, PlayerRef, Room
from core.services.rounds import GRACE
from core.store.sql.store import open_store
from tests.helpers.chat import Scene

WARM = 1000  # rounds in which most caches fill up; that of names holds 10,000
ROOMS = 40  # at a time
STAYS = 50  # rounds of a room, until another one takes its place
PICTURE = 25  # of so many rounds one is shown as a picture


async def main(rounds: int) -> None:
    """Play so many rounds, and print what the process holds."""
    app = App(Settings.from_environment())
    app.prepare_solver()
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "seize.db")
        from core.services.dealer import Dealer  # compiled

        lexicons = app.lexicons()
        dealer = Dealer(lexicons, count(1))
        scene = Scene(store, lexicons, dealer)
        async with scene.running():
            await _live(scene, rounds)
        await store.close()


async def _live(scene: Scene, rounds: int) -> None:
    began, seen = time.perf_counter(), []
    step = max(rounds // 10, 1)
    print("rounds   words     RSS  tasks  descriptors  objects")
    words = 0
    for number in range(0, rounds, ROOMS):
        now = range(number, min(number + ROOMS, rounds))
        words += sum(await _each(now, lambda each: _play(scene, each)))
        scene.clock.forward(120 + GRACE)
        await scene.waits.until(lambda: not scene.dispatcher.rooms())
        await scene.dispatcher.told()
        scene.answers.clear()
        scene.outbox.forget()
        for mark in (WARM, *range(step, rounds + step, step)):
            if number < mark <= number + len(now):
                held = _held()
                seen.append((mark, held))
                print(f"{mark:6} {words:7} {held[0]:4} MB {held[1]:6} {held[2]:12} {held[3]:8}")
    took = time.perf_counter() - began
    print(f"{rounds} rounds, {words} words in {took / 60:.1f} min")
    warm = next((held for mark, held in seen if mark >= WARM), seen[0][1])
    names = ("MB", "tasks", "descriptors", "objects")
    changes = zip(seen[-1][1], warm, names, strict=True)
    print(f"since {WARM}: " + ", ".join(f"{end - then:+} {name}" for end, then, name in changes))


async def _each(numbers: range, act: Callable[[int], Awaitable[int]]) -> list[int]:
    return list(await asyncio.gather(*map(act, numbers)))


async def _play(scene: Scene, number: int) -> int:
    """Play a round with three players; return how many words they sent."""
    rng = np.random.default_rng(number)
    place = f"{number % ROOMS}.{number // (ROOMS * STAYS)}"
    room = Room(ChatRef("test", place), "play")
    people = [_member(f"{place}-{seat}", admin=not seat) for seat in range(3)]
    host, guest, alone = people
    if number // ROOMS % STAYS == 0:
        await scene.ask("settings", "board text", host, room=room)
    if number % PICTURE == 0:
        await scene.ask("settings", "board picture", host, room=room)
    await scene.ask("play", ("fr", "en")[number % 2], host, room=room)
    round_ = scene.services.rounds.live.running(room)
    assert round_ is not None
    found = [each.word for each in round_.solution]
    rng.shuffle(found)
    await scene.ask(f"type:{round_.id}:0", "", alone, room=room)
    for word in found[:3]:
        await scene.type(word, host, room=room)
        await scene.type(word[::-1], guest, room=room)
        await scene.type(word, alone, alone=True)
    await scene.ask("w", " ".join(found[3:6]), guest, room=room)
    await scene.ask("check", found[0], _member(f"passer-by {number}"), alone=True)
    if number % PICTURE == 0:
        await scene.ask("settings", "board text", host, room=room)
    return 12


def _member(name: str, *, admin: bool = False) -> Member:
    return Member(PlayerRef("test", name), name, admin=admin)


def _held() -> tuple[int, int, int, int]:
    """Count what this process holds: MB resident, tasks, descriptors, objects."""
    gc.collect()
    status = Path("/proc/self/status").read_text()
    kilobytes = re.search(r"VmRSS:\s+(\d+)", status)
    assert kilobytes
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    return int(kilobytes[1]) // 1024, len(asyncio.all_tasks()), descriptors, len(gc.get_objects())


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
