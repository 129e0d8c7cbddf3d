from collections.abc import Iterator

import pytest

from core.daily import making
from tests.core.daily.helpers import QUICK


@pytest.fixture(autouse=True, scope="session")
def quick_methods() -> Iterator[None]:
    """Make runs that end in a moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "METHODS", QUICK)
        yield
