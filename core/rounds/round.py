"""One grid, one deadline, many players: the rules of a round.

               start       submit      tick                      stop
    WAITING    RUNNING     -           -                         FINISHED
    RUNNING    -           RUNNING     FINISHED once it closes   FINISHED
    FINISHED   -           -           -                         -

What is "-" raises IllegalEvent, and whatever raises leaves the round unchanged.

- A word is judged by the time it was sent, never by when it is read: it counts
  from `starts_at` (inclusive) to `deadline` (exclusive). The round stays open
  for `grace` seconds more, for words on their way.
- Words may come in any order of time. Who was first is decided by the time
  sent, then by arrival, so the scores do not depend on the order of arrival.
- A player's message is judged once: again, it gets the same answer.
- A player who misses `PATIENCE` times in a row pauses: what they send in the
  `PAUSE` seconds after the latest miss is refused unread (what came with it is not).
  This brake alone goes by arrival: a word held up on its way is not refused after the fact.

All times are arguments, in seconds of UTC epoch; there is no clock here.
"""

from collections import ChainMap
from collections.abc import Iterable
from collections.abc import MutableMapping as _Map
from dataclasses import InitVar, dataclass, field
from enum import StrEnum

from core.ids import PlayerRef
from core.lexicon.alphabet import Alphabet
from core.lexicon.unfit import unfit
from core.rounds.events import (
    IllegalEvent,
    RoundFinished,
    RoundStarted,
    Termination,
    WordAccepted,
    WordJudged,
    WordRefused,
)
from core.rounds.laws import TIE_WINDOW, Law
from core.rounds.result import Result, summarise
from core.rounds.verdict import Cause, Trait, Verdict, judge
from core.solver.solution import Solution

PATIENCE = 5  # misses in a row: more than a player's slips, less than a guessing machine's
PAUSE = 1.0  # seconds, as the game Wordament has it
_NO_RUN = (0, 0.0)  # of misses, and when the latest was


class State(StrEnum):
    """The state of a round."""

    WAITING = "waiting"  # built, and stored, before its grid is shown
    RUNNING = "running"
    FINISHED = "finished"


class Act(StrEnum):
    """The acts that a round takes."""

    START = "start"
    SUBMIT = "submit"
    TICK = "tick"
    STOP = "stop"


TRANSITIONS: dict[tuple[State, Act], State] = {
    (State.WAITING, Act.START): State.RUNNING,
    (State.WAITING, Act.STOP): State.FINISHED,  # called off before its grid is shown
    (State.RUNNING, Act.SUBMIT): State.RUNNING,
    (State.RUNNING, Act.TICK): State.FINISHED,  # once it closes; nothing happens before
    (State.RUNNING, Act.STOP): State.FINISHED,
}


@dataclass(slots=True, kw_only=True)
class Round:
    """A round, changed by start, submit, tick and stop alone.

    `grace` and `tie_window` are seconds; `players` are on the card even if they
    say nothing; `patience` 0 is a round without pauses. Raises ValueError
    unless starts_at < deadline, grace >= 0 and tie_window >= 0.
    """

    id: int
    solution: Solution
    alphabet: Alphabet
    starts_at: float
    deadline: float
    law: Law = Law.EVERY_FINDER
    grace: float = 0.0
    tie_window: float = TIE_WINDOW
    patience: int = PATIENCE
    players: InitVar[Iterable[PlayerRef]] = ()
    state: State = field(default=State.WAITING, init=False)
    _plays: list[WordJudged] = field(default_factory=list, init=False)
    _messages: _Map[tuple[PlayerRef, str], WordJudged] = field(default_factory=dict, init=False)
    _players: _Map[PlayerRef, None] = field(init=False)
    _finders: _Map[str, dict[PlayerRef, float]] = field(default_factory=dict, init=False)
    _runs: _Map[PlayerRef, tuple[int, float]] = field(default_factory=dict, init=False)

    def __post_init__(self, players: Iterable[PlayerRef]) -> None:
        if not (self.starts_at < self.deadline and self.grace >= 0 and self.tie_window >= 0):
            raise ValueError("a round needs starts_at < deadline, grace >= 0, tie_window >= 0")
        self._players = dict.fromkeys(players)

    @property
    def closes_at(self) -> float:
        """Return when `tick` finishes the round."""
        return self.deadline + self.grace

    @property
    def plays(self) -> tuple[WordJudged, ...]:
        """Return every submission with its verdict, in order of arrival."""
        return tuple(self._plays)

    def has(self, player: PlayerRef) -> bool:
        """Return whether a player is on the card."""
        return player in self._players

    def result(self) -> Result:
        """Return the card as things stand; it is final when the round is finished."""
        return summarise(
            self.solution,
            self.law,
            self.tie_window,
            self._players,
            self._finders,
            unfit(self.alphabet.language),
        )

    def start(self) -> RoundStarted:
        """Let words in."""
        self.state = self._after(Act.START)
        return RoundStarted(self.id, self.solution.grid, self.law, self.starts_at, self.deadline)

    def submit(
        self, player: PlayerRef, text: str, at: float, message_id: str | None = None
    ) -> WordJudged:
        """Judge a text sent at `at`, and record it; return WordAccepted or WordRefused.

        A `message_id` that this player used before returns what it returned then.
        """
        play = self.judge(player, text, at, message_id)
        if not self.knows(play):
            self.record(play)
        return play

    def judge(
        self, player: PlayerRef, text: str, at: float, message_id: str | None = None
    ) -> WordJudged:
        """Preview the result of `submit`, changing nothing: for who must store it first."""
        self._after(Act.SUBMIT)
        if before := self.recall(player, message_id):
            return before
        verdict = self._judge(player, text, at)
        kind = WordAccepted if verdict.accepted else WordRefused
        return kind(self.id, player, verdict, at, message_id)

    def judge_all(
        self, sent: Iterable[tuple[PlayerRef, str, float, str | None]]
    ) -> list[WordJudged]:
        """Preview the results of several calls of `submit`, one after the other."""
        kept = self._plays, self._messages, self._players, self._finders, self._runs
        # What is recorded goes into layers above, and away with them.
        self._plays, self._messages = [], ChainMap({}, self._messages)
        self._players, self._runs = ChainMap({}, self._players), ChainMap({}, self._runs)
        self._finders = ChainMap({}, self._finders)
        try:
            return [self.submit(*each) for each in sent]
        finally:
            self._plays, self._messages, self._players, self._finders, self._runs = kept

    def recall(self, player: PlayerRef, message_id: str | None) -> WordJudged | None:
        """Return the play of a message that was recorded before."""
        return None if message_id is None else self._messages.get((player, message_id))

    def knows(self, play: WordJudged) -> bool:
        """Return whether this very play was recorded before."""
        return self._messages.get((play.player, play.message_id or "")) is play

    def record(self, play: WordJudged) -> None:
        """Take in a play that `judge` returned: just now, or before the round was stored."""
        self._after(Act.SUBMIT)
        player, verdict = play.player, play.verdict
        self._plays.append(play)
        self._players.setdefault(player)
        if play.message_id is not None:
            self._messages[player, play.message_id] = play
        if verdict.accepted:
            self._runs[player] = _NO_RUN
        elif verdict.has(Trait.MISS):
            self._runs[player] = (self._runs.get(player, _NO_RUN)[0] + 1, play.at)
        if verdict.accepted or verdict.taken_by == player:
            # A repeat that was sent earlier than the word it repeats moves its time back.
            finders = self._finders.get(verdict.word, {})
            first = min(play.at, finders.get(player, play.at))
            self._finders[verdict.word] = {**finders, player: first}

    def tick(self, now: float) -> RoundFinished | None:
        """Finish the round if `now` is `closes_at` or later."""
        after = self._after(Act.TICK)
        return self._finish(after, Termination.TIME_UP, now) if now >= self.closes_at else None

    def stop(self, at: float, by: PlayerRef | None = None) -> RoundFinished:
        """Finish the round before its time; the words accepted so far count."""
        return self._finish(self._after(Act.STOP), Termination.STOPPED, at, by)

    def _after(self, act: Act) -> State:
        try:
            return TRANSITIONS[self.state, act]
        except KeyError:
            raise IllegalEvent(subject="round", state=self.state, act=act) from None

    def _judge(self, player: PlayerRef, text: str, at: float) -> Verdict:
        # Time comes first: a word sent before the start must not tell about the grid.
        if at < self.starts_at:
            return Verdict("", cause=Cause.NOT_STARTED)
        if at >= self.deadline:
            return Verdict("", cause=Cause.TOO_LATE)
        if self._pauses(player, at):
            return Verdict("", cause=Cause.PAUSED, limit=self.patience)
        verdict = judge(self.solution, self.alphabet, text)
        owner = self._owner(verdict.word, player, at)
        if owner is None:
            return verdict
        return Verdict(verdict.word, cause=Cause.ALREADY_FOUND, taken_by=owner)

    def _pauses(self, player: PlayerRef, at: float) -> bool:
        misses, latest = self._runs.get(player, _NO_RUN)
        return 0 < self.patience <= misses and 0 < at - latest < PAUSE

    def _owner(self, word: str, player: PlayerRef, at: float) -> PlayerRef | None:
        """Return whose find keeps `player` from finding `word` at `at`, if any."""
        finders = self._finders.get(word, {})
        if player in finders:
            return player
        return self.law.taken_by(finders, at, self.tie_window)

    def _finish(
        self, after: State, termination: Termination, at: float, by: PlayerRef | None = None
    ) -> RoundFinished:
        finished = RoundFinished(self.id, termination, at, by, self.result())
        self.state = after
        return finished
