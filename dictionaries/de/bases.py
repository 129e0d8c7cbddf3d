"""LanguageTool's nouns, verbs and adjectives; what its tables lack, by rules of the endings."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from dictionaries._files import Folders, leaves, read_json

SHORTEST = 4  # letters of the last part of a compound
DEGREES = ("", "er", "st")
ENDINGS = ("e", "em", "en", "er", "es")
COMPARED = ("er", "r", "st", "est")  # größer, höher, größt, ältest
UMLAUTS = str.maketrans("äöü", "aou")
WEAK = ("e", "end", "est", "et", "st", "t", "te", "ten", "test", "tet")  # of archivieren, say
IRREGULAR = {"höh": "hoch", "bess": "gut", "be": "gut", "näh": "nah", "näch": "nah"}

# Declined like adjectives, or nearly so, and in none of the tables.
PRONOUNS = {
    stem + ending: base
    for stem, base in {
        "all": "alle",
        "ander": "anderer",
        "beid": "beide",
        "besonder": "besondere",
        "jed": "jeder",
        "jemand": "jemand",
        "jen": "jener",
        "letzt": "letzte",
        "mehrer": "mehrere",
        "niemand": "niemand",
        "weiter": "weiter",
    }.items()
    for ending in ENDINGS
}

Forms = Mapping[str, set[str]]
_NONE = set[str]()


def bases(folders: Folders, listed: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a base form and a form of it, which may be itself."""
    adjectives = _by_form(_adjectives(folders), listed)
    nouns = _by_form(_nouns(folders, adjectives), listed)
    verbs = _by_form(_verbs(folders), listed)
    known = {
        form: nouns.get(form, _NONE) | verbs.get(form, _NONE) | adjectives.get(form, _NONE)
        for form in nouns.keys() | verbs.keys() | adjectives.keys() | PRONOUNS.keys()
    }
    known |= {form: {base} for form, base in PRONOUNS.items()}
    for form in listed:
        found = (
            known.get(form)
            or _degree(form, adjectives)
            or _ending(form, nouns, verbs)
            or _compound(form, nouns, listed)
            or _separable(form, verbs, listed)
            or _weak(form, listed)
            or _adjective(form, known, listed)
        )
        # A participle that is declined is a form of its verb, too.
        found = found | {
            verb for base in found if base in adjectives for verb in verbs.get(base, _NONE)
        }
        yield from ((base, form) for base in found)


def _by_form(pairs: Iterable[tuple[str, str]], listed: Collection[str]) -> Forms:
    """Return the bases of each form; both as they are spelled since 1996."""
    found = defaultdict[str, set[str]](set)
    for pair in pairs:
        base, form = (each if each in listed else each.replace("ß", "ss") for each in pair)
        found[form].add(base)
    return dict(found)


def _degree(form: str, adjectives: Forms) -> set[str]:
    """Return the adjective of a comparative or a superlative, which the table does not have."""
    for ending in ("", *ENDINGS):
        for degree in COMPARED:
            if form.endswith(degree + ending):
                stem = form.removesuffix(degree + ending)
                for base in (stem, stem.translate(UMLAUTS), IRREGULAR.get(stem, "")):
                    if base in adjectives.get(base, _NONE):
                        return {base}
    return set()


def _ending(form: str, nouns: Forms, verbs: Forms) -> set[str]:
    """Return the base by an ending that the tables lack: Jahres, Umgebungen, komm."""
    for ending in ("es", "s", "en", "n", "e"):
        noun = form.removesuffix(ending)
        if noun != form and noun in nouns.get(noun, _NONE):
            return {noun}
    if form + "en" in verbs.get(form + "e", _NONE):
        return {form + "en"}
    return set()


def _compound(form: str, nouns: Forms, listed: Collection[str]) -> set[str]:
    """Return the bases by the longest last part that is a noun, where all parts are listed."""
    for start in range(2, len(form) - SHORTEST + 1):
        first, last = form[:start], form[start:]
        if last in nouns and (first in listed or first.removesuffix("s") in listed):
            bases = {first + base for base in nouns[last] - {last} or {last}}
            return {base for base in bases if base in listed}
    return set()


def _separable(form: str, verbs: Forms, listed: Collection[str]) -> set[str]:
    """Return the verb whose first part is a word of its own: herausgebracht, herausbringen."""
    for start in range(2, len(form) - SHORTEST + 1):
        first, last = form[:start], form[start:]
        if last in verbs and first in listed:
            return {first + verb for verb in verbs[last] if first + verb in listed}
    return set()


def _weak(form: str, listed: Collection[str]) -> set[str]:
    """Return the verb in -ieren that the table lacks: archiviert, archivieren."""
    for ending in WEAK:
        verb = form.removesuffix(ending) + "en"
        if form.endswith("ier" + ending) and verb in listed:
            return {verb}
    return set()


def _adjective(form: str, known: Forms, listed: Collection[str]) -> set[str]:
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


def _nouns(folders: Folders, adjectives: Forms) -> Iterator[tuple[str, str]]:
    for noun, cases in _table(folders, "words").items():
        base = noun.lower()
        # An adjective as a noun (der Alte, des Alten) is none of its own.
        genitives = [form.lower() for form in leaves(cases.get("GEN", {}).get("SIN"))]
        declined = any(form == base + "n" for form in genitives)
        if declined and (base in adjectives or _degree(base, adjectives)):
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
        participles = tenses.get("PA2", ())
        for form in [*participles, *_finite({**tenses, "PA2": None})]:
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
