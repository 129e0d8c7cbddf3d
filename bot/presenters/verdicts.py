"""Verdicts on words, and refusals, each in one line."""

import unicodedata

from bot.presenters.wording import Wording
from core.errors import SeizeError, translatable
from core.ids import PlayerRef
from core.ports import StoreError
from core.rounds.verdict import Cause, Verdict
from core.solver.solution import FoundWord, Solution
from core.texts import bare

REFUSALS = {
    Cause.NOT_STARTED: translatable("Too early: the round has not started"),
    Cause.TOO_LATE: translatable("Too late: the round is over"),
    Cause.PAUSED: translatable("{limit} misses in a row: wait a second, then go on"),
    Cause.NOT_LETTERS: translatable("“{char}” is not a letter"),
    Cause.TOO_SHORT: translatable("{word}: too short, at least {limit} letters"),
    Cause.TOO_LONG: translatable("{word}…: too long, at most {limit} letters"),
    Cause.LETTER_NOT_ON_GRID: translatable("{word}: no {letters} on the grid"),
    Cause.PATH_BREAKS: translatable("{word}: traces as far as {letters}, then breaks"),
    Cause.NOT_IN_DICTIONARY: translatable("{word}: not in the dictionary"),
    Cause.ALREADY_FOUND: translatable("{word}: already found"),
}


def verdict_line(
    verdict: Verdict,
    wording: Wording,
    solution: Solution | None,
    player: PlayerRef | None = None,
    typed: str = "",
) -> str:
    """Return the points with the word, or the exact cause of a refusal.

    `solution`, if it is at hand, knows how a word is usually spelt; of any other, `typed` is how
    it was. `player` is who is told: a word that another took is put otherwise than their own
    (None: all words are theirs).
    The line is plain text; of what was typed it holds letters and visible characters only.
    """
    if verdict.found:
        return f"+{verdict.found.points} {verdict.found.display}"
    known = solution.get(verdict.word) if solution else None
    facts = {
        "word": known.display if known else _spelt(verdict, typed),
        "char": visible(verdict.letters),
        "letters": verdict.letters.upper(),
        "limit": verdict.limit,
    }
    if verdict.taken_by and player and verdict.taken_by != player:
        return wording.gettext("{word}: someone was faster", **facts)
    return wording.gettext(REFUSALS[verdict.cause or Cause.NOT_IN_DICTIONARY], **facts)


def _spelt(verdict: Verdict, typed: str) -> str:
    """Return a word as it was typed, where that is nothing but its letters."""
    spelling = bare(typed).lower()
    whole = verdict.word and verdict.cause is not Cause.TOO_LONG
    return spelling if whole and spelling.isalpha() else verdict.word


def word_points(found: FoundWord) -> str:
    """Return a word with what it is worth: "été +3"."""
    return f"{found.display} +{found.points}"


def visible(char: str) -> str:
    """Return a character that prints on its own, or the number of one that does not: "U+202E".

    Control characters, bidi overrides and the like would change what stands around them.
    """
    alone = char.isprintable() and not any(map(unicodedata.combining, char))
    return char if alone else " ".join(f"U+{ord(each):04X}" for each in char)


def refusal(error: SeizeError, wording: Wording) -> str:
    """Say an error in a sentence; where the database lies is nobody's business in a chat."""
    if isinstance(error, StoreError):
        return wording.gettext("This cannot be kept right now: try again in a minute.")
    return wording.notice(error)
