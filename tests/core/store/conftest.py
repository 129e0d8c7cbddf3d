"""Databases that nothing was done to."""

import pytest


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{request.getfixturevalue('tmp_path')}/seize.db"
    url: str = request.getfixturevalue("postgresql_url")
    return url
