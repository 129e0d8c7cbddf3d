import pytest

from tests.core.optimizer.helpers import Desk


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Return a list of small words, in a file, and searches of it."""
    return Desk(tmp_path_factory.mktemp("desk"))
