"""Leaderboards and statistics over a store."""

from collections.abc import AsyncIterator, Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chats.players import Visibility
from core.ids import ChatRef, PlayerRef, Room
from core.ports import Store
from core.services.standings import Leaderboard, Line, StandingsService
from core.standings import (
    Board,
    Measure,
    Period,
    boards,
    minimum_rounds,
    statistics,
    world_day,
)
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.contract.made import (
    A_DAY,
    ANA,
    BEN,
    CHATS,
    CLO,
    DAY,
    ENGLISH,
    PARK,
    PLAYERS,
    SQUARE,
    START,
    a_score,
    meet,
    play,
)

DON, EVE = (PlayerRef("test", name) for name in ("don", "eve"))
EVERYONE = (*PLAYERS, DON, EVE)


@pytest.fixture
def store() -> Store:
    return MemoryStore()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Store]:
    made = await open_store(f"sqlite+aiosqlite:///{tmp_path}/seize.db")
    yield made
    await made.close()


async def of_all_time(
    store: Store,
    measure: Measure = Measure.POINTS,
    viewer: PlayerRef | None = None,
    limit: int = 10,
    chat: ChatRef | None = SQUARE,
) -> Leaderboard:
    return await StandingsService(store).leaderboard(
        chat, "fr", Period.ALL, measure, DAY, viewer, limit
    )


def ranks(board: Leaderboard) -> list[tuple[int | None, PlayerRef, int]]:
    return [(line.rank, line.standing.player, line.value) for line in board.lines]


async def show(store: Store, player: PlayerRef, visibility: Visibility) -> None:
    async with store.write() as work:
        await work.players.set_visibility(player, visibility)


async def test_a_board_without_rounds_is_empty(store: Store) -> None:
    await meet(store, ANA)
    board = await of_all_time(store, viewer=ANA)
    assert board == Leaderboard(
        board=Board(SQUARE, "fr", Period.ALL, date(1970, 1, 1)),
        measure=Measure.POINTS,
        minimum=1,
        lines=(),
        viewer=None,
        count=0,
    )


async def test_ties_share_a_rank_and_the_next_one_is_left_out(store: Store) -> None:
    await meet(store, *EVERYONE)
    points = {ANA: 20, BEN: 30, CLO: 20, DON: 5, EVE: 5}
    await play(store, *(a_score(player, of) for player, of in points.items()))
    board = await of_all_time(store, viewer=EVE)
    assert ranks(board) == [(1, BEN, 30), (2, ANA, 20), (2, CLO, 20), (4, DON, 5), (4, EVE, 5)]
    assert board.viewer == board.lines[-1]
    assert board.count == 5


async def test_a_limit_cuts_the_lines_but_not_the_count(store: Store) -> None:
    await meet(store, *EVERYONE)
    await play(store, *(a_score(player, 20) for player in EVERYONE))
    board = await of_all_time(store, limit=2)
    assert ranks(board) == [(1, ANA, 20), (1, BEN, 20)]
    assert board.count == 5


async def test_viewers_see_their_own_line_however_far_below(store: Store) -> None:
    await meet(store, *EVERYONE)
    await play(store, *(a_score(player, 50 - n) for n, player in enumerate(EVERYONE)))
    board = await of_all_time(store, viewer=EVE, limit=1)
    assert ranks(board) == [(1, ANA, 50)]
    assert board.viewer
    assert (board.viewer.rank, board.viewer.value, board.viewer.missing) == (5, 46, 0)
    assert (await of_all_time(store, limit=1)).viewer is None


async def test_hidden_viewers_see_the_place_they_would_have(store: Store) -> None:
    await meet(store, *PLAYERS)
    await play(store, a_score(ANA, 30), a_score(BEN, 20), a_score(CLO, 10))
    await show(store, BEN, Visibility.NOBODY)
    board = await of_all_time(store, viewer=BEN)
    assert ranks(board) == [(1, ANA, 30), (2, CLO, 10)]
    assert board.count == 2
    assert board.viewer
    assert (board.viewer.rank, board.viewer.value) == (2, 20)
    seen_by_clo = await of_all_time(store, viewer=CLO)
    assert seen_by_clo.viewer == seen_by_clo.lines[-1]


async def test_who_is_shown_to_chats_only_is_hidden_from_the_world(store: Store) -> None:
    await meet(store, *PLAYERS)
    await play(store, a_score(ANA, 30), a_score(BEN, 20))
    await show(store, ANA, Visibility.CHAT)
    assert ranks(await of_all_time(store)) == [(1, ANA, 30), (2, BEN, 20)]
    world = await of_all_time(store, viewer=ANA, chat=None)
    assert ranks(world) == [(1, BEN, 20)]
    assert world.viewer
    assert world.viewer.rank == 1


async def test_an_average_needs_rounds_and_says_how_many_are_missing(store: Store) -> None:
    await meet(store, ANA, BEN)
    for _ in range(10):
        await play(store, a_score(BEN, 1))
    for _ in range(7):
        await play(store, a_score(ANA, 100))
    board = await of_all_time(store, Measure.AVERAGE, viewer=ANA)
    assert ranks(board) == [(1, BEN, 1000)]
    assert (board.minimum, board.count) == (10, 1)
    assert board.viewer == Line(None, 100_000, board.viewer.standing, 3) if board.viewer else False
    for _ in range(3):
        await play(store, a_score(ANA, 100))
    board = await of_all_time(store, Measure.AVERAGE, viewer=ANA)
    assert ranks(board) == [(1, ANA, 100_000), (2, BEN, 1000)]
    assert board.viewer == board.lines[0]


async def test_the_previous_period_has_a_board_of_its_own(store: Store) -> None:
    await meet(store, ANA, BEN)
    last_week = {"starts_at": START - 3 * A_DAY, "day": DAY - timedelta(days=3)}
    await play(store, a_score(ANA, 10), **last_week)
    await play(store, a_score(BEN, 20))

    async def board(period: Period, *, previous: bool) -> list[tuple[int | None, PlayerRef, int]]:
        found = await StandingsService(store).leaderboard(
            SQUARE, "fr", period, Measure.POINTS, DAY, previous=previous
        )
        return ranks(found)

    assert await board(Period.WEEK, previous=False) == [(1, BEN, 20)]
    assert await board(Period.WEEK, previous=True) == [(1, ANA, 10)]
    assert await board(Period.DAY, previous=True) == []
    assert await board(Period.MONTH, previous=True) == []
    assert await board(Period.MONTH, previous=False) == [(1, BEN, 20), (2, ANA, 10)]
    assert await board(Period.ALL, previous=True) == await board(Period.ALL, previous=False)


@pytest.mark.parametrize("limit", [0, -1, 101])
async def test_a_leaderboard_has_1_to_100_lines(store: Store, limit: int) -> None:
    with pytest.raises(ValueError, match="1 to 100 lines"):
        await of_all_time(store, limit=limit)
    assert (await of_all_time(store, limit=1)).lines == ()
    assert (await of_all_time(store, limit=100)).lines == ()


Game = tuple[ChatRef, int, list[tuple[PlayerRef, int]]]
games: st.SearchStrategy[list[Game]] = st.lists(
    st.tuples(
        st.sampled_from(CHATS),
        st.integers(-40, 0),
        st.lists(
            st.tuples(st.sampled_from(EVERYONE), st.integers(0, 3)),
            min_size=1,
            unique_by=lambda each: each[0],
        ),
    ),
    max_size=12,
)
hidden = st.dictionaries(st.sampled_from(EVERYONE), st.sampled_from(Visibility))


async def play_all(store: Store, played: Sequence[Game], seen: dict[PlayerRef, Visibility]) -> None:
    await meet(store, *EVERYONE)
    for chat, offset, found in played:
        won = max(points for _, points in found)
        await play(
            store,
            *(a_score(player, of, won=0 < of == won) for player, of in found),
            room=Room(chat),
            starts_at=START + offset * A_DAY,
            day=world_day(START + offset * A_DAY),
        )
    for player, visibility in seen.items():
        await show(store, player, visibility)


def recount(
    played: Sequence[Game], board: Board, measure: Measure
) -> dict[PlayerRef, tuple[int, int]]:
    """Return the rounds and the value of each player of a board, the slow way."""
    kept: dict[PlayerRef, list[tuple[int, bool]]] = {}
    for chat, offset, found in played:
        day = DAY + timedelta(days=offset)
        if board.chat in (None, chat) and board.period.start(day) == board.start:
            for player, points in found:
                won = 0 < points == max(each for _, each in found)
                kept.setdefault(player, []).append((points, won))
    values = {
        Measure.POINTS: lambda past: sum(points for points, _ in past),
        Measure.WINS: lambda past: sum(won for _, won in past),
        Measure.BEST: lambda past: max(points for points, _ in past),
        Measure.AVERAGE: lambda past: sum(points * 1000 for points, _ in past) // len(past),
    }
    return {player: (len(past), values[measure](past)) for player, past in kept.items()}


@given(
    games,
    hidden,
    st.sampled_from([*CHATS, None]),
    st.sampled_from(Period),
    st.sampled_from(Measure),
    st.sampled_from(EVERYONE),
    st.integers(1, 6),
    st.booleans(),
)
async def test_leaderboards_are_what_counting_anew_finds(
    played: list[Game],
    seen: dict[PlayerRef, Visibility],
    chat: ChatRef | None,
    period: Period,
    measure: Measure,
    viewer: PlayerRef,
    limit: int,
    previous: bool,
) -> None:
    store = MemoryStore()
    await play_all(store, played, seen)
    found = await StandingsService(store).leaderboard(
        chat, "fr", period, measure, DAY, viewer, limit, previous=previous
    )
    counted = recount(played, found.board, measure)
    minimum = minimum_rounds(measure, period)
    shown = {
        player: value
        for player, (rounds, value) in counted.items()
        if rounds >= minimum and seen.get(player, Visibility.WORLD).shows(worldwide=chat is None)
    }
    order = sorted(shown, key=lambda player: (-shown[player], EVERYONE.index(player)))
    expected = [
        (1 + sum(other > shown[player] for other in shown.values()), player, shown[player])
        for player in order
    ]
    assert ranks(found) == expected[:limit]
    assert found.count == len(shown)
    if viewer not in counted:
        assert found.viewer is None
        return
    rounds, value = counted[viewer]
    assert found.viewer
    assert found.viewer.value == value
    assert found.viewer.missing == max(minimum - rounds, 0)
    rank = 1 + sum(other > value for other in shown.values())
    assert found.viewer.rank == (rank if rounds >= minimum else None)


@given(games, hidden)
async def test_every_round_is_on_eight_boards(
    played: list[Game], seen: dict[PlayerRef, Visibility]
) -> None:
    store = MemoryStore()
    await play_all(store, played, seen)
    async with store.read() as work:
        for player in EVERYONE:
            for each in await work.standings.played(player):
                record = await work.rounds.get(each.round_id)
                assert record
                for board in boards(record):
                    assert await work.standings.get(board, player)


async def test_statistics_are_of_a_player_and_a_language_in_all_chats(store: Store) -> None:
    await meet(store, ANA, BEN)
    await play(store, a_score(ANA, 10), a_score(BEN, 99))
    await play(store, a_score(ANA, 20), room=Room(PARK))
    await play(store, a_score(ANA, 40), lexicon=ENGLISH)
    service = StandingsService(store)
    french = await service.statistics(ANA, "fr", DAY)
    assert (french.rounds, french.points, french.streak) == (2, 30, 1)
    assert (await service.statistics(ANA, "en", DAY)).points == 40
    assert await service.statistics(CLO, "fr", DAY) == statistics([], DAY)
    assert (await service.statistics(ANA, "fr", DAY + timedelta(days=2))).streak == 0


async def test_languages_are_those_with_the_most_rounds_first(store: Store) -> None:
    await meet(store, ANA, BEN)
    service = StandingsService(store)
    assert await service.languages(ANA) == []
    await play(store, a_score(ANA), a_score(BEN))
    await play(store, a_score(ANA), lexicon=ENGLISH)
    assert await service.languages(ANA) == ["en", "fr"]
    await play(store, a_score(ANA), room=Room(PARK))
    assert await service.languages(ANA) == ["fr", "en"]
    assert await service.languages(BEN) == ["fr"]


async def test_a_database_and_dicts_give_the_same_leaderboards(sqlite: Store) -> None:
    memory = MemoryStore()
    found = [(ANA, 3), (BEN, 2), (CLO, 2), (DON, 0)]
    for store in (memory, sqlite):
        played = [
            (chat, day, found[n % 3 :]) for n, day in enumerate((-35, -6, -1, 0)) for chat in CHATS
        ]
        await play_all(store, played, {BEN: Visibility.CHAT, DON: Visibility.NOBODY})
    for chat in (*CHATS, None):
        for period in Period:
            for measure in Measure:
                for viewer in (BEN, DON, EVE, None):
                    one, other = [
                        await StandingsService(store).leaderboard(
                            chat, "fr", period, measure, DAY, viewer, 2
                        )
                        for store in (memory, sqlite)
                    ]
                    assert one == other
    one_past, other_past = [
        await StandingsService(store).statistics(ANA, "fr", DAY) for store in (memory, sqlite)
    ]
    assert one_past == other_past
    assert one_past.rounds == 4
