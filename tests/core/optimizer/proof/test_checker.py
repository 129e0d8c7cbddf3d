"""A sound certificate is sound; whatever is changed in one is found."""

import gzip
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SeizeError
from core.lexicon import Lexicon
from core.optimizer.proof.certificate import BadCertificate, read
from core.optimizer.proof.checker import Check, check_certificate
from core.optimizer.proof.goal import Goal
from core.optimizer.proof.prover import prove
from core.optimizer.proof.question import Question
from core.scoring import ruleset
from tests.core.optimizer.proof.asking import any_start, lexicon_of

WORDS = ["ab", "aba", "abab", "abaq", "bade", "beau", "dab", "eau", "qua", "quad", "ueda"]
Lines = list[Any]


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return lexicon_of(WORDS, "abdequ")


@pytest.fixture(scope="module")
def lines(words: Lexicon, tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """Return the lines of a certificate, of which the third is a board that was searched."""
    path = tmp_path_factory.mktemp("proof") / "sound"
    question = Question.of(words, ruleset("ruzzle", "en"), Goal.POINTS, (2, 2))
    with ThreadPoolExecutor(1) as executor:
        prove(question, any_start(question), executor, path)
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def written(path: Path, lines: Lines) -> Path:
    members = [gzip.compress(json.dumps(line).encode()) for line in lines]
    path.write_bytes(b"".join(members))
    return path


def checked(path: Path, lexicon: Lexicon, sample: int | None = None) -> Check:
    with ThreadPoolExecutor(1) as executor:
        return check_certificate(read(path), lexicon, executor, sample)


def test_a_sound_certificate_is_sound(lines: Lines, words: Lexicon, tmp_path: Path) -> None:
    path = written(tmp_path / "sound", lines)
    boards = len(lines) - 2
    assert checked(path, words) == Check((), boards, boards)
    assert checked(path, words, sample=2) == Check((), boards, 2)


def header(**facts: object) -> Callable[[Lines], None]:
    return lambda lines: lines[0].update(facts)


def value(line: int, place: int, new: Callable[[Any], Any]) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        lines[line][place] = new(lines[line][place])

    return change


def end(**facts: object) -> Callable[[Lines], None]:
    return lambda lines: lines[-1].update(facts)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (header(score=1), "scores 0, not 1"),
        (header(score=1000), "scores 0, not 1000"),
        (header(record="ABAB"), "scores"),
        (header(digest="1" * 64), "other words"),
        (header(rules="boggle"), "examined again"),
        (header(min_length=3), "examined again"),
        (header(objective="words"), "examined again"),
        (header(classes=["aeu", "bd"]), "each letter of the alphabet once"),
        (header(classes=["aeu", "bdqe"]), "each letter of the alphabet once"),
        (end(score=1), "not 1"),
        (end(record="AAAA"), "AAAA scores 0"),
        (end(score=1188, record="ABAB TTTT"), "'ABAB TTTT' is none of the grids"),
        (end(boards=3), "as many boards"),
        (lambda lines: lines.pop(), "not finished"),
        (lambda lines: lines.pop(2), "is not whole"),
        (lambda lines: lines.insert(2, lines[2]), "is not whole"),
        (value(1, 1, lambda bound: bound - 1), "examined again"),
        (value(1, 1, lambda bound: bound + 1), "examined again"),
        (value(1, 0, lambda _: "a 0 0 0"), "is not whole"),
        (value(1, 0, lambda _: "ab 0 0 0"), "of no class: ab 0 0 0"),
        (value(2, 0, lambda _: "1 0 0 0"), "is not canonical"),
        (value(2, 2, lambda _: 1000), "not cut at the record"),
        (value(2, 3, lambda best: best - 1), "scores"),
        (value(2, 3, lambda best: best + 1), "scores"),
        (value(2, 4, lambda visits: visits + 1), "examined again"),
        (value(2, 5, lambda leaves: leaves + 1), "examined again"),
        (value(2, 6, lambda _: "aaaa"), "scores 0"),
        (value(2, 6, lambda _: ""), "not cut at the record"),
    ],
)
def test_what_is_changed_is_found(
    lines: Lines,
    words: Lexicon,
    tmp_path: Path,
    change: Callable[[Lines], None],
    problem: str,
) -> None:
    changed = json.loads(json.dumps(lines))
    change(changed)
    found = checked(written(tmp_path / "changed", changed), words)
    assert problem in "\n".join(map(str, found.problems))


def test_boards_that_overlap_are_found(lines: Lines, words: Lexicon, tmp_path: Path) -> None:
    changed = json.loads(json.dumps(lines))
    _, *known = changed.pop(-2)
    # As many grids as there are with b, d and q, but those with q are missing.
    changed[-1:-1] = [["bd 1 1 1", *known], ["b 1 1 1", *known]]
    found = checked(written(tmp_path / "changed", changed), words)
    assert "boards of the class board 1111 overlap" in map(str, found.problems)


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize(
    "grid",
    [
        "ABAB TTTT",
        "ABAB t...",
        "QuABA",
        "TERS",
        "ÉÉÉÉ",
        "ABAB 1x4",
        "ABAQUA 2x3",
        "ABA",
        "A2\x1bB",
        "",
    ],
)
def test_a_record_that_is_not_asked_for_is_found(
    lines: Lines, words: Lexicon, tmp_path: Path, place: int, grid: str
) -> None:
    changed = json.loads(json.dumps(lines))
    changed[place]["record"] = grid
    found = checked(written(tmp_path / "changed", changed), words, sample=0)
    assert [str(problem) for problem in found.problems] == [
        f"{grid!r} is none of the grids that the proof is about"
    ]


@settings(max_examples=50)
@given(st.data())
def test_any_number_changed_is_found(
    lines: Lines, words: Lexicon, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    changed = json.loads(json.dumps(lines))
    line = data.draw(st.sampled_from(changed[1:-1]))
    # All but what it was held against: a little more there may change nothing.
    place = data.draw(st.sampled_from([1, 3, 4, 5] if len(line) > 3 else [1]))
    line[place] += data.draw(st.integers(-3, 3).filter(bool))
    path = written(tmp_path_factory.mktemp("changed") / "changed", changed)
    assert checked(path, words).problems


@pytest.mark.parametrize(
    "change",
    [
        header(format=2),
        header(rows="2"),
        header(objective="fun"),
        header(extra=1),
        header(classes=[]),
        header(classes=list("abdequ"), rows=3, cols=3),
        header(classes=["aeu", "bdq", ""]),
        header(rows=10**9),
        header(record="\ud800"),
        header(min_length=-100),
        header(score=10**30),
        value(2, 2, lambda _: -(10**30)),
        end(record=None),
        end(score="0"),
        value(1, 0, lambda _: "0 0 0"),
        value(1, 0, lambda _: "7 0 0 0"),
        value(1, 0, lambda _: "z 0 0 0"),
        value(1, 1, lambda _: None),
        value(2, 6, lambda _: "zzzz"),
        lambda lines: lines.insert(1, [1]),
        lambda lines: lines.pop(0),
    ],
)
def test_what_is_no_certificate_is_refused(
    lines: Lines, tmp_path: Path, change: Callable[[Lines], None]
) -> None:
    changed = json.loads(json.dumps(lines))
    change(changed)
    with pytest.raises(BadCertificate, match="no certificate"):
        read(written(tmp_path / "changed", changed))


def test_a_claim_that_cannot_be_asked_is_refused(
    lines: Lines, words: Lexicon, tmp_path: Path
) -> None:
    changed = json.loads(json.dumps(lines))
    header(rows=4, cols=4)(changed)
    changed[1:-1] = []
    with pytest.raises(SeizeError, match="4x4"):
        checked(written(tmp_path / "changed", changed), words)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadCertificate, match="cannot read or write"):
        read(tmp_path / "nothing")
