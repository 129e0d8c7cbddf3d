"""An answer key as HTML, for notebooks: the board, and beside it the words of most points.

A word that is pointed at, or clicked, or reached with the Tab key, shows its path on the
board, numbered and from green to red; the first does as long as no other is chosen.
"""

from html import escape

from core.colours import INK, START, gradient
from core.grid import Path
from core.grid_html import board, css, scoped
from core.solver.solution import FoundWord, Solution

MOST = 50
_SHOWN_FIRST = "&:not(:has(.w:hover,.w:focus))"
_CHOSEN = "background:var(--chosen);color:var(--chosen-ink)"
_STYLE = f"""
&{{--chosen:{css(START)};--chosen-ink:{css(INK)}}}
&& p{{margin:0 0 6px}}
&& ol{{margin:0;padding:0;list-style:none;columns:5 9.5em;column-gap:10px}}
&& li{{display:flex;justify-content:space-between;gap:8px;margin:0;padding:0 6px;border-radius:5px;
cursor:default;break-inside:avoid;overflow-wrap:anywhere}}
&& li:focus{{outline:2px solid var(--text)}}
&& li.w:hover,&&:not(:has(.w:hover)) li.w:focus,&{_SHOWN_FIRST} li.w0{{{_CHOSEN}}}
&& .words{{flex:1 1 20em}}
"""


def solution_html(solution: Solution) -> str:
    """Return the board with values and bonuses, the totals, and the first `MOST` words by points.

    Each word has its usual spelling, its points and its path, escaped. Cost: about 30 kB.
    """
    shown = solution.words[:MOST]
    drawn = board(solution.grid, solution.rules.tile_value)
    totals = f"<p><b>{_count(len(solution), 'word')}</b>, {_count(solution.points, 'point')}</p>"
    items = "".join(_item(n, found, solution.grid.cols) for n, found in enumerate(shown))
    label = "words by points, each with the row.column of its tiles"
    listed = f'<ol aria-label="{label}">{items}</ol>' if shown else ""
    more = f"<p>and {len(solution) - MOST:,} more</p>" if len(solution) > MOST else ""
    paths = "\n".join(_rule(number, found.path) for number, found in enumerate(shown))
    return scoped(f'{drawn}<div class="words">{totals}{listed}{more}</div>', _STYLE + paths)


def _item(number: int, found: FoundWord, cols: int) -> str:
    tiles = ", ".join(f"{cell // cols + 1}.{cell % cols + 1}" for cell in found.path)
    label = escape(f"{found.display}, {_count(found.points, 'point')}: {tiles}")
    word = f"<span>{escape(found.display)}</span> <b>{found.points:,}</b>"
    return f'<li class="w w{number}" tabindex="0" aria-label="{label}">{word}</li>'


def _rule(number: int, path: Path) -> str:
    """Return the rule that lays a word's path on the board; what is pointed at comes first."""
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
