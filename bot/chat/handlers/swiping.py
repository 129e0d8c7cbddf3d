"""The way from a chat to the page."""

from bot.chat.context import Answer, Context
from bot.chat.handlers.rounds import open_round
from bot.messages import Audience, Button, Look, Reply
from bot.presenters.texts import plain, swipe_label
from core.errors import SeizeError, translatable
from core.ids import own_room


class NoPage(SeizeError):
    """Raised when somebody asks for the page where none is served."""

    template = translatable("there is no page here any more: play right in the chat")


async def swipe(context: Context) -> Answer:
    """Lead who asks to the page of a round, or to their own page.

    Whoever has the button may come along: it carries what only the room was shown.
    """
    page, own, member = context.services.page, context.own, context.member
    if page is None:
        raise NoPage
    if context.arg("round"):
        record, _ = await open_round(context)
        link = page.personal(member, record.room, context.request.locale)
        ticket, data = page.invitation(record), f"swipe:{record.id}:{record.token}"
    else:
        room = own_room(member.ref)
        link = page.personal(member, room, context.request.locale)
        ticket = page.own(member.ref, context.services.clock())
        data = "swipe"
    button = Button(swipe_label(own), data, Look.MAIN, link, ticket)
    text = own.gettext("Open the page and swipe. The link is yours alone, and good once.")
    return Reply(body=plain(text), buttons=((button,),), audience=Audience.ASKER)
