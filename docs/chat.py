"""Draw a channel of Discord in the middle of a round, docs/chat.svg and chat.fr.svg.

`python -m docs.chat` plays a real round. The board, its picture, its buttons and the marks on the
words are what the bot sends; the rest is Discord's. docs/missed.png is the picture that follows.
"""

import asyncio
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from bot.app import App
from bot.discord_app.parcels import COLOUR
from bot.discord_app.reactions import SIGNS
from bot.messages import Button, Look, Mark, Reply, Span, Style
from bot.presenters.board import BoardView
from bot.presenters.ends import missed_picture
from bot.presenters.pictures.colours import Theme
from bot.presenters.wording import wording
from bot.settings import Settings
from core.ids import ChatRef, Member, PlayerRef, Room
from core.languages import ENGLISH
from core.rounds.record import Terms
from core.store.memory import MemoryStore
from docs.recording import SCRIPTS, file_of

MISSED = Path(__file__).with_name("missed.png")
WIDTH, EDGE, LEFT, LINE = 560, 16, 72, 21  # pixels; `LEFT` of what stands beside a face
PICTURE, BUTTON, _CHIP = 224, 34, LEFT + 170
_BACK, _PANEL, _TEXT, _DIM = "#313338", "#2b2d31", "#dbdee1", "#949ba4"
_LOOKS = {Look.MAIN: "#5865f2", Look.OTHER: "#4e5058", Look.GOOD: "#248046", Look.DANGER: "#da373c"}


class Person(NamedTuple):
    """Somebody in the channel: a name and its colour."""

    name: str
    colour: str

    @property
    def member(self) -> Member:
        """Who this is to Seize."""
        return Member(PlayerRef("discord", self.name), self.name)


LEA, TOM, MIA = Person("Léa", "#f0b132"), Person("Tom", "#57c7a3"), Person("Mia", "#e78ac3")
SHOWN = 4  # messages, the last ones
MESSAGES = {
    "en": [
        (MIA, "smart"), (TOM, "grades"), (LEA, "more"), (MIA, "tread"), (MIA, "trade"),
        (TOM, "visa"), (LEA, "atoms"), (TOM, "mortar"), (LEA, "spider"), (TOM, "mortar"),
    ],
    "fr": [
        (MIA, "matin"), (TOM, "rail"), (LEA, "lire"), (MIA, "ramer"), (MIA, "imite"),
        (TOM, "zoo"), (LEA, "matins"), (TOM, "tamiser"), (LEA, "cartes"), (TOM, "tamiser"),
    ],
}  # fmt: skip
# The words of Discord itself: a command was used, so much time is left.
DISCORD = {
    "en": ("used", "/play", "in {} seconds"),
    "fr": ("a utilisé", "/jouer", "dans {} secondes"),
}
LEFT_OVER = 48  # seconds


@dataclass(frozen=True, slots=True)
class Talk:
    """A channel: the board, and the words below it with their marks."""

    language: str
    board: Reply
    messages: list[tuple[Person, str, Mark]]
    missed: bytes


def talk(language: str) -> Talk:
    """Play the round of a language up to the moment that the picture shows."""
    return asyncio.run(_talk(language))


async def _talk(language: str) -> Talk:
    app = App(Settings.from_environment())
    app.prepare_solver()
    # These import the solver, which must be told its folder first.
    from bot.chat.words import mark_of
    from core.services.dealer import Dealer
    from core.services.rounds import RoundsService

    now, room = 0.0, Room(ChatRef("discord", "1"), "2")
    rounds = RoundsService(MemoryStore(), Dealer(app.lexicon, count(1)), lambda: now, {"discord"})
    started = await rounds.start(
        room, LEA.member, Terms(lexicon=language), grid=SCRIPTS[language].grid
    )
    record, messages = started.record, []
    for number, (person, word) in enumerate(MESSAGES[language]):
        now = record.starts_at + 6 * number
        if judged := await rounds.submit(room, person.member, word, now, str(number)):
            messages.append((person, word, mark_of(judged)))
    now = record.deadline - LEFT_OVER
    names = {each.member.ref: each.name for each in (LEA, TOM, MIA)}
    view = BoardView(record, wording(language), names.__getitem__, "dark", hears=True)
    running = await rounds.live.replay(record)
    lessons = await rounds.lessons(record, running.result())
    missed = missed_picture(lessons, record.grid, record.ruleset, wording(language), Theme.DARK)
    board = view.reply(running, now, view.picture(Theme.DARK))
    return Talk(language, board, messages[-SHOWN:], missed.data if missed else b"")


def draw(shown: Talk) -> str:
    """Draw the channel as an SVG."""
    used, command, left = DISCORD[shown.language]
    name, command = _bold(LEA.name, LEA.colour), f'<tspan fill="#8ea1f0">{command}</tspan>'
    parts = [
        _text(EDGE, 28, f'<tspan fill="{_DIM}"># </tspan>seize', "b"),
        _box(0, 44, WIDTH, 1, "#26272b"),
        _text(LEFT, 70, f"{name} {used} {command}", "s", _DIM),
        '<path d="M36 78v-6q0-7 7-7h22" fill="none" stroke="#4e5058" stroke-width="2"/>',
        _face(80, "S", f"#{COLOUR.value:06x}"),
        _text(LEFT, 95, "Seize", "b", "#fff"),
        _box(LEFT + 48, 82, 34, 16, _LOOKS[Look.MAIN], 3),
        _text(LEFT + 65, 94, "APP", "t m", "#fff"),
    ]
    drawn, y = _embed(shown.board, 106, left.format(LEFT_OVER))
    parts.append(drawn)
    for row in shown.board.buttons:
        drawn, y = _buttons(row, y + 8)
        parts.append(drawn)
    y += 14
    for person, word, mark in shown.messages:
        parts += [
            _face(y, person.name[0], person.colour),
            _text(LEFT, y + 14, person.name, "b", person.colour),
            _text(LEFT, y + 34, escape(word)),
            _box(_CHIP, y + 17, 46, 24, "#373a53", 8),
            _text(_CHIP + 8, y + 34, f"{SIGNS[mark]} 1", "s"),
        ]
        y += 47
    height = y + 8
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">
<style>
text{{font:16px "gg sans","Noto Sans","Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif}}
.b{{font-weight:600}}
.s{{font-size:14px}}
.t{{font-size:11px;font-weight:600}}
.m{{text-anchor:middle}}
</style>
{_box(0, 0, WIDTH, height, _BACK, 9)}
{chr(10).join(parts)}
</svg>
"""


def _text(x: float, y: float, inside: str, look: str = "", ink: str = _TEXT) -> str:
    return f'<text x="{x:g}" y="{y}" class="{look}" fill="{ink}">{inside}</text>'


def _bold(text: str, ink: str = _TEXT) -> str:
    return f'<tspan class="b" fill="{ink}">{escape(text)}</tspan>'


def _box(x: int, y: int, width: int, height: int, ink: str, round_: int = 0) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_}" fill="{ink}"/>'


def _face(y: int, letter: str, colour: str) -> str:
    return f'<circle cx="36" cy="{y + 20}" r="20" fill="{colour}"/>' + _text(
        36, y + 26, letter, "b m", "#1e1f22"
    )


def _embed(reply: Reply, top: int, time_left: str) -> tuple[str, int]:
    """Draw what Discord makes of a title, a text and a picture; return where it ends, too."""
    left, y = LEFT + 16, top + 32
    parts = [_text(left, y - 6, escape(reply.title), "b", "#fff")]
    for line in _lines(reply.body, time_left):
        y += LINE if line else LINE // 2
        spans = (_bold(text) if style is Style.BOLD else escape(text) for text, style, _ in line)
        parts.append(_text(left, y, "".join(spans), "s"))
    y += 14
    picture = Image.open(BytesIO(reply.image.data)) if reply.image else Image.new("P", (1, 1))
    height = PICTURE * picture.height // picture.width
    parts.append(
        f'<image x="{left}" y="{y}" width="{PICTURE}" height="{height}" '
        f'href="data:image/png;base64,{b64encode(_small(picture)).decode()}"/>'
    )
    bottom = y + height + 16
    ground = [
        _box(LEFT, top, WIDTH - LEFT - EDGE, bottom - top, _PANEL, 4),
        _box(LEFT, top, 4, bottom - top, f"#{COLOUR.value:06x}", 2),
    ]
    return "".join(ground + parts), bottom


def _lines(body: Iterable[Span], time_left: str) -> list[list[Span]]:
    """Break a text at its ends of lines; a time left is told as Discord tells it."""
    lines: list[list[Span]] = [[]]
    for span in body:
        text = time_left if span.style is Style.COUNTDOWN else span.text
        for number, part in enumerate(text.split("\n")):
            if number:
                lines.append([])
            if part:
                lines[-1].append(Span(part, span.style))
    return lines


def _small(picture: Image.Image) -> bytes:
    """Return a picture at twice the size it is shown in, in few colours."""
    size = 2 * PICTURE, 2 * PICTURE * picture.height // picture.width
    file = BytesIO()
    small = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    small.quantize(64, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _buttons(row: Iterable[Button], y: int) -> tuple[str, int]:
    """Draw a row of buttons; return where it ends, too."""
    x, parts = LEFT, []
    for button in row:
        width = 9 * len(button.label) + 26
        parts += [
            _box(x, y, width, BUTTON, _LOOKS[button.look], 4),
            _text(x + width / 2, y + 22, escape(button.label), "s m", "#fff"),
        ]
        x += width + 8
    return "".join(parts), y + BUTTON


if __name__ == "__main__":
    talks = {code: talk(code) for code in MESSAGES}
    for code, happened in talks.items():
        file_of("chat", code).write_text(draw(happened), encoding="utf-8")
    MISSED.write_bytes(talks[ENGLISH].missed)
