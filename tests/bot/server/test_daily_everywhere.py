"""The daily on both platforms, over a restart and over midnight."""

import asyncio
import re
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.presenters.daily.texts import THEMES
from core.daily.puzzle import day_of, midnight
from core.daily.themes import theme_of
from core.solver.solution import FoundWord
from tests.bot.server.book import Book
from tests.helpers.patience import PATIENCE
from tests.helpers.platforms import (
    PLATFORMS,
    SIDES,
    Lexicons,
    Player,
    RealClock,
    Scene,
    Shown,
    Side,
    a_scene,
    discord_side,
    solution_of,
    telegram_side,
    words_of,
)
from tests.helpers.serving import serving
from tests.simulators.discord import DiscordSimulator

DAILIES: dict[str, Any] = {"SEIZE_DAILY_LANGUAGES": "en", "SEIZE_DAILY_SECONDS": "1"}
CODE = re.compile(r"\b[A-Z2-9]{8}\b")
SQUARES = dict(enumerate("⬜🟦🟩🟨🟧🟥", 3))


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_an_attempt_from_its_page_to_what_is_shared(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene, found = a_scene(tmp_path, lexicon), words_of(1, lexicon)
    async with SIDES[platform](scene) as side:
        ana = side.player("Ana")
        async with side.process():
            page = await ana.asks("daily", "Daily 1 · English")
            assert page.private
            assert page.has("dgo")
            assert "one attempt of two minutes" in page.text
            stale = await ana.asks("daily", "Daily 1 · English")
            board = await ana.presses(page, "dgo", "⏳")
            assert board.private
            assert board.picture
            assert not [each for each in side.told() if "Daily 1" in each.text]
            board = await ana.types(board, found[0].display, found[1].display, "zzzz")
            assert board.picture
            assert (await ana.asks("daily", "in the middle of it")).has("dgo")
        scene.clock.forward(30)
        async with side.process():
            await scene.waits.until(lambda: ana.told("· ✅ 2") is not None)
            await ana.writes(found[2].display)
            await scene.time_up(lambda: ana.told("Place so far"))
            await _check_card(scene, ana, found[:3], lexicon)
            refused = await ana.presses(stale, "dgo", "You have played the daily 1")
            assert refused.private


async def _check_card(
    scene: Scene, player: Player, found: list[FoundWord], lexicon: Lexicons
) -> None:
    """Check the card of who found the first words, and what they share: the same everywhere."""
    card = player.told("Place so far: 1 of 1")
    assert card
    assert card.private
    points = sum(each.points for each in found)
    assert f"Points: {points} of {solution_of(1, lexicon).points:,} (" in card.text
    shared = await player.presses(card, "dshare", "Seize · Daily 1")
    counts = Counter(min(len(each.word), 8) for each in found)
    assert shared.text.strip().splitlines() == [
        "Seize · Daily 1 · English",
        THEMES[theme_of(day_of(scene.clock()))],
        f"{len(found)} words · {points} points",
        " ".join(f"{SQUARES[length]}{counts[length]}" for length in sorted(counts)),
        "🔥 Streak: 1 daily",
    ]


async def _played(player: Player, *words: FoundWord) -> Shown:
    """Return the card of an attempt."""
    board = await player.presses(await player.asks("daily", "Daily 1"), "dgo", "⏳")
    board = await player.types(board, *(each.display for each in words))
    return await player.presses(board, "dend", "Place so far")


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_day_ends_and_is_told_once(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene, found = a_scene(tmp_path, lexicon), words_of(1, lexicon)
    async with SIDES[platform](scene) as side, side.process() as services:
        await services.dailies.maker.make_missing()
        ana, ben, clo = side.player("Ana", admin=True), side.player("Ben"), side.player("Clo")
        card = await _played(ana, *found[:5])
        (missed,) = re.findall("Within reach: (.*)", card.text)
        assert missed.count(" +") == 1
        assert missed.split(" +")[0] not in {each.display for each in found[:5]}
        assert card.picture
        card = await _played(ben, found[3])
        assert "Place so far: 2 of 2" in card.text
        # Whoever has a second account has what any attempt is shown, for the other one.
        assert not card.has("dkey")
        assert found[3].display in card.text
        assert not any(f" {each.display} +" in card.text for each in found if each is not found[3])
        assert "🥈 you" in (await ben.presses(card, "dtop", "🥇 Ana")).text
        await ben.presses(await ben.asks("daily", "You have played it"), "dbell", "Reminder set")
        assert not (await clo.asks("daily", "Daily 1")).has("dkey")
        await ana.sets("timezone", "UTC")
        await ana.sets("daily", "9")

        following = midnight(day_of(scene.clock())) + 24 * 3600
        closed = "SELECT number FROM puzzles WHERE closed_at IS NOT NULL"
        await scene.pass_by(following + 300 - scene.clock(), lambda: scene.rows(closed))
        assert scene.rows(closed) == [(1,)]
        over = await clo.asks("daily", "is over", "yesterday")
        assert (await clo.presses(over, "dkey", found[0].display)).private
        today = await clo.presses(over, "dtop", "🥇 Ana")
        assert "🥇 Ana" in (await clo.presses(today, "dtop:en:1:week", "1 daily")).text

        assert not ben.told("your streak of 1")
        assert not _news(side)
        await scene.pass_by(8 * 3600 + 3301, lambda: _news(side) and ben.told("your streak of 1"))
        for _ in range(5):
            scene.clock.forward(900)
            await scene.waits.pass_on()
        (told,) = _news(side)
        assert all(each in told.text for each in ("🥇 Ana", "🥈 Ben", "Daily 2"))
        # What only one is to see does not take the place of what all see.
        assert (await clo.presses(told, "dday", "Daily 2")).private
        assert (await clo.presses(told, "dtop", "🥇 Ana")).private
        assert [each.text for each in _news(side)] == [told.text]
        board = await clo.presses(await clo.asks("daily", "is over", "1"), "dgo", "⏳")
        hint = await clo.presses(board, "dhint", "Words to be found")
        assert hint.private
        assert re.search(r"Within reach: [A-Z]… \(\d+ letters\)", hint.text)
        assert (await clo.asks("hint", "Words to be found")).private
        await clo.presses(board, "dend", "For fun")


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_moderators_are_told_of_two_accounts_with_one_hand(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene, found = a_scene(tmp_path, lexicon), words_of(1, lexicon)
    async with SIDES[platform](scene) as side, side.process() as services:
        await services.dailies.maker.make_missing()
        mod, ben, clo = side.player("Mod", admin=True), side.player("Ben"), side.player("Clo")
        await _played(ben, *found[:14])
        scene.clock.forward(600)
        await _played(clo, *found[1:15])
        await mod.asks("daily", "Daily 1")
        await mod.sets("timezone", "UTC")
        await mod.sets("daily", "9")
        following = midnight(day_of(scene.clock())) + 24 * 3600
        closed = "SELECT number FROM puzzles WHERE closed_at IS NOT NULL"
        await scene.pass_by(following + 300 - scene.clock(), lambda: scene.rows(closed))
        await scene.pass_by(9 * 3600, lambda: _news(side))
        (news,) = _news(side)
        told = (await mod.presses(news, "dtop", "🥇 Ben")).text
        assert re.search(r"Ben and Clo: 13 of 14 words in the same order, 1\d min apart", told)
        assert "order" not in (await clo.presses(news, "dtop", "🥇 Ben")).text


def _news(side: Side) -> list[Shown]:
    return [each for each in side.told() if "Daily 1 is over" in each.text]


async def test_two_accounts_of_one_player_have_one_attempt(
    tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    word = words_of(1, lexicon)[0]
    async with (
        discord_side(scene) as one,
        telegram_side(scene) as other,
        one.process(),
        other.process(),
    ):
        ana, same = one.player("Ana"), other.player("Ana")
        pages = [(each, await each.asks("daily", "Daily 1")) for each in (ana, same)]
        offered = await ana.asks("link", "within ten minutes")
        code = CODE.findall(offered.text)[0]
        await same.person.says(same.person.private, f"/link {code}")
        await other.sim.until(lambda: same.told("Discord, Telegram"))
        starts = (each.presses(page, "dgo", "aily 1") for each, page in pages)
        answers = await asyncio.gather(*starts)
        assert scene.rows("SELECT count(*) FROM attempts") == [(1,)]
        (winner,) = [number for number, each in enumerate(answers) if each.has("dend")]
        assert "have played the daily 1" in answers[1 - winner].text
        player = (ana, same)[winner]
        await player.types(answers[winner], word.display)
        await scene.time_up(lambda: player.told("Place so far: 1 of 1"))
        # The card is the player's, on whichever account.
        for each in (ana, same):
            page = await each.asks("daily", f"You have played it: {word.points} of")
            card = await each.presses(page, "dcard", "Words: 1 of")
            await each.presses(card, "dtop", "🥇 you")


@pytest.mark.slow
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_killed_process_loses_nothing_of_an_attempt(
    platform: str, tmp_path: Path, data_dir: Path, lexicon: Lexicons
) -> None:
    book = Book(tmp_path)
    scene = a_scene(tmp_path, lexicon, RealClock())
    async with SIDES[platform](scene) as side:
        ana, only = side.player("Ana"), DAILIES | {platform: side.sim}
        async with serving(tmp_path, data_dir, **only) as bot:
            await bot.ready()
            await side.serves()
            page = await ana.asks("daily", "Daily 1 · English")
            board = await ana.presses(page, "dgo", "⏳")
            words = book.solution(lexicon)
            await ana.types(board, words[0].display, words[1].display)
            await bot.stop(signal.SIGKILL)
        await ana.says(words[2].display)
        async with serving(tmp_path, data_dir, **only) as bot:
            await bot.ready()
            await side.sim.until(lambda: ana.told("· ✅ 3"))
            await ana.writes(words[3].display)
            again = await ana.asks("daily", "in the middle of it")
            board = await ana.presses(again, "dgo", "· ✅ 4")
            card = await ana.presses(board, "dend", "Place so far: 1 of 1")
            assert "Words: 4 of" in card.text
            assert f"Points: {sum(each.points for each in words[:4])} of" in card.text
            assert not [line for line in bot.logs if line["level"] == "error"]
            assert await bot.stop() == 0


@pytest.mark.slow
async def test_the_night_keeps_nobody_waiting(tmp_path: Path, data_dir: Path) -> None:
    long = DAILIES | {"SEIZE_DAILY_SECONDS": "600"}
    async with DiscordSimulator() as sim, serving(tmp_path, data_dir, sim, **long) as bot:
        await bot.event("making a daily")
        await bot.ready()
        assert not [line for line in bot.logs if line["event"] == "daily made"]
        children = await asyncio.to_thread(_children, bot.process.pid)
        assert await bot.stop() == 0
        assert children
        async with asyncio.timeout(PATIENCE):
            # Some end a moment after it.
            while await asyncio.to_thread(_alive, children):  # noqa: ASYNC110 (other processes)
                await asyncio.sleep(0.02)


def _processes() -> dict[int, int]:
    """Return the processes that run, with their parents."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            # Its name, in brackets, may hold anything.
            state, parent, *_ = stat.read_text().rpartition(")")[2].split()
            if state != "Z":
                found[int(stat.parent.name)] = int(parent)
    return found


def _children(pid: int) -> set[int]:
    return {child for child, parent in _processes().items() if parent == pid}


def _alive(pids: set[int]) -> set[int]:
    return pids & set(_processes())
