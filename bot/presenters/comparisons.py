"""Two rounds on one grid in words: points, who found which words, the best of both."""

from collections.abc import Sequence

from bot.presenters.texts import Line, paragraphs, plain
from bot.presenters.wording import Wording
from core.duels.comparison import Comparison
from core.duels.duel import Side
from core.solver.solution import FoundWord

_SOME = 12  # words in a list


def comparison_text(comparison: Comparison, side: Side, other: str, wording: Wording) -> Line:
    """Return a comparison for one side; `other` is the name of who is across."""
    gettext = wording.gettext
    mine, theirs = comparison.trails[side], comparison.trails[side.other]
    lists = [
        (gettext("Found by both"), comparison.both),
        (gettext("Only you"), comparison.only[side]),
        (gettext("Only {name}", name=other), comparison.only[side.other]),
        (gettext("By neither"), comparison.missed),
    ]
    marks = [
        (gettext("Best word"), comparison.best),
        (gettext("Longest word"), comparison.longest),
        (gettext("Rarest word"), comparison.rarest),
    ]

    def fact(label: str, value: str) -> Line:
        return plain(gettext("{label}: {value}", label=label, value=value))

    return paragraphs(
        [fact(gettext("Points"), f"{mine.points} : {theirs.points}")],
        [fact(label, _some(words)) for label, words in lists if words],
        [
            fact(label, f"{word_told(of(side))} : {word_told(of(side.other))}")
            for label, of in marks
            if of(side) or of(side.other)
        ],
    )


def word_told(found: FoundWord | None) -> str:
    """Return "crane +12", a dash for none."""
    return f"{found.display} +{found.points}" if found else "–"


def _some(words: Sequence[FoundWord]) -> str:
    more = f" … +{len(words) - _SOME}" if len(words) > _SOME else ""
    return ", ".join(map(word_told, words[:_SOME])) + more
