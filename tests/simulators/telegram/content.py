"""The text, caption and media of a call, checked (Bot API: sendMessage, sendPhoto)."""

import io

from PIL import Image

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.errors import Json, bad_request
from tests.simulators.telegram.markup import Parsed, parse_html, stripped
from tests.simulators.telegram.messages import SimFile
from tests.simulators.telegram.world import World

# Bot API: sendMessage: 1-4096 characters after entities parsing.
TEXT_LENGTH = 4096
# Bot API: sendPhoto: 0-1024 characters after entities parsing.
CAPTION_LENGTH = 1024
# The server keeps no more entities of a message and drops the rest.
ENTITIES = 100
# Bot API: Sending files: 10 MB for photos, 50 MB for other files.
PHOTO_BYTES = 10 * 1024 * 1024
DOCUMENT_BYTES = 50 * 1024 * 1024
# Bot API: sendPhoto: width and height at most 10000 in total, at most 20 to 1.
PHOTO_SIDES = 10_000
PHOTO_RATIO = 20


def text_of(world: World, call: Call) -> Parsed:
    """Return the text of a message; ApiError where it is empty, too long or malformed."""
    parsed = _parse(world, call.method, call.params, "text")
    if not parsed.text:
        raise bad_request("message text is empty")
    if len(parsed.text) > TEXT_LENGTH:
        raise bad_request("message is too long")
    return parsed


def caption_of(world: World, call: Call, source: Json | None = None) -> Parsed:
    """Return the caption that a call gives, or an InputMedia; "" is none."""
    source = call.params if source is None else source
    parsed = _parse(world, call.method, source, "caption")
    if len(parsed.text) > CAPTION_LENGTH:
        raise bad_request("message caption is too long")
    return parsed


def _parse(world: World, method: str, source: Json, name: str) -> Parsed:
    text = str(source.get(name) or "")
    mode = str(source.get("parse_mode") or "").lower()
    if mode == "html":
        parsed = parse_html(text)
    elif mode:
        # Telegram knows two more modes; the bot needs neither.
        raise bad_request("unsupported parse_mode")
    else:
        parsed = Parsed(text)
    parsed = stripped(parsed)
    if len(parsed.entities) > ENTITIES:
        parsed.notes.append(f"of {len(parsed.entities)} entities only {ENTITIES} are kept")
        parsed.entities = parsed.entities[:ENTITIES]
    world.findings.violations += [f"{method}: {note}" for note in parsed.notes]
    return parsed


def photo_of(world: World, call: Call, value: str) -> SimFile:
    """Return the photo that a parameter gives, by upload."""
    upload = call.upload(value)
    if not upload:
        raise bad_request("there is no photo in the request")
    if len(upload.content) > PHOTO_BYTES:
        raise bad_request("file is too big: PHOTO_SAVE_FILE_INVALID")
    try:
        with Image.open(io.BytesIO(upload.content)) as image:
            image.load()
            width, height = image.size
    except (OSError, SyntaxError, ValueError):
        raise bad_request("IMAGE_PROCESS_FAILED") from None
    if width + height > PHOTO_SIDES or max(width, height) > PHOTO_RATIO * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return world.add_file(upload.filename, upload.content, (width, height))


def document_of(world: World, call: Call, value: str) -> SimFile:
    """Return the document that a parameter gives, by upload."""
    upload = call.upload(value)
    if not upload:
        raise bad_request("there is no document in the request")
    if not upload.content:
        raise bad_request("file must be non-empty")
    if len(upload.content) > DOCUMENT_BYTES:
        raise bad_request("Request Entity Too Large")
    return world.add_file(upload.filename, upload.content)
