"""Every form that a hunspell dictionary admits: stems, suffixes, prefixes.

`spylls` parses the two files; this module turns their rules around, from judging
one word to listing them all. Compounding is left out (a list of words has none),
and so are circumfixes, which no rule of the dictionaries used here bears.
"""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spylls.hunspell.readers import read_aff, read_dic  # type: ignore[import-untyped]

MOST_SUFFIXES = 2  # hunspell's own limit: a suffix, and one that it allows in turn

Flags = frozenset[str]


@dataclass(frozen=True, slots=True)
class Affix:
    """One rule: where `condition` holds, take `strip` off the stem and put `add` there.

    `opens` are the flags that the form gets in turn; a prefix and a suffix meet
    in one form only if both of them `crosses`.
    """

    strip: str
    add: str
    condition: re.Pattern[str]
    opens: Flags
    crosses: bool

    def at_end(self, text: str) -> str | None:
        """Return `text` with this suffix, or None where the rule does not apply."""
        if not text.endswith(self.strip) or not self.condition.search(text):
            return None
        return text[: len(text) - len(self.strip)] + self.add

    def at_start(self, text: str) -> str | None:
        """Return `text` with this prefix, or None where the rule does not apply."""
        if not text.startswith(self.strip) or not self.condition.search(text):
            return None
        return self.add + text[len(self.strip) :]


@dataclass(frozen=True, slots=True)
class Form:
    """A word under construction, with what may still be added to it.

    `base` is the word that it is a form of: prefixes change both. `opens` are the flags of
    its latest piece, `prefixes` those that allow a prefix (none after the first one),
    `crosses` is false once a rule forbade to mix.
    """

    text: str
    base: str
    opens: Flags
    prefixes: Flags
    suffixes: int = 0
    prefixed: bool = False
    crosses: bool = True


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Stems with their flags, and the rules that the flags stand for.

    A form whose latest piece bears a flag of `unfinished` is no word by itself; a
    stem in `forbidden` is none however it comes about.
    """

    stems: tuple[tuple[str, Flags], ...]
    suffixes: dict[str, tuple[Affix, ...]]
    prefixes: dict[str, tuple[Affix, ...]]
    unfinished: Flags
    forbidden: frozenset[str]

    def words(self) -> Iterator[str]:
        """Yield every form of every stem; the same form may come twice."""
        return (form for _, form in self.inflected(self.suffixes))

    def inflected(self, inflecting: Container[str]) -> Iterator[tuple[str, str]]:
        """Yield (base, form) for every form of every stem; the same pair may come twice.

        Suffixes with a flag in `inflecting` make forms of the same base; what another suffix
        makes is a base of its own.
        """
        for stem, flags in self.stems:
            if stem in self.forbidden:
                continue
            for form in self._forms(Form(stem, stem, flags, flags), inflecting):
                if not form.opens & self.unfinished and form.text not in self.forbidden:
                    yield form.base, form.text

    def _forms(self, start: Form, inflecting: Container[str]) -> Iterator[Form]:
        todo = [start]
        while todo:
            form = todo.pop()
            yield form
            todo.extend(self._with_suffix(form, inflecting))
            todo.extend(self._with_prefix(form))

    def _with_suffix(self, form: Form, inflecting: Container[str]) -> Iterator[Form]:
        if form.suffixes == MOST_SUFFIXES:
            return
        for flag, rule in _rules(self.suffixes, form.opens):
            text = rule.at_end(form.text)
            crosses = form.crosses and rule.crosses
            if text is not None and (crosses or not form.prefixed):
                prefixes = Flags() if form.prefixed else form.prefixes | rule.opens
                count = form.suffixes + 1
                base = form.base if flag in inflecting else text
                yield Form(text, base, rule.opens, prefixes, count, form.prefixed, crosses)

    def _with_prefix(self, form: Form) -> Iterator[Form]:
        for _, rule in _rules(self.prefixes, form.prefixes):
            text = rule.at_start(form.text)
            crosses = form.crosses and rule.crosses
            if text is not None and (crosses or not form.suffixes):
                base = rule.at_start(form.base) or text
                yield Form(text, base, rule.opens, Flags(), form.suffixes, True, crosses)


class Lines:
    """A source for spylls: the numbered lines of a UTF-8 file, the empty ones left out.

    Its own reader leaves the file open.
    """

    def __init__(self, file: Path) -> None:
        lines = enumerate(file.read_text(encoding="utf-8-sig").splitlines(), start=1)
        self._rest = ((number, line.strip()) for number, line in lines if line.strip())

    def __iter__(self) -> Iterator[tuple[int, str]]:
        return self._rest

    def reset_encoding(self, encoding: str) -> None:
        """Raise ValueError if the file says that it is not in UTF-8."""
        if encoding.upper() != "UTF-8":
            raise ValueError(f"an affix file in {encoding}, not in UTF-8")


def read(
    aff: Path,
    keep_stem: Callable[[str, Flags], bool],
    keep_rule: Callable[[str, str], bool],
) -> Dictionary:
    """Read NAME.aff and the NAME.dic beside it.

    Left out are the stems for which `keep_stem` of spelling and flags is false, and the
    rules for which `keep_rule` of flag and added letters is.

    Raises FileNotFoundError for a missing file, ValueError for one not in UTF-8.
    """
    rules, context = read_aff(Lines(aff))
    entries = read_dic(Lines(aff.with_suffix(".dic")), aff=rules, context=context).words
    outside = {rules.FORBIDDENWORD, rules.ONLYINCOMPOUND} - {None}
    stems = ((entry.stem, Flags(entry.flags)) for entry in entries)
    return Dictionary(
        stems=tuple((stem, flags) for stem, flags in stems if keep_stem(stem, flags)),
        suffixes=_table(rules.SFX, keep_rule),
        prefixes=_table(rules.PFX, keep_rule),
        unfinished=Flags({rules.NEEDAFFIX} - {None}),
        forbidden=frozenset(e.stem for e in entries if outside & e.flags),
    )


def _rules(table: dict[str, tuple[Affix, ...]], flags: Flags) -> Iterator[tuple[str, Affix]]:
    for flag in flags:
        for rule in table.get(flag, ()):
            yield flag, rule


def _table(
    parsed: dict[str, list[Any]], keep_rule: Callable[[str, str], bool]
) -> dict[str, tuple[Affix, ...]]:
    return {
        flag: tuple(
            Affix(rule.strip, rule.add, rule.cond_regexp, Flags(rule.flags), rule.crossproduct)
            for rule in rules
            if keep_rule(flag, rule.add)
        )
        for flag, rules in parsed.items()
    }
