"""Players who ask to be forgotten: nothing is left of them in the files of the database."""

from collections.abc import AsyncIterator
from pathlib import Path
from shutil import copytree

import pytest

from bot.messages import Mark
from core.ids import Member, PlayerRef
from core.ports import Store
from core.store.sql.store import open_store
from tests.helpers.chat import ROOM, OpenLexicon, Scene, ben, mod

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
    await scene.ask("dgo:fr:1", who=zoe)
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
