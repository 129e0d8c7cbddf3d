"""The targets of calls: chats, topics, messages, and permissions there (Bot API: chat_id)."""

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.chats import SimChat
from tests.simulators.telegram.errors import ApiError, bad_request, forbidden
from tests.simulators.telegram.members import SEND_RIGHTS
from tests.simulators.telegram.messages import SimMessage, Topic
from tests.simulators.telegram.world import World


def chat_of(world: World, call: Call) -> SimChat:
    """Return the chat of a call; ApiError where there is none, or the bot is out of it."""
    raw = call.text("chat_id")
    if not raw:
        raise bad_request("chat_id is empty")
    chat = world.chats.get(int(raw)) if raw.lstrip("-").isdecimal() else None
    if not chat:
        if raw.isdecimal() and int(raw) in world.users:
            raise forbidden("bot can't initiate conversation with a user")
        raise bad_request("chat not found")
    if chat.migrated_to:
        raise ApiError(
            400,
            "Bad Request: group chat was upgraded to a supergroup chat",
            blame="world",
            parameters={"migrate_to_chat_id": chat.migrated_to.id},
        )
    _check_in(chat)
    return chat


def _check_in(chat: SimChat) -> None:
    status = chat.bot_member.status
    if chat.kind == "private" and status == "kicked":
        raise forbidden("bot was blocked by the user")
    if status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    if status == "left":
        raise forbidden(f"bot is not a member of the {chat.kind} chat")


def check_right(chat: SimChat, right: str) -> None:
    """Raise ApiError where the bot has been denied to send such things here."""
    if right in chat.bot_member.denied:
        why = f"not enough rights to send {SEND_RIGHTS[right]} to the chat"
        raise bad_request(why, blame="world")


def reply_of(call: Call, chat: SimChat) -> SimMessage | None:
    """Return the message that a call answers (Bot API: ReplyParameters)."""
    parameters = call.data("reply_parameters") or {}
    number = int(parameters.get("message_id") or call.integer("reply_to_message_id"))
    if not number:
        return None
    message = chat.find(number)
    if message and not message.deleted:
        return message
    if parameters.get("allow_sending_without_reply") or call.flag("allow_sending_without_reply"):
        return None
    # A message may go while the bot answers it; one that never was is the bot's own mistake.
    raise bad_request("message to be replied not found", blame="world" if message else "bot")


def topic_of(call: Call, chat: SimChat, reply: SimMessage | None) -> Topic | None:
    """Return the topic of a call, that of the message it answers by default.

    Bot API: sendMessage: message_thread_id is for topics of forums only; the General topic
    takes none, not even 1.
    """
    number = call.integer("message_thread_id")
    if not number:
        return reply.topic if reply else None
    topic = chat.topics.get(number)
    if not topic or topic.deleted:
        raise bad_request("message thread not found", blame="world" if topic else "bot")
    if topic.closed and not chat.bot_member.is_admin:
        raise bad_request("TOPIC_CLOSED", blame="world")
    return topic


def message_of(call: Call, chat: SimChat, purpose: str) -> SimMessage:
    """Return the message of a call; ApiError where it is gone or never was."""
    number = call.integer("message_id")
    if not number:
        raise bad_request("message identifier is not specified")
    message = chat.find(number)
    if not message or message.deleted:
        raise bad_request(f"message to {purpose} not found", blame="world" if message else "bot")
    return message
