"""Prove which grid is the best: examine every class board, keep a certificate."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from core.errors import translatable
from core.optimizer.proof import certificate
from core.optimizer.proof.boards import Board, canonical, classes_of, is_cut_into, mirrored, volume
from core.optimizer.proof.certificate import BadCertificate, Certificate, End, Header
from core.optimizer.proof.examine import Finding, examine
from core.optimizer.proof.question import NotAskedFor, Question, Scored

# Boards examined at a time. Each is held against the record after those this many before it:
# so what is found hangs neither on the number of workers nor on their speed.
WINDOW = 16


class Progress(NamedTuple):
    """The progress of a proof: the share of all grids, the class boards done, the best grid."""

    share: float
    boards: int
    record: Scored


@dataclass(frozen=True, slots=True)
class Proof:
    """No grid scores more than `record`; grids that score as much may be there.

    `boards` were examined: `cut` at their bounds, in the others `visits` choices followed
    and `leaves` grids scored.
    """

    record: Scored
    boards: int
    cut: int
    visits: int
    leaves: int


def prove(
    question: Question,
    start: Scored,
    executor: Executor,
    path: Path | None = None,
    report: Callable[[Progress], None] = lambda _: None,
) -> Proof:
    """Return the best grid of all; `start` is a good one, its score believed: see start.

    With `path`, what is found is appended to that file, class board by class board; a file
    that holds a part of the same proof is gone on with, from its own start. `report` is
    called after each class board. Raises NotAskedFor for a start that cannot be what is
    found, BadCertificate for the file of another proof, or a damaged one. An exception,
    from `report` too, leaves a file to go on with. Cost: 25 s on one core for 3x3 grids and
    300,000 words; up to 90 MB for each thread of `executor`.
    """
    if not question.asks_for(start.grid):
        raise NotAskedFor(start.grid, (question.rows, question.cols))
    classes = classes_of(question.letters, question.vowels)
    numbers = list(canonical(len(classes), question.rows, question.cols))
    boards = [tuple(classes[number] for number in board) for board in numbers]
    header = Header.of(question, classes, start)
    record = start
    known: tuple[tuple[Finding, ...], ...] = ()
    ended = False
    if path and path.exists() and path.stat().st_size:
        written, record = _begun(path, header, question, boards)
        header, known, ended = written.header, written.groups, written.end is not None
        certificate.cut_off(path, written.size)
    elif path:
        certificate.write_header(path, header)

    groups: list[tuple[Finding, ...]] = []
    scores = [record.score]
    all_grids, done = len(question.letters) ** question.cells, 0
    for group in _examined(question, boards, executor, known, scores):
        record = max([record, *_records(question, group)], key=lambda r: r.score)
        scores.append(record.score)
        if path and len(groups) >= len(known):
            certificate.append(path, header, group)
        place = len(groups)
        groups.append(group)
        done += volume(boards[place]) * len(mirrored(numbers[place], question.rows, question.cols))
        report(Progress(done / all_grids, len(groups), record))
    findings = [finding for group in groups for finding in group]
    if path and not ended:
        certificate.append_end(path, End(str(record.grid), record.score, len(findings)))
    return Proof(
        record=record,
        boards=len(findings),
        cut=sum(finding.best is None for finding in findings),
        visits=sum(finding.visits for finding in findings),
        leaves=sum(finding.leaves for finding in findings),
    )


def _begun(
    path: Path, header: Header, question: Question, boards: Sequence[Board]
) -> tuple[Certificate, Scored]:
    """Return the part of a proof that a file holds, and its start; raises BadCertificate.

    What is said of the boards is believed, but they must be the first of these class boards,
    all of them where the proof ended.
    """
    written = certificate.read(path)
    if _claim(written.header) != _claim(header):
        raise BadCertificate(
            translatable("{path!r} is the certificate of another proof: give another file"),
            path=str(path),
        )
    start = question.read(written.header.record)
    found = [[finding.board for finding in group] for group in written.groups]
    wanted = boards if written.end else boards[: len(found)]
    if start is None or len(found) != len(wanted) or not all(map(is_cut_into, wanted, found)):
        raise BadCertificate.damaged(path)
    return written, Scored(start, written.header.score)


def _claim(header: Header) -> Header:
    """Return the header without what may differ between two starts of one proof."""
    return replace(header, record="", score=0)


def _records(question: Question, group: Sequence[Finding]) -> list[Scored]:
    return [
        Scored(question.grid(finding.letters), finding.best)
        for finding in group
        if finding.letters and finding.best is not None
    ]


def _examined(
    question: Question,
    boards: Sequence[Board],
    executor: Executor,
    known: Sequence[tuple[Finding, ...]],
    scores: Sequence[int],
) -> Iterator[tuple[Finding, ...]]:
    """Yield the findings of each board; `scores` grows by the record after each."""
    yield from known
    pending: deque[Future[tuple[Finding, ...]]] = deque()
    try:
        for place in range(len(known), len(boards)):
            if len(pending) == WINDOW:
                yield pending.popleft().result()
            against = scores[max(0, place + 1 - WINDOW)]
            pending.append(executor.submit(examine, question, boards[place], against))
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()
