import pytest

from tests.helpers.chat import OpenLexicon, Scene


@pytest.fixture
def scene(lexicon: OpenLexicon) -> Scene:
    """Return a chat without a platform, whose rounds are on one handmade grid."""
    return Scene(lexicon=lexicon)
