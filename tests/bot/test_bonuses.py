"""Every bonus is whole: typed, drawn, named, spoken and explained wherever tiles are."""

import re
from pathlib import Path

import pytest

from bot.chat.arguments import parse
from bot.chat.commands import COMMANDS
from bot.console_app.board import plain_board
from bot.notebook import grid_html
from bot.presenters.bonuses import effect
from bot.presenters.pictures.colours import Theme, css, ink_on
from bot.presenters.spoken import alt_text, spoken_rows, text_board
from bot.presenters.wording import wording
from bot.web_app.assets import assets, colours
from bot.web_app.texts import texts_of
from core.chats.settings import ChatSettings
from core.grid import BONUS_CODES, MULTIPLIERS, Bonus, Grid
from core.languages import languages
from core.scoring import ruleset
from tests.helpers.chat import Scene
from tests.helpers.command import seize

ROOT = Path(__file__).parents[2]
LETTERS = "STONARELTIDESAMP"
ROWS = "STON AREL TIDE SAMP"
RUZZLE = ruleset("ruzzle", "fr")
every = pytest.mark.parametrize("bonus", MULTIPLIERS, ids=str)


def first(bonus: Bonus) -> str:
    """Return the bonuses of a grid whose first tile has this one."""
    return bonus.code.ljust(len(LETTERS), ".")


@every
def test_it_is_read_from_what_people_type(bonus: Bonus) -> None:
    solve = COMMANDS["solve"]
    for typed in (first(bonus), bonus.code * len(LETTERS)):
        assert Grid.parse(f"{LETTERS} {typed}").bonuses == typed
        read = parse(solve.arguments, f"{ROWS} {typed} fr", {}, "")
        assert read == {"letters": ROWS.replace(" ", "/"), "bonuses": typed, "language": "fr"}


@every
async def test_the_chat_solves_a_grid_with_it(bonus: Bonus, scene: Scene) -> None:
    plain = await scene.ask("solve", ROWS)
    whole = await scene.ask("solve", f"{ROWS} {bonus.code * len(LETTERS)}")
    assert whole.title == plain.title != ""
    assert whole.text != plain.text


@every
@pytest.mark.parametrize("language", languages())
def test_every_language_says_what_it_multiplies(bonus: Bonus, language: str) -> None:
    words = wording(language)
    said = effect(bonus, words)
    for factor in {bonus.letter_factor, bonus.word_factor} - {1}:
        assert f"×{factor}" in said
    grid = Grid.of(LETTERS, first(bonus))
    assert f"S ({said})" in spoken_rows(grid, words)[0]
    assert f"S ({said})" in alt_text(grid, words)
    assert texts_of(words, "/", ChatSettings())["texts"][bonus.label] == said


@every
@pytest.mark.parametrize("language", languages())
async def test_the_rules_and_the_commands_tell_of_it(
    bonus: Bonus, language: str, scene: Scene
) -> None:
    reply = await scene.ask("rules", locale=language)
    assert f"{bonus.label} {effect(bonus, wording(language))}" in reply.text
    argument = next(each for each in COMMANDS["solve"].arguments if each.name == "bonuses")
    assert f"{bonus.code} {bonus.label}" in argument.summary_in(language)


@every
@pytest.mark.parametrize("command", ["solve", "play", "optimize"])
def test_the_help_of_the_terminal_tells_of_it(bonus: Bonus, command: str, data_dir: Path) -> None:
    page = " ".join(seize(command, "--help", data_dir=data_dir).out.split())
    assert f"{bonus.code} {bonus.label}" in page


def test_what_is_none_of_them_is_told_all_of_them(data_dir: Path) -> None:
    refused = seize("solve", "ABCD", "--bonuses", "x...", data_dir=data_dir).err
    assert " ".join(BONUS_CODES) in refused
    assert ", ".join(bonus.label for bonus in MULTIPLIERS) in refused


@every
def test_the_page_draws_it_in_both_themes(bonus: Bonus) -> None:
    name, sheet = bonus.label.lower(), colours()
    assert sheet in {each.plain.decode() for each in assets().by_address.values()}
    assert f".tile.{name}{{background:var(--{name});color:var(--on-{name})}}" in sheet
    for theme in Theme:
        ground = theme.value.tile_colour(bonus)
        assert ground != theme.value.tile
        assert f"--{name}:{css(ground)};" in sheet
        assert f"--on-{name}:{css(ink_on(ground))};" in sheet


@every
def test_boards_without_a_picture_name_it(bonus: Bonus) -> None:
    grid = Grid.of(LETTERS, first(bonus))
    assert plain_board(grid)[0].startswith(f"S({bonus.label})")
    assert text_board(grid, RUZZLE).splitlines()[1] == bonus.label.lower()


@every
def test_a_notebook_draws_it(bonus: Bonus) -> None:
    html = grid_html(Grid.of(LETTERS, first(bonus)))
    said = effect(bonus, wording("en"))
    assert f'<sup title="{said}">{bonus.label}</sup>' in html
    for theme in Theme:
        assert f"--{bonus.label}:{css(theme.value.tile_colour(bonus))};" in html


@every
@pytest.mark.parametrize("name", ["README.md", "README.fr.md", "docs/commands.md"])
def test_the_pages_tell_of_it(bonus: Bonus, name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    assert re.search(rf"\*\*{bonus.label}\*\*|`{bonus.code}` {bonus.label}\b", page)
