from dataclasses import replace

from core.house_requests import Answer
from core.ids import Member, PlayerRef, Room
from core.players import FORGOTTEN, Player, Visibility
from core.ports import Store
from core.rounds.events import Termination
from core.rounds.verdict import Cause, Verdict
from core.standings import Measure
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    ETE,
    PARK,
    ROOM,
    SQUARE,
    START,
    WORLD,
    a_board,
    a_find,
    a_miss,
    a_request,
    a_score,
    finish,
    keep,
    keep_plays,
    kept_as,
    meet,
    picture,
    play,
    top,
)


async def forget(store: Store, ref: PlayerRef) -> PlayerRef:
    async with store.write() as work:
        left = await work.players.forget(ref)
    assert left is not None
    return left


async def test_a_player_who_was_never_seen_cannot_be_forgotten(store: Store) -> None:
    await meet(store, ANA, chat=SQUARE)
    before = await picture(store)
    async with store.write() as work:
        assert await work.players.forget(BEN) is None
    assert await picture(store) == before


async def test_of_a_forgotten_player_a_number_and_a_visibility_are_left(store: Store) -> None:
    await meet(store, ANA, BEN, chat=SQUARE)
    async with store.write() as work:
        await work.players.set_visibility(ANA, Visibility.CHAT)
    left = await forget(store, ANA)
    assert left.platform == FORGOTTEN
    assert left.id.isdecimal()
    async with store.read() as work:
        assert await work.players.get(ANA) is None
        assert await work.players.get(left) == Player(left, "", START, Visibility.CHAT)
        assert await work.players.memberships(ANA) == {}
        assert await work.players.memberships(left) == {}
        assert await work.players.memberships(BEN) == {SQUARE: START}


async def test_each_forgotten_player_has_a_number_of_their_own(store: Store) -> None:
    await meet(store, ANA, BEN)
    assert await forget(store, ANA) != await forget(store, BEN)


async def test_who_comes_back_is_a_new_player(store: Store) -> None:
    await meet(store, ANA, BEN)
    await play(store, a_score(ANA, 7), a_score(BEN, 7))
    left = await forget(store, ANA)
    async with store.write() as work:
        await work.players.see(Member(ANA, "Ana"), SQUARE, START + 9)
    await play(store, a_score(ANA, 7), a_score(BEN, 0))
    async with store.read() as work:
        assert await work.players.get(ANA) == Player(ANA, "Ana", START + 9)
        assert len(await work.standings.played(ANA)) == 1
    assert await top(store, WORLD) == [(left, 7), (BEN, 7), (ANA, 7)]
    again = await forget(store, ANA)
    assert again != left
    assert await top(store, WORLD) == [(left, 7), (BEN, 7), (again, 7)]


async def test_points_on_every_board_are_the_same_after_forgetting(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    await play(store, a_score(ANA, 12, won=True), a_score(BEN, 5))
    await play(store, a_score(ANA, 20), room=Room(PARK))
    await play(store, a_score(ANA, 3), a_score(CLO, 3))
    boards = [a_board(SQUARE), a_board(PARK), WORLD]
    before = {board: [await top(store, board, measure) for measure in Measure] for board in boards}
    left = await forget(store, ANA)
    for board in boards:
        renamed = [
            [(left if player == ANA else player, value) for player, value in each]
            for each in before[board]
        ]
        assert [await top(store, board, measure) for measure in Measure] == renamed
    async with store.read() as work:
        standing = await work.standings.get(WORLD, left)
        assert standing
        assert (standing.name, standing.rounds, standing.points, standing.wins) == ("", 3, 35, 1)
        assert await work.standings.get(WORLD, ANA) is None
        assert await work.standings.played(ANA) == []
        assert [played.score.player for played in await work.standings.played(left)] == [left] * 3


async def test_what_a_forgotten_player_sent_stays_only_where_it_was_a_word(store: Store) -> None:
    await meet(store, ANA, BEN)
    key = (await keep(store, started_by=BEN)).id
    unread = Verdict("", cause=Cause.NOT_LETTERS, letters="é")
    short = Verdict("a", cause=Cause.TOO_SHORT, limit=2)
    mine = Verdict("quit", cause=Cause.ALREADY_FOUND, taken_by=ANA)
    plays = [
        a_find(key, ANA, found=ETE, message_id="1"),
        a_miss(key, ANA, message_id="2"),
        a_miss(key, ANA, verdict=unread, message_id="3"),
        a_miss(key, ANA, verdict=short),
        a_miss(key, ANA, verdict=mine, message_id="4"),
        a_miss(key, BEN, verdict=mine, message_id="4"),
        a_miss(key, BEN, message_id="5"),
    ]
    await keep_plays(store, *plays)
    left = await forget(store, ANA)
    expected = [
        replace(plays[0], player=left, message_id=None),
        a_miss(key, left, verdict=Verdict("", cause=Cause.NOT_IN_DICTIONARY)),
        a_miss(key, left, verdict=Verdict("", cause=Cause.NOT_LETTERS)),
        a_miss(key, left, verdict=Verdict("", cause=Cause.TOO_SHORT, limit=2)),
        a_miss(key, left, verdict=Verdict("", cause=Cause.ALREADY_FOUND, taken_by=left)),
        a_miss(key, BEN, verdict=replace(mine, taken_by=left), message_id="4"),
        plays[6],
    ]
    async with store.read() as work:
        assert await work.plays.of(key) == expected
        assert await work.plays.by(left) == expected[:5]
        assert await work.plays.by(ANA) == []
        assert await work.plays.find(ROOM, ANA, "1") is None
        assert await work.plays.find(ROOM, left, "1") is None
        assert await work.plays.find(ROOM, BEN, "5") == plays[6]


async def test_rounds_of_a_forgotten_player_bear_their_number(store: Store) -> None:
    await meet(store, ANA, BEN)
    record = await keep(store, started_by=ANA)
    stopped = await finish(store, record.id, termination=Termination.STOPPED, by=ANA)
    other = await finish(store, (await keep(store, started_by=BEN)).id, by=BEN)
    left = await forget(store, ANA)
    async with store.read() as work:
        expected = replace(stopped, started_by=left, stopped_by=left)
        assert await work.rounds.get(stopped.id) == expected
        assert await work.rounds.get(other.id) == other


async def test_what_a_forgotten_player_wrote_in_requests_is_gone(store: Store) -> None:
    await meet(store, ANA, BEN)
    asked, judged = a_request(requested_by=ANA), a_request(requested_by=BEN)
    async with store.write() as work:
        asked_id, judged_id = await work.house.add(asked), await work.house.add(judged)
        await work.house.decide(asked_id, Answer.ACCEPTED, BEN, START + 1, "Volontiers")
        await work.house.decide(judged_id, Answer.REJECTED, ANA, START + 2, "Non, œuf")
    left = await forget(store, ANA)
    accepted = replace(
        kept_as(asked, asked_id),
        requested_by=left,
        reason="",
        answer=Answer.ACCEPTED,
        decided_by=BEN,
        decided_at=START + 1,
        decision="Volontiers",
    )
    rejected = replace(
        kept_as(judged, judged_id),
        answer=Answer.REJECTED,
        decided_by=left,
        decided_at=START + 2,
    )
    async with store.read() as work:
        assert await work.house.get(SQUARE, asked_id) == accepted
        assert await work.house.get(SQUARE, judged_id) == rejected
        assert await work.house.by(left) == [accepted]
        assert await work.house.by(ANA) == []
        assert await work.house.by(BEN) == [rejected]


async def test_a_forgotten_player_stays_hidden_if_they_were(store: Store) -> None:
    await meet(store, ANA, BEN)
    await play(store, a_score(ANA, 12), a_score(BEN, 5))
    async with store.write() as work:
        await work.players.set_visibility(ANA, Visibility.NOBODY)
    left = await forget(store, ANA)
    assert await top(store, WORLD) == [(BEN, 5)]
    async with store.read() as work:
        assert await work.standings.get(WORLD, left)
