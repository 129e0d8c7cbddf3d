"""The protocol of the page, described for people (docs/page.md) and for its own types.

    python -m bot.web_app.description

writes both from the classes of `bot/web_app/protocol.py`.
"""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from bot.web_app.assets import FOLDER
from bot.web_app.flood import BURST, RATE
from bot.web_app.presence import HELD_UP, ROUND_TRIP
from bot.web_app.protocol import FROM_PAGE, FROM_SERVER, MOST, PARTS, VERSION, is_required, type_of
from core.services.rounds import GRACE

PAGE = Path(__file__).parents[2] / "docs" / "page.md"
TYPES = FOLDER / "protocol.js"

_HEAD = f"""# The page's protocol

[README](../README.md) · written by `python -m bot.web_app.description`

A page opens one WebSocket, at its own address with `/socket` behind it. Both sides send JSON
objects, each with its `type`; those of a page have at most {MOST:,} bytes.
This is version {VERSION}.

A page says `hello` first, and is answered `welcome`. From then on the server sends what there is to
see, whenever that is new: `idle`, `state`, `standing` or `over`. Each `word` is answered by a
`verdict`; a page sends a word with its number again until it has one, however often its connection
breaks.

A word counts from its arrival. A page that was away sends what it kept right behind its `hello`,
each word with its `ago`, and such words go back in time: by the seconds for which the server saw no
page of the player, {HELD_UP:.0f} at most, and by the round trip of its last ping,
{ROUND_TRIP:.0f} second at most. No other player has fewer points for that. A word that the player
had a verdict on does not go back, and nothing counts that arrives later than {GRACE:.0f} seconds
after the end.

A frame that is none of these is answered by a `problem`. After too many of them, or when all pages
of a player together send more than {BURST:.0f} words at once and {RATE:.0f} a second, the server
says `farewell` and closes. The words of a grid are not sent before its round is over.
"""


def markdown() -> str:
    """Return the page of documentation."""
    parts = [_HEAD, "## From the page\n", *map(_section, FROM_PAGE)]
    parts += ["## From the server\n", *map(_section, FROM_SERVER)]
    parts += ["## Parts\n", *map(_section, PARTS)]
    return "\n".join(parts)


def javascript() -> str:
    """Return the types of the frames, as JSDoc."""
    frames = (*PARTS, *FROM_PAGE, *FROM_SERVER)
    unions = [
        f"/** @typedef {{{' | '.join(each.__name__ for each in group)}}} {name} */"
        for name, group in (("FromPage", FROM_PAGE), ("FromServer", FROM_SERVER))
    ]
    head = [
        "// The frames of the wire. Written by `python -m bot.web_app.description`.",
        "",
        f"export const VERSION = {VERSION};",
    ]
    return "\n\n".join(["\n".join(head), *map(_typedef, frames), *unions]) + "\n"


def _section(frame: type[Any]) -> str:
    rows = [
        f"| `{name}` | {_told(hint)}{', may be left out' if optional else ''} | {remark} |"
        for name, hint, remark, optional in _members(frame)
    ]
    name = frame.__name__.lower()
    table = "\n".join(["", "| | | |", "|---|---|---|", *rows, ""]) if rows else ""
    return f"**`{name}`** {frame.__doc__}\n{table}"


def _typedef(frame: type[Any]) -> str:
    lines = [f"/**\n * {frame.__doc__}\n * @typedef {{object}} {frame.__name__}"]
    if frame not in PARTS:
        lines.append(f" * @property {{'{frame.__name__.lower()}'}} type")
    for name, hint, remark, optional in _members(frame):
        shown = f"[{name}]" if optional and frame in FROM_PAGE else name
        lines.append(f" * @property {{{_typed(hint)}}} {shown} {remark}".rstrip())
    return "\n".join([*lines, " */"])


def _members(frame: type[Any]) -> Iterator[tuple[str, Any, str, bool]]:
    """Yield the name, the type, the remark of each field, and whether it may be left out."""
    hints = get_type_hints(frame, include_extras=True)
    for each in fields(frame):
        hint, remark = type_of(hints[each.name])
        yield each.name, hint, remark, not is_required(each)


def _told(hint: Any) -> str:
    """Return a type in words."""
    if get_origin(hint) is tuple:
        return f"list of {_told(get_args(hint)[0])}s"
    if get_origin(hint) is dict:
        return "object of texts"
    plain = {int: "number", str: "text", bool: "true or false"}
    return plain.get(hint) or f"`{hint.__name__.lower()}`"


def _typed(hint: Any) -> str:
    """Return a type as JSDoc has it."""
    if get_origin(hint) is tuple:
        return f"{_typed(get_args(hint)[0])}[]"
    if get_origin(hint) is dict:
        return "Record<string, string>"
    plain = {int: "number", str: "string", bool: "boolean"}
    return plain.get(hint) or hint.__name__


if __name__ == "__main__":
    PAGE.write_text(markdown(), "utf-8")
    TYPES.write_text(javascript(), "utf-8")
