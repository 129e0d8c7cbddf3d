"""Wordles as a service: whose games they are, what is drawn, what is kept."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import date
from pathlib import Path

import pytest

from core.ids import ChatRef, Member, PlayerRef, Room
from core.lexicon import Lexicon
from core.lexicon.alphabet import BadSpelling
from core.ports import Conflict, Store
from core.services.wordles import (
    DailyStays,
    LateForHard,
    NotYourWordle,
    NoWordle,
    WordleActive,
    WordlesService,
)
from core.standings import Period
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from core.wordle.game import GameOver, NotAWord, Unused, WrongLength
from core.wordle.record import wordle_room
from core.wordle.words import WordleWords, wordle_words
from tests.helpers.fakes import FakeClock

ANA = Member(PlayerRef("discord", "1"), "Ana")
BEN = Member(PlayerRef("discord", "2"), "Ben")
CAT = Member(PlayerRef("telegram", "3"), "Cat")
ROOM = Room(ChatRef("discord", "10"), "20")
DAY = 86400.0


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    opened = await open_store(f"sqlite:///{tmp_path}/seize.db")
    yield opened
    await opened.close()


class Table:
    """The service, with English words; what it draws is what `drawn` says."""

    def __init__(self, store: Store, lexicon: Callable[[str], Lexicon]) -> None:
        self.clock, self._lexicon, self.drawn = FakeClock(20_000 * DAY), lexicon("en"), "abbey"
        self.targets: Sequence[str] = ()
        self.service = WordlesService(store, self.clock, self._words, self._choose)

    async def _words(self, language: str, length: int) -> WordleWords:
        words = wordle_words(self._lexicon, length)
        self.targets = words.answers
        return words

    def _choose(self, count: int) -> int:
        return self.targets.index(self.drawn) if self.drawn in self.targets else count - 1

    async def plays(self, member: Member, game_id: int, *words: str) -> str:
        """Make guesses; return the rows of marks, with how it ended."""
        for word in words:
            record = await self.service.guess(game_id, member, word, self.clock())
        rows = ["".join("-YG"[mark] for mark in turn.marks) for turn in record.game.turns]
        return " ".join([*rows, *([str(record.game.end)] if record.game.end else [])])


@pytest.fixture
def table(store: Store, lexicon: Callable[[str], Lexicon]) -> Table:
    return Table(store, lexicon)


async def test_the_word_of_the_day_is_the_same_for_all(table: Table) -> None:
    first = await table.service.daily(ANA, "en")
    other = await table.service.daily(CAT, "en")
    assert (first.answer, first.number) == (other.answer, other.number) == ("abbey", 1)
    assert first.id != other.id
    assert (await table.service.daily(ANA, "en")).id == first.id
    table.clock.forward(DAY)
    table.drawn = "crane"
    assert (await table.service.today("en")).number == 2


async def test_drawn_at_once_it_is_drawn_once(table: Table) -> None:
    words = await asyncio.gather(*(table.service.today("en") for _ in range(5)))
    assert {(each.number, each.answer) for each in words} == {(1, "abbey")}
    games = await asyncio.gather(*(table.service.daily(ANA, "en") for _ in range(5)))
    assert len({each.id for each in games}) == 1


async def test_no_word_comes_again_within_years(table: Table) -> None:
    drawn = []
    table.service = WordlesService(table.service.store, table.clock, table._words, lambda _: 0)
    for _ in range(30):
        drawn.append((await table.service.today("en")).answer)
        table.clock.forward(DAY)
    assert drawn == list(table.targets[:30])


async def test_a_game_to_its_end(table: Table) -> None:
    game = await table.service.daily(ANA, "en")
    assert await table.plays(ANA, game.id, "EERIE") == "Y----"
    assert await table.plays(ANA, game.id, " Babes ", "abbey") == "Y---- YYGG- GGGGG solved"
    with pytest.raises(GameOver):
        await table.plays(ANA, game.id, "abbey")
    stats = await table.service.stats(ANA.ref, "en")
    assert (stats.played, stats.streak, stats.distribution) == (1, 1, (0, 0, 1, 0, 0, 0))
    board = await table.service.board("en", Period.DAY, date(2024, 10, 4), None, ANA.ref)
    assert [(each.rank, each.line.name, each.line.value) for each in board.lines] == [(1, "Ana", 4)]


async def test_what_is_refused_costs_nothing(table: Table) -> None:
    game = await table.service.daily(ANA, "en")
    for text, refusal in (
        ("abb", WrongLength),
        ("zzzzz", NotAWord),
        ("12345", BadSpelling),
        ("", BadSpelling),
    ):
        with pytest.raises(refusal):
            await table.plays(ANA, game.id, text)
    await table.service.set_hard(game.id, ANA, hard=True)
    await table.plays(ANA, game.id, "eerie")
    with pytest.raises(Unused):
        await table.plays(ANA, game.id, "moods")
    with pytest.raises(Conflict):
        await table.service.set_hard(game.id, ANA, hard=False)
    assert len((await table.service.record(game.id)).guesses) == 1


async def test_a_message_counts_once(table: Table) -> None:
    game = await table.service.daily(ANA, "en")
    for _ in range(2):
        record = await table.service.guess(game.id, ANA, "eerie", 5.0, "m1")
    assert [(each.word, each.at, each.message_id) for each in record.guesses] == [
        ("eerie", 5.0, "m1")
    ]


async def test_nobody_guesses_in_anothers_game(table: Table) -> None:
    game = await table.service.free(ANA, "en", 5)
    for act in (
        table.service.guess(game.id, BEN, "eerie", 0.0),
        table.service.give_up(game.id, BEN, moderates=True),
        table.service.set_hard(game.id, BEN, hard=True),
    ):
        with pytest.raises(NotYourWordle):
            await act
    with pytest.raises(NoWordle):
        await table.service.record(99)


async def test_linked_accounts_share_the_word_of_the_day(table: Table) -> None:
    game = await table.service.daily(ANA, "en")
    async with table.service.store.write() as work:
        await work.players.see(CAT, None, 0.0)
        await work.links.join(CAT.ref, ANA.ref)
    assert (await table.service.daily(CAT, "en")).id == game.id
    assert await table.plays(CAT, game.id, "abbey") == "GGGGG solved"
    assert (await table.service.stats(ANA.ref, "en")).solved == 1


async def test_a_free_game_goes_on_until_it_ends(table: Table) -> None:
    game = await table.service.free(ANA, "en", 5)
    assert (await table.service.free(ANA, "en", 5)).id == game.id
    longer = await table.service.free(ANA, "en", 8)
    await table.service.daily(ANA, "en")
    assert (await table.service.free(ANA, "en", 5)).id == game.id
    table.clock.forward(1)
    assert (await table.service.free(ANA, "en", 8)).id == longer.id
    assert len(longer.answer) == 8
    active = await table.service.active(wordle_room(ANA.ref))
    assert active
    assert active.id == longer.id
    ended = await table.service.give_up(longer.id, ANA)
    assert ended.given_up
    assert ended.game.end is None
    assert ended.finished_at is not None
    with pytest.raises(GameOver):
        await table.plays(ANA, longer.id, longer.answer)
    active = await table.service.active(wordle_room(ANA.ref))
    assert active
    assert active.daily
    stats = await table.service.stats(ANA.ref, "en")
    assert (stats.played, stats.free, stats.free_solved) == (0, 1, 0)


async def test_a_room_shares_one_game(table: Table) -> None:
    game = await table.service.share(ROOM, ANA, "en", 5)
    with pytest.raises(WordleActive):
        await table.service.share(ROOM, BEN, "en", 6)
    assert await table.plays(BEN, game.id, "eerie") == "Y----"
    with pytest.raises(NotYourWordle):
        await table.service.give_up(game.id, BEN)
    assert await table.plays(ANA, game.id, "abbey") == "Y---- GGGGG solved"
    assert await table.service.active(ROOM) is None
    assert (await table.service.share(ROOM, BEN, "en", 6)).id != game.id
    assert (await table.service.stats(ANA.ref, "en")).free == 0


async def test_guesses_at_once_do_not_get_lost(table: Table) -> None:
    game = await table.service.share(ROOM, ANA, "en", 5)
    crowd = [Member(PlayerRef("discord", str(number)), f"P{number}") for number in range(5)]
    await asyncio.gather(
        *(table.service.guess(game.id, who, "eerie", 0.0, who.name) for who in crowd)
    )
    record = await table.service.record(game.id)
    assert [each.player for each in record.guesses] == [each.ref for each in crowd]


async def test_a_day_without_a_word_ends_a_streak(table: Table) -> None:
    for days in (1, 1, 2, 1, 30):
        table.drawn = ""
        game = await table.service.daily(ANA, "en")
        await table.plays(ANA, game.id, game.answer)
        table.clock.forward(days * DAY)
    stats = await table.service.stats(ANA.ref, "en")
    assert (stats.played, stats.streak, stats.longest) == (5, 0, 3)


async def test_hard_mode_is_for_games_without_guesses(table: Table) -> None:
    assert not (await table.service.daily(ANA, "en")).hard
    game = await table.service.daily(ANA, "en", hard=True)
    assert game.hard
    free = await table.service.free(BEN, "en", 6)
    assert (await table.service.free(BEN, "en", 6, hard=True)).hard
    await table.service.set_hard(free.id, BEN, hard=False)
    await table.plays(BEN, free.id, table.targets[0])
    with pytest.raises(LateForHard):
        await table.service.free(BEN, "en", 6, hard=True)


async def test_other_games_do_not_tell_the_word_of_the_day(table: Table) -> None:
    daily = await table.service.daily(ANA, "en")
    with pytest.raises(DailyStays):
        await table.service.give_up(daily.id, ANA)
    table.service = WordlesService(
        table.service.store,
        table.clock,
        table._words,
        lambda _: table.targets.index(daily.answer),
    )
    free = await table.service.free(BEN, "en", 5)
    assert free.answer == table.targets[table.targets.index(daily.answer) + 1]
