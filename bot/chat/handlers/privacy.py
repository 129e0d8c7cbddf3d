"""A player's own data: to see it, to hide it, to have it forgotten."""

from dataclasses import replace
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from bot.chat.context import Answer, Context
from bot.messages import Audience, Button, File, Look, Reply
from bot.presenters.texts import paragraphs, plain
from core.chats.kinds import BadSetting
from core.chats.players import Visibility
from core.errors import translatable
from core.ids import own_room
from core.services.privacy import export_text

_MOST = 1_000_000  # bytes of a file that is not packed
VISIBILITIES = {
    Visibility.WORLD: translatable("the world"),
    Visibility.CHAT: translatable("my chats"),
    Visibility.NOBODY: translatable("nobody"),
}
# Said before a player is forgotten, too: who comes back is not to be surprised.
_LIMITS = translatable(
    "You get no second try by being forgotten: until today's dailies and words of the day are "
    "over, a code without your name or id says which of them you have begun, and those you play "
    "for fun. Such codes also keep your rated games with each opponent until the week is over, "
    "and your ratings for a year, in case you come back. Another says how much you were told of "
    "grids that are still played. If a player blocks you, a code keeps that until they unblock "
    "you."
)


async def privacy(context: Context) -> Answer:
    """Say which data is kept, with buttons to see, hide and forget it."""
    return await _overview(context)


async def export(context: Context) -> Answer:
    """Give a player all that is kept of them, as a file."""
    kept = await context.services.privacy.export(context.member.ref)
    file = await context.services.workers.run(_file, kept)
    told = context.own.gettext("All that is kept of you is in this file.")
    return Reply(body=plain(told), file=file, audience=Audience.SECRET)


def _file(kept: dict[str, Any]) -> File:
    """Return the data as JSON, packed if it is more than platforms like to carry."""
    data = export_text(kept).encode()
    if len(data) <= _MOST:
        return File("seize.json", data)
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("seize.json", data)
    return File("seize.zip", packed.getvalue())


async def ask_forget(context: Context) -> Answer:
    """Ask whether a player means it."""
    gettext = context.own.gettext
    told = gettext(
        "Your name, your id and what you typed are deleted; your scores stay, without a name. "
        "This cannot be taken back."
    )
    button = Button("🗑 " + gettext("Yes, forget me"), "forgotten", Look.DANGER)
    return Reply(
        body=paragraphs([plain(told)], [plain(gettext(_LIMITS))]),
        buttons=((button,),),
        audience=Audience.SECRET,
    )


async def forget(context: Context) -> Answer:
    """Leave of a player nothing but scores without a name."""
    for room in (context.home, own_room(context.member.ref)):
        await context.announcer.give_up(room)
    await context.services.duels.leave(context.member.ref)
    known = await context.services.privacy.forget(context.member.ref, context.services.clock())
    context.names.forget(context.member.ref)
    context.words.forget(context.member.ref)
    gettext = context.own.gettext
    told = gettext("You are forgotten.") if known else gettext("Nothing was kept of you.")
    return Reply(body=plain(told), audience=Audience.SECRET, replaces=True)


async def show_scores(context: Context) -> Answer:
    """Change on whose leaderboards a player is shown."""
    text = context.arg("visibility") or ""
    if text not in set(Visibility):
        raise BadSetting.choice("visibility", text, [str(each) for each in Visibility])
    shown = Visibility(text)
    await context.services.privacy.set_visibility(context.member, shown, context.request.at)
    return await _overview(context, replaces=True)


async def let_race(context: Context) -> Answer:
    """Let others race a player's last round, or nobody."""
    services, home = context.services, context.home.chat
    me = replace(context.member, admin=True)
    await services.settings.ensure_language(home, context.own.language)
    wanted = "on" if context.arg("wanted") == "on" else None
    await services.settings.change(home, me, "ghosts", wanted, context.request.at)
    return await _overview(context, replaces=True)


async def _overview(context: Context, *, replaces: bool = False) -> Reply:
    services, gettext = context.services, context.own.gettext
    shown = await services.privacy.visibility(context.member.ref)
    raced = (await services.settings.of(context.home.chat)).ghosts
    kept = gettext(
        "Seize keeps your name, your id here, the words you send in rounds and your scores; "
        "no other messages."
    )
    who = gettext("Your scores are shown to: {who}", who=gettext(VISIBILITIES[shown]))
    allowed = gettext("Others may race your last round.")
    alone = gettext("Nobody may race your last round.")
    races = (
        Button("👻 " + gettext("Allow no races"), "races:off")
        if raced
        else Button("👻 " + gettext("Allow races"), "races:on")
    )
    first = (
        Button("📄 " + gettext("Export"), "export"),
        Button("🗑 " + gettext("Forget me"), "forget", Look.DANGER),
    )
    second = tuple(
        Button("👁 " + gettext(label), f"show:{each}")
        for each, label in VISIBILITIES.items()
        if each is not shown
    )
    return Reply(
        title=gettext("Your data"),
        body=paragraphs(
            [plain(kept)],
            [plain(gettext(_LIMITS))],
            [plain(who), plain(allowed if raced else alone)],
        ),
        buttons=(first, second, (races,)),
        audience=Audience.SECRET,
        replaces=replaces,
    )
