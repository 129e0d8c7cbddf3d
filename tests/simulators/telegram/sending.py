"""The methods that make messages (Bot API: sendMessage, sendPhoto, sendDocument, …)."""

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.content import caption_of, document_of, photo_of, text_of
from tests.simulators.telegram.errors import Json
from tests.simulators.telegram.keyboards import keyboard_of
from tests.simulators.telegram.markup import Parsed
from tests.simulators.telegram.messages import SimFile, SimMessage
from tests.simulators.telegram.targets import chat_of, check_right, reply_of, topic_of
from tests.simulators.telegram.world import World


def send_message(world: World, call: Call) -> Json:
    """Carry out sendMessage; return the Message."""
    message = _send(world, call, text_of(world, call), "can_send_messages")
    message.preview = shows_preview(call, message)
    return message.to_json()


def send_photo(world: World, call: Call) -> Json:
    """Carry out sendPhoto; return the Message."""
    photo = photo_of(world, call, call.text("photo") or "attach://photo")
    return _send(world, call, caption_of(world, call), "can_send_photos", photo=photo).to_json()


def send_document(world: World, call: Call) -> Json:
    """Carry out sendDocument; return the Message."""
    document = document_of(world, call, call.text("document") or "attach://document")
    parsed = caption_of(world, call)
    return _send(world, call, parsed, "can_send_documents", document=document).to_json()


def _send(
    world: World,
    call: Call,
    parsed: Parsed,
    right: str,
    *,
    photo: SimFile | None = None,
    document: SimFile | None = None,
) -> SimMessage:
    """Put a message of the bot into the chat of a call."""
    chat = chat_of(world, call)
    keyboard = keyboard_of(call)
    check_right(chat, right)
    reply = reply_of(call, chat)
    topic = topic_of(call, chat, reply)
    message = world.add_message(chat, world.bot, parsed, reply_to=reply, topic=topic)
    message.photo, message.document = photo, document
    message.reply_markup = keyboard
    message.silent = call.flag("disable_notification")
    return message


def shows_preview(call: Call, message: SimMessage) -> bool:
    """Return whether a text shows the page it links to (Bot API: LinkPreviewOptions)."""
    options = call.data("link_preview_options") or {}
    off = options.get("is_disabled") or call.flag("disable_web_page_preview")
    return bool(message.links) and not off
