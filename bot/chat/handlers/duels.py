"""Duels: to offer one, to take it, to play its rounds, to compare them, to end it."""

from dataclasses import replace
from functools import partial

from bot.chat.context import Answer, Context
from bot.chat.handlers.own_rounds import begin_or_show, running
from bot.messages import Audience, Reply
from bot.presenters.duels.pages import LIST, DuelView, duel_list
from bot.presenters.duels.picture import compared_picture
from bot.presenters.duels.texts import rival
from bot.presenters.duels.titles import duel_title
from bot.presenters.people import called
from bot.presenters.texts import COMMAND_HERE, with_command
from core.chats.kinds import BadSetting
from core.duels.duel import Duel, Side, State
from core.duels.transitions import DuelRefused
from core.errors import SeizeError, translatable
from core.ids import Member, PlayerRef, own_room
from core.rounds.purpose import ForDuel

RANKED, FRIENDLY = "yes", "no"


async def duel(context: Context) -> Answer:
    """Offer a duel, to one or to all, or take one by its code; or play the machine."""
    duels = context.services.duels
    if code := context.arg("code"):
        return await _taken(context, code)
    asked = context.named()
    if asked and asked.bot:
        raise SeizeError(translatable("bots play no duels: the computer does, with a level"))
    typed = {name: context.arg(name) for name in ("seconds", "size", "rules")}
    terms = context.settings.terms(language=context.lexicon_name, **typed)
    level = context.level("machine")
    ranked = context.arg("ranked") or FRIENDLY
    if ranked not in (RANKED, FRIENDLY):
        raise BadSetting.choice("ranked", ranked, (RANKED, FRIENDLY))
    if asked and not level:
        context.names.see(asked)
    made = await duels.offer(
        context.room, context.member, terms, asked, level=level, ranked=ranked == RANKED
    )
    view = await _view(context, made)
    return view.page(Side.CHALLENGER) if level else view.offer()


async def mine(context: Context) -> Answer:
    """Show the duels of who asks."""
    services, player = context.services, context.member.ref
    opened, over = await services.duels.mine(player)
    accounts = await services.linking.accounts(player)
    both = [
        [(each, side) for each in those if (side := each.side_of(accounts)) is not None]
        for those in (opened, over)
    ]
    await context.names.load(
        each for duel in (*opened, *over) for each in duel.players if each is not None
    )
    return duel_list(
        both[0],
        both[1],
        context.own,
        context.names.get,
        context.command("duel"),
        replaces=context.request.name == LIST,
    )


async def show(context: Context) -> Answer:
    """Show a duel to one of its sides, or to who may still take it."""
    return await _page(context, await _seen(context), replaces=True)


async def accept(context: Context) -> Answer:
    """Take a duel."""
    return await _taken(context, context.arg("code") or "")


async def decline(context: Context) -> Answer:
    """Refuse a duel that was offered to who asks."""
    made = await context.services.duels.decline(context.arg("code") or "", context.member)
    return await _page(context, made, replaces=True)


async def play(context: Context) -> Answer:
    """Begin one's next round, or show the round of one's own that is running."""
    made, duels = await _seen(context), context.services.duels
    return await begin_or_show(context, lambda: duels.play(made.code, context.member))


async def compare(context: Context) -> Answer:
    """Show a round of both, side by side."""
    made = await _seen(context)
    side = await _side(context, made)
    number = context.number("number")
    compared = await context.services.duels.compare(made, number, side)
    view = await _view(context, made)
    own = context.own.gettext("You")
    names = own, rival(made, side, context.own, context.names.get)
    title = duel_title(made, context.own, number)
    draw = partial(compared_picture, title, compared, side, names, context.own)
    image = await context.views.picture(draw, context.mine.board)
    return view.compared(compared, side, image)


async def ask_resign(context: Context) -> Answer:
    """Ask whether a player means to resign."""
    made = await _seen(context)
    if made.is_over:
        return await _page(context, made, replaces=True)
    await _side(context, made)
    return (await _view(context, made)).resigning()


async def resign(context: Context) -> Answer:
    """Give a duel up, with the round of it that is on."""
    made = await _seen(context)
    await _side(context, made)
    if _plays(context, made):
        await context.announcer.give_up(own_room(context.member.ref))
        made = await context.services.duels.by_id(made.id)
    if not made.is_over:  # by that very round, perhaps
        made = await context.services.duels.resign(made.code, context.member)
    return await _page(context, made, replaces=True)


async def rematch(context: Context) -> Answer:
    """Offer the other side another duel of the same kind."""
    made = await context.services.duels.rematch(context.arg("code") or "", context.member)
    return await _page(context, made, replaces=True)


async def share(context: Context) -> Answer:
    """Give the text to be shared."""
    made = await _seen(context)
    return (await _view(context, made)).shared(await _side(context, made))


async def seal(context: Context) -> Answer:
    """Give what was sealed, once a duel is over."""
    made = await _seen(context)
    await _side(context, made)
    if not made.is_over:
        raise DuelRefused(translatable("this duel is not over yet"))
    return (await _view(context, made)).sealed()


async def block(context: Context) -> Answer:
    """Take no more duels from who is across, or take them again."""
    duels, code, gettext = context.services.duels, context.arg("code") or "", context.own.gettext
    blocked = context.arg("wanted") != "off"
    act = duels.block if blocked else duels.unblock
    name = await _called(context, await act(context.member, code))
    if blocked:
        told = gettext("{name} can challenge you no more.", name=name)
    else:
        told = gettext("{name} may challenge you again.", name=name)
    view = await _view(context, await _seen(context))
    return replace(view, blocked=blocked).blocking(told)


async def remind(context: Context) -> Answer:
    """Remind who asks no more of duels that end soon."""
    services, home = context.services, context.home.chat
    me: Member = replace(context.member, admin=True)
    await services.settings.ensure_language(home, context.own.language)
    wanted = context.arg("wanted") == "on"
    text = None if wanted else "off"
    await services.settings.change(home, me, "duel_reminders", text, context.request.at)
    note = context.own.gettext(
        "No more reminders. In our private chat, change that with {command}", command=COMMAND_HERE
    )
    command = f"{context.command('settings')} duel_reminders on"
    return Reply(body=with_command(note, command), audience=Audience.ASKER)


async def _taken(context: Context, code: str) -> Answer:
    """Take a duel, and show it; who is in it already is shown it anyhow."""
    duels = context.services.duels
    made = await duels.seen(code, context.member.ref)
    side = await duels.side(made, context.member.ref)
    if side is Side.CHALLENGER or (side is Side.OPPONENT and made.state is not State.OFFERED):
        return await _page(context, made)
    return await _page(context, await duels.accept(code, context.member))


async def _seen(context: Context) -> Duel:
    code = context.arg("code") or ""
    return await context.services.duels.seen(code, context.member.ref)


async def _side(context: Context, made: Duel) -> Side:
    side = await context.services.duels.side(made, context.member.ref)
    if side is None:
        raise DuelRefused.not_yours()
    return side


async def _page(context: Context, made: Duel, *, replaces: bool = False) -> Reply:
    side = await context.services.duels.side(made, context.member.ref)
    blocked = await _has_blocked(context, made, side)
    view = replace(await _view(context, made), blocked=blocked)
    return view.page(side, running=_plays(context, made), replaces=replaces)


def _plays(context: Context, made: Duel) -> bool:
    """Return whether the requester is in the middle of a round of a duel."""
    on = running(context)
    return on is not None and on.purpose == ForDuel(made.id)


async def _has_blocked(context: Context, made: Duel, side: Side | None) -> bool:
    other = None if side is None else made.player(side.other)
    if other is None or not made.is_over:
        return False
    return await context.services.duels.has_blocked(context.member.ref, other)


async def _view(context: Context, made: Duel) -> DuelView:
    await context.names.load(each for each in made.players if each is not None)
    return DuelView(
        made, context.own, context.names.get, context.services.clock(), context.command("duel")
    )


async def _called(context: Context, player: PlayerRef) -> str:
    await context.names.load([player])
    return called(context.names.get(player), player, context.own)
