"""The others in a round at a terminal: computer players."""

from bot.console_app.play.seat import Seat
from bot.presenters.people import called
from bot.presenters.standings import words_and_points
from core.rounds.result import Result


def rival_lines(result: Result, seat: Seat) -> list[str]:
    """Say how much the others in a round have: computer players, for people are alone here."""
    return [
        seat.wording.gettext(
            "{label}: {value}",
            label=called("", card.player, seat.wording),
            value=words_and_points(len(card.words), card.points, seat.wording),
        )
        for card in result.standing
        if card.player != seat.player
    ]
