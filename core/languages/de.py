"""German."""

from core.languages import fr
from core.languages._record import LATIN, Language, values

LANGUAGE = Language(
    code="de",
    letters=LATIN + "äöü",
    vowels="aeiouyäöü",
    # Wikipedia, "Scrabble letter distributions".
    values=values({1: "adeinrstu", 2: "ghlo", 3: "bmwz", 4: "cfkp", 6: "äjüv", 8: "öx", 10: "qy"}),
    # The game BoggleConsole (`German4x4.cs`): the French ones.
    dice=fr.DICE,
    playable=(130, 400),
    keyboard=("qwertzuiopü", "asdfghjklöä", "yxcvbnm"),
    ordinal=lambda _: ".",
    quotes=("„", "“"),
)
