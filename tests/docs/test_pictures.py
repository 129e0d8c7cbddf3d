"""The pictures of the pages are of this version."""

import re
from base64 import b64decode
from functools import cache

import pytest

from core.languages import ENGLISH
from docs import chat, recording
from tests.helpers.pictures import alike, difference_hash

talk = cache(chat.talk)
PICTURE = re.compile(r"data:image/png;base64,([^\"]*)")


@pytest.mark.slow
@pytest.mark.parametrize("language", recording.SCRIPTS)
def test_the_recorded_round_is_played_as_it_was(language: str) -> None:
    stored = recording.file_of("round", language).read_text(encoding="utf-8")
    assert stored == recording.draw(recording.record(language))


def test_the_recording_is_of_modest_size_and_shows_the_end_where_nothing_moves() -> None:
    svg = recording.file_of("round", ENGLISH).read_text(encoding="utf-8")
    assert len(svg) < 200_000
    still = re.sub(r'<g id="g\d+" class="m" opacity="0">.*?</g>\n', "", svg)
    assert "Longest possible" in still
    assert "Type a word" not in still


@pytest.mark.parametrize("language", chat.MESSAGES)
def test_the_chat_is_as_the_bot_answers(language: str) -> None:
    stored = recording.file_of("chat", language).read_text(encoding="utf-8")
    drawn = chat.draw(talk(language))
    assert PICTURE.sub("", stored) == PICTURE.sub("", drawn)
    ours, theirs = (b64decode(PICTURE.findall(svg)[0]) for svg in (stored, drawn))
    assert alike(ours, difference_hash(theirs))


def test_the_missed_words_are_drawn_as_the_bot_does() -> None:
    assert alike(talk(ENGLISH).missed, difference_hash(chat.MISSED.read_bytes()))
