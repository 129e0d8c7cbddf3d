"""Pictures of Wordles: what is drawn where, in which colours, and what without any."""

from itertools import groupby
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.messages import Image
from bot.presenters.pictures.colours import MARKS, Theme, contrast, ink_on
from bot.presenters.spoken import MOST_ALT
from bot.presenters.wording import wording
from bot.presenters.wordle.picture import wordle_picture
from core.chats.settings import Palette
from core.languages import languages
from core.lexicon.alphabet import alphabet
from core.wordle.game import LONGEST, SHORTEST, TRIES, Game, Turn
from core.wordle.marks import Mark, read_marks
from tests.helpers.pictures import alike, opened

AA = 4.5  # the least contrast of WCAG 2
NEAR = 12  # by how much a colour may move when 256 are left
LOOKS = [(theme, palette) for theme in Theme for palette in Palette]
BOTH = pytest.mark.parametrize(
    ("theme", "palette"), LOOKS, ids=[f"{theme.name}-{palette}" for theme, palette in LOOKS]
)
PINNED = {
    "dark": (
        *(Theme.DARK, Palette.CLASSIC, "en", "crane"),
        0x388059845164E4C05290529052905290529052905294400054C0656840C86160,
    ),
    "contrast": (
        *(Theme.LIGHT, Palette.CONTRAST, "de", "flöte"),
        0x2480AD102C18286E094A094A294A094A294A0002294A0002169616A6168A02A6,
    ),
    "ten letters": (
        *(Theme.LIGHT, Palette.CLASSIC, "en", "strawberry"),
        0x110029C8688A680699260004101000010000101000001010696969696109718D,
    ),
}


def told(answer: str, *turns: tuple[str, str]) -> Game:
    """Return a game of guesses, whatever their marks."""
    return Game(answer, turns=tuple(Turn(word, read_marks(text, word)) for word, text in turns))


def drawn(
    game: Game, theme: Theme = Theme.DARK, palette: Palette = Palette.CLASSIC, language: str = "en"
) -> Image:
    return wordle_picture(game, wording("en"), theme, palette, language)


def rows_of_marks(image: Image, theme: Theme, palette: Palette) -> list[tuple[Mark, ...]]:
    """Return the marks whose colours each line of pixels crosses, without those that repeat."""
    picture = opened(image.data)
    colours = {theme.value.grey: Mark.GREY} | {back: mark for mark, back in MARKS[palette].items()}
    rows = []
    for y in range(0, picture.height, 4):
        pixels = [picture.getpixel((x, y)) for x in range(0, picture.width, 3)]
        near = (
            next((mark for back, mark in colours.items() if dist(pixel, back) < NEAR), None)
            for pixel in pixels
            if isinstance(pixel, tuple)
        )
        rows.append(tuple(mark for mark, _ in groupby(near) if mark is not None))
    return [row for row, _ in groupby(rows)]


@BOTH
def test_whatever_is_written_has_contrast(theme: Theme, palette: Palette) -> None:
    colours = theme.value
    for back in (*MARKS[palette].values(), colours.grey, colours.tile):
        assert contrast(ink_on(back), back) >= AA
    assert contrast(colours.faint, colours.page) >= AA


@BOTH
@pytest.mark.parametrize("length", [SHORTEST, LONGEST])
def test_tiles_have_the_colours_of_their_marks_in_order(
    theme: Theme, palette: Palette, length: int
) -> None:
    texts = ["-YG-GY-YG-"[:length], "GGY--GGY--"[:length], "G" * length]
    game = told("i" * length, *(("i" * length, text) for text in texts))
    rows = iter(rows_of_marks(drawn(game, theme, palette), theme, palette))
    for turn in game.turns:
        assert turn.marks in rows  # which takes the rows up to it


@pytest.mark.parametrize("language", languages())
def test_every_length_and_language_fits(language: str) -> None:
    letters = alphabet(language).letters
    for length in range(SHORTEST, LONGEST + 1):
        game = told("e" * length, (letters[-length:], "G" * length))
        picture = opened(drawn(game, language=language).data)
        assert picture.width == 720
        assert picture.height < 1000
        page = Theme.DARK.value.page
        edges = [picture.getpixel((x, y)) for x in (0, 719) for y in range(picture.height)]
        assert all(isinstance(pixel, tuple) and dist(pixel, page) < NEAR for pixel in edges)


def test_marks_and_keys_differ_without_their_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    grey = Theme.DARK.value.tile
    monkeypatch.setitem(MARKS, Palette.CLASSIC, dict.fromkeys((Mark.GREEN, Mark.YELLOW), grey))
    pictures = {drawn(told("abcd", ("aaaa", text * 4))).data for text in ("-", "Y", "G")}
    assert len(pictures) == 3
    keys = {
        opened(drawn(told("abcd", *turns)).data).crop((0, 660, 720, 900)).tobytes()
        for turns in ([], [("aaaa", "----")], [("aaaa", "YYYY")], [("aaaa", "GGGG")])
    }
    assert len(keys) == 4


@pytest.mark.parametrize("language", languages())
def test_the_longest_alt_text_is_whole(language: str) -> None:
    turns = [("wwwwwwwwww", "GYGYGYGYGY")] * (TRIES - 1) + [("mmmmmmmmmm", "YGYGYGYGY-")]
    image = wordle_picture(
        told("w" * 10, *turns), wording(language), Theme.DARK, Palette.CLASSIC, "en"
    )
    assert len(image.alt) <= MOST_ALT
    assert image.alt.count("WWWWWWWWWW") == TRIES - 1
    assert image.alt.count("M") == len("mmmmmmmmmm") * 2


def test_alt_texts_are_the_guesses_with_their_marks() -> None:
    game = told("crane", ("trace", "-GGYG"), ("crane", "GGGGG"))
    assert drawn(game).alt == (
        "TRACE: T not there, R A in place, C elsewhere, E in place. CRANE: C R A N E in place"
    )
    assert drawn(Game("crane")).alt == "No guess so far."


@settings(max_examples=15)
@given(data=st.data(), language=st.sampled_from([*languages()]), look=st.sampled_from(LOOKS))
def test_any_game_is_drawn_the_same_twice(
    data: st.DataObject, language: str, look: tuple[Theme, Palette]
) -> None:
    length = data.draw(st.integers(SHORTEST, LONGEST))
    word = st.text(alphabet(language).letters, min_size=length, max_size=length)
    game = Game(data.draw(word))
    for guess in data.draw(st.lists(word, max_size=TRIES)):
        if not game.end:
            game = game.guessed(guess, lambda _: True)
    first, second = (drawn(game, *look, language) for _ in range(2))
    assert first == second
    assert len(first.data) < 40_000


@pytest.mark.parametrize("name", PINNED)
def test_pictures_look_as_they_did(name: str) -> None:
    theme, palette, language, answer, pinned = PINNED[name]
    turns = [(answer[::-1], "-YG-Y-GYG-"[: len(answer)]), (answer, "G" * len(answer))]
    assert alike(drawn(told(answer, *turns), theme, palette, language).data, pinned)
