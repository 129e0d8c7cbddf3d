"""HTML, what Telegram finds in plain text, and whom a text pings."""

from typing import Any

import pytest
from telegram import (
    Bot,
)

from tests.simulators.telegram import SimGroup, TelegramSimulator
from tests.simulators.telegram.client import picture
from tests.simulators.telegram.markup import parse_html, stripped


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("a &lt;b&gt; &amp; &quot;&#233;&#xE9;", 'a <b> & "éé', []),
        ("<b>x</b>y", "xy", ["bold 0 1"]),
        ("<tg-spoiler>x</tg-spoiler>", "x", ["spoiler 0 1"]),
        ("<pre>x</pre>", "x", ["pre 0 1"]),
        ("<B>x<tg-spoiler>y</TG-spoiler></b >", "xy", ["bold 0 2", "spoiler 1 1"]),
        ("  \n<b> 😀x </b> ", "😀x", ["bold 0 3"]),
        ("<b></b>x", "x", []),
    ],
)
def test_markup_is_read(source: str, text: str, entities: list[str]) -> None:
    parsed = stripped(parse_html(source))
    got = [
        f"{one['type']} {one['offset']} {one['length']} {one.get('url', '')}".rstrip()
        for one in parsed.entities
    ]
    assert (parsed.text, got, parsed.notes) == (text, entities, [])


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("é<b>x</i></b>", 'Unmatched end tag at byte offset 6, expected "</b>", found "</i>"'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<br>", 'Unsupported start tag "br" at byte offset 0'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
    ],
)
def test_malformed_markup_is_refused(source: str, why: str) -> None:
    with pytest.raises(Exception, match="can't parse entities: ") as caught:
        parse_html(source)
    assert str(caught.value).partition("entities: ")[2] == why


@pytest.mark.parametrize(
    "source",
    [
        "a & b",
        "a > b",
        "a&nbsp;b",
        "<pre><b>x</b></pre>",
    ],
)
async def test_markup_that_the_documentation_forbids_is_noted(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup, source: str
) -> None:
    await bot.send_message(group.id, source, parse_mode="HTML")
    assert len(telegram.violations) == 1


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        ("hi @someone, @me and x@some.org", "mention", ["@someone"]),
        ("hi @someone, x@some.org", "email", ["x@some.org"]),
        ("see evil.com, or http://a.b/c?d=e!", "url", ["evil.com", "http://a.b/c?d=e"]),
        ("no e.g. 3.5 or end.Of", "url", []),
        ("/play@seize_bot fr and/or /stop", "bot_command", ["/play@seize_bot", "/stop"]),
        ("#words #1 a#b", "hashtag", ["#words"]),
        ("for $USD", "cashtag", ["$USD"]),
    ],
)
async def test_telegram_finds_entities_in_plain_text(
    bot: Bot, group: SimGroup, text: str, kind: str, parts: list[str]
) -> None:
    await bot.send_message(group.id, f"😀 {text}")
    assert group.last
    assert group.last.kinds(kind) == parts


async def test_pings_are_told(telegram: TelegramSimulator, bot: Bot, group: SimGroup) -> None:
    ana = telegram.add_user("Ana", username="ana_banana")
    away = telegram.add_user("Cy", username="cy_away")
    group.join(ana)

    async def pings(html: str, **how: Any) -> list[object]:
        await bot.send_photo(group.id, picture(), caption=html, parse_mode="HTML", **how)
        assert group.last
        return list(group.last.pings)

    assert await pings("<b>@Ana_Banana</b> Ben") == [ana]
    assert await pings(f"@{away.username}") == []
    assert await pings("<pre>@ana_banana</pre> @\u2060ana_banana ana_banana") == []


async def test_links_are_told(bot: Bot, group: SimGroup) -> None:
    text = "https://a.org or b.org"
    await bot.send_message(group.id, text)
    assert group.last
    assert group.last.links == ["https://a.org", "b.org"]
    assert group.last.preview
    await bot.send_message(group.id, text, disable_web_page_preview=True)
    assert not group.last.preview
