"""A Wordle in a chat: its board, how to guess there, and what can be done with it."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.messages import Audience, Button, Image, Look, Reply, Span, Style
from bot.presenters.people import called
from bot.presenters.pictures.colours import Theme
from bot.presenters.texts import Line, bold, paragraphs, plain
from bot.presenters.wording import Wording
from bot.presenters.wordle.picture import wordle_picture
from bot.presenters.wordle.texts import (
    ending,
    keyboard_text,
    rows_text,
    share_text,
    wordle_title,
)
from core.chats.settings import Palette
from core.daily.puzzle import day_of
from core.ids import PlayerRef
from core.lexicon.alphabet import alphabet
from core.wordle.record import WordleRecord

Row = tuple[Button, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordleView:
    """The view of a game.

    `look` is that of boards ("dark", "light", "text"). `forms`: a
    button opens a form for the guess; `hears`: plain messages of the room are seen. `name`
    tells what players are called. `answer` is the word as it is spelt, "" while the game goes
    on. `chat` is the id of the chat whose leaderboard there is, "" for none. `said` is what is
    to be told beside.
    """

    record: WordleRecord
    wording: Wording
    look: str
    palette: Palette
    forms: bool
    hears: bool
    name: Callable[[PlayerRef], str]
    answer: str = ""
    chat: str = ""
    said: str = ""

    def picture(self, theme: Theme) -> Image:
        """Return the board as a picture; slow."""
        record = self.record
        return wordle_picture(record.game, self.wording, theme, self.palette, record.language)

    def reply(self, image: Image | None, *, replaces: bool = False) -> Reply:
        """Return the board, with its picture or (None) as text."""
        is_over = self.record.finished_at is not None
        told = [plain(self.said)] if self.said else []
        told += self._ended() if is_over else self._going_on()
        return Reply(
            title=wordle_title(self.record, self.wording),
            body=paragraphs(() if image else self._text(), told),
            image=image,
            without_image=paragraphs(self._text(), told) if image else (),
            buttons=self._last_buttons() if is_over else self._buttons(),
            audience=Audience.SECRET if self.record.is_own else Audience.ROOM,
            page=f"wshow:{self.record.id}",
            game=0 if self.record.is_own else self.record.id,
            replaces=replaces,
        )

    def shared(self) -> Reply:
        """Return the text that a player may show to anybody, to be copied."""
        text = share_text(self.record, self.palette)
        audience = Audience.ASKER if self.record.is_own else Audience.ROOM
        return Reply(body=(Span(text, Style.CODE),), audience=audience)

    def _text(self) -> list[Line]:
        game, language = self.record.game, self.record.language
        keys = keyboard_text(game, self.wording, alphabet(language).letters)
        rows = [(Span(rows_text(game, self.palette), Style.CODE),)] if game.turns else []
        return [*rows, *(plain(each) for each in keys.splitlines())]

    def _going_on(self) -> list[Line]:
        record = self.record
        left = record.tries - len(record.guesses)
        tries = self.wording.ngettext("{count} try left", "{count} tries left", left)
        return [*self._latest(), plain(tries), plain(self._hint())]

    def _ended(self) -> list[Line]:
        return [*self._latest(), *map(plain, ending(self.record, self.answer, self.wording))]

    def _latest(self) -> list[Line]:
        """Return who made the last guess, where that may have been anybody."""
        if self.record.is_own or not self.record.guesses:
            return []
        guess = self.record.guesses[-1]
        who = called(self.name(guess.player), guess.player, self.wording)
        return [bold(who, f" · {guess.word.upper()}")]

    def _hint(self) -> str:
        gettext, length = self.wording.gettext, len(self.record.answer)
        if self.record.is_own:
            if self.forms:
                return gettext(
                    "Press the first button: the word has {count} letters.", count=length
                )
            return gettext("Type a word of {count} letters.", count=length)
        if self.hears:
            return gettext("Everyone may guess: type a word of {count} letters.", count=length)
        if self.forms:
            return gettext(
                "Everyone may guess: press the first button, the word has {count} letters.",
                count=length,
            )
        return gettext(
            "Everyone may guess: reply to this message with a word of {count} letters.",
            count=length,
        )

    def _buttons(self) -> tuple[Row, ...]:
        gettext, record = self.wording.gettext, self.record
        first = [Button("❓ " + gettext("How many words fit?"), f"wleft:{record.id}")]
        if self.forms:
            guess = Button(
                "⌨ " + gettext("Guess"), f"wguess:{record.id}:{len(record.answer)}", Look.MAIN
            )
            first.insert(0, guess)
        second = []
        if not record.guesses:
            label = gettext("Normal mode") if record.hard else gettext("Hard mode")
            wanted = "off" if record.hard else "on"
            second.append(Button(label, f"whard:{record.id}:{wanted}"))
        if not record.daily:
            second.append(Button("🏳 " + gettext("Give up"), f"wend:{record.id}", Look.DANGER))
        return tuple(tuple(row) for row in (first, second) if row)

    def _last_buttons(self) -> tuple[Row, ...]:
        gettext, record = self.wording.gettext, self.record
        first = [Button("📤 " + gettext("Share"), f"wshare:{record.id}", Look.MAIN)]
        if record.guesses:
            first.append(Button("🎓 " + gettext("Coach"), f"wcoach:{record.id}"))
        first.append(Button("📖 " + gettext("Meaning"), f"wmean:{record.id}"))
        first.append(Button("▶ " + gettext("Another word"), f"wnew:{record.id}"))
        day = f"{record.day or day_of(record.started_at):%Y%m%d}"
        top = f"wtop:{record.language}:{day}:day"
        pages = (
            Button("📊 " + gettext("Statistics"), f"wstat:{record.language}"),
            Button("🏆 " + gettext("Leaderboard"), f"{top}::{self.chat}" if self.chat else top),
        )
        return (tuple(first), pages) if record.is_own else (tuple(first),)
