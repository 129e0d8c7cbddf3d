"""Record rounds of the live terminal view as moving pictures, docs/round.svg and round.fr.svg.

`python -m docs.recording` plays a scripted round by a fake clock, and draws what the terminal
shows. The same code gives the same file, byte for byte.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from itertools import count, groupby
from pathlib import Path
from typing import NamedTuple

from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys
from rich.color import blend_rgb
from rich.color_triplet import ColorTriplet
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import MONOKAI

from bot.app import App
from bot.presenters.wording import wording
from bot.settings import Settings
from core.grid import Grid
from core.languages import ENGLISH
from core.rounds.record import Terms
from core.store.memory import MemoryStore

# Twelve seconds of the clock pass in one of the picture.
TYPING, TYPED_IN = 0.5, 0.14  # between two keys, in seconds of the round and of the picture
READ = 0.9  # seconds of the picture in which a verdict is read
THINKING = 1 / 12
CARD = 5.0
COLUMNS, ROWS = 46, 29
CELL, LINE, FONT, EDGE, BAR = 9, 18, 15, 12, 34  # pixels

Pen = tuple[str, str, bool]  # colour of the text and of the ground ("" for none), bold


class Script(NamedTuple):
    """A round to play: its grid, and the words with the seconds of thinking before each."""

    grid: Grid
    words: Sequence[tuple[int, str]]


SCRIPTS = {
    "en": Script(
        Grid.parse("SMATORGVTREIADPS .T..td.D....D..."),
        [
            (3, "more"), (5, "smart"), (4, "spider"), (7, "atoms"), (6, "wizard"), (8, "grades"),
            (9, "viper"), (9, "germ"), (8, "rams"), (10, "trade"), (9, "atoms"),
        ],
    ),
    "fr": Script(
        Grid.parse("CRESAMINILATLSER .T..td.D....D..."),
        [
            (3, "lire"), (5, "matin"), (4, "seize"), (7, "ramer"), (6, "cartes"), (8, "matins"),
            (9, "imiter"), (9, "tamis"), (8, "mal"), (10, "rail"), (9, "matin"),
        ],
    ),
}  # fmt: skip


class Piece(NamedTuple):
    """A text of one look, and where it begins on the screen."""

    row: int
    column: int
    text: str
    pen: Pen


@dataclass
class Film:
    """The screens of a round, each with the seconds it is shown for."""

    frames: list[tuple[frozenset[Piece], float]] = field(default_factory=list)
    console: Console = field(
        default_factory=lambda: Console(
            file=StringIO(), width=COLUMNS, height=ROWS, force_terminal=True,
            color_system="truecolor", legacy_windows=False,
        )
    )  # fmt: skip

    def show(self, screen: RenderableType) -> None:
        """Put a screen at the end of the film, for no time yet."""
        pieces = frozenset(_pieces(self.console.render_lines(screen, pad=False)))
        if not self.frames or self.frames[-1][0] != pieces:
            self.frames.append((pieces, 0.0))

    def hold(self, seconds: float) -> None:
        """Show the last screen for longer."""
        pieces, so_far = self.frames[-1]
        self.frames[-1] = pieces, so_far + seconds

    @property
    def seconds(self) -> float:
        """How long the film is."""
        return sum(seconds for _, seconds in self.frames)


@dataclass
class Typist:
    """A person who types the script, and the clock by which the round is played."""

    film: Film
    script: Script
    now: float = 0.0

    def __post_init__(self) -> None:
        self._keys = list(_keys(self.script))

    def clock(self) -> float:
        """Return the seconds of the round that have gone by."""
        return self.now

    async def read(self, seconds: float) -> list[KeyPress]:
        """Return the next key, or let some of the time pass that a player thinks."""
        if not self._keys:
            return self._think(seconds + 2)
        wait, key = self._keys[0]
        if wait > TYPING:
            step = min(2.0, wait - TYPING)
            self._keys[0] = wait - step, key
            return self._think(step)
        self._keys.pop(0)
        self.now += wait
        self.film.hold(READ if key.key is Keys.Enter else TYPED_IN)
        return [key]

    def _think(self, seconds: float) -> list[KeyPress]:
        self.now += seconds
        self.film.hold(seconds * THINKING)
        return []


def file_of(name: str, language: str) -> Path:
    """Return the file of a picture: in English it has its plain name."""
    suffix = ".svg" if language == ENGLISH else f".{language}.svg"
    return Path(__file__).with_name(f"{name}{suffix}")


def record(language: str) -> Film:
    """Play the round of a language and return its film."""
    return asyncio.run(_record(language))


async def _record(language: str) -> Film:
    app = App(Settings.from_environment())
    app.prepare_solver()
    # These import the solver, which must be told its folder first.
    from bot.console_app.play.live import LiveRound
    from bot.console_app.play.seat import YOU, Seat
    from bot.console_app.play.table import Table
    from bot.console_app.play.view import finished, running
    from core.services.dealer import Dealer

    film = Film()
    typist, words = Typist(film, SCRIPTS[language]), wording(language)
    seat = Seat(YOU, film.console, words, typist.clock)
    table = Table(MemoryStore(), Dealer(app.lexicon, count(1)), YOU, typist.clock)
    await table.start(Terms(lexicon=language), grid=typist.script.grid)
    game = LiveRound(table, seat)
    over = await game.play(
        typist.read, lambda: film.show(running(game.moment(), words, (COLUMNS, ROWS)))
    )
    film.show(finished(over.result, over.lessons, YOU, words, COLUMNS))
    film.hold(CARD)
    return film


def draw(film: Film) -> str:
    """Draw a film as an SVG that plays without end; without motion, it shows the last screen."""
    shown: defaultdict[Piece, list[int]] = defaultdict(list)
    for number, (pieces, _) in enumerate(film.frames):
        for piece in pieces:
            shown[piece].append(number)
    together: defaultdict[tuple[int, ...], list[Piece]] = defaultdict(list)
    for piece, numbers in shown.items():
        together[tuple(numbers)].append(piece)
    groups = sorted(together.items())
    inks = sorted({(ink, bold) for ink, _, bold in (piece.pen for piece in shown)})
    names = {ink: f"p{number}" for number, ink in enumerate(inks)}
    starts = [sum(seconds for _, seconds in film.frames[:i]) for i in range(len(film.frames) + 1)]
    last = len(film.frames) - 1
    width, height = COLUMNS * CELL + 2 * EDGE, ROWS * LINE + BAR + EDGE
    styles = [
        f".{name}{{fill:{ink}{';font-weight:bold' if bold else ''}}}"
        for (ink, bold), name in names.items()
    ]
    body = []
    for number, (times, group) in enumerate(groups):
        drawn = "".join(_drawn(piece, names) for piece in sorted(group))
        if len(times) == len(film.frames):
            body.append(f"<g>{drawn}</g>")
            continue
        styles.append(f"@keyframes k{number}{{{_keyframes(times, starts)}}}")
        styles.append(f"#g{number}{{animation-name:k{number}}}")
        rest = "" if last in times else ' opacity="0"'
        body.append(f'<g id="g{number}" class="m"{rest}>{drawn}</g>')
    dots = "".join(
        f'<circle cx="{22 + 20 * i}" cy="17" r="6" fill="{colour}"/>'
        for i, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>
text{{font:{FONT}px ui-monospace,"Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}}
text{{white-space:pre}}
rect{{shape-rendering:crispEdges}}
.m{{animation:{film.seconds:.2f}s step-end infinite}}
@media (prefers-reduced-motion:reduce){{.m{{animation:none}}}}
{chr(10).join(styles)}
</style>
<rect width="{width}" height="{height}" rx="9" fill="{_hex(_GROUND)}"/>
{dots}<text x="{width // 2}" y="22" fill="#999" text-anchor="middle">seize play</text>
<g transform="translate({EDGE} {BAR})">
{chr(10).join(body)}
</g></svg>
"""


_GROUND = ColorTriplet(*MONOKAI.background_color)


def _keys(script: Script) -> Iterator[tuple[float, KeyPress]]:
    for wait, word in script.words:
        for place, letter in enumerate(word):
            yield TYPING + (0 if place else wait), KeyPress(letter)
        yield TYPING, KeyPress(Keys.Enter)


def _pieces(lines: Sequence[Sequence[Segment]]) -> Iterator[Piece]:
    """Yield the pieces of a screen; spaces without a ground are none."""
    for row, line in enumerate(lines):
        column = 0
        for style, segments in groupby(line, lambda segment: segment.style or Style()):
            text = "".join(segment.text for segment in segments)
            pen = _pen(style)
            if pen[1]:
                yield Piece(row, column, text, pen)
            elif text.strip():
                # Words of their own: what changes beside them changes nothing of them.
                start = len(text) - len(text.lstrip())
                yield Piece(row, column + start, text.strip(), pen)
            column += len(text)


def _pen(style: Style) -> Pen:
    ink = style.color.get_truecolor(MONOKAI) if style.color else MONOKAI.foreground_color
    ground = style.bgcolor.get_truecolor(MONOKAI, foreground=False) if style.bgcolor else None
    if style.reverse:
        ink, ground = ground or _GROUND, ColorTriplet(*ink)
    if style.dim:
        ink = blend_rgb(ColorTriplet(*ink), ground or _GROUND, 0.5)
    return _hex(ColorTriplet(*ink)), _hex(ground) if ground else "", bool(style.bold)


def _hex(colour: ColorTriplet) -> str:
    return colour.hex


def _drawn(piece: Piece, names: dict[tuple[str, bool], str]) -> str:
    ink, ground, bold = piece.pen
    x, y, width, parts = piece.column * CELL, piece.row * LINE, len(piece.text) * CELL, []
    if ground:
        parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{LINE}" fill="{ground}"/>')
    if piece.text.strip():
        parts.append(
            f'<text class="{names[ink, bold]}" x="{x}" y="{y + 14}" textLength="{width}">'
            f"{escape(piece.text)}</text>"
        )
    return "".join(parts)


def _keyframes(numbers: Iterable[int], starts: Sequence[float]) -> str:
    """Return when a group is seen, in shares of the film: CSS, without the braces around it."""
    seen = set(numbers)
    end, stops, before = starts[-1], [], None
    for number, start in enumerate(starts[:-1]):
        if (now := number in seen) is not before:
            stops.append(f"{100 * start / end:.2f}%{{opacity:{now:d}}}")
            before = now
    return "".join(stops)


if __name__ == "__main__":
    for code in SCRIPTS:
        file_of("round", code).write_text(draw(record(code)), encoding="utf-8")
