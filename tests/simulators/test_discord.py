"""The refusals of the simulated Discord: each limit that what the bot does could break."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.simulators.discord import Channel, DiscordSimulator, Guild, NotPossible, Person
from tests.simulators.discord.raw import (
    button,
    callback,
    command,
    form,
    hook,
    label,
    option,
    post,
    row,
    send_files,
)
from tests.simulators.discord.shapes import Json

CHOICE: Json = {"name": "x", "value": "x"}


@pytest.fixture
async def sim() -> AsyncIterator[DiscordSimulator]:
    async with DiscordSimulator() as started:
        # Only the tests of rates are about rates.
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
    await post(sim, path, [command(options=[option(autocomplete=True)])], "PUT")
    return sim.add_user("Ana", guild)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"content": ""}, 50006),
        ({"content": "x" * 2001}, 50035),
        ({"content": 5}, 50035),
        ({"embeds": [{"title": "x"}] * 11}, 50035),
        ({"embeds": [{"title": "x" * 257}]}, 50035),
        ({"embeds": [{"description": "x" * 4097}]}, 50035),
        ({"embeds": [{"description": "x" * 3001}] * 2}, 50035),
        ({"embeds": [{"title": "x", "fields": [{"name": "x", "value": "y"}]}]}, 50035),
        ({"embeds": [{"image": "text"}]}, 50035),
        ({"components": [row(button())] * 6}, 50035),
        ({"components": [row(*(button(str(n)) for n in range(6)))]}, 50035),
        ({"components": [row(button(), button())]}, 50035),
        ({"components": [row(button(label="x" * 81))]}, 50035),
        ({"components": [row(button("x" * 101))]}, 50035),
        ({"components": [row(button(""))]}, 50035),
        ({"content": "x", "flags": 64}, 50035),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, 50035),
        ({"content": "x", "attachments": [{"id": 0, "filename": "x"}]}, 50035),
    ],
)
async def test_wrong_messages(
    sim: DiscordSimulator, channel: Channel, body: Json, code: int
) -> None:
    answer = await post(sim, f"/channels/{channel.id}/messages", body)
    assert answer["code"] == code
    assert len(sim.violations) == 1
    assert not channel.messages


@pytest.mark.parametrize(
    "wrong",
    [
        command(name="Play"),
        command(name="my play"),
        command(name="x" * 33),
        command(description=""),
        command(description="x" * 101),
        command(name_localizations={"xx": "jouer"}),
        command(name_localizations={"fr": "Jouer"}),
        command(description_localizations={"fr": "x" * 101}),
        command(options=[option(str(number)) for number in range(26)]),
        command(options=[option("a"), option("b", required=True)]),
        command(options=[option("a"), option("a")]),
        command(options=[option(choices=[{"name": "x", "value": 1}])]),
        command(options=[option(choices=[CHOICE], autocomplete=True)]),
        command(options=[option(type=1)]),
        command(options=[option(min_value=1)]),
        command(contexts=[3]),
    ],
)
async def test_wrong_commands(sim: DiscordSimulator, wrong: Json) -> None:
    answer = await post(sim, f"/applications/{sim.application_id}/commands", [wrong], "PUT")
    assert answer["code"] == 50035
    assert answer["errors"]["0"]
    assert sim.violations
    assert not sim.command_writes


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        (4, {"content": "x" * 2001}),
        (4, {"content": "x", "flags": 1 << 7}),
        (5, {"flags": 1 << 12}),
        (6, {}),
        (7, {"content": "x"}),
        (8, {"choices": []}),
        (9, form(title="x" * 46)),
        (9, form(components=[])),
        (9, form(components=[label(str(n)) for n in range(6)])),
        (9, form(components=[label(label="x" * 46)])),
        (9, form(components=[label(max_length=4001)])),
        (9, form(custom_id="")),
        (1, {}),
    ],
)
async def test_wrong_callbacks(
    sim: DiscordSimulator, channel: Channel, ana: Person, type_: int, data: Json
) -> None:
    interaction = await ana.slash(channel, "play")
    assert (await callback(sim, interaction, type_, **data))["code"] == 50035
    assert len(sim.violations) == 1
    # What was refused has not answered: the right thing still can.
    assert "interaction" in await callback(sim, interaction, 4, content="right")


@pytest.mark.parametrize(
    "choices",
    [
        [{"name": str(number), "value": str(number)} for number in range(26)],
        [CHOICE | {"name": "x" * 101}],
        [CHOICE | {"value": "x" * 101}],
        [CHOICE | {"name": ""}],
        [CHOICE | {"value": 1}],
    ],
)
async def test_wrong_choices(
    sim: DiscordSimulator, channel: Channel, ana: Person, choices: list[Json]
) -> None:
    with pytest.raises(TimeoutError):
        await ana.completes(channel, "play", "a", "x", within=0.01)
    interaction = next(iter(sim.interactions.values()))
    assert (await callback(sim, interaction, 4, content="x"))["code"] == 50035
    assert (await callback(sim, interaction, 8, choices=choices))["code"] == 50035


async def test_answers_at_the_wrong_time(
    sim: DiscordSimulator, channel: Channel, ana: Person
) -> None:
    interaction = await ana.slash(channel, "play")
    assert (await hook(sim, interaction, {"content": "early"}))["code"] == 10015
    answer = await callback(sim, interaction, 5, flags=64)
    assert answer["interaction"]["response_message_loading"]
    assert (await callback(sim, interaction, 4, content="twice"))["code"] == 40060
    filled = await hook(sim, interaction, {"content": "filled", "flags": 0})
    assert filled["flags"] & 64  # as the deferral said
    hidden = f"/channels/{channel.id}/messages/{filled['id']}"
    assert (await post(sim, hidden, {"content": "x"}, "PATCH"))["code"] == 10008
    sim.token_lifetime = 0
    assert (await hook(sim, interaction, {"content": "late"}))["code"] == 50027
    sim.callback_deadline = 0
    second = await ana.slash(channel, "play")
    assert (await callback(sim, second, 4, content="late"))["code"] == 10062


async def test_files_that_are_too_much(sim: DiscordSimulator, channel: Channel) -> None:
    sim.attachment_limit = 1000
    assert (await send_files(sim, channel, [b"x" * 1001]))["code"] == 40005
    assert (await send_files(sim, channel, [b"x"] * 11))["code"] == 50035
    long = {"id": 0, "filename": "x.png", "description": "x" * 1025}
    assert (await send_files(sim, channel, [b"x"], [long]))["code"] == 50035
    assert len(sim.violations) == 3


async def test_permissions_threads_and_channels_that_are_gone(
    sim: DiscordSimulator, channel: Channel
) -> None:
    path = f"/channels/{channel.id}/messages"
    sent = await post(sim, path, {"content": "x"})
    channel.deny("EMBED_LINKS", "ADD_REACTIONS")
    assert (await post(sim, path, {"embeds": [{"title": "x"}]}))["code"] == 50013
    assert (await post(sim, f"{path}/{sent['id']}/reactions/🎉/@me", None, "PUT"))["code"] == 50013
    thread = channel.add_thread("side")
    thread.archive(locked=True)
    assert (await post(sim, f"/channels/{thread.id}/messages", sent))["code"] == 50083
    channel.deny("SEND_MESSAGES")
    assert (await post(sim, path, {"content": "x"}))["code"] == 50013
    channel.deny("VIEW_CHANNEL")
    assert (await post(sim, path, {"content": "x"}))["code"] == 50001
    channel.delete()
    assert (await post(sim, path, {"content": "x"}))["code"] == 10003
    assert not sim.violations


async def test_wrong_reactions_and_unknown_endpoints(
    sim: DiscordSimulator, channel: Channel
) -> None:
    path = f"/channels/{channel.id}/messages"
    sent = await post(sim, path, {"content": "x"})
    for emoji in ("✓", "word"):
        wrong = f"{path}/{sent['id']}/reactions/{emoji}/@me"
        assert (await post(sim, wrong, None, "PUT"))["code"] == 10014
    assert (await post(sim, "/nothing", {}))["message"] == "404: Not Found"
    assert len(sim.violations) == 3


async def test_rates_of_a_route_and_of_all_but_interactions(
    sim: DiscordSimulator, channel: Channel, ana: Person
) -> None:
    path = f"/channels/{channel.id}/messages"
    sim.limits.scale = 1
    sim.limits.counts["messages"] = (2, 60.0)
    answers = [await post(sim, path, {"content": "x"}) for _ in range(3)]
    assert [("retry_after" in each, each.get("global")) for each in answers] == [
        (False, None),
        (False, None),
        (True, False),
    ]
    assert [each.status for each in sim.requests if each.path == path] == [200, 200, 429]
    assert sim.refused == [f"POST {path}"]
    sim.limits.global_per_second = 0
    assert (await post(sim, path, {"content": "x"}))["global"]
    interaction = await ana.slash(channel, "play")
    assert "interaction" in await callback(sim, interaction, 4, content="spared")


async def test_a_nonce_makes_one_message(sim: DiscordSimulator, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    body = {"content": "x", "nonce": "1", "enforce_nonce": True}
    sim.cut_next("POST", path, done=True)
    with pytest.raises(aiohttp.ClientError):
        await post(sim, path, body)
    await post(sim, path, body)
    assert len(channel.messages) == 1


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
