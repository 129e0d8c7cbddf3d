"""Rows that do not parse: one of them must not stop the others."""

import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from core.errors import SeizeError
from core.ports import StoreError
from core.store.sql.engine import place_of
from core.store.sql.failures import CORRUPT

_T = TypeVar("_T")
logger = logging.getLogger(__name__)

DAMAGE = (AttributeError, TypeError, ValueError, SeizeError)
"""The errors that reading a damaged row raises."""


def readable(
    rows: Iterable[Row[Any]], read: Callable[[Row[Any]], _T], key: str, kind: str = "puzzle"
) -> list[_T]:
    """Read rows; leave out, with a warning, those that are damaged.

    The warning says what `kind` they are of, and its id, which `key` names.
    """
    found = []
    for row in rows:
        try:
            found.append(read(row))
        except DAMAGE:
            logger.warning("%s %s is damaged, and left out", kind, getattr(row, key))
    return found


def sound(
    connection: AsyncConnection, row: Row[Any] | None, read: Callable[[Row[Any]], _T]
) -> _T | None:
    """Read a row, if there is one; raises StoreError if it is damaged."""
    try:
        return read(row) if row else None
    except DAMAGE as error:
        raise StoreError(CORRUPT, place=place_of(connection.engine.url)) from error
