"""Ghosts: to race somebody's last round, or one's own."""

from bot.chat.context import Answer, Context
from core.daily.puzzle import daily_room
from core.services.refusals import NoRound, RoundActive


async def race(context: Context) -> Answer:
    """Start a round against a ghost in private, or show the one that is on again."""
    services, home = context.services, daily_room(context.member.ref)
    asked = context.named() or context.member
    on = services.rounds.live.record(home)
    if on and not on.ghost:
        raise RoundActive
    if on:
        return await services.rounds.going_on(home)
    await services.settings.ensure_language(home.chat, context.own.language)
    return await services.ghosts.race(context.member, asked.ref)


async def again(context: Context) -> Answer:
    """Start another round against the ghost of one."""
    record = await context.services.rounds.live.look_up(context.number("round"))
    if record.started_by != context.member.ref:
        raise NoRound
    return await context.services.ghosts.again(context.member, record)
