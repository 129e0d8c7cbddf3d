"""Changing what a chat has set."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from core.chats.kinds import BadSetting
from core.chats.settings import ChatSettings, UnknownSetting
from core.ids import Member
from core.ports import Store, StoreError, UnitOfWork
from core.rounds.laws import Law
from core.services.refusals import NotAllowed
from core.services.settings import LIFE, AdminsOnly, SettingsService
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.contract.made import ANA, BEN, PARK, SQUARE, START
from tests.helpers.fakes import FakeClock, Flaky

ADMIN = Member(ANA, "Ana", admin=True)
MOD = Member(BEN, "Ben", frozenset({"mods"}))


@pytest.fixture
def store() -> Store:
    return MemoryStore()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Store]:
    made = await open_store(f"sqlite+aiosqlite:///{tmp_path}/seize.db")
    yield made
    await made.close()


async def stored(store: Store) -> Mapping[str, str]:
    async with store.read() as work:
        return await work.chats.settings(SQUARE)


async def test_a_chat_has_the_defaults_at_first(store: Store) -> None:
    assert await SettingsService(store, FakeClock()).of(SQUARE) == ChatSettings()


async def test_an_admin_changes_a_setting_of_one_chat(store: Store) -> None:
    settings = SettingsService(store, FakeClock())
    changed = await settings.change(SQUARE, ADMIN, "seconds", " 60 ", START)
    assert changed == ChatSettings(seconds=60) == await settings.of(SQUARE)
    assert await settings.of(PARK) == ChatSettings()
    changed = await settings.change(SQUARE, ADMIN, "Law", "split", START)
    assert changed == ChatSettings(seconds=60, law=Law.SPLIT)


async def test_a_setting_is_kept_as_it_is_printed(store: Store) -> None:
    settings = SettingsService(store, FakeClock())
    await settings.change(SQUARE, ADMIN, "Min-Length", " 03 ", START)
    await settings.change(SQUARE, ADMIN, "timezone", "europe/paris", START)
    await settings.change(SQUARE, ADMIN, "rooms", "a,,b ,a", START)
    assert await stored(store) == {
        "min_length": "3",
        "timezone": "Europe/Paris",
        "rooms": "a, b",
    }


@pytest.mark.parametrize("text", [None, "default", " Default "])
async def test_a_setting_goes_back_to_its_default(store: Store, text: str | None) -> None:
    settings = SettingsService(store, FakeClock())
    await settings.change(SQUARE, ADMIN, "seconds", "60", START)
    await settings.change(SQUARE, ADMIN, "law", "split", START)
    assert await settings.change(SQUARE, ADMIN, "seconds", text, START) == ChatSettings(
        law=Law.SPLIT
    )
    assert await stored(store) == {"law": "split"}


@pytest.mark.parametrize(
    ("name", "text", "refusal"),
    [
        ("seconds", "5", BadSetting),
        ("timezone", "../UTC", BadSetting),
        ("rooms", "\x00", BadSetting),
        ("colour", "red", UnknownSetting),
        ("colour", None, UnknownSetting),
        ("", "default", UnknownSetting),
    ],
)
async def test_what_is_refused_changes_nothing(
    store: Store, name: str, text: str | None, refusal: type[Exception]
) -> None:
    settings = SettingsService(store, FakeClock())
    await settings.change(SQUARE, ADMIN, "seconds", "60", START)
    with pytest.raises(refusal):
        await settings.change(SQUARE, ADMIN, name, text, START)
    assert await stored(store) == {"seconds": "60"}


@pytest.mark.parametrize("text", ["60", None, "default"])
async def test_members_change_nothing(store: Store, text: str | None) -> None:
    settings = SettingsService(store, FakeClock())
    await settings.change(SQUARE, ADMIN, "seconds", "90", START)
    with pytest.raises(NotAllowed):
        await settings.change(SQUARE, MOD, "seconds", text, START)
    assert await stored(store) == {"seconds": "90"}
    async with store.read() as work:
        assert await work.players.get(BEN) is None


async def test_moderators_change_settings_as_long_as_they_are_some(store: Store) -> None:
    settings = SettingsService(store, FakeClock())
    await settings.change(SQUARE, ADMIN, "moderators", "mods", START)
    assert (await settings.change(SQUARE, MOD, "seconds", "60", START)).seconds == 60
    with pytest.raises(NotAllowed):
        await settings.change(PARK, MOD, "seconds", "60", START)
    await settings.change(SQUARE, ADMIN, "moderators", None, START)
    with pytest.raises(NotAllowed):
        await settings.change(SQUARE, MOD, "seconds", "90", START)


@pytest.mark.parametrize("text", ["mods, everyone", None])
async def test_moderators_do_not_say_who_moderates(store: Store, text: str | None) -> None:
    settings = SettingsService(store, FakeClock())
    await settings.change(SQUARE, ADMIN, "moderators", "mods", START)
    with pytest.raises(AdminsOnly):
        await settings.change(SQUARE, MOD, "moderators", text, START)
    assert await stored(store) == {"moderators": "mods"}


async def test_settings_outlive_the_process(sqlite: Store, tmp_path: Path) -> None:
    roles = "Spielleiter ☺, 42"
    await SettingsService(sqlite, FakeClock()).change(SQUARE, ADMIN, "moderators", roles, START)
    await SettingsService(sqlite, FakeClock()).change(SQUARE, ADMIN, "size", "3x5", START)
    with pytest.raises(BadSetting):
        await SettingsService(sqlite, FakeClock()).change(SQUARE, ADMIN, "size", "3x9", START)
    again = await open_store(tmp_path / "seize.db")
    try:
        assert await SettingsService(again, FakeClock()).of(SQUARE) == ChatSettings(
            size=(3, 5), moderators=("Spielleiter ☺", "42")
        )
    finally:
        await again.close()


async def test_settings_are_read_once_and_a_change_is_seen_at_once(store: Store) -> None:
    flaky = Flaky(store)
    settings = SettingsService(flaky, FakeClock())
    assert (await settings.of(SQUARE)).seconds == ChatSettings().seconds
    flaky.refusals = 1  # of reads: there are none
    assert (await settings.of(SQUARE, "fr")).interface == "fr"
    await settings.ensure_language(SQUARE, "de")
    flaky.refusals = 0
    assert (await settings.of(SQUARE)).interface == "de"
    await settings.change(SQUARE, ADMIN, "seconds", "60", START)
    assert (await settings.of(SQUARE)).seconds == 60
    flaky.fails = "after"
    with pytest.raises(StoreError):
        await settings.change(SQUARE, ADMIN, "seconds", "90", START)
    assert (await settings.of(SQUARE)).seconds == 90
    assert await settings.moved(SQUARE, PARK)
    assert (await settings.of(PARK)).seconds == 90
    assert await settings.of(SQUARE) == ChatSettings()


async def test_what_another_process_changes_is_seen_soon(store: Store) -> None:
    clock = FakeClock()
    here, there = SettingsService(store, clock), SettingsService(store, clock)
    await here.of(SQUARE)
    await there.change(SQUARE, ADMIN, "seconds", "60", START)
    clock.forward(LIFE)
    assert (await here.of(SQUARE)).seconds == 60
    await there.change(SQUARE, ADMIN, "seconds", "90", START)
    clock.forward(-1)  # the clock was set back
    assert (await here.of(SQUARE)).seconds == 90


async def test_a_change_while_settings_are_read_is_not_forgotten(store: Store) -> None:
    changed = asyncio.Event()

    class Slow(Flaky):
        @asynccontextmanager
        async def read(self) -> AsyncIterator[UnitOfWork]:
            async with store.read() as work:
                yield work
                await changed.wait()

    settings = SettingsService(Slow(store), FakeClock())
    reading = asyncio.create_task(settings.of(SQUARE))
    await asyncio.sleep(0)
    await settings.change(SQUARE, ADMIN, "seconds", "60", START)
    changed.set()
    assert await reading == ChatSettings()
    assert (await settings.of(SQUARE)).seconds == 60


async def test_while_they_cannot_be_read_they_are_as_known_last(store: Store) -> None:
    flaky, clock = Flaky(store), FakeClock()
    settings = SettingsService(flaky, clock)
    changed = await settings.change(SQUARE, ADMIN, "quiet", "yes", START)
    assert await settings.of(SQUARE) == changed
    clock.forward(LIFE)
    flaky.refusals = 2
    assert await settings.of(SQUARE) == changed
    with pytest.raises(StoreError):
        await settings.of(PARK)  # which nobody has asked for yet
    assert await settings.of(PARK) == ChatSettings()
