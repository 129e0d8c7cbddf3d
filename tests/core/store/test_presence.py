"""A database whose file is deleted, moved or replaced while it is open."""

import asyncio
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from core.ports import StoreError
from core.store.sql.store import SqlStore, open_store
from tests.contract.made import ANA
from tests.core.store.made import fill, knows, see


def delete(file: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def delete_alone(file: Path) -> None:
    file.unlink()


def delete_the_log(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def replace(file: Path) -> None:
    copy = shutil.copy(file, file.with_name("copy"))
    Path(copy).replace(file)


def take_the_folder_away(file: Path) -> None:
    file.parent.rename(file.parent.with_name("elsewhere"))


LOSSES = (delete, delete_alone, delete_the_log, replace, take_the_folder_away)


async def refuses(store: SqlStore) -> None:
    with pytest.raises(StoreError, match=r"seize\.db was deleted or replaced while Seize ran"):
        await see(store, "lost")
    with pytest.raises(StoreError, match="was deleted or replaced"):
        async with store.read() as work:
            await work.players.get(ANA)


@pytest.mark.parametrize("lose", LOSSES)
async def test_nothing_is_written_into_a_database_that_is_gone(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    file = tmp_path / "data" / "seize.db"
    await fill(file)
    store = await open_store(file)
    await see(store, "kept")
    before = lose is not replace and lose is not delete_the_log
    lose(file)
    await refuses(store)
    assert file.exists() is not before
    await store.close()


async def test_connections_that_come_later_make_no_empty_database(tmp_path: Path) -> None:
    file = tmp_path / "seize.db"
    await fill(file)
    store = await open_store(file)
    delete(file)
    await store._engine.dispose()
    with pytest.raises(StoreError):
        await see(store, "lost")
    assert not file.exists()
    await store.close()
    # The driver's thread of the failed connection tells this loop of its end, which may come later.
    for thread in threading.enumerate():
        if "_connection_worker_thread" in thread.name:
            await asyncio.to_thread(thread.join)


async def test_a_database_that_comes_back_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "data" / "seize.db"
    await fill(file)
    store = await open_store(file)
    await see(store, "kept")
    take_the_folder_away(file)
    await refuses(store)
    (tmp_path / "elsewhere").rename(tmp_path / "data")
    await see(store, "later")
    await store.close()
    assert await knows(file, "kept")
    assert await knows(file, "later")
    assert not await knows(file, "lost")
