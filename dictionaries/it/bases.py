"""Morph-it!'s lemmas, each with its forms; of words that it lacks, the Writing Aids' stems."""

from collections.abc import Collection, Iterator

from dictionaries._files import Folders, leaves, read_json
from dictionaries.it.spellings import ENDINGS, MIXED, writing_aids

DERIVING = "Y"  # the flag of -mente


def bases(folders: Folders, _listed: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a base form and a form of it, which may be itself."""
    nouns, verbs, adjectives = (
        read_json(folders[f"italian-{kind}-dict"] / f"package/dist/{kind}.json")
        for kind in ("words", "verbs", "adjectives")
    )
    known = set()
    for table in (nouns, verbs, adjectives):
        for lemma, forms in table.items():
            for form in (lemma, *leaves(forms)):
                known.add(form)
                yield lemma, form
    stems = writing_aids(folders, verbs).inflected((ENDINGS + MIXED).replace(DERIVING, ""))
    yield from ((base, form) for base, form in stems if form not in known)
