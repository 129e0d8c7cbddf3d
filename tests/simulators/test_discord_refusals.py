"""What the simulator of Discord refuses: each limit of messages, commands, forms."""

from collections.abc import AsyncIterator

import pytest

from tests.simulators.discord import Channel, DiscordSimulator, Guild, Person
from tests.simulators.discord.raw import (
    button,
    callback,
    command,
    form,
    option,
    post,
    row,
    text_input,
)
from tests.simulators.discord.shapes import Json


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
        ({"embeds": [{"fields": [{"name": "x", "value": "y"}] * 26}]}, 50035),
        ({"embeds": [{"fields": [{"name": "x", "value": "y" * 1025}]}]}, 50035),
        ({"embeds": [{"footer": {"text": "x" * 2049}}]}, 50035),
        ({"embeds": [{"author": {"name": "x" * 257}}]}, 50035),
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
async def test_wrong_messages_are_refused(
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
        command(options=[option(choices=[{"name": "x", "value": "x"}], autocomplete=True)]),
        command(options=[option(), option("b", type=1)]),
        command(options=[option(min_value=1)]),
        command(contexts=[3]),
    ],
)
async def test_wrong_commands_are_refused(sim: DiscordSimulator, wrong: Json) -> None:
    path = f"/applications/{sim.application_id}/commands"
    answer = await post(sim, path, [wrong], "PUT")
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
        (9, form(components=[row(text_input(str(n))) for n in range(6)])),
        (9, form(components=[row(text_input(label="x" * 46))])),
        (9, form(components=[row(text_input(max_length=4001))])),
        (9, form(custom_id="")),
        (1, {}),
    ],
)
async def test_wrong_callbacks_are_refused(
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
        [{"name": "x" * 101, "value": "x"}],
        [{"name": "x", "value": "x" * 101}],
        [{"name": "", "value": "x"}],
        [{"name": "x", "value": 1}],
    ],
)
async def test_wrong_choices_are_refused(
    sim: DiscordSimulator, channel: Channel, ana: Person, choices: list[Json]
) -> None:
    with pytest.raises(TimeoutError):
        await ana.completes(channel, "play", "a", "x", within=0.01)
    interaction = next(iter(sim.interactions.values()))
    assert (await callback(sim, interaction, 4, content="x"))["code"] == 50035
    assert (await callback(sim, interaction, 8, choices=choices))["code"] == 50035
