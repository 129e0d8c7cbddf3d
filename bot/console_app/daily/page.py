"""The page of a daily: what is known of it, who leads, and, when its day is over, its grid."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console

from bot.console_app.board import Board
from bot.console_app.daily.list import puzzle_facts
from bot.console_app.play.seat import show
from bot.presenters.cards import CardLine
from bot.presenters.daily.leaderboards import DailyBoardView
from bot.presenters.daily.pages import DailyView
from bot.presenters.daily.texts import place_text, seal_line, share, streak_text
from bot.presenters.standings import words_and_points
from bot.presenters.texts import time_left
from bot.presenters.wording import Wording
from core.daily.puzzle import Puzzle
from core.daily.themes import RULES
from core.ids import PlayerRef
from core.scoring import ruleset
from core.services.dailies import DailiesService, DailyPage, Outcome, Watched
from core.services.leaderboards import DailyBoard, Ranked
from core.standings import MILLION, Period


@dataclass(frozen=True, slots=True)
class Page:
    """All that the page of a daily shows to a player, at a time (seconds of UTC epoch)."""

    daily: DailyPage
    outcome: Outcome | None
    points: Sequence[int]
    board: DailyBoard
    watched: Watched
    now: float

    @property
    def puzzle(self) -> Puzzle:
        """Return the daily."""
        return self.daily.puzzle

    @property
    def is_over(self) -> bool:
        """Return whether its grid and recipe may be seen."""
        return self.puzzle.is_over(self.now)


async def page_of(dailies: DailiesService, puzzle: Puzzle, player: PlayerRef) -> Page:
    """Look up what the page of a daily shows."""
    return Page(
        daily=await dailies.page(puzzle, player),
        outcome=await dailies.outcome(puzzle, player),
        points=await dailies.points(puzzle),
        board=await dailies.board(puzzle.language, Period.DAY, puzzle.day, None, player),
        watched=await dailies.watched(puzzle, None),
        now=dailies.clock(),
    )


def show_page(page: Page, wording: Wording, console: Console) -> None:
    """Print the page."""
    puzzle, view = page.puzzle, DailyView(page.puzzle, wording, page.now)
    head = view.statistics(list(page.points), None)
    console.print(head.title, style="bold", markup=False, highlight=False)
    themed, *told = head.text.split("\n")
    show(console, themed, *_facts(page, wording), "", *_yours(page, wording), *told)
    if page.points:
        board = DailyBoardView(view, page.board).reply(page.watched)
        show(console, "", board.text)
    if page.daily.seal:
        show(console, "", seal_line(puzzle.number + 1, page.daily.seal, wording))
    if page.is_over:
        show(console, "")
        console.print(Board(puzzle.grid, ruleset(RULES, puzzle.language)))
        show(console, str(puzzle.grid), "", puzzle.recipe)


def _facts(page: Page, wording: Wording) -> Iterator[str]:
    puzzle, gettext = page.puzzle, wording.gettext
    yield words_and_points(puzzle.words, puzzle.points, wording)
    if page.is_over:
        yield gettext("The day of {day} is over.", day=puzzle.day.isoformat())
    else:
        yield gettext("Open for {time} more.", time=time_left(puzzle.ends_at - page.now))
    yield seal_line(puzzle.number, puzzle.seal, wording)


def _yours(page: Page, wording: Wording) -> Iterator[str]:
    gettext, outcome = wording.gettext, page.outcome
    if outcome:
        brought = share(outcome.attempt.points, page.puzzle.points, wording)
        place = place_text(outcome.place, outcome.players, wording)
        yield CardLine(gettext("You have played it"), (brought,)).text(wording)
        yield CardLine(gettext("Place"), (place,)).text(wording)
    elif page.daily.attempt:
        yield gettext("You are in the middle of it: go on typing words.")
    elif not page.is_over:
        code = page.puzzle.language
        yield gettext("You have not played it: seize daily play --lang {code}", code=code)
    if streak := streak_text(page.daily.streak, wording):
        yield streak


def page_json(page: Page) -> str:
    """Return the page as JSON; shares are fractions of 1."""
    puzzle, points, viewer = page.puzzle, page.points, page.board.viewer
    facts = puzzle_facts(puzzle, page.now) | {
        "words": puzzle.words,
        "points": puzzle.points,
        "common": puzzle.common,
        "players": len(points),
        "average": sum(points) // len(points) if points else 0,
        "best": max(points, default=0),
        "attempt": _attempt_facts(page),
        "streak": asdict(page.daily.streak),
        "leaderboard": [_line_facts(each) for each in page.board.lines],
        "viewer": _line_facts(viewer) if viewer else None,
        "hurried": [
            {"player": _ref(line.player), "name": line.name, "words": line.value}
            for line in page.watched.hurried
        ],
        "copied": [
            {
                "earlier": _ref(copy.earlier.player),
                "later": _ref(copy.later.player),
                "same": copy.same,
                "words": copy.words,
                "seconds": copy.seconds,
            }
            for copy in page.watched.copied
        ],
        "mechanical": [
            {"player": _ref(each.hand.player), "name": each.hand.name, **asdict(each.manner)}
            for each in page.watched.mechanical
        ],
        "next_seal": page.daily.seal,
    }
    if page.is_over:
        facts |= {"grid": str(puzzle.grid), "recipe": json.loads(puzzle.recipe)}
    return json.dumps(facts, ensure_ascii=False)


def _attempt_facts(page: Page) -> dict[str, Any] | None:
    attempt, outcome = page.daily.attempt, page.outcome
    if attempt is None:
        return None
    return {
        "finished": attempt.finished_at is not None,
        "points": attempt.points,
        "words": attempt.words,
        "share": attempt.share / MILLION,
        "best": attempt.best,
        "best_points": attempt.best_points,
        "place": outcome.place if outcome else None,
        "rarest": outcome.rarest if outcome else "",
        "finders": outcome.finders if outcome else 0,
    }


def _line_facts(ranked: Ranked) -> dict[str, Any]:
    line = ranked.line
    return {
        "rank": ranked.rank,
        "player": _ref(line.player),
        "name": line.name,
        "points": line.points,
        "words": line.words,
    }


def _ref(player: PlayerRef) -> str:
    return f"{player.platform}:{player.id}"
