from collections.abc import Iterator

import pytest

from tests.helpers.chat import OpenLexicon, Scene


@pytest.fixture
def scene(lexicon: OpenLexicon) -> Scene:
    """Return a chat without a platform, whose rounds are on one handmade grid."""
    return Scene(lexicon=lexicon)


@pytest.fixture(scope="module", autouse=True)
def _no_authorities(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep clients from reading certificates, 20 ms each: simulators speak plain HTTP."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.getbasetemp()))
        yield
