import pytest

from bot.messages import Mark, private_room
from bot.telegram_app.reactions import HOUR
from core.ids import ChatRef, PlayerRef, Room
from tests.bot.telegram_app.fakes import FakeDispatcher, says
from tests.bot.telegram_app.stage import last, stage
from tests.bot.telegram_app.times import START


async def test_words_of_a_group_are_handed_on_and_marked() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada", language_code="it")
        group.join(ada)
        message = await ada.says(group, "parole", at=START + 5)
        typed = await scene.heard("parole")
        await scene.sim.until(lambda: message.reactions)
    assert typed.room == Room(ChatRef("telegram", str(group.id)))
    assert typed.member.ref == PlayerRef("telegram", str(ada.id))
    assert (typed.at, typed.id) == (START + 5, f"{group.id}:{message.message_id}")
    assert (typed.meant, typed.alone, typed.marked, typed.locale) == (False, False, True, "it")
    assert list(message.reactions.values()) == ["👍"]


@pytest.mark.parametrize(
    ("mark", "emoji"),
    [(Mark.ACCEPTED, "👍"), (Mark.REFUSED, "👎"), (Mark.REPEATED, "👌"), (Mark.FAILED, "🤔")],
)
async def test_each_mark_has_an_emoji(mark: Mark, emoji: str) -> None:
    async with stage(privacy=False, dispatcher=FakeDispatcher(mark=mark)) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        message = await ada.says(group, "word")
        await scene.sim.until(lambda: list(message.reactions.values()) == [emoji])
        assert not group.bot_messages


async def test_words_in_private_are_meant_and_refusals_are_told() -> None:
    dispatcher = FakeDispatcher(mark=Mark.REFUSED)
    async with stage(dispatcher=dispatcher) as scene:
        ada = scene.sim.add_user("Ada")
        await ada.starts()
        await ada.says(ada.private, "two words")
        typed = await scene.heard("two words")
        assert (typed.meant, typed.alone) == (True, True)
        assert typed.room == private_room(PlayerRef("telegram", str(ada.id)))
        await scene.sim.until(lambda: ada.private.said("two words: refused"))
        dispatcher.mark = Mark.ACCEPTED
        message = await ada.says(ada.private, "good")
        await scene.sim.until(lambda: message.reactions)
        await scene.handled(ada, ada.private)
        assert not ada.private.said("good")


async def test_many_refusals_in_private_are_told_together() -> None:
    dispatcher = FakeDispatcher(mark=Mark.REFUSED)
    async with stage(dispatcher=dispatcher) as scene:
        ada = scene.sim.add_user("Ada")
        await ada.starts()
        scene.sim.hold()
        for number in range(12):
            await ada.says(ada.private, f"word{number}")
        scene.sim.release()
        await scene.sim.until(lambda: ada.private.said("word11: refused"))
        said = [each.text for each in ada.private.bot_messages if "refused" in each.text]
        assert "\n".join(said) == "\n".join(f"word{number}: refused" for number in range(12))
        assert len(said) < 12


async def test_w_sends_words_that_are_meant() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.says(group, "/w été plage")
        typed = await scene.heard("été plage")
        assert (typed.meant, typed.marked, typed.alone) == (True, True, False)
        await ada.says(group, "/m mot")
        await scene.heard("mot")
        await ada.says(group, "/w")
        await scene.asked("w")


async def test_replies_to_the_bot_are_meant() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await scene.app.post(Room(ChatRef("telegram", str(group.id))), says("Go!"))
        await ada.says(group, "plain talk")
        await ada.says(group, "some words", reply_to=last(group))
        assert (await scene.heard("some words")).meant
        assert [each.text for each in scene.dispatcher.texts] == ["some words"]


async def test_what_is_said_in_a_topic_replies_to_nobody() -> None:
    async with stage(privacy=False) as scene:
        forum, ada = scene.sim.add_group("Words", forum=True), scene.sim.add_user("Ada")
        forum.join(ada)
        topic = forum.add_topic("Rounds")
        topic.root.sender = scene.sim.bot
        await ada.says(forum, "some talk", topic=topic)
        typed = await scene.heard("some talk")
        assert not typed.meant
        assert typed.room.topic == str(topic.thread_id)


async def test_edited_messages_and_second_deliveries_count_for_nothing() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        message = await ada.says(group, "first")
        await scene.heard("first")
        await ada.edits(message, "second")
        scene.sim.redeliver(5)
        await scene.handled(ada, group)
        assert [each.text for each in scene.dispatcher.texts] == ["first"]


async def test_emoji_that_a_group_does_not_take_are_left_out_for_an_hour() -> None:
    dispatcher = FakeDispatcher(mark=Mark.REFUSED)
    async with stage(privacy=False, dispatcher=dispatcher) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        group.available_reactions = {"👍"}
        await ada.says(group, "one")
        await scene.sim.until(lambda: scene.metrics.dropped)
        await ada.says(group, "two")
        await scene.heard("two")
        # Others it may take.
        dispatcher.mark = Mark.ACCEPTED
        third = await ada.says(group, "three")
        await scene.sim.until(lambda: third.reactions)
        assert len(scene.sim.calls("setMessageReaction")) == 3
        group.available_reactions, dispatcher.mark = {"👎"}, Mark.REFUSED
        scene.time.seconds += HOUR + 1
        fourth = await ada.says(group, "four")
        await scene.sim.until(lambda: fourth.reactions)


async def test_a_mark_that_a_group_does_not_take_is_set_with_another_emoji() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        group.available_reactions = {"🔥", "😢"}
        for mark, emoji in ((Mark.ACCEPTED, "🔥"), (Mark.REFUSED, "😢")):
            scene.dispatcher.mark = mark
            message = await ada.says(group, "one")
            await scene.sim.until(lambda message=message: message.reactions)  # type: ignore[misc]
            assert list(message.reactions.values()) == [emoji]
        assert scene.metrics.dropped == 0


async def test_reactions_wait_when_there_were_too_many() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        scene.sim.limit_next("setMessageReaction", retry_after=7)
        first = await ada.says(group, "one")
        await scene.sim.until(lambda: scene.metrics.limited)
        message = await ada.says(group, "two")
        await scene.sim.until(lambda: first.reactions and message.reactions)
        assert 7.0 in scene.time.slept
        assert scene.metrics.dropped == 0


async def test_a_word_that_is_gone_needs_no_mark() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        scene.sim.hold()
        message = await ada.says(group, "one")
        await ada.deletes(message)
        scene.sim.release()
        await scene.sim.until(lambda: scene.metrics.dropped)
        second = await ada.says(group, "two")
        await scene.sim.until(lambda: second.reactions)


async def test_a_remark_that_cannot_be_sent_is_counted() -> None:
    async with stage(dispatcher=FakeDispatcher(mark=Mark.REFUSED)) as scene:
        ada = scene.sim.add_user("Ada")
        await ada.starts()
        await scene.answered()
        scene.sim.fail_next("sendMessage", 500, times=50)
        await ada.says(ada.private, "word")
        await scene.sim.until(lambda: scene.metrics.failed)
        assert scene.metrics.failed == ["answer"]
