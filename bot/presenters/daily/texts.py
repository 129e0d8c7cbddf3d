"""Dailies in words: their themes, their titles, what is shared of them."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.presenters.languages import language_label
from bot.presenters.standings import number
from bot.presenters.wording import Wording
from core.daily.puzzle import Puzzle
from core.daily.streaks import Streak
from core.daily.themes import Theme
from core.errors import translatable

if TYPE_CHECKING:
    from core.services.dailies import Outcome  # which imports the solver

THEMES = {
    Theme.WORDS: translatable("As many words as can be"),
    Theme.NO_E: translatable("Not a single E"),
    Theme.FOURS: translatable("As many words of 4 letters as can be"),
    Theme.ONLY_E: translatable("E is the only vowel"),
    Theme.POINTS: translatable("As many points as can be, with bonuses"),
    Theme.LONG_WORD: translatable("A long word is hidden"),
    Theme.BIG: translatable("A big grid"),
}
# How many words of each length: 3 letters or fewer, 4, 5, 6, 7, more.
_SQUARES = "⬜🟦🟩🟨🟧🟥"
_SHORTEST, _LONGEST = 3, 8
_STARS = 5
SEAL_SHOWN = 32  # digits of 64: they fit a line, and nobody forges so many


def daily_title(puzzle: Puzzle, wording: Wording) -> str:
    """Return "Daily 12 · French"."""
    name = wording.gettext("Daily {number}", number=puzzle.number)
    return f"{name} · {language_label(puzzle.language, wording)}"


def theme_line(puzzle: Puzzle, wording: Wording) -> str:
    """Return "Not a single E · 4x4 · ★★★☆☆"."""
    stars = "★" * puzzle.difficulty + "☆" * (_STARS - puzzle.difficulty)
    size = f"{puzzle.grid.rows}x{puzzle.grid.cols}"
    return f"{wording.gettext(THEMES[puzzle.theme])} · {size} · {stars}"


def streak_text(streak: Streak, wording: Wording) -> str:
    """Return "🔥 5 dailies in a row", "" for none."""
    if not streak.length:
        return ""
    told = wording.ngettext("Streak: {count} daily", "{count} dailies in a row", streak.length)
    return f"🔥 {told}"


def share_text(puzzle: Puzzle, outcome: "Outcome", wording: Wording) -> str:
    """Return the text that a player may share: it gives no word away."""
    attempt = outcome.attempt
    words = wording.ngettext("{count} word", "{count} words", attempt.words)
    points = wording.ngettext("{count} point", "{count} points", attempt.points)
    lines = [
        f"Seize · {daily_title(puzzle, wording)}",
        wording.gettext(THEMES[puzzle.theme]),
        f"{words} · {points}",
        _squares([len(each.word) for each in outcome.words]),
        streak_text(outcome.streak, wording),
    ]
    return "\n".join(line for line in lines if line)


def _squares(lengths: Sequence[int]) -> str:
    counts = Counter(min(max(length, _SHORTEST), _LONGEST) for length in lengths)
    shown = zip(range(_SHORTEST, _LONGEST + 1), _SQUARES, strict=True)
    return " ".join(f"{square}{counts[length]}" for length, square in shown if counts[length])


def seal_line(number_: int, seal: str, wording: Wording) -> str:
    """Return the line by which nobody can change tomorrow's daily any more."""
    return wording.gettext(
        "Seal of the daily {number}: {seal}", number=number_, seal=seal[:SEAL_SHOWN]
    )


def place_text(place: int, players: int, wording: Wording) -> str:
    """Return "3 of 412"."""
    return wording.gettext(
        "{part} of {whole}", part=number(place, wording), whole=number(players, wording)
    )


def share(part: int, whole: int, wording: Wording) -> str:
    """Return "212 of 33,595 (0.6%)": of a daily, nobody finds many in a hundred."""
    return wording.gettext(
        "{part} of {whole} ({percent})",
        part=number(part, wording),
        whole=number(whole, wording),
        percent=wording.percent(part / whole if whole else 0),
    )
