"""Messages and pressed buttons as requests and words for the dispatcher."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from telegram import CallbackQuery, Message, User
from telegram.constants import MessageEntityType

from bot.chat.arguments import Kind
from bot.chat.commands import COMMANDS, HELP, verb_of
from bot.chat.context import Command
from bot.messages import Request, Typed, private_room, split_data
from bot.telegram_app.links import data_of
from bot.telegram_app.places import is_group, is_private, member_of, player_ref, room_in
from bot.telegram_app.rendering import JOINER, without_joiners
from core.ids import Member, Room
from core.languages import languages

START = "start"
_FORM = re.compile(r"(?:(-?[0-9]{1,19}):)?([0-9]{1,15})")


@dataclass(frozen=True, slots=True)
class Called:
    """A command by its English name: `text` stands behind it, or `args` are those of a link."""

    name: str
    text: str = ""
    args: Mapping[str, str] = field(default_factory=dict)


class CommandNames:
    """The names of commands, in all languages."""

    def __init__(self, commands: Mapping[str, Command], username: str) -> None:
        self._username = username.lower()
        # English comes last: it wins where a name means something else in another language.
        localised = {
            each.name_in(language): each.name
            for each in commands.values()
            for language in languages()
        }
        self._names = {**localised, **{name: name for name in commands}, START: START}

    def called(self, message: Message) -> Called | None:
        """Return the command or link that a message begins with.

        None for no command, or another bot's.
        """
        called = self._first(message)
        if called is None or called.name != START:
            return called
        # Only in private there are links.
        name, args = split_data(data_of(called.text)) if is_private(message.chat) else (HELP, {})
        return Called(name, args=args) if verb_of(name).by_link else Called(HELP)

    def _first(self, message: Message) -> Called | None:
        text = message.text or ""
        for entity in message.entities:
            if entity.type == MessageEntityType.BOT_COMMAND and entity.offset == 0:
                return self.parsed(text[: entity.length], text[entity.length :])
        # Copied from a text of Seize's, in which commands are no links.
        command, _, rest = without_joiners(text).partition(" ")
        return self.parsed(command, rest) if JOINER in text else None

    def parsed(self, command: str, rest: str) -> Called | None:
        """Parse "/command" or "/command@bot"; return None for another bot's."""
        name, at, username = command.removeprefix("/").partition("@")
        if not command.startswith("/") or (at and username.lower() != self._username):
            return None
        english = self._names.get(name.lower())
        return Called(english, rest.strip()) if english else None


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


def typed_text(message: Message, user: User, chat_id: int, *, text: str, meant: bool) -> Typed:
    """Return a message as a text; `chat_id` is the chat's present id."""
    alone = is_private(message.chat)
    return Typed(
        room=room_in(message, chat_id, user),
        member=member_of(user),
        text=text,
        at=message.date.timestamp(),
        id=unique_id(message),
        meant=meant or alone,
        alone=alone,
        hidden=any(each.type == MessageEntityType.SPOILER for each in message.entities),
        locale=user.language_code or "",
    )


def command_request(
    message: Message, called: Called, member: Member, user: User, chat_id: int
) -> Request:
    """Return a message that begins with a command as a request."""
    alone = is_private(message.chat)
    people = people_of(message, called.name)
    locale = user.language_code or ""
    return Request(
        name=called.name,
        id=str(message.message_id),
        room=room_in(message, chat_id, user),
        member=member,
        at=message.date.timestamp(),
        args=called.args,
        people=people,
        text=_without_mentions(message, called.text) if people else called.text,
        locale=locale,
        room_locale=locale if alone else "",
        alone=alone,
    )


def button_request(query: CallbackQuery, room: Room, member: Member, at: float) -> Request:
    """Return a pressed button as a request."""
    name, args = split_data(query.data or "")
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
        pressed=str(query.message.message_id) if query.message else "",
    )


def people_of(message: Message, name: str) -> Mapping[str, Member]:
    """Return the player mentioned or replied to, by the name of the argument that takes one."""
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


def unique_id(message: Message) -> str:
    """Return an id that no other message of a player has, "chat:number"."""
    return f"{message.chat.id}:{message.message_id}"


def parsed_id(message_id: str) -> tuple[int | None, int] | None:
    """Return the chat, None if it is not said, and the number; None for what is no message."""
    match = _FORM.fullmatch(message_id)
    if match is None:
        return None
    chat, number = match.groups()
    return (int(chat) if chat else None, int(number))
