"""How the points of a word are shared, in a sentence each."""

from core.errors import translatable
from core.rounds.laws import Law

LAWS = {
    Law.EVERY_FINDER: translatable("Everyone who finds a word scores it in full."),
    Law.FIRST_FINDER: translatable(
        "Only who finds a word first scores it, or within 1.5 seconds of the first."
    ),
    Law.UNIQUE_ONLY: translatable("A word scores only if nobody else finds it."),
    Law.SPLIT: translatable("All who find a word share its points."),
}
