"""The entities that Telegram adds by itself to plain text (Bot API: MessageEntity).

It does so in texts and captions of people and of bots, whatever the parse mode: a name that
looks like "@someone" pings, one that looks like "evil.com" becomes a link.
"""

import re

from tests.simulators.telegram.errors import Json
from tests.simulators.telegram.markup import utf16

# The order is that of precedence: an e-mail address holds neither a mention nor a link.
PATTERNS = (
    ("email", re.compile(r"(?<![\w.+\-])[\w.+\-]{1,64}@(?:[\w\-]{1,63}\.)+[a-zA-Z]{2,24}\b")),
    ("url", re.compile(r"(?<![\w@])(?:https?|ftp|tg|ton)://[^\s<>\"«»]+", re.IGNORECASE)),
    (
        "url",
        # Any two letters count as a country; Telegram knows which exist, tests should not.
        re.compile(
            r"(?<![\w@.\-/])(?:[\w\-]{1,63}\.)+"
            r"(?:com|net|org|info|biz|dev|app|xyz|top|site|online|shop|club|live|bot|"
            r"[a-z]{2}|COM|NET|ORG|[A-Z]{2})"
            r"(?![\w\-@])(?:\.(?=\s|$)|:\d+)?(?:[/?#][^\s<>\"«»]*)?"
        ),
    ),
    # Usernames sold on Fragment have four characters, those of the rest five or more.
    ("mention", re.compile(r"(?<![\w@])@[A-Za-z0-9_]{4,32}(?!\w)")),
    (
        "bot_command",
        re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])"),
    ),
    ("hashtag", re.compile(r"(?<![\w#])#(?=\w*[^\W\d])\w{1,256}")),
    ("cashtag", re.compile(r"(?<![\w$])\$[A-Z]{1,8}(?!\w)")),
)
# Nothing is found where the markup has said what the text is.
SETTLED = {"code", "pre", "text_link", "text_mention", "custom_emoji"}


def with_detected(text: str, entities: list[Json]) -> list[Json]:
    """Return the entities of a text together with those that Telegram finds in it."""
    taken = [
        (entity["offset"], entity["offset"] + entity["length"])
        for entity in entities
        if entity["type"] in SETTLED
    ]
    found: list[Json] = []
    for kind, pattern in PATTERNS:
        for match in pattern.finditer(text):
            start = utf16(text[: match.start()])
            end = start + utf16(match.group().rstrip(".,:;!?'")) if kind == "url" else 0
            end = end or start + utf16(match.group())
            if all(end <= first or start >= last for first, last in taken):
                taken.append((start, end))
                found.append({"type": kind, "offset": start, "length": end - start})
    return sorted([*entities, *found], key=lambda entity: (entity["offset"], -entity["length"]))


def covered(text: str, entity: Json) -> str:
    """Return the part of a text that an entity covers."""
    units = text.encode("utf-16-le", "surrogatepass")
    start = entity["offset"] * 2
    return units[start : start + entity["length"] * 2].decode("utf-16-le", "replace")
