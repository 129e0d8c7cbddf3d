"""LanguageTool's nouns, verbs and adjectives; compounds and more adjectives by their endings."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from dictionaries._files import Folders, leaves, read_json

SHORTEST = 4  # letters of the last part of a compound
DEGREES = ("", "er", "st")
ENDINGS = ("e", "em", "en", "er", "es")


def bases(folders: Folders, listed: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a base form and a form of it, which may be itself."""
    nouns = _by_form(_nouns(folders))
    known = _by_form([*_nouns(folders), *_adjectives(folders), *_verbs(folders)])
    for form in listed:
        found = known.get(form) or _compound(form, nouns, listed) or _adjective(form, known, listed)
        yield from ((base, form) for base in found)


def _by_form(pairs: Iterable[tuple[str, str]]) -> Mapping[str, set[str]]:
    found = defaultdict[str, set[str]](set)
    for base, form in pairs:
        found[form].add(base)
    return found


def _compound(form: str, nouns: Mapping[str, set[str]], listed: Collection[str]) -> set[str]:
    """Return the bases by the longest last part that is a noun, where all parts are listed."""
    for start in range(2, len(form) - SHORTEST + 1):
        first, last = form[:start], form[start:]
        if last in nouns and (first in listed or first.removesuffix("s") in listed):
            bases = {first + base for base in nouns[last] - {last} or {last}}
            return {base for base in bases if base in listed}
    return set()


def _adjective(form: str, known: Mapping[str, set[str]], listed: Collection[str]) -> set[str]:
    """Return the adjective of a form, if the table lacks it: the list declines it as one."""
    stems = {
        form.removesuffix(degree + ending)
        for degree in DEGREES
        for ending in ("", *ENDINGS)
        if form.endswith(degree + ending)
    }
    declined = [stem for stem in stems if all(stem + ending in listed for ending in ENDINGS)]
    shortest = min(declined, key=len, default=None)
    return set() if shortest is None or shortest in known else {shortest}


def _nouns(folders: Folders) -> Iterator[tuple[str, str]]:
    adjectives = {form for _, form in _adjectives(folders)}
    for noun, cases in _table(folders, "words").items():
        base = noun.lower()
        # An adjective as a noun (der Alte, des Alten) is none of its own.
        genitives = [form.lower() for form in leaves(cases.get("GEN", {}).get("SIN"))]
        if base in adjectives and any(form == base + "n" for form in genitives):
            continue
        yield base, base
        yield from ((base, form.lower()) for form in leaves({**cases, "G": None}))


def _adjectives(folders: Folders) -> Iterator[tuple[str, str]]:
    for base, cases in _table(folders, "adjectives").items():
        if base.islower():  # the others are names
            yield base, base
            yield from ((base, form) for form in leaves(cases))


def _verbs(folders: Folders) -> Iterator[tuple[str, str]]:
    for base, tenses in _table(folders, "verbs").items():
        yield base, base
        for form in _finite(tenses):
            yield base, form


def _finite(node: Any) -> Iterator[str]:
    """Yield the forms of a verb; one in two parts (["beiße", "ab"]) is put together."""
    match node:
        case str():
            yield node
        case [str(verb), str(prefix)]:
            yield prefix + verb
        case dict() | list():
            for child in node.values() if isinstance(node, dict) else node:
                yield from _finite(child)


def _table(folders: Folders, kind: str) -> dict[str, Any]:
    table: dict[str, Any] = read_json(folders[f"german-{kind}-dict"] / f"package/dist/{kind}.json")
    return table
