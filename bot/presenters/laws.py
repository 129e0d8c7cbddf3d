"""The laws in words: each as a choice, and as a sentence."""

from core.errors import translatable
from core.rounds.laws import Law

CHOICES: dict[str, str] = {
    Law.EVERY_FINDER: translatable("everyone who finds it"),
    Law.FIRST_FINDER: translatable("the first to find it"),
    Law.UNIQUE_ONLY: translatable("only who finds it alone"),
    Law.SPLIT: translatable("all who find it, in equal parts"),
}
LAWS = {
    Law.EVERY_FINDER: translatable("Everyone who finds a word scores it in full."),
    Law.FIRST_FINDER: translatable(
        "Only who finds a word first scores it, or within 1.5 seconds of the first."
    ),
    Law.UNIQUE_ONLY: translatable("A word scores only if nobody else finds it."),
    Law.SPLIT: translatable("All who find a word share its points."),
}
