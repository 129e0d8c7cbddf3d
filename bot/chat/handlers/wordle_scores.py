"""Wordle: a player's statistics, and the leaderboards of the words of the day."""

from dataclasses import replace
from datetime import date

from bot.chat.context import Answer, Context
from bot.chat.handlers.reading import board_chat
from bot.chat.handlers.wordle_boards import language_of
from bot.messages import Audience
from bot.presenters.wordle.scores import leaderboard_view, statistics_page
from core.daily.puzzle import day_of
from core.standings import Period


async def statistics(context: Context) -> Answer:
    """Show who asks how their games went."""
    language = language_of(context)
    stats = await context.services.wordles.stats(context.member.ref, language)
    return statistics_page(stats, language, context.own)


async def leaderboard(context: Context) -> Answer:
    """Show who leads: of the day, the week, the month or all time, here or in the world."""
    here, now = await board_chat(context), context.services.clock()
    known = {str(period): period for period in Period}
    period = known.get(context.arg("period") or "", Period.DAY)
    chat = None if context.arg("scope") == "world" else here
    language, day = language_of(context), _day(context.arg("day") or "", day_of(now))
    board = await context.services.wordles.board(language, period, day, chat, context.member.ref)
    view = leaderboard_view(board, day, context.own, now, here.id if here else "")
    reply = view.reply(replaces=context.arg("scope") is not None)
    return replace(reply, audience=Audience.SECRET, page=view.data)


def _day(text: str, today: date) -> date:
    """Return the day that a button names ("20260921"), else today, also for one to come."""
    try:
        return min(date.fromisoformat(text), today)
    except ValueError:
        return today
