from bot.messages import Mark
from core.ids import ChatRef, Room
from tests.bot.telegram_app.fakes import FakeDispatcher, says
from tests.bot.telegram_app.stage import stage
from tests.helpers.marks import marking
from tests.simulators.telegram import SimGroup, SimUser


def ref(chat_id: int) -> ChatRef:
    return ChatRef("telegram", str(chat_id))


async def new_number(group: SimGroup, user: SimUser, number: int) -> None:
    """Have so much said that the next message has a number."""
    while (await user.says(group, "some talk")).message_id < number - 1:
        pass


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


async def test_words_after_a_move_are_others_though_their_numbers_begin_anew() -> None:
    async with stage(privacy=False, dispatcher=FakeDispatcher(mark=None)) as scene:
        group, ada = scene.sim.add_group("Words", supergroup=False), scene.sim.add_user("Ada")
        group.join(ada)
        await new_number(group, ada, 10)
        old = await ada.says(group, "before")
        before = await scene.heard("before")
        new = group.migrate()
        await scene.sim.until(lambda: scene.dispatcher.moves)
        await new_number(new, ada, old.message_id)
        message = await ada.says(new, "after")
        after = await scene.heard("after")
        assert message.message_id == old.message_id
        assert before.id != after.id
        assert max(len(before.id), len(after.id)) <= 40
        # What stayed behind is not to be marked, least of all in the new group.
        room = Room(ref(new.id))
        scene.app.react(room, before.id, marking(Mark.REFUSED))
        await scene.app.edit(room, before.id, lambda: says("On"))
        scene.app.react(room, after.id, marking(Mark.ACCEPTED))
        await scene.sim.until(lambda: message.reactions)
        assert list(message.reactions.values()) == ["👍"]
        assert len(scene.sim.calls("setMessageReaction")) == 1


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
