"""The titles of rounds, by what they are for."""

from typing import assert_never

from bot.presenters.cards import round_title
from bot.presenters.daily.texts import daily_title
from bot.presenters.duels.titles import duel_title
from bot.presenters.languages import lexicon_label
from bot.presenters.wording import Wording
from core.daily.puzzle import Puzzle
from core.duels.duel import Duel
from core.rounds.purpose import ForDaily, ForDuel, ForMatch, ForPractice, ForRace
from core.rounds.record import RoundRecord

Subject = Puzzle | Duel | None
"""The daily or the duel that a round is of; None for all others."""


def title_of(record: RoundRecord, wording: Wording, subject: Subject = None) -> str:
    """Return the title of a round.

    "Daily 12 · French", "Duel · Round 2 of 3 · French", "Practice · French", "Ghost · French", or
    of a room "French · Ruzzle", with its place in a match "Round 2 of 3 · French · Ruzzle".
    """
    if isinstance(subject, Duel):
        return duel_title(subject, wording, subject.number_of(record.id))
    if isinstance(subject, Puzzle):
        return daily_title(subject, wording)
    words = lexicon_label(record.lexicon.name, wording)
    match record.purpose:
        case ForMatch() | ForDaily() | ForDuel():
            place = [round_title(record.number, wording)] if record.rounds > 1 else []
            return " · ".join([*place, words, record.rules.capitalize()])
        case ForPractice():
            return " · ".join([wording.gettext("Practice"), words])
        case ForRace():
            return " · ".join([wording.gettext("Ghost"), words])
        case _ as never:
            assert_never(never)
