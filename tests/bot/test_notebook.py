"""Grids and answer keys as notebooks show them."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import DisplayFormatter

from bot.notebook import MOST, grid_html, load_ipython_extension, solution_html
from bot.presenters.pictures.colours import INK, Theme, css, gradient, ink_on
from core.grid import Bonus, Grid, Path
from core.lexicon import Lexicon
from core.scoring import Ruleset, ruleset
from core.solver.solution import FoundWord, Solution
from core.solver.solver import solve
from tests.helpers.strategies import FEW_LETTERS, grids, lexicons

RULES = [ruleset("ruzzle", "en"), ruleset("boggle", "en")]
NASTY = ["<script>alert(1)</script>", "</style>", '" onfocus="x', "'&amp;'", "-->", "&"]
SMART = Grid.parse("SMATORGVTREIADPS .T..td.D....D...")
Steps = dict[int, tuple[str, str, int]]


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    text: str = ""


class Page(HTMLParser):
    """An output as a browser reads it; an end that matches no start is an error."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(html)
        self.close()
        assert self.open == []
        self.name = self.elements[0].attributes["class"] or ""
        self.style = self.all("style")[0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))
        self.open.append(self.elements[-1])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].text += data

    def all(self, tag: str) -> list[str]:
        return [element.text for element in self.elements if element.tag == tag]

    def each(self, tag: str, attribute: str) -> list[str]:
        return [e.attributes.get(attribute) or "" for e in self.elements if e.tag == tag]


def page(shown: Grid | Solution) -> Page:
    html = grid_html(shown) if isinstance(shown, Grid) else solution_html(shown)
    return Page(html)


def steps(style: str, number: int) -> Steps:
    """Return {cell: (ground, ink, step)} of the rule that shows word `number`."""
    rule = re.search(
        rf"^.*:has\(\.w{number}:hover\).*:has\(\.w{number}:focus\).*$", style, re.MULTILINE
    )
    assert rule
    laid = rule[0].split("{")[1].rstrip("}")
    found = re.findall(r'--b(\d+):(#\w{6});--i\1:(#\w{6});--n\1:"(\d+)";', laid)
    assert laid.count(";") == 3 * len(found)
    return {int(cell): (ground, ink, int(step)) for cell, ground, ink, step in found}


def drawn(path: Path) -> Steps:
    shares = [step / max(len(path) - 1, 1) for step in range(len(path))]
    grounds = [css(gradient(share)) for share in shares]
    return {cell: (grounds[step], css(INK), step + 1) for step, cell in enumerate(path)}


def test_a_notebook_shows_them_once_it_has_the_extension() -> None:
    formatter: Any = DisplayFormatter()
    load_ipython_extension(SimpleNamespace(display_formatter=formatter))
    solved = Solution(SMART, RULES[0], ())
    for shown, html in ((SMART, grid_html(SMART)), (solved, solution_html(solved))):
        assert formatter.format(shown)[0]["text/html"] == html


@given(grids())
def test_a_grid_shows_its_tiles_and_names_its_bonuses(grid: Grid) -> None:
    shown = page(grid)
    assert shown.all("b") == [tile.face for tile in grid.tiles]
    assert len(shown.all("tr")) == grid.rows
    names = [tile.bonus.name for tile in grid.tiles if tile.bonus is not Bonus.NONE]
    assert shown.all("sup") == [name for name in shown.each("td", "class") if name] == names
    assert shown.all("sub") == shown.all("li") == []


@given(lexicons(), grids(FEW_LETTERS, max_side=3), st.sampled_from(RULES), st.data())
def test_a_solution_shows_its_words_points_and_paths(
    lexicon: Lexicon, grid: Grid, rules: Ruleset, data: st.DataObject
) -> None:
    solved = solve(grid, lexicon, rules)
    display = st.text(min_size=1, max_size=9) | st.sampled_from(NASTY)
    words = tuple(found._replace(display=data.draw(display)) for found in solved)
    shown = page(replace(solved, words=words))
    assert set(shown.all("script")) == set()
    assert len(shown.all("style")) == 1
    letters, (total, *points) = shown.all("b")[: len(grid.tiles)], shown.all("b")[len(grid.tiles) :]
    assert letters == [tile.face for tile in grid.tiles]
    values = (rules.tile_value(tile.letters) for tile in grid.tiles)
    assert shown.all("sub") == [str(value) for value in values if value]
    assert total == ("1 word" if len(words) == 1 else f"{len(words)} words")
    assert shown.all("p")[0] == (
        ", 1 point" if solved.points == 1 else f", {solved.points:,} points"
    )
    listed = words[:MOST]
    assert shown.all("span") == [found.display for found in listed]
    assert points == [str(found.points) for found in listed]
    assert shown.each("li", "class") == [f"w w{number}" for number in range(len(listed))]
    assert shown.each("li", "tabindex") == ["0"] * len(listed)
    for label, found in zip(shown.each("li", "aria-label"), listed, strict=True):
        places = [f"{cell // grid.cols + 1}.{cell % grid.cols + 1}" for cell in found.path]
        assert label.startswith(f"{found.display}, {found.points} point")
        assert label.endswith(": " + ", ".join(places))
    for number, found in enumerate(listed):
        assert steps(shown.style, number) == drawn(found.path)


def test_the_published_best_grid(lexicon: Callable[[str], Lexicon]) -> None:
    rules = ruleset("ruzzle", "fr")
    solved = solve(Grid.parse("CRESAMINILATLSER"), lexicon("fr-gutenberg"), rules)
    shown = page(solved)
    assert shown.all("b")[16] == "1,634 words"
    assert shown.all("p") == [", 31,090 points", f"and {1634 - MOST:,} more"]
    assert len(shown.all("li")) == MOST
    assert (shown.all("span")[0], shown.all("b")[17]) == ("crailleraient", "40")
    assert shown.all("sub")[:4] == ["3", "1", "1", "1"]


@pytest.mark.parametrize("count", [MOST, MOST + 1])
def test_what_more_there_is(count: int) -> None:
    words = tuple(FoundWord(f"w{n}", f"w{n}", 1, (0, 1)) for n in range(count))
    shown = page(Solution(SMART, RULES[0], words))
    assert ("and 1 more" in shown.all("p")) == (count > MOST)
    assert len(shown.all("li")) == MOST


def test_only_the_first_word_is_shown_when_none_is_chosen() -> None:
    words = tuple(FoundWord(f"w{n}", f"w{n}", 1, (n, n + 1)) for n in range(3))
    shown = page(Solution(SMART, RULES[0], words))
    rules = [line for line in shown.style.splitlines() if "--n" in line and ":has(" in line]
    unchosen = f".{shown.name}:not(:has(.w:hover,.w:focus))"
    assert [unchosen in rule for rule in rules] == [True, False, False]


def test_every_rule_is_of_one_output_only(lexicon: Callable[[str], Lexicon]) -> None:
    solved = [solve(SMART, lexicon("en"), rules) for rules in RULES]
    outputs = [page(SMART), *map(page, solved)]
    assert len({output.name for output in outputs}) == 3
    for output in outputs:
        flat = re.sub(r"\([^()]*\)", "", re.sub(r"\(:has\([^()]*\)\)", "", output.style))
        for selectors in re.findall(r"([^{}]+)\{", flat):
            for selector in selectors.split(","):
                assert f".{output.name}" in selector or selector.strip() == "@media"


@pytest.mark.parametrize("theme", Theme)
def test_the_colours_of_both_themes(theme: Theme) -> None:
    style = page(SMART).style
    chosen = {
        Theme.LIGHT: 'body[data-jp-theme-light="true"] &,.vscode-light &',
        Theme.DARK: 'body[data-jp-theme-light="false"] &,.vscode-dark &',
    }[theme].replace("&", f".{page(SMART).name}")
    colours = style.split(chosen + "{")[1].split("}")[0]
    for bonus, ground in theme.value.bonuses.items():
        assert f"--{bonus.name}:{css(ground)};" in colours
        assert f"--{bonus.name}-ink:{css(ink_on(ground))};" in colours
    # What the notebook says weighs as much as a class more than what the system says.
    system = style.index("@media (prefers-color-scheme:dark)")
    assert system < style.index(chosen)
    assert style.count(colours) == 2
