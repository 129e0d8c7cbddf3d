"""Ghosts in a chat: somebody's last round, raced on its grid, if they allow it."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from bot.messages import Audience, Reply
from core.ids import Member, own_room
from core.lexicon import Lexicon
from core.opponents.levels import GHOST
from core.services.rounds import GRACE
from core.store.memory import MemoryStore
from tests.helpers.adapters import ThisGrid
from tests.helpers.chat import ROOM, Scene, ana, ben, labels

Lexicons = Callable[[str], Lexicon]
DAY = 86_400


class Races(Scene):
    """A chat whose rounds are all on one English grid."""

    def __init__(self, lexicon: Lexicons, store: MemoryStore | None = None) -> None:
        super().__init__(store=store, lexicon=lexicon, dealer=ThisGrid(lexicon, count(1)))

    async def ask(self, name: str, text: str = "", who: Member = ana, **knobs: Any) -> Reply:
        english = {"locale": "en-GB"} | ({"room_locale": "en-GB"} if knobs.get("alone") else {})
        return await super().ask(name, text, who, **(english | knobs))

    async def round_of(self, who: Member, *words: str) -> None:
        """Let somebody play a round in the room: a word every five seconds."""
        await self.ask("play", "en", who)
        for word in words:
            self.clock.forward(5)
            await self.type(word, who)
        await self.ask("stop", who=who)

    async def race(self, who: Member, *words: str) -> Reply:
        """Type words in the round against a ghost that is on, and return how it ended."""
        for word in words:
            await self.type(word, who, alone=True)
        self.clock.forward(121 + GRACE)
        self.dispatcher.look_again()
        await self.waits.until(lambda: bool(self.ends(who)))
        return self.ends(who)[-1]

    def ends(self, who: Member) -> list[Reply]:
        return [each for room, each in self.outbox.posts if room == own_room(who.ref)]

    def found(self, who: Member) -> list[str]:
        """Return the words of the ghost so far."""
        running = self.services.rounds.live.running(own_room(who.ref))
        plays = running.plays if running else ()
        return [play.verdict.word for play in plays if play.player == GHOST.ref]


@pytest.fixture
def races(lexicon: Lexicons) -> Races:
    """Return the chat."""
    return Races(lexicon)


async def test_a_friend_is_raced_who_allows_it(races: Races) -> None:
    async with races.running():
        await races.round_of(ana, "mat", "rat")
        refused = await races.ask("ghost", who=ben, people={"player": ana})
        assert refused.text == "This player has not let others race their last round"
        told = await races.ask("privacy")
        assert "Nobody may race your last round." in told.text
        assert "races:on" in labels(told)
        allowed = await races.ask("races:on")
        assert "Others may race your last round." in allowed.text
        assert "races:off" in labels(allowed)
        board = await races.ask("ghost", who=ben, people={"player": ana})
        assert (board.title, board.audience) == ("Ghost · English", Audience.SECRET)
        assert "▪" not in board.text
        races.clock.now += 6
        await races.waits.until(lambda: races.found(ben) == ["mat"])
        shown = await races.ask("ghost", who=ben)  # the one that is on
        assert "👻 ▪▪▪" in shown.text
        assert "mat" not in shown.text.lower().split("👻")[-1]
        over = await races.race(ben, "tar")
        assert races.found(ben) == []
        for line in ("Only you: tar +", "Only 👻 Ghost: ", "rat +"):
            assert line in over.text
        assert over.image
        assert "Ben" not in (await races.ask("leaderboard")).text
        assert await races.ask("races:off")
        (again,) = [each for each in labels(over) if each.startswith("race:")]
        assert (await races.ask(again, who=ben)).title == "Ghost · English"  # what one has stays
        assert "no round is running here" in (await races.ask(again)).text.lower()


async def test_one_races_oneself_and_counts_for_nothing(races: Races) -> None:
    async with races.running():
        none = await races.ask("ghost")
        assert none.text == "There is no round to race against yet"
        await races.round_of(ana, "mat")
        await races.round_of(ana)  # without a word: nobody to race
        before = (await races.ask("stats")).text
        await races.ask("ghost")
        over = await races.race(ana, "mat")
        assert "Found by both: mat +" in over.text
        assert (await races.ask("stats")).text == before
        stopped = await races.ask("ghost")
        assert stopped.title == "Ghost · English"
        await races.ask("stop")
        assert not races.services.rounds.live.is_on(own_room(ana.ref))


async def test_only_one_round_alone_is_on(races: Races) -> None:
    async with races.running():
        await races.round_of(ana, "mat")
        await races.ask("practice", "en")
        on = await races.ask("ghost")
        assert on.title == "Practice · English"  # what is running is shown instead
        assert "reply to one of their messages" in (await races.ask("ghost", "ben")).text


async def test_the_ghost_goes_on_after_a_crash(races: Races, lexicon: Lexicons) -> None:
    async with races.running():
        await races.round_of(ana, "mat", "rat")
        await races.ask("ghost")
        races.clock.now += 6
        await races.waits.until(lambda: races.found(ana) == ["mat"])
    later = Races(lexicon, races.store)  # type: ignore[arg-type]
    later.clock.now = races.clock.now + 6
    async with later.running():
        await later.waits.until(lambda: later.found(ana) == ["mat", "rat"])
        assert (await later.ask("stop", room=ROOM)).title


async def test_a_daily_is_raced_once_its_day_is_over(races: Races) -> None:
    async with races.running():
        await races.ask("dgo:en:1", alone=True)
        await races.type("mat", alone=True)
        await races.ask("dend:1", alone=True)
        assert "no round to race" in (await races.ask("ghost")).text
        races.clock.now += 2 * DAY
        assert (await races.ask("ghost")).title == "Ghost · English"
