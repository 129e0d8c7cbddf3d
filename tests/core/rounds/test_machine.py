"""A round under any order of events, against a naive recount of what was sent."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from core.ids import PlayerRef
from core.rounds.events import IllegalEvent, RoundFinished, Termination, WordJudged
from core.rounds.laws import Law
from core.rounds.round import Round, State
from core.rounds.verdict import Cause
from tests.core.rounds.boards import ANA, BEN, END, FOUND, PLAYERS, START, a_round

GRACE = 3.0
WINDOW = 1500  # milliseconds, as all times of the journal

players = st.sampled_from(PLAYERS)
texts = st.sampled_from(
    # Few words, so that players meet on them.
    ["est", "Èst", "EST", "quits", "tis"] * 3
    + [*FOUND, "zoo", "sat", "ratas", "qat", "si", "", "l'est", "est" * 50]
)
# Milliseconds from the start: around the tie window of one another, and at the limits.
moments = st.sampled_from(
    [0, 1, 500, 1_500, 1_501, 2_000, 2_001, 3_000, 3_001, 3_500] * 2 + [-1, 119_999, 120_000]
)


@dataclass(frozen=True)
class Sent:
    """One message as the platform keeps it."""

    player: PlayerRef
    text: str
    ms: int
    message_id: str | None

    def to(self, game: Round) -> WordJudged:
        return game.submit(self.player, self.text, START + self.ms / 1000, self.message_id)


def recount(law: Law, journal: list[Sent]) -> dict[PlayerRef, int]:
    """Score a journal by the rules alone, message by message, in order of time sent."""
    scores = {sent.player: 0 for sent in journal}
    for word, found in FOUND.items():
        spelt = {word, word.upper(), found.display.capitalize()}
        sent = [s for s in journal if s.text in spelt and 0 <= s.ms < 120_000]
        first = {p: min(s.ms for s in sent if s.player == p) for p in {s.player for s in sent}}
        for player, ms in first.items():
            if law is Law.EVERY_FINDER or (law is Law.UNIQUE_ONLY and len(first) == 1):
                scores[player] += found.points
            elif law is Law.SPLIT:
                scores[player] += max(1, found.points // len(first))
            elif law is Law.FIRST_FINDER and ms <= min(first.values()) + WINDOW:
                scores[player] += found.points
    return scores


def scores(game: Round) -> dict[PlayerRef, int]:
    return {card.player: card.points for card in game.result().standing}


def snapshot(game: Round) -> Round:
    """Return a copy that later changes of `game` do not reach."""
    same = copy(game)
    same._plays = list(game._plays)
    same._messages = dict(game._messages)
    same._players = dict(game._players)
    same._runs = dict(game._runs)
    same._finders = {word: dict(finders) for word, finders in game._finders.items()}
    return same


class RoundMachine(RuleBasedStateMachine):
    """Players who talk all at once, on a network that delays, reorders and repeats."""

    def __init__(self) -> None:
        super().__init__()
        self.journal: list[Sent] = []
        self.answers: list[WordJudged] = []
        self.final: tuple[RoundFinished, Round] | None = None
        self.ids = count()

    @initialize(law=st.sampled_from(Law))
    def build(self, law: Law) -> None:
        self.game = a_round(law=law, grace=GRACE, tie_window=WINDOW / 1000, patience=0)

    @precondition(lambda self: self.game.state is State.WAITING)
    @rule()
    def start(self) -> None:
        self.game.start()

    @precondition(lambda self: self.game.state is State.RUNNING)
    @rule(player=players, text=texts, ms=moments, named=st.booleans())
    def submit(self, player: PlayerRef, text: str, ms: int, named: bool) -> None:
        sent = Sent(player, text, ms, f"m{next(self.ids)}" if named else None)
        answer = sent.to(self.game)
        self.check_verdict(sent, answer)
        self.journal.append(sent)
        self.answers.append(answer)

    @precondition(lambda self: self.game.state is State.RUNNING and self.journal)
    @rule(data=st.data(), text=texts, ms=moments)
    def replay(self, data: st.DataObject, text: str, ms: int) -> None:
        number = data.draw(st.integers(0, len(self.journal) - 1))
        sent = self.journal[number]
        if sent.message_id is not None:
            before = snapshot(self.game)
            again = Sent(sent.player, text, ms, sent.message_id).to(self.game)
            assert again is self.answers[number]
            assert self.game == before

    @precondition(lambda self: self.game.state is State.RUNNING)
    @rule(ms=moments)
    def tick_early(self, ms: int) -> None:
        before = snapshot(self.game)
        assert self.game.tick(START + ms / 1000) is None
        assert self.game == before

    @precondition(lambda self: self.game.state is State.RUNNING and len(self.journal) > 8)
    @rule(stopped=st.booleans())
    def finish(self, stopped: bool) -> None:
        finished = self.game.stop(START + 9, BEN) if stopped else self.game.tick(END + GRACE)
        assert finished
        assert finished.termination is (Termination.STOPPED if stopped else Termination.TIME_UP)
        self.final = finished, snapshot(self.game)

    @precondition(lambda self: self.game.state is not State.WAITING)
    @rule()
    def start_twice(self) -> None:
        self.must_be_illegal(self.game.start)

    @precondition(lambda self: self.game.state is not State.RUNNING)
    @rule(player=players, text=texts, ms=moments)
    def act_out_of_turn(self, player: PlayerRef, text: str, ms: int) -> None:
        self.must_be_illegal(lambda: Sent(player, text, ms, "m0").to(self.game))
        self.must_be_illegal(lambda: self.game.tick(START + ms / 1000))
        self.must_be_illegal(lambda: self.game.tick(END + GRACE))
        if self.game.state is State.FINISHED:
            self.must_be_illegal(lambda: self.game.stop(START + ms / 1000, ANA))

    def must_be_illegal(self, act: Callable[[], object]) -> None:
        before = snapshot(self.game)
        with pytest.raises(IllegalEvent):
            act()
        assert self.game == before

    def check_verdict(self, sent: Sent, answer: WordJudged) -> None:
        """Compare a verdict with what the journal lets one expect."""
        verdict, law = answer.verdict, self.game.law
        word = sent.text.strip().lower().replace("è", "e")
        earlier = [
            a
            for a in self.answers
            if a.verdict.word == word and (a.verdict.accepted or a.verdict.taken_by == a.player)
        ]
        first = min((a.at for a in earlier), default=answer.at)
        if sent.ms < 0:
            assert verdict.cause is Cause.NOT_STARTED
        elif sent.ms >= 120_000:
            assert verdict.cause is Cause.TOO_LATE
        elif word not in FOUND:
            assert verdict.cause not in (None, Cause.ALREADY_FOUND, Cause.TOO_LATE)
        elif any(a.player == sent.player for a in earlier):
            assert (verdict.cause, verdict.taken_by) == (Cause.ALREADY_FOUND, sent.player)
        elif law is Law.FIRST_FINDER and round(1000 * (answer.at - first)) > WINDOW:
            assert verdict.cause is Cause.ALREADY_FOUND
            assert first in [a.at for a in earlier if a.player == verdict.taken_by]
        else:
            assert verdict.found == FOUND[word]

    @invariant()
    def the_scores_are_those_of_a_recount(self) -> None:
        if hasattr(self, "game"):
            assert scores(self.game) == recount(self.game.law, self.journal)
            assert list(self.game.plays) == self.answers

    @invariant()
    def what_is_finished_stays_so(self) -> None:
        if self.final:
            finished, then = self.final
            assert self.game == then
            assert finished.result == self.game.result()


RoundMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestRoundMachine = RoundMachine.TestCase


@settings(max_examples=80, deadline=None)
@given(
    law=st.sampled_from(Law),
    journal=st.lists(st.builds(Sent, players, texts, moments, st.none()), max_size=25),
    data=st.data(),
)
def test_scores_do_not_depend_on_the_order_of_arrival(
    law: Law, journal: list[Sent], data: st.DataObject
) -> None:
    results = []
    for order in (journal, data.draw(st.permutations(journal))):
        game = a_round(law=law, patience=0)
        game.start()
        for sent in order:
            sent.to(game)
        results.append({(c.player, c.rank, c.points, c.words) for c in game.result().standing})
    assert results[0] == results[1]
    assert scores(game) == recount(law, journal)
