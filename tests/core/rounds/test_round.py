"""A round from its start to its end."""

import pytest

from core.grid import Grid
from core.ids import PlayerRef
from core.rounds.events import (
    IllegalEvent,
    RoundFinished,
    RoundStarted,
    Termination,
    WordAccepted,
    WordRefused,
)
from core.rounds.laws import Law
from core.rounds.round import TRANSITIONS, Act, Round, State
from core.rounds.verdict import Cause, Trait, Verdict
from core.solver.solution import FoundWord, Solution
from tests.core.rounds.boards import (
    ANA,
    BEN,
    CLO,
    END,
    FOUND,
    FRENCH,
    GRID,
    SOLUTION,
    START,
    a_round,
    running,
)


def test_a_round_from_start_to_end() -> None:
    game = a_round(law=Law.SPLIT)
    assert game.start() == RoundStarted(1, GRID, Law.SPLIT, START, END)
    accepted = game.submit(ANA, "Quit", START + 5, "m1")
    assert accepted == WordAccepted(1, ANA, Verdict("quit", FOUND["quit"]), START + 5, "m1")
    refused = game.submit(BEN, "zoo", START + 6)
    verdict = Verdict("zoo", cause=Cause.LETTER_NOT_ON_GRID, letters="z")
    assert refused == WordRefused(1, BEN, verdict, START + 6, None)
    assert game.plays == (accepted, refused)
    assert game.tick(END - 0.001) is None
    finished = game.tick(END)
    assert finished == RoundFinished(1, Termination.TIME_UP, END, None, game.result())
    assert game.state is State.FINISHED


def test_a_round_can_be_stopped() -> None:
    game = running()
    game.submit(ANA, "quit", START + 5)
    finished = game.stop(START + 6, by=BEN)
    assert (finished.termination, finished.at, finished.by) == (
        Termination.STOPPED,
        START + 6,
        BEN,
    )
    assert finished.result.of(ANA).points == 12


ACTS = {
    Act.START: lambda game: game.start(),
    Act.SUBMIT: lambda game: game.submit(ANA, "rest", START + 1, "m9"),
    Act.TICK: lambda game: game.tick(END),
    Act.STOP: lambda game: game.stop(START + 2),
}


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("act", Act)
def test_the_table_says_what_can_be_done(state: State, act: Act) -> None:
    game, same = a_round(), a_round()
    for each in (game, same):
        if state is not State.WAITING:
            each.start()
            each.submit(BEN, "tas", START, "m1")
        if state is State.FINISHED:
            each.tick(END)
    assert game.state is state
    if (state, act) in TRANSITIONS:
        ACTS[act](game)
        assert game.state is TRANSITIONS[state, act]
    else:
        with pytest.raises(IllegalEvent, match=f"cannot {act}: the round is {state}") as raised:
            ACTS[act](game)
        assert raised.value.facts == {"subject": "round", "state": state, "act": act}
        assert game == same


@pytest.mark.parametrize(
    ("offset", "cause"),
    [
        (-0.001, Cause.NOT_STARTED),
        (0, None),
        (119.999, None),
        (120, Cause.TOO_LATE),
        (124, Cause.TOO_LATE),
    ],
)
def test_a_word_is_judged_by_the_time_it_was_sent(offset: float, cause: Cause | None) -> None:
    game = running(grace=5)
    assert game.closes_at == END + 5
    assert game.tick(END + 4.9) is None
    assert game.submit(ANA, "quit", START + offset).verdict.cause is cause
    assert game.submit(ANA, "zz zz", START + offset).verdict.word == ""
    finished = game.tick(END + 5)
    assert finished
    assert finished.result.of(ANA).points == (0 if cause else 12)


def test_a_word_out_of_time_tells_nothing_about_the_grid() -> None:
    game = running()
    verdicts = {game.submit(ANA, text, START - 1).verdict for text in ("quit", "zoo", "l'")}
    assert verdicts == {Verdict("", cause=Cause.NOT_STARTED)}


@pytest.mark.parametrize("law", Law)
def test_a_player_finds_a_word_once(law: Law) -> None:
    game = running(law=law)
    game.submit(ANA, "est", START + 1)
    again = game.submit(ANA, "ÉST", START + 2)
    assert again.verdict == Verdict("est", cause=Cause.ALREADY_FOUND, taken_by=ANA)
    assert game.result().of(ANA).words == (FOUND["est"],)


@pytest.mark.parametrize("law", Law)
def test_a_word_of_another_is_taken_under_first_finder_only(law: Law) -> None:
    game = running(law=law)
    game.submit(ANA, "est", START + 1)
    assert isinstance(game.submit(CLO, "est", START + 2.5), WordAccepted)
    verdict = game.submit(BEN, "est", START + 2.6).verdict
    if law is Law.FIRST_FINDER:
        assert verdict == Verdict("est", cause=Cause.ALREADY_FOUND, taken_by=ANA)
    else:
        assert verdict.accepted


def test_a_word_read_late_but_sent_first_wins_it() -> None:
    game = running(law=Law.FIRST_FINDER)
    game.submit(ANA, "est", START + 5)
    assert game.submit(BEN, "est", START + 3).verdict.accepted
    assert game.submit(CLO, "est", START + 5).verdict.taken_by == BEN
    result = game.result()
    assert (result.of(ANA).points, result.of(BEN).points) == (0, 3)
    assert result.of(ANA).words == ()


def test_a_repeat_that_was_sent_earlier_moves_its_time_back() -> None:
    game = running(law=Law.FIRST_FINDER)
    game.submit(ANA, "est", START + 5)
    game.submit(BEN, "est", START + 3)
    assert game.submit(ANA, "est", START + 4).verdict.taken_by == ANA
    assert game.result().of(ANA).points == 3


def test_a_message_is_judged_once() -> None:
    game = running()
    first = game.submit(ANA, "est", START + 1, "m1")
    assert game.submit(ANA, "quit", START + 2, "m1") is first
    assert game.plays == (first,)
    assert isinstance(game.submit(BEN, "est", START + 1, "m1"), WordAccepted)
    assert isinstance(game.submit(ANA, "est", START + 1), WordRefused)


def test_judging_changes_nothing_until_it_is_recorded() -> None:
    game = running()
    play = game.judge(ANA, "est", START + 1, "m1")
    assert not game.plays
    assert not game.knows(play)
    game.record(play)
    assert game.plays == (play,)
    assert game.knows(play)
    assert game.judge(ANA, "tas", START + 2, "m1") is play


def test_recorded_plays_make_the_same_round_again() -> None:
    game, again = running(law=Law.FIRST_FINDER), running(law=Law.FIRST_FINDER)
    for n, (player, word) in enumerate([(ANA, "est"), (BEN, "est"), (BEN, "zoo"), (CLO, "est")]):
        game.submit(player, word, START + n, f"m{n}")
    for play in game.plays:
        again.record(play)
    assert again == game


def miss(game: Round, times: int, at: float) -> None:
    for n in range(times):
        assert game.submit(ANA, "tase", at + n).verdict.cause is Cause.NOT_IN_DICTIONARY


def test_five_misses_in_a_row_make_a_player_pause_for_a_second() -> None:
    game = running()
    miss(game, 4, START)
    assert game.submit(ANA, "est", START + 3.1).verdict.accepted
    miss(game, 5, START + 4)
    paused = game.submit(ANA, "quit", START + 8.999).verdict
    assert (paused.cause, paused.limit, paused.word) == (Cause.PAUSED, 5, "")
    assert game.submit(BEN, "quit", START + 8.5).verdict.accepted
    assert game.submit(ANA, "quit", START + 9).verdict.accepted


def test_a_further_miss_pauses_again_and_what_is_no_try_does_not_count() -> None:
    game = running()
    miss(game, 5, START)
    for text in ("a", "l'a", "x" * 20):
        assert not game.submit(ANA, text, START + 6).verdict.has(Trait.MISS)
    miss(game, 1, START + 7)
    assert game.submit(ANA, "est", START + 7.5).verdict.cause is Cause.PAUSED
    assert game.submit(ANA, "est", START + 6.9).verdict.accepted  # sent before that miss


def test_a_round_in_which_nothing_happened_has_a_card_for_its_players() -> None:
    game = running(players=[ANA])
    finished = game.tick(END)
    assert finished
    card = finished.result.of(ANA)
    assert (card.rank, card.points, card.words) == (1, 0, ())


@pytest.mark.parametrize(
    "knobs", [{"deadline": START}, {"grace": -1}, {"tie_window": -1}, {"deadline": float("nan")}]
)
def test_a_round_needs_sound_times(knobs: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="starts_at < deadline"):
        a_round(**knobs)


def test_a_round_of_twenty_players_and_two_hundred_words_each_stays_fast() -> None:
    letters = "abcdefghijklmnop"
    words = [a + b + c for a in letters for b in letters for c in "abc"][:250]
    grid = Grid.parse(letters)
    solution = Solution(
        grid, SOLUTION.rules, tuple(FoundWord(w, w, points=1, path=()) for w in words)
    )
    game = running(solution=solution, alphabet=FRENCH, law=Law.FIRST_FINDER, tie_window=120)
    players = [PlayerRef("test", str(n)) for n in range(20)]
    for n, word in enumerate(words[:200]):
        for player in players:
            game.submit(player, word, START + n / 10, f"{n}")
    assert {card.points for card in game.result().standing} == {200}
