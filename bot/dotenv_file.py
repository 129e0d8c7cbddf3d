"""The file `.env` of a folder: what it sets, and what in it sets nothing."""

import codecs
import warnings
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from io import StringIO
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream

from core.errors import SeizeError, SeizeWarning, translatable

_PREFIX = "SEIZE_"
_ALIKE, _OURS_ALIKE = 0.85, 0.6  # how much a name must resemble one that is known, from 0 to 1


class BadDotenv(SeizeError):
    """Raised when the file `.env` cannot be read, or a setting in it; no value is shown."""


class DotenvWarning(SeizeWarning):
    """Raised when a line of the file `.env` sets nothing; neither name nor value is shown."""


def read_dotenv(path: Path, known: Sequence[str]) -> dict[str, str]:
    """Read those of the `known` variables that a file sets; raises BadDotenv, warns DotenvWarning.

    No file, or a folder of that name, sets none. Variables of other programs are left alone.
    """
    try:
        text = _text(path.read_bytes())
    except (FileNotFoundError, IsADirectoryError):
        return {}
    except OSError as error:
        raise BadDotenv(
            translatable(
                "cannot read the file .env of this folder: {reason}; give this user the right to, "
                "or start Seize in another folder"
            ),
            reason=error.strerror or type(error).__name__,
        ) from None
    for binding in parse_stream(StringIO(text)):
        for warning in _wrong(binding, known):
            warnings.warn(warning, stacklevel=2)
    found = dotenv_values(stream=StringIO(text))
    return {name: found[name] or "" for name in known if name in found}


def _text(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data:
        raise BadDotenv(
            translatable(
                "the file .env of this folder is UTF-16, as PowerShell writes it, or no text at "
                "all: save it as UTF-8"
            )
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadDotenv(
            translatable(
                "line {number} of the file .env of this folder is not UTF-8 text: save the file as "
                "such"
            ),
            number=data[: error.start].count(b"\n") + 1,
        ) from None


def _wrong(binding: Binding, known: Sequence[str]) -> Iterator[DotenvWarning]:
    """Yield the warnings about a line; raises BadDotenv for a setting that has no value."""
    line = binding.original.string.lstrip()
    skipped = binding.original.string[: len(binding.original.string) - len(line)]
    number = binding.original.line + skipped.count("\n")
    if binding.error or (binding.key and binding.value is None):
        if line.removeprefix("export ").startswith(_PREFIX):
            raise BadDotenv(
                translatable("line {number} of the file .env of this folder: write VARIABLE=value"),
                number=number,
            )
        yield DotenvWarning(
            translatable(
                "line {number} of the file .env of this folder sets nothing: write VARIABLE=value, "
                "or # before a remark"
            ),
            number=number,
        )
    elif binding.key and binding.key not in known:
        name = binding.key.upper()
        ours = name.startswith(_PREFIX)
        alike = get_close_matches(name, known, 1, _OURS_ALIKE if ours else _ALIKE)
        if alike:
            yield DotenvWarning(
                translatable(
                    "line {number} of the file .env of this folder sets nothing that Seize knows: "
                    "is {variable} meant?"
                ),
                number=number,
                variable=alike[0],
            )
        elif ours:
            yield DotenvWarning(
                translatable(
                    "line {number} of the file .env of this folder sets nothing that Seize knows: "
                    ".env.example has all names"
                ),
                number=number,
            )
