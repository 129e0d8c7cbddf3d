"""The coach of Wordle: the best next word of any position, and what each guess of a game cost."""

from bot.chat.context import Answer, Context
from bot.chat.handlers.wordle_boards import board, is_hard, language_of, length_of, named
from bot.presenters.wordle.coach import CoachView
from core.wordle.position import check_turns, read_turns


async def solve(context: Context) -> Answer:
    """Show the best next words of a position, with the words that are left."""
    services, language = context.services, language_of(context)
    turns, hard = read_turns(context.arg("position") or "", language), is_hard(context)
    length = len(turns[0].word) if turns else length_of(context)
    check_turns(turns, await services.shelf.words(language, length), hard=hard)
    coach = await services.shelf.coach(language, length, hard=hard)
    left = await services.workers.run_in_turn(coach.remaining, turns)
    advice = await services.workers.run_in_turn(coach.advise, turns)
    lexicon = await services.workers.run(services.lexicon, language)
    return CoachView(language, context.own, lexicon.display).advice(turns, left, advice)


async def review(context: Context) -> Answer:
    """Show each guess of a game that has ended beside the best one, with what it cost."""
    services, record = context.services, await named(context, looks=True)
    if record.finished_at is None:
        return await board(context, record)
    length = len(record.answer)
    coach = await services.shelf.coach(record.language, length, hard=record.hard)
    reviews = await services.workers.run_in_turn(coach.review, record.game.turns)
    lexicon = await services.workers.run(services.lexicon, record.language)
    return CoachView(record.language, context.own, lexicon.display).review(reviews)
