"""The words that a set of letters allows, in pages."""

from collections.abc import Callable
from functools import partial

from bot.chat.context import Answer, Context, in_turn
from bot.messages import Reply
from bot.presenters.anagrams import AnagramsView
from core.anagrams import WILDCARD, Anagrams, BadRack, Rack, words_of
from core.lexicon import alphabet
from core.lexicon.alphabet import MIN_LETTERS
from core.lexicon.catalogue import listing

_WILDCARDS = 2  # with more, a second's work and hundreds of thousands of words
_MOST = 200  # characters of what is typed as letters: far more than can be meant


@in_turn
async def letters(context: Context) -> Answer:
    """Show the longest words that letters make, and the whole list as a file."""
    name = context.lexicon_name
    least = context.number("min_length") or MIN_LETTERS
    return await _answer(context, name, context.arg("letters") or "", least, AnagramsView.first)


@in_turn
async def turn_page(context: Context) -> Answer:
    """Show another page of words, whose letters the button names."""
    turn = partial(AnagramsView.page, page=context.number("page"), replaces=True)
    name, typed = context.arg("lexicon") or "", context.arg("letters") or ""
    return await _answer(context, name, typed, context.number("least"), turn)


async def _answer(
    context: Context, name: str, typed: str, least: int, show: Callable[[AnagramsView], Reply]
) -> Reply:
    """Look the words up and show them."""
    services = context.services
    if typed.count(WILDCARD) > _WILDCARDS:
        raise BadRack.wildcards(typed.count(WILDCARD), _WILDCARDS)
    rack = Rack.parse(alphabet(listing(name).language), typed[:_MOST])
    house = await services.house.house(context.room.chat, listing(name).language)

    def found() -> list[Anagrams]:
        return words_of(services.lexicon(name).with_house(house), rack, least)

    classes = await services.workers.run(found)
    words = [word for each in classes for word in each.words]
    told = await context.tell(words)
    if told.left_out:
        rest = (each.without(told.left_out) for each in classes)
        classes = [each for each in rest if each.words]
    told.check(classes)
    view = AnagramsView(rack, classes, name, least, context.here, partial=told.partial)
    return await services.workers.run(show, view)
