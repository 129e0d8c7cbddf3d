"""WordNet's lemmas, its exceptions and its regular endings; of other words only plain endings."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from dictionaries._files import Folders, read_lines

# Of each part of speech, (ending, what stands there in the base): WordNet's "morphy".
ENDINGS = {
    "noun": [
        ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
        ("men", "man"), ("ies", "y"),
    ],
    "verb": [
        ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"),
        ("ing", ""),
    ],
    "adj": [("er", ""), ("est", ""), ("er", "e"), ("est", "e")],
    "adv": [],
}  # fmt: skip


def bases(folders: Folders, listed: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a base form and a form of it, which may be itself."""
    wordnet = folders["wordnet-base"] / "usr/share/wordnet"
    lemmas = {}
    for part in ENDINGS:
        lemmas[part] = set(_lemmas(read_lines(wordnet / f"data.{part}")))
    known = set()
    for base, form in _of_wordnet(listed, lemmas, _exceptions(folders)):
        known.add(form)
        yield base, form
    unknown = {form for form in listed if form not in known}
    for form in unknown:
        for part in ("noun", "verb"):
            yield from ((base, form) for base in _stems(form, part) if base in unknown)


def _of_wordnet(
    listed: Collection[str],
    lemmas: Mapping[str, set[str]],
    irregular: Mapping[tuple[str, str], list[str]],
) -> Iterator[tuple[str, str]]:
    for part, known in lemmas.items():
        for form in listed:
            yield from ((base, form) for base in irregular[part, form])
            if form in known:
                yield form, form
            else:
                yield from ((base, form) for base in _stems(form, part) if base in known)


def _exceptions(folders: Folders) -> Mapping[tuple[str, str], list[str]]:
    """Return the bases of irregular forms, by part of speech and form."""
    found = defaultdict[tuple[str, str], list[str]](list)
    for part in ENDINGS:
        for line in read_lines(folders["wordnet-base"] / f"usr/share/wordnet/{part}.exc"):
            form, *known = line.split()
            found[part, form] = known
    return found


def _lemmas(lines: list[str]) -> Iterator[str]:
    """Yield the lemmas of WordNet's data, as written: names have a capital, phrases an _."""
    for line in lines:
        if not line.startswith(" "):  # the licence
            fields = line.split()
            for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
                yield word.partition("(")[0]


def _stems(form: str, part: str) -> Iterator[str]:
    """Yield what may be the base of a regular form."""
    for ending, instead in ENDINGS[part]:
        if form.endswith(ending):
            yield form.removesuffix(ending) + instead
