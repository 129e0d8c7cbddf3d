"""A chat with its rounds service, a clock that stands still, and a store that may fail."""

from core.ids import ChatRef, Member, PlayerRef, Room
from core.ports import Store
from core.rounds.events import RoundFinished, WordJudged
from core.rounds.record import Terms
from core.services.news import RoundNews
from core.services.rounds import GRACE, RoundsService
from core.standings import Board, Period, world_day
from core.store.memory import MemoryStore
from tests.core.rounds.boards import ANA, BEN, END, START
from tests.helpers.fakes import FakeClock, Flaky, SameGrid

CHAT = ChatRef("test", "guild")
ROOM, THREAD = Room(CHAT), Room(CHAT, "thread")
ana, ben = Member(ANA, "Ana"), Member(BEN, "Ben")
moderator = Member(PlayerRef("test", "mod"), "Mod", admin=True)
TERMS = Terms(lexicon="fr")
CLOSED = END + GRACE


class Table:
    """A service with its clock and its store, and a new service on the same store on demand."""

    def __init__(self, store: Store | None = None) -> None:
        self.clock = FakeClock()
        self.store = Flaky(store or MemoryStore())
        self.restart()

    def restart(self) -> None:
        self.rounds = RoundsService(self.store, SameGrid(), self.clock, ["test"])

    async def send(self, who: Member, text: str, at: float, message_id: str = "") -> WordJudged:
        play = await self.rounds.submit(ROOM, who, text, START + at, message_id or None)
        assert play
        return play

    async def tick(self, now: float) -> list[RoundNews]:
        self.clock.now = now
        return await self.rounds.tick()

    async def finish(self, now: float = CLOSED) -> RoundFinished:
        (news,) = await self.tick(now)
        assert isinstance(news.event, RoundFinished)
        return news.event

    async def journal(self, round_id: int = 1) -> list[WordJudged]:
        async with self.store.read() as work:
            return await work.plays.of(round_id)

    async def points(self, who: Member, chat: ChatRef | None = CHAT) -> int:
        board = Board(chat, "fr", Period.ALL, Period.ALL.start(world_day(START)))
        async with self.store.read() as work:
            standing = await work.standings.get(board, who.ref)
        return standing.points if standing else 0
