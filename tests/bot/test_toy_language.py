"""A language that is added by a record, a list and a catalogue, and by nothing else, is played."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.chat.commands import COMMANDS
from core.daily.order import Made, Order
from core.daily.puzzle import day_of
from core.scoring import ruleset
from core.solver.solution import Solution
from core.solver.solver import solve
from core.store.sql.store import open_store
from core.wordle.marks import marks, write_marks
from tests.core.daily.helpers import QUICK, made
from tests.helpers.command import Ran, seize
from tests.helpers.dailies import handmade, maker
from tests.helpers.platforms import PLATFORMS, SIDES, DiscordPlayer, Lexicons, a_scene
from tests.helpers.toy import CODE, toy, toy_language
from tests.helpers.wordle_platforms import DiscordWordle, TelegramWordle
from tests.helpers.wordles import answer

WORDLES: Mapping[str, Callable[[Any], Any]] = {"discord": DiscordWordle, "telegram": TelegramWordle}


async def orders(player: Any, command: str, **options: str) -> Any:
    """Use a command where all see the answer; return the place."""
    if isinstance(player, DiscordPlayer):
        await (await player.person.slash(player.where, command, **options)).response()
        return player.where
    group = player.side.group
    await player.person.says(
        group, " ".join([f"/{COMMANDS[command].name_in(CODE)}", *options.values()])
    )
    return group


GUESS = "sølar"


@pytest.fixture(scope="module", autouse=True)
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_language(tmp_path_factory.mktemp("toy")):
        yield


@pytest.fixture(scope="module")
def searched(_toy: None) -> Made:
    """Return a daily that was searched for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.daily.maker.METHODS", QUICK)
        return made(language=CODE, lexicon=CODE)


@pytest.fixture
def solution(searched: Made, lexicon: Lexicons) -> Solution:
    return solve(searched.grid, lexicon(CODE), ruleset("ruzzle", CODE))


@pytest.fixture
def make(solution: Solution) -> Callable[[Order], Made]:
    """Return a maker of dailies on the grid that was found, whatever their day asks for."""
    return lambda order: handmade(order, solution, solution.grid)


def test_its_daily_is_searched_for_as_any_other(searched: Made, solution: Solution) -> None:
    assert (searched.recipe.language, searched.recipe.lexicon) == (CODE, CODE)
    assert (searched.words, searched.points) == (len(solution), solution.points)
    assert "Ø" in searched.grid.letters


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_it_is_played_in_a_chat(
    platform: str,
    tmp_path: Path,
    lexicon: Lexicons,
    solution: Solution,
    make: Callable[[Order], Made],
) -> None:
    scene = replace(a_scene(tmp_path, lexicon), language=CODE, make=make)
    async with SIDES[platform](scene) as side, side.process() as services:
        ana, wordle = side.player("Ana", locale="da-DK"), WORDLES[platform](side)

        place = await orders(ana, "play", language=CODE)
        await side.sim.until(services.rounds.live.rooms)
        (room,) = services.rounds.live.rooms()
        round_ = services.rounds.live.running(room)
        assert services.rounds.live.record(room).lexicon.language == CODE
        message = await ana.person.says(place, next(iter(round_.solution)).word)
        await side.sim.until(lambda: message.reactions)
        assert [play.verdict.accepted for play in round_.plays] == [True]
        await orders(ana, "stop")
        await side.sim.until(lambda: not services.rounds.live.rooms())

        page = await ana.asks("daily", "Daily 1 · dansk", language=CODE)
        board = await ana.presses(page, "dgo", "⏳")
        best = next(iter(solution))
        board = await ana.types(board, best.display)
        card = await ana.presses(board, "dend", toy("Place so far"))
        assert f": {best.points} " in card.text

        board = await ana.asks("wordle", "Wordle 1 · dansk", what="daily", language=CODE)
        word = answer(tmp_path / "seize.db")
        await wordle.guesses(ana, board, word, f"{toy('Solved')}: 1/6")
        turn = f"{GUESS}:{write_marks(marks(GUESS, word))}"
        options = {"what": "solve", "language": CODE, "position": turn}
        assert word.upper() in (await ana.asks("wordle", toy("Coach"), **options)).text


def test_it_is_played_on_the_terminal(
    tmp_path: Path, data_dir: Path, solution: Solution, make: Callable[[Order], Made]
) -> None:
    database, best = tmp_path / "seize.db", next(iter(solution))

    def run(*arguments: str, stdin: str = "") -> Ran:
        where = {"SEIZE_DATABASE_URL": f"sqlite:///{database}", "LC_ALL": "da_DK.UTF-8"}
        ran = seize(*arguments, data_dir=data_dir, stdin=stdin, **where)
        assert (ran.status, ran.err) == (0, "")
        return ran

    async def keep_daily() -> None:
        store = await open_store(database)
        await maker(store, time.time, (CODE,), make).puzzle_on(CODE, day_of(time.time()))
        await store.close()

    letters = solution.grid.letters
    ended = run("play", "--letters", letters, stdin=f"{best.word}\n").out
    assert f"{best.display} +" in ended
    assert toy("The round is over.") in ended

    asyncio.run(keep_daily())
    ended = run("daily", "play", stdin=f"{best.word}\n").out
    assert ended.startswith("Daily 1 · dansk\n")
    assert f"{toy('Place so far')}: 1" in ended

    run("wordle", "play")
    word = answer(database)
    ended = run("wordle", "play", stdin=f"{word}\n").out
    assert f"{toy('Solved')}: 1/6" in ended
    assert f"Seize Wordle {CODE} 1 1/6" in ended
