"""Practice: rounds of one player, on grids of the words that are due for them."""

from bot.chat.context import Answer, Context
from bot.chat.handlers.own_rounds import begin_or_show
from core.lexicon.catalogue import listing
from core.rounds.record import Terms


async def practise(context: Context) -> Answer:
    """Begin a practice in private, or show the round of one's own that is running."""
    terms, practice = Terms(lexicon=context.lexicon_name), context.services.practice
    language = listing(terms.lexicon).language
    return await begin_or_show(context, lambda: practice.start(context.member, terms, language))
