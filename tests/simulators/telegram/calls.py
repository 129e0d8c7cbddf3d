"""A call of a method with its parameters (Bot API: Making requests)."""

import json
from dataclasses import dataclass, field
from typing import Any

from tests.simulators.telegram.errors import bad_request


@dataclass(frozen=True)
class Upload:
    """A file of a multipart body."""

    filename: str
    content: bytes


@dataclass
class Call:
    """A method and its parameters: strings from forms and addresses, anything from JSON."""

    method: str
    params: dict[str, Any]
    files: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return a string, "" where it is missing."""
        value = self.params.get(name)
        return "" if value is None else str(value)

    def integer(self, name: str, default: int = 0) -> int:
        """Return a whole number, the default where it is missing; ApiError where it is none."""
        text = self.text(name)
        if not text:
            return default
        try:
            return int(text)
        except ValueError:
            raise bad_request(f'invalid {name} specified: "{text}"') from None

    def flag(self, name: str) -> bool:
        """Return a Boolean, False where it is missing."""
        return self.text(name).lower() in {"true", "1", "yes"}

    def data(self, name: str) -> Any:
        """Return JSON, None where it is missing; ApiError where it is none."""
        value = self.params.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value) if value else None
        except ValueError:
            raise bad_request(f"can't parse {name} JSON object") from None

    def upload(self, value: str) -> Upload | None:
        """Return the file that a parameter names (Bot API: Sending files)."""
        return self.files.get(value.removeprefix("attach://"))
