"""The lists are what their source.toml, README and NOTICE say they are."""

import hashlib
import lzma
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, alphabet
from dictionaries import folders

HERE = Path(__file__).parents[2] / "dictionaries"


@dataclass(frozen=True)
class Shipped:
    """A folder of dictionaries/, its files read once."""

    folder: Path

    @cached_property
    def source(self) -> dict[str, Any]:
        return tomllib.loads((self.folder / "source.toml").read_text(encoding="utf-8"))

    @cached_property
    def words(self) -> bytes:
        return lzma.decompress((self.folder / "words.txt.xz").read_bytes())

    @cached_property
    def common(self) -> bytes:
        return lzma.decompress((self.folder / "common.txt.xz").read_bytes())

    @cached_property
    def spellings(self) -> list[str]:
        return self.words.decode().splitlines()


@pytest.fixture(scope="module", params=folders())
def shipped(request: pytest.FixtureRequest) -> Shipped:
    return Shipped(HERE / request.param)


def test_every_folder_has_a_way_to_rebuild_it() -> None:
    assert {file.parent.name for file in HERE.glob("*/spellings.py")} == folders().keys()


def test_digests_and_counts_of_lines(shipped: Shipped) -> None:
    source = shipped.source
    assert source["name"] == shipped.folder.name
    assert source["sha256"] == hashlib.sha256(shipped.words).hexdigest()
    assert source["common_sha256"] == hashlib.sha256(shipped.common).hexdigest()
    assert source["spellings"] == shipped.words.count(b"\n")
    assert source["common"] == shipped.common.count(b"\n")


def test_spellings_are_small_distinct_and_sorted(shipped: Shipped) -> None:
    spellings = shipped.spellings
    assert shipped.words.endswith(b"\n")
    assert spellings == sorted(set(spellings))
    assert shipped.words.decode() == shipped.words.decode().lower()


def test_every_spelling_is_a_word_and_words_are_counted(shipped: Shipped) -> None:
    letters = alphabet(shipped.source["language"])
    words = set(map(letters.normalise, shipped.spellings))
    assert len(words) == shipped.source["words"]
    assert {len(word) for word in words} <= set(range(MIN_LETTERS, MAX_LETTERS + 1))
    assert set().union(*words) <= set(letters.letters)


def test_common_spellings_are_distinct_and_accepted(shipped: Shipped) -> None:
    common = shipped.common.decode().splitlines()
    assert shipped.common.endswith(b"\n")
    assert len(common) == len(set(common))
    assert set(common) <= set(shipped.spellings)


def test_the_readme_table_says_the_same(shipped: Shipped) -> None:
    source = shipped.source
    packages = ", ".join(
        f"{package['registry']} `{package['name']}` {package['version']}"
        for package in source["packages"]
    )
    cells = [
        f"`{source['name']}`",
        source["language"],
        source["title"],
        packages,
        f"{source['words']:,}",
        f"{source['spellings']:,}",
        f"{source['common']:,}",
        source["license"],
        f"`{source['sha256']}`",
    ]
    assert f"| {' | '.join(cells)} |" in (HERE / "README.md").read_text(encoding="utf-8")


def test_the_notice_names_licence_packages_and_frequencies(shipped: Shipped) -> None:
    notice = (shipped.folder / "NOTICE").read_text(encoding="utf-8")
    named = [shipped.source["license"], "wordfreq 3.1.1", "Attribution-ShareAlike 4.0"]
    named += [package["name"] for package in shipped.source["packages"]]
    assert [name for name in named if name not in notice] == []
