"""French."""

from core.languages._record import LATIN, Language, values

# The games Tanglet (`data/fr/dice`) and BoggleConsole (B. Albert, `French4x4.cs`).
DICE = (
    "aaeiot", "abilrt", "abjmoq", "acdemp", "acelrs", "adenvz", "afiorx", "aimors",
    "denost", "eefhis", "eginvt", "eglnuy", "ehinrs", "eilruw", "eknotu", "elpstu",
)  # fmt: skip

LANGUAGE = Language(
    code="fr",
    letters=LATIN,
    vowels="aeiouy",
    # Wikipedia, "Scrabble letter distributions".
    values=values({1: "aeilnorstu", 2: "dgm", 3: "bcp", 4: "fhv", 8: "jq", 10: "kwxyz"}),
    dice=DICE,
    playable=(200, 450),  # grids of the published game hold 250 to 350
    keyboard=("azertyuiop", "qsdfghjklm", "wxcvbn"),
    ordinal=lambda number: "er" if number == 1 else "e",
    quotes=("«\u202f", "\u202f»"),
)
