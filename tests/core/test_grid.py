"""Grids: the text form, symmetries, paths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.grid import BadGrid, Bonus, Grid, Tile, adjacency, parse_size
from core.lexicon import alphabet
from core.lexicon.alphabet import BadSpelling
from tests.helpers.strategies import grids, is_path


@given(grids(letters="abcqu" + "äöüñ"))
def test_what_is_printed_is_parsed_back(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid
    assert Grid.of(grid.letters, grid.bonuses, (grid.rows, grid.cols)) == grid


@given(grids(max_side=4))
def test_all_symmetries_are_one_grid(grid: Grid) -> None:
    turned = list(grid.symmetries())
    assert len(turned) == 8
    assert turned[0] == grid
    assert {other.canonical() for other in turned} == {grid.canonical()}
    assert grid.canonical() in turned
    assert all(set(other.symmetries()) == set(turned) for other in turned)


def test_a_turn_and_a_reflection() -> None:
    turned = [g.letters for g in Grid.of("ABCDEF", size=(2, 3)).symmetries() if g.rows == 3]
    assert sorted(turned) == ["ADBECF", "CFBEAD", "DAEBFC", "FCEBDA"]


def test_the_published_grid_and_its_reflection_are_one() -> None:
    first, second = Grid.parse("CRESAMINILATLSER"), Grid.parse("RTNSEAIESLMRLIAC")
    assert first.canonical() == second.canonical()


@pytest.mark.parametrize(
    ("line", "letters", "bonuses", "size"),
    [
        ("cresaminilatlser", "CRESAMINILATLSER", "." * 16, (4, 4)),
        ("Cresaminilatlser", "CRESAMINILATLSER", "." * 16, (4, 4)),
        ("CRES AMIN ILAT LSER", "CRESAMINILATLSER", "." * 16, (4, 4)),
        ("CRES/AMIN/ILAT/LSER", "CRESAMINILATLSER", "." * 16, (4, 4)),
        ("ABCD d..T", "ABCD", "d..T", (2, 2)),
        ("ABCD dtDT", "ABCD", "dtDT", (2, 2)),
        ("PERSLATESIND 3x4", "PERSLATESIND", "." * 12, (3, 4)),
        ("PERSLATESIND t........... 3x4", "PERSLATESIND", "t...........", (3, 4)),
        ("QuABC", "QuABC", "....", (2, 2)),
        ("CRES TTDD ILAT LSER", "CRESTTDDILATLSER", "." * 16, (4, 4)),
    ],
)
def test_forms_that_people_write(
    line: str, letters: str, bonuses: str, size: tuple[int, int]
) -> None:
    grid = Grid.parse(line)
    assert (grid.letters, grid.bonuses, (grid.rows, grid.cols)) == (letters, bonuses, size)


def test_faces_are_normalised_in_the_words_language() -> None:
    grid = Grid.of("ÉTÀÇ", normalise=alphabet("fr").normalise)
    assert grid.letters == "ETAC"
    assert Grid.of("Œabc", normalise=alphabet("fr").normalise).tiles[0] == Tile("oe")
    assert Grid.of("ñabc", normalise=alphabet("es").normalise).letters == "ÑABC"
    with pytest.raises(BadSpelling, match="'Ж'"):
        Grid.of("Жabc", normalise=alphabet("fr").normalise)


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("", "fill a square grid"),
        ("ABCDEFGHIJKLMNO", "fill a square grid"),
        ("CRESAMINILATLSE1", "'1' is not a letter"),
        ("CRES-MINILATLSER", "'-' is not a letter"),
        ("A", "fill a square grid"),
        ("ABCD x..T", "'x' is not a bonus"),
        ("ABCD d..", "bonuses: 3, tiles: 4"),
        ("ABCD 3x3", "a 3x3 grid takes 9 letters, not 4"),
        ("ABCD 40x40", "40x40"),
        ("ABCD 1x4", "1x4"),
        ("A" * 81, "fill a square grid"),
    ],
)
def test_what_is_no_grid_is_refused_with_the_cause(line: str, cause: str) -> None:
    with pytest.raises(BadGrid) as refused:
        Grid.parse(line)
    assert cause in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_bonus_that_is_none() -> None:
    with pytest.raises(
        BadGrid, match=r"'x' is not a bonus: use \. d t D T.* for none, DL, TL, DW, TW"
    ):
        Grid.of("ABCD", "x...")


def test_each_bonus_has_a_code_of_its_own_and_multiplies_something() -> None:
    assert all(len(bonus.code) == 1 for bonus in Bonus)
    assert len({bonus.label.lower() for bonus in Bonus}) == len(Bonus)
    for bonus in Bonus:
        factors = bonus.letter_factor, bonus.word_factor
        assert (max(factors) > 1) == (bonus is not Bonus.NONE)


@pytest.mark.parametrize("text", ["", "4", "4x", "x4", "4*4", "-4x4", "٤x٤", "04444x4"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(BadGrid):
        parse_size(text)


def test_sizes() -> None:
    assert parse_size("3x4") == parse_size(" 3X4 ") == parse_size("3×4") == (3, 4)


@given(st.integers(2, 8), st.integers(2, 8))
def test_adjacency_is_that_of_a_chess_king(rows: int, cols: int) -> None:
    touching = adjacency(rows, cols)
    for a in range(rows * cols):
        for b in range(rows * cols):
            far = max(abs(a // cols - b // cols), abs(a % cols - b % cols))
            assert (b in touching[a]) == (far == 1)


@given(grids("ab", max_side=3), st.text("ab", max_size=6))
def test_trace_finds_the_longest_prefix(grid: Grid, word: str) -> None:
    path, reached = grid.trace(word)
    if path is not None:
        assert is_path(grid, path)
        assert grid.spell(path) == word
        assert reached == len(word)
    else:
        assert reached < len(word)
        # What was reached is tile by tile: a digraph may end beyond what a letter could.
        assert reached == 0 or any(
            grid.trace(word[:length])[0] is not None for length in range(reached, len(word))
        )


def test_trace_gives_up_where_paths_are_without_end() -> None:
    path, reached = Grid.of("A" * 63 + "B").trace("a" * 40 + "bb")
    assert path is None
    assert reached >= 40


def test_bonus_factors() -> None:
    for code, factors in {".": (1, 1), "d": (2, 1), "t": (3, 1), "D": (1, 2), "T": (1, 3)}.items():
        assert (Bonus(code).letter_factor, Bonus(code).word_factor) == factors


@pytest.mark.parametrize("letters", ["", "A", "abc", "1", "ß", "Qu"])
def test_tiles_that_are_none(letters: str) -> None:
    with pytest.raises(BadGrid):
        Tile(letters)
