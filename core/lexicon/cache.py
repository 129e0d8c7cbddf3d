"""Packed lexicons on disk: one file each, memory-mapped, so that starts are instant.

    "SEIZELEX" | uint32 length of the header | header (JSON) | arrays, 8-byte aligned

The header names the alphabet, the digest of the list, each array's type, length
and place, and a CRC-32 of all arrays. A file that disagrees in anything with what
is asked for is not used: it is stale or corrupt, and the lexicon is packed again.
Files are written beside their place and renamed, so two processes that start at
once each see a whole file or none.
"""

import json
import mmap
import os
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from warnings import warn

import numpy as np

from core.errors import CacheWarning
from core.lexicon.alphabet import Alphabet
from core.lexicon.graph import Graph
from core.lexicon.lexicon import Lexicon

FORMAT = 1
MAGIC = b"SEIZELEX"
_GRAPH_ARRAYS = ("nodes", "ends", "levels")
_ARRAYS = ("ranks", "spelling_starts", "spelling_text", "letter_counts", "pair_counts")


def cached(
    folder: Path, name: str, alphabet: Alphabet, digest: str, build: Callable[[], Lexicon]
) -> Lexicon:
    """Return the lexicon from `folder`, or build it and put it there.

    A folder that cannot be written costs only time: CacheWarning says so once, and
    the lexicon is returned all the same.
    """
    path = folder / f"{name}-{alphabet.language}-{digest[:16]}.{FORMAT}.lexicon"
    lexicon = _load(path, name, alphabet, digest)
    if lexicon is None:
        lexicon = build()
        try:
            _store(path, lexicon)
        except OSError as error:
            warn(CacheWarning(folder, error), stacklevel=2)
    return lexicon


def _identity(alphabet: Alphabet, digest: str) -> dict[str, str]:
    return {"language": alphabet.language, "letters": alphabet.letters, "digest": digest}


def _store(path: Path, lexicon: Lexicon) -> None:
    arrays = {name: getattr(lexicon.graph, name) for name in _GRAPH_ARRAYS}
    arrays |= {name: getattr(lexicon, name) for name in _ARRAYS}
    fields, offset, checksum = {}, 0, 0
    blobs = []
    for name, array in arrays.items():
        blob = array.tobytes()
        blob += bytes(-len(blob) % 8)
        fields[name] = {"dtype": array.dtype.str, "shape": array.shape, "offset": offset}
        checksum = zlib.crc32(blob, checksum)
        offset += len(blob)
        blobs.append(blob)
    header: dict[str, Any] = _identity(lexicon.alphabet, lexicon.digest)
    header |= {"arrays": fields, "crc32": checksum, "bytes": offset}
    text = json.dumps(header).encode()
    text += b" " * (-(len(MAGIC) + 4 + len(text)) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, partial = tempfile.mkstemp(dir=path.parent, suffix=".partial")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(b"".join([MAGIC, len(text).to_bytes(4, "little"), text, *blobs]))
        Path(partial).replace(path)
    except OSError:
        Path(partial).unlink()
        raise


def _load(path: Path, name: str, alphabet: Alphabet, digest: str) -> Lexicon | None:
    """Map a file; None where there is none, or it is stale or corrupt."""
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        start = len(MAGIC) + 4
        body = start + int.from_bytes(data[len(MAGIC) : start], "little")
        header = json.loads(bytes(data[start:body]))
        sound = (
            data[: len(MAGIC)] == MAGIC
            and header | _identity(alphabet, digest) == header
            and len(data) == body + header["bytes"]
            and zlib.crc32(data[body:]) == header["crc32"]
        )
        if not sound:
            return None
        arrays: dict[str, Any] = {
            field: np.ndarray(spec["shape"], spec["dtype"], data, body + spec["offset"])
            for field, spec in header["arrays"].items()
        }
        graph = Graph(alphabet.letters, *(arrays.pop(field) for field in _GRAPH_ARRAYS))
        return Lexicon(name=name, alphabet=alphabet, digest=digest, graph=graph, **arrays)
    except (OSError, ValueError, KeyError, TypeError):
        return None
