"""What is kept of what was told: by whom and of what, until it is no secret any more."""

from core.ids import ChatRef
from core.limits import Spent
from core.ports import Spending, Store
from core.store.sql.store import SqlStore
from tests.contract.made import ANA, BEN, SQUARE, meet

ROUND, DAILY = "round 1", "daily 7"


async def add(store: Store, *told: Spending, at: float = 50.0) -> None:
    async with store.write() as work:
        await work.tallies.add(told, at)


async def test_it_adds_up_and_stays_apart(store: Store) -> None:
    async with store.read() as work:
        assert await work.tallies.of([ANA, SQUARE]) == {}
    await add(
        store,
        Spending(ANA, ROUND, Spent(0.25, 0.125), 100.0),
        Spending(ANA, DAILY, Spent(0.5, 0.5, shut=True), 200.0),
        Spending(SQUARE, ROUND, Spent(0.25, 0.0), 100.0),
    )
    await add(store, Spending(ANA, ROUND, Spent(0.5, 0.25), 100.0))
    await add(store, Spending(ANA, ROUND, Spent(0.0, 0.0, shut=True), 100.0))
    await add(store, Spending(ANA, DAILY, Spent(0.125, 0.25), 200.0))
    await add(store)
    async with store.read() as work:
        assert await work.tallies.of([ANA, BEN, SQUARE]) == {
            (ANA, ROUND): Spent(0.75, 0.25, shut=True),
            (ANA, DAILY): Spent(0.625, 0.5, shut=True),
            (SQUARE, ROUND): Spent(0.25, 0.0),
        }
        # A chat is no player, whatever they are called.
        assert await work.tallies.of([BEN, ChatRef(ANA.platform, ANA.id)]) == {}


async def test_what_is_no_secret_any_more_is_dropped(store: Store) -> None:
    await add(store, Spending(ANA, ROUND, Spent(0.25), 100.0))
    await add(store, Spending(ANA, DAILY, Spent(0.5), 200.0), at=100.0)
    async with store.read() as work:
        assert await work.tallies.of([ANA]) == {(ANA, DAILY): Spent(0.5)}


async def test_a_database_does_not_say_whose_it_is(store: Store) -> None:
    await add(
        store, Spending(ANA, ROUND, Spent(0.25), 100.0), Spending(SQUARE, ROUND, Spent(), 100.0)
    )
    if isinstance(store, SqlStore):
        rows = [row for table, row in [each async for each in store.dump()] if table == "tallies"]
        assert len({row["who"] for row in rows}) == len(rows) == 2
        said = repr(rows)
        assert not any(part in said for ref in (ANA, SQUARE) for part in (ref.id, ref.platform))


async def test_it_outlasts_who_is_forgotten(store: Store) -> None:
    await meet(store, ANA)
    await add(store, Spending(ANA, DAILY, Spent(0.5, shut=True), 200.0))
    async with store.write() as work:
        assert await work.players.forget(ANA, 1.0)
    async with store.read() as work:
        assert await work.tallies.of([ANA]) == {(ANA, DAILY): Spent(0.5, shut=True)}
