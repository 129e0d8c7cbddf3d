"""Guesses of Wordles: sent in by a form, by /w, or just typed."""

from bot.chat.context import Answer, Context
from bot.chat.handlers.wordle_boards import accounts, board, named
from bot.chat.words import guess_in
from bot.messages import Reply, Typed
from core.lexicon.alphabet import BadSpelling, alphabet
from core.secrets import SecretWords
from core.wordle.game import GameOver, Refused, WrongLength
from core.wordle.record import WordleRecord, wordle_room


async def show(context: Context) -> Answer:
    """Show a game; from now on it takes what its player types."""
    return await board(context, await context.services.wordles.open(await named(context)))


async def guess(context: Context) -> Answer:
    """Make the guess that a form was sent in with; without one, show the game."""
    text = context.request.text
    if not text:
        return await show(context)
    record = await _guessed(context, await named(context), text)
    return await board(context, record, replaces=True)


async def latest(context: Context, record: WordleRecord) -> Reply:
    """Return the board of a game after all guesses so far."""
    return await board(context, await context.services.wordles.record(record.id))


async def take(context: Context, typed: Typed) -> WordleRecord | None:
    """Make the guess that a text is; return its game after it, None if no game takes it.

    Talk in a room that is no guess is left alone. What was meant as one is refused with the
    reason, and so is one word of as many letters, unless the chat is quiet.
    """
    text = guess_in(typed)
    record = await _taking(context, typed) if text else None
    if record is None:
        return None
    try:
        return await _guessed(context, record, text)
    except (WrongLength, BadSpelling, GameOver, SecretWords):
        if typed.meant:
            raise
    except Refused:
        if typed.meant or not context.settings.quiet:
            raise
    return None


async def _guessed(context: Context, record: WordleRecord, text: str) -> WordleRecord:
    request, services, guess = context.request, context.services, context.services.wordles.guess
    word = alphabet(record.language).read(text)
    words = await services.shelf.words(record.language, len(record.answer))
    await context.check_secret(word, known=word in words)
    return await guess(record.id, request.member, text, request.at, request.id)


async def _taking(context: Context, typed: Typed) -> WordleRecord | None:
    """Return the game that a text is for: the room's, or, where nobody else reads, one's own.

    Of one's own it is the one opened or guessed at last, by whichever account.
    """
    wordles = context.services.wordles
    if not typed.alone and (shared := await wordles.active(typed.room)):
        return shared
    if typed.marked and not typed.alone:
        return None
    games = [await wordles.active(wordle_room(each)) for each in await accounts(context)]
    return max(filter(None, games), key=lambda each: each.touched_at, default=None)
