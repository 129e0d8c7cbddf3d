import asyncio

import pytest

from bot.messages import Audience, Button, File, Reply, Request, Send
from core.ids import ChatRef, Room
from tests.bot.telegram_app.drawn import image
from tests.bot.telegram_app.fakes import FakeDispatcher, says
from tests.bot.telegram_app.stage import Stage, last, stage
from tests.bot.telegram_app.times import HastyTime
from tests.simulators.telegram import SimGroup, SimUser, TelegramSimulator

WHY = Button("Why?", "why:12:3")
BOARD = says("Board", buttons=((WHY,),))


async def posted(scene: Stage, reply: Reply = BOARD) -> tuple[SimGroup, SimUser]:
    group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada", language_code="fr")
    group.join(ada)
    await scene.app.post(Room(ChatRef("telegram", str(group.id))), reply)
    return group, ada


async def test_a_press_is_a_request_with_numbered_arguments() -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        query = await ada.clicks(last(group), "Why?")
        request = await scene.asked("why")
        answer = await query.answered()
    assert (dict(request.args), request.text) == ({"1": "12", "2": "3"}, "")
    assert request.id == query.query_id
    assert request.room == Room(ChatRef("telegram", str(group.id)))
    assert request.at == pytest.approx(scene.time.wall(), abs=5)
    assert answer == ("", False, "")
    assert [each.text for each in group.bot_messages] == ["Board", "why"]


async def test_short_answers_for_who_pressed_are_shown_over_the_chat() -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        scene.dispatcher.replies["why"] = says("Not there", title="No", audience=Audience.ASKER)
        answer = await (await ada.clicks(last(group), "Why?")).answered()
        assert answer == ("No\nNot there", True, "")
        assert len(group.bot_messages) == 1
        long_title = says("x" * 199, title="Title", audience=Audience.SECRET)
        scene.dispatcher.replies["why"] = long_title
        answer = await (await ada.clicks(last(group), "Why?")).answered()
        assert answer == ("x" * 199, True, "")


async def test_an_alert_that_telegram_puts_off_is_shown_later() -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        scene.dispatcher.replies["why"] = says("Not there", audience=Audience.ASKER)
        scene.sim.limit_next("answerCallbackQuery", retry_after=1, times=1)
        answer = await (await ada.clicks(last(group), "Why?")).answered()
        assert answer == ("Not there", True, "")


@pytest.mark.parametrize(
    "reply",
    [
        says("x" * 201, audience=Audience.ASKER),
        says("Sure?", audience=Audience.SECRET, buttons=((Button("Yes", "forgotten"),),)),
        says("All", audience=Audience.SECRET, file=File("seize.json", b"{}")),
        says("Grid", audience=Audience.ASKER, image=image()),
    ],
)
async def test_longer_ones_go_to_the_private_chat(reply: Reply) -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        await ada.starts()
        scene.dispatcher.replies["why"] = reply
        answer = await (await ada.clicks(last(group), "Why?")).answered()
        assert (answer.text, answer.show_alert, answer.url) != ("", False, "")
        assert not answer.url
        assert ada.private.said(reply.text)
        assert len(group.bot_messages) == 1


async def test_who_has_blocked_the_bot_is_led_to_the_private_chat() -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        await ada.starts()
        await scene.answered()
        ada.blocks_bot()
        scene.dispatcher.replies["why"] = says("x" * 300, audience=Audience.ASKER)
        answer = await (await ada.clicks(last(group), "Why?")).answered()
        assert answer.url == "https://t.me/seize_bot?start=why-12-3"
        await ada.starts("why-12-3")
        request = await scene.asked("why", 2)
        assert dict(request.args) == {"1": "12", "2": "3"}
        await scene.sim.until(lambda: ada.private.said("x" * 300))


async def test_an_answer_that_is_lost_is_sent_again() -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        scene.sim.fail_next("answerCallbackQuery", times=2)
        scene.dispatcher.replies["why"] = says("Because", audience=Audience.ASKER)
        assert (await (await ada.clicks(last(group), "Why?")).answered()).text == "Because"


async def test_an_answer_that_is_lost_for_good_is_counted() -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        scene.sim.fail_next("answerCallbackQuery", times=3)
        scene.dispatcher.replies["why"] = says("Because", audience=Audience.ASKER)
        query = await ada.clicks(last(group), "Why?")
        await scene.sim.until(lambda: scene.metrics.failed)
        assert (scene.metrics.failed, query.answer) == (["answer"], None)


async def test_a_press_without_a_reply_is_answered_all_the_same() -> None:
    class Silent(FakeDispatcher):
        async def answer(self, request: Request, send: Send) -> None:
            self.requests.append(request)

    async with stage(dispatcher=Silent()) as scene:
        group, ada = await posted(scene)
        assert (await (await ada.clicks(last(group), "Why?")).answered()).text == ""
        assert not scene.sim.unanswered


async def test_a_press_that_nobody_can_handle_is_answered_all_the_same() -> None:
    class Broken(FakeDispatcher):
        async def answer(self, request: Request, send: Send) -> None:
            raise ValueError

    async with stage(dispatcher=Broken()) as scene:
        group, ada = await posted(scene)
        assert (await (await ada.clicks(last(group), "Why?")).answered()).text == ""


async def test_two_replies_answer_a_press_once() -> None:
    class Twice(FakeDispatcher):
        async def answer(self, request: Request, send: Send) -> None:
            await send(says("one", audience=Audience.ASKER))
            await send(says("two"))
            await super().answer(request, send)

    async with stage(dispatcher=Twice()) as scene:
        group, ada = await posted(scene)
        await (await ada.clicks(last(group), "Why?")).answered()
        await scene.answered()
        assert len(scene.sim.calls("answerCallbackQuery")) == 1
        assert group.said("two")


async def test_old_presses_are_let_go() -> None:
    time = HastyTime()
    async with (
        TelegramSimulator(clock=time.wall, monotonic=time.now, query_seconds=5.0) as sim,
        stage(sim=sim, time=time) as scene,
    ):
        group, ada = await posted(scene)
        sim.hold()
        await ada.clicks(last(group), "Why?")
        time.seconds += 60
        sim.release()
        await scene.answered()
        assert group.said("why")
        assert sim.late


async def press_slowly(scene: Stage, group: SimGroup, ada: SimUser, reply: Reply) -> asyncio.Event:
    """Have a button pressed and acknowledged whose reply waits for the event."""
    slow = scene.dispatcher.busy["why"] = asyncio.Event()
    scene.dispatcher.replies["why"] = reply
    query = await ada.clicks(last(group), "Why?")
    assert await query.answered() == ("Un instant…", False, "")
    return slow


async def test_a_slow_press_is_acknowledged_and_answered_in_private() -> None:
    async with stage(patience=0.01) as scene:
        group, ada = await posted(scene)
        await ada.starts()
        await scene.answered()
        slow = await press_slowly(scene, group, ada, says("Because", audience=Audience.ASKER))
        assert not ada.private.said("Because")
        slow.set()
        await scene.answered(2)
        assert ada.private.said("Because")
        assert [each.text for each in group.bot_messages] == ["Board"]
        assert not scene.metrics.failed


async def test_who_has_no_private_chat_is_invited_there_after_a_slow_press() -> None:
    async with stage(patience=0.01) as scene:
        group, ada = await posted(scene)
        slow = await press_slowly(scene, group, ada, says("Because", audience=Audience.ASKER))
        slow.set()
        await scene.answered()
        assert "conversation privée" in last(group).text
        (button,) = last(group).buttons
        assert button.url == "https://t.me/seize_bot?start=why-12-3"
        await ada.starts("why-12-3")
        await scene.sim.until(lambda: ada.private.said("Because"))


async def test_what_stands_until_an_answer_comes_is_not_sent_after_a_slow_press() -> None:
    soon = says("Soon", audience=Audience.ASKER, passing=True)
    async with stage(patience=0.01) as scene:
        group, ada = await posted(scene)
        await ada.starts()
        await scene.answered()
        slow = await press_slowly(scene, group, ada, soon)
        slow.set()
        await scene.answered(2)
        assert not ada.private.said("Soon")


async def test_an_old_press_is_answered_in_private_or_let_go() -> None:
    time = HastyTime()
    async with (
        TelegramSimulator(clock=time.wall, monotonic=time.now, query_seconds=5.0) as sim,
        stage(sim=sim, time=time) as scene,
    ):
        scene.dispatcher.replies["why"] = says("Because", audience=Audience.ASKER)
        group, ada = await posted(scene)
        ben = sim.add_user("Ben")
        group.join(ben)
        await ada.starts()
        await scene.answered()
        sim.hold()
        for player in (ada, ben):
            await player.clicks(last(group), "Why?")
        time.seconds += 60
        sim.release()
        await scene.answered(3)
        assert ada.private.said("Because")
        assert [each.text for each in group.bot_messages] == ["Board"]
        assert scene.metrics.failed == ["answer"]


async def test_a_text_is_replaced_by_a_text() -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        scene.dispatcher.replies["why"] = says("New", replaces=True)
        message = last(group)
        await (await ada.clicks(message, "Why?")).answered()
        message_id = await scene.answered()
        assert [each.text for each in group.bot_messages] == ["New"]
        assert message_id == str(message.message_id)
        assert not message.buttons
        await ada.clicks(message, "why:12", stale=True)
        await scene.answered(2)
        assert not scene.sim.wasted
        assert len(scene.sim.calls("editMessageText")) == 1


async def test_a_picture_comes_goes_on_and_changes() -> None:
    keys = ((WHY,),)
    async with stage() as scene:
        group, ada = await posted(scene)
        message, replies = last(group), scene.dispatcher.replies
        for number, (reply, method) in enumerate(
            [
                (says("Red", replaces=True, image=image(), buttons=keys), "editMessageMedia"),
                (says("Still", replaces=True, buttons=keys), "editMessageCaption"),
                (says("Red again", replaces=True, image=image()), "editMessageCaption"),
                (says("Blue", replaces=True, image=image("blue")), "editMessageMedia"),
            ],
            1,
        ):
            replies["why"] = reply
            await ada.clicks(message, "why:1", stale=True)
            await scene.answered(number)
            edits = [each for each in scene.sim.requests if each.method.startswith("edit")]
            assert edits[-1].method == method
            assert (message.text, bool(message.photo)) == (reply.text, True)
        assert group.bot_messages == [message]


async def test_what_no_edit_can_show_is_sent() -> None:
    async with stage() as scene:
        group, ada = await posted(scene, says("Red", image=image(), buttons=((WHY,),)))
        message = last(group)
        scene.dispatcher.replies["why"] = says("x" * 1100, replaces=True)
        await ada.clicks(message, "Why?")
        await scene.answered()
        scene.dispatcher.replies["why"] = says("F", replaces=True, file=File("a.txt", b"a"))
        await ada.clicks(message, "Why?")
        await scene.answered(2)
        assert [each.text for each in group.bot_messages] == ["Red", "x" * 1100, "F"]


async def test_messages_of_an_earlier_process_are_replaced() -> None:
    time = HastyTime()
    async with TelegramSimulator(clock=time.wall, monotonic=time.now) as sim:
        async with stage(sim=sim, time=time) as scene:
            group, ada = await posted(scene, says("Red", image=image(), buttons=((WHY,),)))
        async with stage(sim=sim, time=time) as scene:
            message = last(group)
            scene.dispatcher.replies["why"] = says("New", replaces=True)
            await ada.clicks(message, "Why?")
            await scene.answered()
            assert (message.text, bool(message.photo)) == ("New", True)
        assert not sim.violations


async def test_a_message_that_is_gone_is_not_replaced() -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        message = last(group)
        group.delete(message)
        scene.dispatcher.replies["why"] = says("New", replaces=True)
        query = await ada.clicks(message, "why:1", stale=True)
        await query.answered()
        await scene.answered()
        assert last(group).text == "New"


async def test_admins_are_known_when_they_press() -> None:
    async with stage() as scene:
        group, ada = await posted(scene)
        group.join(ada, admin=True)
        await ada.clicks(last(group), "halt", stale=True)
        assert (await scene.asked("halt")).member.admin


async def test_presses_in_a_topic_are_answered_there() -> None:
    async with stage() as scene:
        forum, ada = scene.sim.add_group("Words", forum=True), scene.sim.add_user("Ada")
        forum.join(ada)
        topic = forum.add_topic("Rounds")
        room = Room(ChatRef("telegram", str(forum.id)), str(topic.thread_id))
        await scene.app.post(room, BOARD)
        await ada.clicks(last(forum), "Why?")
        assert (await scene.asked("why")).room == room
        await scene.answered()
        assert last(forum).topic is topic


async def test_presses_in_private_are_answered_there() -> None:
    async with stage() as scene:
        ada = scene.sim.add_user("Ada")
        scene.dispatcher.replies["help"] = BOARD
        await ada.starts()
        await scene.answered()
        scene.dispatcher.replies["why"] = says("Secret", audience=Audience.SECRET, replaces=True)
        query = await ada.clicks(last(ada.private), "Why?")
        request = await scene.asked("why")
        assert (await query.answered()).text == ""
        await scene.answered(2)
        assert request.alone
        assert [each.text for each in ada.private.bot_messages] == ["Secret"]
