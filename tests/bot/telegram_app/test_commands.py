from typing import Any

import pytest

from bot.messages import Audience, Button, File, private_room
from core.ids import ChatRef, PlayerRef, Room
from tests.bot.telegram_app.fakes import says
from tests.bot.telegram_app.stage import last, stage
from tests.simulators.telegram.markup import Parsed


async def test_a_command_of_a_group_is_answered_there() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada", language_code="pt-br")
        group.join(ada)
        scene.dispatcher.replies["play"] = says("A round!", title="Go")
        message = await ada.says(group, "/play fr 60", at=1_700_000_000)
        request = await scene.asked("play")
        message_id = await scene.answered()
    assert (request.name, request.text, request.id) == ("play", "fr 60", str(message.message_id))
    assert request.room == Room(ChatRef("telegram", str(group.id)))
    assert request.member.ref == PlayerRef("telegram", str(ada.id))
    assert (request.member.name, request.member.admin) == ("Ada", False)
    assert (request.locale, request.room_locale, request.alone) == ("pt-br", "", False)
    assert request.at == 1_700_000_000
    assert (last(group).text, str(last(group).message_id)) == ("Go\nA round!", message_id)
    assert last(group).reply_to is None


async def test_a_command_in_private_is_of_the_room_of_its_player() -> None:
    async with stage() as scene:
        ada = scene.sim.add_user("Ada", language_code="fr")
        await ada.starts()
        request = await scene.asked("help")
        await scene.answered()
        assert request.room == private_room(PlayerRef("telegram", str(ada.id)))
        assert (request.alone, request.locale, request.room_locale) == (True, "fr", "fr")
        assert last(ada.private).text == "help"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("/jouer", "play"),
        ("/Spielen@Seize_Bot", "play"),
        ("/rangliste", "leaderboard"),
        ("/regles", "rules"),
        ("/start", "help"),
        ("/play, please", "play"),
        ("/vie_privee", "privacy"),
    ],
)
async def test_commands_have_names_in_other_languages(text: str, name: str) -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.says(group, text)
        await scene.asked(name)


async def test_commands_of_other_bots_and_of_nobody_are_left_alone() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.says(group, "/play@other_bot")
        await ada.says(group, "/roll 20")
        await scene.handled(ada, group)
        assert [each.name for each in scene.dispatcher.requests] == ["play"]
        assert not scene.dispatcher.texts


async def test_a_command_copied_from_a_text_of_the_bot_works() -> None:
    async with stage() as scene:
        ada = scene.sim.add_user("Ada")
        await ada.starts()
        await ada.says(ada.private, "/\u2060play 60")
        assert (await scene.asked("play")).text == "60"


async def test_what_is_for_the_asker_answers_the_message() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        scene.dispatcher.replies["rules"] = says("So it goes.", audience=Audience.ASKER)
        message = await ada.says(group, "/rules")
        await scene.answered()
        assert last(group).reply_to is message


async def test_what_is_for_the_asker_does_without_a_message_that_is_gone() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        scene.sim.hold()
        await ada.deletes(await ada.says(group, "/rules"))
        scene.dispatcher.replies["rules"] = says("So it goes.", audience=Audience.ASKER)
        scene.sim.release()
        await scene.answered()
        assert group.said("So it goes.")


async def test_secrets_are_told_in_private() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.starts()
        scene.dispatcher.replies["privacy"] = says("All of it", audience=Audience.SECRET)
        await ada.says(group, "/privacy")
        await scene.answered(2)
        assert ada.private.said("All of it")
        assert not group.bot_messages


async def test_who_has_no_private_chat_is_shown_the_way_there() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada", language_code="de")
        group.join(ada)
        secret = File("seize.json", b"{}")
        scene.dispatcher.replies["privacy"] = says("Yours", audience=Audience.SECRET, file=secret)
        await ada.says(group, "/privacy")
        assert await scene.answered() == ""
        assert "Yours" not in last(group).text
        (button,) = last(group).buttons
        assert button.url == "https://t.me/seize_bot?start=privacy"
        await ada.starts("privacy")
        await scene.asked("privacy", 2)
        await scene.answered(2)
        assert ada.private.said("Yours")
        document = last(ada.private).document
        assert document
        assert document.content == b"{}"


async def test_a_link_asks_for_what_its_button_would() -> None:
    async with stage() as scene:
        ada = scene.sim.add_user("Ada")
        await ada.starts("type-12")
        request = await scene.asked("type")
        assert (request.args, request.text, request.alone) == ({"1": "12"}, "", True)
        # A button to type carries a token, which is the same for nobody else.
        await ada.starts("type-12-1a2b3c4d5e")
        request = await scene.asked("type", 2)
        assert request.args == {"1": "12", "2": "1a2b3c4d5e"}
        await ada.starts("words-12-2")
        assert (await scene.asked("words")).args == {"1": "12", "2": "2"}
        await ada.starts("%%%")
        await scene.asked("help")


@pytest.mark.parametrize("payload", ["forgotten", "show-hidden", "accept-3", "nonsense"])
async def test_a_link_of_a_stranger_does_no_harm(payload: str) -> None:
    async with stage() as scene:
        ada = scene.sim.add_user("Ada")
        await ada.starts(payload)
        await scene.asked("help")
        assert len(scene.dispatcher.requests) == 1


async def test_a_link_means_nothing_in_a_group() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.says(group, "/start type-12")
        await scene.asked("help")


async def test_admins_are_known_and_asked_for_once() -> None:
    async with stage() as scene:
        group = scene.sim.add_group("Words")
        ada, bob = scene.sim.add_user("Ada"), scene.sim.add_user("Bob")
        group.join(ada, admin=True)
        group.join(bob)
        await ada.says(group, "/stop")
        await bob.says(group, "/stop")
        await ada.says(group, "/stop")
        await scene.asked("stop", 3)
        assert [each.member.admin for each in scene.dispatcher.requests] == [True, False, True]
        asked = [each.params["user_id"] for each in scene.sim.calls("getChatMember")]
        assert asked.count(str(ada.id)) == 1
        scene.time.seconds += 61
        group.join(ada)
        await ada.says(group, "/stop")
        assert not (await scene.asked("stop", 4)).member.admin


async def test_who_cannot_be_asked_about_is_no_admin() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada, admin=True)
        scene.sim.fail_next("getChatMember", times=2)
        await ada.says(group, "/stop")
        assert not (await scene.asked("stop")).member.admin


async def test_players_are_named_by_a_reply_or_a_mention() -> None:
    async with stage(privacy=False) as scene:
        group = scene.sim.add_group("Words")
        ada, bob = scene.sim.add_user("Ada"), scene.sim.add_user("Bob Bell")
        group.join(ada)
        group.join(bob)
        said = await bob.says(group, "hello there")
        await ada.says(group, "/stats", reply_to=said)
        request = await scene.asked("stats")
        assert request.people["player"].ref.id == str(bob.id)
        mention = {"type": "text_mention", "offset": 7, "length": 8, "user_id": bob.id}
        command = {"type": "bot_command", "offset": 0, "length": 6}
        parsed = Parsed("/stats Bob Bell", [command, mention])
        scene.sim.world.tell(scene.sim.world.add_message(group, ada, parsed))
        request = await scene.asked("stats", 2)
        assert request.people["player"].name == "Bob Bell"
        assert request.text == ""
        await ada.says(group, "/rules", reply_to=said)
        assert not (await scene.asked("rules")).people


async def test_who_writes_as_the_group_is_asked_to_be_somebody() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        for text in ("/play", "word"):
            message = scene.sim.world.add_message(group, ada, Parsed(text))
            body = message.to_json() | {"sender_chat": group.to_json()}
            body["from"] = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
            scene.sim.world.publish("message", body)
        await scene.sim.until(lambda: group.bot_messages)
        await scene.handled(ada, group)
        assert "Remain anonymous" in group.bot_messages[0].text
        assert len(scene.dispatcher.requests) == 1
        assert not scene.dispatcher.texts


async def test_who_writes_words_as_a_channel_is_told_once_a_round() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        scene.dispatcher.french = True
        channel = {"id": -1_009_999_999_999, "type": "channel", "title": "News"}

        async def say(*texts: str) -> None:
            for text in texts:
                message = scene.sim.world.add_message(group, ada, Parsed(text))
                body = message.to_json() | {"sender_chat": channel}
                body["from"] = {"id": 136817688, "is_bot": True, "first_name": "Channel"}
                scene.sim.world.publish("message", body)
            await scene.handled(ada, group)

        await say("word")
        assert not group.said("chaîne")  # mere talk: no round is on
        scene.dispatcher.on = [Room(ChatRef("telegram", str(group.id)))]
        await say("word", "words", "sword")
        await scene.sim.until(lambda: group.said("choisis ton propre nom"))
        assert sum("chaîne" in each.text for each in group.bot_messages) == 1
        await say("/play")
        await scene.sim.until(
            lambda: sum("chaîne" in each.text for each in group.bot_messages) == 2
        )
        assert not scene.dispatcher.texts


@pytest.mark.parametrize(
    "more",
    [
        {"via_bot": {"id": 5, "is_bot": True, "first_name": "Inline"}},
        {"forward_origin": {"type": "hidden_user", "date": 1, "sender_user_name": "X"}},
        {"from": {"id": 5, "is_bot": True, "first_name": "Robot"}},
        {"is_automatic_forward": True},
    ],
)
async def test_what_nobody_said_themselves_is_not_read(more: dict[str, Any]) -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        for text in ("/play", "word"):
            message = scene.sim.world.add_message(group, ada, Parsed(text))
            scene.sim.world.publish("message", message.to_json() | more)
        await scene.handled(ada, group)
        assert [each.name for each in scene.dispatcher.requests] == ["play"]
        assert not scene.dispatcher.texts


async def test_a_topic_is_a_room_of_its_own() -> None:
    async with stage() as scene:
        forum, ada = scene.sim.add_group("Words", forum=True), scene.sim.add_user("Ada")
        forum.join(ada)
        topic = forum.add_topic("Rounds")
        await ada.says(forum, "/play", topic=topic)
        request = await scene.asked("play")
        await scene.answered()
        assert request.room.topic == str(topic.thread_id)
        assert last(forum).topic is topic
        await ada.says(forum, "/play")
        request = await scene.asked("play", 2)
        await scene.answered(2)
        assert request.room.topic == "1"
        assert last(forum).topic is None
        await scene.app.post(request.room, says("more"))
        assert last(forum).topic is None


async def test_threads_of_answers_are_no_rooms() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        first = await ada.says(group, "hello")
        await ada.says(group, "/play", reply_to=first)
        assert (await scene.asked("play")).room.topic == ""


async def test_the_button_to_type_opens_the_private_chat() -> None:
    buttons = ((Button("Type here", "type:12:1a2b3c4d5e"), Button("Stop", "halt")),)
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.starts()
        scene.dispatcher.replies["play"] = says("Go", buttons=buttons)
        await ada.says(group, "/play")
        await ada.says(ada.private, "/play")
        await scene.answered(3)
        assert [each.url for each in last(group).buttons] == [
            "https://t.me/seize_bot?start=type-12-1a2b3c4d5e",
            "",
        ]
        assert [each.label for each in last(ada.private).buttons] == ["Stop"]
