"""The Wordle coach's answers in a chat."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from babel.numbers import format_decimal

from bot.messages import Audience, Reply
from bot.presenters.daily.pages import fact
from bot.presenters.languages import language_label
from bot.presenters.standings import number
from bot.presenters.texts import Line, bold, paragraphs, plain
from bot.presenters.wording import Wording
from core.wordle.coach import Advice, Review
from core.wordle.game import Turn
from core.wordle.marks import write_marks

NAMED = 12  # words that are left are named if they are no more


@dataclass(frozen=True, slots=True)
class CoachView:
    """The view of a coach's advice; `display` returns the spelling of a word."""

    language: str
    wording: Wording
    display: Callable[[str], str]

    def advice(self, turns: Sequence[Turn], left: Sequence[str], advice: Sequence[Advice]) -> Reply:
        """Return the best next words, the best first, after `turns` that leave some words."""
        gettext, ngettext = self.wording.gettext, self.wording.ngettext
        told = [plain(f"{each.word.upper()} {write_marks(each.marks)}") for each in turns]
        told.append(plain(ngettext("{count} word is left", "{count} words are left", len(left))))
        if len(left) <= NAMED:
            told.append(plain(", ".join(self._spelt(each) for each in left)))
        best, *others = [self._advised(each) for each in advice]
        heading = [plain(gettext("Next best:"))] if others else []
        return self._reply(
            Audience.SECRET, told, [plain(gettext("Best:")), best], [*heading, *others]
        )

    def review(self, reviews: Sequence[Review]) -> Reply:
        """Return each guess of a game beside the best one there was."""
        told = [self._reviewed(place, each) for place, each in enumerate(reviews, 1)]
        cost = self._decimal(sum(each.cost for each in reviews))
        bits = self.wording.gettext("{count} bits", count=cost)
        return self._reply(
            Audience.ASKER,
            told,
            [fact(self.wording.gettext("Cost of all guesses"), bits, self.wording)],
        )

    def _reply(self, audience: Audience, *groups: Sequence[Line]) -> Reply:
        title = [self.wording.gettext("Coach"), language_label(self.language, self.wording)]
        return Reply(
            title=" · ".join(["Wordle", *title]),
            body=paragraphs(*groups),
            audience=audience,
        )

    def _advised(self, advice: Advice) -> Line:
        gettext = self.wording.gettext
        told = gettext(
            "{bits} bits · words left: {left} on average, {worst} at most",
            bits=self._decimal(advice.bits),
            left=self._decimal(advice.expected),
            worst=number(advice.worst, self.wording),
        )
        parts = [told]
        if advice.guesses is not None:
            count = self._decimal(advice.guesses)
            parts.append(gettext("guesses from here: {count}", count=count))
        parts.append(gettext("can be it") if advice.possible else gettext("cannot be it"))
        return bold(self._spelt(advice.word), f" · {' · '.join(parts)}")

    def _reviewed(self, place: int, review: Review) -> Line:
        gettext = self.wording.gettext
        told = gettext(
            "{bits} bits · best: {best}, {most} bits · cost: {cost}",
            bits=self._decimal(review.own.bits),
            best=self._spelt(review.best.word),
            most=self._decimal(review.best.bits),
            cost=gettext("a try") if review.wasted else self._decimal(review.cost),
        )
        return bold(f"{place}. {review.turn.word.upper()}", f" · {told}")

    def _spelt(self, word: str) -> str:
        return self.display(word).upper()

    def _decimal(self, value: float) -> str:
        return str(format_decimal(value, "#,##0.00", locale=self.wording.language))
