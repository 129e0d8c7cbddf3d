"""The simulator of Discord, driven by a small bot of the real discord.py."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from tests.simulators.discord import Channel, DiscordSimulator, Guild, NotPossible, Person
from tests.simulators.discord.small_bot import SmallBot, running

CONTENT = discord.Intents(guilds=True, messages=True, message_content=True)


@pytest.fixture
async def sim() -> AsyncIterator[DiscordSimulator]:
    async with DiscordSimulator() as started:
        yield started


@pytest.fixture
def guild(sim: DiscordSimulator) -> Guild:
    return sim.add_guild("Words", locale="fr")


@pytest.fixture
def channel(guild: Guild) -> Channel:
    return guild.add_channel("play")


@pytest.fixture
def ana(sim: DiscordSimulator, guild: Guild) -> Person:
    return sim.add_user("Ana", guild, locale="fr")


@pytest.fixture
async def bot(
    sim: DiscordSimulator, guild: Guild, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[SmallBot]:
    assert guild.has_bot
    async with running(sim, monkeypatch) as started:
        yield started


async def place(bot: SmallBot, channel: Channel) -> discord.TextChannel:
    found = await bot.sim.until(lambda: bot.get_channel(channel.id))
    assert isinstance(found, discord.TextChannel)
    return found


async def test_a_bot_logs_in_and_knows_its_guilds(
    sim: DiscordSimulator, bot: SmallBot, channel: Channel, guild: Guild
) -> None:
    assert [known.name for known in bot.guilds] == ["Words"]
    found = await place(bot, channel)
    assert found.permissions_for(found.guild.me).send_messages
    channel.deny("SEND_MESSAGES")
    guild.add_channel("second")
    await sim.until(lambda: "CHANNEL_UPDATE" in bot.events and len(bot.guilds[0].channels) == 2)
    assert not found.permissions_for(found.guild.me).send_messages
    assert sim.command_writes == 1
    assert not sim.violations


@pytest.mark.usefixtures("bot")
async def test_a_command_deferred_edited_and_followed_up(
    sim: DiscordSimulator, channel: Channel, ana: Person
) -> None:
    interaction = await ana.slash(channel, "play", language="fr", seconds=60)
    message = await interaction.response()
    assert interaction.deferred
    assert interaction.acknowledged_after is not None
    assert interaction.acknowledged_after < 3
    assert message.content == "60 s"
    assert message in channel.messages
    assert [(f.filename, f.data, f.description) for f in message.attachments] == [
        ("grid.png", b"picture", "The grid")
    ]
    followup = await interaction.followup()
    assert followup.ephemeral
    assert followup in channel.ephemerals
    async with aiohttp.ClientSession() as session, session.get(message.attachments[0].url) as got:
        assert await got.read() == b"picture"
    assert not sim.violations


@pytest.mark.usefixtures("bot")
async def test_completion_and_what_the_client_refuses(channel: Channel, ana: Person) -> None:
    choices = await ana.completes(channel, "play", "language", "e")
    assert [choice["value"] for choice in choices] == ["en", "es"]
    for wrong in ({"seconds": 60}, {"language": "fr", "seconds": 5}, {"language": 3}, {"x": 1}):
        with pytest.raises(NotPossible):
            await ana.slash(channel, "play", **wrong)
    with pytest.raises(NotPossible):
        await ana.slash(channel, "unknown")
    with pytest.raises(NotPossible, match="permissions"):
        await ana.slash(channel, "set", player=ana)
    with pytest.raises(NotPossible, match="context"):
        await ana.slash(ana.dm, "set", player=ana)


@pytest.mark.usefixtures("bot")
async def test_permissions_and_resolved_members(
    sim: DiscordSimulator, channel: Channel, guild: Guild, ana: Person
) -> None:
    moderator = sim.add_user("Mo")
    guild.join(moderator, moderator=True)
    reply = await (await moderator.slash(channel, "set", player=ana)).response()
    assert reply.content == f"set <@{ana.id}>"
    assert reply.pings.users == {ana}


@pytest.mark.usefixtures("bot")
async def test_form_buttons_and_menu(sim: DiscordSimulator, channel: Channel, ana: Person) -> None:
    modal = await (await ana.slash(channel, "words")).form()
    with pytest.raises(NotPossible):
        await ana.submits(modal, {"words": "x" * 101})
    answer = await (await ana.submits(modal, {"words": "chat\nchien"})).response()
    assert (answer.content, answer.ephemeral) == ("2 words", True)

    message = await (await ana.slash(channel, "play", language="fr")).response()
    await (await ana.clicks(message, "Again")).response()
    assert message.content == "changed"
    assert [version.content for version in message.edits] == ["120 s"]
    clicked = await ana.clicks(message, "later")
    assert (await clicked.response()).content == "changed later"
    chosen = await (await ana.selects(message, "language", "it")).response()
    assert chosen.content == "it"
    with pytest.raises(NotPossible):
        await ana.selects(message, "language", "pt")
    assert not sim.violations


async def test_direct_messages_and_users_who_refuse_them(
    sim: DiscordSimulator, bot: SmallBot, ana: Person
) -> None:
    user = await bot.fetch_user(ana.id)
    await user.send("hello")
    assert [message.content for message in ana.dm.messages] == ["hello"]
    await (await ana.slash(ana.dm, "play", language="fr")).response()
    ana.refuses_dms = True
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("again")
    assert refused.value.code == 50007
    assert not sim.violations


@pytest.mark.usefixtures("bot")
async def test_user_installed_where_the_bot_is_not(sim: DiscordSimulator) -> None:
    elsewhere = sim.add_guild("Elsewhere", has_bot=False)
    channel = elsewhere.add_channel("talk")
    eve = sim.add_user("Eve", elsewhere)
    with pytest.raises(NotPossible, match="installations"):
        await eve.slash(channel, "play", language="fr")
    eve.installed = True
    interaction = await eve.slash(channel, "play", language="fr")
    assert (await interaction.response()).content == "120 s"
    assert interaction.owners == {"1": str(eve.id)}


async def test_history_reactions_and_errors(
    sim: DiscordSimulator, bot: SmallBot, channel: Channel, ana: Person
) -> None:
    said = [await ana.says(channel, f"word {number}") for number in range(7)]
    found = await place(bot, channel)
    seen = [message async for message in found.history(limit=3, after=discord.Object(said[1].id))]
    assert [message.id for message in seen] == [message.id for message in said[2:5]]
    message = found.get_partial_message(said[0].id)
    await message.add_reaction("✅")
    assert said[0].reactions == {"✅": [sim.me]}
    await ana.reacts(said[0], "✅")
    await message.remove_reaction("✅", discord.Object(sim.me.id))
    assert said[0].reactions == {"✅": [ana]}
    with pytest.raises(discord.NotFound) as unknown:
        await found.fetch_message(1)
    assert unknown.value.code == 10008
    channel.deny("SEND_MESSAGES")
    with pytest.raises(discord.Forbidden) as denied:
        await found.send("no")
    assert denied.value.code == 50013
    assert not sim.violations
    with pytest.raises(discord.Forbidden) as foreign:
        await message.edit(content="mine")
    assert foreign.value.code == 50005
    assert len(sim.violations) == 1


async def test_limits_are_told_obeyed_and_enforced(
    sim: DiscordSimulator, bot: SmallBot, channel: Channel
) -> None:
    sim.limits.counts["messages"] = (2, 0.2)
    found = await place(bot, channel)
    await asyncio.gather(*(found.send(str(number)) for number in range(5)))
    assert len(channel.messages) == 5
    assert not sim.refused
    sim.limit_next("POST", r"/channels/\d+/messages", retry_after=0.1)
    sim.fail_next("POST", r"/channels/\d+/messages", status=403)
    with pytest.raises(discord.Forbidden):
        await found.send("limited, then failed")
    path = f"/channels/{channel.id}/messages"
    assert [r.status for r in sim.requests if r.path == path][-2:] == [429, 403]
    sim.cut_next("POST", r"/channels/\d+/messages")
    with pytest.raises(aiohttp.ClientError):
        await found.send("cut")
    headers = {"Authorization": f"Bot {sim.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        url, words = f"{sim.api_url}{path}", {"content": "word"}
        answers = [(await session.post(url, json=words)).status for _ in range(4)]
    assert 429 in answers
    assert sim.refused


async def test_a_late_answer_is_refused(
    sim: DiscordSimulator, bot: SmallBot, channel: Channel, ana: Person
) -> None:
    sim.callback_deadline = 0
    interaction = await ana.slash(channel, "late")
    bot.answer_late.set()
    await sim.until(lambda: sim.violations)
    assert "10062" in sim.violations[0]
    with pytest.raises(TimeoutError, match="/late by Ana"):
        await interaction.response(within=0.01)


async def test_content_is_hidden_without_the_intent(
    sim: DiscordSimulator, bot: SmallBot, channel: Channel, ana: Person
) -> None:
    found = await place(bot, channel)
    await found.send("mine")
    answer = await (await ana.slash(channel, "play", language="fr")).response()
    await ana.says(channel, "hidden")
    await ana.says(channel, f"hello <@{sim.me.id}>")
    await ana.says(channel, "to a message", reply_to=channel.messages[0], ping=False)
    await ana.says(channel, "to an answer", reply_to=answer, ping=False)
    await ana.says(ana.dm, "direct")
    await sim.until(lambda: len(bot.heard) == 5)
    heard = [message.content for message in bot.heard]
    assert heard == ["", f"hello <@{sim.me.id}>", "to a message", "", "direct"]


async def test_content_is_there_with_the_intent(
    sim: DiscordSimulator, channel: Channel, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(sim, monkeypatch, CONTENT) as bot:
        at = 1_700_000_000.5
        said = await ana.says(channel, "chat", at=at)
        await sim.until(lambda: bot.heard)
        assert bot.heard[0].content == "chat"
        assert bot.heard[0].created_at.timestamp() == at
        await ana.edits(said, "chien")
        await ana.deletes(said)
        await sim.until(lambda: "MESSAGE_DELETE" in bot.events)
        assert "MESSAGE_UPDATE" in bot.events


async def test_pings(sim: DiscordSimulator, bot: SmallBot, channel: Channel, ana: Person) -> None:
    found = await place(bot, channel)
    sim.limits.scale = 10
    text = f"<@{ana.id}> @everyone <@&5>"
    await found.send(text)
    await found.send(text, allowed_mentions=discord.AllowedMentions.none())
    await found.send(embed=discord.Embed(description=text))
    said = await ana.says(channel, "hello")
    await found.send(
        "reply", reference=discord.MessageReference(message_id=said.id, channel_id=channel.id)
    )
    await found.send(
        "quiet",
        mention_author=False,
        reference=discord.MessageReference(message_id=said.id, channel_id=channel.id),
    )
    first, silent, embed, _, reply, quiet = channel.messages
    assert first.pings.users == {ana}
    # The bot may not mention everyone.
    assert not first.pings.everyone
    assert not silent.pings
    assert not embed.pings
    assert reply.pings.users == {ana}
    assert not quiet.pings
    sent = found.get_partial_message(silent.id)
    await sent.edit(content=text + "!", allowed_mentions=discord.AllowedMentions.none())
    assert not silent.pings
    # An edit that says nothing of mentions parses them anew.
    await sent.edit(content=text)
    assert silent.pings.users == {ana}
