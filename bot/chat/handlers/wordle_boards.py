"""The boards of Wordles: which game a request is about, and how it is shown to whom."""

from dataclasses import replace

from bot.chat.context import Context
from bot.messages import Reply
from bot.presenters.wordle.pages import WordleView
from core.ids import PlayerRef
from core.services.wordles import NotYourWordle, NoWordle
from core.wordle.game import CLASSIC
from core.wordle.record import WordleRecord


async def board(
    context: Context, record: WordleRecord, *, replaces: bool = False, said: str = ""
) -> Reply:
    """Return the board of a game for those who see it, with what is to be `said`."""
    shown = replace(await view(context, record), said=said)
    image = await context.views.picture(shown.picture, shown.look)
    return shown.reply(image, replaces=replaces)


async def view(context: Context, record: WordleRecord) -> WordleView:
    """Return how a game is shown: as its player has set it, or as the room that shares it has."""
    own, outbox = record.is_own, context.views.outbox
    settings = context.mine if own else context.settings
    here = await context.leaderboard_chat() if own and record.finished_at is not None else None
    await context.names.load(each.player for each in record.guesses)
    return WordleView(
        record=record,
        wording=context.own if own else context.here,
        look=settings.board,
        palette=settings.palette,
        forms=outbox.forms,
        hears=outbox.hears(context.room),
        name=context.names.get,
        answer=await _spelt(context, record),
        chat=here.id if here else "",
    )


async def named(context: Context, *, looks: bool = False) -> WordleRecord:
    """Return the game that a button names.

    Raises NoWordle, also for one of another room, unless who was there only `looks` at it in
    private; and NotYourWordle for another player's own.
    """
    record = await context.services.wordles.record(context.number("game"))
    if record.is_own and record.started_by not in await accounts(context):
        raise NotYourWordle
    here = record.is_own or record.room == context.room
    if not here and not (looks and await _was_there(context, record)):
        raise NoWordle
    return record


async def _was_there(context: Context, record: WordleRecord) -> bool:
    """Return whether who asks, in private, plays in the chat whose room shares a game."""
    is_in = context.services.dailies.is_in
    return context.request.alone and await is_in(context.member.ref, record.room.chat)


async def accounts(context: Context) -> set[PlayerRef]:
    """Return all accounts of who asks."""
    return {*await context.services.linking.accounts(context.member.ref)}


def length_of(context: Context) -> int:
    """Return how many letters are asked for."""
    return context.number("length") if context.arg("length") else CLASSIC


def is_hard(context: Context) -> bool:
    """Return whether hard mode is asked for."""
    return (context.arg("mode") or "").lower() == "hard"


async def _spelt(context: Context, record: WordleRecord) -> str:
    """Return the answer of a game that has ended as it is spelt, else nothing."""
    if record.finished_at is None:
        return ""
    lexicon = await context.services.workers.run(context.services.lexicon, record.language)
    return lexicon.display(record.answer)
