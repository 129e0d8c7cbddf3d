"""Leaderboards of dailies in a chat."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from bot.messages import Reply
from bot.presenters.daily.pages import DailyView
from bot.presenters.daily.texts import daily_title, share
from bot.presenters.leaderboards import LeaderboardView
from bot.presenters.people import called
from bot.presenters.standings import percent
from bot.presenters.texts import Line, plain
from bot.presenters.wording import Wording
from core.daily.copies import Copy
from core.daily.puzzle import DailyLine
from core.services.dailies import Mechanical, Watched
from core.services.leaderboards import DailyBoard
from core.standings import Period

_COPIES = 10  # pairs that are told: of many accounts with one hand each two are one


@dataclass(frozen=True, slots=True)
class DailyBoardView:
    """The view of a leaderboard, on the pages of a daily."""

    daily: DailyView
    board: DailyBoard

    def reply(
        self,
        watched: Watched | None = None,
        *,
        replaces: bool = False,
    ) -> Reply:
        """Return the leaderboard; who is `watched` is for moderators' eyes only."""
        note = self._wording.gettext("Shares of the points that each grid held, added up.")
        view = LeaderboardView(
            board=self.board,
            wording=self._wording,
            now=self.daily.now,
            title=daily_title(self.daily.puzzle, self._wording),
            data=f"dtop:{self.daily.key}",
            chat=self.daily.chat,
            value=self._value,
            note="" if self._is_of_day else note,
            back=f"dday:{self.daily.key}",
        )
        watched = watched or Watched()
        flags = [
            *map(self._hurry, watched.hurried),
            *map(self._copy, watched.copied[:_COPIES]),
            *chain.from_iterable(map(self._mechanical, watched.mechanical)),
        ]
        return view.reply(flags, replaces=replaces)

    @property
    def _wording(self) -> Wording:
        return self.daily.wording

    @property
    def _is_of_day(self) -> bool:
        return self.board.board.period is Period.DAY

    def _value(self, line: DailyLine) -> str:
        if self._is_of_day:
            words = self._wording.ngettext("{count} word", "{count} words", line.words)
            return f"{share(line.value, self.daily.puzzle.points, self._wording)} · {words}"
        played = self._wording.ngettext("{count} daily", "{count} dailies", line.days)
        return f"{percent(line.value, self._wording)} · {played}"

    def _copy(self, copy: Copy) -> Line:
        told = self._wording.gettext(
            "For moderators: {one} and {other}: {same} of {count} words in the same order, "
            "{minutes} min apart.",
            one=called(copy.earlier.name, copy.earlier.player, self._wording),
            other=called(copy.later.name, copy.later.player, self._wording),
            same=copy.same,
            count=copy.words,
            minutes=round(copy.seconds / 60),
        )
        return plain(f"⚑ {told}")

    def _mechanical(self, each: Mechanical) -> Iterator[Line]:
        wording, manner = self._wording, each.manner
        name = called(each.hand.name, each.hand.player, wording)
        if manner.is_even:
            told = wording.gettext(
                "For moderators: {name} found {count} words as evenly as a program: one every "
                "{seconds} s, give or take {spread}.",
                name=name,
                count=manner.words,
                seconds=wording.number(manner.pause, 1),
                spread=wording.percent(manner.spread, 0),
            )
            yield plain(f"⚑ {told}")
        if manner.is_blind:
            told = wording.gettext(
                "For moderators: {name} found {count} words, {rare} of them rare: a program that "
                "takes any words would find {blind}; people find far fewer.",
                name=name,
                count=manner.words,
                rare=manner.rare,
                blind=round(manner.blind),
            )
            yield plain(f"⚑ {told}")

    def _hurry(self, line: DailyLine) -> Line:
        told = self._wording.ngettext(
            "For moderators: {name} sent {count} word faster than anybody reads.",
            "For moderators: {name} sent {count} words faster than anybody reads.",
            line.value,
            name=called(line.name, line.player, self._wording),
        )
        return plain(f"⚑ {told}")
