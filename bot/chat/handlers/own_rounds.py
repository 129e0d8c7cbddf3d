"""Rounds that a player plays alone: how they begin, go on and end, whatever they are for."""

from collections.abc import Awaitable, Callable
from typing import assert_never

from bot.chat.context import Answer, Context
from core.errors import SeizeError
from core.ids import own_room
from core.rounds.purpose import ForDaily, ForDuel, ForMatch, ForPractice, ForRace
from core.rounds.record import RoundRecord
from core.services.news import RoundNews, end_of
from core.services.refusals import NoRound, NotYours


def running(context: Context) -> RoundRecord | None:
    """Return the round that the requester plays alone, None if there is none."""
    return context.services.rounds.live.record(own_room(context.member.ref))


async def begin_or_show(context: Context, begin: Callable[[], Awaitable[RoundNews]]) -> RoundNews:
    """Begin a round of the requester's own, or show again the one that is running.

    Raises what `begin` raises, unless a round runs by then: two presses at once begin one round.
    """
    home = own_room(context.member.ref)
    await context.services.settings.ensure_language(home.chat, context.own.language)
    if running(context) is None:
        try:
            return await begin()
        except SeizeError:
            if running(context) is None:
                raise
    return await context.services.rounds.going_on(home)


async def again(context: Context, record: RoundRecord) -> RoundNews:
    """Begin a round like one of the requester's that is over; what has one try is refused."""
    services, member, purpose = context.services, context.member, record.purpose

    def begin() -> Awaitable[RoundNews]:
        match purpose:
            case ForPractice():
                return services.practice.start(member, record.terms, record.lexicon.language)
            case ForRace():
                return services.ghosts.again(member, record)
            case ForMatch() | ForDaily() | ForDuel():
                raise NoRound
            case _ as never:
                assert_never(never)

    return await begin_or_show(context, begin)


async def finish(context: Context) -> Answer:
    """End a round before its time, or show the card of the one that has ended meanwhile."""
    rounds, number = context.services.rounds, context.number("round")
    on = running(context)
    if on is not None and on.id == number:
        return await rounds.stop(own_room(context.member.ref), context.member)
    record = await rounds.live.look_up(number)
    if record.started_by != context.member.ref:
        raise NotYours
    if not record.purpose.is_own:
        raise NoRound
    result = (await rounds.live.replay(record)).result()
    return await context.views.reply(end_of(record, result), context.mine)
