"""Unfit words at the end of rounds as they are dealt."""

from collections.abc import Callable

import pytest

from benchmarks.unfit import search
from core.languages import languages
from core.lexicon import Lexicon


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
async def test_no_unfit_word_is_shown_unasked(
    language: str, lexicon: Callable[[str], Lexicon]
) -> None:
    held, told = await search(lexicon(language), 300)
    assert held > 30
    assert told == set()
