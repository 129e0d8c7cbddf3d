"""Leaderboards and statistics."""

from bot.chat.context import Answer, Context
from bot.messages import Audience, Reply
from bot.presenters.languages import language_label
from bot.presenters.people import called
from bot.presenters.ratings import rating_line, rating_page
from bot.presenters.standings import (
    MEASURES,
    board_notes,
    board_rows,
    board_title,
    progress_lines,
    statistics_lines,
)
from bot.presenters.texts import COMMAND_HERE, Line, bold, paragraphs, plain, with_command
from core.chats.kinds import BadSetting
from core.errors import SeizeError, translatable
from core.standings import Measure, Period, local_day, world_day

_PERIODS = {str(period): (period, False) for period in Period} | {
    f"last-{period}": (period, True) for period in (Period.DAY, Period.WEEK, Period.MONTH)
}
_SCOPES = ("chat", "world")
RATING = "rating"  # a measure of its own: it knows no periods


async def leaderboard(context: Context) -> Answer:
    """Show the first ten of a chat or the world, and the place of who asks."""
    period, previous = _PERIODS[_one_of(context, "period", _PERIODS, str(Period.WEEK))]
    world = _one_of(context, "scope", _SCOPES, "chat") == "world"
    measures = [*map(str, Measure), RATING]
    by = _one_of(context, "measure", measures, str(Measure.POINTS))
    if by == RATING:
        return await _by_rating(context, world=world)
    measure = Measure(by)
    now, settings = context.services.clock(), context.settings
    board = await context.services.standings.leaderboard(
        None if world else context.room.chat,
        settings.language_code,
        period,
        measure,
        world_day(now) if world else local_day(now, settings.zone),
        viewer := context.member.ref if context.request.alone else None,
        previous=previous,
    )
    # Where everybody reads it, nobody is "you" in it, and who hides is not there.
    rows = board_rows(board, context.here, viewer)
    places: list[Line] = [bold(f"{row.rank}. {row.name}", f" · {row.value}") for row in rows]
    notes = [plain(note) for note in board_notes(board, context.here)]
    title = board_title(board, context.here, previous=previous)
    return Reply(
        title=f"{title} · {context.here.gettext(MEASURES[measure])}",
        body=paragraphs(places or [plain(context.here.gettext("Nobody has played yet."))], notes),
    )


async def _by_rating(context: Context, *, world: bool) -> Answer:
    """Show the first ten by rating."""
    board = await context.services.ratings.board(
        None if world else context.room.chat, context.settings.language_code, context.member.ref
    )
    return rating_page(board, context.here, alone=context.request.alone)


async def stats(context: Context) -> Answer:
    """Show a player's past in the chat's language, or in the one they play most."""
    services, language = context.services, context.settings.language_code
    asked = context.named() or context.member
    own = asked.ref == context.member.ref
    if not own and not await services.privacy.shows(asked.ref, context.room.chat):
        raise SeizeError(translatable("that player keeps their scores to themselves"))
    played = await services.standings.languages(asked.ref)
    if language not in played:
        language = next(iter(played), language)
    today = local_day(services.clock(), context.settings.zone)
    past = await services.standings.statistics(asked.ref, language, today)
    facts = statistics_lines(past, context.here)
    if own:
        progress = await services.standings.progress(asked.ref, language, services.clock())
        facts += progress_lines(progress, context.here)
    rating = await services.ratings.of(asked.ref, language)
    if rating:
        facts.append(rating_line(rating, context.here))
    told = [plain(line.text(context.here)) for line in facts]
    if not (past.rounds or rating):
        none = context.here.gettext("No rounds yet: start one with {command}", command=COMMAND_HERE)
        told = [with_command(none, context.command("play"))]
    name = called(asked.name, asked.ref, context.here)
    return Reply(
        title=f"{name} · {language_label(language, context.here)}",
        body=paragraphs(told),
        audience=Audience.ROOM,
    )


def _one_of(context: Context, name: str, known: object, default: str) -> str:
    value = (context.arg(name) or default).lower()
    if value not in known:  # type: ignore[operator]
        raise BadSetting.choice(name, value, known)  # type: ignore[arg-type]
    return value
