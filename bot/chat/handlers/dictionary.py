"""The dictionary: whether a word is in it, and requests for words that are not."""

from contextlib import suppress
from dataclasses import dataclass

from bot.chat.context import Answer, Context
from bot.messages import Audience, Button, Look, Reply
from bot.presenters.languages import lexicon_label
from bot.presenters.people import called
from bot.presenters.texts import (
    COMMAND_HERE,
    Line,
    bold,
    page_note,
    paragraphs,
    plain,
    turners,
    with_command,
)
from core.chats.house import Answer as Decision
from core.chats.house import Side, WordRequest
from core.lexicon import HouseWords, Lexicon
from core.lexicon.alphabet import BadSpelling
from core.lexicon.catalogue import listing
from core.lexicon.house import BadLength
from core.lexicon.nearest import nearest

_PAGE = 4  # requests: each has a row of buttons, and there are five rows


async def check(context: Context) -> Answer:
    """Tell whether a word is in the dictionary, and if not, why, and which is nearest."""
    services = context.services
    name = context.lexicon_name
    asked = (context.arg("word") or "").strip()[:64]
    house = await services.house.house(context.room.chat, listing(name).language)

    def looked_up() -> Entry:
        return look_up(services.lexicon(name).with_house(house), asked)

    buttons: tuple[tuple[Button, ...], ...] = ()
    try:
        entry = await services.workers.run(looked_up)
    except (BadSpelling, BadLength) as error:
        body = plain(f"❌ {context.own.notice(error)}")
    else:
        body = await told(entry, context)
        if entry.known:
            means = Button("📖 " + context.own.gettext("Meaning"), f"means:{name}:{entry.word}")
            buttons = ((means,),)
    title = lexicon_label(name, context.own)
    return Reply(title=title, body=body, buttons=buttons, audience=Audience.ASKER)


async def suggest(context: Context) -> Answer:
    """Ask for a word to be added or removed; without a word, show what is asked for."""
    word = context.arg("word")
    if word is None:
        return await show_requests(context)
    side = Side.REMOVE if word.startswith("-") else Side.ADD
    await context.services.settings.ensure_language(context.room.chat, context.settings.interface)
    await _check_secret(context, word.lstrip("-+"))
    request = await context.services.house.request(
        context.room.chat,
        context.member,
        side,
        word.lstrip("-+"),
        context.arg("reason") or "",
        context.request.at,
    )
    return Reply(
        title=context.here.gettext("Request {number}", number=request.id),
        body=paragraphs([await _asked(context, request)]),
        buttons=(_buttons(context, request),),
    )


async def show_requests(context: Context) -> Answer:
    """Show the requests that wait for an answer, with buttons for moderators."""
    turned = context.request.name == "asked"
    return await _list(context, context.number("page"), (), replaces=turned)


async def _list(context: Context, page: int, note: Line, *, replaces: bool) -> Reply:
    waiting = await context.services.house.open(context.room.chat)
    leaves = [waiting[at : at + _PAGE] for at in range(0, len(waiting), _PAGE)] or [[]]
    page = min(page, len(leaves) - 1)
    told = [await _asked(context, request) for request in leaves[page]]
    where = page_note(page, len(leaves), context.here)
    rows = [_buttons(context, request) for request in leaves[page]]
    turn = turners("asked", page, len(leaves))
    none = plain(context.here.gettext("No request waits for an answer."))
    return Reply(
        title=context.here.gettext("Requests for words"),
        body=paragraphs([note] if note else (), told or [none], [plain(where)] if where else ()),
        buttons=(*rows, *([turn] if turn else [])),
        replaces=replaces,
    )


async def accept(context: Context) -> Answer:
    """Accept a request; for moderators."""
    return await _decide(context, accepted=True)


async def reject(context: Context) -> Answer:
    """Reject a request; for moderators."""
    return await _decide(context, accepted=False)


async def _decide(context: Context, *, accepted: bool) -> Answer:
    house = context.services.house
    chat, at = context.room.chat, context.request.at
    request = await house.decide(chat, context.member, context.number("request"), accepted, "", at)
    gettext, word = context.here.gettext, request.word
    if request.answer is Decision.REJECTED:
        told = gettext("Rejected: {word}", word=word)
    elif request.side is Side.ADD:
        told = context.here.gettext(
            "Accepted: {word} counts here from the next round on", word=word
        )
    else:
        told = context.here.gettext(
            "Accepted: {word} no longer counts here, from the next round on", word=word
        )
    who = called(context.member.name, context.member.ref, context.here)
    return await _list(context, 0, bold(f"{request.id}. ", f"{told} ({who})"), replaces=True)


async def _asked(context: Context, request: WordRequest) -> Line:
    await context.names.load([request.requested_by])
    who = called(context.names.get(request.requested_by), request.requested_by, context.here)
    sign = "+" if request.side is Side.ADD else "-"
    return bold(
        f"{request.id}. {sign} {request.word}", f" ({request.language}) · {who}: {request.reason}"
    )


def _buttons(context: Context, request: WordRequest) -> tuple[Button, ...]:
    gettext, short = context.here.gettext, request.word[:20]
    return (
        Button("✓ " + gettext("Accept {word}", word=short), f"accept:{request.id}", Look.GOOD),
        Button("✗ " + gettext("Reject {word}", word=short), f"reject:{request.id}", Look.DANGER),
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """A word that was looked up in a lexicon, and the nearest ones if it is not there."""

    lexicon: Lexicon
    word: str
    known: bool
    near: tuple[str, ...] = ()


def look_up(lexicon: Lexicon, asked: str) -> Entry:
    """Look a word up; raises BadSpelling, BadLength."""
    (word,) = HouseWords.parse(lexicon.alphabet, [asked]).added
    known = word in lexicon
    return Entry(lexicon, word, known, () if known else tuple(nearest(lexicon, word)))


async def _check_secret(context: Context, spelling: str) -> None:
    """Raise SecretWords where who asks is not to learn whether this is a word of the chat's."""
    services, name = context.services, context.settings.language
    house = await services.house.house(context.room.chat, listing(name).language)
    lexicon = (await services.workers.run(services.lexicon, name)).with_house(house)
    with suppress(BadSpelling):
        word = lexicon.alphabet.read(spelling)
        await context.check_secret(word, known=word in lexicon)


async def told(entry: Entry, context: Context) -> Line:
    """Tell a word's spellings and rank, or the nearest words; raises SecretWords."""
    lexicon, word, own = entry.lexicon, entry.word, context.own
    await context.check_secret(word, known=entry.known)
    if entry.known:
        rank = lexicon.rank(word)
        tier = own.gettext("common, rank {rank}", rank=rank) if rank else own.gettext("rare")
        return paragraphs([bold(f"✅ {', '.join(lexicon.spellings(word))}", f" · {tier}")])
    lines = [bold(f"❌ {word}", " · " + own.gettext("not in the dictionary"))]
    left_out = (await context.tell(entry.near)).left_out
    if near := [lexicon.display(each) for each in entry.near if each not in left_out]:
        lines.append(plain(own.gettext("Nearest: {words}", words=", ".join(near))))
    if word in lexicon.house.removed:
        lines.append(plain(own.gettext("This chat removed it.")))
    else:
        usage = f"{context.command('suggest')} {word}"
        missing = own.gettext("Missing? Ask for it with {command}", command=COMMAND_HERE)
        lines.append(with_command(missing, usage))
    return paragraphs(lines)
