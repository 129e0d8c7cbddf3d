"""Discord's refusals: status, error code, nested form errors.

Source: Discord docs, Opcodes and Status Codes: JSON error codes; Reference: Error messages.
"""

from collections.abc import Collection
from typing import NoReturn

from tests.simulators.discord.shapes import Json

Path = tuple[str | int, ...]


class Refusal(Exception):
    """A request refused. `mistake` tells that a correct client never sends such a request."""

    def __init__(
        self,
        status: int,
        code: int,
        text: str,
        errors: Json | None = None,
        *,
        mistake: bool = False,
    ) -> None:
        super().__init__(f"{status} {code} {text} {errors or ''}".strip())
        self.status = status
        self.mistake = mistake
        self.body: Json = {"message": text, "code": code}
        if errors:
            self.body["errors"] = errors


def unknown_channel() -> Refusal:
    """Return the refusal of a channel that does not exist."""
    return Refusal(404, 10003, "Unknown Channel")


def unknown_message() -> Refusal:
    """Return the refusal of a message that does not exist, or not any more."""
    return Refusal(404, 10008, "Unknown Message")


def unknown_interaction(*, late: bool) -> Refusal:
    """Return the refusal of an interaction never sent, or answered after its deadline."""
    text = "Unknown interaction"
    return Refusal(404, 10062, text, mistake=late)


def missing_access() -> Refusal:
    """Return the refusal of a place that the bot cannot see."""
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    """Return the refusal of a deed that the bot has no permission for."""
    return Refusal(403, 50013, "Missing Permissions")


def empty_message() -> Refusal:
    """Return the refusal of a message without anything in it."""
    return Refusal(400, 50006, "Cannot send an empty message", mistake=True)


class Form:
    """Gathers what is wrong with a body, and refuses it with 50035 where anything is."""

    def __init__(self) -> None:
        self._errors: Json = {}

    def wrong(self, path: Path, code: str, text: str) -> None:
        """Note an error at a path: keys and indices from the body's root."""
        node = self._errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": text})

    def text(self, path: Path, value: object, shortest: int, longest: int) -> None:
        """Note what is no string, or one of the wrong length."""
        if not isinstance(value, str):
            self.wrong(path, "STRING_TYPE_CONVERT", "Could not interpret as string.")
        elif not shortest <= len(value) <= longest:
            kind = f"Must be between {shortest} and {longest} in length."
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", kind)

    def items(self, path: Path, value: object, fewest: int, most: int) -> list[Json]:
        """Return the objects of a list; note what is none, or a list of the wrong length."""
        if not isinstance(value, list):
            self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not fewest <= len(value) <= most:
            kind = f"Must be between {fewest} and {most} in length."
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", kind)
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                self.wrong((*path, index), "DICT_TYPE_CONVERT", "Only dictionaries may be used")
        return [item for item in value if isinstance(item, dict)]

    def choice(self, path: Path, value: object, allowed: Collection[object]) -> None:
        """Note a value that is none of the allowed ones."""
        # A value of another type may have no hash.
        if value not in tuple(allowed):
            kind = f"Value must be one of {sorted(map(str, allowed))}."
            self.wrong(path, "BASE_TYPE_CHOICES", kind)

    def refuse(self, path: Path, code: str, text: str) -> NoReturn:
        """Refuse the body for an error that leaves nothing more to check."""
        self.wrong(path, code, text)
        raise self._refusal()

    def _refusal(self) -> Refusal:
        return Refusal(400, 50035, "Invalid Form Body", self._errors, mistake=True)

    def finish(self) -> None:
        """Refuse the body if anything was wrong."""
        if self._errors:
            raise self._refusal()
