"""Morph-it!'s forms, Debian's list, the Italian Writing Aids' stems; pronouns only as -si.

Morph-it!'s table of verbs has one infinitive and one gerund a verb, often one with a pronoun.
So both are made by rule, and all forms with a pronoun but the infinitive in -si are left out.
"""

import re
from collections.abc import Container, Iterator
from typing import Any

from dictionaries import _affixes
from dictionaries._files import Folders, leaves, read_json, read_lines

ENDINGS = "AOQRSVYÀfnopt@"  # flags of conjugation, plural, gender and -mente
MIXED = "BC"  # flags of conjugations, with the forms that have a pronoun in one table
IMPERFECT = "vi"  # the one added ending that only looks like a pronoun
ENDS_IN_PRONOUN = re.compile(r"([mcv]i|(?<!s)si|(?<![snu])ti|l[aeio]|ne|gli)$")
THIRD_PERSON = ("lo", "la", "li", "le", "ne")
PRONOUNS = ("mi", "ti", "si", "ci", "vi", "gli", *THIRD_PERSON)
PAIRS = tuple(one + two for one in ("me", "te", "se", "ce", "ve", "glie") for two in THIRD_PERSON)
GERUNDS = {"ava": "ando", "eva": "endo", "iva": "endo"}  # by the end of the imperfect

Table = dict[str, Any]


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    nouns, verbs, adjectives = (
        read_json(folders[f"italian-{kind}-dict"] / f"package/dist/{kind}.json")
        for kind in ("words", "verbs", "adjectives")
    )
    verbs = {verb: table for verb, table in verbs.items() if verb.endswith("re")}
    without = {*nouns, *adjectives, *leaves(nouns), *leaves(adjectives)}
    for verb, table in verbs.items():
        moods = (forms for mood, forms in table.items() if mood not in ("inf", "ger"))
        without |= {verb, _stem(verb) + "si", *_gerund(table), *leaves(list(moods))}
    yield from without
    with_pronoun = {form for verb, table in verbs.items() for form in _with_pronoun(verb, table)}
    yield from {*_listed(folders, verbs)} - (with_pronoun - without)


def _listed(folders: Folders, verbs: Container[str]) -> Iterator[str]:
    """Yield the words of the two lists that do not tell verbs from other words."""
    yield from read_lines(folders["witalian"] / "usr/share/dict/italian")
    yield from writing_aids(folders, verbs).words()


def writing_aids(folders: Folders, verbs: Container[str]) -> _affixes.Dictionary:
    """Return the stems of the Italian Writing Aids with their endings, without names.

    `verbs`, which Morph-it! has, are left out: irregular ones are conjugated here as if they were
    not (teno, dovo).
    """
    aff = folders["dictionary-it"] / "package/index.aff"
    return _affixes.read(aff, lambda stem, _: stem.islower() and stem not in verbs, _inflects)


def _inflects(flag: str, added: str) -> bool:
    if flag in MIXED:
        return added == IMPERFECT or not ENDS_IN_PRONOUN.search(added)
    return flag in ENDINGS


def _stem(verb: str) -> str:
    """Return the stem that a pronoun hangs on: lavar of lavare, por of porre."""
    return verb.removesuffix("re" if verb.endswith("rre") else "e")


def _gerund(table: Table) -> Iterator[str]:
    """Yield the plain gerund, which the imperfect tells: facendo by faceva."""
    for imperfect in leaves(table.get("ind", {}).get("impf", {}).get("S3")):
        if imperfect[-3:] in GERUNDS:
            yield imperfect[:-3] + GERUNDS[imperfect[-3:]]


def _with_pronoun(verb: str, table: Table) -> Iterator[str]:
    for form in (_stem(verb), *_gerund(table)):
        yield from (form + pronoun for pronoun in (*PRONOUNS, *PAIRS))
    for form in leaves(table.get("impr")):
        yield from (form + pronoun for pronoun in PRONOUNS)
