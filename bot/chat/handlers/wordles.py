"""Wordles: one's own and those that a room shares, and what their buttons ask for."""

from bot.chat.arguments import NotUnderstood
from bot.chat.context import Answer, Context
from bot.chat.handlers import wordle_coach, wordle_scores
from bot.chat.handlers.wordle_boards import board, is_hard, language_of, length_of, named, view
from bot.messages import Audience, Reply
from bot.presenters.texts import plain
from core.services.refusals import NotHere
from core.services.wordles import WordleActive


async def wordle(context: Context) -> Answer:
    """Show the word of the day, or whatever else of Wordle is asked for."""
    ways = {
        "daily": _daily,
        "free": _free,
        "here": _free if context.request.alone else _here,
        "solve": wordle_coach.solve,
        "stats": wordle_scores.statistics,
        "top": wordle_scores.leaderboard,
    }
    position = context.arg("position")
    # The word of the day has a length of its own.
    unsaid = "solve" if position else "free" if context.arg("length") else "daily"
    what = (context.arg("what") or unsaid).lower()
    if what not in ways or (position and what != "solve"):
        raise NotUnderstood(position or what, context.usage("wordle"))
    return await ways[what](context)


async def set_hard(context: Context) -> Answer:
    """Change the mode of a game that has no guesses."""
    record, wanted = await named(context), context.arg("wanted") == "on"
    if not record.guesses and record.finished_at is None:
        wordles = context.services.wordles
        record = await wordles.set_hard(record.id, context.member, hard=wanted)
    return await board(context, record, replaces=True)


async def give_up(context: Context) -> Answer:
    """End a game without its answer."""
    record, wordles = await named(context), context.services.wordles
    if record.finished_at is None:
        moderates = not context.request.alone and context.settings.may_moderate(context.member)
        record = await wordles.give_up(record.id, context.member, moderates=moderates)
    return await board(context, record, replaces=True)


async def remaining(context: Context) -> Answer:
    """Tell who asks how many words fit what is known."""
    services, record = context.services, await named(context, looks=True)
    coach = await services.shelf.coach(record.language, len(record.answer))
    count = len(await services.workers.run_in_turn(coach.remaining, record.game.turns))
    told = context.own.ngettext(
        "{count} word fits what is known.", "{count} words fit what is known.", count
    )
    return Reply(body=plain(told), audience=Audience.ASKER)


async def share(context: Context) -> Answer:
    """Give the text to be shared of a game that has ended."""
    record = await named(context, looks=True)
    if record.finished_at is None:
        return await board(context, record)
    return (await view(context, record)).shared()


async def another(context: Context) -> Answer:
    """Begin a game of the same kind at a random word."""
    record = await named(context)
    kind = record.language, len(record.answer)
    if not record.is_own:
        return await _share(context, *kind, hard=record.hard)
    wordles = context.services.wordles
    return await board(context, await wordles.free(context.member, *kind, hard=record.hard))


async def _daily(context: Context) -> Answer:
    daily = context.services.wordles.daily
    record = await daily(context.member, language_of(context), hard=is_hard(context))
    return await board(context, record)


async def _free(context: Context) -> Answer:
    wordles, language = context.services.wordles, language_of(context)
    hard = is_hard(context)
    record = await wordles.free(context.member, language, length_of(context), hard=hard)
    return await board(context, record)


async def _here(context: Context) -> Answer:
    kind = language_of(context), length_of(context)
    return await _share(context, *kind, hard=is_hard(context))


async def _share(context: Context, language: str, length: int, *, hard: bool) -> Answer:
    """Begin a game of a room, or show the one that is on."""
    if not context.settings.allows(context.room):
        raise NotHere
    services, room = context.services, context.room
    await services.settings.ensure_language(room.chat, context.settings.interface)
    try:
        record = await services.wordles.share(room, context.member, language, length, hard=hard)
    except WordleActive as error:
        on = await services.wordles.active(room)
        if on is None:
            raise
        return await board(context, on, said=context.here.notice(error))
    return await board(context, record)
