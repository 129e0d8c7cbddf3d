"""Leaderboards and statistics in words: labels, ranks, numbers as each language writes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from babel.dates import format_skeleton

from bot.presenters.cards import CardLine
from bot.presenters.languages import language_label
from bot.presenters.people import called, shown
from bot.presenters.wording import Wording
from core.errors import translatable
from core.ids import PlayerRef
from core.languages import find_language
from core.practice.cards import Progress
from core.services.standings import Leaderboard, Line
from core.standings import MILLION, Day, Measure, Period, Standing, Statistics

PERIODS = {
    Period.DAY: (translatable("today"), translatable("yesterday")),
    Period.WEEK: (translatable("this week"), translatable("last week")),
    Period.MONTH: (translatable("this month"), translatable("last month")),
    Period.ALL: (translatable("all time"), translatable("all time")),
}
MEASURES = {
    Measure.POINTS: translatable("Points"),
    Measure.WINS: translatable("Wins"),
    Measure.BEST: translatable("Best word"),
    Measure.AVERAGE: translatable("Average"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a leaderboard as text; `own` is that of who looks."""

    rank: str
    name: str
    value: str
    rounds: str
    own: bool


def board_title(board: Leaderboard, wording: Wording, *, previous: bool = False) -> str:
    """Return "Leaderboard · English · this week"."""
    parts = [
        wording.gettext("Leaderboard"),
        language_label(board.board.language, wording),
        wording.gettext(PERIODS[board.board.period][previous]),
    ]
    if board.board.chat is None:
        parts.append(wording.gettext("the world"))
    return " · ".join(parts)


def board_header(board: Leaderboard, wording: Wording) -> tuple[str, str, str, str]:
    """Return the heads of the columns."""
    measure = wording.gettext(MEASURES[board.measure])
    return "#", wording.gettext("Player"), measure, wording.gettext("Rounds")


def board_rows(board: Leaderboard, wording: Wording, viewer: PlayerRef | None) -> list[Row]:
    """Return the lines of a leaderboard; who has as much shares a rank."""
    return [_row(line, board.measure, wording, viewer) for line in board.lines]


def board_notes(board: Leaderboard, wording: Wording) -> list[str]:
    """Return the notes below the rows: the viewer's own place, and who is ranked at all."""
    notes = []
    own = board.viewer
    if own and own.standing.player not in {line.standing.player for line in board.lines}:
        notes.append(_place(own, board, wording))
    if board.minimum > 1:
        notes.append(
            wording.ngettext(
                "ranked: who has played {count} round or more",
                "ranked: who has played {count} rounds or more",
                board.minimum,
            )
        )
    return notes


def player_name(standing: Standing, wording: Wording, viewer: PlayerRef | None) -> str:
    """Return how a player is called, in visible characters only, "you" for who looks."""
    if standing.player == viewer:
        return wording.gettext("you")
    return called(standing.name, standing.player, wording)


def statistics_title(player: PlayerRef, language: str, wording: Wording, viewer: PlayerRef) -> str:
    """Return "you · English"."""
    name = f"{player.platform}:{player.id}"
    called = wording.gettext("you") if player == viewer else shown(name)
    return f"{called} · {language_label(language, wording)}"


def best_word(word: str, points: int) -> str:
    """Return "été +3", or "+3" where the word is unfit to be shown, or "" without points."""
    return f"{word} +{points}".strip() if points else ""


def statistics_lines(statistics: Statistics, wording: Wording) -> list[CardLine]:
    """Return a player's past as labels and values; lines that would be empty are left out."""
    gettext = wording.gettext
    best = best_word(statistics.best, statistics.best_points)
    longest = statistics.longest and gettext(
        "{word} ({count} letters)", word=statistics.longest, count=len(statistics.longest)
    )
    lines = [
        (gettext("Rounds"), number(statistics.rounds, wording)),
        (gettext("Wins"), number(statistics.wins, wording)),
        (gettext("Points"), number(statistics.points, wording)),
        (gettext("Words"), number(statistics.words, wording)),
        (gettext("Accuracy"), percent(statistics.accuracy, wording)),
        (gettext("Average of the possible points"), percent(statistics.average, wording)),
        (gettext("Best word"), best),
        (gettext("Longest word"), longest),
        (gettext("Streak"), _days(statistics.streak, wording)),
        (gettext("Longest streak"), _days(statistics.longest_streak, wording)),
    ]
    return [CardLine(label, (value,)) for label, value in lines if value]


def progress_lines(progress: Progress, wording: Wording) -> list[CardLine]:
    """Return how many words were learned and are due; nothing for who never practised."""
    if not progress.practised:
        return []
    return [
        CardLine(wording.gettext("Words learned"), (wording.number(progress.learned),)),
        CardLine(wording.gettext("Words to practise now"), (wording.number(progress.due),)),
    ]


def moving_average(days: Sequence[Day], window: int) -> list[float]:
    """Return the mean of each day's average with those of the days before, `window` in all."""
    averages = [day.average for day in days]
    return [
        sum(averages[max(end - window, 0) : end]) / min(end, window)
        for end in range(1, len(averages) + 1)
    ]


def number(value: int, wording: Wording) -> str:
    """Return "4,210" as the language writes it."""
    return wording.number(value)


def words_and_points(words: int, points: int, wording: Wording) -> str:
    """Return "1,045 words, 3,625 points"."""
    parts = (
        wording.ngettext("{count} word", "{count} words", words),
        wording.ngettext("{count} point", "{count} points", points),
    )
    return ", ".join(parts)


def percent(millionths: float, wording: Wording) -> str:
    """Return "12.3%" as the language writes it."""
    return wording.percent(millionths / MILLION)


def short_day(day: date, wording: Wording) -> str:
    """Return "Sat, Nov 21" as the language writes it."""
    return str(format_skeleton("MMMEd", day, locale=wording.language))


def calendar_day(day: date, wording: Wording, years: bool) -> str:
    """Return "Nov 21", or with `years` "Nov 2026", as the language writes it."""
    return str(format_skeleton("yMMM" if years else "MMMd", day, locale=wording.language))


def ordinal(value: int, wording: Wording) -> str:
    """Return "312th" as the language writes it."""
    return number(value, wording) + find_language(wording.language).ordinal(value)


def _row(line: Line, measure: Measure, wording: Wording, viewer: PlayerRef | None) -> Row:
    return Row(
        rank=number(line.rank, wording) if line.rank else "",
        name=player_name(line.standing, wording, viewer),
        value=_value(line, measure, wording),
        rounds=number(line.standing.rounds, wording),
        own=line.standing.player == viewer,
    )


def _value(line: Line, measure: Measure, wording: Wording) -> str:
    if measure is Measure.AVERAGE:
        return percent(line.value, wording)
    if measure is Measure.BEST:
        return best_word(line.standing.best, line.value)
    return number(line.value, wording)


def _place(own: Line, board: Leaderboard, wording: Wording) -> str:
    """Return "you: 312th of 4,210 (1,234)", or what is missing for that."""
    if own.rank is None:
        return wording.ngettext(
            "you: {count} more round, and you are ranked",
            "you: {count} more rounds, and you are ranked",
            own.missing,
        )
    return wording.gettext(
        "you: {rank} of {count} ({value})",
        rank=ordinal(own.rank, wording),
        count=number(board.count, wording),
        value=_value(own, board.measure, wording),
    )


def _days(count: int, wording: Wording) -> str:
    return wording.ngettext("{count} day", "{count} days", count)
