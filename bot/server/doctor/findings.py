"""The findings of a check: a line for a person, an object for a machine."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from bot.presenters.wording import Wording
from core.errors import translatable


class Mark(StrEnum):
    """All is well; worth knowing; or the bot will not work until it is mended."""

    GOOD = "✓"
    NOTE = "!"
    BAD = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """The subject of a check, the finding, and the one thing that mends it, or "".

    They are English sentences, keys of the catalogues, which the same facts fill.
    """

    mark: Mark
    subject: str
    found: str
    cure: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return the finding in English."""
        return self.found.format(**self.facts)

    @property
    def fix(self) -> str:
        """Return the remedy in English."""
        return self.cure.format(**self.facts)

    def line(self, wording: Wording) -> str:
        """Return the finding as a line in a language."""
        facts = {
            name: wording.number(fact, 1) if isinstance(fact, float) else fact
            for name, fact in self.facts.items()
        }
        subject, found = wording.gettext(self.subject), wording.gettext(self.found, **facts)
        line = wording.gettext("{label}: {value}", label=subject, value=found)
        cure = f" → {wording.gettext(self.cure, **facts)}" if self.cure else ""
        return f"{self.mark} {line}{cure}"


def good(subject: str, found: str, /, **facts: object) -> Finding:
    """Return a finding that all is well."""
    return Finding(Mark.GOOD, subject, found, "", facts)


def note(subject: str, found: str, cure: str = "", /, **facts: object) -> Finding:
    """Return a finding that does no harm, or not yet."""
    return Finding(Mark.NOTE, subject, found, cure, facts)


def bad(subject: str, found: str, cure: str = "", /, **facts: object) -> Finding:
    """Return a finding that keeps the bot from working."""
    return Finding(Mark.BAD, subject, found, cure, facts)


def strange(subject: str, status: int, variable: str) -> Finding:
    """Return the finding for an HTTP status that no platform should answer with."""
    if status == 429:
        return bad(
            subject,
            translatable("asked too often (HTTP 429)"),
            translatable("wait some minutes, then look again"),
        )
    if status >= 500:
        return bad(
            subject,
            translatable("out of order there (HTTP {status})"),
            translatable("look again later"),
            status=status,
        )
    return bad(
        subject,
        translatable("a strange answer (HTTP {status})"),
        translatable("mend {variable}"),
        status=status,
        variable=variable,
    )


def is_well(findings: Sequence[Finding]) -> bool:
    """Return whether nothing found keeps the bot from working."""
    return all(finding.mark is not Mark.BAD for finding in findings)


def to_json(findings: Sequence[Finding]) -> str:
    """Return findings as one JSON object, in English; `mark` is good, note or bad."""
    checks = [
        {"mark": f.mark.name.lower(), "subject": f.subject, "text": f.text, "fix": f.fix}
        for f in findings
    ]
    return json.dumps({"ok": is_well(findings), "checks": checks}, ensure_ascii=False, indent=2)
