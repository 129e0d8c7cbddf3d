"""Completions of an argument that is being typed."""

from itertools import islice

from bot.chat.arguments import Kind
from bot.chat.commands import COMMANDS
from bot.chat.context import Context
from bot.presenters.languages import language_label, lexicon_label
from core.languages import languages
from core.lexicon.alphabet import BadSpelling
from core.lexicon.catalogue import listings
from core.lexicon.unfit import unfit

_MOST = 25  # Discord's limit

Choices = list[tuple[str, str]]


async def complete(command: str, argument: str, text: str, context: Context) -> Choices:
    """Return values and labels that go on from a text, in the language of who types it.

    Words are completed only where no round is on: a round is no place to look them up.
    """
    kinds = {each.name: each.kind for each in COMMANDS[command].arguments}
    match kinds.get(argument):
        case Kind.LANGUAGE:
            labels = [(name, lexicon_label(name, context.own)) for name in listings()]
        case Kind.SPEECH:
            labels = [(code, language_label(code, context.own)) for code in languages()]
        case Kind.ENTRY if not context.plays:
            return await _words(text, context)
        case _:
            return []
    typed = text.strip().lower()
    fitting = [(value, label) for value, label in labels if typed in f"{value} {label}".lower()]
    return fitting[:_MOST]


async def _words(text: str, context: Context) -> Choices:
    """Complete a word, but for those of a grid that is still played; each key is a question."""
    services, name = context.services, context.lexicon_name

    def found() -> Choices:
        lexicon = services.lexicon(name)
        try:
            prefix = lexicon.alphabet.read(text[:64])
        except BadSpelling:
            return []
        untold = unfit(lexicon.language)
        words = (word for word in lexicon.complete(prefix) if word not in untold)
        return [(word, lexicon.display(word)) for word in islice(words, _MOST if prefix else 0)]

    choices = await services.workers.run(found)
    told = await context.tell([word for word, _ in choices])
    return [choice for choice in choices if choice[0] not in told.left_out]
