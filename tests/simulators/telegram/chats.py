"""Chats, and what can happen to a group (Bot API: Chat)."""

import itertools
from typing import TYPE_CHECKING

from tests.simulators.telegram.errors import Json
from tests.simulators.telegram.markup import Parsed
from tests.simulators.telegram.members import SEND_RIGHTS, Account, Member
from tests.simulators.telegram.messages import SimMessage, Topic

if TYPE_CHECKING:
    from tests.simulators.telegram.people import SimUser
    from tests.simulators.telegram.world import World


class SimChat:
    """A chat with its messages; `kind` is "private", "group" or "supergroup"."""

    def __init__(self, world: "World", chat_id: int, kind: str) -> None:
        self.world = world
        self.id = chat_id
        self.kind = kind
        self.forum = False
        self.slow = 0  # seconds of its slow mode
        self.muted = False  # for all but admins
        self.messages: list[SimMessage] = []
        self.topics: dict[int, Topic] = {}
        self.members: dict[int, Member] = {}
        self.hides_members = False
        self.migrated_to: SimGroup | None = None
        # None allows all emoji (Bot API: ChatFullInfo: available_reactions).
        self.available_reactions: set[str] | None = None
        self._ids = itertools.count(1)
        world.chats[chat_id] = self

    @property
    def accounts(self) -> list[Account]:
        """Those who are in the chat now."""
        return [member.account for member in self.members.values() if member.present]

    @property
    def bot_member(self) -> Member:
        """The bot as a member of this chat."""
        return self.members.setdefault(self.world.bot.id, Member(self.world.bot, "left"))

    @property
    def bot_messages(self) -> list[SimMessage]:
        """The bot's messages here, without the deleted ones."""
        return [m for m in self.messages if m.sender is self.world.bot and not m.deleted]

    @property
    def last(self) -> SimMessage | None:
        """The bot's last message."""
        return self.bot_messages[-1] if self.bot_messages else None

    def said(self, part: str) -> SimMessage | None:
        """Return the bot's last message whose text or caption has a part in it."""
        return next((m for m in reversed(self.bot_messages) if part in m.text), None)

    def find(self, message_id: int) -> SimMessage | None:
        """Return a message by its id, deleted ones too."""
        # Of thousands, the latest are asked for.
        return next((m for m in reversed(self.messages) if m.message_id == message_id), None)

    def take_message_id(self) -> int:
        """Return the id of the next message here."""
        return next(self._ids)

    def to_json(self) -> Json:
        """Return the Chat."""
        return {"id": self.id, "type": self.kind}

    def change_bot(self, status: str, by: Account, denied: set[str] | None = None) -> None:
        """Give the bot another status or other rights and tell it (Bot API: my_chat_member)."""
        old = self.bot_member
        new = self.members[old.account.id] = Member(old.account, status, denied or set())
        self.world.publish("my_chat_member", self.member_change(by, old, new))

    def member_change(self, by: Account, old: Member, new: Member) -> Json:
        """Return the ChatMemberUpdated."""
        return {
            "chat": self.to_json(),
            "from": by.to_json(),
            "date": self.world.now(),
            "old_chat_member": old.to_json(),
            "new_chat_member": new.to_json(),
        }


class SimPrivate(SimChat):
    """The chat of a person with the bot."""

    def __init__(self, world: "World", user: "SimUser") -> None:
        super().__init__(world, user.id, "private")
        self.user = user
        self.members[user.id] = Member(user)
        self.members[world.bot.id] = Member(world.bot)

    def to_json(self) -> Json:
        """Return the Chat."""
        body = super().to_json() | {"first_name": self.user.first_name}
        return body | ({"username": self.user.username} if self.user.username else {})


class SimGroup(SimChat):
    """A group or supergroup. Its owner is nobody the tests play; the bot is in it."""

    def __init__(self, world: "World", chat_id: int, title: str, kind: str, forum: bool) -> None:
        super().__init__(world, chat_id, kind)
        self.title = title
        self.forum = forum
        self.owner = Account(next(world.ids) + 500_000, "Owner", language_code="en")
        self.members[self.owner.id] = Member(self.owner, "creator")
        # Message 1 told that there is a group; the General topic of a forum has that id.
        self.take_message_id()
        self.members[world.bot.id] = Member(world.bot)

    def to_json(self) -> Json:
        """Return the Chat."""
        body = super().to_json() | {"title": self.title}
        return body | ({"is_forum": True} if self.forum else {})

    def join(self, user: "SimUser", *, admin: bool = False) -> None:
        """Have a person be in the group, as if since long ago."""
        self.members[user.id] = Member(user, "administrator" if admin else "member")

    def kick_bot(self, by: Account | None = None) -> None:
        """Have the bot be thrown out; it learns that by my_chat_member."""
        self.change_bot("kicked", by or self.owner)

    def promote_bot(self, by: Account | None = None) -> None:
        """Make the bot an administrator: it sees all messages, and may delete and pin."""
        self.change_bot("administrator", by or self.owner)

    def restrict_bot(
        self,
        *,
        can_send: bool = True,
        can_send_photos: bool = True,
        can_send_documents: bool = True,
    ) -> None:
        """Take rights from the bot, or give them back (Bot API: ChatPermissions)."""
        denied = set() if can_send else set(SEND_RIGHTS)
        denied |= set() if can_send_photos else {"can_send_photos"}
        denied |= set() if can_send_documents else {"can_send_documents"}
        self.change_bot("restricted" if denied else "member", self.owner, denied)

    def add_topic(self, name: str) -> Topic:
        """Open a topic of a forum; the General topic is there from the start, as None."""
        assert self.forum, "only a forum has topics"
        root = self.world.add_message(self, self.owner, Parsed(""))
        root.service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        root.topic = self.topics[root.message_id] = Topic(root.message_id, name, root)
        self.world.tell(root)
        return root.topic

    def close_topic(self, topic: Topic, *, again: bool = False) -> None:
        """Close a topic to all but admins; `again`: open it again."""
        event = "forum_topic_reopened" if again else "forum_topic_closed"
        topic.closed = not again
        told = self.world.add_message(self, self.owner, Parsed(""), topic=topic)
        told.service = {event: {}}
        self.world.tell(told)

    def migrate(self) -> "SimGroup":
        """Upgrade a group; return the supergroup (Bot API: ResponseParameters)."""
        assert self.kind == "group", "only a basic group can be upgraded"
        new_id = -1_002_000_000_000 - next(self.world.ids)
        new = SimGroup(self.world, new_id, self.title, "supergroup", forum=False)
        new.owner = self.owner
        new.members = dict(self.members)
        self.migrated_to = new
        self.world.add_service(self, self.owner, {"migrate_to_chat_id": new.id})
        self.world.add_service(new, self.owner, {"migrate_from_chat_id": self.id})
        return new

    def delete(self, message: SimMessage) -> None:
        """Have an administrator delete a message; Telegram tells bots nothing of it."""
        message.deleted = True
        self.world.changes.notify()

    def __repr__(self) -> str:
        return f"<{self.kind} {self.title!r} {self.id}>"
