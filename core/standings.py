"""Leaderboards: the score of a round for each player, and the sums of rounds.

Scores of different languages are never added. All numbers are integers, so that
every store adds and orders them alike: a share is in millionths of the points
that the round's grid holds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from core.ids import ChatRef, PlayerRef
from core.rounds.events import WordJudged
from core.rounds.record import RoundRecord
from core.rounds.result import Card, Result
from core.rounds.verdict import Trait

MILLION = 1_000_000
EPOCH = date(1970, 1, 1)


class Period(StrEnum):
    """The period of a leaderboard; the value is typed by players."""

    DAY = "day"
    WEEK = "week"  # from Monday
    MONTH = "month"
    ALL = "all"

    def start(self, day: date) -> date:
        """Return the first day of the period that `day` lies in; of ALL, 1970-01-01."""
        match self:
            case Period.DAY:
                return day
            case Period.WEEK:
                return day - timedelta(days=day.weekday())
            case Period.MONTH:
                return day.replace(day=1)
            case Period.ALL:
                return EPOCH

    def before(self, day: date) -> date:
        """Return the first day of the period before the one that `day` lies in."""
        start = self.start(day)
        return start if self is Period.ALL else self.start(start - timedelta(days=1))


class Measure(StrEnum):
    """The measure of a leaderboard; the value is typed by players."""

    POINTS = "points"
    WINS = "wins"
    BEST = "best"  # the points of the best word
    AVERAGE = "average"  # of the shares of the points that each grid held, in millionths


# The rounds that a player must have played to be ranked by average: one lucky round
# is no average. By the other measures, one round is enough.
MINIMUM_ROUNDS = {Period.DAY: 1, Period.WEEK: 3, Period.MONTH: 5, Period.ALL: 10}


def minimum_rounds(measure: Measure, period: Period) -> int:
    """Return how many rounds qualify for a board."""
    return MINIMUM_ROUNDS[period] if measure is Measure.AVERAGE else 1


def local_day(at: float, zone: ZoneInfo) -> date:
    """Return the date at `at` (seconds of UTC epoch) in a time zone."""
    return datetime.fromtimestamp(at, zone).date()


def world_day(at: float) -> date:
    """Return the date at `at` by which worldwide boards count: that of UTC."""
    return datetime.fromtimestamp(at, UTC).date()


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one player in one finished round, with a word or more.

    `words` are those accepted, `misses` what was tried and is no word of the grid.
    `won`: the most points of at least two players, and not 0; ties all win.
    `best` is the word that brought most, and `best_points` what it brought under the law.
    `best` and `longest` are words as they are spelt, "" if the law left none.
    """

    player: PlayerRef
    rank: int
    won: bool
    points: int
    words: int
    misses: int
    best: str
    best_points: int
    longest: str
    share: int


def scores(result: Result, plays: Iterable[WordJudged]) -> list[Score]:
    """Return the scores of a finished round, in its order; who found nothing has none.

    Computer players have none, and take nobody's place.
    """
    found: dict[PlayerRef, int] = {}
    missed: dict[PlayerRef, int] = {}
    for play in plays:
        if play.verdict.accepted:
            found[play.player] = found.get(play.player, 0) + 1
        elif play.verdict.has(Trait.MISS):
            missed[play.player] = missed.get(play.player, 0) + 1
    cards = [
        card for card in result.standing if card.player in found and not card.player.is_computer
    ]
    possible = result.solution.points
    return [
        Score(
            player=card.player,
            rank=1 + sum(other.points > card.points for other in cards),
            won=len(cards) > 1 and card.points == cards[0].points > 0,
            points=card.points,
            words=found[card.player],
            misses=missed.get(card.player, 0),
            best=card.best.display if card.best and card.best.points == _most(card) > 0 else "",
            best_points=_most(card),
            longest=card.longest.display if card.longest else "",
            share=MILLION * card.points // possible if possible else 0,
        )
        for card in cards
    ]


def _most(card: Card) -> int:
    return card.words[0].points if card.words else 0


@dataclass(frozen=True, slots=True)
class Board:
    """The key of a leaderboard: a chat's or (None) the world's, of a language, from a first day."""

    chat: ChatRef | None
    language: str
    period: Period
    start: date


def boards(record: RoundRecord) -> list[Board]:
    """Return the leaderboards that a round counts for: its chat's and the world's."""
    days = {record.room.chat: record.day, None: world_day(record.starts_at)}
    return [
        Board(chat, record.lexicon.language, period, period.start(day))
        for chat, day in days.items()
        for period in Period
    ]


@dataclass(frozen=True, slots=True)
class Standing:
    """The sum of a player's rounds on one leaderboard; `shares` adds up their shares."""

    player: PlayerRef
    name: str
    rounds: int
    points: int
    wins: int
    best: str
    best_points: int
    shares: int

    @property
    def average(self) -> int:
        """Return the mean share, in whole millionths."""
        return self.shares // self.rounds

    def value(self, measure: Measure) -> int:
        """Return the value that a measure ranks by."""
        match measure:
            case Measure.POINTS:
                return self.points
            case Measure.WINS:
                return self.wins
            case Measure.BEST:
                return self.best_points
            case Measure.AVERAGE:
                return self.average


@dataclass(frozen=True, slots=True)
class Played:
    """One round of a player's past: when and where, and what it brought."""

    round_id: int
    chat: ChatRef
    language: str
    starts_at: float
    day: date
    score: Score


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a player's progress: rounds, points, and the mean share in millionths."""

    day: date
    rounds: int
    points: int
    average: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's past in one language.

    `streak` and `longest_streak` count days on end with a round, the former up to
    today or yesterday. `progress` has the days with a round, in order.
    """

    rounds: int
    wins: int
    points: int
    words: int
    misses: int
    best: str
    best_points: int
    longest: str
    average: int
    streak: int
    longest_streak: int
    progress: tuple[Day, ...]

    @property
    def accuracy(self) -> int:
        """Return the words among all that was tried, in millionths."""
        tried = self.words + self.misses
        return MILLION * self.words // tried if tried else 0


def statistics(played: Sequence[Played], today: date) -> Statistics:
    """Sum up a player's rounds of one language, in any order; the cost is their number."""
    past = sorted(played, key=lambda each: (each.starts_at, each.round_id))
    found = [each.score for each in past]
    best = max(found, key=lambda score: score.best_points, default=None)
    days: dict[date, list[Score]] = {}
    for each in past:
        days.setdefault(each.day, []).append(each.score)
    streak, longest_streak = _streaks(sorted(days), today)
    return Statistics(
        rounds=len(found),
        wins=sum(score.won for score in found),
        points=sum(score.points for score in found),
        words=sum(score.words for score in found),
        misses=sum(score.misses for score in found),
        best=best.best if best else "",
        best_points=best.best_points if best else 0,
        longest=max((score.longest for score in found), key=len, default=""),
        average=sum(score.share for score in found) // max(len(found), 1),
        streak=streak,
        longest_streak=longest_streak,
        progress=tuple(
            Day(
                day,
                len(those),
                sum(score.points for score in those),
                sum(score.share for score in those) // len(those),
            )
            for day, those in sorted(days.items())
        ),
    )


def _streaks(days: Sequence[date], today: date) -> tuple[int, int]:
    """Return the streak that is on, and the longest ever, of sorted distinct days."""
    streak = longest = 0
    latest: date | None = None
    for day in days:
        streak = streak + 1 if latest and day - latest == timedelta(days=1) else 1
        longest = max(longest, streak)
        latest = day
    on = latest is not None and (today - latest).days <= 1
    return (streak if on else 0), longest
