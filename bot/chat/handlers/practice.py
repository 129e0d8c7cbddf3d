"""Practice: rounds of one player, on grids of the words that are due for them."""

from bot.chat.context import Answer, Context
from core.daily.puzzle import daily_room
from core.lexicon.catalogue import listing
from core.rounds.record import Terms
from core.services.refusals import RoundActive


async def practise(context: Context) -> Answer:
    """Start a practice in private, or show the one that is on again."""
    services, home = context.services, daily_room(context.member.ref)
    on, name = services.rounds.live.record(home), context.lexicon_name
    if on and not on.practice:  # a daily, whose clock runs
        raise RoundActive
    if on:
        return await services.rounds.going_on(home)
    await services.settings.ensure_language(home.chat, context.own.language)
    return await services.practice.start(
        context.member, Terms(lexicon=name), listing(name).language
    )
