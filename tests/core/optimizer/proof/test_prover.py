"""Whole proofs of small grids, against trying all grids; proofs that stop and go on."""

import gzip
import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from core.errors import SeizeError
from core.grid import Grid
from core.lexicon import Lexicon
from core.optimizer.proof.boards import canonical, mirrored
from core.optimizer.proof.certificate import BadCertificate
from core.optimizer.proof.goal import Goal
from core.optimizer.proof.prover import Progress, Proof, prove
from core.optimizer.proof.question import NotAskedFor, Question, Scored
from core.optimizer.proof.start import climb, score
from core.scoring import Ruleset, ruleset
from tests.core.optimizer.proof.asking import all_scores, any_start, asked, lexicon_of

WORDS = ["ab", "aba", "abaq", "bade", "beau", "dab", "eau", "qua", "quad", "ueda"]
Asked = tuple[Question, Lexicon, Ruleset]


@pytest.fixture
def small() -> Asked:
    lexicon, rules = lexicon_of(WORDS, "abdequ"), ruleset("ruzzle", "en")
    return Question.of(lexicon, rules, Goal.POINTS, (2, 3)), lexicon, rules


def proved(question: Question, start: Scored, path: Path | None = None, workers: int = 1) -> Proof:
    with ThreadPoolExecutor(workers) as executor:
        return prove(question, start, executor, path)


@settings(max_examples=50)
@given(asked())
def test_the_best_of_a_proof_is_the_best_of_all_grids(question: Asked) -> None:
    asked_, lexicon, rules = question
    most = int(all_scores(asked_, lexicon, rules).max())
    proof = proved(asked_, any_start(asked_))
    assert proof.record == score(asked_, lexicon, rules, proof.record.grid)
    assert proof.record.score == most
    assert proved(asked_, proof.record).record == proof.record


@pytest.mark.parametrize(
    ("name", "rules", "goal", "size", "most"),
    [
        ("fr-gutenberg", "ruzzle", Goal.WORDS, (2, 3), 80),
        ("en-enable", "boggle", Goal.POINTS, (3, 2), 129),
    ],
)
def test_the_best_small_grids_of_real_words(
    lexicon: Callable[[str], Lexicon],
    name: str,
    rules: str,
    goal: Goal,
    size: tuple[int, int],
    most: int,
) -> None:
    words = lexicon(name)
    question = Question.of(words, ruleset(rules, words.language), goal, size)
    proof = proved(question, climb(question, words, ruleset(rules, words.language)))
    assert proof.record.score == most


@pytest.mark.slow
def test_the_best_3x3_grid_of_its_own_letters(lexicon: Callable[[str], Lexicon]) -> None:
    # Of all letters it is the best, too: `seize optimize prove`.
    letters = "aeimnrst"
    words = [word for word in lexicon("fr-gutenberg") if set(word) <= set(letters)]
    rules = ruleset("ruzzle", "fr")
    question = Question.of(lexicon_of(words, letters), rules, Goal.WORDS, (3, 3))
    proof = proved(question, any_start(question))
    assert proof.record.score == 343
    assert proof.record.grid.canonical() == Grid.of("snteiatrm").canonical()


def test_progress_ends_with_all_grids_and_the_record(small: Asked) -> None:
    told: list[Progress] = []
    with ThreadPoolExecutor(1) as executor:
        proof = prove(small[0], any_start(small[0]), executor, report=told.append)
    assert [progress.boards for progress in told] == list(range(1, len(told) + 1))
    assert [progress.share for progress in told] == sorted(progress.share for progress in told)
    assert told[-1].share == 1
    assert told[-1].record == proof.record


def test_what_is_written_hangs_neither_on_workers_nor_on_stops(
    small: Asked, tmp_path: Path
) -> None:
    question = small[0]
    start = any_start(question)
    whole, other, stopped = (tmp_path / name for name in ("whole", "other", "stopped"))
    proof = proved(question, start, whole)
    assert proved(question, start, other, workers=3) == proof
    assert other.read_bytes() == whole.read_bytes()

    def stop(progress: Progress) -> None:
        if progress.boards % 5 == 0:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as executor, pytest.raises(KeyboardInterrupt):
        prove(question, start, executor, stopped, stop)
    begun = stopped.read_bytes()
    assert whole.read_bytes().startswith(begun)
    for cut in (len(begun), len(begun) - 1, len(begun) - 30, 250):
        stopped.write_bytes(begun[:cut])
        assert proved(question, start, stopped) == proof
        assert stopped.read_bytes() == whole.read_bytes()
    assert proved(question, proof.record, stopped) == proof
    assert stopped.read_bytes() == whole.read_bytes()


def test_the_certificate_of_another_proof_is_left_alone(small: Asked, tmp_path: Path) -> None:
    question, lexicon, rules = small
    path = tmp_path / "proof"
    proved(question, any_start(question), path)
    before = path.read_bytes()
    other = Question.of(lexicon, rules, Goal.WORDS, (2, 3))
    with pytest.raises(BadCertificate, match="another proof"):
        proved(other, any_start(other), path)
    path.write_text("no certificate")
    with pytest.raises(BadCertificate, match="no certificate"):
        proved(question, any_start(question), path)
    path.write_bytes(before)
    with pytest.raises(BadCertificate, match="cannot read or write"):
        proved(question, any_start(question), tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        lambda members: members.insert(-1, members[-2]),
        lambda members: members.__setitem__(-1, members[-2]),
        lambda members: members.pop(-2),
        lambda members: members.__setitem__(slice(2, -1), []),
        lambda members: members.insert(1, members.pop(2)),
        lambda members: members[1].clear(),
        lambda members: members[1].append(members[1][0]),
        lambda members: members[1].append(members[2][0]),
        lambda members: members[0][0].update(record="ABABAB TTTTTT 2x3"),
        lambda members: members[0][0].update(record="ABAB"),
        lambda members: members[0][0].update(record="?"),
    ],
)
def test_a_damaged_certificate_is_not_gone_on_with(
    small: Asked, tmp_path: Path, change: Callable[[list[Any]], object]
) -> None:
    question, path = small[0], tmp_path / "proof"
    proved(question, any_start(question), path)
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    members = [[line] for line in lines]
    change(members)
    texts = ["".join(json.dumps(line) + "\n" for line in member) for member in members]
    path.write_bytes(b"".join(gzip.compress(text.encode()) for text in texts))
    before = path.read_bytes()
    with pytest.raises(BadCertificate, match="damaged"):
        proved(question, any_start(question), path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "line", ["ABABAB TTTTTT 2x3", "ABABAB 3x2", "ABAB", "QuABABA 2x3", "ABABAZ 2x3"]
)
def test_a_start_that_is_not_asked_for_is_refused(small: Asked, tmp_path: Path, line: str) -> None:
    question, lexicon, rules = small
    grid, path = Grid.parse(line), tmp_path / "proof"
    assert not question.asks_for(grid)
    with pytest.raises(NotAskedFor, match=f"cannot begin with {grid}: give 2x3 tiles"):
        score(question, lexicon, rules, grid)
    with pytest.raises(NotAskedFor):
        proved(question, Scored(grid, 10**6), path)
    assert not path.exists()


def test_only_the_tile_of_the_rules_is_asked_for() -> None:
    question = Question.of(lexicon_of(WORDS, "abdequ"), ruleset("boggle", "en"), Goal.WORDS, (2, 2))
    assert question.asks_for(Grid.parse("QuABA"))
    assert question.read("QuABA") == question.grid("qaba")
    assert not question.asks_for(Grid.parse("QABA"))
    assert question.read("QABA") is None


@pytest.mark.slow
def test_processes_prove_the_same(small: Asked) -> None:
    question = small[0]
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as executor:
        proof = prove(question, any_start(question), executor)
    assert proof == proved(question, any_start(question))


def test_sizes_too_large_are_refused(small: Asked) -> None:
    _, lexicon, rules = small
    with pytest.raises(SeizeError, match="4x4"):
        Question.of(lexicon, rules, Goal.WORDS, (4, 4))


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_canonical_boards_and_what_mirrors_them_are_all_boards(size: tuple[int, int]) -> None:
    rows, cols = size
    orbits = [mirrored(board, rows, cols) for board in canonical(2, rows, cols)]
    assert sum(map(len, orbits)) == len(set().union(*orbits)) == 2 ** (rows * cols)
