"""A daily in a chat: its page, the card of an attempt, how many played it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages import Audience, Button, Image, Look, Reply, Span, Style
from bot.presenters.cards import CardLine, lesson_lines
from bot.presenters.daily.texts import (
    daily_title,
    place_text,
    seal_line,
    share,
    share_text,
    streak_text,
    theme_line,
)
from bot.presenters.standings import number
from bot.presenters.texts import Line, pages, paragraphs, plain, swipe_label, time_left
from bot.presenters.verdicts import word_points
from bot.presenters.wording import Wording
from core.daily.puzzle import Puzzle
from core.errors import translatable
from core.rounds.lessons import Lessons
from core.services.dailies import DailyPage, Outcome
from core.solver.solution import FoundWord

SPENT = translatable(
    "This account has had its attempt at this daily: until the day is over you play it for fun, "
    "and it does not count."
)
_ASKER = Audience.ASKER
_DAY = 86_400.0  # seconds
_ROOM = 500  # characters of the words on a card: as many as fit below a picture


@dataclass(frozen=True, slots=True)
class DailyView:
    """The view of a daily at a time (seconds of UTC epoch).

    `chat` is the id of the chat that it was asked for in, "" if it has no leaderboard. `ticket` is
    the invitation to the player's page (core/tickets.py), "" where there is none.
    """

    puzzle: Puzzle
    wording: Wording
    now: float
    chat: str = ""
    ticket: str = ""

    @property
    def key(self) -> str:
        """Return the key of the puzzle in the data of buttons: "fr:12"."""
        return f"{self.puzzle.language}:{self.puzzle.number}"

    def page(
        self, page: DailyPage, *, running: bool, reminded: bool, replaces: bool = False
    ) -> Reply:
        """Return the page before and after an attempt; `running`: it is on right now."""
        gettext, puzzle = self.wording.gettext, self.puzzle
        facts = [plain(theme_line(puzzle, self.wording)), self._until()]
        told = [plain(streak_text(page.streak, self.wording))] if page.streak.length else []
        if page.players:
            count = self.wording.ngettext(
                "{count} player so far", "{count} players so far", page.players
            )
            told.append(plain(count))
        if page.attempt and page.attempt.finished_at is not None:
            told.insert(0, plain(self._brought(page.attempt.points)))
        hints = [plain(gettext("You are in the middle of it: go on typing words."))]
        if not running:
            hints = [plain(self._how(page))] if self._how(page) else []
        if page.seal and puzzle.is_open(self.now):
            hints.append(plain(seal_line(puzzle.number + 1, page.seal, self.wording)))
        return Reply(
            title=daily_title(puzzle, self.wording),
            body=paragraphs(facts, told, hints),
            buttons=self._page_buttons(page, running=running, reminded=reminded),
            audience=Audience.SECRET,
            page=f"dday:{self.key}",
            replaces=replaces,
        )

    def card(self, outcome: Outcome, image: Image | None = None) -> Reply:
        """Return how a ranked attempt went, for who made it."""
        gettext, attempt = self.wording.gettext, outcome.attempt
        facts = [
            (gettext("Points"), share(attempt.points, self.puzzle.points, self.wording)),
            (gettext("Words"), share(attempt.words, self.puzzle.words, self.wording)),
            (gettext("Place so far"), place_text(outcome.place, outcome.players, self.wording)),
        ]
        if self.puzzle.closed_at is not None:
            facts[2] = (gettext("Place"), facts[2][1])
        if attempt.best:
            facts.append((gettext("Best word"), f"{attempt.best} +{attempt.best_points}"))
        if outcome.rarest:
            facts.append((gettext("Rarest word"), self._rarest(outcome)))
        if outcome.words:
            facts.append((gettext("Words found"), _some(outcome.words)))
        lessons = lesson_lines(outcome.lessons, self.wording)
        facts += [(line.label, ", ".join(line.values)) for line in lessons]
        streak = streak_text(outcome.streak, self.wording)
        last = [plain(streak)] if streak else []
        last += self._later()
        return Reply(
            title=daily_title(self.puzzle, self.wording),
            body=paragraphs(
                [fact(name, value, self.wording) for name, value in facts],
                last,
            ),
            image=image,
            buttons=self._card_buttons(),
            audience=Audience.SECRET,
            page=f"dday:{self.key}",
        )

    def unranked(
        self, points: int, words: int, lessons: Lessons, image: Image | None = None
    ) -> Reply:
        """Return how an attempt for fun went."""
        gettext = self.wording.gettext
        return Reply(
            title=daily_title(self.puzzle, self.wording),
            body=paragraphs(
                [
                    fact(
                        gettext("Points"),
                        share(points, self.puzzle.points, self.wording),
                        self.wording,
                    ),
                    fact(
                        gettext("Words"),
                        share(words, self.puzzle.words, self.wording),
                        self.wording,
                    ),
                    *(
                        plain(line.text(self.wording))
                        for line in lesson_lines(lessons, self.wording)
                    ),
                ],
                [plain(gettext("For fun: this one does not count.")), *self._later()],
            ),
            image=image,
            buttons=(self._pages(), (Button("▶ " + gettext("Play again"), f"dgo:{self.key}:fun"),)),
            audience=Audience.SECRET,
            page=f"dday:{self.key}",
        )

    def shared(self, outcome: Outcome) -> Reply:
        """Return the text that a player may show to anybody, to be copied."""
        text = share_text(self.puzzle, outcome, self.wording)
        return Reply(body=(Span(text, Style.CODE),), audience=_ASKER)

    def statistics(self, points: list[int], image: Image | None) -> Reply:
        """Return how many played a daily, their average and best."""
        gettext, wording = self.wording.gettext, self.wording
        told = [plain(gettext("Nobody has played yet."))]
        if points:
            mean = sum(points) // len(points)
            told = [
                fact(gettext("Players"), number(len(points), wording), wording),
                fact(gettext("Average"), share(mean, self.puzzle.points, wording), wording),
                fact(gettext("Best"), share(max(points), self.puzzle.points, wording), wording),
            ]
        return Reply(
            title=f"{daily_title(self.puzzle, wording)} · {self.puzzle.day.isoformat()}",
            body=paragraphs([plain(theme_line(self.puzzle, wording))], told),
            image=image,
            audience=_ASKER,
        )

    def _later(self) -> list[Line]:
        told = self.wording.gettext("All words are shown when the day is over.")
        return [] if self._is_over else [plain(told)]

    def _until(self) -> Line:
        gettext, puzzle = self.wording.gettext, self.puzzle
        if self.now >= puzzle.ends_at:
            day = gettext("The day of {day} is over.", day=puzzle.day.isoformat())
            return plain(day)
        left = Span(time_left(puzzle.ends_at - self.now), Style.COUNTDOWN, puzzle.ends_at)
        return (Span("⏳ "), left)

    def _how(self, page: DailyPage) -> str:
        gettext = self.wording.gettext
        if self.now >= self.puzzle.ends_at:
            return ""
        if page.spent:
            return gettext(SPENT)
        if page.attempt is None:
            return gettext(
                "You have one attempt of two minutes: the clock starts when you press the button."
            )
        if page.attempt.finished_at is None:
            return gettext("You are playing it on another account of yours.")
        return ""

    def _brought(self, points: int) -> str:
        value = share(points, self.puzzle.points, self.wording)
        return CardLine(self.wording.gettext("You have played it"), (value,)).text(self.wording)

    def _rarest(self, outcome: Outcome) -> str:
        return self.wording.ngettext(
            "{word} (found by {count} of {players})",
            "{word} (found by {count} of {players})",
            outcome.finders,
            word=outcome.rarest,
            players=number(outcome.players, self.wording),
        )

    @property
    def _is_over(self) -> bool:
        return self.puzzle.is_over(self.now)

    def _pages(self) -> tuple[Button, ...]:
        gettext = self.wording.gettext
        key = Button("🔑 " + gettext("All words"), f"dkey:{self.key}:0")
        statistics = Button("📊 " + gettext("The day"), f"dstat:{self.key}")
        return (*([key] if self._is_over else []), self._leaderboard(), statistics)

    def _leaderboard(self) -> Button:
        data = f"dtop:{self.key}:day"
        label = "🏆 " + self.wording.gettext("Leaderboard")
        return Button(label, f"{data}:chat:{self.chat}" if self.chat else data)

    def _card_buttons(self) -> tuple[tuple[Button, ...], ...]:
        share_ = Button("📤 " + self.wording.gettext("Share"), f"dshare:{self.key}", Look.MAIN)
        return ((share_,), self._pages())

    def _page_buttons(
        self, page: DailyPage, *, running: bool, reminded: bool
    ) -> tuple[tuple[Button, ...], ...]:
        gettext, over = self.wording.gettext, self._is_over
        first: list[Button] = []
        if running:
            first.append(Button("⌨ " + gettext("Go on"), f"dgo:{self.key}", Look.MAIN))
        elif over or (page.spent and self.puzzle.is_open(self.now)):
            first.append(Button("▶ " + gettext("Play for fun"), f"dgo:{self.key}:fun", Look.MAIN))
        elif page.attempt is None and self.puzzle.is_open(self.now):
            first.append(Button("▶ " + gettext("Start"), f"dgo:{self.key}", Look.MAIN))
        if page.attempt and page.attempt.finished_at is not None:
            first.append(Button("🧾 " + gettext("My card"), f"dcard:{self.key}"))
        if self.ticket and first:
            first.append(Button(swipe_label(self.wording), "swipe", ticket=self.ticket))
        bell = gettext("No more reminders") if reminded else gettext("Remind me")
        second = [self._leaderboard()]
        if over or (page.attempt and page.attempt.finished_at is not None):
            second = list(self._pages())
        wanted = "off" if reminded else "on"
        third = [Button("🔔 " + bell, f"dbell:{self.puzzle.language}:{wanted}")]
        if self.puzzle.number > 1 and not over:
            before = f"dday:{self.puzzle.language}:{self.puzzle.number - 1}"
            third.insert(0, Button("◀ " + gettext("Yesterday's"), before))
        if 0 <= self.now - self.puzzle.ends_at < _DAY:
            after = f"dday:{self.puzzle.language}:{self.puzzle.number + 1}"
            third.insert(0, Button(gettext("Today's") + " ▶", after))
        if over:
            third.append(Button("🔏 " + gettext("Proof"), f"dproof:{self.key}"))
        return tuple(tuple(row) for row in (first, second, third) if row)


def fact(label: str, value: str, wording: Wording) -> Line:
    """Return the line "Points: 212"."""
    return plain(CardLine(label, (value,)).text(wording))


def _some(words: Sequence[FoundWord]) -> str:
    """Return words with their points, and how many more there are than fit on a card."""
    shown, *more = pages([word_points(each) for each in words], room=_ROOM)
    left = len(words) - shown.count(", ") - 1
    return f"{shown} … +{left}" if more else shown
