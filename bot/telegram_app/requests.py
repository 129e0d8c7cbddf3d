"""Messages and presses of Telegram as requests and words for the dispatcher."""

from collections.abc import Mapping

from telegram import CallbackQuery, Message, User
from telegram.constants import MessageEntityType

from bot.chat.arguments import Kind
from bot.chat.commands import COMMANDS
from bot.messages import Request, Typed, private_room
from bot.telegram_app.command_names import START, Called
from bot.telegram_app.links import HELP, data_of, numbered
from bot.telegram_app.message_ids import unique_id
from bot.telegram_app.places import is_group, is_private, member_of, player_ref, room_in
from core.ids import Member, Room

# Buttons whose doing a link may ask for. Anybody can make a link and have others open it: so
# none that changes or deletes what is somebody's.
_BY_LINK = frozenset(
    (
        *("type", "why", "text", "words", "missed", "card", "key", "asked", "export", "forget"),
        *("dday", "dcard", "dshare", "dkey", "dtop", "dstat", "dproof"),
        *("wshow", "wleft", "wshare", "wcoach", "wstat", "wtop"),
    )
)


def is_read(message: Message) -> bool:
    """Return whether a message is somebody's own text, not a service's, a bot's or a quotation."""
    user = message.from_user
    from_bot = user is not None and user.is_bot and message.sender_chat is None
    second_hand = message.via_bot or message.forward_origin or message.is_automatic_forward
    known = is_private(message.chat) or is_group(message.chat)
    return bool(message.text) and known and not from_bot and not second_hand


def is_answer(message: Message, bot_id: int) -> bool:
    """Return whether a message replies to one of the bot's."""
    original = message.reply_to_message
    return bool(
        original
        and original.from_user
        and original.from_user.id == bot_id
        # Whatever is said in a topic replies to the message that opened it.
        and not original.forum_topic_created
    )


def typed(message: Message, user: User, chat_id: int, *, text: str, meant: bool) -> Typed:
    """Return a text as what may be words; `chat_id` is the chat's id by now."""
    alone = is_private(message.chat)
    return Typed(
        room=room_in(message, chat_id, user),
        member=member_of(user),
        text=text,
        at=message.date.timestamp(),
        message_id=unique_id(message),
        meant=meant or alone,
        alone=alone,
        locale=user.language_code or "",
    )


def asked(message: Message, called: Called) -> tuple[str, dict[str, str]]:
    """Return what a command asks for: its name, or what the link says that was opened."""
    if called.name != START:
        return called.name, {}
    # Only in private there are links.
    return _linked(called.rest) if is_private(message.chat) and called.rest else (HELP, {})


def command(message: Message, called: Called, member: Member, user: User, chat_id: int) -> Request:
    """Return a message that begins with a command as a request."""
    alone = is_private(message.chat)
    name, args = asked(message, called)
    text = "" if called.name == START else called.rest
    people = people_of(message, called.name)
    locale = user.language_code or ""
    return Request(
        name=name,
        id=str(message.message_id),
        room=room_in(message, chat_id, user),
        member=member,
        at=message.date.timestamp(),
        args=args,
        people=people,
        text=_without_mentions(message, text) if people else text,
        locale=locale,
        room_locale=locale if alone else "",
        alone=alone,
    )


def _linked(payload: str) -> tuple[str, dict[str, str]]:
    name, args = numbered(data_of(payload))
    return (name, args) if name in COMMANDS or name in _BY_LINK else (HELP, {})


def press(query: CallbackQuery, room: Room, member: Member, at: float) -> Request:
    """Return a pressed button as a request."""
    name, args = numbered(query.data or "")
    locale = query.from_user.language_code or ""
    alone = room == private_room(player_ref(query.from_user))
    return Request(
        name=name,
        id=query.id,
        room=room,
        member=member,
        at=at,
        args=args,
        locale=locale,
        room_locale=locale if alone else "",
        alone=alone,
    )


def people_of(message: Message, name: str) -> Mapping[str, Member]:
    """Return who a command is about, if it takes a player: mentioned, or replied to."""
    taken = COMMANDS[name].arguments if name in COMMANDS else ()
    players = [argument.name for argument in taken if argument.kind is Kind.PLAYER]
    user = _mentioned(message) or _replied_to(message)
    return {players[0]: member_of(user)} if players and user else {}


def _mentioned(message: Message) -> User | None:
    named = (each.user for each in message.entities if each.type == MessageEntityType.TEXT_MENTION)
    return next((user for user in named if user), None)


def _replied_to(message: Message) -> User | None:
    original = message.reply_to_message
    if original is None or original.forum_topic_created or original.sender_chat:
        return None
    user = original.from_user
    return None if user is None or user.is_bot else user


def _without_mentions(message: Message, text: str) -> str:
    for entity, name in message.parse_entities([MessageEntityType.TEXT_MENTION]).items():
        if entity.user:
            text = text.replace(name, "", 1)
    return text.strip()
