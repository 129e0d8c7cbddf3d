"""What the words of a practice came to, and how many are learned."""

from collections.abc import Sequence

from bot.presenters.cards import CardLine
from bot.presenters.wording import Wording
from core.errors import translatable
from core.lexicon import Lexicon
from core.lexicon.meanings import meanings
from core.practice.cards import Outcome, Progress
from core.services.practice import Practised

_OUTCOMES = {
    Outcome.FAST: translatable("found at once"),
    Outcome.LATE: translatable("found late"),
    Outcome.MISSED: translatable("missed this time"),
}
_DAY = 86_400.0


def practice_lines(
    practised: Sequence[Practised], now: float, lexicon: Lexicon | None, wording: Wording
) -> list[str]:
    """Return a line a word: what became of it, when it comes again, and its meaning."""
    known = meanings(lexicon) if lexicon else None
    lines = [wording.gettext("The words of this practice:")]
    for each in practised:
        parts = [wording.gettext(_OUTCOMES[each.outcome])]
        if each.card:
            parts.append(_again(each.card.due - now, wording))
        meaning = known.of(each.word) if known else None
        if meaning:
            parts.append(meaning.text)
        told = " · ".join(parts)
        lines.append(wording.gettext("{label}: {value}", label=each.display, value=told))
    if not any(each.card for each in practised):
        lines.append(wording.gettext("No word was found, so nothing was noted."))
    return lines


def progress_lines(progress: Progress, wording: Wording) -> list[CardLine]:
    """Return how many words were learned and are due; nothing for who never practised."""
    if not progress.practised:
        return []
    return [
        CardLine(wording.gettext("Words learned"), (wording.number(progress.learned),)),
        CardLine(wording.gettext("Words to practise now"), (wording.number(progress.due),)),
    ]


def _again(seconds: float, wording: Wording) -> str:
    days = round(seconds / _DAY)
    if days < 1:
        return wording.gettext("comes again today")
    return wording.ngettext("comes again in {count} day", "comes again in {count} days", days)
