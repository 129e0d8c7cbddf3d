"""Accounts on several platforms that are one player in the dailies."""

from bot.chat.context import Answer, Context
from bot.messages import Audience, Reply, Span, Style
from bot.presenters.texts import COMMAND_HERE, paragraphs, plain, with_command

_APART = ("off", "apart")


async def link(context: Context) -> Answer:
    """Give a one-time code, take one, or make an account a player alone again."""
    linking, gettext = context.services.linking, context.own.gettext
    code = (context.arg("code") or "").strip()
    if code.lower() in _APART:
        parted = await linking.part(context.member.ref)
        told = (
            gettext("This account is a player alone again; what was played stays with the others.")
            if parted
            else gettext("This account is linked with no other.")
        )
        return Reply(body=plain(told), audience=Audience.SECRET)
    if code:
        accounts = await linking.take(context.member, code)
        told = gettext("Linked: in the dailies these accounts are one player now.")
        listed = ", ".join(each.platform.capitalize() for each in accounts)
        return Reply(
            body=paragraphs([plain(f"🔗 {told}")], [plain(listed)]), audience=Audience.SECRET
        )
    given = await linking.offer(context.member)
    how = gettext(
        "Send {command} on your other account within ten minutes: then both are one player in the "
        "dailies, with one attempt a day and one streak.",
        command=COMMAND_HERE,
    )
    return Reply(
        body=paragraphs(
            [(Span(given, Style.CODE),)], [with_command(how, f"{context.command('link')} {given}")]
        ),
        audience=Audience.SECRET,
    )
