"""Telegram for tests: a server for the bot, and people and groups for the test."""

import random
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from tests.helpers.patience import PATIENCE
from tests.simulators.telegram.chats import SimGroup
from tests.simulators.telegram.clicks import SimQuery
from tests.simulators.telegram.errors import Json
from tests.simulators.telegram.faults import Fault
from tests.simulators.telegram.limits import FloodControl, Limits
from tests.simulators.telegram.members import Account
from tests.simulators.telegram.people import SimUser
from tests.simulators.telegram.server import BotApiServer, Request
from tests.simulators.telegram.world import World

T = TypeVar("T")

TOKEN = "7000000001:simulated-token"  # noqa: S105 - it opens nothing


class TelegramSimulator:
    """The Bot API on a port of its own, for one bot.

    The bot takes f"{api_url}/bot" and f"{api_url}/file/bot" as its addresses. `clock` gives
    the dates of messages, `monotonic` measures limits and the age of clicks. `query_seconds`:
    for so long a click can be answered (Bot API: answerCallbackQuery: "query is too old").
    Telegram does not tell how long that is, some 15; a busy machine is no mistake of the bot.
    """

    def __init__(
        self,
        *,
        privacy: bool = True,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        limits: Limits | None = None,
        query_seconds: float = PATIENCE,
    ) -> None:
        self.token = TOKEN
        self.world = World(
            privacy=privacy, clock=clock, monotonic=monotonic, query_seconds=query_seconds
        )
        self.world.token = TOKEN
        self.server = BotApiServer(self.world, TOKEN, FloodControl(limits or Limits(), monotonic))

    async def __aenter__(self) -> Self:
        await self.server.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.server.stop()

    # What the bot is to know.

    @property
    def api_url(self) -> str:
        """The address, without the "/bot" that the bot puts behind it."""
        return self.server.url

    @property
    def bot(self) -> Account:
        """The bot's account."""
        return self.world.bot

    # People and groups.

    def add_user(self, name: str, *, username: str = "", language_code: str = "en") -> SimUser:
        """Return a new person, who has not started the bot."""
        return SimUser(self.world, 1000 + next(self.world.ids), name, username, language_code)

    def add_group(self, title: str, *, supergroup: bool = True, forum: bool = False) -> SimGroup:
        """Return a new group that the bot is a member of, as if since long ago."""
        number = next(self.world.ids)
        group_id = -1_001_000_000_000 - number if supergroup or forum else -4_000_000 - number
        kind = "supergroup" if supergroup or forum else "group"
        return SimGroup(self.world, group_id, title, kind, forum)

    @property
    def clock(self) -> Callable[[], float]:
        """The clock of the day."""
        return self.world.clock

    @clock.setter
    def clock(self, clock: Callable[[], float]) -> None:
        self.world.clock = clock

    # Waiting.

    async def until(self, predicate: Callable[[], T | None], within: float = PATIENCE) -> T:
        """Wait until a predicate is true, and return its value; it is asked after each change.

        TimeoutError after so many seconds tells the last calls and what was wrong.
        """
        result = await self.world.changes.wait(predicate, within)
        if not result:
            # Polls come all the time and tell nothing.
            told = [one for one in self.requests if one.method.lower() != "getupdates"]
            calls = [f"{one.method} {one.chat} {one.status}" for one in told[-8:]]
            raise TimeoutError(f"not within {within} s; {calls=}, {self.violations=}")
        return result

    async def polling(self, within: float = PATIENCE) -> None:
        """Return once the bot waits for updates, or has set a webhook."""
        await self.until(lambda: self.server.delivery.waiting or self.server.delivery.url, within)

    # Trouble.

    def limit_next(self, method: str, retry_after: int = 1, times: int = 1) -> None:
        """Refuse the next calls of a method with 429."""
        self.server.faults.add(method, Fault("flood", times, retry_after=retry_after))

    def fail_next(
        self, method: str, status: int = 502, times: int = 1, *, carried_out: bool = False,
        description: str = "simulated failure",
    ) -> None:  # fmt: skip
        """Answer the next calls with an error, carried out or not."""
        fault = Fault("status", times, status, carried_out=carried_out, description=description)
        self.server.faults.add(method, fault)

    def cut_next(self, method: str, times: int = 1, *, carried_out: bool = False) -> None:
        """Hang up on the next calls, before or after they are carried out."""
        self.server.faults.add(method, Fault("cut", times, carried_out=carried_out))

    def conflict(self, times: int = 1) -> None:
        """Answer polls with 409, as if another process polled for the same bot."""
        self.server.delivery.conflict(times)

    def redeliver(self, count: int) -> None:
        """Deliver the last updates once more, as after a lost confirmation."""
        self.world.updates.again(count)

    def hold(self) -> None:
        """Hold updates back from now on."""
        self.world.updates.hold()

    def release(self, *, shuffled: random.Random | None = None) -> None:
        """Deliver what was held back, in its order or in a random one."""
        self.world.updates.release(shuffled)

    @property
    def latency(self) -> float:
        """The seconds that each call takes before anything happens."""
        return self.server.latency

    @latency.setter
    def latency(self, seconds: float) -> None:
        self.server.latency = seconds

    # What the bot did.

    @property
    def requests(self) -> list[Request]:
        """All calls, in the order in which they came in."""
        return self.server.requests

    def calls(self, method: str) -> list[Request]:
        """Return the calls of a method."""
        return [one for one in self.requests if one.method.lower() == method.lower()]

    @property
    def violations(self) -> list[str]:
        """The bot's own mistakes: what Telegram refuses or its documentation forbids."""
        return self.world.findings.violations

    @property
    def wasted(self) -> list[str]:
        """Edits that changed nothing."""
        return self.world.findings.wasted

    @property
    def late(self) -> list[str]:
        """Answers to clicks, and deletions, that came too late."""
        return self.world.findings.late

    @property
    def refused(self) -> int:
        """How many calls were refused with 429."""
        return self.world.findings.refused

    @property
    def impatient(self) -> list[str]:
        """Messages refused again before the time to wait was over."""
        return self.world.findings.impatient

    @property
    def dropped(self) -> int:
        """How many calls asked to drop pending updates."""
        return self.world.findings.dropped

    @property
    def command_writes(self) -> int:
        """How often commands were set or deleted."""
        return self.world.findings.command_writes

    @property
    def unanswered(self) -> list[SimQuery]:
        """Clicks that show a progress bar still."""
        return [query for query in self.world.queries.values() if not query.answer]

    def commands(self, language_code: str = "") -> list[Json]:
        """Return the commands that were set for a language."""
        return self.world.profile.commands.get(language_code, [])

    @property
    def pending(self) -> int:
        """How many updates the bot has not confirmed."""
        return len(self.world.updates.pending())
