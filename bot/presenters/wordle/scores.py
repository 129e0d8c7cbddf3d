"""Wordle: statistics and leaderboards in a chat."""

from datetime import date
from functools import partial

from bot.messages import Audience, Reply, Span, Style
from bot.presenters.daily.pages import fact
from bot.presenters.daily.texts import share
from bot.presenters.languages import language_label
from bot.presenters.leaderboards import LeaderboardView
from bot.presenters.texts import Line, paragraphs, plain
from bot.presenters.wording import Wording
from core.daily.puzzle import DailyLine
from core.services.leaderboards import DailyBoard
from core.standings import Period
from core.wordle.game import TRIES
from core.wordle.statistics import WordleStats

_BAR = 12  # characters, at most: a phone shows them in one line


def statistics_page(stats: WordleStats, language: str, wording: Wording) -> Reply:
    """Return how a player's games went."""
    gettext = wording.gettext
    told = _dailies(stats, wording) if stats.played else []
    if stats.free:
        free = share(stats.free_solved, stats.free, wording)
        told.append(fact(gettext("Other words solved"), free, wording))
    bars = (Span(distribution(stats, _BAR), Style.CODE),)
    return Reply(
        title=f"Wordle · {language_label(language, wording)} · {gettext('Statistics')}",
        body=paragraphs(
            told or [plain(gettext("No game has ended yet."))], [bars] if stats.solved else []
        ),
        audience=Audience.SECRET,
    )


def distribution(stats: WordleStats, width: int) -> str:
    """Return a line for each number of guesses, with a bar of at most `width` characters."""
    most = max(1, *stats.distribution)
    return "\n".join(
        f"{used} {'█' * -(-width * count // most)} {count}".replace("  ", " ")
        for used, count in enumerate(stats.distribution, 1)
    )


def leaderboard_view(
    board: DailyBoard, day: date, wording: Wording, now: float, chat: str
) -> LeaderboardView:
    """Return how a leaderboard is shown; see LeaderboardView."""
    language, of_day = board.board.language, board.board.period is Period.DAY
    note = wording.gettext("Points: 6 for the first try, 1 for the last one.")
    return LeaderboardView(
        board=board,
        wording=wording,
        now=now,
        title=f"Wordle · {language_label(language, wording)}",
        data=f"wtop:{language}:{day:%Y%m%d}",
        chat=chat,
        value=_tries if of_day else partial(_points, wording),
        note="" if of_day else note,
    )


def _dailies(stats: WordleStats, wording: Wording) -> list[Line]:
    gettext, ngettext = wording.gettext, wording.ngettext
    facts = [
        (gettext("Solved"), share(stats.solved, stats.played, wording)),
        (gettext("Streak"), ngettext("{count} day", "{count} days", stats.streak)),
        (gettext("Longest streak"), ngettext("{count} day", "{count} days", stats.longest)),
    ]
    return [fact(label, value, wording) for label, value in facts]


def _tries(line: DailyLine) -> str:
    return f"{line.words if line.value else 'X'}/{TRIES}"


def _points(wording: Wording, line: DailyLine) -> str:
    points = wording.ngettext("{count} point", "{count} points", line.value)
    games = wording.ngettext("{count} game", "{count} games", line.days)
    return f"{points} · {games}"
