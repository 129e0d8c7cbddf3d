"""Leaderboards of what is played once a day, with buttons to others of the same kind."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.messages import Audience, Button, Reply
from bot.presenters.people import called
from bot.presenters.standings import PERIODS, number, ordinal
from bot.presenters.texts import Line, back_to, bold, paragraphs, plain
from bot.presenters.wording import Wording
from core.daily.puzzle import DailyLine, day_of
from core.services.leaderboards import DailyBoard, Ranked
from core.standings import Period

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardView:
    """The view of a leaderboard of `title`, at a time (seconds of UTC epoch).

    Buttons carry `data`, the period, "chat" or "world", and `chat`: the id of the chat that it
    was asked for in, "" if that has no leaderboard. `value` is what a line is ranked by, and
    `note` what is said of it.
    """

    board: DailyBoard
    wording: Wording
    now: float
    title: str
    data: str
    chat: str
    value: Callable[[DailyLine], str]
    note: str = ""
    back: str = ""
    """The data of the button to the page that it replaces, "" if it replaces none."""

    def reply(self, more: Sequence[Line] = (), *, replaces: bool = False) -> Reply:
        """Return the leaderboard, with `more` below it."""
        lines = [self._place(each) for each in self.board.lines]
        notes, viewer = [], self.board.viewer
        if viewer and all(each.line.player != viewer.line.player for each in self.board.lines):
            notes.append(plain(self._own(viewer)))
        if self.note:
            notes.append(plain(self.note))
        return Reply(
            title=f"{self.title} · {self._when()} · {self._scope()}",
            body=paragraphs(
                lines or [plain(self.wording.gettext("Nobody has played yet."))], notes, more
            ),
            buttons=self._buttons(),
            audience=Audience.ASKER,
            replaces=replaces,
        )

    @property
    def _period(self) -> Period:
        return self.board.board.period

    def _scope(self) -> str:
        gettext = self.wording.gettext
        return gettext("the world") if self.board.board.chat is None else gettext("this chat")

    def _when(self) -> str:
        start = self.board.board.start
        if self._period.start(day_of(self.now)) == start:
            return self.wording.gettext(PERIODS[self._period][0])
        if self._period is Period.WEEK:
            return f"{start} – {start + timedelta(days=6)}"
        return f"{start:%Y-%m}" if self._period is Period.MONTH else str(start)

    def _place(self, ranked: Ranked) -> Line:
        line, viewer = ranked.line, self.board.viewer
        name = called(line.name, line.player, self.wording)
        if viewer and line.player == viewer.line.player:
            name = self.wording.gettext("you")
        place = MEDALS.get(ranked.rank, f"{ranked.rank}.")
        return bold(f"{place} {name}", f" · {self.value(line)}")

    def _own(self, own: Ranked) -> str:
        # Who hides is not among those counted.
        return self.wording.gettext(
            "you: {rank} of {count} ({value})",
            rank=ordinal(own.rank, self.wording),
            count=number(max(self.board.count, own.rank), self.wording),
            value=self.value(own.line),
        )

    def _buttons(self) -> tuple[tuple[Button, ...], ...]:
        gettext = self.wording.gettext
        where = "world" if self.board.board.chat is None else "chat"
        chat = f":{self.chat}" if self.chat else ""
        periods = tuple(
            Button(gettext(PERIODS[period][0]), f"{self.data}:{period}:{where}{chat}")
            for period in Period
            if period is not self._period
        )
        other, label = ("chat", "this chat") if where == "world" else ("world", "the world")
        switch = Button(gettext(label), f"{self.data}:{self._period}:{other}{chat}")
        back = [back_to(self.back, self.wording)] if self.back else []
        rows = (periods, (*([switch] if chat else []), *back))
        return tuple(row for row in rows if row)
