"""The proof that a daily is what was promised, step by step in words."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.presenters.languages import language_label
from bot.presenters.standings import words_and_points
from bot.presenters.wording import Wording
from core.daily.proof_file import MOST_CHARACTERS, BadProofFile, ProofFile
from core.daily.recipe import Recipe, seal_of
from core.daily.verification import STEPS, Unproven, tiles_between, verify
from core.errors import Notice, SeizeError, translatable
from core.grid import Grid
from core.optimizer.legs import Shelf

_SEAL = re.compile(r"[0-9a-f]{32,64}")
_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class Proof:
    """The problems of a daily that was verified: none, if it is what was promised.

    `compared`: its seal is what somebody kept of it, not only what the file says.
    """

    told: ProofFile
    problems: Sequence[Notice]
    compared: bool


def prove(
    told: ProofFile, shelf: Shelf, archive: tuple[str, ...] | None = None, seal: str = ""
) -> Proof:
    """Verify a daily by its recipe and the grids before it, oldest first; takes some seconds.

    `archive` are all the grids that there are, where there is more than the file has. `seal` is
    what the player has of it, as `read_seal` returns it.
    """
    problems: list[Notice] = []
    own, recipe = seal_of(told.recipe), _recipe(told)
    if seal and not own.startswith(seal):
        problems.append(Unproven.seal(seal, own))
    if recipe and (recipe.number, recipe.language) != (told.number, told.language):
        template = translatable("the recipe is that of the daily {number} in {language!r}")
        number, language = recipe.number, recipe.language
        problems.append(Unproven("seal", template, number=number, language=language))
    problems += verify(
        told.recipe,
        told.seal,
        Grid.parse(told.grid),
        told.words,
        told.points,
        told.earlier if archive is None else archive,
        shelf,
        told.house,
    )
    return Proof(told, problems, archive is not None or bool(seal))


def read_seal(text: str) -> str:
    """Return a seal that a player was told, or its first digits, in small letters.

    Raises SeizeError.
    """
    seal = text.strip().lower()
    if not _SEAL.fullmatch(seal):
        template = translatable(
            "{seal!r} is not a seal: give the 32 to 64 digits that were published"
        )
        raise SeizeError(template, seal=text[:70])
    return seal


def read_proof(path: Path) -> ProofFile:
    """Read a proof file; raises BadProofFile, SeizeError where it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(4 * MOST_CHARACTERS + 1)  # bytes of one are four at most
        return ProofFile.from_json(content.decode("utf-8-sig"))
    except OSError as error:
        template = translatable("cannot read {path!r}: {reason}")
        reason = os.strerror(error.errno or 0)
        raise SeizeError(template, path=str(path), reason=reason) from None
    except UnicodeDecodeError:
        raise BadProofFile from None


def check_name(path: Path) -> None:
    """Raise SeizeError for what is no name of a proof file: a slip would overwrite any file."""
    if path.suffix.lower() != _SUFFIX:
        template = translatable(
            "{path!r} is not the name of a proof file: write one that ends in .json"
        )
        raise SeizeError(template, path=str(path))


def proof_lines(proof: Proof, wording: Wording) -> Iterator[str]:
    """Yield each step in words, what is wrong, and what is left to compare."""
    told, gettext = proof.told, wording.gettext
    name = gettext("Daily {number}", number=told.number)
    yield f"{name} · {language_label(told.language, wording)} · {told.day.isoformat()}"
    failed = _failed(proof)
    if failed != set(STEPS):
        steps = {
            "seal": _seal(proof, wording),
            "grid": _grid(proof, wording),
            "totals": _totals(proof, wording),
            "distance": _distance(proof, wording),
            "known": _known(proof, wording),
        }
        passed = (line for name, line in steps.items() if line and name not in failed)
        yield from (f"✓ {line}" for line in passed)
    yield from (f"✗ {wording.reason(problem)}" for problem in proof.problems)
    if told.late:
        yield "• " + gettext(
            "it was made on its own day: its seal was not published the day before"
        )
    elif not proof.compared:
        yield "• " + gettext("compare the seal with the one that was published, or give it: --seal")


def _failed(proof: Proof) -> set[str]:
    """Return the steps that failed: all, where the recipe or its word list cannot be read."""
    if not all(isinstance(problem, Unproven) for problem in proof.problems):
        return set(STEPS)
    return {problem.step for problem in proof.problems if isinstance(problem, Unproven)}


def _seal(proof: Proof, wording: Wording) -> str:
    return wording.gettext("the seal is that of the recipe: {seal}", seal=proof.told.seal)


def _grid(proof: Proof, wording: Wording) -> str:
    recipe = _recipe(proof.told)
    if recipe is None:
        return ""
    return wording.gettext(
        "the recipe leads to the grid {grid}: run {run}, {count} grids scored",
        grid=proof.told.grid,
        run=recipe.restart + 1,
        count=recipe.evaluations,
    )


def _totals(proof: Proof, wording: Wording) -> str:
    told = proof.told
    totals = words_and_points(told.words, told.points, wording)
    line = wording.gettext("the grid holds what was told: {totals}", totals=totals)
    if not told.accepted:
        return line
    since = wording.gettext("accepted since: {words}", words=", ".join(told.accepted))
    return f"{line} ({since})"


def _distance(proof: Proof, wording: Wording) -> str:
    recipe, grid = _recipe(proof.told), Grid.parse(proof.told.grid)
    near = [
        tiles_between(grid, Grid.parse(text))
        for text in (recipe.kept_from(proof.told.earlier) if recipe else ())
    ]
    if not near:
        return wording.gettext("there is no earlier grid of its size")
    return wording.ngettext(
        "the grid differs from {count} earlier one in {tiles} tiles or more",
        "the grid differs from {count} earlier ones in {tiles} tiles or more",
        len(near),
        tiles=min(near),
    )


def _known(proof: Proof, wording: Wording) -> str:
    """Return how far the grid is from those that everybody may have seen, "" without any."""
    recipe = _recipe(proof.told)
    if recipe is None or not recipe.known:
        return ""
    grid = Grid.parse(proof.told.grid)
    return wording.ngettext(
        "the grid differs from {count} known one in {tiles} tiles or more",
        "the grid differs from {count} known ones in {tiles} tiles or more",
        len(recipe.known),
        tiles=min(tiles_between(grid, Grid.parse(text)) for text in recipe.known),
    )


def _recipe(told: ProofFile) -> Recipe | None:
    try:
        return Recipe.from_json(told.recipe)
    except SeizeError:
        return None


def proof_json(proof: Proof) -> str:
    """Return the steps and the problems as JSON."""
    told, failed = proof.told, _failed(proof)
    facts = {
        "number": told.number,
        "language": told.language,
        "day": told.day.isoformat(),
        "fits": not proof.problems,
        "steps": {name: name not in failed for name in STEPS},
        "problems": [str(problem) for problem in proof.problems],
        "compared": proof.compared,
        "late": told.late,
        "seal": told.seal,
        "grid": told.grid,
        "recipe": told.recipe,
    }
    return json.dumps(facts, ensure_ascii=False)
