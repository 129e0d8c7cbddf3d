from hypothesis import example, given
from hypothesis import strategies as st

from bot.messages import Reply, Span, Style
from bot.telegram_app.rendering import (
    JOINER,
    MAX_CAPTION,
    MAX_TEXT,
    length,
    shortened,
    text_length,
    to_alert,
    to_html,
    unlinked,
    without_joiners,
)
from tests.simulators.telegram.detection import with_detected
from tests.simulators.telegram.markup import Parsed, parse_html

# What Telegram could take for links, and pieces that make it one together.
PIECES = st.sampled_from(
    [
        "@",
        "#",
        "$",
        "/",
        ".",
        ":",
        "//",
        "evil.com",
        "https://",
        "t.me/x",
        "@someone",
        "/stop",
        "#tag",
        "$USD",
        "a@b.co",
        " ",
        "\n",
        "ada",
        "é",
        "😀",
        "<b>",
        "&amp;",
        "1.5",
        JOINER,
    ]
)
TEXTS = (
    st.lists(PIECES | st.text(max_size=3), max_size=12)
    .map("".join)
    .filter(
        lambda text: "\x00" not in text and not any(0xD800 <= ord(each) < 0xE000 for each in text)
    )
)
SPANS = st.builds(
    Span, TEXTS, st.sampled_from(sorted(set(Style) - {Style.COMMAND}, key=str))
)  # commands are our own
REPLIES = st.builds(
    lambda title, body: Reply(title=title, body=tuple(body)), TEXTS, st.lists(SPANS, max_size=6)
)


def detected(parsed: Parsed) -> list[str]:
    asked_for = {"bold", "pre", "spoiler"}
    found = with_detected(parsed.text, parsed.entities)
    return [each["type"] for each in found if each["type"] not in asked_for]


@given(TEXTS)
@example("@someone /stop@seize_bot #tag $USD https://evil.com/x a@b.co 1.2.3.4 http://[::1]")
def test_nothing_is_a_link(text: str) -> None:
    safe = unlinked(text)
    assert with_detected(safe, []) == []
    assert without_joiners(safe) == without_joiners(text)


def test_plain_sentences_stay_as_they_are() -> None:
    for text in (
        "Type words right here, one a line: 12 words, 1,234 points (3:20 left) … and/or? OK!",
        "⏳ 1:23 · Tom & Jerry’s — 50 %. 2.5 words in 1/2 a minute.",
    ):
        assert unlinked(text) == text
        assert without_joiners(unlinked("@someone " + text)) == "@someone " + text


@given(REPLIES)
def test_html_shows_every_text_as_it_stands(reply: Reply) -> None:
    parsed = parse_html(to_html(reply))
    joint = "\n" if reply.title and reply.body else ""
    shown, meant = without_joiners(parsed.text), without_joiners(reply.title + joint + reply.text)
    assert shown.strip() == meant.strip()
    assert not parsed.notes
    assert detected(parsed) == []


@given(REPLIES)
def test_looks_are_kept(reply: Reply) -> None:
    parsed = parse_html(to_html(reply))
    kinds = {"bold": Style.BOLD, "pre": Style.CODE, "spoiler": Style.SPOILER}
    styles = {span.style for span in reply.body if span.text.strip()} & set(kinds.values())
    if reply.title.strip():
        styles.add(Style.BOLD)
    assert styles <= {kinds[each["type"]] for each in parsed.entities}


@given(REPLIES, st.integers(1, 60))
def test_html_is_never_longer_than_allowed(reply: Reply, most: int) -> None:
    parsed = parse_html(to_html(reply, most))
    assert length(parsed.text) <= most
    if text_length(reply) <= most:
        assert to_html(reply, most) == to_html(reply)


def test_the_longest_reply_fits() -> None:
    reply = Reply(title="x." * 300, body=(Span("a.b" * 1200), Span("😀" * 600, Style.SPOILER)))
    assert length(parse_html(to_html(reply)).text) == MAX_TEXT
    assert length(parse_html(to_html(reply, MAX_CAPTION)).text) == MAX_CAPTION


def test_spoilers_stay_hidden_among_many_looks() -> None:
    body = [Span("b", Style.BOLD), Span(" "), Span("s", Style.SPOILER)] * 60
    parsed = parse_html(to_html(Reply(body=tuple(body))))
    assert {each["type"] for each in parsed.entities} == {"spoiler"}


@given(st.text(), st.integers(0, 20))
def test_shortened_texts_fit(text: str, most: int) -> None:
    short = shortened(text, most)
    assert length(short) <= most
    assert short == text or short.endswith("…") or most == 0


def test_alerts_are_whole_or_without_title_or_nothing() -> None:
    reply = Reply(title="Title", body=(Span("b", Style.BOLD), Span("ody")))
    assert to_alert(reply, 10) == "Title\nbody"
    assert to_alert(reply, 9) == "body"
    assert to_alert(reply, 3) == ""
    assert to_alert(Reply(title="Title"), 10) == "Title"
