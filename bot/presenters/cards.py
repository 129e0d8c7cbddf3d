"""The end card of a round, as labels and values."""

from dataclasses import dataclass, replace

from bot.presenters.meanings import meaning_text
from bot.presenters.verdicts import word_points
from bot.presenters.wording import Wording
from core.ids import PlayerRef
from core.rounds.lessons import Lessons
from core.rounds.match import LADDER, Match
from core.rounds.result import Result
from core.solver.solution import FoundWord


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of a card: a label, and one value or several."""

    label: str
    values: tuple[str, ...]

    def text(self, wording: Wording) -> str:
        """Return the line as one sentence: "Words: 12 of 318 (3%)"."""
        return wording.gettext("{label}: {value}", label=self.label, value=", ".join(self.values))


def card_lines(
    result: Result, lessons: Lessons, player: PlayerRef, wording: Wording
) -> list[CardLine]:
    """Return a player's card, and what the round leaves to learn.

    Raises KeyError for a player who was not in the round. Lines that would be empty are left
    out: no best word without words.
    """
    card, solution, gettext = result.of(player), result.solution, wording.gettext
    lines = [
        (gettext("Points"), (share(card.points, solution.points, wording),)),
        (gettext("Words"), (share(len(card.words), len(solution), wording),)),
        (gettext("Best word"), (word_points(card.best),) if card.best else ()),
        (gettext("Longest found"), _length(card.longest, wording)),
        (gettext("Longest possible"), _length(lessons.longest, wording)),
    ]
    told = [CardLine(label, values) for label, values in lines if values]
    return told + lesson_lines(lessons, wording)


def lesson_lines(lessons: Lessons, wording: Wording) -> list[CardLine]:
    """Return the missed words that could have been known, one to learn, and the grid's best."""
    gettext = wording.gettext
    lines = [
        (gettext("Within reach"), tuple(map(word_points, lessons.known))),
        (gettext("To learn"), _learnt(lessons, wording)),
        (gettext("Best of the grid"), (word_points(lessons.best),) if lessons.best else ()),
    ]
    return [CardLine(label, values) for label, values in lines if values]


def match_lines(match: Match, player: PlayerRef, wording: Wording) -> list[CardLine]:
    """Return a player's points of each round played, and their sum."""
    points = [result.of(player).points for result in match.results]
    rounds = [
        CardLine(round_title(number, wording), (str(scored),))
        for number, scored in enumerate(points, 1)
    ]
    return [*rounds, CardLine(wording.gettext("Total"), (str(sum(points)),))]


def round_title(number: int, wording: Wording) -> str:
    """Return "Round 2 of 3"."""
    return wording.gettext("Round {number} of {count}", number=number, count=len(LADDER))


def share(part: int, whole: int, wording: Wording) -> str:
    """Return "63 of 335 (18%)"."""
    # Rounded down, so that 100% is everything; but what was found is never 0%.
    percent = max(100 * part // whole, 1) if part and whole else 0
    return wording.gettext(
        "{part} of {whole} ({percent})",
        part=wording.number(part),
        whole=wording.number(whole),
        percent=wording.percent(percent / 100, 0),
    )


def _learnt(lessons: Lessons, wording: Wording) -> tuple[str, ...]:
    """Return "crustacé (crustacés +34): animal à carapace", or "crustacé +32" as it lay there."""
    if not lessons.rare:
        return ()
    told = word_points(lessons.rare)
    if lessons.rare.display != lessons.base:
        told = f"{lessons.base} ({told})"
    if not lessons.meaning:
        return (told,)
    first_sense = replace(lessons.meaning, text=lessons.meaning.text.split("; ")[0])
    meaning = meaning_text(first_sense, wording)
    return (wording.gettext("{label}: {value}", label=told, value=meaning),)


def _length(found: FoundWord | None, wording: Wording) -> tuple[str, ...]:
    if found is None:
        return ()
    count = len(found.word)
    return (wording.gettext("{word} ({count} letters)", word=found.display, count=count),)
