"""Texts show as they stand, whatever strangers write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_app.rendering import SEAM, escaped, markdown, size, title
from bot.messages import Span, Style
from tests.bot.discord_app.reader import Read, joined, read

NASTY = [
    "<@123>", "<@!123>", "<@&1>", "<#5>", "<:smile:12>", "<a:w:1>", "<t:0:R>", "</play:1>",
    "@everyone", "@here", "https://evil.example/a_b", "[free](https://evil.example)", "||", "```",
    "`", "**", "__", "*", "_", "~~", "# ", "## ", "-# ", "> ", ">>> ", "- ", "+ ", "1. ", "2) ",
    "\\", "\n", " ", ".", "a", "Z", "9", "(", ")", "[", "]", "|", "<", ">", ":", "/", "é", "🙂",
    "¯\\_(ツ)_/¯", "<https://x.example>", "<id:browse>", "word",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(NASTY), max_size=12).map("".join) | st.text(max_size=30)
STYLES = st.sampled_from(
    [each for each in Style if each not in (Style.COUNTDOWN, Style.COMMAND)]
)  # commands are ours
SPANS = st.lists(
    st.builds(Span, TEXTS, STYLES)
    | st.builds(Span, st.just("5 s"), st.just(Style.COUNTDOWN), st.floats(0, 2e9)),
    max_size=8,
)


def expected(spans: list[Span]) -> Read:
    merged: list[Span] = []
    for span in spans:
        if not span.text:
            continue
        if merged and merged[-1].style is span.style is not Style.COUNTDOWN:
            merged[-1] = Span(merged[-1].text + span.text, span.style)
        else:
            merged.append(span)
    pieces: Read = []
    for text, style, at in merged:
        if style is Style.COUNTDOWN:
            pieces.append((style, str(round(at))))
        elif not text.strip():
            pieces.append((Style.PLAIN, text))
        else:
            pieces.append((style, text.strip("\n") if style is Style.CODE else text))
    return joined(pieces)


@given(SPANS)
def test_every_text_shows_as_it_stands(spans: list[Span]) -> None:
    assert joined(read(markdown(spans, 100_000))) == expected(spans)


@given(TEXTS)
def test_nothing_in_a_title_is_a_mark(text: str) -> None:
    shown = joined(read(title(text, 100_000)))
    assert shown == ([(Style.PLAIN, " ".join(text.split()).replace(SEAM, ""))] if shown else [])


@given(SPANS, st.integers(30, 400))
def test_what_is_too_long_is_cut_and_still_shows_no_mark(spans: list[Span], most: int) -> None:
    text = markdown(spans, most)
    assert size(text) <= most
    whole = "".join(piece for _, piece in expected(spans))
    shown = "".join(piece for _, piece in joined(read(text)))
    if text != markdown(spans, 100_000):
        assert shown.endswith("…")
        assert whole.replace("\n", "").startswith(shown[:-1].replace("\n", ""))


@pytest.mark.parametrize(
    ("spans", "text"),
    [
        ([Span("a_b")], r"a\_b"),
        ([Span("a", Style.BOLD), Span("b", Style.BOLD)], "**ab**"),
        ([Span("a", Style.BOLD), Span(""), Span("b", Style.BOLD)], "**ab**"),
        ([Span("AB\nCD", Style.CODE)], "```\nAB\nCD\n```"),
        ([Span("word", Style.SPOILER)], "||word||"),
        ([Span("90 s", Style.COUNTDOWN, 1_700_000_000.4)], "<t:1700000000:R>"),
        ([Span("3. of 5")], r"3\. of 5"),
        ([Span("https://x.example")], r"https\://x.example"),
        ([Span("half\ud800")], "half?"),
    ],
)
def test_spans_have_their_looks(spans: list[Span], text: str) -> None:
    assert markdown(spans, 4096) == text


def test_a_long_list_is_cut_between_its_spans() -> None:
    spans = [Span("word ", Style.BOLD), Span("12 ")] * 400
    text = markdown(spans, 300)
    assert text.endswith("…")
    assert 280 < len(text) <= 300


def test_lengths_are_those_of_discord() -> None:
    assert size("🙂a") == 3
    assert escaped("🙂") == "🙂"
