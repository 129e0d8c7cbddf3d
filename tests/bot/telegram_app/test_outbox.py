import asyncio
from functools import partial

import pytest
from telegram.error import NetworkError

from bot.hindrances import Hindered, Hindrance
from bot.messages import Button, File, Gone, Mark, Reply, Span, private_room
from core.ids import ChatRef, PlayerRef, Room
from tests.bot.telegram_app.drawn import image
from tests.bot.telegram_app.fakes import FakeDispatcher, says
from tests.bot.telegram_app.stage import last, stage
from tests.bot.telegram_app.times import HastyTime
from tests.helpers.gates import SPEAKING, Turnstile
from tests.helpers.marks import marking
from tests.simulators.telegram import SimChat, TelegramSimulator


def room_of(chat: SimChat, topic: str = "") -> Room:
    return Room(ChatRef("telegram", str(chat.id)), topic)


async def test_posts_have_no_previews_and_no_links() -> None:
    async with stage() as scene:
        group, bob = scene.sim.add_group("Words"), scene.sim.add_user("Bob", username="bobbell")
        group.join(bob)
        text = "<b>@bobbell</b> see evil.com, https://x.org/y or /stop & #tag"
        await scene.app.post(room_of(group), says(text, title="@bobbell"))
        assert last(group).text.replace("\u2060", "") == f"@bobbell\n{text}"
        assert (last(group).links, last(group).pings, last(group).preview) == ([], [], False)
        assert {entity["type"] for entity in last(group).entities} == {"bold"}


async def test_pictures_have_captions_and_long_texts_a_message_of_their_own() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        keys = ((Button("Why?", "why"),),)
        await scene.app.post(room_of(group), says("Grid", image=image(), buttons=keys))
        assert (last(group).text, bool(last(group).photo), last(group).labels) == (
            "Grid",
            True,
            [["Why?"]],
        )
        message_id = await scene.app.post(
            room_of(group), says("x" * 1020, title="Title", image=image(), buttons=keys)
        )
        photo, text = group.bot_messages[1:]
        assert (photo.text, photo.labels, bool(photo.photo)) == ("", [], True)
        assert (text.text, text.labels) == ("Title\n" + "x" * 1020, [["Why?"]])
        assert message_id == str(text.message_id)


async def test_a_file_and_a_picture_go_together() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        reply = says("Both", image=image(), file=File("a.txt", b"abc"))
        message_id = await scene.app.post(room_of(group), reply)
        photo, document = group.bot_messages
        assert message_id.endswith(str(photo.message_id))
        assert document.document
        assert (document.document.filename, document.document.content) == ("a.txt", b"abc")
        assert (photo.text, bool(photo.photo)) == ("Both", True)


async def test_where_no_pictures_may_be_sent_the_text_is() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        group.restrict_bot(can_send_photos=False)
        board = says("Board", image=image(), without_image=(Span("A B C"),))
        await scene.app.post(room_of(group), board)
        assert (last(group).text, last(group).photo) == ("A B C", None)
        message_id = await scene.app.post(room_of(group), says("Grid", image=image()))
        assert (last(group).text, last(group).photo) == ("Grid", None)
        await scene.app.edit(room_of(group), message_id, lambda: says("New", image=image()))
        assert last(group).text == "New"
        with pytest.raises(Gone):
            await scene.app.post(room_of(group), Reply(image=image()))


async def test_edits_change_text_or_caption_and_nothing_twice() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        room = room_of(group)
        text = await scene.app.post(room, says("Grid"))
        photo = await scene.app.post(room, says("Grid", image=image()))
        for message_id in (text, photo):
            await scene.app.edit(room, message_id, lambda: says("New"))
            await scene.app.edit(room, message_id, lambda: says("New"))
        assert [each.text for each in group.bot_messages] == ["New", "New"]
        assert last(group).photo
        await scene.app.edit(room, text, lambda: Reply(title=""))
        assert not scene.sim.wasted
        assert len(scene.sim.calls("editMessageText")) == 1
        assert len(scene.sim.calls("editMessageCaption")) == 1


async def test_edits_find_out_what_a_message_of_an_earlier_process_is() -> None:
    time = HastyTime()
    async with TelegramSimulator(clock=time.wall, monotonic=time.now) as sim:
        group = sim.add_group("Words")
        room = room_of(group)
        async with stage(sim=sim, time=time) as scene:
            ids = [
                await scene.app.post(room, says("Grid", image=image())),
                await scene.app.post(room, says("Grid")),
            ]
        async with stage(sim=sim, time=time) as scene:
            await scene.app.edit(room, ids[0], lambda: says("New"))
            await scene.app.edit(room, ids[1], lambda: says("New", image=image()))
            assert [each.text for each in group.bot_messages] == ["New", "New"]
        async with stage(sim=sim, time=time) as scene:
            await scene.app.edit(room, ids[1], lambda: says("New"))
            assert len(sim.wasted) == 1
        # Telegram refuses an edit of the wrong kind, and that is how one finds out.
        assert len(sim.violations) == 2


async def test_edits_of_what_is_gone_are_no_matter() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        message_id = await scene.app.post(room_of(group), says("Grid"))
        group.delete(last(group))
        await scene.app.edit(room_of(group), message_id, lambda: says("New"))
        before = len(scene.sim.requests)
        await scene.app.edit(room_of(group), "", lambda: says("New"))
        assert scene.sim.requests[before:] == []


async def test_a_later_edit_never_overtakes_a_cancelled_one() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        room = room_of(group)
        message_id = await scene.app.post(room, says("Grid"))
        scene.sim.latency = 0.05
        edit = asyncio.create_task(scene.app.edit(room, message_id, lambda: says("old")))
        await scene.sim.until(lambda: scene.sim.calls("editMessageText"))
        edit.cancel()
        await scene.app.edit(room, message_id, lambda: says("last"))
        assert last(group).text == "last"
        assert [each.text for each in last(group).history] == ["Grid", "old"]


async def test_blocked_kicked_and_unknown_chats_are_gone() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        stranger = scene.sim.add_user("Bob")
        await ada.starts()
        await scene.answered()
        ada.blocks_bot()
        group.kick_bot()
        for room in (
            room_of(group),
            private_room(PlayerRef("telegram", str(ada.id))),
            private_room(PlayerRef("telegram", str(stranger.id))),
        ):
            with pytest.raises(Gone):
                await scene.app.post(room, says("Go"))
        assert not await scene.app.edit(room_of(group), "1", lambda: says("Go"))


async def test_rooms_where_the_bot_may_not_speak_are_gone() -> None:
    async with stage() as scene:
        group, forum = scene.sim.add_group("Words"), scene.sim.add_group("F", forum=True)
        group.restrict_bot(can_send=False)
        topic, other = forum.add_topic("One"), forum.add_topic("Two")
        topic.closed = other.deleted = True
        for room in (
            room_of(group),
            room_of(forum, str(topic.thread_id)),
            room_of(forum, str(other.thread_id)),
        ):
            with pytest.raises(Gone):
                await scene.app.post(room, says("Go"))


@pytest.mark.parametrize("carried_out", [False, True])
async def test_failures_on_the_way_are_tried_again(carried_out: bool) -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        scene.sim.fail_next("sendMessage", 502, carried_out=carried_out)
        scene.sim.cut_next("sendMessage")
        await scene.app.post(room_of(group), says("Go"))
        # A board that stands there twice is better than none.
        assert len(group.bot_messages) == 1 + carried_out
        assert scene.time.slept[-2:] == [1.0, 2.0]


async def test_after_half_a_minute_a_post_is_given_up() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        scene.sim.fail_next("sendMessage", 500, times=50)
        began = scene.time.now()
        with pytest.raises(NetworkError):
            await scene.app.post(room_of(group), says("Go"))
        assert 30 <= scene.time.now() - began < 60
        assert scene.metrics.failed == ["post"]


async def test_an_edit_that_is_given_up_is_counted() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        message_id = await scene.app.post(room_of(group), says("Go"))
        scene.sim.fail_next("editMessageText", 500, times=50)
        with pytest.raises(NetworkError):
            await scene.app.edit(room_of(group), message_id, lambda: says("On"))
        assert scene.metrics.failed == ["edit"]


async def test_messages_are_called_by_their_numbers_or_with_their_chat() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        number = await scene.app.post(room_of(group), says("Go"))
        for said, message_id in (("One", number), ("Two", f"{group.id}:{number}")):
            await scene.app.edit(room_of(group), message_id, partial(says, said))
            assert last(group).text == said
        first, second = await ada.says(group, "a"), await ada.says(group, "b")
        scene.app.react(room_of(group), str(first.message_id), marking(Mark.ACCEPTED))
        scene.app.react(room_of(group), f"{group.id}:{second.message_id}", marking(Mark.REFUSED))
        await scene.sim.until(lambda: first.reactions and second.reactions)
        assert list(second.reactions.values()) == ["👎"]


async def test_too_many_requests_are_obeyed_and_the_last_state_is_drawn() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        room = room_of(group)
        message_id = await scene.app.post(room, says("Grid"))
        scene.sim.limit_next("editMessageText", retry_after=9)
        began, drawn = scene.time.now(), iter(["look", "old", "new"])
        await scene.app.edit(room, message_id, lambda: says(next(drawn)))
        assert last(group).text == "new"
        assert scene.time.now() - began >= 9
        assert scene.metrics.limited == 1
        assert not scene.sim.impatient


async def test_a_flood_that_lasts_refuses_an_edit_and_a_post_gets_through() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        room = room_of(group)
        message_id = await scene.app.post(room, says("Grid"))
        for change in (
            scene.app.edit(room, message_id, lambda: says("One")),
            scene.app.replace(room, message_id, says("Two")),
        ):
            scene.sim.limit_next("editMessageText", retry_after=60, times=8)
            assert not await change
        await scene.app.post(room, says("Here"))
        assert [each.text for each in group.bot_messages] == ["Grid", "Here"]
        assert not scene.sim.impatient


async def test_what_is_heard_depends_on_privacy_and_rights() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        assert not scene.app.hears(room_of(group))
        assert scene.app.hears(private_room(PlayerRef("telegram", str(ada.id))))
        group.promote_bot()
        await scene.handled(ada, group)
        assert scene.app.hears(room_of(group))
        group.restrict_bot()
        await scene.handled(ada, group)
        assert not scene.app.hears(room_of(group))


async def test_without_privacy_mode_everything_is_heard() -> None:
    async with stage(privacy=False) as scene:
        assert scene.app.hears(room_of(scene.sim.add_group("Words")))


async def test_the_first_round_tells_whether_a_group_is_heard() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        group.bot_member.status = "administrator"
        await scene.handled(ada, group)
        assert scene.app.hears(room_of(group))


async def test_marks_of_strange_messages_do_no_harm() -> None:
    async with stage() as scene:
        room = Room(ChatRef("telegram", "-5"))
        for message_id in ("@12.1", "@-5:12", "-5:12.1", ":12", "-5:", "", "²", "-5:٣"):
            scene.app.react(room, message_id, marking(Mark.ACCEPTED))
            await scene.app.edit(room, message_id, lambda: says("On"))
        assert not scene.sim.calls("setMessageReaction")


async def test_pace_and_platform() -> None:
    async with stage(dispatcher=FakeDispatcher()) as scene:
        assert (scene.app.platform, scene.app.pace) == ("telegram", 4.0)


async def test_nothing_is_sent_any_more_once_another_process_may_have_taken_over() -> None:
    gate = Turnstile()
    async with stage(gate=gate) as scene:
        groups = [scene.sim.add_group(f"Words {n}") for n in range(4)]
        rooms, ada = [room_of(each) for each in groups], scene.sim.add_user("Ada")
        shown = [await scene.app.post(room, says("Board")) for room in rooms]
        groups[3].join(ada)
        word = await ada.says(groups[3], "mat")
        await scene.sim.polling()
        gate.left = 0
        before = len(scene.sim.requests)
        acts = {
            "post": scene.app.post(rooms[0], says("Over")),
            "edit": scene.app.edit(rooms[1], shown[1], lambda: says("Closed")),
            "replace": scene.app.replace(rooms[2], shown[2], says("Other")),
        }
        scene.app.react(rooms[3], str(word.message_id), marking(Mark.ACCEPTED))
        assert {*acts, "react"} == SPEAKING
        speaking = [asyncio.create_task(act) for act in acts.values()]
        await gate.holds(len(SPEAKING))
        assert len(scene.sim.requests) == before
        for task in speaking:
            task.cancel()
        await asyncio.gather(*speaking, return_exceptions=True)
    assert [each.text for each in groups[0].bot_messages] == ["Board"]


async def test_the_next_try_of_a_call_asks_whether_it_may_still_be_made() -> None:
    gate = Turnstile()
    async with stage(gate=gate) as scene:
        group = scene.sim.add_group("Words")
        await scene.sim.polling()
        scene.sim.limit_next("sendMessage")
        gate.left = 1
        posting = asyncio.create_task(scene.app.post(room_of(group), says("Over")))
        await gate.holds(1)
        assert not group.bot_messages
        posting.cancel()
        await asyncio.gather(posting, return_exceptions=True)


async def test_what_hinders_words_in_a_group_is_known() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        assert await scene.app.hindrances(room_of(group)) == [Hindered(Hindrance.PRIVACY)]
        group.promote_bot()
        await scene.handled(ada, group)
        assert await scene.app.hindrances(room_of(group)) == []
        group.slow, group.muted = 30, True
        await scene.time.sleep(60)
        assert await scene.app.hindrances(room_of(group)) == [
            Hindered(Hindrance.CLOSED),
            Hindered(Hindrance.SLOW, {"seconds": 30}),
        ]
        assert await scene.app.hindrances(private_room(PlayerRef("telegram", str(ada.id)))) == []


async def test_a_closed_topic_hinders_words_until_it_is_opened_again() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words", forum=True), scene.sim.add_user("Ada")
        group.join(ada)
        topic = group.add_topic("quick")
        room = Room(room_of(group).chat, str(topic.thread_id))
        group.close_topic(topic)
        await scene.handled(ada, group)
        assert await scene.app.hindrances(room) == [Hindered(Hindrance.CLOSED)]
        group.close_topic(topic, again=True)
        await scene.handled(ada, group)
        assert await scene.app.hindrances(room) == []
