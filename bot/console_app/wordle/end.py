"""The end of a Wordle at a terminal: the word, what may be shared, statistics, the review."""

from collections.abc import Sequence

from babel.numbers import format_decimal
from rich.table import Table

from bot.console_app.play.seat import show
from bot.console_app.wordle.table import WordleTable
from bot.messages import Reply
from bot.presenters.wording import Wording
from bot.presenters.wordle.coach import CoachView
from bot.presenters.wordle.scores import statistics_page
from bot.presenters.wordle.texts import ending, share_text
from core.wordle.coach import Review
from core.wordle.record import WordleRecord


async def show_end(table: WordleTable, record: WordleRecord) -> None:
    """Show how a game ended, how the player does, and what the coach would have guessed."""
    seat, language = table.seat, record.language
    display = table.shelf.lexicon(language).display
    told = ending(record, display(record.answer), seat.wording)
    show(seat.console, *told, "", share_text(record, table.look.palette))
    stats = await table.wordles.stats(seat.player, language)
    _show_page(table, statistics_page(stats, language, seat.wording))
    coach = await table.shelf.coach(language, len(record.answer), hard=record.hard)
    reviews = await table.shelf.workers.run_in_turn(coach.review, record.game.turns)
    page = CoachView(language, seat.wording, display).review(reviews)
    if table.look.plain:
        _show_page(table, page)
    else:
        seat.console.print("", review_table(reviews, seat.wording))


def _show_page(table: WordleTable, page: Reply) -> None:
    show(table.seat.console, "", page.title, page.text)


def review_table(reviews: Sequence[Review], wording: Wording) -> Table:
    """Return each guess beside the best one there was, with what both told in bits."""
    gettext = wording.gettext
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column(gettext("Guess"))
    table.add_column(gettext("Bits"), justify="right")
    table.add_column(gettext("Best word"))
    table.add_column(gettext("Bits"), justify="right")
    table.add_column(gettext("Cost"), justify="right")
    for each in reviews:
        bits = (each.own.bits, each.best.bits, each.cost)
        own, best, cost = (format_decimal(one, "0.00", wording.language) for one in bits)
        table.add_row(each.turn.word.upper(), own, each.best.word.upper(), best, cost)
    return table
