from core.ids import Member, PlayerRef
from core.ports import Store
from core.practice.cards import Outcome, review

ANA, BEN = PlayerRef("test", "ana"), PlayerRef("test", "ben")
NOW = 1_700_000_000.0


async def test_cards_are_kept_replaced_and_forgotten_with_their_player(store: Store) -> None:
    ete = review("fr", "ete", None, Outcome.MISSED, NOW)
    mer = review("fr", "mer", None, Outcome.FAST, NOW)
    sea = review("en", "sea", None, Outcome.LATE, NOW)
    async with store.write() as work:
        for who in (ANA, BEN):
            await work.players.see(Member(who, who.id), None, NOW)
        await work.cards.put(ANA, [mer, ete, sea])
        await work.cards.put(BEN, [ete])
    again = review("fr", "ete", ete, Outcome.FAST, NOW + 600)
    async with store.write() as work:
        await work.cards.put(ANA, [again])
    async with store.read() as work:
        assert await work.cards.of(ANA) == [sea, again, mer]
        assert await work.cards.of(ANA, "fr") == [again, mer]
        assert await work.cards.of(BEN) == [ete]
    async with store.write() as work:
        anonymous = await work.players.forget(ANA, 1.0)
    async with store.read() as work:
        assert await work.cards.of(ANA) == []
        assert anonymous
        assert await work.cards.of(anonymous) == []
        assert await work.cards.of(BEN) == [ete]
