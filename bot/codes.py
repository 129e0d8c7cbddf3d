"""Codes that are told to others: of links between accounts, and of duels."""

from secrets import choice

from core.services.links import LENGTH, LETTERS


def draw_code() -> str:
    """Return a code that nobody can guess."""
    return "".join(choice(LETTERS) for _ in range(LENGTH))
