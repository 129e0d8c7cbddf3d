"""What can be wrong with a setting. Values that may be secret are never shown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.errors import SeizeError, translatable

_EXAMPLES = {"https": "https://example.org", "wss": "wss://example.org/"}


class BadSetting(SeizeError):
    """A variable, or the file `.env`, that cannot be made sense of."""

    @classmethod
    def of(cls, variable: str, error: Mapping[str, Any], limits: tuple[int, int]) -> "BadSetting":
        """Refuse a value for what pydantic says of it; only numbers and switches get here."""
        facts = {"variable": variable, "value": str(error.get("input", ""))[:40]}
        if str(error["type"]).startswith("bool"):
            return cls(translatable("{variable} is {value!r}: write true or false"), **facts)
        return cls(
            translatable("{variable} is {value!r}: write a whole number from {low} to {high}"),
            low=limits[0],
            high=limits[1],
            **facts,
        )

    @classmethod
    def languages(cls, variable: str, known: Iterable[str]) -> "BadSetting":
        """Refuse a list of languages with one that Seize does not have."""
        return cls(
            translatable("{variable}: write some of {known}, with commas between"),
            variable=variable,
            known=", ".join(known),
        )

    @classmethod
    def token(cls, variable: str) -> "BadSetting":
        """Refuse a text that holds more than a token, or something else."""
        return cls(
            translatable(
                "{variable} holds characters that no token has: copy the token again, alone"
            ),
            variable=variable,
        )

    @classmethod
    def webhook_secret(cls, variable: str) -> "BadSetting":
        """Refuse a secret that Telegram would not take."""
        return cls(
            translatable("{variable}: write at most 256 letters, digits, _ and -, without accents"),
            variable=variable,
        )

    @classmethod
    def address(cls, variable: str, schemes: Sequence[str]) -> "BadSetting":
        """Refuse what is no address; it may hold a password, and is not shown."""
        return cls(
            translatable("{variable} is no address that fits: write one such as {example}"),
            variable=variable,
            example=_EXAMPLES[schemes[0]],
        )

    @classmethod
    def unreadable(cls, reason: str) -> "BadSetting":
        """Say that the system does not open the file."""
        return cls(
            translatable(
                "cannot read the file .env of this folder: {reason}; give this user the right to, "
                "or start Seize in another folder"
            ),
            reason=reason,
        )

    @classmethod
    def not_text(cls) -> "BadSetting":
        """Refuse a file in another encoding."""
        return cls(translatable("the file .env of this folder is not UTF-8 text: save it as such"))

    @classmethod
    def line(cls, number: int) -> "BadSetting":
        """Refuse a line that sets nothing; it may hold a token, and is not shown."""
        return cls(
            translatable("line {number} of the file .env of this folder: write VARIABLE=value"),
            number=number,
        )
