"""Italian."""

from core.languages._record import LATIN, Language, values

# "Il Paroliere": twrh.noblogs.org, 4 January 2013, and the game Il-Paroliere-server (G. Pais,
# `DiceSetFaces_ITA.json`).
DICE = (
    "aaeiot", "abilrt", "abmooq", "acdemp", "acelrs", "acfior", "adenvz", "aimors",
    "cenotu", "denost", "eefhis", "eginvt", "eglnou", "ehinrs", "eiloru", "elpstu",
)  # fmt: skip

LANGUAGE = Language(
    code="it",
    letters=LATIN,
    vowels="aeiouy",
    # Wikipedia, "Scrabble letter distributions"; J, K, W, X and Y, which the set lacks, are
    # worth as much as its dearest tile.
    values=values({1: "aeio", 2: "crst", 3: "lmnu", 5: "bdfpv", 8: "ghz", 10: "qjkwxy"}),
    dice=DICE,
    playable=(120, 350),
    keyboard=("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    ordinal=lambda _: "º",
    quotes=("«", "»"),
)
