"""The rules of a message's body: content, embeds, files, flags.

Source: Discord docs, Message: Create Message, Edit Message, Embed Object: Embed Limits;
Reference: Uploading Files.
"""

import re

from tests.simulators.discord.components import check_components
from tests.simulators.discord.errors import Form, Path, Refusal, empty_message
from tests.simulators.discord.mentions import check_allowed_mentions
from tests.simulators.discord.messages import (
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    embedded_names,
)
from tests.simulators.discord.shapes import Json

CONTENT, EMBEDS, EMBED_TOTAL = 2000, 10, 6000
FILES, DESCRIPTION = 10, 1024
SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS
LENGTHS = {"title": 256, "description": 4096}
EMBED = {"type", "color", "image", "flags", *LENGTHS}
Uploads = dict[int, tuple[str, bytes]]


def check_body(body: object, uploads: Uploads, *, ephemeral_allowed: bool) -> Json:
    """Return the body of a message if it keeps every limit; refuse it with 50035 otherwise."""
    form = Form()
    if not isinstance(body, dict):
        form.refuse((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
    if body.get("content") is not None:
        form.text(("content",), body["content"], 0, CONTENT)
    _check_embeds(form, body.get("embeds") or [])
    _check_flags(form, body.get("flags"), ephemeral_allowed=ephemeral_allowed)
    check_components(form, body.get("components") or [])
    check_allowed_mentions(form, body.get("allowed_mentions"))
    if body.get("nonce") is not None and len(str(body["nonce"])) > 25:
        form.wrong(("nonce",), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
    _check_attachments(form, body.get("attachments"), uploads)
    form.finish()
    return body


def _check_flags(form: Form, flags: object, *, ephemeral_allowed: bool) -> None:
    if flags is None:
        return
    allowed = SETTABLE | (EPHEMERAL if ephemeral_allowed else 0)
    if not isinstance(flags, int) or flags & ~allowed:
        # Discord drops other flags in silence; a client that sends them expects more.
        form.wrong(("flags",), "FLAGS_NOT_SETTABLE", f"Only {allowed:#x} can be set here.")


def _check_embeds(form: Form, embeds: object) -> None:
    total = 0
    for index, embed in enumerate(form.items(("embeds",), embeds, 0, EMBEDS)):
        total += _check_embed(form, ("embeds", index), embed)
    if total > EMBED_TOTAL:
        text = f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text)


def _check_embed(form: Form, path: Path, embed: Json) -> int:
    for key in embed.keys() - EMBED:
        form.wrong((*path, key), "NOT_SIMULATED", "No limit of this is known here")
    texts = {key: embed[key] for key in LENGTHS if embed.get(key) is not None}
    for key, text in texts.items():
        form.text((*path, key), text, 0, LENGTHS[key])
    if not any(texts.values()) and not embed.get("image"):
        form.wrong((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    return sum(len(str(text)) for text in texts.values())


def _check_attachments(form: Form, listed: object, uploads: Uploads) -> None:
    entries = form.items(("attachments",), listed or [], 0, FILES)
    if not entries and len(uploads) > FILES:
        form.wrong(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer.")
    for index, entry in enumerate(entries):
        if entry.get("description") is not None:
            form.text(("attachments", index, "description"), entry["description"], 0, DESCRIPTION)


def check_sizes(uploads: Uploads, limit: int) -> None:
    """Refuse files above the limit of the place, each and together."""
    if sum(len(data) for _, data in uploads.values()) > max(limit, 25 << 20) or any(
        len(data) > limit for _, data in uploads.values()
    ):
        raise Refusal(413, 40005, "Request entity too large", mistake=True)


def cleaned(filename: str) -> str:
    """Return a file's name as Discord keeps it: no spaces, nothing outside ASCII."""
    return re.sub(r"[^\w.-]", "", filename.replace(" ", "_"), flags=re.ASCII) or "unknown"


def merged_attachments(
    body: Json, uploads: Uploads, kept: list[Attachment], make: "type[Attachment]" = Attachment
) -> list[Attachment]:
    """Return a message's files after a request; ids of new files are their indices.

    With an `attachments` array only what it lists stays (Discord docs, Message: Edit
    Message); without one everything stays and every new file is added.
    """
    listed = body.get("attachments")
    if listed is None:
        new = [make(index, cleaned(name), data) for index, (name, data) in uploads.items()]
        return _counted(kept + new)
    form = Form()
    by_id = {file.id: file for file in kept}
    found = []
    for index, entry in enumerate(listed):
        number = int(entry.get("id", -1))
        if number in uploads:
            name, data = uploads[number]
            name = entry.get("filename") or name
            found.append(make(number, cleaned(name), data, entry.get("description")))
        elif number in by_id:
            found.append(by_id[number])
        else:
            text = f"Attachment {number} was neither uploaded nor part of the message."
            form.wrong(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", text)
    form.finish()
    return _counted(found)


def _counted(files: list[Attachment]) -> list[Attachment]:
    if len(files) > FILES:
        raise Refusal(400, 30015, "Maximum number of attachments reached (10)", mistake=True)
    return files


def check_not_empty(body: Json, files: list[Attachment]) -> None:
    """Refuse a message with nothing in it: 50006."""
    content = str(body.get("content") or "").strip()
    if not (content or body.get("embeds") or body.get("components") or files):
        raise empty_message()


def embedded_violations(embeds: list[Json], files: list[Attachment]) -> set[str]:
    """Return the names that embeds show by `attachment://` and that no file has."""
    return embedded_names(embeds) - {file.filename for file in files}
