"""Packed lexicons on disk: one file each, memory-mapped, so that starts are instant.

    "SEIZELEX" | uint32 CRC-32 of all that follows | uint32 length of the header
    header (JSON) | arrays, 8-byte aligned

The header names the alphabet, the digest of the list, and each array's type, shape
and place. A file that disagrees in anything with what is asked for is not used: it is
stale or corrupt, and the lexicon is packed again. Files are written beside their place
and renamed, so two processes that start at once each see a whole file or none.
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
from core.lexicon.bases import ARRAYS as BASES_ARRAYS
from core.lexicon.bases import Bases
from core.lexicon.graph import Graph
from core.lexicon.lexicon import Lexicon

FORMAT = 3
MAGIC = b"SEIZELEX"
_PREFIX = len(MAGIC) + 8
_GRAPH_ARRAYS = ("nodes", "ends", "levels")
_ARRAYS = ("ranks", "spelling_starts", "spelling_text", "letter_counts", "pair_counts")


def cached(
    folder: Path,
    name: str,
    alphabet: Alphabet,
    digest: str,
    build: Callable[[], Lexicon],
    extras: str = "",
) -> Lexicon:
    """Return the lexicon from `folder`, or build it and put it there.

    `digest` is that of the list, `extras` that of what else is packed with it.
    A folder that cannot be written costs only time: CacheWarning says so, and the
    lexicon is returned all the same. Older files of the same name are deleted.
    """
    path = folder / f"{name}-{alphabet.language}-{digest[:16]}.{FORMAT}.lexicon"
    identity = _identity(alphabet, digest, extras)
    lexicon = _load(path, name, alphabet, identity)
    if lexicon is None:
        lexicon = build()
        try:
            _store(path, lexicon, identity)
            for older in folder.glob(f"{name}-{alphabet.language}-*.lexicon"):
                if older != path:
                    older.unlink(missing_ok=True)
        except OSError as error:
            warn(CacheWarning(folder, error), stacklevel=2)
    return lexicon


def _identity(alphabet: Alphabet, digest: str, extras: str) -> dict[str, str]:
    letters = alphabet.letters
    return {"language": alphabet.language, "letters": letters, "digest": digest, "extras": extras}


def _store(path: Path, lexicon: Lexicon, identity: dict[str, str]) -> None:
    arrays = {name: getattr(lexicon.graph, name) for name in _GRAPH_ARRAYS}
    arrays |= {name: getattr(lexicon, name) for name in _ARRAYS}
    arrays |= {name: getattr(lexicon.bases, name) for name in BASES_ARRAYS}
    fields, blobs, offset = {}, [], 0
    for name, array in arrays.items():
        blob = array.tobytes()
        fields[name] = {"dtype": array.dtype.str, "shape": array.shape, "offset": offset}
        blobs.append(blob + bytes(-len(blob) % 8))
        offset += len(blobs[-1])
    header = json.dumps(identity | {"arrays": fields}).encode()
    header += b" " * (-len(header) % 8)
    checked = b"".join([len(header).to_bytes(4, "little"), header, *blobs])
    checksum = zlib.crc32(checked).to_bytes(4, "little")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, partial = tempfile.mkstemp(dir=path.parent, suffix=".partial")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(b"".join([MAGIC, checksum, checked]))
        Path(partial).chmod(0o644)  # others may share the folder
        Path(partial).replace(path)
    except OSError:
        Path(partial).unlink()
        raise


def _load(path: Path, name: str, alphabet: Alphabet, identity: dict[str, str]) -> Lexicon | None:
    """Map a file; None where there is none, or it is stale or corrupt."""
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # ValueError: an empty file cannot be mapped
        return None
    checksum, length = (int.from_bytes(data[at : at + 4], "little") for at in (8, 12))
    if data[: len(MAGIC)] != MAGIC or zlib.crc32(data[_PREFIX - 4 :]) != checksum:
        return None
    header = json.loads(bytes(data[_PREFIX : _PREFIX + length]))
    if header | identity != header:
        return None
    arrays: dict[str, Any] = {
        field: np.ndarray(spec["shape"], spec["dtype"], data, _PREFIX + length + spec["offset"])
        for field, spec in header["arrays"].items()
    }
    graph = Graph(alphabet.letters, *(arrays.pop(field) for field in _GRAPH_ARRAYS))
    known = Bases(graph, *(arrays.pop(field) for field in BASES_ARRAYS))
    digest = identity["digest"]
    return Lexicon(
        name=name, alphabet=alphabet, list_digest=digest, graph=graph, bases=known, **arrays
    )
