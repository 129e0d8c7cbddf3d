from collections.abc import Iterator

import pytest

from core.daily import maker
from tests.core.daily.helpers import QUICK


@pytest.fixture(autouse=True, scope="session")
def quick_methods() -> Iterator[None]:
    """Make runs that end in a moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maker, "METHODS", QUICK)
        yield
