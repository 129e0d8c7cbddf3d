"""The puzzle of a day: the same numbered grid for everybody who plays a language.

Days are those of UTC, everywhere. Numbers of a language go up by one a puzzle, from 1.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from core.daily.themes import Theme
from core.grid import Grid
from core.ids import PlayerRef
from core.rounds.record import PinnedLexicon, Terms
from core.scoring import Rules

SECONDS = 120  # of an attempt
# Seconds after its day in which a puzzle is not closed yet: an attempt that began at the last
# moment lasts so long, and words on their way may still come.
SETTLING = SECONDS + 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A puzzle as it is kept. `id` is 0 until it is stored.

    `words`, `points` and `common` (words of the common tier) are what the grid holds;
    `difficulty` is 1 to 5. `lexicon` is pinned; its house words are those accepted since.
    `recipe` is all that it takes to find the grid again (see core/daily/recipe.py), `seal`
    its digest. Times are seconds of UTC epoch; `closed_at` is None until the day was closed.
    """

    id: int = 0
    language: str
    number: int
    day: date
    theme: Theme
    grid: Grid
    lexicon: PinnedLexicon
    words: int
    points: int
    common: int
    difficulty: int
    recipe: str
    seal: str
    made_at: float
    closed_at: float | None = None

    @property
    def opens_at(self) -> float:
        """Return when it may be played first."""
        return midnight(self.day)

    @property
    def ends_at(self) -> float:
        """Return from when on no ranked attempt begins any more."""
        return midnight(self.day + timedelta(days=1))

    @property
    def closes_at(self) -> float:
        """Return when the day is to be closed: no attempt can be under way any more."""
        return self.ends_at + SETTLING

    def is_open(self, now: float) -> bool:
        """Return whether a ranked attempt may begin; never again once the day was closed."""
        return self.closed_at is None and self.opens_at <= now < self.ends_at

    def is_over(self, now: float) -> bool:
        """Return whether its day is over for all: from then on its key is open to everybody."""
        return self.closed_at is not None or now >= self.closes_at

    @property
    def terms(self) -> Terms:
        """Return the terms of an attempt at it, as a round."""
        return Terms(
            lexicon=self.lexicon.name,
            rules=Rules.RUZZLE,
            size=(self.grid.rows, self.grid.cols),
            seconds=SECONDS,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """The one ranked attempt of a player at a puzzle; `player` is the first of their accounts.

    `share` is in millionths of the points that the grid holds. `best` is the word that
    brought most, "" if there is none. `hurry` is how many words came faster than anybody
    reads (see core/daily/pace.py). What it brought is 0 until `finished_at`.
    """

    puzzle: int
    language: str
    number: int
    day: date
    player: PlayerRef
    round_id: int
    started_at: float
    finished_at: float | None = None
    points: int = 0
    words: int = 0
    share: int = 0
    best: str = ""
    best_points: int = 0
    hurry: int = 0


@dataclass(frozen=True, slots=True)
class Gained:
    """A player who gained by a word accepted after the day: points, as they are now."""

    player: PlayerRef
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A player on a board of dailies. `value` is what it ranks by: points, or the sum of shares.

    `days` are the puzzles that count, `points` and `words` their sums.
    """

    player: PlayerRef
    name: str
    value: int
    days: int
    points: int
    words: int


def day_of(at: float) -> date:
    """Return the day of the puzzle that is open at a time."""
    return datetime.fromtimestamp(at, UTC).date()


def midnight(day: date) -> float:
    """Return when a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def first_secret_day(now: float) -> date:
    """Return the first day whose puzzles may not be over yet."""
    return day_of(now - SETTLING)
