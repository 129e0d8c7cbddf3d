from core.ports import Lease, Store


async def test_a_lease_is_kept_replaced_and_dropped(store: Store) -> None:
    ours, theirs = Lease("here", "7@a x", 0), Lease("there", "8@b y", 3)
    async with store.write() as work:
        assert await work.leases.get("here") is None
        await work.leases.put(ours)
        await work.leases.put(theirs)
        await work.leases.drop("nowhere")
    async with store.write() as work:
        assert await work.leases.get("here") == ours
        assert await work.leases.all() == [ours, theirs]
        await work.leases.put(Lease("here", "9@c z", 1))
        await work.leases.drop("there")
    async with store.read() as work:
        assert await work.leases.get("here") == Lease("here", "9@c z", 1)
        assert await work.leases.get("there") is None
