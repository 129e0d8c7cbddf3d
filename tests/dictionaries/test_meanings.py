"""The meanings are what meanings.toml, NOTICE and README say; how a sense becomes a meaning."""

import hashlib
import io
import re
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from core.languages import languages
from core.lexicon import alphabet
from core.lexicon.unfit import unfit
from dictionaries import folders
from dictionaries._meanings import MOST_LETTERS, Rules, accepted, meaning, packed

RULES = Rules(re.compile("^Plural of"), re.compile("vulgar"), frozenset({"filth"}))

each_language = pytest.mark.parametrize("language", languages())


def text(folder: Path) -> bytes:
    with ZipFile(folder / "meanings.zip") as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


@each_language
def test_digest_count_and_lines(language: str) -> None:
    folder = folders()[language]
    facts = tomllib.loads((folder / "meanings.toml").read_text("utf-8"))
    data = text(folder)
    assert facts["sha256"] == hashlib.sha256(data).hexdigest()
    rows = [line.split("\t") for line in data.decode().splitlines()]
    assert facts["meanings"] == len(rows)
    assert {row[2] for row in rows} <= {each["key"] for each in facts["glossaries"]}
    assert max(len(row[3]) for row in rows) <= MOST_LETTERS
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert {row[1].lower() for row in rows} <= accepted(language)
    assert all(alphabet(language).normalise(base) == word for word, base, *_ in rows)
    bad = unfit(language)
    coarse = [row for row in rows if row[0] not in bad and bad & set(row[3].lower().split())]
    assert coarse == []


@each_language
def test_meanings_of_our_own_come_before_those_of_packages(language: str) -> None:
    folder = folders()[language]
    file = folder / "own_meanings.txt"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    own = dict(line.split("\t") for line in lines if not line.startswith("#"))
    rows = [line.split("\t") for line in text(folder).decode().splitlines()]
    assert {base: told for _, base, source, told in rows if source == "seize"} == own


@each_language
def test_the_notice_names_packages_and_licences(language: str) -> None:
    folder = folders()[language]
    facts = tomllib.loads((folder / "meanings.toml").read_text("utf-8"))
    notice = (folder / "NOTICE").read_text("utf-8")
    assert [each["name"] for each in facts["packages"] if each["name"] not in notice] == []
    assert "meanings.zip: WHAT WORDS MEAN" in notice


def test_a_meaning_is_the_first_senses_that_fit() -> None:
    assert meaning(["A house.", "A shop."], RULES, fit=True) == "A house; A shop"
    assert meaning(["x" * 150, "y" * 20], RULES, fit=True) == "x" * 150
    assert meaning(["Plural of house."], RULES, fit=True) is None
    assert meaning(["vulgar: a thing", "a tool"], RULES, fit=True) == "a tool"
    assert meaning(["vulgar: a thing"], RULES, fit=True) == "vulgar: a thing"
    assert meaning(["some Filth"], RULES, fit=True) is None
    assert meaning(["some Filth"], RULES, fit=False) == "some Filth"


def test_a_long_sense_is_cut_where_a_sentence_a_clause_or_a_word_ends() -> None:
    sentence, clause = "a b " * 20 + "word.", "a b " * 20 + "word,"
    assert meaning([f"{sentence} {'c ' * 90}"], RULES, fit=True) == sentence[:-1]
    assert meaning([f"{clause} {'c' * 90}"], RULES, fit=True) == f"{clause[:-1]} …"
    assert meaning(["word " * 40], RULES, fit=True) == f"{'word ' * 31}…"


def test_all_of_a_word_lies_in_one_member_called_by_its_first_word() -> None:
    lines = [f"w{number:05}\tW\tg\t{'t' * 99}" for number in range(2000) for _ in range(2)]
    with ZipFile(io.BytesIO(packed(lines))) as archive:
        members = {name: archive.read(name).decode().splitlines() for name in archive.namelist()}
    assert len(members) > 1
    assert [line for member in members.values() for line in member] == lines
    for name, member in members.items():
        assert member[0].startswith(f"{name}\t")
        assert len(member) % 2 == 0
