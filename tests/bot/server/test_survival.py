"""A process ended in any way: no word is lost, none counts twice, the next one goes on."""

import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from core.lexicon import Lexicon
from tests.bot.server.book import Book, points
from tests.bot.server.tables import PLATFORMS, house
from tests.helpers.serving import serving

pytestmark = pytest.mark.slow

Lexicons = Callable[[str], Lexicon]


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_killed_process_loses_no_word(
    platform: str, tmp_path: Path, data_dir: Path, lexicon: Lexicons
) -> None:
    book = Book(tmp_path)
    async with house(platform) as place:
        table = place.table()
        async with serving(tmp_path, data_dir, **place.only) as bot:
            await bot.ready()
            await table.play()
            words = book.solution(lexicon)[:16]
            said = [await table.says("Ana", each.display) for each in words[:12]]
            # Some words are acknowledged by now, some are judged, some are on their way.
            await place.sim.until(lambda: sum(map(table.marked, said)) >= 3)
            await bot.stop(signal.SIGKILL)
        acknowledged = {table.number(each) for each in said if table.marked(each)}
        assert acknowledged <= set(book.as_it_stands(tmp_path / "killed").heard())

        away = [
            await table.says("Ben", words[0].display),
            await table.says("Ben", words[14].display),
            await table.says("Ana", words[0].display),
            await table.says("Ben", "łłłł"),
            await table.says("Ana", words[15].display, at=time.time() + 130),
        ]
        await table.says("Ben", words[15].display, at=time.time() - 100)  # before the round
        async with serving(tmp_path, data_dir, **place.only) as bot:
            await bot.ready()
            await place.sim.until(lambda: len(table.told()) == 2)
            assert "English · Ruzzle" in table.told()[1]
            every = sorted(map(table.number, said + away))
            await book.until(lambda: len(book.heard()) >= len(every))
            ended = await table.stop()
            assert sorted(book.heard()) == every
            assert not [line for line in bot.logs if line["level"] == "error"]
    assert sorted(book.causes()) == ["already-found", "not-letters", "too-late"]
    ana, ben = words[:12], [words[0], words[14]]
    assert book.results() == {"Ana": points(ana), "Ben": points(ben)}
    assert f"Ana · {points(ana)[0]:,} of" in ended.replace("*", "")
    assert f"Ben · {points(ben)[0]:,} of" in ended.replace("*", "")


async def test_rounds_whose_time_ran_out_meanwhile_hear_what_was_in_time(
    tmp_path: Path, data_dir: Path, lexicon: Lexicons
) -> None:
    book = Book(tmp_path)
    async with house("discord") as one, house("telegram") as other:
        tables = [one.table(), other.table()]
        async with serving(tmp_path, data_dir, **one.only, **other.only) as bot:
            await bot.ready()
            for table in tables:
                await table.play(30)
            words = [book.solution(lexicon, number)[:4] for number in (1, 2)]
            for table, known in zip(tables, words, strict=True):
                await table.says("Ana", known[0].display)
            await book.until(lambda: len(book.heard()) == 2)
            await bot.stop(signal.SIGKILL)
        deadline = book.set_back(40)  # as if the process had been away for that long
        for table, known in zip(tables, words, strict=True):
            await table.says("Ana", known[1].display, at=deadline - 4)
            await table.says("Ben", known[2].display, at=deadline - 3)
            await table.says("Ben", known[3].display, at=deadline + 2)
        async with serving(tmp_path, data_dir, **one.only, **other.only) as bot:
            await bot.ready()
            for table in tables:
                await table.until(partial(_are_two, table.told))
                assert table.told()[1].startswith("Time's up! English · Ruzzle")
            await book.until(lambda: book.states() == [("finished", True)] * 2)
            assert await bot.stop() == 0
    assert len(book.heard()) == 8
    assert book.causes() == ["too-late"] * 2
    ana = points(words[0][:2] + words[1][:2])
    assert book.results() == {"Ana": ana, "Ben": points([words[0][2], words[1][2]])}


async def test_told_to_stop_it_says_good_bye_in_time_and_goes_on_next_time(
    tmp_path: Path, data_dir: Path, lexicon: Lexicons
) -> None:
    book = Book(tmp_path)
    async with house("discord") as one, house("telegram") as other:
        tables = [one.table(), other.table()]
        async with serving(tmp_path, data_dir, **one.only, **other.only) as bot:
            await bot.ready()
            for table in tables:
                await table.play()
            words = [book.solution(lexicon, number) for number in (1, 2)]
            for table, known in zip(tables, words, strict=True):
                for each in known[:10]:
                    await table.says("Ana", each.display)
            assert await bot.stop(signal.SIGTERM) == 0
            assert bot.logs[-1]["event"] == "stopped"
            assert [line for line in bot.logs if line["level"] != "info"] == []
        assert book.states() == [("running", False)] * 2
        async with serving(tmp_path, data_dir, **one.only, **other.only) as bot:
            await bot.ready()
            for table, known in zip(tables, words, strict=True):
                await table.until(partial(_are_two, table.told))
                await table.says("Ben", known[10].display)
            await book.until(lambda: len(book.heard()) == 22)
            for table in tables:
                await table.stop()
            await book.until(lambda: book.states() == [("finished", True)] * 2)
            assert [line for line in bot.logs if line["level"] != "info"] == []
    totals = [points([*known[:10]])[0] + known[10].points for known in words]
    assert sum(each for each, _ in book.results().values()) == sum(totals)


def _are_two(found: Callable[[], list[str]]) -> bool:
    return len(found()) == 2


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_rooms_that_threw_it_out_are_given_up_and_others_go_on(
    platform: str, tmp_path: Path, data_dir: Path, lexicon: Lexicons
) -> None:
    book = Book(tmp_path)
    async with house(platform) as place:
        hasty, sly, kind = (place.table(name) for name in ("Hasty", "Sly", "Kind"))
        async with serving(tmp_path, data_dir, **place.only) as bot:
            await bot.ready()
            for table in (hasty, sly, kind):
                await table.play()
            words = book.solution(lexicon)
            before = hasty.requests, sly.requests
            hasty.kick()
            await book.until(lambda: book.states()[0] == ("finished", True))
            await bot.stop(signal.SIGKILL)
        sly.kick()
        async with serving(tmp_path, data_dir, **place.only) as bot:
            await bot.ready()
            await book.until(lambda: book.states()[1] == ("finished", True))
            await place.sim.until(lambda: len(kind.told()) == 2)
            message = await kind.says("Ben", words[0].display)
            await place.sim.until(lambda: kind.marked(message))
            ended = await kind.stop()
            await book.until(lambda: book.states() == [("finished", True)] * 3)
            assert not [line for line in bot.logs if line["level"] == "error"]
        # The board may be posted once more, in vain, before the bot has learnt of it.
        assert hasty.requests <= before[0] + 1
        assert sly.requests <= before[1] + 1
    assert f"Ben · {words[0].points} of" in ended.replace("*", "")
