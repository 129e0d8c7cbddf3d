"""Messages: what the simulator keeps of one, its changes, and its JSON.

Source: Discord docs, Resources: Message.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.simulators.discord import payloads
from tests.simulators.discord.mentions import Pings
from tests.simulators.discord.shapes import Json, iso, moment

if TYPE_CHECKING:
    from tests.simulators.discord.interactions import SimInteraction
    from tests.simulators.discord.world import Channel, User

SUPPRESS_EMBEDS, EPHEMERAL, LOADING = 1 << 2, 1 << 6, 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
DEFAULT, REPLY, CHAT_INPUT_COMMAND = 0, 19, 20


@dataclass(frozen=True)
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    data: bytes
    description: str | None = None
    url: str = ""


@dataclass(eq=False)
class SimMessage:
    """A message; `edits` holds its earlier contents, oldest first.

    `mentioned` is whom it mentions now, `pings` whom it ever mentioned.
    """

    id: int
    channel: "Channel"
    author: "User"
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    type: int = DEFAULT
    replied: "SimMessage | None" = field(default=None, repr=False)
    interaction: "SimInteraction | None" = field(default=None, repr=False)
    mentioned: Pings = field(default_factory=Pings)
    pings: Pings = field(default_factory=Pings)
    nonce: str | None = None
    reactions: "dict[str, list[User]]" = field(default_factory=dict)
    edits: list[str] = field(default_factory=list, repr=False)
    edited_at: float | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only the user of the interaction sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it stands for a deferred answer: "the app is thinking"."""
        return bool(self.flags & LOADING)

    @property
    def buttons(self) -> list[Json]:
        """Every button and link."""
        return [part for row in self.components for part in row["components"]]

    def keep_version(self, at: float) -> None:
        """Remember what it says, before an edit."""
        self.edits.append(self.content)
        self.edited_at = at


def message_payload(message: SimMessage, *, visible: bool = True, nested: bool = False) -> Json:
    """Return a message object as REST gives it.

    Not `visible`: as an app without the message content intent gets it. `nested` messages
    do not tell what they reply to.
    """
    replied = message.replied
    data: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "author": payloads.user(message.author),
        "content": message.content if visible else "",
        "timestamp": iso(moment(message.id)),
        "edited_timestamp": iso(message.edited_at),
        "tts": False,
        "mention_everyone": message.mentioned.everyone,
        "mentions": [payloads.user(user) for user in message.mentioned.users],
        "mention_roles": [str(role) for role in message.mentioned.roles],
        "attachments": [attachment(each) for each in _shown(message)] if visible else [],
        "embeds": [_embed(message, each) for each in message.embeds] if visible else [],
        "components": message.components if visible else [],
        "pinned": False,
        "type": message.type,
        "flags": message.flags,
    }
    if message.reactions:
        data["reactions"] = [_reaction(message, emoji) for emoji in message.reactions]
    if message.nonce is not None:
        data["nonce"] = message.nonce
    if message.interaction:
        data |= _of_interaction(message.interaction)
    if replied:
        data["message_reference"] = _reference(replied)
        if not nested:
            seen = visible or replied.author is message.channel.sim.me
            shown = None if replied.deleted else message_payload(replied, visible=seen, nested=True)
            data["referenced_message"] = shown
    return data


def event_payload(message: SimMessage, *, visible: bool = True) -> Json:
    """Return a message object as the gateway gives it: with guild and member."""
    data = message_payload(message, visible=visible)
    guild = message.channel.guild
    # Discord docs, Gateway: an ephemeral message comes as if it were a direct one.
    if guild is None or message.ephemeral:
        return data
    data["guild_id"] = str(guild.id)
    if message.author.id in guild.members and not message.interaction:
        member = guild.members[message.author.id]
        data["member"] = payloads.member(guild, member, with_user=False)
    for mention in data["mentions"]:
        known = guild.members[int(mention["id"])]
        mention["member"] = payloads.member(guild, known, with_user=False)
    return data


def attachment(file: Attachment) -> Json:
    """Return an attachment object."""
    data: Json = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.data),
        "url": file.url,
        "proxy_url": file.url,
        "content_type": "image/png" if file.filename.endswith(".png") else "text/plain",
    }
    return data | {"description": file.description} if file.description else data


def embedded_names(embeds: list[Json]) -> set[str]:
    """Return the names of files that embeds show by `attachment://`."""
    urls = {str(embed["image"]["url"]) for embed in embeds if embed.get("image")}
    return {url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")}


def _shown(message: SimMessage) -> list[Attachment]:
    # A file shown in an embed is not listed among the attachments.
    hidden = embedded_names(message.embeds)
    return [file for file in message.attachments if file.filename not in hidden]


def _embed(message: SimMessage, embed: Json) -> Json:
    if not embed.get("image"):
        return embed
    urls = {f"attachment://{file.filename}": file.url for file in message.attachments}
    url = embed["image"]["url"]
    return embed | {"image": embed["image"] | {"url": urls.get(url, url)}}


def _reaction(message: SimMessage, emoji: str) -> Json:
    users = message.reactions[emoji]
    return {
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "me": message.channel.sim.me in users,
        "me_burst": False,
        "emoji": {"id": None, "name": emoji},
        "burst_colors": [],
    }


def _reference(replied: SimMessage) -> Json:
    data = {"type": 0, "message_id": str(replied.id), "channel_id": str(replied.channel.id)}
    guild = replied.channel.guild
    return data | {"guild_id": str(guild.id)} if guild else data


def _of_interaction(interaction: "SimInteraction") -> Json:
    application = str(interaction.sim.application_id)
    return {
        "application_id": application,
        "webhook_id": application,
        "interaction_metadata": {
            "id": str(interaction.id),
            "type": interaction.type,
            "user": payloads.user(interaction.user),
            "authorizing_integration_owners": interaction.owners,
        },
    }
