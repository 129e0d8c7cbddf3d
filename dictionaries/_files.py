"""Files of unpacked packages, as the lists are read out of them."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Folders = Mapping[str, Path]  # of the unpacked packages, by name


def read_lines(file: Path) -> list[str]:
    """Return the lines of a UTF-8 file."""
    return file.read_text(encoding="utf-8").splitlines()


def read_json(file: Path) -> Any:
    """Return the content of a JSON file."""
    return json.loads(file.read_text(encoding="utf-8"))


def leaves(node: Any) -> Iterator[str]:
    """Yield every string at the ends of nested lists and tables; a form may be null."""
    match node:
        case str():
            yield node
        case dict() | list():
            for child in node.values() if isinstance(node, dict) else node:
                yield from leaves(child)
