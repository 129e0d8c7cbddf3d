"""The end of a round in a chat: the podium, what was found together, what was missed."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages import Audience, Button, Image, Look, Reply, Span, Style
from bot.presenters.cards import card_lines, lesson_lines, match_lines, share
from bot.presenters.meanings import meaning_line, sources_line
from bot.presenters.people import Name, called
from bot.presenters.pictures.colours import Theme
from bot.presenters.pictures.galleries import MOST, Gallery, Tracing
from bot.presenters.spoken import path_text
from bot.presenters.texts import Line, bold, page_note, pages, paragraphs, plain, time_left, turners
from bot.presenters.titles import title_of
from bot.presenters.verdicts import word_points
from bot.presenters.wording import Wording
from core.grid import Grid
from core.ids import PlayerRef
from core.lexicon import Lexicon
from core.lexicon.meanings import Meaning
from core.rounds.events import Termination
from core.rounds.lessons import Lessons
from core.rounds.match import Match
from core.rounds.record import RoundRecord
from core.rounds.result import Card, Result
from core.scoring import Ruleset
from core.solver.solution import FoundWord

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_SHOWN = 5  # players on the podium: more would not fit below a picture
_DEFINED = 10  # words on a page of meanings
_ABREAST = 2  # boards: more could not be read on a phone


@dataclass(frozen=True, slots=True)
class EndView:
    """The view of the end of a round; `lexicon` knows which words are common.

    `ended_at` may be before its start: then it was called off, and nobody has seen its grid.
    """

    record: RoundRecord
    result: Result
    match: Match | None
    following: RoundRecord | None
    wording: Wording
    name: Name
    lexicon: Lexicon | None
    lessons: Lessons
    ended_at: float | None = None

    def picture(self, theme: Theme) -> Image | None:
        """Draw missed words within reach, which takes some 100 ms; None if there are none."""
        if not self._was_played:
            return None
        solution = self.result.solution
        return missed_picture(self.lessons, solution.grid, solution.rules, self.wording, theme)

    def reply(self, termination: Termination, now: float, image: Image | None = None) -> Reply:
        """Return the message for a round that is over, or was called off before it began."""
        if not self._was_played:
            over = self.wording.gettext("The match is over.")
            return Reply(title=over, body=paragraphs(self._match(now)[1:]))
        return Reply(
            title=self._title(termination),
            body=paragraphs(self._podium(), self._together(), self._match(now)),
            image=image,
            buttons=self._buttons(),
        )

    def found_words(self, page: int) -> Reply:
        """Return a page of every player's words."""
        items = [
            f"\n{self._called(card)} ({card.points}): {word_points(found)}"
            if place == 0
            else word_points(found)
            for card in self.result.standing
            for place, found in enumerate(card.words)
        ]
        title = self.wording.gettext("Words found")
        return self._page(title, items, page, f"words:{self._key}")

    def missed_words(self, page: int) -> Reply:
        """Return a page of the words that nobody found, the best first."""
        wording, left_out = self.wording, self.result.left_out
        title = wording.gettext("Words that nobody found")
        items = [word_points(found) for found in self.result.missed]
        note = wording.ngettext(
            "{count} unpleasant word is left out", "{count} unpleasant words are left out", left_out
        )
        first = sum(leaf.count(", ") + 1 for leaf in pages(items)[: max(page, 0)]) // _DEFINED
        means = Button("📖 " + wording.gettext("Meanings"), f"defs:{self._key}:{first}")
        more = (means,) if items else ()
        return self._page(title, items, page, f"missed:{self._key}", note if left_out else "", more)

    def missed_from(self, page: int) -> Sequence[FoundWord]:
        """Return the words of a page of meanings."""
        return self.result.missed[(start := max(page, 0) * _DEFINED) : start + _DEFINED]

    def missed_meanings(
        self, page: int, words: Sequence[tuple[str, Meaning | None]], *, turned: bool
    ) -> Reply:
        """Return a page of what missed words mean; of some nobody has written it."""
        wording, count = self.wording, -(-len(self.result.missed) // _DEFINED)
        told = [
            meaning_line(spelling, meaning, wording) if meaning else plain(spelling)
            for spelling, meaning in words
        ]
        found = [meaning for _, meaning in words if meaning]
        note = page_note(page, count, wording)
        none = wording.gettext("Nobody has written what these words mean.")
        notes = [sources_line(found, wording) if found else plain(none)] if words else []
        notes += [plain(note)] if note else []
        buttons = turners(f"defs:{self._key}", page, count, more="turn")
        return Reply(
            title=wording.gettext("Words that nobody found"),
            body=paragraphs(told or [plain(wording.gettext("None."))], notes),
            buttons=(buttons,) if buttons else (),
            audience=Audience.ASKER,
            replaces=turned,
        )

    def card(self, player: PlayerRef) -> Reply:
        """Return a player's own card; raises KeyError for one who was not in the round."""
        own = card_lines(self.result, self.lessons, player, self.wording)
        if self.match and len(self.match.results) > 1:
            own += match_lines(self.match, player, self.wording)
        words = ", ".join(word_points(found) for found in self.result.of(player).words)
        text = [plain(line.text(self.wording)) for line in own]
        return Reply(
            title=title_of(self.record, self.wording),
            body=paragraphs(text, [plain(pages([words])[0])] if words else ()),
        )

    @property
    def _was_played(self) -> bool:
        return self.ended_at is None or self.ended_at >= self.record.starts_at

    def _page(
        self,
        title: str,
        items: list[str],
        page: int,
        data: str,
        left_out: str = "",
        more: tuple[Button, ...] = (),
    ) -> Reply:
        leaves = pages(items)
        page = min(max(page, 0), len(leaves) - 1)
        notes = (page_note(page, len(leaves), self.wording), left_out)
        # Who found them begins a line, which needs no comma before it.
        text = leaves[page].replace(", \n", "\n").strip() or self.wording.gettext("None.")
        buttons = (*turners(data, page, len(leaves), more="turn"), *more)
        return Reply(
            title=title,
            body=paragraphs([plain(text)], [plain(note) for note in notes if note]),
            buttons=(buttons,) if buttons else (),
        )

    def _title(self, termination: Termination) -> str:
        gettext = self.wording.gettext
        over = (
            gettext("Time's up!")
            if termination is Termination.TIME_UP
            else gettext("The round is over.")
        )
        return f"{over} {title_of(self.record, self.wording)}"

    def _podium(self) -> list[Line]:
        cards = [card for card in self.result.standing if card.words]
        if not cards:
            return [plain(self.wording.gettext("Nobody found a word this time."))]
        lines = [self._place(card) for card in cards[:_SHOWN]]
        more = len(cards) - _SHOWN
        return lines + ([plain(f"… +{more}")] if more > 0 else [])

    def _place(self, card: Card) -> Line:
        words = self.wording.ngettext("{count} word", "{count} words", len(card.words))
        best = f" · {word_points(card.best)}" if card.best else ""
        points = share(card.points, self.result.solution.points, self.wording)
        return bold(
            f"{_MEDALS.get(card.rank, f'{card.rank}.')} {self._called(card)}",
            f" · {points} · {words}{best}",
        )

    def _together(self) -> list[Line]:
        result, gettext = self.result, self.wording.gettext
        told = [
            plain(
                gettext(
                    "Found together: {share}",
                    share=share(result.found, len(result.solution), self.wording),
                )
            )
        ]
        if rare := self._rarest():
            word, finders = rare
            who = ", ".join(self._name(player) for player in finders[:3])
            told.append(
                plain(gettext("Rarest word: {word} ({who})", word=word_points(word), who=who))
            )
        lessons = lesson_lines(self.lessons, self.wording)
        return told + [plain(line.text(self.wording)) for line in lessons]

    def _match(self, now: float) -> list[Line]:
        if self.match is None:
            return []
        wording, standing = self.wording, self.match.standing[:_SHOWN]
        told = [bold(wording.gettext("The match"))]
        if self.match.over or not self.following:
            told = [bold(wording.gettext("The match is over."))]
        told += [
            plain(f"{_MEDALS.get(p.rank, f'{p.rank}.')} {self._name(p.player)} · {p.points}")
            for p in standing
            if p.points
        ]
        if self.following:
            begins = self.following.starts_at
            left = Span(time_left(begins - now), Style.COUNTDOWN, begins)
            told.append((Span(f"{title_of(self.following, wording)} ⏳ "), left))
        return told

    def _rarest(self) -> tuple[FoundWord, list[PlayerRef]] | None:
        """Return the fit word found by the fewest, of these the least common, with its finders."""
        finders: dict[str, list[PlayerRef]] = {}
        words: dict[str, FoundWord] = {}
        for card in self.result.standing:
            for found in card.fit:
                finders.setdefault(found.word, []).append(card.player)
                words[found.word] = found

        def rareness(word: str) -> tuple[int, int, int, str]:
            rank = self.lexicon.rank(word) if self.lexicon else None
            return len(finders[word]), -(rank or 10**9), -words[word].points, word

        rarest = min(words, key=rareness, default=None)
        return (words[rarest], finders[rarest]) if rarest else None

    @property
    def _key(self) -> str:
        return f"{self.record.id}:{self.record.token}"

    def _called(self, card: Card) -> str:
        return self._name(card.player)

    def _name(self, player: PlayerRef) -> str:
        return called(self.name(player), player, self.wording)

    def _buttons(self) -> tuple[tuple[Button, ...], ...]:
        gettext, key = self.wording.gettext, self._key
        first = [
            Button("🧾 " + gettext("My card"), f"card:{key}"),
            Button("📜 " + gettext("Words found"), f"words:{key}:0"),
        ]
        if self.result.missed:
            first.append(Button("🔍 " + gettext("Missed"), f"missed:{key}:0"))
        if self.following:
            following = f"{self.following.id}:{self.following.token}"
            return (
                tuple(first),
                (Button("■ " + gettext("Stop"), f"halt:{following}", Look.DANGER),),
            )
        return (tuple(first), (Button("▶ " + gettext("Play again"), f"again:{key}", Look.MAIN),))


def missed_picture(
    lessons: Lessons, grid: Grid, rules: Ruleset, wording: Wording, theme: Theme
) -> Image | None:
    """Draw the words within reach and the one to learn, some 100 ms; None if there are none."""
    gettext, shown = wording.gettext, [(each, word_points(each)) for each in lessons.known]
    if lessons.rare:
        learnt = gettext("{label}: {value}", label=gettext("To learn"), value=lessons.rare.display)
        shown.append((lessons.rare, learnt))
    if not shown:
        return None
    title = gettext("Within reach")
    drawn = tuple(Tracing(grid, rules, each.path, caption) for each, caption in shown)
    paths = (path_text(each.display, each.path, grid, wording) for each, _ in shown)
    label = gettext("{label}: {value}", label=title, value="; ".join(paths))
    gallery = Gallery(drawn, theme, title, most=MOST, abreast=_ABREAST)
    return Image(gallery.png(), label[:1000], "missed.png")
