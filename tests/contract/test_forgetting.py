from dataclasses import replace

import pytest

from core.chats.house import Answer
from core.chats.players import FORGOTTEN, Player, Visibility
from core.daily.puzzle import DailyLine
from core.ids import Member, PlayerRef, Room
from core.ports import Conflict, Store
from core.rounds.events import Termination
from core.rounds.purpose import ForDaily
from core.rounds.verdict import Cause, Verdict
from core.standings import Measure, Period
from core.wordle.record import wordle_room
from tests.contract.dailies import (
    a_daily_board,
    attempt,
    begin,
    close,
    finish_attempt,
    join,
    keep_puzzle,
    lines,
)
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    ETE,
    PARK,
    QUIT,
    ROOM,
    SQUARE,
    START,
    WORLD,
    a_board,
    a_find,
    a_miss,
    a_request,
    a_score,
    assert_conflict,
    finish,
    keep,
    keep_plays,
    kept_as,
    meet,
    picture,
    play,
    top,
)
from tests.contract.wordles import (
    CORNER,
    a_game,
    a_guess,
    a_wordle_board,
    keep_game,
    keep_word,
    solve,
    wordle_lines,
)


async def forget(store: Store, ref: PlayerRef) -> PlayerRef:
    async with store.write() as work:
        left = await work.players.forget(ref, 1.0)
    assert left is not None
    return left


async def test_a_player_who_was_never_seen_cannot_be_forgotten(store: Store) -> None:
    await meet(store, ANA, chat=SQUARE)
    before = await picture(store)
    async with store.write() as work:
        assert await work.players.forget(BEN, 1.0) is None
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


async def test_words_that_a_forgotten_player_asked_for_in_vain_are_gone(store: Store) -> None:
    await meet(store, ANA, BEN)
    async with store.write() as work:
        keys = [await work.house.add(a_request(requested_by=ANA)) for _ in range(2)]
        await work.house.decide(keys[0], Answer.REJECTED, BEN, START + 1, "Non")
    left = await forget(store, ANA)
    async with store.read() as work:
        assert await work.house.open(SQUARE) == []
        for request in await work.house.by(left):
            assert (request.word, request.reason) == ("", "")
            assert request.answer is Answer.REJECTED
    async with store.write() as work:
        assert await work.house.add(a_request(requested_by=BEN)) not in keys


async def test_a_forgotten_players_attempts_of_today_are_none_any_more(store: Store) -> None:
    await meet(store, ANA, BEN, chat=SQUARE)
    over, today, tomorrow = [await keep_puzzle(store, number) for number in (1, 2, 3)]
    await attempt(store, over, ANA, QUIT)
    await close(store, over)
    await attempt(store, today, BEN, QUIT)
    dropped = [await attempt(store, today, ANA, QUIT, ETE), await begin(store, tomorrow, ANA)]
    left = await forget(store, ANA)
    assert await lines(store, a_daily_board(day=over.day)) == [(left, 12)]
    assert await lines(store, a_daily_board(Period.ALL)) == [(left, 120_000)]
    assert await lines(store, a_daily_board(day=today.day)) == [(BEN, 12)]
    async with store.write() as work:
        assert [each.number for each in await work.attempts.by(left)] == [1]
        assert await work.attempts.finders(today.id) == {"quit": 1}
        assert await work.attempts.players(today.id) == 1
        for record in dropped:
            stored = await work.rounds.get(record.id)
            assert stored
            assert isinstance(record.purpose, ForDaily)
            assert stored.purpose == replace(record.purpose, ranked=False)
        running = await work.rounds.get(dropped[1].id)
        assert running
        await finish_attempt(work, running, [QUIT])
    await meet(store, ANA)
    for puzzle in (today, tomorrow):
        with pytest.raises(Conflict):
            await begin(store, puzzle, ANA)
    await close(store, today)
    assert await lines(store, a_daily_board(day=today.day)) == [(BEN, 12)]


async def test_a_forgotten_player_stays_hidden_if_they_were(store: Store) -> None:
    await meet(store, ANA, BEN)
    await play(store, a_score(ANA, 12), a_score(BEN, 5))
    async with store.write() as work:
        await work.players.set_visibility(ANA, Visibility.NOBODY)
    left = await forget(store, ANA)
    assert await top(store, WORLD) == [(BEN, 5)]
    async with store.read() as work:
        assert await work.standings.get(WORLD, left)


async def test_of_a_forgotten_players_wordles_what_past_days_brought_is_left(store: Store) -> None:
    await meet(store, ANA, BEN, chat=SQUARE)
    past, today, german = [
        await keep_word(store, 1),
        await keep_word(store, 2),
        await keep_word(store, 1, language="de"),
    ]
    old = await solve(store, ANA, past, tries=3)
    gone = [
        await solve(store, ANA, today),
        await solve(store, ANA, german),
        await solve(store, ANA),
        await keep_game(store, a_game(), a_guess(message_id="1")),
    ]
    bens = await solve(store, BEN, today)
    all_times = a_wordle_board(Period.ALL)
    left = await forget(store, ANA)
    assert await wordle_lines(store, all_times) == [(BEN, 6), (left, 4)]
    async with store.read() as work:
        kept = await work.wordles.record(old.id)
        room = wordle_room(left)
        assert kept == replace(old, room=room, started_by=left, guesses=())
        assert await work.wordles.by(left) == [kept]
        assert await work.wordles.played(left, "en") == [kept]
        assert [await work.wordles.record(each.id) for each in gone] == [None] * 4
        assert await work.wordles.record(bens.id) == bens
        assert await work.wordles.by(ANA) == []
        line = await work.wordles.get(all_times, left)
        assert line == DailyLine(left, "", value=4, days=1, points=4, words=3)


async def test_guesses_of_a_forgotten_player_stay_in_games_of_others(store: Store) -> None:
    await meet(store, ANA, BEN)
    guesses = a_guess(message_id="1"), a_guess(player=BEN, message_id="2")
    shared = await keep_game(store, a_game(room=CORNER), *guesses)
    left = await forget(store, ANA)
    async with store.write() as work:
        kept = replace(
            shared,
            started_by=left,
            guesses=(replace(guesses[0], player=left, message_id=""), guesses[1]),
        )
        assert await work.wordles.active(CORNER) == kept
        await work.wordles.guess(shared.id, a_guess(player=BEN), 2)


async def test_wordles_stay_with_the_other_account_of_who_is_forgotten(store: Store) -> None:
    await meet(store, ANA, BEN)
    past, today = await keep_word(store, 1), await keep_word(store, 2)
    words = [await solve(store, ANA, word) for word in (past, today)]
    bens = await solve(store, BEN, past, tries=3)
    await join(store, ANA, BEN)
    left = await forget(store, ANA)
    async with store.read() as work:
        kept = await work.wordles.at_word(today.id, BEN)
        assert kept == replace(
            words[1],
            room=wordle_room(BEN),
            started_by=BEN,
            guesses=tuple(replace(each, player=BEN) for each in words[1].guesses),
        )
        assert await work.wordles.at_word(past.id, BEN) == bens
        assert await work.wordles.played(BEN, "en") == [kept, bens]
    assert await wordle_lines(store, a_wordle_board(day=past.day)) == [(left, 6), (BEN, 4)]
    assert await wordle_lines(store, a_wordle_board(day=today.day)) == [(BEN, 6)]


async def test_who_comes_back_has_had_the_word_of_the_day(store: Store) -> None:
    await meet(store, ANA, BEN)
    past, today = await keep_word(store, 1), await keep_word(store, 2)
    for word in (past, today):
        await solve(store, ANA, word)
    left = await forget(store, ANA)
    await meet(store, ANA)
    await assert_conflict(store, lambda work: work.wordles.add(a_game(ANA, today)))
    await solve(store, BEN, today, tries=3)
    await solve(store, ANA, await keep_word(store, 3))
    assert await wordle_lines(store, a_wordle_board(day=past.day)) == [(left, 6)]
    assert await wordle_lines(store, a_wordle_board(day=today.day)) == [(BEN, 4)]
