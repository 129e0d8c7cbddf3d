"""The titles of duels."""

from bot.presenters.cards import round_title
from bot.presenters.languages import lexicon_label
from bot.presenters.wording import Wording
from core.duels.duel import Duel


def duel_title(duel: Duel, wording: Wording, number: int = 0) -> str:
    """Return "Duel · French · Ruzzle", with a round's place: "Duel · Round 2 of 3 · French"."""
    words = lexicon_label(duel.lexicon.name, wording)
    if number:
        return " · ".join([wording.gettext("Duel"), round_title(number, wording), words])
    return " · ".join([wording.gettext("Duel"), words, duel.rules.capitalize()])
