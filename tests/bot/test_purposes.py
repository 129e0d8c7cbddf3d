"""Rounds of every purpose, in a chat, on a page, at a terminal: who is told which words, and when.

All purposes are played by the same deeds, so a new one is tried here as soon as it exists. Words
are those of a list, the sentences around them French, so that none is met by chance.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from io import StringIO
from itertools import count
from typing import get_args

import pytest

from bot.console_app.daily.attempt import play_daily
from bot.console_app.daily.table import DailyTable
from bot.console_app.duel.table import DuelTable
from bot.console_app.ghost.table import GhostTable
from bot.console_app.play.game import play as play_at
from bot.console_app.play.lines import Lines
from bot.console_app.play.table import Table
from bot.console_app.practice.table import PracticeTable
from bot.messages import Reply
from bot.presenters.wording import wording_for
from bot.web_app.protocol import write
from bot.web_app.view import Sights
from core.daily.order import Made, Order
from core.daily.puzzle import SETTLING, Puzzle
from core.generator import generator
from core.ids import Member, own_room
from core.lexicon import Lexicon
from core.playable import playable_grids
from core.ports import Store
from core.rounds.purpose import ForDaily, ForDuel, ForMatch, ForPractice, ForRace, Purpose
from core.rounds.record import RoundRecord, Terms
from core.scoring import ruleset
from core.services.daily_maker import DailyMaker
from core.services.dealer import Dealer
from core.services.rounds import GRACE
from core.solver.solver import solve
from core.store.memory import MemoryStore
from tests.bot.console_app.play.seats import Written
from tests.helpers.chat import ROOM, Scene, ana, ben, labels
from tests.helpers.dailies import handmade, maker

Lexicons = Callable[[str], Lexicon]
ALL = get_args(Purpose)
KEPT = (ForDaily, ForDuel)  # whose words others may still play for when their round is over
TERMS = Terms(lexicon="en")
FOUND = 2  # words that Ana finds: too few for the daily to show one that she missed
_TOKEN = re.compile(r"[a-z]{5,}")


class House(Scene):
    """A French chat whose players play English words; keeps all that anybody is shown."""

    def __init__(self, lexicon: Lexicons) -> None:
        super().__init__(lexicon=lexicon, dealer=Dealer(lexicon, count(1)))
        self.services.dailies.maker = dailies(lexicon, self.store, self.clock)
        self.sights = Sights(self.dispatcher.views)
        self.shown: list[str] = []

    async def ask(self, name: str, text: str = "", who: Member = ana, **knobs: object) -> Reply:
        reply = await super().ask(name, text, who, **knobs)  # type: ignore[arg-type]
        self.shown += texts_of([reply])
        return reply

    async def look(self, record: RoundRecord) -> str:
        """Look at the page of a round, as Ana's shows it; return what it is sent."""
        rooms = [own_room(ana.ref)] if record.purpose.is_own else [ROOM]
        sight = await self.sights.of(rooms, ana, wording_for("fr"), record.id, whole=True)
        return write(sight)

    def told(self) -> list[str]:
        """Return what has been sent by itself."""
        edits = [reply for _, reply in self.outbox.edits]
        return texts_of([*(reply for _, reply in self.outbox.posts), *edits])

    async def end(self) -> None:
        """Let the time of all rounds pass."""
        self.clock.forward(121 + GRACE)
        self.dispatcher.look_again()
        await self.waits.until(lambda: not self.services.rounds.live.rooms())
        await self.dispatcher.told()


def texts_of(replies: Iterable[Reply]) -> list[str]:
    """Return the texts of replies, those of their buttons, files and pictures, too."""
    return [
        "\n".join(
            [
                reply.title,
                reply.text,
                *(span.text for span in reply.without_image),
                reply.image.alt if reply.image else "",
                reply.file.data.decode() if reply.file else "",
                *(button.label for row in reply.buttons for button in row),
            ]
        )
        for reply in replies
    ]


def dailies(lexicon: Lexicons, store: Store, clock: Callable[[], float]) -> DailyMaker:
    """Return a maker of dailies on grids that are played as others are."""

    def make(order: Order) -> Made:
        rules = ruleset("ruzzle", order.language)
        words = lexicon(order.language)
        grid = next(playable_grids(words, rules, generator(order.number), (4, 4)))
        return handmade(order, solve(grid, words, rules))

    return maker(store, clock, ("en",), make)


def words_in(text: str) -> set[str]:
    """Return the words of five letters and more in a text."""
    return set(_TOKEN.findall(text.lower()))


# How Ana begins a round of each purpose in a chat; Ben is across in the duel.


async def a_match(house: House) -> None:
    await house.ask("play", "en")


async def a_daily(house: House) -> None:
    await house.ask("daily", "en")
    await house.ask("dgo:en:1")


async def a_duel(house: House) -> None:
    offer = await house.ask("duel", "en", people={"player": ben})
    code = next(each for each in labels(offer) if each.startswith("vsee:")).partition(":")[2]
    await house.ask(f"vtake:{code}", who=ben)
    await house.ask(f"vplay:{code}")


async def a_practice(house: House) -> None:
    await house.ask("practice", "en")


async def a_race(house: House) -> None:
    await a_match(house)
    await find(house, running(house))
    await house.end()
    house.shown.clear()
    house.outbox.forget()
    await house.ask("ghost")


BEGIN: dict[type, Callable[[House], Awaitable[None]]] = {
    ForMatch: a_match,
    ForDaily: a_daily,
    ForDuel: a_duel,
    ForPractice: a_practice,
    ForRace: a_race,
}


def running(house: House) -> RoundRecord:
    """Return the round that is running."""
    live = house.services.rounds.live
    (room,) = live.rooms()
    record = live.record(room)
    assert record is not None
    return record


async def find(house: House, record: RoundRecord) -> set[str]:
    """Have Ana find some long words; return those of the grid that nobody has found."""
    round_ = house.services.rounds.live.running(record.room)
    assert round_ is not None
    long = [each.word for each in round_.result().fit if len(each.word) >= 5]
    ghosts = {word for _, word in getattr(record.purpose, "ghost", ())}
    mine = [word for word in long if word not in ghosts][-FOUND:]
    for word in mine:
        house.clock.forward(4)
        await house.type(word, room=record.room, alone=record.purpose.is_own)
    missed = {*long} - {*mine} - ghosts
    assert len(missed) > 10
    return missed


@pytest.mark.parametrize("purpose", ALL, ids=lambda each: each.__name__)
async def test_nobody_in_a_chat_or_on_a_page_is_told_a_word_that_is_kept(
    purpose: type, lexicon: Lexicons
) -> None:
    house = House(lexicon)
    async with house.running():
        await BEGIN[purpose](house)
        record = running(house)
        assert isinstance(record.purpose, purpose)
        assert record.purpose.is_own is (record.room == own_room(ana.ref))
        missed = await find(house, record)
        await house.ask(f"text:{record.id}:{record.token}")
        house.shown.append(await house.look(record))
        during = words_in("\n".join([*house.shown, *house.told()]))
        # What a practice is for is no secret: but it is not said before its end, either.
        assert not during & missed
        house.shown.clear()
        house.outbox.forget()
        await house.end()
        page = await house.look(record)
        for road in (f"dend:{record.id}", f"text:{record.id}:{record.token}", "daily", "duels"):
            await house.ask(road, "en" if road == "daily" else "")
        chat = words_in("\n".join([*house.shown, *house.told()]))
        if purpose not in KEPT:
            assert missed <= words_in(page)
            return
        assert not missed & words_in(page)
        assert not missed & chat
        await over_for_all(house, record)
        assert missed <= words_in(await house.look(record))


async def over_for_all(house: House, record: RoundRecord) -> None:
    """Let happen what opens the words of a round to its player: the day ends, the rival plays."""
    if isinstance(record.purpose, ForDaily):
        house.clock.forward(2 * 86_400 + SETTLING)
        return
    assert isinstance(record.purpose, ForDuel)
    duel = await house.services.duels.by_id(record.purpose.duel)
    await house.ask(f"vplay:{duel.code}", who=ben)
    await house.end()


def test_each_purpose_is_played_here() -> None:
    assert BEGIN.keys() == SIT_DOWN.keys() == {*ALL}


# The same at a terminal.


async def match_at(store: Store, lexicon: Lexicons, there: Written) -> Table:
    table = Table(store, Dealer(lexicon, count(1)), there.seat.player, there.clock)
    await table.start(TERMS)
    return table


async def duel_at(store: Store, lexicon: Lexicons, there: Written) -> Table:
    table = DuelTable(store, Dealer(lexicon, count(1)), there.seat.player, there.clock)
    await table.open(await table.offer(TERMS, 0))
    return table


async def practice_at(store: Store, lexicon: Lexicons, there: Written) -> Table:
    table = PracticeTable(store, Dealer(lexicon, count(1)), there.seat.player, there.clock)
    await table.open(TERMS, "en")
    return table


async def race_at(store: Store, lexicon: Lexicons, there: Written) -> Table:
    earlier = await match_at(store, lexicon, there)
    await earlier.submit(earlier.round.solution.words[-1].word)
    await earlier.stop()
    table = GhostTable(store, Dealer(lexicon, count(1)), there.seat.player, there.clock)
    await table.open()
    return table


async def daily_at(store: Store, lexicon: Lexicons, there: Written) -> Table:
    made = dailies(lexicon, store, there.clock)
    dealer = Dealer(lexicon, count(1))
    table = DailyTable(store, made, dealer, there.seat.player, there.clock)
    await table.open(await table.dailies.today("en"))
    return table


SIT_DOWN: dict[type, Callable[[Store, Lexicons, Written], Awaitable[Table]]] = {
    ForMatch: match_at,
    ForDaily: daily_at,
    ForDuel: duel_at,
    ForPractice: practice_at,
    ForRace: race_at,
}


@pytest.mark.parametrize("purpose", ALL, ids=lambda each: each.__name__)
async def test_nobody_at_a_terminal_is_told_a_word_that_is_kept(
    purpose: type, lexicon: Lexicons
) -> None:
    there, store = Written(language="fr"), MemoryStore()
    table = await SIT_DOWN[purpose](store, lexicon, there)
    assert isinstance(table.record.purpose, purpose)
    long = [each.word for each in table.round.result().fit if len(each.word) >= 5]
    found = long[-FOUND:]
    given = StringIO("".join(f"{word}\n" for word in found))
    if isinstance(table, DailyTable):

        async def asked() -> Puzzle:
            raise AssertionError("it is under way")

        await play_daily(table, asked, there.seat, given)
    else:
        await play_at(table, there.seat, Lines(given))
    printed = words_in("\n".join(there.lines))
    assert {*found} <= printed
    told = printed & ({*long} - {*found})
    assert bool(told) is (purpose not in KEPT), told
