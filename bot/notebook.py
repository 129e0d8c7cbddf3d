"""Grids and answer keys as HTML, for notebooks: `%load_ext bot.notebook` shows them so.

Pure CSS, light or dark as the page around it. Every output is an element of a class of its own,
named after a digest of what it shows: several on one page do not disturb each other, and the
same grid gives the same text. Where a page takes the styles away, as GitHub's does, plain tables
and lists are left.
"""

import hashlib
from collections.abc import Callable
from html import escape
from typing import Any

from bot.presenters.bonuses import effect
from bot.presenters.pictures.colours import INK, START, Colours, Theme, css, gradient, ink_on
from bot.presenters.wording import wording
from core.grid import MULTIPLIERS, Grid, Path, Tile
from core.solver.solution import FoundWord, Solution

Values = Callable[[str], int]
MOST = 50  # words that an answer key lists
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
_SHOWN_FIRST = "&:not(:has(.w:hover,.w:focus))"
_CHOSEN = "background:var(--chosen);color:var(--chosen-ink)"
_KEY_STYLE = f"""
&{{--chosen:{css(START)};--chosen-ink:{css(INK)}}}
&& p{{margin:0 0 6px}}
&& ol{{margin:0;padding:0;list-style:none;columns:5 9.5em;column-gap:10px}}
&& li{{display:flex;justify-content:space-between;gap:8px;margin:0;padding:0 6px;border-radius:5px;
cursor:default;break-inside:avoid;overflow-wrap:anywhere}}
&& li:focus{{outline:2px solid var(--text)}}
&& li.w:hover,&&:not(:has(.w:hover)) li.w:focus,&{_SHOWN_FIRST} li.w0{{{_CHOSEN}}}
&& .words{{flex:1 1 20em}}
"""


def load_ipython_extension(shell: Any) -> None:
    """Show grids and solutions as HTML in a notebook; `shell` is IPython's, which calls this."""
    html = shell.display_formatter.formatters["text/html"]
    html.for_type(Grid, grid_html)
    html.for_type(Solution, solution_html)


def grid_html(grid: Grid) -> str:
    """Draw the board alone; without rules, tiles have no values. Cost: about 5 kB."""
    return _scoped(_board(grid))


def solution_html(solution: Solution) -> str:
    """Draw the board with values and bonuses, the totals, and the first `MOST` words by points.

    Each word has its usual spelling, its points and its path, escaped. Cost: about 30 kB.
    """
    shown = solution.words[:MOST]
    drawn = _board(solution.grid, solution.rules.tile_value)
    totals = f"<p><b>{_count(len(solution), 'word')}</b>, {_count(solution.points, 'point')}</p>"
    items = "".join(_item(n, found, solution.grid.cols) for n, found in enumerate(shown))
    label = "words by points, each with the row.column of its tiles"
    listed = f'<ol aria-label="{label}">{items}</ol>' if shown else ""
    more = f"<p>and {len(solution) - MOST:,} more</p>" if len(solution) > MOST else ""
    paths = "\n".join(_rule(number, found.path) for number, found in enumerate(shown))
    return _scoped(f'{drawn}<div class="words">{totals}{listed}{more}</div>', _KEY_STYLE + paths)


def _board(grid: Grid, values: Values | None = None) -> str:
    """Lay out the tiles as a table: letters, bonuses by name, and values (of letters) above 0."""
    starts = range(0, len(grid.tiles), grid.cols)
    rows = (range(start, start + grid.cols) for start in starts)
    cells = ("".join(_cell(cell, grid.tiles[cell], values) for cell in row) for row in rows)
    lines = "".join(f"<tr>{line}</tr>" for line in cells)
    return f'<table aria-label="grid, {grid.rows} rows of {grid.cols}">{lines}</table>'


def _scoped(body: str, style: str = "") -> str:
    """Wrap escaped elements with the rules of a board and those of `style`.

    "&" in `style` stands for the class of the output.
    """
    style = _themes() + _STYLE + style
    name = "seize-" + hashlib.sha256((style + body).encode()).hexdigest()[:10]
    style = style.replace("&", f".{name}").strip()
    return f'<div class="{name}"><style>\n{style}\n</style>{body}</div>'


def _cell(cell: int, tile: Tile, values: Values | None) -> str:
    name = tile.bonus.label
    bonus = name and f'<sup title="{effect(tile.bonus, wording("en"))}">{name}</sup>'
    value = values(tile.letters) if values else 0
    worth = f"<sub>{value}</sub>" if value else ""
    path = f"--b:var(--b{cell});--i:var(--i{cell});--n:var(--n{cell})"
    return f'<td class="{name}" style="{path}"><b>{escape(tile.face)}</b>{bonus}{worth}</td>'


def _themes() -> str:
    """Name the colours: of the system's theme, unless the notebook says which one it has."""
    light, dark = (_variables(theme.value) for theme in (Theme.LIGHT, Theme.DARK))
    bonuses = "".join(
        f"&& .{name}{{--t:var(--{name});--k:var(--{name}-ink)}}\n"
        for name in (bonus.label for bonus in MULTIPLIERS)
    )
    return (
        f"&{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{&{{{dark}}}}}\n"
        f'body[data-jp-theme-light="true"] &,.vscode-light &{{{light}}}\n'
        f'body[data-jp-theme-light="false"] &,.vscode-dark &{{{dark}}}\n'
        f"{bonuses}"
    )


def _variables(palette: Colours) -> str:
    grounds = {"tile": palette.tile, "badge": palette.badge}
    grounds |= {bonus.label: palette.tile_colour(bonus) for bonus in MULTIPLIERS}
    inks = {f"{name}-ink": ink_on(colour) for name, colour in grounds.items()}
    colours = {"page": palette.page, "text": palette.text} | grounds | inks
    return "".join(f"--{name}:{css(colour)};" for name, colour in colours.items())


def _item(number: int, found: FoundWord, cols: int) -> str:
    tiles = ", ".join(f"{cell // cols + 1}.{cell % cols + 1}" for cell in found.path)
    label = escape(f"{found.display}, {_count(found.points, 'point')}: {tiles}")
    word = f"<span>{escape(found.display)}</span> <b>{found.points:,}</b>"
    return f'<li class="w w{number}" tabindex="0" aria-label="{label}">{word}</li>'


def _rule(number: int, path: Path) -> str:
    """Lay a word's path on the board, as a rule of CSS; a word pointed at comes first."""
    when = [f"&:has(.w{number}:hover)", f"&:not(:has(.w:hover)):has(.w{number}:focus)"]
    if not number:
        when.append(_SHOWN_FIRST)
    last = max(len(path) - 1, 1)
    steps = "".join(
        f'--b{cell}:{css(gradient(step / last))};--i{cell}:{css(INK)};--n{cell}:"{step + 1}";'
        for step, cell in enumerate(path)
    )
    return f"{','.join(when)}{{{steps}}}"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + "s" * (number != 1)
