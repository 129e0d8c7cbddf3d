"""The hall of fame: what searches found, each with all that it takes to find it again."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter, warn

from core.errors import SeizeError, SeizeWarning, translatable
from core.grid import parse_size
from core.optimizer.constraints import Constraints
from core.optimizer.methods import Method, Name, name_of, named, parameters
from core.optimizer.objective import Objective
from core.optimizer.problem import Problem

SHIPPED = "fame.jsonl"
_DAMAGE = (KeyError, TypeError, ValueError, AttributeError, RecursionError, SeizeError)


class BadRecord(SeizeError):
    """Raised when no record, or more than one, has an id, or the hall of fame cannot be read."""


class DamagedRecord(SeizeWarning):
    """Raised when a line of a hall of fame is no record, or one of another version."""

    template = translatable("{path}, line {line}: no record of a search")


@dataclass(frozen=True, slots=True)
class Record:
    """A grid that was found: run `restart` of `seed` came to it after `evaluations`.

    `total` evaluations of all runs and `seconds` are what the whole search took.
    """

    problem: Problem
    method: Method
    seed: int
    restart: int
    evaluations: int
    grid: str
    score: int
    total: int
    seconds: float

    @property
    def key(self) -> str:
        """Return the name of the record: 8 digits of a digest of all that a replay needs."""
        facts = self.as_dict()
        del facts["total"], facts["seconds"]
        text = json.dumps(facts, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def as_dict(self) -> dict[str, Any]:
        """Return the record as JSON takes it; `from_dict` is the inverse."""
        problem, standard = self.problem, Constraints()
        rows, cols = problem.size
        asked = asdict(problem.constraints)
        return {
            "grid": self.grid,
            "score": self.score,
            "objective": str(problem.objective),
            "rules": problem.rules,
            "size": f"{rows}x{cols}",
            "lexicon": problem.lexicon,
            "digest": problem.digest,
            "language": problem.language,
            "constraints": {k: v for k, v in asked.items() if v != getattr(standard, k)},
            "bonuses": problem.bonuses,
            "placed": problem.placed,
            "method": name_of(self.method),
            "parameters": parameters(self.method),
            "seed": self.seed,
            "restart": self.restart,
            "evaluations": self.evaluations,
            "total": self.total,
            "seconds": self.seconds,
        }

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> "Record":
        """Read what `as_dict` wrote; raises KeyError, TypeError, ValueError or SeizeError."""
        _check(facts, _KINDS)
        asked = dict(facts["constraints"])
        asked["earlier"] = tuple(map(str, asked.get("earlier", ())))
        standard = asdict(Constraints())
        _check(standard | asked, {name: type(value) for name, value in standard.items()})
        problem = Problem(
            lexicon=facts["lexicon"],
            digest=facts["digest"],
            language=facts["language"],
            rules=facts["rules"],
            objective=Objective.parse(facts["objective"]),
            size=parse_size(facts["size"]),
            constraints=Constraints(**asked),
            bonuses=facts["bonuses"],
            placed=facts["placed"],
        )
        changes = {name: str(value) for name, value in facts["parameters"].items()}
        return cls(
            problem=problem,
            method=named(Name(facts["method"]), changes=changes),
            seed=facts["seed"],
            restart=facts["restart"],
            evaluations=facts["evaluations"],
            grid=facts["grid"],
            score=facts["score"],
            total=facts["total"],
            seconds=facts["seconds"],
        )


_KINDS: Mapping[str, Any] = {
    **dict.fromkeys(("lexicon", "digest", "language", "rules", "bonuses", "grid"), str),
    **dict.fromkeys(("seed", "restart", "evaluations", "score", "total"), int),
    "seconds": (int, float),
    "placed": bool,
}


def _check(facts: Mapping[str, Any], kinds: Mapping[str, Any]) -> None:
    """Raise TypeError for a fact of another kind, ValueError for a number out of range."""
    for name, kind in kinds.items():
        fact = facts[name]
        if not isinstance(fact, kind) or (isinstance(fact, bool) and kind is not bool):
            raise TypeError(name)
        if (kind is int and fact < 0) or (name == "evaluations" and fact < 1):
            raise ValueError(name)


def read(text: str, source: object) -> list[Record]:
    """Read records, one JSON object a line.

    Lines that are none are left out; DamagedRecord names them, and `source`.
    """
    records = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                records.append(Record.from_dict(json.loads(line)))
            except _DAMAGE:
                warn(DamagedRecord(path=str(source), line=number), stacklevel=2)
    return records


def hall(path: Path) -> list[Record]:
    """Return the records that Seize ships and those of a file, if it exists.

    Warns as `read` does; raises BadRecord for a file that cannot be read.
    """
    try:
        text = _text(path)
    except OSError as error:
        raise BadRecord(
            translatable("cannot read or write {path!r}: {reason}"),
            path=str(path),
            reason=error.strerror or type(error).__name__,
        ) from None
    found = {record.key: record for record in [*shipped(), *read(text, path)]}
    return list(found.values())


def _text(path: Path) -> str:
    return path.read_text("utf-8-sig", "replace") if path.exists() else ""


def find(path: Path, key: str) -> Record:
    """Return the record of an id, or of the beginning that only one has; raises BadRecord."""
    found = [record for record in hall(path) if key and record.key.startswith(key.lower())]
    if not found:
        raise BadRecord(
            translatable("no record {key!r} in the hall of fame: see seize optimize fame"), key=key
        )
    if len(found) > 1:
        raise BadRecord(
            translatable("several records begin with {key!r}: write more of it"), key=key
        )
    return found[0]


def keep(path: Path, record: Record) -> bool:
    """Add a record to a file; return False where it was there already. Raises OSError.

    Lines that are no records are left as they are.
    """
    text = _text(path)
    with catch_warnings():
        simplefilter("ignore", DamagedRecord)  # who looks at the hall is told
        known = {record.key for record in [*shipped(), *read(text, path)]}
    if record.key in known:
        return False
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    line = json.dumps(record.as_dict(), ensure_ascii=False) + "\n"
    with path.open("a", encoding="utf-8") as file:
        file.write(line if text.endswith("\n") or not text else "\n" + line)
    return True


def shipped() -> list[Record]:
    """Return the records that Seize ships."""
    return read((files("core.optimizer") / SHIPPED).read_text("utf-8"), SHIPPED)
