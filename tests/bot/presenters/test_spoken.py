"""Boards in letters and in words."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.presenters.spoken import MOST_ALT, alt_text, path_text, spoken_rows, text_board
from bot.presenters.wording import wording
from core.grid import Bonus, Grid, Tile
from core.languages import languages
from core.scoring import ruleset
from tests.helpers.strategies import grids

RUZZLE, BOGGLE = ruleset("ruzzle", "en"), ruleset("boggle", "en")
SMART = Grid.parse("SMATORGVTREIADPS .T..td.D....D...")
SMALL = Grid.parse("QuÑAÖ TdDt")
FULL = Grid(8, 8, (Tile("qu", Bonus.DL),) * 64)


def test_text_board_of_the_readme() -> None:
    board = """\
S  M  A  T
   tw
O  R  G  V
tl dl    dw
T  R  E  I

A  D  P  S
dw"""
    assert text_board(SMART, RUZZLE) == board
    assert text_board(SMART, BOGGLE) == "S  M  A  T\nO  R  G  V\nT  R  E  I\nA  D  P  S"


def test_text_board_of_digraphs_and_accents() -> None:
    assert text_board(SMALL, RUZZLE) == "Qu Ñ\ntw dl\nA  Ö\ndw tl"
    assert text_board(Grid.parse("ABCDEQuGH 2x4"), RUZZLE) == "A  B  C  D\nE  Qu G  H"
    assert text_board(FULL, RUZZLE) == "\n".join(
        ["Qu Qu Qu Qu Qu Qu Qu Qu", "dl dl dl dl dl dl dl dl"] * 8
    )


@given(grids())
def test_text_boards_are_aligned_and_narrow(grid: Grid) -> None:
    lines = text_board(grid, RUZZLE).split("\n")
    assert max(map(len, lines)) <= 23
    bonuses = any(tile.bonus is not Bonus.NONE for tile in grid.tiles)
    step = 2 if bonuses else 1
    lines += [""] * (grid.rows * step - len(lines))
    assert len(lines) == grid.rows * step
    for cell, tile in enumerate(grid.tiles):
        row, col = divmod(cell, grid.cols)
        place = slice(3 * col, 3 * col + 3)
        assert lines[row * step][place].strip() == tile.face
        if bonuses:
            name = "" if tile.bonus is Bonus.NONE else tile.bonus.name.lower()
            assert lines[row * step + 1][place].strip() == name


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", ["Row 1: Qu (word ×3), Ñ (letter ×2)", "Row 2: A (word ×2), Ö (letter ×3)"]),
        (
            "fr",
            [
                "Ligne 1\u202f: Qu (mot ×3), Ñ (lettre ×2)",
                "Ligne 2\u202f: A (mot ×2), Ö (lettre ×3)",
            ],
        ),
        (
            "de",
            [
                "Zeile 1: Qu (Wort ×3), Ñ (Buchstabe ×2)",
                "Zeile 2: A (Wort ×2), Ö (Buchstabe ×3)",
            ],
        ),
        (
            "es",
            [
                "Fila 1: Qu (palabra ×3), Ñ (letra ×2)",
                "Fila 2: A (palabra ×2), Ö (letra ×3)",
            ],
        ),
        (
            "it",
            [
                "Riga 1: Qu (parola ×3), Ñ (lettera ×2)",
                "Riga 2: A (parola ×2), Ö (lettera ×3)",
            ],
        ),
    ],
)
def test_rows_are_spoken(language: str, rows: list[str]) -> None:
    assert spoken_rows(SMALL, wording(language)) == rows


def test_rows_of_the_readme_are_spoken() -> None:
    assert spoken_rows(SMART, wording("en")) == [
        "Row 1: S, M (word ×3), A, T",
        "Row 2: O (letter ×3), R (letter ×2), G, V (word ×2)",
        "Row 3: T, R, E, I",
        "Row 4: A (word ×2), D, P, S",
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Grid of 2 rows: Qu, Ñ (word ×3). A, Ö"),
        ("fr", "Grille de 2 lignes\u202f: Qu, Ñ (mot ×3). A, Ö"),
        ("de", "Spielfeld mit 2 Zeilen: Qu, Ñ (Wort ×3). A, Ö"),
        ("es", "Tablero de 2 filas: Qu, Ñ (palabra ×3). A, Ö"),
        ("it", "Griglia di 2 righe: Qu, Ñ (parola ×3). A, Ö"),
    ],
)
def test_alt_text_is_the_whole_grid(language: str, text: str) -> None:
    assert alt_text(Grid.parse("QuÑAÖ .T.."), wording(language)) == text


@pytest.mark.parametrize("language", languages())
@given(data=st.data())
@example(data=None)
def test_alt_text_is_never_too_long(language: str, data: st.DataObject | None) -> None:
    grid = data.draw(grids(min_side=4)) if data else FULL
    text = alt_text(grid, wording(language))
    assert len(text) <= MOST_ALT
    assert text.count(". ") == grid.rows - 1
    assert text.count(",") == grid.rows * (grid.cols - 1)
    for tile in grid.tiles:
        assert f"{tile.face}" in text


def test_alt_text_of_many_bonuses_names_them_as_the_board_does() -> None:
    row = ", ".join(["Qu DL"] * 8)
    assert alt_text(FULL, wording("en")) == "Grid of 8 rows: " + ". ".join([row] * 8)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "été: row 1 column 2, row 2 column 2, row 2 column 1"),
        ("fr", "été\u202f: ligne 1 colonne 2, ligne 2 colonne 2, ligne 2 colonne 1"),
        ("de", "été: Zeile 1 Spalte 2, Zeile 2 Spalte 2, Zeile 2 Spalte 1"),
        ("es", "été: fila 1 columna 2, fila 2 columna 2, fila 2 columna 1"),
        ("it", "été: riga 1 colonna 2, riga 2 colonna 2, riga 2 colonna 1"),
    ],
)
def test_paths_are_spoken(language: str, text: str) -> None:
    assert path_text("été", (1, 4, 3), Grid.parse("AETETU 2x3"), wording(language)) == text
    assert path_text("{word}", (0,), SMALL, wording("en")) == "{word}: row 1 column 1"
