"""The meanings of a word that is asked for, of those missed in a round, of a Wordle's answer."""

from collections.abc import Iterable, Sequence
from itertools import islice

from bot.chat.context import Answer, Context
from bot.chat.handlers.dictionary import Entry, look_up, told
from bot.chat.handlers.rounds import ended
from bot.chat.handlers.wordle_boards import board, named
from bot.messages import Audience, Button, Reply
from bot.presenters.languages import language_label, lexicon_label
from bot.presenters.meanings import elsewhere_text, meaning_line, sources_line
from bot.presenters.texts import Line, bold, paragraphs, plain
from core.lexicon import Lexicon
from core.lexicon.alphabet import BadSpelling
from core.lexicon.catalogue import listing
from core.lexicon.house import BadLength
from core.lexicon.meanings import Meaning, languages_of, meanings, words_of
from core.secrets import SecretWords

_MOST = 4  # meanings of a word: it may stand for several spellings, "cote", "coté", "côte"


async def define(context: Context) -> Answer:
    """Tell what a word means; of one that is not in the dictionary, in which others it is."""
    services, name = context.services, context.lexicon_name
    asked = (context.arg("word") or "").strip()[:64]
    house = await services.house.house(context.room.chat, listing(name).language)

    def looked_up() -> tuple[Entry, tuple[Meaning, ...]]:
        entry = look_up(services.lexicon(name).with_house(house), asked)
        return entry, _found(entry.lexicon, entry.word) if entry.known else ()

    try:
        entry, found = await services.workers.run(looked_up)
    except (BadSpelling, BadLength) as error:
        return await _unknown(context, asked, plain(f"❌ {context.own.notice(error)}"))
    if not entry.known:
        return await _unknown(context, asked, await told(entry, context))
    await context.check_secret(entry.word, known=True)
    return await _defined(context, entry.lexicon, entry.word, found)


async def missed(context: Context) -> Answer:
    """Show what some of the words mean that nobody found in a round."""
    view = await ended(context)
    record = view.record

    def looked_up() -> list[tuple[str, Meaning | None]]:
        each = meanings(context.services.lexicon(record.lexicon.name))
        words = view.missed_from(context.number("page"))
        return [(found.display, each.of(found.word)) for found in words]

    words = await context.services.workers.run(looked_up)
    told = await _tellable(context, [meaning for _, meaning in words if meaning])
    return view.missed_meanings(
        context.number("page"),
        [(spelling, meaning if meaning in told else None) for spelling, meaning in words],
        turned=context.arg("turn") is not None,
    )


async def answer(context: Context) -> Answer:
    """Tell what the answer of a Wordle means, once the game has ended."""
    record = await named(context, looks=True)
    if record.finished_at is None:
        return await board(context, record)
    lexicon = await context.services.workers.run(context.services.lexicon, record.language)
    return await _defined(context, lexicon, record.answer, _found(lexicon, record.answer))


def _found(lexicon: Lexicon, word: str) -> tuple[Meaning, ...]:
    return tuple(islice(meanings(lexicon).all_of(word), _MOST))


async def _defined(
    context: Context, lexicon: Lexicon, word: str, found: Sequence[Meaning]
) -> Reply:
    """Return the meanings of a word of a list; raises SecretWords where they are not to be told."""
    own, spellings = context.own, lexicon.spellings(word)
    by_letters = {spelling.lower(): spelling for spelling in spellings}
    if found:
        kept = await _tellable(context, found)
        if not kept:
            raise SecretWords
        told: list[Line] = [
            meaning_line(by_letters.get(each.base.lower(), spellings[0]), each, own)
            for each in kept
        ]
        body = paragraphs(told, [sources_line(kept, own)])
    else:
        none = own.gettext("It is a word, but nobody has written what it means.")
        body = paragraphs([bold(f"✅ {', '.join(spellings)}")], [plain(none)])
    return Reply(title=lexicon_label(lexicon.name, own), body=body, audience=Audience.ASKER)


async def _unknown(context: Context, asked: str, body: Line) -> Reply:
    """Return that a word is not in the dictionary, and offer it in the languages that have it."""
    name, own = context.lexicon_name, context.own
    language = listing(name).language
    others = await context.services.workers.run(languages_of, asked, language)
    if (await context.tell(set(others.values()))).left_out:
        others = {}
    buttons = tuple(
        Button(f"📖 {language_label(each, own)}", f"means:{each}:{word}")
        for each, word in others.items()
    )
    if others:
        text = elsewhere_text(asked, language, tuple(others), own)
        body = paragraphs([body], [plain(text)])
    return Reply(
        title=lexicon_label(name, own),
        body=body,
        buttons=(buttons,) if buttons else (),
        audience=Audience.ASKER,
    )


async def _tellable(context: Context, found: Iterable[Meaning]) -> list[Meaning]:
    """Return the meanings whose own words may be told: they are words of a dictionary, too."""
    words = {meaning: words_of(meaning) for meaning in found}
    told = await context.tell(set().union(*words.values()))
    return [meaning for meaning, each in words.items() if told.left_out.isdisjoint(each)]
