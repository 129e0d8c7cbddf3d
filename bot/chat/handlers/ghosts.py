"""Ghosts: to race somebody's last round, or one's own."""

from bot.chat.context import Answer, Context
from bot.chat.handlers.own_rounds import begin_or_show
from core.services.refusals import NoRound


async def race(context: Context) -> Answer:
    """Race a ghost in private, or show the round of one's own that is running."""
    asked, ghosts = context.named() or context.member, context.services.ghosts
    return await begin_or_show(context, lambda: ghosts.race(context.member, asked.ref))


async def again(context: Context) -> Answer:
    """Start another round against the ghost of one."""
    record = await context.services.rounds.live.look_up(context.number("round"))
    if record.started_by != context.member.ref:
        raise NoRound
    ghosts = context.services.ghosts
    return await begin_or_show(context, lambda: ghosts.again(context.member, record))
