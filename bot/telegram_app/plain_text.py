"""Texts that stay texts: Telegram turns names, addresses and commands in them into links.

It does so whatever the markup, and a mention also calls who is mentioned.
"""

import re

JOINER = "\u2060"  # takes no room, and no line is broken there

# After these something begins that Telegram would make a link of: @name, #tag, $TAG,
# /command, scheme://, name.com, 1.2.3.4. Numbers such as 1.5 and words such as and/or stay.
_BEFORE_LINKS = re.compile(
    r"[@#$](?=\w)|(?<!\w)/(?=\w)|:(?=/)"
    r"|\.(?=[^\W\d])|(?<!\d)\.(?=\d)|(?<=\d)\.(?=\d+\.\d)"
)


def unlinked(text: str, after: str = "") -> str:
    """Return a text that looks the same, in which Telegram finds nothing to link to.

    `after` is the text that goes on behind it.
    """
    whole = _BEFORE_LINKS.sub(rf"\g<0>{JOINER}", text + after[:1])
    return whole[:-1] if after else whole


def without_joiners(text: str) -> str:
    """Return a text that may have been copied from one of Seize's, as it was meant."""
    return text.replace(JOINER, "")


def length(text: str) -> int:
    """Return how long a text is for Telegram, which counts UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many UTF-16 code units, with … if something is missing."""
    if length(text) <= most:
        return text
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * max(most - 1, 0)]
    return units.decode("utf-16-le", "ignore") + "…" * (most > 0)
