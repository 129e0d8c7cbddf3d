"""Changing what a chat has set."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from core.chats.kinds import BadSetting
from core.chats.settings import ChatSettings, UnknownSetting
from core.ids import Member
from core.ports import Store
from core.rounds.laws import Law
from core.services.refusals import NotAllowed
from core.services.settings import AdminsOnly, SettingsService
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.contract.made import ANA, BEN, PARK, SQUARE, START

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
    assert await SettingsService(store).of(SQUARE) == ChatSettings()


async def test_an_admin_changes_a_setting_of_one_chat(store: Store) -> None:
    settings = SettingsService(store)
    changed = await settings.change(SQUARE, ADMIN, "seconds", " 60 ", START)
    assert changed == ChatSettings(seconds=60) == await settings.of(SQUARE)
    assert await settings.of(PARK) == ChatSettings()
    changed = await settings.change(SQUARE, ADMIN, "Law", "split", START)
    assert changed == ChatSettings(seconds=60, law=Law.SPLIT)


async def test_a_setting_is_kept_as_it_is_printed(store: Store) -> None:
    settings = SettingsService(store)
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
    settings = SettingsService(store)
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
    settings = SettingsService(store)
    await settings.change(SQUARE, ADMIN, "seconds", "60", START)
    with pytest.raises(refusal):
        await settings.change(SQUARE, ADMIN, name, text, START)
    assert await stored(store) == {"seconds": "60"}


@pytest.mark.parametrize("text", ["60", None, "default"])
async def test_members_change_nothing(store: Store, text: str | None) -> None:
    settings = SettingsService(store)
    await settings.change(SQUARE, ADMIN, "seconds", "90", START)
    with pytest.raises(NotAllowed):
        await settings.change(SQUARE, MOD, "seconds", text, START)
    assert await stored(store) == {"seconds": "90"}
    async with store.read() as work:
        assert await work.players.get(BEN) is None


async def test_moderators_change_settings_as_long_as_they_are_some(store: Store) -> None:
    settings = SettingsService(store)
    await settings.change(SQUARE, ADMIN, "moderators", "mods", START)
    assert (await settings.change(SQUARE, MOD, "seconds", "60", START)).seconds == 60
    with pytest.raises(NotAllowed):
        await settings.change(PARK, MOD, "seconds", "60", START)
    await settings.change(SQUARE, ADMIN, "moderators", None, START)
    with pytest.raises(NotAllowed):
        await settings.change(SQUARE, MOD, "seconds", "90", START)


@pytest.mark.parametrize("text", ["mods, everyone", None])
async def test_moderators_do_not_say_who_moderates(store: Store, text: str | None) -> None:
    settings = SettingsService(store)
    await settings.change(SQUARE, ADMIN, "moderators", "mods", START)
    with pytest.raises(AdminsOnly):
        await settings.change(SQUARE, MOD, "moderators", text, START)
    assert await stored(store) == {"moderators": "mods"}


async def test_settings_outlive_the_process(sqlite: Store, tmp_path: Path) -> None:
    roles = "Spielleiter ☺, 42"
    await SettingsService(sqlite).change(SQUARE, ADMIN, "moderators", roles, START)
    await SettingsService(sqlite).change(SQUARE, ADMIN, "size", "3x5", START)
    with pytest.raises(BadSetting):
        await SettingsService(sqlite).change(SQUARE, ADMIN, "size", "3x9", START)
    again = await open_store(tmp_path / "seize.db")
    try:
        assert await SettingsService(again).of(SQUARE) == ChatSettings(
            size=(3, 5), moderators=("Spielleiter ☺", "42")
        )
    finally:
        await again.close()
