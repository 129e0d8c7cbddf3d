"""The findings of a check: a line for a person, an object for a machine."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """All is well; worth knowing; or the bot will not work until it is mended."""

    GOOD = "✓"
    NOTE = "!"
    BAD = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """The subject of a check, the finding in English, and the one thing that mends it, or ""."""

    mark: Mark
    subject: str
    text: str
    fix: str = ""

    def __str__(self) -> str:
        return f"{self.mark} {self.subject}: {self.text}" + (f" → {self.fix}" if self.fix else "")


def good(subject: str, text: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(Mark.GOOD, subject, text)


def note(subject: str, text: str, fix: str = "") -> Finding:
    """Return a finding that does no harm, or not yet."""
    return Finding(Mark.NOTE, subject, text, fix)


def bad(subject: str, text: str, fix: str = "") -> Finding:
    """Return a finding that keeps the bot from working."""
    return Finding(Mark.BAD, subject, text, fix)


def strange(subject: str, status: int, variable: str) -> Finding:
    """Return the finding for an HTTP status that no platform should answer with."""
    if status == 429:
        return bad(subject, "asked too often (HTTP 429)", "wait some minutes, then look again")
    if status >= 500:
        return bad(subject, f"out of order there (HTTP {status})", "look again later")
    return bad(subject, f"a strange answer (HTTP {status})", f"mend {variable}")


def is_well(findings: Sequence[Finding]) -> bool:
    """Return whether nothing found keeps the bot from working."""
    return all(finding.mark is not Mark.BAD for finding in findings)


def to_json(findings: Sequence[Finding]) -> str:
    """Return findings as one JSON object; `mark` is good, note or bad."""
    checks = [
        {"mark": f.mark.name.lower(), "subject": f.subject, "text": f.text, "fix": f.fix}
        for f in findings
    ]
    return json.dumps({"ok": is_well(findings), "checks": checks}, ensure_ascii=False, indent=2)
