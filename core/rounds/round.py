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
- Platforms stamp what they are sent, and that time is both. Of a word that was held up
  on its player's side the service says when it was sent, as far as it believes the player,
  and when it `arrived`. The first decides what the word brings its player, the second all
  else: what others get, and the brake. It is no earlier than the start; nothing that arrives
  after the grace counts, and a word that the player had a verdict on goes by its arrival.
- A player's message is judged once: again, it gets the same answer.
- A player who misses `PATIENCE` times in a row pauses, with each further miss again: what
  arrives in the `PAUSE` seconds from that miss on, in the same message even, is refused
  unread. What was stamped before it is not.
- Of a pause the first refused word is recorded. The others leave no trace: a platform's
  message that comes again has the same stamp, so it is refused again.

All times are arguments, in seconds of UTC epoch; there is no clock here.
"""

from collections import ChainMap
from collections.abc import Iterable, Mapping
from collections.abc import MutableMapping as _Map
from dataclasses import InitVar, dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from core.ids import PlayerRef
from core.lexicon.alphabet import Alphabet
from core.lexicon.unfit import unfit
from core.rounds.events import (
    IllegalEvent,
    RoundFinished,
    RoundStarted,
    Termination,
    WordAccepted,
    WordIgnored,
    WordJudged,
    WordRefused,
)
from core.rounds.laws import TIE_WINDOW, Finders, Law
from core.rounds.result import Result, summarise
from core.rounds.verdict import Cause, Trait, Verdict, judge
from core.solver.solution import Solution

PATIENCE = 5  # misses in a row: more than a player's slips, less than a guessing machine's
PAUSE = 1.0  # seconds, as the game Wordament has it
_LAYERED = ("_messages", "_players", "_finders", "_held_up", "_taken", "_runs")


class _Run(NamedTuple):
    """The misses of a player in a row, and the pauses so far."""

    misses: int = 0
    pauses: Mapping[float, bool] = MappingProxyType({})
    """The time at which each began, and whether a word was refused in it."""

    def pause_at(self, time: float) -> float | None:
        """Return the beginning of the pause that is on at a time, None if none is."""
        return next((start for start in self.pauses if 0 <= time - start < PAUSE), None)


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
    _finders: _Map[str, Finders] = field(default_factory=dict, init=False)  # by arrival
    _held_up: _Map[str, Finders] = field(default_factory=dict, init=False)  # as is believed
    _taken: _Map[tuple[PlayerRef, str], None] = field(default_factory=dict, init=False)
    _runs: _Map[PlayerRef, _Run] = field(default_factory=dict, init=False)

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
            self._held_up,
        )

    def start(self) -> RoundStarted:
        """Let words in."""
        self.state = self._after(Act.START)
        return RoundStarted(self.id, self.solution.grid, self.law, self.starts_at, self.deadline)

    def submit(
        self,
        player: PlayerRef,
        text: str,
        at: float,
        message_id: str | None = None,
        arrived: float | None = None,
    ) -> WordJudged:
        """Judge a text sent at `at`, and record it; return WordAccepted or WordRefused.

        A `message_id` that this player used before returns what it returned then. `arrived` is
        for a text whose time no platform stamped. A WordIgnored is not recorded.
        """
        play = self.judge(player, text, at, message_id, arrived)
        if self.is_new(play):
            self.record(play)
        return play

    def judge(
        self,
        player: PlayerRef,
        text: str,
        at: float,
        message_id: str | None = None,
        arrived: float | None = None,
    ) -> WordJudged:
        """Preview the result of `submit`, changing nothing: for who must store it first."""
        self._after(Act.SUBMIT)
        if before := self.recall(player, message_id):
            return before
        came = at if arrived is None else arrived
        at = max(at, min(self.starts_at, came)) if at < came else came
        verdict = self._unread(player, at, came)
        if verdict is None:
            verdict = judge(self.solution, self.alphabet, text)
            if self._has_judged(player, verdict.word):
                at = came
            if owner := self._owner(verdict.word, player, at):
                verdict = Verdict(verdict.word, cause=Cause.ALREADY_FOUND, taken_by=owner)
        kind = WordAccepted if verdict.accepted else WordRefused
        if verdict.cause is Cause.PAUSED and self._has_refused(player, came):
            kind = WordIgnored
        return kind(self.id, player, verdict, at, message_id, came if at < came else None)

    def judge_all(
        self, sent: Iterable[tuple[PlayerRef, str, float, str | None, float | None]]
    ) -> list[WordJudged]:
        """Preview the results of several calls of `submit`, one after the other."""
        plays, maps = self._plays, {name: getattr(self, name) for name in _LAYERED}
        # What is recorded goes into layers above, and away with them.
        self._plays = []
        for name, below in maps.items():
            setattr(self, name, ChainMap({}, below))
        try:
            return [self.submit(*each) for each in sent]
        finally:
            self._plays = plays
            for name, below in maps.items():
                setattr(self, name, below)

    def recall(self, player: PlayerRef, message_id: str | None) -> WordJudged | None:
        """Return the play of a message that was recorded before."""
        return None if message_id is None else self._messages.get((player, message_id))

    def knows(self, play: WordJudged) -> bool:
        """Return whether this very play was recorded before."""
        return self._messages.get((play.player, play.message_id or "")) is play

    def is_new(self, play: WordJudged) -> bool:
        """Return whether a play that `judge` returned is to be recorded."""
        return not (isinstance(play, WordIgnored) or self.knows(play))

    def record(self, play: WordJudged) -> None:
        """Take in a play that `judge` returned: just now, or before the round was stored."""
        self._after(Act.SUBMIT)
        player, verdict = play.player, play.verdict
        self._plays.append(play)
        self._players.setdefault(player)
        if play.message_id is not None:
            self._messages[player, play.message_id] = play
        self._runs[player] = self._run_after(play)
        if verdict.accepted or verdict.taken_by == player:
            self._note_find(play)
        elif verdict.taken_by:
            self._taken[player, verdict.word] = None

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

    def _unread(self, player: PlayerRef, at: float, came: float) -> Verdict | None:
        """Return the verdict on a text that is not to be read, None if it is."""
        # Time comes first: a word sent before the start must not tell about the grid.
        if at < self.starts_at:
            return Verdict("", cause=Cause.NOT_STARTED)
        if at >= self.deadline or came >= self.closes_at:
            return Verdict("", cause=Cause.TOO_LATE)
        if self._run_of(player).pause_at(came) is not None:
            return Verdict("", cause=Cause.PAUSED, limit=self.patience)
        return None

    def _run_of(self, player: PlayerRef) -> _Run:
        return self._runs.get(player, _Run())

    def _has_refused(self, player: PlayerRef, came: float) -> bool:
        """Return whether a word was refused in the pause that a word came in."""
        run = self._run_of(player)
        start = run.pause_at(came)
        return start is not None and run.pauses[start]

    def _run_after(self, play: WordJudged) -> _Run:
        """Return the misses and pauses of a player after a play that is just being recorded."""
        run, verdict, came = self._run_of(play.player), play.verdict, play.came
        if verdict.has(Trait.MISS):
            run = run._replace(misses=run.misses + 1)
            if 0 < self.patience <= run.misses:
                run = run._replace(pauses={**run.pauses, came: False})
        elif verdict.cause is Cause.PAUSED:
            start = run.pause_at(came)
            if start is not None:
                run = run._replace(pauses={**run.pauses, start: True})
        elif verdict.accepted:
            # Under FIRST_FINDER a find may count by nothing but the time believed of its player:
            # that must not ease the brake, or it would bring finds that others lose by.
            finders = self._finders.get(verdict.word, {})
            taken_by = self.law.taken_by(finders, came, self.tie_window)
            if taken_by is None or came >= self.deadline:
                run = run._replace(misses=0)
        return run

    def _note_find(self, play: WordJudged) -> None:
        player, word, came = play.player, play.verdict.word, play.came
        if play.arrived is not None:
            self._held_up[word] = {**self._held_up.get(word, {}), player: play.at}
        if came < self.deadline:
            # A repeat that was sent earlier than the word it repeats moves its time back.
            finders = self._finders.get(word, {})
            self._finders[word] = {**finders, player: min(came, finders.get(player, came))}

    def _has_found(self, player: PlayerRef, word: str) -> bool:
        return any(player in finds.get(word, {}) for finds in (self._finders, self._held_up))

    def _has_judged(self, player: PlayerRef, word: str) -> bool:
        return self._has_found(player, word) or (player, word) in self._taken

    def _owner(self, word: str, player: PlayerRef, at: float) -> PlayerRef | None:
        """Return whose find keeps `player` from finding `word` at `at`, if any."""
        if self._has_found(player, word):
            return player
        return self.law.taken_by(self._finders.get(word, {}), at, self.tie_window)

    def _finish(
        self, after: State, termination: Termination, at: float, by: PlayerRef | None = None
    ) -> RoundFinished:
        finished = RoundFinished(self.id, termination, at, by, self.result())
        self.state = after
        return finished
