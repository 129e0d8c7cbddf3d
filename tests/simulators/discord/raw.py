"""Raw requests, without a library: for tests of what a good library never sends."""

import json
from typing import TYPE_CHECKING

import aiohttp

from tests.simulators.discord.shapes import Json

if TYPE_CHECKING:
    from tests.simulators.discord.interactions import SimInteraction
    from tests.simulators.discord.server import DiscordSimulator
    from tests.simulators.discord.world import Channel

TEXT_INPUT: Json = {"type": 4, "style": 1}


async def post(sim: "DiscordSimulator", path: str, body: object, method: str = "POST") -> Json:
    """Send a JSON body with the bot's token; return the answer's JSON."""
    headers = {"Authorization": f"Bot {sim.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, sim.api_url + path, json=body) as answer,
    ):
        answered: Json = await answer.json()
        return answered


async def callback(
    sim: "DiscordSimulator", interaction: "SimInteraction", type_: int, **data: object
) -> Json:
    """Answer an interaction."""
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
    return await post(sim, path, {"type": type_, "data": data})


async def hook(
    sim: "DiscordSimulator",
    interaction: "SimInteraction",
    body: Json,
    end: str = "",
    method: str = "POST",
) -> Json:
    """Use the webhook of an interaction: a follow-up, or the message at `end`."""
    return await post(sim, f"/webhooks/{sim.application_id}/{interaction.token}{end}", body, method)


async def send_files(
    sim: "DiscordSimulator",
    channel: "Channel",
    files: list[bytes],
    listed: list[Json] | None = None,
) -> Json:
    """Send a message with files."""
    body = aiohttp.FormData(quote_fields=False)
    payload = {"content": "files"} | ({"attachments": listed} if listed is not None else {})
    body.add_field("payload_json", json.dumps(payload))
    for index, data in enumerate(files):
        body.add_field(f"files[{index}]", data, filename="a picture.png")
    headers = {"Authorization": f"Bot {sim.token}"}
    url = f"{sim.api_url}/channels/{channel.id}/messages"
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(url, data=body) as answer,
    ):
        answered: Json = await answer.json()
        return answered


def row(*buttons: Json) -> Json:
    """Return an action row."""
    return {"type": 1, "components": list(buttons)}


def button(name: str = "a", **more: object) -> Json:
    """Return a button."""
    return {"type": 2, "style": 1, "label": "A", "custom_id": name} | more


def command(**more: object) -> Json:
    """Return a command."""
    return {"name": "play", "description": "Plays", "contexts": [0]} | more


def option(name: str = "a", **more: object) -> Json:
    """Return an option of text."""
    return {"type": 3, "name": name, "description": "A"} | more


def label(name: str = "a", label: str = "A", **more: object) -> Json:
    """Return a text input below its label."""
    return {"type": 18, "label": label, "component": TEXT_INPUT | {"custom_id": name} | more}


def form(**more: object) -> Json:
    """Return a modal."""
    return {"title": "A", "custom_id": "form", "components": [label()]} | more
