"""Frames are read strictly, and described as they are."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.web_app.description import PAGE, TYPES, javascript, markdown
from bot.web_app.protocol import (
    MOST,
    BadFrame,
    Found,
    Hello,
    Press,
    Rename,
    Standing,
    Word,
    read,
    write,
)

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
names = st.sampled_from(("type", "number", "round", "path", "text", "ago", "verb", "args", "name"))
types = st.sampled_from(("hello", "word", "press", "rename", "verdict", "", "x"))


@given(st.dictionaries(names, values), types)
def test_whatever_comes_is_a_frame_or_a_refusal_with_a_reason(
    given_: dict[str, object], type_: str
) -> None:
    frame, reason = None, ""
    try:
        frame = read(json.dumps({**given_, "type": type_}))
    except BadFrame as error:
        reason = str(error)
    assert reason or isinstance(frame, Hello | Word | Press | Rename)


def test_frames_are_read_with_their_defaults() -> None:
    assert read('{"type": "word", "number": 3, "round": 7, "path": [0, 5]}') == Word(3, 7, (0, 5))
    assert read('{"type": "hello", "version": 1, "page": "a"}') == Hello(1, "a")
    assert read('{"type": "press", "verb": "play", "args": {"size": "5x5"}}') == Press(
        "play", {"size": "5x5"}
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no JSON"),
        ("[" * 3000, "no JSON"),
        ("[]", "no object with a type"),
        ('{"type": 1}', "no object with a type"),
        ('{"type": "state"}', "the types are hello, word, press, rename"),
        ('{"type": "rename"}', "rename needs 'name'"),
        ('{"type": "rename", "name": "a", "admin": true}', "rename has no 'admin'"),
        ('{"type": "rename", "name": 1}', "name is to be a text of at most 64 characters"),
        ('{"type": "word", "number": -1, "round": 1}', "number is to be a whole number"),
        ('{"type": "word", "number": true, "round": 1}', "number is to be a whole number"),
        ('{"type": "word", "number": 1e300, "round": 1}', "number is to be a whole number"),
        ('{"type": "word", "number": 1, "round": 1, "path": [64]}', "path is to be a list"),
        ('{"type": "word", "number": 1, "round": 1, "path": "01"}', "path is to be a list"),
        ('{"type": "press", "verb": "play", "args": []}', "args is to be an object of texts"),
        (json.dumps({"type": "rename", "name": "a" * MOST}), f"longer than {MOST} bytes"),
    ],
)
def test_other_frames_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadFrame, match="^" + reason.replace("(", r"\(")):
        read(text)


def test_frames_are_written_whole() -> None:
    frame = Standing(4, (), (Found("été", 9, (0, 1, 2)),))
    assert json.loads(write(frame)) == {
        "type": "standing",
        "round": 4,
        "standing": [],
        "found": [{"word": "été", "points": 9, "path": [0, 1, 2]}],
        "ghost": "",
    }


def test_the_description_and_the_types_of_the_page_are_those_of_the_classes() -> None:
    assert PAGE.read_text("utf-8") == markdown()
    assert TYPES.read_text("utf-8") == javascript()
