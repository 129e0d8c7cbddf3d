"""The end card of a round, as labels and values."""

from dataclasses import dataclass

from bot.presenters.verdicts import word_points
from bot.presenters.wording import Wording
from core.ids import PlayerRef
from core.rounds.match import LADDER, Match
from core.rounds.result import Result
from core.solver.solution import FoundWord

MISSED_SHOWN = 5


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of a card: a label, and one value or several."""

    label: str
    values: tuple[str, ...]

    def text(self, wording: Wording) -> str:
        """Return the line as one sentence: "Words: 12 of 318 (3%)"."""
        return wording.gettext("{label}: {value}", label=self.label, value=", ".join(self.values))


def card_lines(result: Result, player: PlayerRef, wording: Wording) -> list[CardLine]:
    """Return a player's card; raises KeyError for one who was not in the round.

    Lines that would be empty are left out: no best word without words.
    """
    card, solution, gettext = result.of(player), result.solution, wording.gettext
    missed = tuple(word_points(found) for found in result.missed[:MISSED_SHOWN])
    lines = [
        (gettext("Points"), (share(card.points, solution.points, wording),)),
        (gettext("Words"), (share(len(card.words), len(solution), wording),)),
        (gettext("Best word"), (word_points(card.best),) if card.best else ()),
        (gettext("Longest found"), _length(card.longest, wording)),
        (gettext("Best missed"), missed),
        (gettext("Longest possible"), _length(result.longest, wording)),
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


def _length(found: FoundWord | None, wording: Wording) -> tuple[str, ...]:
    if found is None:
        return ()
    count = len(found.word)
    return (wording.gettext("{word} ({count} letters)", word=found.display, count=count),)
