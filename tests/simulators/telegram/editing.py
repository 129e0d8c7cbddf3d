"""The methods that change or delete messages (Bot API: Updating messages)."""

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.content import caption_of, photo_of, text_of
from tests.simulators.telegram.errors import ApiError, Json, bad_request
from tests.simulators.telegram.keyboards import keyboard_of
from tests.simulators.telegram.messages import SimMessage
from tests.simulators.telegram.sending import shows_preview
from tests.simulators.telegram.targets import chat_of, message_of
from tests.simulators.telegram.world import World


def edit_text(world: World, call: Call) -> Json:
    """Carry out editMessageText; return the Message. No reply_markup takes the keyboard away."""
    parsed = text_of(world, call)
    message = _editable(world, call)
    if message.photo or message.document:
        raise bad_request("there is no text in the message to edit")
    keyboard = keyboard_of(call)
    entities = world.finished(parsed)
    if (parsed.text, entities, keyboard) == _shown(message):
        raise _not_modified()
    message.keep_version()
    message.text, message.entities, message.reply_markup = parsed.text, entities, keyboard
    message.preview = shows_preview(call, message)
    return _edited(world, message)


def edit_caption(world: World, call: Call) -> Json:
    """Carry out editMessageCaption; return the Message."""
    parsed = caption_of(world, call)
    message = _editable(world, call)
    if not message.photo and not message.document:
        raise bad_request("there is no caption in the message to edit")
    keyboard = keyboard_of(call)
    entities = world.finished(parsed)
    if (parsed.text, entities, keyboard) == _shown(message):
        raise _not_modified()
    message.keep_version()
    message.text, message.entities, message.reply_markup = parsed.text, entities, keyboard
    return _edited(world, message)


def edit_media(world: World, call: Call) -> Json:
    """Carry out editMessageMedia; return the Message. It may give a text message a medium."""
    message = _editable(world, call)
    media = call.data("media") or {}
    keyboard = keyboard_of(call)
    parsed = caption_of(world, call, media)
    entities = world.finished(parsed)
    if media.get("type") != "photo":
        raise bad_request("can't parse InputMedia: media type is not one the simulator has")
    photo = photo_of(world, call, str(media.get("media")))
    message.keep_version()
    message.photo, message.document = photo, None
    message.text, message.entities, message.reply_markup = parsed.text, entities, keyboard
    return _edited(world, message)


def _editable(world: World, call: Call) -> SimMessage:
    chat = chat_of(world, call)
    message = message_of(call, chat, "edit")
    if message.sender is not world.bot or message.service:
        raise bad_request("message can't be edited")
    return message


def _shown(message: SimMessage) -> tuple[str, list[Json], Json | None]:
    return message.text, message.entities, message.reply_markup


def _edited(world: World, message: SimMessage) -> Json:
    # The bot has seen the message as sent, and an edit in the same second has its date.
    message.edit_date = max(world.now(), message.date)
    world.changes.notify()
    return message.to_json()


def _not_modified() -> ApiError:
    return bad_request(
        "message is not modified: specified new message content and reply markup are exactly "
        "the same as a current content and reply markup of the message",
        blame="waste",
    )
