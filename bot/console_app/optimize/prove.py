"""The command that proves which grid is the best: `seize optimize prove`."""

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from bot.app import App, say
from bot.chat.grids import read_grid
from bot.console_app.options import LEXICON, Json, RulesOption
from bot.presenters.wording import Wording, wording
from bot.settings import Settings
from core.errors import SeizeError, translatable
from core.grid import parse_size
from core.optimizer.proof.goal import Goal
from core.scoring import Rules, ruleset

if TYPE_CHECKING:
    from core.optimizer.proof.prover import Progress as ProofProgress

# The kernels are imported inside the command, after `prepare_solver`.

_EVERY = 10.0  # seconds between lines of progress, where no bar can be drawn


class _Show(Protocol):
    def __call__(self, share: float, text: str) -> None:
        """Show the share done, and what is known."""


def prove(
    lang: Annotated[str, typer.Option(help=LEXICON)] = "fr-gutenberg",
    size: Annotated[
        str, typer.Option(help="Rows x columns, at most 9 tiles.", metavar="RxC")
    ] = "3x3",
    rules: RulesOption = Rules.RUZZLE,
    objective: Annotated[
        Goal, typer.Option(help="What the best grid has the most of.")
    ] = Goal.WORDS,
    workers: Annotated[
        int | None, typer.Option(help="Threads; default: one for each processor.", min=1, max=256)
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(help="A good grid to begin with; default: the best of some climbs."),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            help="Write down what is found, to be checked; goes on with a proof that was stopped.",
            metavar="FILE",
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(help="Check this certificate instead; exit 1 if it is wrong.", metavar="FILE"),
    ] = None,
    sample: Annotated[
        int, typer.Option(help="With --check: examine so many boards again; 0: all.", min=0)
    ] = 20,
    json_: Json = False,
) -> None:
    """Prove which of all grids has the most words or points, without bonus tiles.

    Takes about 15 seconds for 3x3 on two processors. Stop it with Ctrl-C.
    """
    seize = App(Settings.from_environment())
    words = wording(seize.settings.language)
    threads = workers or os.cpu_count() or 1
    if check:
        if record or certificate:
            raise SeizeError(translatable("--check goes without --record and --certificate"))
        _check(seize, words, check, threads, sample or None, as_json=json_)
        return
    lexicon = seize.lexicon(lang)
    scoring = ruleset(rules, lexicon.language)
    dimensions = parse_size(size)
    start = read_grid(lexicon, scoring, record, "", dimensions) if record else None
    seize.prepare_solver()
    from core.optimizer.proof.prover import prove as prove_it
    from core.optimizer.proof.question import Question
    from core.optimizer.proof.start import climb, score

    question = Question.of(lexicon, scoring, objective, dimensions)
    first = score(question, lexicon, scoring, start) if start else climb(question, lexicon, scoring)
    with ThreadPoolExecutor(threads) as executor, _progress() as show:

        def report(progress: "ProofProgress") -> None:
            grid, score = progress.record
            facts = {"boards": progress.boards, "score": score, "grid": grid}
            show(progress.share, words.gettext("boards: {boards}, best {score}: {grid}", **facts))

        proof = prove_it(question, first, executor, certificate, report)
    facts = {
        "grid": str(proof.record.grid),
        "score": proof.record.score,
        "objective": question.goal,
        "rows": question.rows,
        "cols": question.cols,
        "lexicon": lexicon.name,
        "rules": rules,
        "boards": proof.boards,
        "cut": proof.cut,
        "visits": proof.visits,
        "leaves": proof.leaves,
    }
    if json_:
        print(json.dumps(facts))
        return
    if objective is Goal.WORDS:
        template = translatable("{grid}: {score} words; no {rows}x{cols} grid has more ({lexicon})")
    else:
        template = translatable(
            "{grid}: {score} points; no {rows}x{cols} grid has more ({lexicon})"
        )
    print(words.gettext(template, **facts))
    print(words.gettext("boards of classes of letters: {boards}, cut at once: {cut}", **facts))
    print(words.gettext("choices followed: {visits}, grids scored: {leaves}", **facts))


def _check(
    seize: App, words: Wording, path: Path, threads: int, sample: int | None, *, as_json: bool
) -> None:
    """Print what is wrong with a certificate, or what it proves."""
    seize.prepare_solver()
    from core.optimizer.proof.certificate import read
    from core.optimizer.proof.checker import check_certificate

    certificate = read(path)
    header = certificate.header
    lexicon = seize.lexicon(header.lexicon)
    with ThreadPoolExecutor(threads) as executor, _progress() as show:

        def report(done: int, total: int) -> None:
            facts = {"done": done, "total": total}
            show(done / total, words.gettext("boards examined: {done} of {total}", **facts))

        checked = check_certificate(certificate, lexicon, executor, sample, report=report)
    facts: dict[str, Any] = {
        "grid": certificate.end.record if certificate.end else header.record,
        "score": certificate.end.score if certificate.end else header.score,
        "objective": header.objective,
        "lexicon": header.lexicon,
        "rules": header.rules,
        "boards": checked.boards,
        "examined": checked.examined,
    }
    if as_json:
        problems = [words.notice(problem) for problem in checked.problems]
        print(json.dumps(facts | {"problems": problems}, ensure_ascii=False))
    elif checked.problems:
        for problem in checked.problems:
            print(words.notice(problem))
    else:
        template = translatable("sound: no grid scores more than {grid}: {score} ({lexicon})")
        print(words.gettext(template, **facts))
        template = translatable("boards: {boards}, examined again: {examined}")
        print(words.gettext(template, **facts))
    if checked.problems:
        raise typer.Exit(1)


@contextmanager
def _progress() -> Iterator[_Show]:
    """Show how far the work is on stderr: a bar in a terminal, else a line now and then."""
    console = Console(stderr=True)
    if not console.is_terminal:
        said = time.monotonic()

        def tell(share: float, text: str) -> None:
            nonlocal said
            if time.monotonic() - said >= _EVERY:
                said = time.monotonic()
                say(f"{share:.1%}, {text}")

        yield tell
        return
    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda share, text: bar.update(task, completed=share, description=text)
