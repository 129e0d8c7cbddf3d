"""Posts and edits that nobody asked for, and failures to send them."""

import asyncio

import aiohttp
import pytest

from bot.messages import Button, Gone, Image, Mark, Reply, Span, private_room
from core.ids import ChatRef, PlayerRef, Room
from tests.bot.discord_app.conftest import Play, Stage
from tests.helpers.gates import SPEAKING, Turnstile
from tests.helpers.marks import marking
from tests.simulators.discord import Channel

BOARD = Reply(
    title="Board", image=Image(b"\x89PNG", "A grid"), buttons=((Button("Stop", "halt"),),)
)
DELETED_CHANNEL = "1"


def reactions(channel: Channel) -> list[str]:
    return [sign for message in channel.messages for sign in message.reactions]


async def test_a_post_is_a_message_of_its_room(play: Play) -> None:
    number = await play.app.post(play.room, BOARD)
    [message] = play.channel.messages
    assert number == str(message.id)
    assert message.embeds[0]["image"]["url"] == "attachment://seize.png"
    assert message.attachments[0].description == "A grid"


async def test_a_player_is_written_to_in_private(play: Play) -> None:
    home = private_room(PlayerRef("discord", str(play.ana.id)))
    number = await play.app.post(home, Reply(title="Yours"))
    [message] = play.ana.dm.messages
    assert number == str(message.id)
    await play.app.edit(home, number, lambda: Reply(title="Changed"))
    assert message.embeds[0]["title"] == "Changed"


async def test_a_player_who_takes_no_messages_is_gone(play: Play) -> None:
    play.ana.refuses_dms = True
    with pytest.raises(Gone):
        await play.app.post(private_room(PlayerRef("discord", str(play.ana.id))), BOARD)


async def test_threads_that_the_client_does_not_know_are_looked_up(stage: Stage) -> None:
    thread = stage.channel.add_thread("quick")
    thread.archive()
    async with stage.running() as app:
        await app.post(stage.room_of(thread), BOARD)
        assert len(thread.messages) == 1


@pytest.mark.parametrize("permission", ["SEND_MESSAGES", "VIEW_CHANNEL", "EMBED_LINKS"])
async def test_a_room_where_seize_may_not_speak_is_gone(play: Play, permission: str) -> None:
    play.channel.deny(permission)
    with pytest.raises(Gone):
        await play.app.post(play.room, BOARD)
    assert play.channel.messages == []


async def test_places_that_are_not_there_are_gone(play: Play) -> None:
    play.channel.delete()
    chat = play.room.chat
    for room in (play.room, Room(chat), Room(ChatRef("discord", "5"), "6"), Room(chat, "7")):
        with pytest.raises(Gone):
            await play.app.post(room, BOARD)


async def test_a_server_that_threw_seize_out_is_gone(play: Play) -> None:
    number = await play.app.post(play.room, BOARD)
    play.guild.remove_bot()
    await play.dispatcher.until(lambda: play.dispatcher.gone)
    with pytest.raises(Gone):
        await play.app.post(play.room, BOARD)
    assert not await play.app.edit(play.room, number, lambda: BOARD)


async def test_an_edit_keeps_the_picture(play: Play) -> None:
    number = await play.app.post(play.room, BOARD)
    await play.app.edit(play.room, number, lambda: Reply(title="Later", body=(Span("1 word"),)))
    [message] = play.channel.messages
    assert message.embeds[0]["title"] == "Later"
    assert message.embeds[0]["image"]["url"] == "attachment://seize.png"
    assert [file.filename for file in message.attachments] == ["seize.png"]
    assert message.components == []


async def test_an_edit_keeps_the_picture_of_an_answer(play: Play) -> None:
    play.dispatcher.reply = BOARD
    message = await (await play.ana.slash(play.channel, "play")).response()
    await play.dispatcher.until(lambda: play.dispatcher.ids)
    await play.app.edit(play.room, play.dispatcher.ids[0], lambda: BOARD)
    assert len(message.edits) == 1
    assert message.embeds[0]["image"]["url"] == "attachment://seize.png"
    assert not any(sent.method == "GET" and "/messages/" in sent.path for sent in play.sim.requests)


async def test_an_edit_keeps_the_picture_of_an_earlier_process(stage: Stage) -> None:
    async with stage.running() as app:
        number = await app.post(stage.room, BOARD)
    async with stage.running() as app:
        await app.edit(stage.room, number, lambda: Reply(title="Later"))
    [message] = stage.channel.messages
    assert message.embeds[0]["image"]["url"].endswith("seize.png")
    assert len(message.attachments) == 1


async def test_an_edit_is_drawn_when_the_one_before_is_through(play: Play) -> None:
    number = await play.app.post(play.room, Reply(title="0"))
    titles = iter("123")
    drawn: list[int] = []

    def draw() -> Reply:
        drawn.append(len(play.channel.messages[0].edits))
        return Reply(title=next(titles))

    await asyncio.gather(*(play.app.edit(play.room, number, draw) for _ in range(3)))
    assert drawn == [0, 1, 2]


async def test_messages_that_are_gone_or_empty_are_not_edited(play: Play) -> None:
    number = await play.app.post(play.room, Reply(title="Board"))
    await play.app.edit(play.room, "", lambda: BOARD)
    await play.app.edit(play.room, number, lambda: Reply(title=""))
    assert play.channel.messages[0].edits == []
    play.channel.messages.clear()
    await play.app.edit(play.room, number, lambda: Reply(title="Later"))
    await play.app.edit(play.room, "77", lambda: Reply(title="Later"))


async def test_a_post_outlasts_cut_connections_and_a_server_that_fails(play: Play) -> None:
    play.sim.cut_next("POST", "/messages$", times=2)
    play.sim.fail_next("POST", "/messages$", status=503, times=2)
    await play.app.post(play.room, BOARD)
    assert len(play.channel.messages) == 1
    assert play.channel.messages[0].attachments[0].data == b"\x89PNG"


async def test_a_post_outlasts_a_limit_that_is_counted(play: Play) -> None:
    play.sim.limit_next("POST", "/messages$", 0.05)
    await play.app.post(play.room, BOARD)
    assert len(play.channel.messages) == 1
    assert play.metrics.counts["limited"] == 1


async def test_an_outage_of_a_server_is_no_end(play: Play) -> None:
    play.guild.go_down()
    await play.ana.says(play.ana.dm, "and then")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    assert not play.app.hears(Room(play.room.chat, "5"))
    posting = asyncio.create_task(play.app.post(play.room, BOARD))
    play.guild.come_back()
    await posting
    assert len(play.channel.messages) == 1


async def test_a_post_gives_up_in_the_end(play: Play) -> None:
    play.sim.cut_next("POST", "/messages$", times=99)
    with pytest.raises(aiohttp.ClientError):
        await play.app.post(play.room, BOARD)
    assert play.metrics.counts["post"] == 1


async def test_an_edit_gives_up_soon(play: Play) -> None:
    number = await play.app.post(play.room, Reply(title="Board"))
    play.sim.cut_next("PATCH", "/messages/", times=1)
    await play.app.edit(play.room, number, lambda: Reply(title="Later"))
    assert play.channel.messages[0].embeds[0]["title"] == "Later"
    play.sim.cut_next("PATCH", "/messages/", times=2)
    with pytest.raises(aiohttp.ClientError):
        await play.app.edit(play.room, number, lambda: Reply(title="Latest"))
    assert play.metrics.counts["edit"] == 1


async def test_messages_are_marked(play: Play) -> None:
    texts = [await play.ana.says(play.channel, "plie") for _ in Mark]
    for text, mark in zip(texts, Mark, strict=True):
        play.app.react(play.room, str(text.id), marking(mark))
    await play.sim.until(lambda: len(reactions(play.channel)) == 4)
    assert reactions(play.channel) == ["✅", "❌", "🔁", "⚠️"]
    assert not play.sim.refused


async def test_a_mark_that_may_not_be_set_is_left_out(play: Play) -> None:
    text = await play.ana.says(play.channel, "plie")
    play.channel.deny("ADD_REACTIONS")
    play.app.react(play.room, str(text.id), marking(Mark.ACCEPTED))
    play.app.react(play.room, "i5", marking(Mark.ACCEPTED))
    play.app.react(Room(ChatRef("discord", "5"), "6"), "5", marking(Mark.ACCEPTED))
    play.channel.allow("ADD_REACTIONS")
    other = await play.ana.says(play.channel, "plis")
    play.app.react(play.room, str(other.id), marking(Mark.ACCEPTED))
    await play.sim.until(lambda: other.reactions)
    assert play.metrics.counts["dropped"] >= 1


async def test_nothing_is_sent_any_more_once_another_process_may_have_taken_over(
    stage: Stage,
) -> None:
    gate = Turnstile()
    async with stage.running(gate) as app:
        shown = await app.post(stage.room, BOARD)
        word = await stage.ana.says(stage.channel, "mat")
        gate.left, before = 0, len(stage.sim.requests)
        app.react(stage.room, str(word.id), marking(Mark.ACCEPTED))
        await gate.holds(1)
        acts = {
            "post": app.post(stage.room, Reply(title="Over")),
            "edit": app.edit(stage.room, shown, lambda: Reply(title="Closed")),
            "replace": app.replace(stage.room, shown, Reply(title="Other")),
        }
        assert {*acts, "react"} == SPEAKING
        for number, act in enumerate(acts.values(), 2):
            speaking = asyncio.create_task(act)
            await gate.holds(number)
            speaking.cancel()
            await asyncio.gather(speaking, return_exceptions=True)
        assert len(stage.sim.requests) == before


async def test_no_interaction_is_answered_any_more_either(stage: Stage) -> None:
    gate = Turnstile()
    async with stage.running(gate):
        gate.left = 0
        before = len(stage.sim.requests)
        await stage.ana.slash(stage.channel, "help")
        await gate.holds(1)
        assert len(stage.sim.requests) == before


async def test_the_next_try_of_a_request_asks_whether_it_may_still_be_made(stage: Stage) -> None:
    gate = Turnstile()
    async with stage.running(gate) as app:
        stage.sim.limit_next("POST", "/messages", 0.01)
        gate.left = 1
        posting = asyncio.create_task(app.post(stage.room, BOARD))
        await gate.holds(1)
        assert not stage.channel.messages
        posting.cancel()
        await asyncio.gather(posting, return_exceptions=True)
