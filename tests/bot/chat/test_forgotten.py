"""Players who ask to be forgotten: nothing is left of them in the files of the database."""

import json
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from shutil import copytree

import pytest

from bot.messages import Mark, Reply
from core.daily.puzzle import SETTLING, midnight
from core.ids import Member, PlayerRef, own_room
from core.ports import Store
from core.store.sql.store import open_store
from tests.helpers.chat import ROOM, OpenLexicon, Scene, ben, labels, mod

zoe = Member(PlayerRef("test", "id4711zoe"), "Zoë Quux")
# Whatever would tell of her: her name, her id, a word refused, a word asked for, and the reason.
TRACES = ("Zoë Quux", "id4711zoe", "zzwqx", "wqyzz", "reason wholly hers")


def traces(folder: Path) -> dict[str, list[str]]:
    """Return which traces there are in which file of a folder."""
    found = {
        path.name: [each for each in TRACES if each.encode() in path.read_bytes()]
        for path in folder.iterdir()
    }
    return {name: each for name, each in found.items() if each}


async def leave_traces(scene: Scene) -> None:
    """Do whatever leaves a trace of a player, while another one plays, too."""
    await scene.ask("settings", "board light", zoe, alone=True)
    await scene.ask("play", who=zoe)
    await scene.type("quit zzwqx rest", zoe)
    await scene.type("quit zzyzzy tas", ben)
    await scene.ask("stop", who=zoe)
    await scene.ask("suggest", "wqyzz reason wholly hers", who=zoe)
    await scene.ask("suggest", "-quit reason wholly hers", who=zoe)
    await scene.ask("duel", who=zoe)
    await scene.ask("link", who=zoe)
    await scene.ask("wordle", who=zoe)
    await scene.ask("dgo:fr:1", who=zoe, locale="en")
    await scene.type("zzwqx", zoe, alone=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
async def store(folder: Path) -> AsyncIterator[Store]:
    made = await open_store(folder / "seize.db")
    yield made
    await made.close()


@pytest.fixture
def scene(store: Store, lexicon: OpenLexicon) -> Scene:
    return Scene(store, lexicon)


async def test_forgetting_leaves_no_trace_in_any_file_of_the_database(
    scene: Scene, folder: Path
) -> None:
    await leave_traces(scene)
    assert {each for found in traces(folder).values() for each in found} == {*TRACES}
    await scene.ask("forgotten", who=zoe)
    await scene.ask("play", who=ben)
    await scene.type("rest", ben)
    assert traces(folder) == {}
    assert await scene.ask("export", who=zoe)
    assert traces(folder) == {}


async def test_a_log_that_is_read_meanwhile_is_emptied_after_that(
    scene: Scene, store: Store, folder: Path
) -> None:
    await leave_traces(scene)
    async with store.read() as work:
        assert await work.players.get(zoe.ref)
        await scene.ask("forgotten", who=zoe)
        assert await work.players.get(zoe.ref)  # this reader sees the state of before
        assert traces(folder)
    assert traces(folder) == {}


async def test_a_log_that_a_killed_process_left_is_emptied_by_the_next(
    scene: Scene, store: Store, folder: Path, tmp_path: Path
) -> None:
    await leave_traces(scene)
    async with store.read() as work:
        assert await work.players.get(zoe.ref)
        await scene.ask("forgotten", who=zoe)
        copied = Path(copytree(folder, tmp_path / "left"))  # as a kill would leave it
    assert traces(copied)
    following = await open_store(copied / "seize.db")
    async with following.read() as work:
        assert await work.players.get(zoe.ref) is None
    assert traces(copied) == {}
    await following.close()


async def test_who_is_forgotten_keeps_no_seat_in_a_round(scene: Scene) -> None:
    await scene.ask("play", who=ben)
    record = scene.services.rounds.live.record(ROOM)
    assert record
    await scene.ask(f"type:{record.id}:{record.token}", who=zoe)
    assert await scene.type("quit", zoe, alone=True)
    await scene.ask("forgotten", who=zoe)
    [said] = await scene.type("rest", zoe, alone=True)
    assert said.mark is Mark.REFUSED
    round_ = await scene.services.rounds.running(ROOM)
    assert round_
    assert [play.verdict.word for play in round_.plays] == ["quit"]


async def test_an_open_request_of_who_is_forgotten_is_none_any_more(scene: Scene) -> None:
    await scene.ask("suggest", "wqyzz reason wholly hers", who=zoe)
    await scene.ask("forgotten", who=zoe)
    assert "wqyzz" not in (await scene.ask("suggest", who=mod)).text
    decided = await scene.ask("accept:1", who=mod, locale="en")
    assert decided.text == "Request 1 was rejected already"
    await scene.ask("suggest", "wqyzz reason wholly hers", who=zoe)
    assert (await scene.ask("accept:2", who=mod, locale="en")).title


async def play_the_daily(scene: Scene, *words: str) -> Reply:
    """Press the button that the page of the daily offers first; play; return the card."""
    page = await scene.ask("daily", who=zoe, locale="en")
    board = await scene.ask(labels(page)[0], who=zoe, locale="en")
    assert board.title == "Daily 1 · French"
    for word in words:
        scene.clock.forward(4)
        await scene.type(word, zoe, alone=True)
    on = scene.services.rounds.live.record(own_room(zoe.ref))
    assert on
    return await scene.ask(f"dend:{on.id}", who=zoe, locale="en")


async def test_who_comes_back_plays_the_daily_for_fun(scene: Scene) -> None:
    assert "Place so far: 1" in (await play_the_daily(scene, "quit")).text
    await scene.ask("forgotten", who=zoe)
    page = await scene.ask("daily", who=zoe, locale="en")
    assert "This account has had its attempt at this daily" in page.text
    assert labels(page)[0] == "dgo:fr:1:fun"
    # A page of before offers what was to count: its button tells, and starts no clock.
    again = await scene.ask("dgo:fr:1", who=zoe, locale="en")
    assert again.text == page.text
    assert not scene.services.rounds.live.is_on(own_room(zoe.ref))
    for _ in range(2):
        card = await play_the_daily(scene, "quits", "quit", "rest")
        assert "Points: 32 of 43" in card.text
        assert "For fun: this one does not count." in card.text
        assert "All words are shown when the day is over." in card.text
        assert "tas" not in card.text.lower()
        assert card.image is None or "tas" not in card.image.alt
    board = await scene.ask("dtop:fr:1:day:world", who=ben, locale="en")
    assert "32" not in board.text
    scene.clock.now = midnight(date(2026, 9, 22)) + SETTLING
    [closed] = await scene.services.dailies.close_due()
    assert (closed.language, closed.number) == ("fr", 1)
    async with scene.store.read() as work:
        assert await work.attempts.by(zoe.ref) == []
        assert await work.limits.used(zoe.ref) == frozenset()


async def test_what_is_played_for_fun_while_the_day_is_open_takes_no_hints(scene: Scene) -> None:
    await play_the_daily(scene)
    await scene.ask("forgotten", who=zoe)
    page = await scene.ask("daily", who=zoe, locale="en")
    board = await scene.ask(labels(page)[0], who=zoe, locale="en")
    assert "dhint" not in labels(board)
    refused = await scene.ask("dhint", who=zoe, locale="en")
    assert refused.text.startswith("Hints are only for a daily whose day is over")


async def test_privacy_tells_what_is_kept_of_who_is_forgotten(scene: Scene) -> None:
    for name in ("privacy", "forget"):
        told = (await scene.ask(name, who=zoe, locale="en")).text
        assert "You get no second try by being forgotten" in told
    await scene.ask("dgo:fr:1", who=zoe, locale="en")
    await scene.ask("forgotten", who=zoe)
    exported = await scene.ask("export", who=zoe)
    assert exported.file
    assert json.loads(exported.file.data)["limits"] == ["daily 1"]


async def test_an_attempt_under_way_is_ended_and_was_the_one(scene: Scene) -> None:
    await scene.ask("dgo:fr:1", who=zoe, locale="en")
    await scene.type("quit", zoe, alone=True)
    await scene.ask("forgotten", who=zoe)
    assert not scene.services.rounds.live.is_on(own_room(zoe.ref))
    page = await scene.ask("daily", who=zoe, locale="en")
    assert "This account has had its attempt at this daily" in page.text


async def test_who_comes_back_plays_another_word_for_fun(scene: Scene) -> None:
    begun = await scene.ask("wordle", who=zoe, locale="en", room_locale="en")
    assert begun.title == "Wordle 1 · English"
    await scene.ask("forgotten", who=zoe)
    again = await scene.ask("wordle", who=zoe, locale="en", room_locale="en")
    assert "This account has already played the word of the day" in again.text
    assert again.title == "Wordle · English · 5 letters"
    async with scene.store.read() as work:
        [word] = await work.wordles.words("en", 9)
        assert await work.wordles.at_word(word.id, zoe.ref) is None
