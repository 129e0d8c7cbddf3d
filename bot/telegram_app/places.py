"""Telegram's places and people in Seize's terms, and back."""

from dataclasses import dataclass

from telegram import Chat, MaybeInaccessibleMessage, Message, User
from telegram.constants import ChatType

from bot.messages import private_room
from bot.telegram_app.options import PLATFORM
from core.ids import ChatRef, Member, PlayerRef, Room

SUPERGROUPS = "-100"  # begins the ids of their chats
GENERAL = "1"  # the topic of a forum that every forum has


@dataclass(frozen=True, slots=True)
class Place:
    """A chat, and a topic in it, as methods take them."""

    chat_id: int
    thread_id: int | None = None

    @property
    def is_private(self) -> bool:
        """Return whether it is somebody's chat with the bot."""
        return self.chat_id > 0


def chat_ref(chat_id: int) -> ChatRef:
    """Return a group as the game knows it."""
    return ChatRef(PLATFORM, str(chat_id))


def player_ref(user: User) -> PlayerRef:
    """Return an account as the game knows it."""
    return PlayerRef(PLATFORM, str(user.id))


def member_of(user: User, *, admin: bool = False) -> Member:
    """Return a user as a member."""
    return Member(player_ref(user), user.full_name, admin=admin, bot=user.is_bot)


def place_of(room: Room) -> Place:
    """Return the chat and topic of a room."""
    if room.chat.id.startswith("@"):
        return Place(int(room.chat.id[1:]))
    # Sender takes no id for the General topic: without one, messages go there.
    named = room.topic.isdecimal() and room.topic != GENERAL
    thread = int(room.topic) if named else None
    return Place(int(room.chat.id), thread)


def room_in(message: MaybeInaccessibleMessage, chat_id: int, user: User) -> Room:
    """Return the room of a message; `chat_id` is the chat's present id."""
    if is_private(message.chat):
        return private_room(player_ref(user))
    if not message.chat.is_forum:
        return Room(chat_ref(chat_id))
    # Outside topics a thread is only a message with the answers to it.
    if isinstance(message, Message) and message.is_topic_message and message.message_thread_id:
        return Room(chat_ref(chat_id), str(message.message_thread_id))
    return Room(chat_ref(chat_id), GENERAL)


def is_private(chat: Chat) -> bool:
    """Return whether a chat is one person's with the bot."""
    return chat.type == ChatType.PRIVATE


def is_group(chat: Chat) -> bool:
    """Return whether a chat is a group, of either kind."""
    return chat.type in {ChatType.GROUP, ChatType.SUPERGROUP}


def is_masked(message: Message) -> bool:
    """Return whether somebody writes as the group or as a channel, not under their own name."""
    return message.sender_chat is not None or message.from_user is None
