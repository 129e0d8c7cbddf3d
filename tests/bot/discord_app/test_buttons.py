"""Buttons and the form: they work after a restart, and answer where they should."""

from dataclasses import replace
from typing import Any

from bot.messages import Audience, Button, Image, Look, Mark, Reply, Said
from core.ids import PlayerRef
from tests.bot.discord_app.conftest import Play, Stage
from tests.simulators.discord import SimMessage
from tests.simulators.discord.shapes import moment

BUTTONS = (
    (Button("Words", "words:12:2"), Button("Again", "again:12", Look.GOOD)),
    (Button("Type", "type:12", Look.MAIN),),
)
BOARD = Reply(title="Board", buttons=BUTTONS)


async def board(stage: Stage) -> SimMessage:
    """Return a message with buttons."""
    stage.dispatcher.reply = BOARD
    return await (await stage.ana.slash(stage.channel, "help")).response()


def title(message: SimMessage) -> Any:
    return message.embeds[0]["title"]


async def test_a_button_asks_the_game(play: Play) -> None:
    message = await board(play)
    play.dispatcher.reply = Reply(title="All words", audience=Audience.ASKER)
    sent = await play.ana.clicks(message, "Words")
    answer = await sent.response()
    assert answer.ephemeral
    assert title(answer) == "All words"
    request = play.dispatcher.requests[-1]
    assert (request.name, request.args) == ("words", {"1": "12", "2": "2"})
    assert request.room == play.room


async def test_a_button_may_change_its_message(play: Play) -> None:
    message = await board(play)
    play.dispatcher.reply = Reply(title="Page 2", replaces=True)
    sent = await play.ana.clicks(message, "Words")
    assert await sent.response() is message
    assert title(message) == "Page 2"
    assert message.components == []
    await play.dispatcher.until(lambda: play.dispatcher.ids[1:] == [str(message.id)])


async def test_a_changed_message_may_get_another_picture(play: Play) -> None:
    message = await board(play)
    for name in ("one.png", "two.png"):
        picture = Image(b"\x89PNG", "A grid", name)
        play.dispatcher.reply = replace(BOARD, image=picture, replaces=True)
        await (await play.ana.clicks(message, "Words")).response()
        assert [file.filename for file in message.attachments] == [name]
        assert message.embeds[0]["image"]["url"] == f"attachment://{name}"


async def test_a_slow_button_changes_its_message_too(stage: Stage) -> None:
    async with stage.running(patience=0):
        message = await board(stage)

        async def late(_: object, send: Any) -> None:
            await stage.sim.until(lambda: sent.callback)
            await send(Reply(title="Page 2", replaces=True))

        stage.dispatcher.answers = late
        sent = await stage.ana.clicks(message, "Words")
        assert await sent.response() is message
        assert sent.deferred
        assert title(message) == "Page 2"


async def test_the_message_of_a_button_may_be_gone(stage: Stage) -> None:
    async with stage.running(patience=0):
        message = await board(stage)

        async def late(_: object, send: Any) -> None:
            await stage.sim.until(lambda: sent.callback)
            stage.channel.messages.remove(message)
            message.deleted = True
            await send(Reply(title="Page 2", replaces=True))

        stage.dispatcher.answers = late
        sent = await stage.ana.clicks(message, "Words")
        answer = await sent.followup()
        assert answer.ephemeral
        assert title(answer) == "Page 2"


async def test_buttons_survive_a_restart(stage: Stage) -> None:
    async with stage.running():
        message = await board(stage)
    async with stage.running():
        await (await stage.ana.clicks(message, "Words")).response()
    assert [request.name for request in stage.dispatcher.requests] == ["help", "words"]


async def test_another_round_needs_permissions_like_the_first(play: Play) -> None:
    message = await board(play)
    play.channel.deny("SEND_MESSAGES")
    answer = await (await play.ana.clicks(message, "Again")).response()
    assert "Send Messages" in answer.embeds[0]["description"]
    assert len(play.dispatcher.requests) == 1


async def test_words_are_typed_into_a_form(play: Play) -> None:
    message = await board(play)
    opened = await (await play.ana.clicks(message, "Type")).form()
    play.dispatcher.said = [Said("PLIE: 12 points", Mark.ACCEPTED), Said("*X*: no", Mark.REFUSED)]
    sent = await play.ana.submits(opened, {"words": "plie\nx"})
    answer = await sent.response()
    assert answer.ephemeral
    assert answer.embeds[0]["description"] == "PLIE: 12 points\n\\*X\\*: no"
    [typed] = play.dispatcher.texts
    assert (typed.room, typed.text, typed.id) == (play.room, "plie\nx", f"i{sent.id}")
    assert (typed.meant, typed.marked, typed.locale) == (True, False, "fr")
    assert typed.member.ref == PlayerRef("discord", str(play.ana.id))
    assert typed.at == moment(sent.id)


async def test_a_form_without_a_round_says_so(play: Play) -> None:
    message = await board(play)
    opened = await (await play.ana.clicks(message, "Type")).form()
    answer = await (await play.ana.submits(opened, {"words": "plie"})).response()
    assert answer.ephemeral
    assert answer.embeds[0]["description"]


async def test_a_form_opened_before_a_restart_counts(stage: Stage) -> None:
    async with stage.running():
        message = await board(stage)
        opened = await (await stage.ana.clicks(message, "Type")).form()
    async with stage.running():
        await (await stage.ana.submits(opened, {"words": "plie"})).response()
    assert [typed.text for typed in stage.dispatcher.texts] == ["plie"]
