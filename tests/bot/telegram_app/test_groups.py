from core.ids import ChatRef, Room
from tests.bot.telegram_app.stage import FakeDispatcher, says, stage


def ref(chat_id: int) -> ChatRef:
    return ChatRef("telegram", str(chat_id))


async def test_a_group_that_becomes_a_supergroup_is_told_once() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words", supergroup=False), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.says(group, "/rules")
        await scene.answered()
        new = group.migrate()
        await ada.says(new, "/rules")
        request = await scene.asked("rules", 2)
        await scene.answered(2)
        assert request.room == Room(ref(new.id))
        assert scene.dispatcher.moves == [(ref(group.id), ref(new.id))]
        await scene.app.post(Room(ref(group.id)), says("for the old one"))
        assert new.said("for the old one")


async def test_a_post_may_be_what_learns_of_the_move() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words", supergroup=False)
        message_id = await scene.app.post(Room(ref(group.id)), says("Go"))
        scene.sim.hold()
        new = group.migrate()
        await scene.app.post(Room(ref(group.id)), says("on and on"))
        assert new.said("on and on")
        assert scene.dispatcher.moves == [(ref(group.id), ref(new.id))]
        scene.sim.release()
        ada = scene.sim.add_user("Ada")
        new.join(ada)
        await scene.handled(ada, new)
        assert len(scene.dispatcher.moves) == 1
        # What was said in the old group is not there to be changed.
        await scene.app.edit(Room(ref(group.id)), message_id, lambda: says("later"))
        scene.sim.violations.clear()


async def test_being_thrown_out_is_told() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        group.kick_bot()
        await scene.sim.until(lambda: scene.dispatcher.gone)
        assert scene.dispatcher.gone == [ref(group.id)]


async def test_what_happens_to_private_chats_or_rights_is_no_farewell() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.starts()
        ada.blocks_bot()
        ada.unblocks_bot()
        group.promote_bot()
        group.restrict_bot(can_send_photos=False)
        await scene.handled(ada, group)
        assert not scene.dispatcher.gone


async def test_rooms_whose_rounds_go_on_are_looked_at_first() -> None:
    async with stage() as first:
        group = first.sim.add_group("Words")
        group.bot_member.status = "administrator"
        dispatcher = FakeDispatcher(on=[Room(ref(group.id))])
        async with stage(sim=first.sim, dispatcher=dispatcher) as scene:
            assert scene.app.hears(Room(ref(group.id)))
