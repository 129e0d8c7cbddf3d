"""Words traced side by side: every size, every length of word, every text below."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.presenters.pictures.board import HEADER, NARROWEST, Board
from bot.presenters.pictures.colours import Colour, Theme, contrast, gradient
from bot.presenters.pictures.galleries import Gallery, Tracing
from core.grid import Bonus, Grid, Path, adjacency
from core.scoring import ruleset
from core.solver.solution import FoundWord, Solution
from tests.helpers.pictures import alike, difference_hash, opened
from tests.helpers.strategies import grids

RUZZLE = ruleset("ruzzle", "en")
SMART = Grid.parse("SMATORGVTREIADPS .T..td.D....D...")
SNAKE: Path = (8, 4, 5, 9, 6, 10, 13)
LONG: Path = (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12)
THREE = (
    Tracing(SMART, RUZZLE, SNAKE, "stipendia +41"),
    Tracing(SMART, RUZZLE, (0, 1, 2, 3), "été +9"),
    Tracing(SMART, RUZZLE, LONG, "incomprensibilità +132"),
)
CAPTIONS = ["", "🎉", "W" * 16 + " +1234", "a" * 5_000, "word " * 900, "مرحبا", "Z\u0351" * 300]


@st.composite
def tracings(draw: st.DrawFn) -> tuple[Tracing, ...]:
    grid = draw(grids())
    words = st.text("aimwß", min_size=2, max_size=16)
    return tuple(
        Tracing(grid, RUZZLE, draw(paths(grid)), f"{draw(words)} +{draw(st.integers(1, 9999))}")
        for _ in range(draw(st.integers(1, 5)))
    )


@st.composite
def paths(draw: st.DrawFn, grid: Grid) -> Path:
    path = [draw(st.integers(0, len(grid.tiles) - 1))]
    while len(path) < 16:
        free = [c for c in adjacency(grid.rows, grid.cols)[path[-1]] if c not in path]
        if not free:
            break
        path.append(draw(st.sampled_from(free)))
    return tuple(path)


def near(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= 14 for a, b in zip(one, other, strict=True))


def seen(image: Image.Image, board: Board, cell: int, across: float, down: float) -> Colour:
    pixel = image.getpixel(tuple(map(round, board.point(cell, across, down))))  # type: ignore[arg-type]
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def box(
    board: Board, cell: int, start: tuple[float, float], end: tuple[float, float]
) -> tuple[int, int, int, int]:
    (left, top), (right, bottom) = board.point(cell, *start), board.point(cell, *end)
    return round(left), round(top), round(right), round(bottom)


def inked(image: Image.Image, back: Colour) -> bool:
    colours = image.getcolors(1 << 20) or []
    return any(contrast(colour, back) > 3 for _, colour in colours)  # type: ignore[arg-type]


@settings(max_examples=8, phases=set(Phase) - {Phase.shrink})  # pictures take long
@given(tracings(), st.sampled_from(Theme), st.sampled_from(["", "Die besten"]), st.integers(1, 4))
def test_any_gallery_fits(
    pictures: tuple[Tracing, ...], theme: Theme, title: str, most: int
) -> None:
    gallery = Gallery(pictures, theme, title, most)
    png = gallery.png()
    image, boards = opened(png), gallery.boards()
    assert len(png) < 400_000
    assert image.width == gallery.width <= 1200
    assert image.width + image.height < 10_000
    assert len(boards) == min(len(pictures), most)
    ends = [0.0]
    for board, shown in zip(boards, pictures, strict=False):
        (left, top), (wide, long) = board.corner, board.size
        assert (board.grid, board.path) == (shown.grid, shown.path)
        assert left >= ends[-1]
        assert top + long < image.height
        ends.append(left + wide)
        for cell, tile in enumerate(board.grid.tiles):
            on_path = cell in board.path
            share = board.path.index(cell) / max(len(board.path) - 1, 1) if on_path else 0
            back = gradient(share) if on_path else theme.value.tile_colour(tile.bonus)
            ground = image.crop(box(board, cell, (0.25, 0.25), (0.75, 0.75)))
            colours = [colour for _, colour in ground.getcolors(1 << 16) or []]
            assert any(near(colour, back) for colour in colours), (tile, on_path)  # type: ignore[arg-type]
            assert inked(ground, back)
        below = (round(left), round(top + long) + 4, round(left) + wide, image.height)
        assert inked(image.crop(below), theme.value.page)
    assert ends[-1] <= image.width


def test_steps_are_numbered_and_bonuses_named() -> None:
    image, gallery = opened(Gallery(THREE).png()), Gallery(THREE)
    badges = set()
    for board in gallery.boards():
        for cell in board.path:
            assert near(seen(image, board, cell, 0.675, 0.185), Theme.LIGHT.value.badge)
    last = gallery.boards()[2]
    for cell in last.path:
        badges.add(image.crop(box(last, cell, (0.72, 0.08), (0.92, 0.3))).tobytes())
    assert len(badges) == 16
    for board in gallery.boards():
        for cell, tile in enumerate(board.grid.tiles):
            back = Theme.LIGHT.value.tile_colour(tile.bonus)
            named = inked(image.crop(box(board, cell, (0.07, 0.1), (0.26, 0.23))), back)
            assert named or tile.bonus is Bonus.NONE


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("line", CAPTIONS)
def test_captions_and_titles_never_overflow(line: str, theme: Theme) -> None:
    board = THREE[0]
    gallery = Gallery((Tracing(board.grid, RUZZLE, SNAKE, line),) * 4, theme, line, 4)
    image = opened(gallery.png())
    assert image.width == gallery.width <= 1200
    header = HEADER if line else 0
    high = gallery.boards()[0].size[1]
    assert header + high <= image.height <= header + high + 2 * 48 + 16
    for number in range(5):
        middle = number * image.width // 4
        strip = (max(middle - 6, 0), header + high, min(middle + 6, image.width), image.height)
        colours = image.crop(strip).getcolors(1 << 16) or []
        assert all(near(colour, theme.value.page) for _, colour in colours)  # type: ignore[arg-type]


def test_a_long_word_keeps_its_points() -> None:
    gallery = Gallery(THREE, most=3)
    size, rows = gallery._captions(370)
    assert (size, rows) == (36, [["stipendia +41"], ["été +9"], ["incomprensibilità", "+132"]])
    size, rows = gallery._captions(256)
    assert (size, rows[2]) == (24, ["incomprensibilità", "+132"])
    size, rows = Gallery((Tracing(SMART, RUZZLE, LONG, "w" * 16 + " +132"),))._captions(256)
    assert size == 20
    assert re.fullmatch("w+… \\+132", " ".join(rows[0]))


def test_one_to_four_are_shown() -> None:
    for most, count in ((1, 1), (2, 2), (3, 3), (4, 3)):
        assert len(Gallery(THREE, most=most).boards()) == count
    assert len(Gallery(THREE * 2).boards()) == 3
    assert len(Gallery(THREE * 2, most=4).boards()) == 4
    tiny = Grid.parse("ABCD")
    assert Gallery((Tracing(tiny, RUZZLE, (0,), "a +1"),), title="T").width == NARROWEST
    for pictures, most in (((), 3), (THREE, 0), (THREE, 5)):
        with pytest.raises(ValueError, match="1 to 4"):
            Gallery(pictures, most=most)


def test_a_tracing_is_a_word_of_a_solution() -> None:
    found = FoundWord("ete", "été", 3, (0, 1, 2))
    solution = Solution(SMART, RUZZLE, (found,))
    assert Tracing.of(found, solution) == Tracing(SMART, RUZZLE, (0, 1, 2), "été +3")


def test_threads_draw_as_one_does() -> None:
    galleries = [Gallery(THREE[:count], theme, "été") for count in (1, 2, 3) for theme in Theme]
    alone = [gallery.png() for gallery in galleries]
    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(Gallery.png, galleries * 2)) == alone * 2


@pytest.mark.parametrize(
    ("gallery", "pinned"),
    [
        (
            Gallery(THREE, title="Les meilleurs mots manqués"),
            0x300030004CC18C309D22CC329D468D66CE309B24DE219A639B63586302A30000,
        ),
        (
            Gallery(THREE, Theme.DARK, "Die besten verpassten Wörter"),
            0x400040028314505484D9205D2698B69831DDB4DA25DC659CA71C249409480000,
        ),
        (Gallery(THREE[:2]), 0x0C060D02A9A4555551C4AAAC55555555A19541D55755411547A655576357A6A6),
    ],
    ids=["light", "dark", "two"],
)
def test_galleries_look_as_they_did(gallery: Gallery, pinned: int) -> None:
    """Compare 256 shades: a change of design shows, another FreeType does not."""
    png = gallery.png()
    assert alike(png, pinned), hex(difference_hash(png))
