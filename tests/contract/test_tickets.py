from core.ports import Store


async def test_the_key_is_made_once(store: Store) -> None:
    async with store.write() as work:
        assert await work.tickets.key("first") == "first"
    async with store.write() as work:
        assert await work.tickets.key("second") == "first"


async def test_a_ticket_is_used_once_and_forgotten_when_it_is_over(store: Store) -> None:
    async with store.write() as work:
        assert await work.tickets.use("a", 100.0, 50.0)
        assert await work.tickets.use("b", 200.0, 50.0)
    async with store.write() as work:
        assert not await work.tickets.use("a", 100.0, 99.0)
        assert not await work.tickets.use("b", 200.0, 100.0)
        assert await work.tickets.use("a", 100.0, 100.0)  # which nobody is let in with any more
