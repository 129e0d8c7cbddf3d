"""Boards as pictures: what is seen where, in every size, theme and language."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.presenters.pictures.board import HEADER, NARROWEST, Picture
from bot.presenters.pictures.colours import INK, Colour, Theme, contrast, gradient, ink_on
from bot.presenters.pictures.lettering import fitted, font
from core.grid import Bonus, Grid
from core.scoring import ruleset
from tests.helpers.pictures import ALIKE, alike, difference_hash, opened
from tests.helpers.strategies import grids

AA, AA_LARGE = 4.5, 3.0  # the least contrasts of WCAG 2
RUZZLE, BOGGLE = ruleset("ruzzle", "en"), ruleset("boggle", "en")
SMART = Grid.parse("SMATORGVTREIADPS .T..td.D....D...")
SNAKE = (8, 4, 5, 9, 6, 10, 13)
SIZES = [*((side, side) for side in range(2, 9)), (3, 5), (8, 2), (2, 8)]
SHAPES = [((2, 2), Theme.DARK), ((4, 4), Theme.LIGHT)]
CAPTIONS = [
    "smart +31",
    "🎉🏆 Anna 👩‍👩‍👧 won",
    "مرحبا بالعالم",
    "שלום עולם " * 40,
    "\u202eevil\u2066 \x00\x1b[31m\ud83d \n\n line",
    "Z\u0351\u036b\u0343\u036a\u0302" + "\u033d" * 400 + "algo",
    "田中さん",
    "a" * 10_000,
    "word " * 2_000,
    "\U0001f3c6" * 10_000,
    "",
]
TITLES = ["Français · Ruzzle", "Ångström ß ÑÜÄ", *CAPTIONS]


def look(picture: Picture) -> Image.Image:
    return opened(picture.png())


def alphabet_grid(rows: int, cols: int, bonuses: str = "") -> Grid:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 3
    return Grid.of(letters[: rows * cols], bonuses, (rows, cols))


def winding(rows: int, cols: int) -> tuple[int, ...]:
    ways = [range(cols), range(cols - 1, -1, -1)]
    return tuple(row * cols + col for row in range(rows) for col in ways[row % 2])


def near(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= 12 for a, b in zip(one, other, strict=True))


def seen(image: Image.Image, picture: Picture, cell: int, across: float, down: float) -> Colour:
    pixel = image.getpixel(tuple(map(round, picture.point(cell, across, down))))  # type: ignore[arg-type]
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def part(
    image: Image.Image, picture: Picture, cell: int, box: tuple[float, float, float, float]
) -> Image.Image:
    left, top = picture.point(cell, *box[:2])
    right, bottom = picture.point(cell, *box[2:])
    return image.crop((round(left), round(top), round(right), round(bottom)))


def inked(image: Image.Image, back: Colour) -> tuple[bool, ...]:
    data = image.tobytes()
    pixels = zip(data[::3], data[1::3], data[2::3], strict=True)
    return tuple(contrast(pixel, back) > AA_LARGE for pixel in pixels)


def same(one: Image.Image, other: Image.Image) -> bool:
    """Return whether pictures are the same but for the 256 colours chosen for each."""
    apart = sum(ImageChops.difference(one, other).convert("L").histogram()[12:])
    return one.size == other.size and apart < 40


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_every_size_fits_a_phone(rows: int, cols: int) -> None:
    theme = Theme.DARK if cols > rows else Theme.LIGHT
    picture = Picture(alphabet_grid(rows, cols), RUZZLE, winding(rows, cols), (), theme)
    image = look(picture)
    assert max(image.size) <= 1000
    assert picture.side == 200 or max(image.size) > 980
    for cell in range(rows * cols):
        assert near(seen(image, picture, cell, 0.03, 0.5), theme.value.tile) or cell in picture.path
    for edge in ((0, 0, image.width, 8), (0, image.height - 8, image.width, image.height)):
        colours = image.crop(edge).getcolors() or []
        assert colours
        assert all(near(colour, theme.value.page) for _, colour in colours)  # type: ignore[arg-type]


@pytest.mark.parametrize("theme", Theme)
def test_whatever_is_written_has_contrast(theme: Theme) -> None:
    palette = theme.value
    assert contrast(palette.text, palette.page) >= AA
    tiles = {palette.tile_colour(bonus) for bonus in Bonus}
    assert len(tiles) == len(Bonus)
    for tile in tiles:
        assert contrast(ink_on(tile), tile) >= AA
    for step in range(101):
        assert ink_on(gradient(step / 100)) == INK
        assert contrast(INK, gradient(step / 100)) >= AA
    assert contrast(ink_on(palette.badge), palette.badge) >= AA
    assert contrast(palette.badge, palette.tile) >= AA  # no value is taken for a number
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", Theme)
def test_the_path_is_where_its_cells_are_from_green_to_red(theme: Theme) -> None:
    picture = Picture(SMART, RUZZLE, SNAKE, theme=theme)
    image = look(picture)
    for step, cell in enumerate(SNAKE):
        assert near(seen(image, picture, cell, 0.21, 0.5), gradient(step / 6)), cell
        assert near(seen(image, picture, cell, 0.77, 0.14), theme.value.badge), cell
    for cell in set(range(16)) - set(SNAKE):
        tile = theme.value.tile_colour(SMART.tiles[cell].bonus)
        assert near(seen(image, picture, cell, 0.21, 0.5), tile), cell
    between = seen(image, picture, 8, 0.5, -0.04)  # cell 4 is above cell 8
    assert near(between, gradient(0.5 / 6))


def test_a_path_of_one_cell_and_none() -> None:
    one = Picture(SMART, RUZZLE, (5,))
    assert near(seen(look(one), one, 5, 0.21, 0.5), gradient(0))
    assert one.png() != Picture(SMART, RUZZLE).png()


def test_the_numbers_of_a_path_differ() -> None:
    picture = Picture(alphabet_grid(4, 4), RUZZLE, winding(4, 4))
    image = look(picture)
    box = (0.78, 0.06, 0.94, 0.22)
    drawn = {part(image, picture, cell, box).tobytes() for cell in picture.path}
    assert len(drawn) == 16


@pytest.mark.parametrize("path", [(), (0, 1, 3, 2), (0, 3), (1, 2)])
@pytest.mark.parametrize(("side", "theme"), [(2, Theme.DARK), (8, Theme.LIGHT)])
def test_each_bonus_has_its_name(theme: Theme, path: tuple[int, ...], side: int) -> None:
    moved = tuple(cell // 2 * side + cell % 2 for cell in path)
    bonuses = "dt" + "." * (side - 2) + "DT" + "." * (side * side - side - 2)
    letters = Grid.of("A" * side * side)
    picture = Picture(letters.with_bonuses(bonuses), RUZZLE, moved, theme=theme)
    plain = Picture(letters, RUZZLE, moved, theme=theme)
    image, without = look(picture), look(plain)
    box = (0.08, 0.07, 0.29, 0.21)
    names = set()
    for cell in (0, 1, side, side + 1):
        back = theme.value.tile_colour(picture.grid.tiles[cell].bonus)
        name = inked(part(image, picture, cell, box), back)
        assert 0.1 < sum(name) / len(name) < 0.7
        names.add(name)
        if cell not in moved and not moved:
            assert not any(inked(part(without, plain, cell, box), theme.value.tile))
    assert len(names) == 4


def test_values_are_in_the_corner_and_boggle_has_none() -> None:
    box = (0.7, 0.75, 0.95, 0.95)
    for rules, shown in ((RUZZLE, True), (BOGGLE, False)):
        picture = Picture(Grid.parse("QuITEASNORLETSIDE"), rules)
        image = look(picture)
        for cell in range(16):
            assert any(inked(part(image, picture, cell, box), Theme.LIGHT.value.tile)) is shown


@pytest.mark.parametrize("face", ["Qu", "Ä", "Ö", "Ü", "Ñ", "W", "I"])
def test_letters_stay_on_their_tile(face: str) -> None:
    grid = Grid.parse(f"A{face}BC", str.lower)
    picture = Picture(grid, BOGGLE)
    image = look(picture)
    tile = Theme.LIGHT.value.tile
    assert any(inked(part(image, picture, 1, (0.2, 0.2, 0.8, 0.8)), tile))
    for frame in ((0.02, 0.2, 0.2, 0.8), (0.8, 0.2, 0.98, 0.8), (0.2, 0.01, 0.8, 0.15)):
        assert not any(inked(part(image, picture, 1, frame), tile))
    others = [Picture(Grid.parse(f"A{other}BC"), BOGGLE).png() for other in ("A", "O", "U", "N")]
    assert picture.png() not in others


@pytest.mark.parametrize(("size", "theme"), SHAPES)
@pytest.mark.parametrize("line", CAPTIONS)
def test_captions_never_overflow(line: str, size: tuple[int, int], theme: Theme) -> None:
    picture = Picture(alphabet_grid(*size), RUZZLE, caption=(line,) * 20, theme=theme)
    image, bare = look(picture), look(Picture(picture.grid, RUZZLE, theme=theme))
    assert image.width == bare.width
    assert bare.height <= image.height <= bare.height + 17 * 48
    changed = ImageChops.difference(image.crop((0, 0, *bare.size)), bare)
    assert max(changed.tobytes()) <= 12
    for left in (0, image.width - 12):
        strip = image.crop((left, 0, left + 12, image.height))
        colours = strip.getcolors(1 << 16) or []
        assert all(near(colour, theme.value.page) for _, colour in colours)  # type: ignore[arg-type]


def test_a_caption_is_below_the_board() -> None:
    below = look(Picture(SMART, RUZZLE, caption=("smart +31",))).crop((0, 912, 912, 976))
    assert any(inked(below, Theme.LIGHT.value.page))
    assert look(Picture(SMART, RUZZLE, caption=("🎉",))).size[1] in {912, 976}


@pytest.mark.parametrize("theme", Theme)
def test_the_same_bytes_twice_and_not_many(theme: Theme) -> None:
    caption = ("smart +31", "Größte Überraschung: 12 of 318 words (3%)")
    busy = SMART.with_bonuses("dtDT" * 4)
    one = Picture(busy, RUZZLE, winding(4, 4), caption, theme).png()
    assert one == Picture(busy, RUZZLE, winding(4, 4), caption, theme).png()
    assert one.startswith(b"\x89PNG")
    assert len(one) < 60_000


def test_title_and_clock_stand_above_a_board_that_stays_the_same() -> None:
    plain = look(Picture(SMART, RUZZLE, SNAKE))
    picture = Picture(SMART, RUZZLE, SNAKE, title="English · Ruzzle", clock="2:00")
    image, palette = look(picture), Theme.LIGHT.value
    assert image.size == (plain.width, plain.height + HEADER)
    below = image.crop((0, HEADER, *image.size))
    assert same(below, plain)
    assert picture.point(0) == pytest.approx((132, 132 + HEADER))
    title, clock = image.crop((32, 24, 600, 88)), image.crop((760, 30, 850, 82))
    assert any(inked(title, palette.page))
    assert 0.1 < sum(inked(clock, palette.badge)) / (90 * 52) < 0.5
    bare = look(Picture(SMART, RUZZLE, title="English · Ruzzle"))
    assert not any(inked(bare.crop((700, 0, 912, HEADER)), palette.page))
    timed = look(Picture(SMART, RUZZLE, clock="2:00"))
    assert not any(inked(timed.crop((0, 0, 600, HEADER)), palette.page))
    assert timed.size == bare.size == image.size


@pytest.mark.parametrize(("size", "theme"), SHAPES)
@pytest.mark.parametrize("title", TITLES)
def test_titles_and_clocks_never_overflow(title: str, size: tuple[int, int], theme: Theme) -> None:
    grid, page = alphabet_grid(*size), theme.value.page
    for clock in ("2:00", "", title):
        picture = Picture(grid, RUZZLE, theme=theme, title=title, clock=clock)
        if not picture.title + picture.clock:
            continue
        image, plain = look(picture), look(Picture(grid, RUZZLE, theme=theme))
        assert image.width == max(plain.width, NARROWEST) == picture.width
        left = (image.width - plain.width) // 2
        below = image.crop((left, HEADER, left + plain.width, image.height))
        assert below.size == plain.size
        assert same(below, plain)
        ends = [(0, 0, 30, HEADER), (image.width - 30, 0, image.width, HEADER)]
        for edge in [*ends, (0, 0, image.width, 20)]:
            colours = image.crop(edge).getcolors(1 << 16) or []
            assert all(near(colour, page) for _, colour in colours)  # type: ignore[arg-type]


def test_a_long_title_is_smaller_then_cut() -> None:
    sizes = (48, 40, 30)
    assert fitted("Deutsch", 400, sizes) == ("Deutsch", 48)
    assert fitted("Deutsch · Boggle", 400, sizes) == ("Deutsch · Boggle", 40)
    cut, size = fitted("Deutsch · Boggle · Runde 2 von 3", 400, sizes)
    assert (cut, size) == ("Deutsch · Boggle · Ru…", 30)
    assert fitted("", 400, sizes) == ("", 48)
    assert fitted("🎉 \n a…", 400, sizes) == ("a…", 48)


@settings(max_examples=8, phases=set(Phase) - {Phase.shrink})  # pictures take long
@given(grids(), st.sampled_from(Theme), st.sampled_from(["en", "fr", "de", "es", "it"]))
def test_any_grid_shows_every_face_and_value(grid: Grid, theme: Theme, language: str) -> None:
    picture = Picture(grid, ruleset("ruzzle", language), theme=theme, title="Ñ", clock="2:00")
    png = picture.png()
    image = opened(png)
    assert len(png) < 100_000
    assert max(image.width, image.height - HEADER) <= 1000
    for cell, tile in enumerate(grid.tiles):
        back = theme.value.tile_colour(tile.bonus)
        assert any(inked(part(image, picture, cell, (0.2, 0.3, 0.8, 0.72)), back)), tile
        value = any(inked(part(image, picture, cell, (0.7, 0.77, 0.95, 0.95)), back))
        assert value is bool(picture.rules.tile_value(tile.letters)), tile
        bonus = any(inked(part(image, picture, cell, (0.06, 0.07, 0.3, 0.22)), back))
        assert bonus is (tile.bonus is not Bonus.NONE), tile


def test_an_accent_leaves_room_for_the_name_of_a_bonus() -> None:
    for side in (2, 8):
        grid = Grid.of("Ñ" * side * side, "D" * side * side)
        picture = Picture(grid, RUZZLE)
        back = picture.theme.value.tile_colour(Bonus.DW)
        between = part(look(picture), picture, 0, (0.1, 0.228, 0.46, 0.236))
        assert not any(inked(between, back)), side


def test_threads_draw_as_one_does() -> None:
    pictures = [
        Picture(SMART, RUZZLE, SNAKE[:length], ("مرحبا +3",), theme, "Français", "2:00")
        for length in range(8)
        for theme in Theme
    ]
    alone = [picture.png() for picture in pictures]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(Picture.png, pictures)) == alone
        fonts = set(threads.map(lambda _: id(font(50)), range(100)))
    assert id(font(50)) == id(font(50))
    assert id(font(50)) not in fonts


PINNED = {
    "light": (
        Picture(SMART, RUZZLE, title="English · Ruzzle", clock="2:00"),
        0x4445A223A2338881E26EAA3AAAAA5C4132253A251813A43AA25AAA3A38323813,
    ),
    "dark": (
        Picture(SMART, RUZZLE, theme=Theme.DARK, title="English · Ruzzle", clock="2:00"),
        0x8888CCCCCCCC888A8888CCCCCCCC888CCCDACCCAE8A889C4CDA4CD8481CCC18C,
    ),
    "path": (
        Picture(SMART, RUZZLE, SNAKE, ("smart +31",)),
        0x0060C445A233A2338861C1A2A333A3330227332133331655C41CA25AAA5A8838,
    ),
    "8x8": (
        Picture(alphabet_grid(8, 8, "d..tD..T" * 8), RUZZLE, winding(8, 8)[:16]),
        0x6071507570657475707154757075507574757475707570755575687555752875,
    ),
    "digraph": (
        Picture(Grid.parse("QuITEASNORLETSIDE"), BOGGLE),
        0x8888ABAAA3AAA88A8888AAA2AAAB8888888833A333AA8888A888AAA3A2A88888,
    ),
    "Spanish": (
        Picture(Grid.parse("ÑANDUSEÑORLATIDO D..............t"), ruleset("ruzzle", "es")),
        0x1C445B225BA2788A44443233AAB3888844443AA3AAA38880E4473323A3A38881,
    ),
    "German": (
        Picture(Grid.parse("ÄÖÜBERSTRAUMLICH dtDT............"), ruleset("ruzzle", "de")),
        0x4C44222233AA8A88C444523233AB8888C444A23AAABA18181A1D5A5B585B3131,
    ),
}


@pytest.mark.parametrize("name", PINNED)
def test_pictures_look_as_they_did(name: str) -> None:
    """Compare 256 shades: a change of design shows, another FreeType does not."""
    picture, pinned = PINNED[name]
    png = picture.png()
    assert alike(png, pinned), hex(difference_hash(png))


def test_the_pinned_pictures_are_told_apart() -> None:
    for one, other in combinations((pinned for _, pinned in PINNED.values()), 2):
        assert (one ^ other).bit_count() > ALIKE
