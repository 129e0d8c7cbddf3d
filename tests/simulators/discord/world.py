"""Guilds, channels, threads and users: what exists, and the events that changes make."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.simulators.discord import payloads
from tests.simulators.discord.permissions import (
    BOT,
    DIRECT,
    MEMBER,
    MODERATOR,
    NONE,
    Permission,
    effective,
    named,
)

if TYPE_CHECKING:
    from tests.simulators.discord.messages import SimMessage
    from tests.simulators.discord.server import DiscordSimulator

TEXT, DIRECT_MESSAGE, GROUP, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12


@dataclass(eq=False)
class User:
    """An account. `installed` tells that it installed the app for itself."""

    sim: "DiscordSimulator" = field(repr=False)
    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    refuses_dms: bool = False
    installed: bool = False


@dataclass(eq=False)
class Member:
    """A user in a guild."""

    user: User
    joined_at: float
    moderator: bool = False
    nick: str | None = None

    @property
    def permissions(self) -> Permission:
        """The permissions of the member in the whole guild."""
        return MODERATOR if self.moderator else MEMBER


@dataclass(eq=False)
class Role:
    """A role of a guild."""

    id: int
    name: str
    permissions: Permission


@dataclass(eq=False)
class Channel:
    """A text channel, a thread, a direct message or a group of users."""

    sim: "DiscordSimulator" = field(repr=False)
    id: int
    name: str
    type: int = TEXT
    guild: "Guild | None" = field(default=None, repr=False)
    parent: "Channel | None" = field(default=None, repr=False)
    recipients: list[User] = field(default_factory=list)
    messages: "list[SimMessage]" = field(default_factory=list, repr=False)  # by id
    ephemerals: "list[SimMessage]" = field(default_factory=list, repr=False)
    denied: Permission = NONE
    hidden_from: list[User] = field(default_factory=list)
    archived: bool = False
    locked: bool = False
    slow: int = 0  # seconds of its slow mode

    def __str__(self) -> str:
        return f"#{self.name}"

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)

    def bot_permissions(self) -> Permission:
        """Return the bot's permissions here; a thread follows its channel."""
        if self.guild is None:
            return DIRECT if self.sim.me in self.recipients else NONE
        if not self.guild.has_bot:
            return NONE
        denied = (self.parent or self).denied
        return effective(self.guild.bot_role.permissions, denied, thread=self.is_thread)

    def user_permissions(self, user: User) -> Permission:
        """Return a user's permissions here."""
        if self.guild is None:
            return DIRECT
        hidden = user in (self.parent or self).hidden_from
        denied = Permission.VIEW_CHANNEL if hidden else NONE
        return effective(self.guild.members[user.id].permissions, denied, thread=self.is_thread)

    def audience(self) -> list[User]:
        """Return the users who can be notified here."""
        if self.guild is None:
            return self.recipients
        return [member.user for member in self.guild.members.values()]

    def deny(self, *permissions: str) -> None:
        """Take permissions such as SEND_MESSAGES from the bot here."""
        self.denied |= named(permissions)
        self._changed()

    def hide(self, user: User) -> None:
        """Take VIEW_CHANNEL from somebody here."""
        self.hidden_from.append(user)
        self._changed()

    def allow(self, *permissions: str) -> None:
        """Give denied permissions back."""
        self.denied &= ~named(permissions)
        self._changed()

    def _changed(self) -> None:
        event = "THREAD_UPDATE" if self.is_thread else "CHANNEL_UPDATE"
        self.sim.dispatch(event, payloads.channel(self), self.guild)

    def add_thread(self, name: str, *invited: User) -> "Channel":
        """Return a new thread of this channel: a private one, if anybody is invited."""
        assert self.guild
        type_ = PRIVATE_THREAD if invited else PUBLIC_THREAD
        thread = Channel(self.sim, self.sim.ids.new(), name, type_, self.guild, self)
        thread.recipients += invited
        self.guild.channels.append(thread)
        payload = payloads.channel(thread) | {"newly_created": True}
        self.sim.dispatch("THREAD_CREATE", payload, self.guild)
        return thread

    def archive(self, *, locked: bool = False) -> None:
        """Archive a thread; nobody but a moderator writes into one that is locked."""
        self.archived, self.locked = True, locked
        self._changed()

    def wake(self) -> None:
        """Open an archived thread again, as a message in it does."""
        if self.archived:
            self.archived = False
            self._changed()

    def delete(self) -> None:
        """Delete the channel."""
        assert self.guild
        self.guild.channels.remove(self)
        event = "THREAD_DELETE" if self.is_thread else "CHANNEL_DELETE"
        self.sim.dispatch(event, payloads.channel(self), self.guild)


@dataclass(eq=False)
class Guild:
    """A server. `has_bot` is False where only users installed the app."""

    sim: "DiscordSimulator" = field(repr=False)
    id: int
    name: str
    owner: User
    locale: str = "en-US"
    has_bot: bool = True
    allows_external_apps: bool = True
    available: bool = True
    channels: list[Channel] = field(default_factory=list, repr=False)
    members: dict[int, Member] = field(default_factory=dict, repr=False)
    roles: list[Role] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        new = self.sim.ids.new
        # The roles make the bot's permissions what `bot_permissions` says and no more.
        self.bot_role = Role(new(), "Bot", BOT)
        self.member_role = Role(new(), "Players", MEMBER)
        self.moderator_role = Role(new(), "Moderators", MODERATOR)
        everyone = Role(self.id, "@everyone", NONE)
        self.roles += [everyone, self.bot_role, self.member_role, self.moderator_role]
        if self.has_bot:
            self.members[self.sim.me.id] = Member(self.sim.me, self.sim.clock())
        self.members[self.owner.id] = Member(self.owner, self.sim.clock(), moderator=True)

    def add_channel(self, name: str, type_: int = TEXT) -> Channel:
        """Return a new text channel."""
        channel = Channel(self.sim, self.sim.ids.new(), name, type_, self)
        self.channels.append(channel)
        self.sim.dispatch("CHANNEL_CREATE", payloads.channel(channel), self)
        return channel

    def join(self, user: User, *, moderator: bool = False, nick: str | None = None) -> Member:
        """Make a user a member; a moderator has MANAGE_GUILD, MANAGE_MESSAGES and more."""
        member = Member(user, self.sim.clock(), moderator, nick)
        self.members[user.id] = member
        data = payloads.member(self, member) | {"guild_id": str(self.id)}
        self.sim.dispatch("GUILD_MEMBER_ADD", data, self)
        return member

    def part(self, user: User) -> None:
        """Have a user leave."""
        del self.members[user.id]
        data = {"guild_id": str(self.id), "user": payloads.user(user)}
        self.sim.dispatch("GUILD_MEMBER_REMOVE", data, self)

    def remove_bot(self) -> None:
        """Throw the bot out."""
        self.sim.dispatch("GUILD_DELETE", {"id": str(self.id)}, self)
        self.members.pop(self.sim.me.id, None)
        self.has_bot = False

    def go_down(self) -> None:
        """Make the guild unavailable, as in an outage."""
        self.available = False
        self.sim.dispatch("GUILD_DELETE", {"id": str(self.id), "unavailable": True}, self)

    def come_back(self) -> None:
        """End the outage."""
        self.available = True
        self.sim.dispatch("GUILD_CREATE", payloads.guild_create(self), self)
