"""Check a certificate, trusting nothing in it."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.errors import Notice, translatable
from core.generator import generator, uniforms
from core.lexicon import Lexicon
from core.optimizer.proof.boards import Board, gaps, to_text
from core.optimizer.proof.certificate import Certificate
from core.optimizer.proof.examine import Finding, examine_whole
from core.optimizer.proof.goal import Goal
from core.optimizer.proof.question import Question
from core.optimizer.proof.start import score_boards
from core.scoring import Ruleset, ruleset
from core.solver.solver import GridCounter, solve

SAMPLE = 20
# Drawn from each board that is examined again.
GRIDS = 200


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check: the faults of a certificate, none if it proves what it claims.

    `boards` of it were found, `examined` of them examined again.
    """

    problems: tuple[Notice, ...]
    boards: int
    examined: int


def check_certificate(
    certificate: Certificate,
    lexicon: Lexicon,
    executor: Executor,
    sample: int | None = SAMPLE,
    seed: int = 0,
    report: Callable[[int, int], None] = lambda _done, _all: None,
) -> Check:
    """Check that the boards make up all grids, the scores, and what is said of the boards.

    All that can be told without examining a board again is checked; `sample` boards drawn by
    `seed`, None for all, are examined again, which must find the same, and of grids
    drawn from each none may score more than its bound. The record is scored by the solver.
    `report` is told how many are examined, of how many. Raises SeizeError where the
    header claims what cannot be asked. Cost: for all boards that of the proof.
    """
    header, findings = certificate.header, certificate.findings
    if (header.digest, header.letters) != (lexicon.digest, lexicon.alphabet.letters):
        problem = Notice(
            translatable("it was made with other words than those of {lexicon}"),
            lexicon=lexicon.name,
        )
        return Check((problem,), len(findings), 0)
    rules = ruleset(header.rules, lexicon.language).with_min_length(header.min_length)
    size, classes = (header.rows, header.cols), header.sets()
    question = Question.of(lexicon, rules, Goal(header.objective), size)
    problems = [
        *_scores(certificate, question, lexicon, rules),
        *_limits(certificate, classes),
        *gaps((f.board for f in findings), classes, header.letters, *size),
    ]
    if certificate.end is None:
        problems.append(Notice(translatable("the proof is not finished")))
    elif certificate.end.boards != len(findings):
        problems.append(Notice(translatable("it has not as many boards as its end says")))
    rng = generator(seed)
    chosen = list(findings)
    if sample is not None and sample < len(findings):
        order = np.argsort(uniforms(rng, len(findings)), kind="stable")[:sample]
        chosen = [findings[place] for place in sorted(order.tolist())]
    draws = [uniforms(rng, GRIDS * question.cells) for _ in chosen]
    counter = GridCounter(lexicon, rules)
    again = executor.map(partial(_again, question), chosen)
    for done, (finding, found, draw) in enumerate(zip(chosen, again, draws, strict=True), 1):
        name = to_text(finding.board, classes, header.letters)
        if found != finding:
            problems.append(
                Notice(translatable("examined again, this board is another: {name}"), name=name)
            )
        if _most(question, counter, finding, draw) > finding.bound:
            problems.append(
                Notice(translatable("a grid scores more than its board's bound: {name}"), name=name)
            )
        report(done, len(chosen))
    return Check(tuple(problems), len(findings), len(chosen))


def _scores(
    certificate: Certificate, question: Question, lexicon: Lexicon, rules: Ruleset
) -> Iterator[Notice]:
    """Yield which grids are not asked for, or do not score what is said.

    Scored by the solver that lists all words.
    """
    header, end = certificate.header, certificate.end
    records = [(header.record, header.score)]
    if end:
        records.append((end.record, end.score))
        if end.score != _final(certificate):
            yield Notice(translatable("the end names another score than the boards"))
    claims = []
    for text, claimed in records:
        record = question.read(text)
        if record:
            claims.append((record, claimed))
        else:
            yield Notice(
                translatable("{grid!r} is none of the grids that the proof is about"), grid=text
            )
    claims += [
        (question.grid(finding.letters), finding.best)
        for finding in certificate.findings
        if finding.letters and finding.best is not None
    ]
    for grid, claimed in claims:
        found = solve(grid, lexicon, rules)
        words, points = len(found.words), sum(word.points for word in found.words)
        score = words if question.goal is Goal.WORDS else points
        if score != claimed:
            yield Notice(
                translatable("{grid} scores {score}, not {claimed}"),
                grid=grid,
                score=score,
                claimed=claimed,
            )


def _final(certificate: Certificate) -> int:
    """Return the score that no grid may exceed."""
    bests = (finding.best for finding in certificate.findings if finding.best is not None)
    return max([certificate.header.score, *bests])


def _limits(certificate: Certificate, classes: Board) -> Iterator[Notice]:
    """Yield the boards that may hold, by what is said of them, a grid over the record."""
    header, final = certificate.header, _final(certificate)
    for finding in certificate.findings:
        if finding.best is None:
            right = finding.bound <= finding.against <= final
        else:
            right = finding.against <= finding.best <= min(finding.bound, final)
            right = right and (finding.best > finding.against) == bool(finding.letters)
        if not right:
            name = to_text(finding.board, classes, header.letters)
            yield Notice(translatable("this board is not cut at the record: {name}"), name=name)


def _again(question: Question, finding: Finding) -> Finding | None:
    return examine_whole(question, finding.board, finding.against)


def _most(
    question: Question, counter: GridCounter, finding: Finding, draw: NDArray[np.float64]
) -> int:
    """Return the most that grids drawn from a board score; `draw`: float64[GRIDS * cells]."""
    boards = np.empty((GRIDS, question.cells), np.uint8)
    for cell, places in enumerate(draw.reshape(question.cells, GRIDS)):
        letters = np.array([i for i in range(32) if finding.board[cell] >> i & 1], np.uint8)
        boards[:, cell] = letters[(places * len(letters)).astype(np.int64)]
    return int(score_boards(question, counter, boards).max())
