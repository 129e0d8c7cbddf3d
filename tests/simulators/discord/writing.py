"""The life of messages, and the one place that reports it to the gateway.

Source: Discord docs, Resources: Message; Gateway Events: Messages.
"""

from bisect import insort
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

from tests.simulators.discord.bodies import embedded_violations, merged_attachments
from tests.simulators.discord.intents import is_open
from tests.simulators.discord.mentions import Pings, pings
from tests.simulators.discord.messages import (
    EPHEMERAL,
    LOADING,
    Attachment,
    SimMessage,
    event_payload,
    message_payload,
)
from tests.simulators.discord.shapes import Json

if TYPE_CHECKING:
    from tests.simulators.discord.bodies import Uploads
    from tests.simulators.discord.permissions import Permission
    from tests.simulators.discord.server import DiscordSimulator


def create(
    sim: "DiscordSimulator", message: SimMessage, body: Json, uploads: "Uploads", may: "Permission"
) -> SimMessage:
    """Fill a new message from a checked body, publish it, return it."""
    fill(sim, message, body, uploads, may)
    publish(sim, message)
    return message


def fill(
    sim: "DiscordSimulator", message: SimMessage, body: Json, uploads: "Uploads", may: "Permission"
) -> None:
    """Fill a new or a loading message from a checked body."""
    message.content = body.get("content") or ""
    message.embeds = body.get("embeds") or []
    message.components = body.get("components") or []
    message.flags |= body.get("flags") or 0
    message.attachments = _stored(sim, message, merged_attachments(body, uploads, []))
    _note_missing_pictures(sim, message)
    _mention(message, body, may)


def _mention(message: SimMessage, body: Json, may: "Permission") -> None:
    # Discord docs, Edit Message: an edit of the content parses its mentions from scratch, by
    # the edit's own allowed_mentions. It lights up for those it mentions, so it counts here.
    if not message.ephemeral:
        allowed = body.get("allowed_mentions")
        found = pings(message.content, allowed, message.channel, message.replied, may)
        users = found.users - {message.author}
        message.mentioned = Pings(users, found.roles, found.everyone)
        message.pings |= message.mentioned


def publish(sim: "DiscordSimulator", message: SimMessage) -> None:
    """Put a message into its channel, and tell the gateway."""
    place = message.channel.ephemerals if message.ephemeral else message.channel.messages
    insort(place, message, key=attrgetter("id"))
    tell(sim, "MESSAGE_CREATE", message)


def tell(sim: "DiscordSimulator", event: str, message: SimMessage) -> None:
    """Send a message's event to those who asked for such, without content where they may not."""
    guild = None if message.ephemeral else message.channel.guild
    hidden = None if is_open(message) else event_payload(message, visible=False)
    sim.dispatch(event, event_payload(message), guild, hidden=hidden, channel=message.channel)


def edit(
    sim: "DiscordSimulator", message: SimMessage, body: Json, uploads: "Uploads", may: "Permission"
) -> SimMessage:
    """Change what a checked body names; the first edit of a loading message fills it."""
    if message.loading:
        message.flags &= ~LOADING
        # The deferral has said whether it is ephemeral.
        flags = (body.get("flags") or 0) & ~EPHEMERAL
        fill(sim, message, body | {"flags": flags}, uploads, may)
    else:
        message.keep_version(sim.clock())
        for key in ("content", "embeds", "components"):
            if key in body:
                setattr(message, key, body[key] or ("" if key == "content" else []))
        if "content" in body:
            _mention(message, body, may)
        if "flags" in body and body["flags"] is not None:
            message.flags = (message.flags & EPHEMERAL) | body["flags"]
        merged = merged_attachments(body, uploads, message.attachments)
        message.attachments = _stored(sim, message, merged)
        _note_missing_pictures(sim, message)
    tell(sim, "MESSAGE_UPDATE", message)
    return message


def delete(sim: "DiscordSimulator", message: SimMessage) -> None:
    """Take a message away, and tell the gateway."""
    place = message.channel.ephemerals if message.ephemeral else message.channel.messages
    place.remove(message)
    message.deleted = True
    guild = message.channel.guild
    data = {"id": str(message.id), "channel_id": str(message.channel.id)}
    if guild and not message.ephemeral:
        data["guild_id"] = str(guild.id)
    where = None if message.ephemeral else guild
    sim.dispatch("MESSAGE_DELETE", data, where, channel=message.channel)


def shown(sim: "DiscordSimulator", message: SimMessage) -> Json:
    """Return a message as REST gives it to this app, content hidden where it must be."""
    return message_payload(message, visible=sim.message_content or is_open(message))


def _stored(
    sim: "DiscordSimulator", message: SimMessage, files: list[Attachment]
) -> list[Attachment]:
    kept = []
    for file in files:
        if file.url:
            kept.append(file)
            continue
        number = sim.ids.new()
        url = f"{sim.base_url}/attachments/{message.channel.id}/{number}/{file.filename}"
        stored = replace(file, id=number, url=url)
        kept.append(stored)
    return kept


def _note_missing_pictures(sim: "DiscordSimulator", message: SimMessage) -> None:
    # Discord shows such an embed without its picture and says nothing.
    for name in embedded_violations(message.embeds, message.attachments):
        sim.violations.append(f"an embed shows attachment://{name}, which is not attached")
