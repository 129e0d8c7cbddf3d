"""The frames of a page's WebSocket: JSON objects, each with its type.

A page and a server of different versions part at once: the page is told to reload.
`docs/page.md` and `static/protocol.js` are written from these classes.
"""

import dataclasses
import json
from dataclasses import KW_ONLY, dataclass, field, fields
from types import MappingProxyType
from typing import Annotated, Any, get_args, get_type_hints

VERSION = 1
MOST = 4096  # bytes of a frame from a page

Path = tuple[int, ...]


class BadFrame(Exception):
    """Raised when a frame from a page is none of the protocol, with the reason."""


# From the page


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame: who the page is, and what it shows."""

    version: Annotated[int, "of the protocol"]
    page: Annotated[str, "a random text, which names the page: it counts its words by itself"]
    round: Annotated[int, "the round that it showed last, 0 for none"] = 0
    name: Annotated[str, "what a guest is called"] = ""
    language: Annotated[str, "that the page is written in, as ISO 639 has it"] = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A word for a round: traced, or typed."""

    number: Annotated[int, "from 1; a word that is sent again keeps its number, and counts once"]
    round: Annotated[int, "the round that it is for"]
    path: Annotated[Path, "its tiles, row by row from 0; empty for a typed word"] = ()
    text: Annotated[str, "the letters of a typed word"] = ""
    ago: Annotated[int, "milliseconds since it was traced, if there was no network"] = 0


@dataclass(frozen=True, slots=True)
class Press:
    """A button: a round is to begin or to end."""

    verb: Annotated[str, "one of those in the page’s texts, or that a sheet or a card offers"]
    args: Annotated[
        dict[str, str],
        "of the form: language, seconds, size, rules, law, rounds; of offers, theirs",
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rename:
    """A guest's new name."""

    name: Annotated[str, "what the guest is called from now on"]


# From the server


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of a grid."""

    face: Annotated[str, "its letters, in capitals"]
    value: Annotated[int, "the value of its letters, 0 where letters have none"]
    bonus: Annotated[str, "the name of its bonus, such as DL, or nothing"]


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place."""

    rank: Annotated[int, "from 1; who has as many points shares it"]
    name: Annotated[str, "what the player is called"]
    points: int
    words: Annotated[int, "how many"]
    you: Annotated[bool, "whether it is the player of this page"]


@dataclass(frozen=True, slots=True)
class Found:
    """A word with its points and its best path."""

    word: Annotated[str, "as dictionaries spell it"]
    points: int
    path: Path


@dataclass(frozen=True, slots=True)
class Offer:
    """A button of a sheet or a card."""

    label: str
    verb: Annotated[str, "what is to be pressed"]
    args: Annotated[dict[str, str], "and its arguments, by number"]


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to hello."""

    name: Annotated[str, "what the player is called"]
    guest: Annotated[bool, "whether the player may choose another name, and invite others"]
    alone: Annotated[bool, "whether nobody else plays here: then there are dailies"] = False


@dataclass(frozen=True, slots=True)
class Idle:
    """No round is on."""

    wait: Annotated[int, "milliseconds until the next round of the match, 0 for none"] = 0


@dataclass(frozen=True, slots=True)
class State:
    """The round that is on: sent when it begins, and when a page comes."""

    round: Annotated[int, "its number"]
    title: Annotated[str, "such as “French · Ruzzle”"]
    rows: int
    cols: int
    tiles: Annotated[tuple[Tile, ...], "row by row"]
    letters: Annotated[str, "the letters that tiles can bear"]
    words: Annotated[int, "how many the grid holds"]
    points: Annotated[int, "of all its words"]
    left: Annotated[int, "milliseconds until its end"]
    seconds: Annotated[int, "how long it is in all"]
    mine: Annotated[bool, "whether the player may end it"]
    standing: tuple[Place, ...]
    found: Annotated[tuple[Found, ...], "the player's words, the last one first"]
    ghost: Annotated[str, "the words a ghost found last, a sign a letter; nothing without one"] = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The places in the round, when they have changed."""

    round: int
    standing: tuple[Place, ...]
    found: Annotated[tuple[Found, ...], "the player's words, the last one first"]
    ghost: Annotated[str, "as in state"] = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a word; a page sends a word until it has one."""

    number: Annotated[int, "that of the word"]
    mark: Annotated[str, "accepted, refused, repeated, or failed: then it is to be sent again"]
    text: Annotated[str, "a line for the player"]


@dataclass(frozen=True, slots=True)
class Over:
    """The card of a round that is over."""

    round: Annotated[int, "its number"]
    title: str
    rows: int
    cols: int
    tiles: tuple[Tile, ...]
    standing: tuple[Place, ...]
    lines: Annotated[tuple[str, ...], "the player's card, line by line"]
    mine: Annotated[tuple[Found, ...], "the player's words, the best first"]
    known: Annotated[tuple[Found, ...], "missed words within reach"]
    rare: Annotated[tuple[Found, ...], "one to learn, if there is one"]
    meaning: Annotated[str, "what that one means, nothing where nobody wrote it"]
    missed: Annotated[tuple[Found, ...], "the words that nobody found, the best first"]
    again: Annotated[bool, "whether a round like it can be begun"]
    offers: Annotated[tuple[Offer, ...], "the buttons of a round of one's own"]
    wait: Annotated[int, "milliseconds until the next round of the match, 0 for none"] = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A daily, a leaderboard, a card: what was pressed for."""

    title: str
    lines: tuple[str, ...]
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence for the player: why something was refused."""

    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A frame that the server could not take."""

    reason: Annotated[str, "in English, for who writes pages"]


@dataclass(frozen=True, slots=True)
class Farewell:
    """The last frame before the server closes: the page is not to come back by itself."""

    _: KW_ONLY
    reason: Annotated[str, "version, elsewhere, flood, over, gone or away"]
    text: Annotated[str, "the same for the player"]


FROM_PAGE = (Hello, Word, Press, Rename)
FROM_SERVER = (Welcome, Idle, State, Standing, Verdict, Over, Sheet, Note, Problem, Farewell)
PARTS = (Tile, Place, Found, Offer)

FromPage = Hello | Word | Press | Rename
FromServer = Welcome | Idle | State | Standing | Verdict | Over | Sheet | Note | Problem | Farewell

_LONGEST = {"page": 24, "language": 8, "name": 64, "text": 64, "verb": 16}
_MOST_NUMBER = 2**53
_BY_TYPE = {each.__name__.lower(): each for each in FROM_PAGE}


def write(frame: FromServer) -> str:
    """Return a frame as JSON."""
    values = {each.name: getattr(frame, each.name) for each in fields(frame)}
    return json.dumps(
        {"type": type(frame).__name__.lower(), **values},
        default=_part,
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _part(part: Any) -> Any:
    return {each.name: getattr(part, each.name) for each in fields(part)}


def read(text: str) -> FromPage:
    """Read a frame from a page; raises BadFrame."""
    if len(text.encode(errors="replace")) > MOST:
        raise BadFrame(f"longer than {MOST} bytes")
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFrame("no JSON") from None
    if not isinstance(given, dict) or not isinstance(given.get("type"), str):
        raise BadFrame("no object with a type")
    kind = _BY_TYPE.get(given.pop("type"))
    if kind is None:
        raise BadFrame(f"the types are {', '.join(_BY_TYPE)}")
    known = {each.name: each for each in fields(kind)}
    if unknown := set(given) - set(known):
        raise BadFrame(f"{kind.__name__.lower()} has no {min(unknown)[:40]!r}")
    lacking = {name for name, each in known.items() if is_required(each)} - set(given)
    if lacking:
        raise BadFrame(f"{kind.__name__.lower()} needs {min(lacking)!r}")
    hints = get_type_hints(kind)
    return kind(**{name: _checked(name, hints[name], value) for name, value in given.items()})


def is_required(each: "dataclasses.Field[Any]") -> bool:
    """Return whether a field may not be left out."""
    none = dataclasses.MISSING
    return each.default is none and each.default_factory is none


def _checked(name: str, hint: Any, value: Any) -> Any:
    if hint is int:
        if type(value) is int and 0 <= value < _MOST_NUMBER:
            return value
        raise BadFrame(f"{name} is to be a whole number")
    if hint is str:
        return _text(name, value, _LONGEST[name])
    if hint == Path:
        cells = value if isinstance(value, list) else [-1]
        if len(cells) <= 64 and all(type(cell) is int and 0 <= cell < 64 for cell in cells):
            return tuple(cells)
        raise BadFrame(f"{name} is to be a list of tiles")
    if not isinstance(value, dict) or len(value) > 8:
        raise BadFrame(f"{name} is to be an object of texts")
    return MappingProxyType({_text(name, k, 16): _text(name, v, 32) for k, v in value.items()})


def _text(name: str, value: Any, longest: int) -> str:
    if isinstance(value, str) and len(value) <= longest:
        return value
    raise BadFrame(f"{name} is to be a text of at most {longest} characters")


def type_of(hint: Any) -> tuple[Any, str]:
    """Return the type of an annotated field, and the remark on it, "" for none."""
    if remarks := getattr(hint, "__metadata__", None):
        return get_args(hint)[0], remarks[0]
    return hint, ""
