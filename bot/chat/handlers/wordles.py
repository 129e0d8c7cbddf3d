"""Wordles, one's own and those that a room shares: their buttons, coach and leaderboards."""

from dataclasses import replace
from datetime import date

from bot.chat.arguments import NotUnderstood
from bot.chat.context import Answer, Context, in_turn
from bot.chat.handlers.wordle_boards import board, is_hard, length_of, named, view
from bot.messages import Audience, Reply
from bot.presenters.texts import plain
from bot.presenters.wordle.coach import NAMED, CoachView
from bot.presenters.wordle.scores import leaderboard_view, statistics_page
from core.daily.puzzle import day_of
from core.services.refusals import NotHere
from core.services.wordles import WordleActive
from core.standings import Period
from core.wordle.contradictions import Contradiction
from core.wordle.position import check_turns, read_turns


async def wordle(context: Context) -> Answer:
    """Show the word of the day, or whatever else of Wordle is asked for."""
    ways = {
        "daily": _daily,
        "free": _free,
        "here": _free if context.request.alone else _here,
        "solve": solve,
        "stats": statistics,
        "top": leaderboard,
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


@in_turn
async def remaining(context: Context) -> Answer:
    """Tell who asks how many words fit what is known."""
    services, record = context.services, await named(context, looks=True)
    if not record.daily:  # of that, anybody is told how many
        positions = [record.game.turns]
        await services.wordles.check_coached(context.member.ref, record.language, positions)
    coach = await services.shelf.coach(record.language, len(record.answer))
    count = len(await services.workers.run(coach.remaining, record.game.turns))
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
    record = await daily(context.member, context.language, hard=is_hard(context))
    if record.daily:
        return await board(context, record)
    told = context.own.gettext(
        "This account has already played the word of the day: here is another word, for fun."
    )
    return await board(context, record, said=told)


async def _free(context: Context) -> Answer:
    wordles, language = context.services.wordles, context.language
    hard = is_hard(context)
    record = await wordles.free(context.member, language, length_of(context), hard=hard)
    return await board(context, record)


async def _here(context: Context) -> Answer:
    kind = context.language, length_of(context)
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


@in_turn
async def solve(context: Context) -> Answer:
    """Show the best next words of a position, with the words that are left."""
    services, language = context.services, context.language
    turns, hard = read_turns(context.arg("position") or "", language), is_hard(context)
    length = len(turns[0].word) if turns else length_of(context)
    words = await services.shelf.words(language, length)
    for turn in turns:
        await context.check_secret(turn.word, known=turn.word in words)
    check_turns(turns, words, hard=hard)
    await services.wordles.check_coached(context.member.ref, language, [turns])
    coach = await services.shelf.coach(language, length, hard=hard)
    try:
        left = await services.workers.run(coach.remaining, turns)
    except Contradiction:  # which is not to tell that a secret word does not fit
        (await context.tell(())).check(())
        raise
    advice = await services.workers.run(coach.advise, turns)
    named = left if len(left) <= NAMED else []
    told = await context.tell([*named, *(each.word for each in advice)])
    left = [word for word in left if word not in told.left_out]
    advice = [each for each in advice if each.word not in told.left_out]
    told.check(left)
    told.check(advice)
    lexicon = await services.workers.run(services.lexicon, language)
    return CoachView(language, context.own, lexicon.display).advice(turns, left, advice)


@in_turn
async def review(context: Context) -> Answer:
    """Show each guess of a game that has ended beside the best one, with what it cost."""
    services, record = context.services, await named(context, looks=True)
    if record.finished_at is None:
        return await board(context, record)
    length, positions = len(record.answer), record.game.positions
    await services.wordles.check_coached(context.member.ref, record.language, positions)
    coach = await services.shelf.coach(record.language, length, hard=record.hard)
    reviews = await services.workers.run(coach.review, record.game.turns)
    lexicon = await services.workers.run(services.lexicon, record.language)
    return CoachView(record.language, context.own, lexicon.display).review(reviews)


async def statistics(context: Context) -> Answer:
    """Show who asks how their games went."""
    language = context.language
    stats = await context.services.wordles.stats(context.member.ref, language)
    return statistics_page(stats, language, context.own)


async def leaderboard(context: Context) -> Answer:
    """Show who leads: of the day, the week, the month or all time, here or in the world."""
    here, now = await context.leaderboard_chat(), context.services.clock()
    known = {str(period): period for period in Period}
    period = known.get(context.arg("period") or "", Period.DAY)
    chat = None if context.arg("scope") == "world" else here
    language, day = context.language, _day(context.arg("day") or "", day_of(now))
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
