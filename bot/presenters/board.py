"""The live board of a round in a chat: the grid, the time left, who has how much so far."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.messages import MAX_CAPTION, Audience, Button, Image, Look, Reply, Span, Style
from bot.presenters.daily.texts import theme_line
from bot.presenters.feed import Heard, busy_lines
from bot.presenters.laws import LAWS
from bot.presenters.people import Name, called
from bot.presenters.pictures.board import Picture
from bot.presenters.pictures.colours import Theme
from bot.presenters.spoken import alt_text, spoken_rows, text_board
from bot.presenters.standings import words_and_points
from bot.presenters.texts import Line, bold, lines, paragraphs, plain, swipe_label, time_left
from bot.presenters.titles import Subject, title_of
from bot.presenters.wording import Wording
from core.daily.puzzle import Puzzle, day_of
from core.ids import PlayerRef
from core.opponents.levels import GHOST, opponent
from core.rounds.purpose import ForRace
from core.rounds.record import RoundRecord
from core.rounds.round import Round
from core.rounds.verdict import Trait

_SHOWN = 10  # players on a board
_SIGNS = 12  # words of a ghost on a board


@dataclass(frozen=True, slots=True)
class BoardView:
    """The view of a round's board: `look` is "dark", "light" or "text".

    `hears`: words can just be typed. `name` is what players are called, "" if nobody knows.
    `subject` is the daily or the duel that it is of; `forms`: words are typed into forms, too.
    `said` are answers to the last words, shown where they cannot be given otherwise.
    `ticket` is the invitation to the round's page, "" where there is none.
    """

    record: RoundRecord
    wording: Wording
    name: Name
    look: str
    hears: bool
    alone: bool = False
    subject: Subject = None
    forms: bool = False
    said: tuple[str, ...] = ()
    ticket: str = ""
    hindrances: tuple[str, ...] = ()
    """What hinders words in the room, in words."""

    def picture(self, theme: Theme) -> Image:
        """Draw the board, which takes some 50 ms."""
        record = self.record
        drawn = Picture(
            record.grid,
            record.ruleset,
            theme=theme,
            title=self._title(),
            clock=time_left(record.seconds),
        )
        return Image(drawn.png(), alt_text(record.grid, self.wording), "grid.png")

    def reply(
        self,
        round_: Round,
        now: float,
        image: Image | None = None,
        heard: Sequence[Heard] = (),
    ) -> Reply:
        """Return the board as it stands; edits leave out the image, which stays.

        In a busy room `heard` is what players typed last, the newest first.
        """
        facts = self._facts(now)
        if heard:
            standing, hint = self._busy(round_, heard, facts), []
        else:
            standing = self._standing(round_)
            hint = [plain(self._hint()), *map(plain, self.hindrances)]
        text, said = self._text(), [plain(line) for line in self.said]
        return Reply(
            title=self._title(),
            body=paragraphs(facts, text if self.look == "text" else (), said, standing, hint),
            image=image,
            without_image=()
            if self.look == "text"
            else paragraphs(facts, text, said, standing, hint),
            buttons=self._buttons(),
            audience=Audience.SECRET if self._is_own else Audience.ROOM,
            replaces=self._is_own,
            keeps_image=self._is_own and image is None,
            urgent=any(not each.marking.told for each in heard),
        )

    def copy(self, round_: Round, now: float, image: Image | None, url: str) -> Reply:
        """Return the board for one who may not see the message that shows it.

        It has no buttons of its own; `url` is the address of that message, "" for none.
        """
        gettext = self.wording.gettext
        view = replace(self, said=(gettext("A round is running here: play along."),))
        link = Button("⬆ " + gettext("Go to the board"), "", url=url)
        return replace(
            view.reply(round_, now, image),
            buttons=((link,),) if url else (),
            audience=Audience.ASKER,
        )

    def private(self) -> "BoardView":
        """Return the board as it is shown in private, where words are just typed."""
        return replace(self, hears=True, alone=True, hindrances=())

    def text(self) -> Line:
        """Return the grid as text."""
        return lines(*self._text())

    def closed(self, round_: Round, heard: Sequence[Heard] = ()) -> Reply:
        """Return the board of a round that is over: without buttons, for the card follows."""
        return self._left(round_, self.wording.gettext("The round is over."), heard)

    def moved(self, round_: Round) -> Reply:
        """Return a board that another message shows from now on."""
        return self._left(round_, self.wording.gettext("The round goes on below."))

    def _left(self, round_: Round, why: str, heard: Sequence[Heard] = ()) -> Reply:
        over, text = [plain(why)], self._text()
        standing = self._busy(round_, heard, over) if heard else self._standing(round_)
        return Reply(
            title=self._title(),
            body=paragraphs(over, text if self.look == "text" else (), standing),
            without_image=() if self.look == "text" else paragraphs(over, text, standing),
            urgent=any(not each.marking.told for each in heard),
        )

    def _facts(self, now: float) -> list[Line]:
        record, wording = self.record, self.wording
        left = Span(time_left(record.deadline - now), Style.COUNTDOWN, record.deadline)
        held = words_and_points(record.words, record.points, wording)
        facts: list[Line] = [(Span("⏳ "), left, Span(f" · {held}"))]
        if isinstance(self.subject, Puzzle):
            facts.append(plain(theme_line(self.subject, wording)))
        if record.opponent:
            name = called("", opponent(record.opponent).ref, wording)
            facts.append(plain(wording.gettext("{name} plays along", name=name)))
        if not record.law.is_independent:
            facts.append(plain(wording.gettext(LAWS[record.law])))
        return facts

    def _text(self) -> list[Line]:
        record = self.record
        board = (Span(text_board(record.grid, record.ruleset), Style.CODE),)
        return [board, *(plain(row) for row in spoken_rows(record.grid, self.wording))]

    def _standing(self, round_: Round) -> list[Line]:
        cards = round_.result().standing
        misses = _misses(round_)
        found = [
            bold(
                f"{card.rank}. {called(self.name(card.player), card.player, self.wording)}",
                f" · {card.points} · ✅ {len(card.words)}"
                + (f" · ❌ {misses[card.player]}" if misses.get(card.player) else ""),
            )
            for card in cards
            if card.words or misses.get(card.player)
        ]
        more = len(found) - _SHOWN
        signs = [plain(ghost_signs(round_))] if isinstance(self.record.purpose, ForRace) else []
        return found[:_SHOWN] + ([plain(f"… +{more}")] if more > 0 else []) + signs

    def _busy(self, round_: Round, heard: Sequence[Heard], facts: Sequence[Line]) -> list[Line]:
        cards = [
            card
            for card in round_.result().standing
            if card.words or any(each.player == card.player for each in heard)
        ]
        above = len(self._title()) + sum(len(span.text) + 1 for line in facts for span in line)
        return busy_lines(cards, heard, self.name, self.wording, MAX_CAPTION - above)

    @property
    def _is_own(self) -> bool:
        return self.record.purpose.is_own

    def _title(self) -> str:
        return title_of(self.record, self.wording, self.subject)

    def _hint(self) -> str:
        if self._is_own and self.forms:
            return self.wording.gettext(
                "Press the first button to type words, or write them to me in private."
            )
        if self.hears:
            return self.wording.gettext("Type words right here, one a line.")
        return self.wording.gettext("Reply to this message with words, or press the first button.")

    def _buttons(self) -> tuple[tuple[Button, ...], ...]:
        gettext, key = self.wording.gettext, f"{self.record.id}:{self.record.token}"
        as_text = Button("🔤 " + gettext("As text"), f"text:{key}")
        swipe: list[Button] = []
        if self.ticket:
            label = swipe_label(self.wording)
            swipe.append(Button(label, f"swipe:{key}", Look.MAIN, ticket=self.ticket))
        typing = Button("⌨ " + gettext("Type words"), f"type:{key}", Look.MAIN)
        if self._is_own:
            first = [
                *swipe,
                typing,
                Button("■ " + gettext("Done"), f"dend:{self.record.id}", Look.DANGER),
            ]
            second = [as_text] if self.look != "text" else []
            over = day_of(self.record.starts_at) > self.record.day  # that of the daily
            if self.record.purpose.takes_hints and over:
                second.append(Button("💡 " + gettext("Hint"), "dhint"))
            return (tuple(first), tuple(second)) if second else (tuple(first),)
        if self.alone:
            return (tuple(swipe),) if swipe else ()
        first = [
            *swipe,
            typing,
            Button("❓ " + gettext("Why refused?"), f"why:{key}"),
        ]
        second = [Button("■ " + gettext("Stop"), f"halt:{key}", Look.DANGER)]
        if self.look != "text":
            second.insert(0, as_text)
        return tuple(first), tuple(second)


def ghost_signs(round_: Round) -> str:
    """Return the words that a ghost found last, a sign a letter."""
    lengths = [
        len(play.verdict.word)
        for play in round_.plays
        if play.player == GHOST.ref and play.verdict.accepted
    ]
    return " ".join(["👻", *("▪" * length for length in lengths[-_SIGNS:])])


def _misses(round_: Round) -> dict[PlayerRef, int]:
    missed: dict[PlayerRef, int] = {}
    for play in round_.plays:
        if play.verdict.has(Trait.SHOWN):
            missed[play.player] = missed.get(play.player, 0) + 1
    return missed
