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
        ("<b>x</b><strong>y</strong>", "xy", ["bold 0 1", "bold 1 1"]),
        ("<i>x</i><em>y</em>", "xy", ["italic 0 1", "italic 1 1"]),
        ("<u>x</u><ins>y</ins>", "xy", ["underline 0 1", "underline 1 1"]),
        ("<s>x</s><strike>y</strike><del>z</del>", "xyz", [f"strikethrough {n} 1" for n in "012"]),
        ("<tg-spoiler>x</tg-spoiler>", "x", ["spoiler 0 1"]),
        ('<span class="tg-spoiler">x</span>', "x", ["spoiler 0 1"]),
        ('<a href="https://a.b/?x&amp;y">x</a>', "x", ["text_link 0 1 https://a.b/?x&y"]),
        ("<a href='tg://user?id=5'>x</a>", "x", ["text_mention 0 1"]),
        ('<tg-emoji emoji-id="5368">👍</tg-emoji>', "👍", ["custom_emoji 0 2"]),
        ("<code>x</code>", "x", ["code 0 1"]),
        ("<pre>x</pre>", "x", ["pre 0 1"]),
        ('<pre><code class="language-python">x</code></pre>', "x", ["pre 0 1"]),
        ("<blockquote>x</blockquote>", "x", ["blockquote 0 1"]),
        ("<blockquote expandable>x</blockquote>", "x", ["expandable_blockquote 0 1"]),
        ("<B>x<i>y</I></b >", "xy", ["bold 0 2", "italic 1 1"]),
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
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<a href=a/b>x</a>", "Unexpected end of name token at byte offset 8"),
        ("<a =x>x</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<tg-emoji>x</tg-emoji>", "Invalid custom emoji identifier specified"),
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
        "<b><code>x</code></b>",
        "<pre><b>x</b></pre>",
        "<blockquote><blockquote>x</blockquote>y</blockquote>",
        '<a href="nowhere">x</a>',
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
    ben = telegram.add_user("Ben")
    away = telegram.add_user("Cy", username="cy_away")
    group.join(ana)
    group.join(ben)

    async def pings(html: str, **how: Any) -> list[object]:
        await bot.send_photo(group.id, picture(), caption=html, parse_mode="HTML", **how)
        assert group.last
        return list(group.last.pings)

    assert await pings(f"<b>@Ana_Banana</b> <a href='tg://user?id={ben.id}'>B</a>") == [ana, ben]
    assert await pings(f"@{away.username}") == []
    assert await pings("<code>@ana_banana</code> @\u2060ana_banana ana_banana") == []
    assert await pings('<a href="tg://user?id=123">nobody</a>') == []
    assert group.last
    assert group.last.entities == []


async def test_links_are_told(bot: Bot, group: SimGroup) -> None:
    text = '<a href="https://a.org">here</a> or b.org'
    await bot.send_message(group.id, text, parse_mode="HTML")
    assert group.last
    assert group.last.links == ["https://a.org", "b.org"]
    assert group.last.preview
    await bot.send_message(group.id, text, parse_mode="HTML", disable_web_page_preview=True)
    assert not group.last.preview
