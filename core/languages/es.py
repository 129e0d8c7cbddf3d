"""Spanish."""

from core.languages._record import LATIN, Language, values

LANGUAGE = Language(
    code="es",
    letters=LATIN + "ñ",
    vowels="aeiouy",
    # Wikipedia, "Scrabble letter distributions"; K and W, which the set lacks, are worth as
    # much as its dearest tile.
    values=values({1: "aeilnorstu", 2: "dg", 3: "bcmp", 4: "fhvy", 5: "q", 8: "jñx", 10: "zkw"}),
    # The game Boggux has the French ones for it, with a Y; garesys.com ("Boggle, juego
    # familiar") found no Y in its box.
    dice=(),
    playable=(220, 600),
    keyboard=("qwertyuiop", "asdfghjklñ", "zxcvbnm"),
    ordinal=lambda _: ".º",
    quotes=("«", "»"),
)
