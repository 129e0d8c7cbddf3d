"""A grid as HTML, for notebooks: pure CSS, light or dark as the page around it.

Every output is an element of a class of its own, named after a digest of what it shows: several
on one page do not disturb each other, and the same grid gives the same text. Where a page
takes the styles away, as GitHub's does, plain tables and lists are left.
"""

import hashlib
from collections.abc import Callable
from html import escape

from core.colours import Colour, Palette, Theme, ink_on
from core.grid import Bonus, Grid, Tile

Values = Callable[[str], int]
_MEANING = {
    Bonus.DL: "letter x2",
    Bonus.TL: "letter x3",
    Bonus.DW: "word x2",
    Bonus.TW: "word x3",
}
# "&" is the class of the output. Twice, it outweighs the styles of notebooks' own tables.
# A path lays --b7, --i7 and --n7 on the output: the ground, the ink and the number of cell 7.
_STYLE = """
&&{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;width:fit-content;max-width:100%;
box-sizing:border-box;overflow:auto;padding:14px;border-radius:12px;background:var(--page);
color:var(--text);font:15px/1.5 system-ui,sans-serif;text-align:left}
&& table{border-collapse:separate;border-spacing:5px;margin:-5px;border:0;table-layout:fixed;
width:auto;font-size:100%}
&& tr{background:none}
&& td{--t:var(--tile);--k:var(--tile-ink);position:relative;box-sizing:border-box;padding:5px 0 0;
width:56px;min-width:56px;height:56px;border:0;border-radius:9px;text-align:center;
vertical-align:middle;background:var(--b,var(--t));color:var(--i,var(--k))}
&& td b{font-size:25px;line-height:1}
&& sup,&& sub{position:absolute;font-size:11px;line-height:1;font-weight:bold}
&& sup{top:4px;left:5px}
&& sub{bottom:5px;right:6px;font-weight:normal}
&& td::after{content:var(--n,none);position:absolute;top:3px;right:3px;min-width:16px;
box-sizing:border-box;padding:0 3px;border-radius:8px;background:var(--badge);
color:var(--badge-ink);font:bold 11px/16px system-ui,sans-serif}
"""


def grid_html(grid: Grid) -> str:
    """Return the board alone; without rules, tiles have no values. Cost: about 5 kB."""
    return scoped(board(grid))


def board(grid: Grid, values: Values | None = None) -> str:
    """Return the tiles as a table without its style: letters, bonuses by name, values above 0.

    `values` tells what the letters of a tile are worth.
    """
    starts = range(0, len(grid.tiles), grid.cols)
    rows = (range(start, start + grid.cols) for start in starts)
    cells = ("".join(_cell(cell, grid.tiles[cell], values) for cell in row) for row in rows)
    lines = "".join(f"<tr>{line}</tr>" for line in cells)
    return f'<table aria-label="grid, {grid.rows} rows of {grid.cols}">{lines}</table>'


def scoped(body: str, style: str = "") -> str:
    """Return an output of some elements and the rules that it needs beside those of a board.

    "&" in `style` stands for the class of the output; `body` is escaped already.
    """
    style = _themes() + _STYLE + style
    name = "seize-" + hashlib.sha256((style + body).encode()).hexdigest()[:10]
    style = style.replace("&", f".{name}").strip()
    return f'<div class="{name}"><style>\n{style}\n</style>{body}</div>'


def css(colour: Colour) -> str:
    """Return a colour as style sheets write it: "#3fc66c"."""
    return "#" + bytes(colour).hex()


def _cell(cell: int, tile: Tile, values: Values | None) -> str:
    name = "" if tile.bonus is Bonus.NONE else tile.bonus.name
    bonus = name and f'<sup title="{_MEANING[tile.bonus]}">{name}</sup>'
    value = values(tile.letters) if values else 0
    worth = f"<sub>{value}</sub>" if value else ""
    path = f"--b:var(--b{cell});--i:var(--i{cell});--n:var(--n{cell})"
    return f'<td class="{name}" style="{path}"><b>{escape(tile.face)}</b>{bonus}{worth}</td>'


def _themes() -> str:
    """Return the colours: of the system's theme, unless the notebook says which one it has."""
    light, dark = (_variables(theme.value) for theme in (Theme.LIGHT, Theme.DARK))
    bonuses = "".join(
        f"&& .{name}{{--t:var(--{name});--k:var(--{name}-ink)}}\n"
        for name in (bonus.name for bonus in _MEANING)
    )
    return (
        f"&{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{&{{{dark}}}}}\n"
        f'body[data-jp-theme-light="true"] &,.vscode-light &{{{light}}}\n'
        f'body[data-jp-theme-light="false"] &,.vscode-dark &{{{dark}}}\n'
        f"{bonuses}"
    )


def _variables(palette: Palette) -> str:
    grounds = {"tile": palette.tile, "badge": palette.badge}
    grounds |= {bonus.name: colour for bonus, colour in palette.bonuses.items()}
    inks = {f"{name}-ink": ink_on(colour) for name, colour in grounds.items()}
    colours = {"page": palette.page, "text": palette.text} | grounds | inks
    return "".join(f"--{name}:{css(colour)};" for name, colour in colours.items())
