"""The grids that README and docs show are known, and so are the records."""

import re
from dataclasses import replace
from pathlib import Path

from core.daily.known import SHOWN, known_grids
from core.daily.recipe import of_size
from core.grid import Grid
from core.optimizer import fame

ROOT = Path(__file__).parents[3]
PAGES = sorted(
    [*ROOT.glob("README*"), *(ROOT / "docs").rglob("*"), *ROOT.glob("dictionaries/*.md")]
)
TEXTS = (".md", ".py", ".ipynb", ".svg")
PICTURE = re.compile(r"base64,[A-Za-z0-9+/=\s\\\\n]+")
LETTERS = re.compile(r"(?<![A-Za-z])(?:[A-Z]|Qu){16}(?:(?:[A-Z]|Qu){9})?(?![A-Za-z])")
ROWS = re.compile(r"(?<![A-Za-z])(?:[A-Z]{4}[/ ]){3}[A-Z]{4}(?![A-Za-z])")


def shapes(grids: tuple[str, ...]) -> set[Grid]:
    return {Grid.parse(text).canonical() for text in grids}


def written(page: Path) -> list[str]:
    """Return the grids of the sizes of dailies that are written on a page."""
    text = PICTURE.sub("", page.read_text("utf-8"))
    return [*LETTERS.findall(text), *(re.sub("[/ ]", "", rows) for rows in ROWS.findall(text))]


def test_each_grid_that_is_written_somewhere_is_known() -> None:
    known, seen = shapes(known_grids()), 0
    for page in PAGES:
        for grid in written(page) if page.suffix in TEXTS else ():
            assert Grid.parse(grid).canonical() in known, f"{page}: {grid} is to stand in SHOWN"
            seen += 1
    assert seen > len(SHOWN)


def test_the_records_are_known_without_their_bonuses() -> None:
    known = of_size(known_grids(), (4, 4))
    assert shapes(("CAILRMLSEIAESNTR", "RTNZAIEEPLRIDELA")) <= shapes(known)
    assert len(shapes(known)) == len(known)
    assert len(known) < len([*SHOWN, *fame.shipped()])


def test_ones_own_records_are_known(tmp_path: Path) -> None:
    own, record = tmp_path / "fame.jsonl", fame.shipped()[0]
    assert known_grids(own) == known_grids()
    fame.keep(own, replace(record, grid="ZAILRMLSEIAESNTZ"))
    assert known_grids(own) == ("ZAILRMLSEIAESNTZ", *known_grids())


def test_a_file_of_records_that_cannot_be_read_has_none(tmp_path: Path) -> None:
    assert known_grids(tmp_path) == known_grids()
