"""Discord's places and people in Seize's terms."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import discord

from bot.discord_app.options import PLATFORM
from bot.messages import private_room
from core.ids import ChatRef, Member, PlayerRef, Room

_EPOCH = 1_420_070_400_000  # ms of UTC epoch at which Discord's ids begin


class Where(Enum):
    """The kinds of places, by what Seize can do there."""

    GUILD = "guild"  # it is a member there
    ALONE = "alone"  # direct messages with it
    FOREIGN = "foreign"  # it can answer who asks, and do nothing of itself


@dataclass(frozen=True, slots=True)
class Place:
    """A room, and what Seize can do there."""

    room: Room
    where: Where

    @property
    def alone(self) -> bool:
        """Return whether nobody but the player is there."""
        return self.where is Where.ALONE


def place_of(interaction: discord.Interaction[discord.Client]) -> Place:
    """Return the place of an interaction."""
    guild_id, channel = interaction.guild_id, interaction.channel
    topic = str(interaction.channel_id or "")
    if guild_id is not None and interaction.client.get_guild(guild_id):
        return Place(Room(ChatRef(PLATFORM, str(guild_id)), topic), Where.GUILD)
    if guild_id is None and isinstance(channel, discord.DMChannel) and _is_own(interaction):
        return Place(private_room(_ref(interaction.user.id)), Where.ALONE)
    return Place(Room(ChatRef(PLATFORM, topic)), Where.FOREIGN)


def _is_own(interaction: discord.Interaction[discord.Client]) -> bool:
    # Two users' direct messages have the same type of channel.
    return not interaction.context.private_channel


def member_of(user: discord.User | discord.Member, place: Place, *, admin: bool = False) -> Member:
    """Return a user as a member; `admin` is what Discord says of their permissions."""
    roles = user.roles if isinstance(user, discord.Member) else []
    return Member(
        _ref(user.id), user.display_name, frozenset(_names(roles)), admin=admin or place.alone
    )


def author_of(message: discord.Message, place: Place) -> Member:
    """Return the author of a message."""
    author = message.author
    if not isinstance(author, discord.Member):
        return member_of(author, place)
    may = author.guild_permissions
    return member_of(author, place, admin=may.manage_guild or may.administrator)


def place_of_message(message: discord.Message) -> Place | None:
    """Return the place of a message, None where Seize does not play."""
    if message.guild:
        room = Room(ChatRef(PLATFORM, str(message.guild.id)), str(message.channel.id))
        return Place(room, Where.GUILD)
    if isinstance(message.channel, discord.DMChannel):
        return Place(private_room(_ref(message.author.id)), Where.ALONE)
    return None


def named_player(data: dict[str, object], nick: object) -> Member:
    """Return the player whom an argument names, from Discord's JSON of the user."""
    name = nick or data.get("global_name") or data.get("username") or ""
    return Member(_ref(data["id"]), str(name), bot=bool(data.get("bot")))


def moment(number: int) -> float:
    """Return the time that an id of Discord's carries, in seconds of UTC epoch."""
    return ((number >> 22) + _EPOCH) / 1000


def _ref(user_id: object) -> PlayerRef:
    return PlayerRef(PLATFORM, str(user_id))


def _names(roles: Iterable[discord.Role]) -> Iterable[str]:
    for role in roles:
        if not role.is_default():
            yield from (str(role.id), role.name)
