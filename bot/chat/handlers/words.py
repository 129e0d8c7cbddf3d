"""Words sent by a command: of the round that is on, or a guess of a Wordle."""

from bot.chat.context import Answer, Context
from bot.chat.handlers import wordle_guesses
from bot.chat.handlers.wordle_boards import board
from bot.messages import Audience, Reply, Typed
from bot.presenters.texts import plain
from core.services.refusals import NoRound


async def send_words(context: Context) -> Answer:
    """Judge words, and answer with what each got; raises NoRound where nothing takes them."""
    request = context.request
    typed = Typed(
        room=context.room,
        member=context.member,
        text=context.arg("words") or "",
        at=request.at,
        id=request.id,
        meant=True,
        marked=False,
        alone=request.alone,
    )
    judged = await context.words.take(typed)
    if judged:
        told = "\n".join(each.text for each in judged.said(context.own))
        return Reply(body=plain(told or context.own.notice(NoRound())), audience=Audience.ASKER)
    record = await wordle_guesses.take(context, typed)
    if record is None:
        raise NoRound
    return await board(context, record)
