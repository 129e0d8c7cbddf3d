"""The outcome of each word of a practice."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages import Audience, Button, Look, Reply
from bot.presenters.cards import CardLine, share
from bot.presenters.texts import paragraphs, plain
from bot.presenters.titles import title_of
from bot.presenters.wording import Wording
from core.errors import translatable
from core.lexicon import Lexicon
from core.lexicon.meanings import meanings
from core.practice.cards import Outcome
from core.rounds.record import RoundRecord
from core.rounds.result import Result
from core.services.practice import Practised

_OUTCOMES = {
    Outcome.FAST: translatable("found at once"),
    Outcome.LATE: translatable("found late"),
    Outcome.MISSED: translatable("missed this time"),
}
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class PracticeView:
    """The view of the end of a practice."""

    record: RoundRecord
    result: Result
    practised: Sequence[Practised]
    now: float
    lexicon: Lexicon | None
    wording: Wording

    def reply(self) -> Reply:
        """Return the message for a practice that is over. Cost: a millisecond a meaning."""
        wording, solution = self.wording, self.result.solution
        card = self.result.of(self.record.started_by)
        facts = (
            CardLine(wording.gettext(label), (share(value, whole, wording),))
            for label, value, whole in (
                (translatable("Points"), card.points, solution.points),
                (translatable("Words"), len(card.words), len(solution)),
            )
        )
        again = Button(
            "▶ " + wording.gettext("Play again"), f"drill:{self.record.lexicon.name}", Look.MAIN
        )
        return Reply(
            title=title_of(self.record, wording),
            body=paragraphs(
                [plain(fact.text(wording)) for fact in facts],
                map(plain, practice_lines(self.practised, self.now, self.lexicon, wording)),
            ),
            buttons=((again,),),
            audience=Audience.SECRET,
        )


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
        if meaning and meaning.is_fit:
            parts.append(meaning.text)
        told = " · ".join(parts)
        lines.append(wording.gettext("{label}: {value}", label=each.display, value=told))
    if not any(each.card for each in practised):
        lines.append(wording.gettext("No word was found, so nothing was noted."))
    return lines


def _again(seconds: float, wording: Wording) -> str:
    days = round(seconds / _DAY)
    if days < 1:
        return wording.gettext("comes again today")
    return wording.ngettext("comes again in {count} day", "comes again in {count} days", days)
