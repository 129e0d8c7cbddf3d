"""No reply makes a message that Discord refuses."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_app.parcels import filename, parcel_of
from bot.messages import Button, File, Image, Look, Reply, Span, Style
from tests.simulators.discord.bodies import check_body

TEXTS = st.text(max_size=20) | st.sampled_from(["*" * 300, "<@1>" * 2000, "x" * 9000, "`" * 5000])
BUTTONS = st.builds(
    Button,
    TEXTS.filter(str.strip),
    st.text("abc:", min_size=1, max_size=60),
    st.sampled_from(Look),
)
REPLIES = st.builds(
    Reply,
    title=TEXTS,
    body=st.lists(st.builds(Span, TEXTS, st.sampled_from(Style), st.floats(0, 2e9))).map(tuple),
    buttons=st.lists(st.lists(BUTTONS, max_size=7).map(tuple), max_size=7).map(tuple),
    image=st.none() | st.builds(Image, st.just(b"png"), TEXTS),
    file=st.none() | st.builds(File, st.text(max_size=9), st.just(b"data")),
)


async def made(reply: Reply) -> dict[str, Any]:
    parts = parcel_of(reply)
    return {
        "embeds": [embed.to_dict() for embed in parts.embeds],
        "components": parts.view.to_components(),
        "attachments": [file.to_dict(number) for number, file in enumerate(parts.files)],
    }


@given(REPLIES)
def test_every_reply_keeps_the_limits(reply: Reply) -> None:
    body = asyncio.run(made(reply))
    uploads = {number: ("f", b"") for number, _ in enumerate(body["attachments"])}
    check_body(body, uploads, ephemeral_allowed=True)


async def test_a_text_too_long_ends_with_an_ellipsis() -> None:
    [embed] = parcel_of(Reply(title="*" * 300, body=(Span("_" * 3500),))).embeds
    assert embed.title
    assert embed.description
    assert (len(embed.title), embed.title[-1]) == (255, "…")
    assert (len(embed.description), embed.description[-1]) == (4095, "…")


async def test_what_says_nothing_has_no_embed() -> None:
    assert parcel_of(Reply(file=File("a.txt", b"a"))).embeds == []


async def test_a_picture_that_is_there_is_not_sent_again() -> None:
    parts = parcel_of(Reply(title="Later", image=Image(b"png", "A grid")), picture="old.png")
    assert parts.files == []
    assert parts.embeds[0].image.url == "attachment://old.png"


@pytest.mark.parametrize(
    ("name", "kept"), [("a b.png", "a_b.png"), ("é/../x.png", "..x.png"), ("%", "file")]
)
def test_names_of_files_are_discords(name: str, kept: str) -> None:
    assert filename(name) == kept
