"""The rules of Discord that the simulator keeps over time: tokens, files, threads, people."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.simulators.discord import Channel, DiscordSimulator, Guild, NotPossible, Person
from tests.simulators.discord.raw import (
    button,
    callback,
    command,
    hook,
    option,
    post,
    row,
    send_files,
)
from tests.simulators.discord.shapes import Json

PICTURE: Json = {"id": 0, "filename": "x.png"}


@pytest.fixture
async def sim() -> AsyncIterator[DiscordSimulator]:
    async with DiscordSimulator() as started:
        # Those are not the rates that matter here.
        started.limits.scale = 100
        yield started


@pytest.fixture
def guild(sim: DiscordSimulator) -> Guild:
    return sim.add_guild("Words")


@pytest.fixture
def channel(guild: Guild) -> Channel:
    return guild.add_channel("play")


@pytest.fixture
async def ana(sim: DiscordSimulator, guild: Guild) -> Person:
    path = f"/applications/{sim.application_id}/commands"
    commands = [
        command(options=[option(autocomplete=True)]),
        command(name="anywhere", integration_types=[1], contexts=[0, 1, 2]),
    ]
    await post(sim, path, commands, "PUT")
    return sim.add_user("Ana", guild)


async def test_the_life_of_an_interaction(
    sim: DiscordSimulator, channel: Channel, ana: Person
) -> None:
    interaction = await ana.slash(channel, "play")
    assert (await hook(sim, interaction, {"content": "early"}))["code"] == 10015
    answer = await callback(sim, interaction, 5, flags=64)
    assert answer["interaction"]["response_message_loading"]
    assert (await callback(sim, interaction, 4, content="twice"))["code"] == 40060
    assert (await hook(sim, interaction, {"content": ""}))["code"] == 50006
    filled = await hook(sim, interaction, {"content": "filled", "flags": 0})
    assert filled["flags"] & 64
    assert interaction.ephemeral
    assert not channel.messages
    follow_up = await hook(sim, interaction, {"content": "public"})
    path = f"/messages/{follow_up['id']}"
    await hook(sim, interaction, {"content": "edited"}, path, "PATCH")
    assert [message.content for message in interaction.messages] == ["filled", "edited"]
    hidden = f"/channels/{channel.id}/messages/{filled['id']}"
    assert (await post(sim, hidden, {"content": "x"}, "PATCH"))["code"] == 10008
    sim.token_lifetime = 0
    assert (await hook(sim, interaction, {"content": "late"}))["code"] == 50027
    wrong = await post(sim, f"/interactions/{interaction.id}/wrong/callback", {"type": 5})
    assert wrong["code"] == 10062


async def test_without_the_bot_five_followups(sim: DiscordSimulator, ana: Person) -> None:
    elsewhere = sim.add_guild("Elsewhere", has_bot=False)
    elsewhere.allows_external_apps = False
    channel = elsewhere.add_channel("talk")
    elsewhere.join(ana)
    ana.installed = True
    sim.limits.scale = 10
    interaction = await ana.slash(channel, "anywhere")
    await callback(sim, interaction, 4, content="first")
    assert interaction.ephemeral
    codes = [(await hook(sim, interaction, {"content": "more"})).get("code") for _ in range(6)]
    assert codes == [None] * 5 + [40094]
    assert (await post(sim, f"/channels/{channel.id}/messages", {"content": "x"}))["code"] == 50001
    group = sim.add_group(ana, elsewhere.owner)
    await callback(sim, await ana.slash(group, "anywhere"), 4, content="in private")
    assert group.messages[0].content == "in private"


async def test_files_have_limits_and_stay_when_edits_list_them(
    sim: DiscordSimulator, channel: Channel
) -> None:
    sim.attachment_limit = 1000
    assert (await send_files(sim, channel, [b"x" * 1001]))["code"] == 40005
    assert (await send_files(sim, channel, [b"x"] * 11))["code"] == 50035
    long = PICTURE | {"description": "x" * 1025}
    assert (await send_files(sim, channel, [b"x"], [long]))["code"] == 50035
    assert len(sim.violations) == 3
    sent = await send_files(sim, channel, [b"one", b"two"])
    assert [file["filename"] for file in sent["attachments"]] == ["a_picture.png"] * 2
    path = f"/channels/{channel.id}/messages/{sent['id']}"
    await post(sim, path, {"content": "kept"}, "PATCH")
    assert len(channel.messages[0].attachments) == 2
    await post(sim, path, {"attachments": [{"id": sent["attachments"][1]["id"]}]}, "PATCH")
    assert [file.data for file in channel.messages[0].attachments] == [b"two"]


async def test_permissions_threads_and_replies(
    sim: DiscordSimulator, guild: Guild, channel: Channel
) -> None:
    path = f"/channels/{channel.id}/messages"
    reply = {"content": "x", "message_reference": {"message_id": "1"}}
    assert (await post(sim, path, reply))["code"] == 50035
    channel.deny("READ_MESSAGE_HISTORY", "EMBED_LINKS")
    assert (await post(sim, path, reply))["code"] == 160002
    assert (await post(sim, path, {"embeds": [{"title": "x"}]}))["code"] == 50013
    channel.deny("VIEW_CHANNEL")
    assert (await post(sim, path, {"content": "x"}))["code"] == 50001
    channel.allow("VIEW_CHANNEL")
    thread = channel.add_thread("side")
    inside = f"/channels/{thread.id}/messages"
    thread.archive()
    assert "id" in await post(sim, inside, {"content": "wakes it"})
    assert not thread.archived
    thread.archive(locked=True)
    assert (await post(sim, inside, {"content": "x"}))["code"] == 50083
    guild.bot_permissions = ["VIEW_CHANNEL"]
    assert (await post(sim, path, {"content": "x"}))["code"] == 50013
    channel.delete()
    assert (await post(sim, path, {"content": "x"}))["code"] == 10003
    assert not sim.violations


async def test_wrong_reactions_and_shapes(sim: DiscordSimulator, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    sent = await post(sim, path, {"content": "x"})
    for emoji in ("✓", "word"):
        wrong = f"{path}/{sent['id']}/reactions/{emoji}/@me"
        assert (await post(sim, wrong, None, "PUT"))["code"] == 10014
    assert (await post(sim, path, {"embeds": [{"footer": "text"}]}))["code"] == 50035
    assert len(sim.violations) == 3


async def test_the_global_limit_spares_interactions(
    sim: DiscordSimulator, channel: Channel, ana: Person
) -> None:
    sim.limits.global_per_second = 0
    refused = await post(sim, f"/channels/{channel.id}/messages", {"content": "x"})
    assert refused["global"]
    assert len(sim.refused) == 1
    interaction = await ana.slash(channel, "play")
    assert "interaction" in await callback(sim, interaction, 4, content="spared")


async def test_a_nonce_makes_one_message(sim: DiscordSimulator, channel: Channel) -> None:
    path, body = (
        f"/channels/{channel.id}/messages",
        {"content": "x", "nonce": "1", "enforce_nonce": True},
    )
    sim.cut_next("POST", path, done=True)
    with pytest.raises(aiohttp.ClientError):
        await post(sim, path, body)
    await post(sim, path, body)
    assert len(channel.messages) == 1
    assert [request.status for request in sim.requests] == [0, 200]


async def test_what_people_cannot_do(sim: DiscordSimulator, channel: Channel, ana: Person) -> None:
    ben = sim.add_user("Ben")
    with pytest.raises(NotPossible):
        await ben.says(channel, "not a member")
    with pytest.raises(NotPossible):
        await ana.says(channel, "x" * 2001)
    interaction = await ana.slash(channel, "play")
    buttons = [row(button("a"), button("b", disabled=True))]
    await callback(sim, interaction, 4, content="x", components=buttons, flags=64)
    message = await interaction.response()
    for person, name in ((ben, "a"), (ana, "b"), (ana, "c")):
        with pytest.raises(NotPossible):
            await person.clicks(message, name)
    assert (await ana.clicks(message, "a")).source is message


async def test_unknown_endpoints_are_violations(sim: DiscordSimulator) -> None:
    answer = await post(sim, "/nothing", {})
    assert answer["message"] == "404: Not Found"
    assert sim.violations == ["POST /nothing: no such endpoint here"]
