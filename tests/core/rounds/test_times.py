"""The times that players tell of words that were held up: they bring something, and harm nobody."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.ids import PlayerRef
from core.rounds.events import WordAccepted, WordIgnored, WordJudged
from core.rounds.laws import Law
from core.rounds.round import PATIENCE, PAUSE, Round
from core.rounds.verdict import Cause, Trait
from tests.core.rounds.boards import ANA, BEN, CLO, END, FOUND, PLAYERS, START, a_round, running

GRACE = 3.0
PATIENT = 2  # misses: so few that sequences are often braked


@dataclass(frozen=True)
class Sent:
    """A word as the service hands it to a round; without `ago` a platform stamped it."""

    player: PlayerRef
    text: str
    came: float
    ago: float | None = None

    def to(self, game: Round) -> WordJudged:
        if self.ago is None:
            return game.submit(self.player, self.text, self.came)
        return game.submit(self.player, self.text, self.came - self.ago, None, self.came)


def played(law: Law, journal: Iterable[Sent], patience: int = PATIENT) -> Round:
    game = a_round(law=law, grace=GRACE, patience=patience)
    game.start()
    for sent in journal:
        sent.to(game)
    return game


def scores(game: Round) -> dict[PlayerRef, int]:
    return {card.player: card.points for card in game.result().standing}


@st.composite
def journals(draw: st.DrawFn) -> list[Sent]:
    """Words in order of arrival, close to one another, the last around the end of the round."""
    texts = st.sampled_from(["est", "est", "quits", "tis", "zoo", "tase", "sat", "si", ""])
    gaps = st.sampled_from([0.0, 0.1, 0.9, 1.0, 1.4, 1.5, 1.6, 3.0])
    agos = st.sampled_from([0.0, 0.2, 1.0, 1.6, 2.0, 5.0, 20.0]) | st.floats()
    came, journal = draw(st.sampled_from([START, START + 5, END - 8])), []
    for _ in range(draw(st.integers(0, 20))):
        came += draw(gaps)
        ago = draw(st.none() | agos)
        journal.append(Sent(draw(st.sampled_from(PLAYERS)), draw(texts), came, ago))
    return journal


def by_arrival(sent: Sent) -> Sent:
    return replace(sent, ago=None)


@settings(max_examples=400, deadline=None)
@given(law=st.sampled_from(Law), journal=journals())
def test_no_stamp_changes_what_another_has_or_costs_anybody_points(
    law: Law, journal: list[Sent]
) -> None:
    stamped, arrived = scores(played(law, journal)), scores(played(law, map(by_arrival, journal)))
    assert stamped.keys() == arrived.keys()
    for player, points in stamped.items():
        others = (by_arrival(sent) if sent.player != player else sent for sent in journal)
        assert points == scores(played(law, others))[player]
        assert points >= arrived[player]
        if all(sent.ago is None for sent in journal if sent.player == player):
            assert points == arrived[player]


@settings(max_examples=200, deadline=None)
@given(law=st.sampled_from(Law), journal=journals())
def test_a_journal_makes_the_same_round_again(law: Law, journal: list[Sent]) -> None:
    game, again = played(law, journal), played(law, [])
    for play in game.plays:
        again.record(play)
    assert again == game


@settings(max_examples=200, deadline=None)
@given(law=st.sampled_from(Law), journal=journals(), cut=st.integers(0, 20))
def test_words_judged_together_are_judged_as_one_by_one(
    law: Law, journal: list[Sent], cut: int
) -> None:
    game = played(law, journal[:cut])
    sent = [
        (s.player, s.text, s.came - (s.ago or 0.0), None, None if s.ago is None else s.came)
        for s in journal[cut:]
    ]
    before = len(game.plays)
    together = game.judge_all(sent)
    assert len(game.plays) == before
    assert together == [s.to(game) for s in journal[cut:]]


@pytest.mark.parametrize("ago", [-1.0, -inf, nan, 0.0])
def test_a_stamp_that_is_none_is_the_arrival(ago: float) -> None:
    game = running(grace=GRACE)
    play = Sent(ANA, "est", START + 9, ago).to(game)
    assert (play.at, play.arrived, play.came) == (START + 9, None, START + 9)
    assert isinstance(play, WordAccepted)


def test_a_late_word_ties_and_takes_nothing_away() -> None:
    game = running(law=Law.FIRST_FINDER, grace=GRACE)
    game.submit(ANA, "est", START + 40)
    refused = Sent(BEN, "est", START + 50, 8.4).to(game)
    assert refused.verdict.taken_by == ANA
    tied = Sent(CLO, "est", START + 50, 20).to(game)
    assert (tied.at, tied.came) == (START + 30, START + 50)
    assert tied.verdict.accepted
    result = game.result()
    assert [result.of(who).points for who in (ANA, BEN, CLO)] == [3, 0, 3]


def test_a_late_word_keeps_nobody_from_finding_it_before_it_came() -> None:
    game = running(law=Law.FIRST_FINDER, grace=GRACE)
    Sent(ANA, "est", START + 50, 20).to(game)
    assert game.submit(BEN, "est", START + 49).verdict.accepted  # a chat had it, and says so now
    assert game.submit(CLO, "est", START + 50.6).verdict.taken_by == BEN
    assert scores(game) == {ANA: 3, BEN: 3, CLO: 0}


def test_a_word_that_has_its_verdict_does_not_go_back() -> None:
    game = running(law=Law.FIRST_FINDER, grace=GRACE)
    game.submit(ANA, "est", START + 40)
    game.submit(ANA, "quits", START + 40)
    assert game.submit(BEN, "est", START + 50).verdict.taken_by == ANA
    again = Sent(BEN, "est", START + 51, 19).to(game)
    assert (again.verdict.taken_by, again.at) == (ANA, START + 51)
    own = Sent(ANA, "est", START + 52, 19).to(game)
    assert (own.verdict.taken_by, own.at) == (ANA, START + 52)
    assert scores(game) == {ANA: 3 + FOUND["quits"].points, BEN: 0}


@pytest.mark.parametrize(("came", "counts"), [(0, True), (GRACE - 0.01, True), (GRACE, False)])
@pytest.mark.parametrize("law", Law)
def test_what_arrives_after_the_grace_counts_nowhere(law: Law, came: float, counts: bool) -> None:
    game = running(law=law, grace=GRACE)
    play = Sent(ANA, "est", END + came, 10).to(game)
    assert play.verdict.cause is (None if counts else Cause.TOO_LATE)
    assert Sent(BEN, "est", END + came, came).to(game).verdict.cause is Cause.TOO_LATE
    assert scores(game)[ANA] == (3 if counts else 0)


@pytest.mark.parametrize(("law", "late"), [(Law.UNIQUE_ONLY, 0), (Law.SPLIT, 1)])
def test_what_comes_after_the_end_shares_but_takes_no_share(law: Law, late: int) -> None:
    game = running(law=law, grace=GRACE)
    game.submit(ANA, "est", START + 40)
    assert Sent(BEN, "est", END + 1, 10).to(game).verdict.accepted
    assert scores(game) == {ANA: 3, BEN: late}
    assert set(game.result().finders["est"]) == {ANA, BEN}


@pytest.mark.parametrize("forged", [0.0, 5.0, 60.0, 1e9])
def test_the_brake_goes_by_arrival_and_counts_words(forged: float) -> None:
    game = running(grace=GRACE)
    guesses = [Sent(ANA, "tase", START + 70 + n / 1000, forged + n / 1000) for n in range(100)]
    causes = [sent.to(game).verdict.cause for sent in guesses]
    assert causes == [Cause.NOT_IN_DICTIONARY] * PATIENCE + [Cause.PAUSED] * 95


def judged(plays: Iterable[WordJudged]) -> int:
    return sum(play.verdict.has(Trait.MISS) for play in plays)


def test_a_message_of_fifty_words_is_fifty_tries() -> None:
    game = running()
    plays = [
        game.submit(ANA, "tase", START + second, f"{second}.{n}")
        for second in range(20)
        for n in range(50)
    ]
    assert judged(plays) == PATIENCE + 19
    assert len(game.plays) == PATIENCE + 19 + 20, "of each pause one refused word is kept"
    assert sum(isinstance(play, WordIgnored) for play in plays) == 1000 - len(game.plays)


def test_a_refused_message_that_comes_again_is_refused_again_whatever_came_since() -> None:
    game = running()
    for n in range(PATIENCE):
        game.submit(ANA, "tase", START, f"{n}")
    kept = game.submit(ANA, "est", START + 0.1, "kept")
    ignored = game.submit(ANA, "quits", START + 0.2, "ignored")
    assert (kept.verdict.cause, ignored.verdict.cause) == (Cause.PAUSED, Cause.PAUSED)
    assert game.submit(ANA, "est", START + PAUSE, "later").verdict.accepted
    assert game.submit(ANA, "est", START + 0.1, "kept") is kept
    again = running()
    for play in game.plays:
        again.record(play)
    for each in (game, again):
        assert each.submit(ANA, "quits", START + 0.2, "ignored") == ignored


def test_a_find_that_counts_by_its_stamp_alone_does_not_ease_the_brake() -> None:
    game = running(law=Law.FIRST_FINDER, grace=GRACE, patience=2)
    game.submit(ANA, "est", START + 40)
    game.submit(BEN, "tase", START + 41.8)
    assert Sent(BEN, "est", START + 42, 1).to(game).verdict.accepted  # by its arrival it is Ana's
    game.submit(BEN, "tase", START + 42.1)
    assert game.submit(BEN, "quits", START + 42.2).verdict.cause is Cause.PAUSED
    game.submit(BEN, "quit", START + 43.1)
    assert game.submit(CLO, "quits", START + 60).verdict.accepted
