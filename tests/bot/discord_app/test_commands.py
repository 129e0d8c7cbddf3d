"""Commands: asked for from anywhere, answered in time to those who are to see it."""

import asyncio
from typing import Any

import discord
import pytest

from bot.messages import (
    Audience,
    Button,
    File,
    Image,
    Look,
    Reply,
    Request,
    Send,
    Span,
    Style,
    private_room,
)
from core.ids import ChatRef, PlayerRef, Room
from tests.bot.discord_app.conftest import Play, Stage

EPHEMERAL = 64


async def test_a_command_becomes_a_request(play: Play) -> None:
    bob = play.sim.add_user("Bob", play.guild)
    sent = await play.ana.slash(play.channel, "play", seconds=60, size="5x5")
    await sent.response()
    await play.ana.slash(play.channel, "stats", player=bob)
    await play.dispatcher.until(lambda: len(play.dispatcher.ids) == 2)
    first, second = play.dispatcher.requests
    assert (first.name, first.args) == ("play", {"seconds": "60", "size": "5x5"})
    assert (first.room, first.id) == (play.room, str(sent.id))
    assert (first.locale, first.room_locale, first.alone) == ("fr", "fr", False)
    assert first.member.ref == PlayerRef("discord", str(play.ana.id))
    assert (first.member.name, first.member.admin) == ("Ana", False)
    assert "Players" in first.member.roles
    assert str(play.guild.member_role.id) in first.member.roles
    assert (second.args, second.people["player"].name) == ({}, "Bob")
    assert second.people["player"].ref.id == str(bob.id)


async def test_moderators_are_admins(play: Play) -> None:
    boss = play.sim.add_user("Boss")
    play.guild.join(boss, moderator=True, nick="Chief")
    await (await boss.slash(play.channel, "help")).response()
    [request] = play.dispatcher.requests
    assert (request.member.name, request.member.admin) == ("Chief", True)


async def test_a_reply_is_one_embed_with_buttons_and_files(play: Play) -> None:
    play.dispatcher.reply = Reply(
        title="Round *1*",
        body=(Span("<@1> found "), Span("PLIE", Style.BOLD)),
        image=Image(b"\x89PNG", "A grid: P L I E"),
        file=File("words.txt", b"PLIE"),
        buttons=(
            (Button("Stop", "halt", Look.DANGER), Button("Why?", "why:1")),
            (Button("x" * 99, "again:1", Look.MAIN), Button("Twice", "halt")),
        ),
    )
    message = await (await play.ana.slash(play.channel, "play")).response()
    [embed] = message.embeds
    assert embed["title"] == r"Round \*1\*"
    assert embed["description"] == r"\<\@1\> found **PLIE**"
    assert embed["image"]["url"] == "attachment://seize.png"
    assert [(file.filename, file.description) for file in message.attachments] == [
        ("seize.png", "A grid: P L I E"),
        ("words.txt", None),
    ]
    assert [(part["custom_id"], part["style"]) for part in message.buttons] == [
        ("seize:halt", 4),
        ("seize:why:1", 2),
        ("seize:again:1", 1),
    ]
    assert message.buttons[2]["label"] == "x" * 79 + "…"
    assert not message.pings
    await play.dispatcher.until(lambda: play.dispatcher.ids == [str(message.id)])


@pytest.mark.parametrize("audience", [Audience.ASKER, Audience.SECRET])
async def test_what_only_the_asker_is_to_see_is_ephemeral(play: Play, audience: Audience) -> None:
    play.dispatcher.reply = Reply(title="Yours", audience=audience)
    sent = await play.ana.slash(play.channel, "rules")
    assert (await sent.response()).ephemeral
    await play.dispatcher.until(lambda: play.dispatcher.ids == [""])


async def test_in_direct_messages_nothing_needs_to_be_hidden(play: Play) -> None:
    play.dispatcher.reply = Reply(title="Yours", audience=Audience.SECRET)
    message = await (await play.ana.slash(play.ana.dm, "privacy")).response()
    assert not message.ephemeral
    [request] = play.dispatcher.requests
    assert request.room == private_room(request.member.ref)
    assert request.alone
    assert request.member.admin
    await play.dispatcher.until(lambda: play.dispatcher.ids == [str(message.id)])


async def test_a_thread_is_a_room_of_its_own(play: Play) -> None:
    thread = play.channel.add_thread("quick")
    await (await play.ana.slash(thread, "play")).response()
    assert play.dispatcher.requests[0].room == play.room_of(thread)


class Slow:
    """Answers when it is let."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = replies
        self.go = asyncio.Event()
        self.ids: list[str] = []

    async def __call__(self, _: Request, send: Send) -> None:
        await self.go.wait()
        for reply in self.replies:
            self.ids.append(await send(reply))


async def test_a_slow_answer_is_announced_and_then_given(stage: Stage) -> None:
    stage.dispatcher.answers = slow = Slow(Reply(title="Done"), Reply(title="More"))
    async with stage.running(patience=0.01):
        sent = await (await stage.ana.slash(stage.channel, "solve", letters="ABCD")).acknowledged()
        assert sent.deferred
        assert not sent.ephemeral
        slow.go.set()
        message = await sent.response()
        assert message.embeds[0]["title"] == "Done"
        assert (await sent.followup()).embeds[0]["title"] == "More"
        await stage.dispatcher.until(lambda: len(slow.ids) == 2)
        assert slow.ids[0] == str(message.id)


async def test_an_answer_announced_to_all_can_still_be_for_one(stage: Stage) -> None:
    stage.dispatcher.answers = slow = Slow(Reply(title="No", audience=Audience.ASKER))
    async with stage.running(patience=0.01):
        sent = await (await stage.ana.slash(stage.channel, "play")).acknowledged()
        slow.go.set()
        message = await sent.followup()
        assert message.ephemeral
        assert sent.original
        assert sent.original.deleted
        assert stage.channel.messages == []


async def test_an_answer_announced_to_one_can_still_be_for_all(stage: Stage) -> None:
    stage.dispatcher.answers = slow = Slow(Reply(title="All"))
    async with stage.running(patience=0.01):
        sent = await (await stage.ana.slash(stage.channel, "w", words="plie")).acknowledged()
        assert sent.ephemeral
        slow.go.set()
        message = await sent.followup()
        assert not message.ephemeral
        assert stage.channel.messages == [message]


async def test_an_announcement_without_an_answer_is_taken_back(stage: Stage) -> None:
    stage.dispatcher.answers = slow = Slow()
    async with stage.running(patience=0.01):
        sent = await (await stage.ana.slash(stage.channel, "play")).acknowledged()
        slow.go.set()
        await stage.sim.until(lambda: sent.original and sent.original.deleted)


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let announcements come through, while what Discord says to them gets lost."""
    defer = discord.InteractionResponse.defer

    async def lost(response: Any, **kwargs: Any) -> None:
        await defer(response, **kwargs)
        response._response_type = None
        raise ConnectionResetError

    monkeypatch.setattr(discord.InteractionResponse, "defer", lost)


@pytest.mark.usefixtures("deaf")
@pytest.mark.parametrize("audience", [Audience.ROOM, Audience.SECRET])
async def test_an_announcement_of_which_nothing_is_known_gives_nothing_away(
    stage: Stage, audience: Audience
) -> None:
    stage.dispatcher.answers = slow = Slow(Reply(title="Yours", audience=audience))
    async with stage.running(patience=0.01):
        sent = await (await stage.ana.slash(stage.channel, "play")).acknowledged()
        await stage.metrics.until(lambda: stage.metrics.counts["answer"])
        slow.go.set()
        message = await stage.sim.until(lambda: sent.messages and sent.messages[0])
        assert message
        assert message.ephemeral == (audience is Audience.SECRET)
    assert ["40060" in violation for violation in stage.sim.violations] == [True]
    stage.sim.violations.clear()


async def test_completions_are_the_games(play: Play) -> None:
    play.dispatcher.completions = [("en", "English"), ("fr-big", "x" * 120), ("y" * 101, "Long")]
    play.dispatcher.completions += [(str(number), str(number)) for number in range(40)]
    choices = await play.ana.completes(play.channel, "play", "language", "e")
    assert play.dispatcher.asked == [("play", "language", "e")]
    assert len(choices) <= 25
    assert choices[0] == {"name": "English", "value": "en"}
    assert choices[1] == {"name": "x" * 100, "value": "fr-big"}


async def test_rounds_are_refused_where_seize_lacks_permissions(play: Play) -> None:
    play.channel.deny("EMBED_LINKS", "ATTACH_FILES", "ADD_REACTIONS")
    message = await (await play.ana.slash(play.channel, "play")).response()
    assert message.ephemeral
    assert "Embed Links, Attach Files" in message.embeds[0]["description"]
    assert "Add Reactions" not in message.embeds[0]["description"]
    await (await play.ana.slash(play.channel, "help")).response()
    assert [request.name for request in play.dispatcher.requests] == ["help"]


async def test_threads_have_a_permission_of_their_own(play: Play) -> None:
    thread = play.channel.add_thread("quick")
    play.channel.deny("SEND_MESSAGES_IN_THREADS")
    message = await (await play.ana.slash(thread, "play")).response()
    assert "Send Messages in Threads" in message.embeds[0]["description"]


async def test_rounds_are_refused_where_seize_is_no_member(play: Play) -> None:
    foreign = play.sim.add_guild("Elsewhere", has_bot=False)
    channel = foreign.add_channel("talk")
    eve = play.sim.add_user("Eve", foreign, installed=True)
    message = await (await eve.slash(channel, "play")).response()
    assert message.ephemeral
    assert str(play.sim.application_id) in message.buttons[0]["url"]
    assert play.dispatcher.requests == []
    await (await eve.slash(channel, "help")).response()
    [request] = play.dispatcher.requests
    assert request.room == Room(ChatRef("discord", str(channel.id)))


async def test_two_users_talk_is_no_direct_message_with_seize(play: Play) -> None:
    eve = play.sim.add_user("Eve", installed=True)
    group = play.sim.add_group(eve, play.ana)
    message = await (await eve.slash(group, "play")).response()
    assert message.buttons[0]["url"].startswith("https://discord.com/oauth2/authorize")
    await (await eve.slash(group, "help")).response()
    assert not play.dispatcher.requests[0].alone


async def test_what_discord_no_longer_takes_as_an_answer_is_posted(stage: Stage) -> None:
    stage.sim.callback_deadline = -1
    async with stage.running():
        sent = await stage.ana.slash(stage.channel, "play")
        await stage.sim.until(lambda: stage.channel.messages)
        assert sent.callback is None
        assert stage.channel.messages[0].embeds[0]["title"] == "Seize"
        await stage.dispatcher.until(
            lambda: stage.dispatcher.ids == [str(stage.channel.messages[0].id)]
        )
        assert stage.metrics.counts["answer"] == 1
    stage.sim.violations.clear()


async def test_what_was_for_one_is_not_posted_to_all(stage: Stage) -> None:
    stage.sim.callback_deadline = -1
    stage.dispatcher.reply = Reply(title="Yours", audience=Audience.ASKER)
    async with stage.running():
        await stage.ana.slash(stage.channel, "rules")
        await stage.dispatcher.until(lambda: stage.dispatcher.ids == [""])
        assert stage.channel.messages == []
    stage.sim.violations.clear()


async def test_an_answer_cut_off_is_sent_again(play: Play) -> None:
    play.sim.cut_next("POST", "/callback$")
    message = await (await play.ana.slash(play.channel, "play")).response()
    assert play.channel.messages == [message]
