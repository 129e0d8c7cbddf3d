"""Ratings in words: a leaderboard, and a line of a player's statistics."""

from bot.messages import Reply
from bot.presenters.cards import CardLine
from bot.presenters.languages import language_label
from bot.presenters.leaderboards import MEDALS
from bot.presenters.people import called
from bot.presenters.texts import bold, paragraphs, plain
from bot.presenters.wording import Wording
from core.ratings import Rating, RatingBoard


def rating_page(board: RatingBoard, wording: Wording, *, alone: bool) -> Reply:
    """Return who leads by rating; `alone`: who asks is told their own, too."""
    gettext = wording.gettext
    lines, rank, last = [], 0, None
    for place, line in enumerate(board.lines, 1):
        if line.rating.value != last:
            rank, last = place, line.rating.value
        name = called(line.name, line.player, wording)
        value = wording.number(line.rating.value)
        lines.append(bold(f"{MEDALS.get(rank, f'{rank}.')} {name}", f" · {value}"))
    none = gettext("Nobody has a sure rating yet: it takes some ten rounds or ranked duels.")
    own = [plain(rating_line(board.own, wording).text(wording))] if alone and board.own else []
    return Reply(
        title=f"{gettext('Rating')} · {language_label(board.language, wording)}",
        body=paragraphs(lines or [plain(none)], own),
    )


def rating_line(rating: Rating, wording: Wording) -> CardLine:
    """Return "Rating: 1,204 (provisional)"."""
    told = wording.number(rating.value)
    if rating.is_provisional:
        told = wording.gettext("{rating} (provisional)", rating=told)
    return CardLine(wording.gettext("Rating"), (told,))
