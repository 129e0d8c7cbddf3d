"""Rounds: to start one, to stop it, to look at its words."""

from dataclasses import replace

from bot.chat.context import Answer, Context
from bot.chat.handlers import own_rounds
from bot.messages import Audience, Reply
from bot.presenters.ends import EndView
from bot.presenters.texts import plain
from bot.presenters.verdicts import verdict_line
from core.chats.kinds import BadSetting
from core.errors import SeizeError, translatable
from core.ids import PlayerRef, own_room
from core.rounds.record import RoundRecord, Terms
from core.rounds.round import Round, State
from core.services.refusals import NoRound, RoundActive

_REFUSALS = 10  # of a player's last words that are explained


async def play(context: Context) -> Answer:
    """Start a round or a match."""
    typed = {name: context.arg(name) for name in ("seconds", "size", "rules", "law")}
    terms = context.settings.terms(language=context.lexicon_name, **typed)
    terms = replace(terms, opponent=context.level("with"))
    await _settle_language(context)
    rounds = context.arg("rounds") or "1"
    if rounds not in ("1", "3"):
        raise BadSetting.choice("rounds", rounds, ("1", "3"))
    return await _started(context, terms, int(rounds))


async def again(context: Context) -> Answer:
    """Start a round like one that is over, for the same purpose."""
    record = await _record(context)
    if record.purpose.is_own:
        return await own_rounds.again(context, record)
    await _settle_language(context)
    return await _started(context, record.terms, record.rounds)


async def stop(context: Context) -> Answer:
    """End the round that is running here, and its match, or a round of the requester's own.

    The command leaves alone what has one try. A button ends no other round than its own.
    """
    rounds, home = context.services.rounds, own_room(context.member.ref)
    on, own = rounds.live.record(context.room), rounds.live.record(home)
    if context.arg("round"):
        number = context.number("round")
        named = next((each for each in (on, own) if each and each.id == number), None)
        if named is None:
            raise NoRound
        return await rounds.stop(named.room, context.member)
    alone = on is None and own is not None and not own.purpose.is_once
    return await rounds.stop(home if alone else context.room, context.member)


async def sit_down(context: Context) -> Answer:
    """Show the board in private, where words count for the round from now on.

    Whoever has the button may come along: it carries what only the room was shown.
    """
    record, round_ = await open_round(context)
    context.words.seat(context.member.ref, record.room)
    view = await context.views.board_view(record, context.own, context.mine.board)
    return await context.views.board(view.private(), round_)


async def open_round(context: Context) -> tuple[RoundRecord, Round]:
    """Return the running round that a button names; raises NoRound if who asks may not join it."""
    rounds = context.services.rounds
    record = await rounds.live.look_up(context.number("round"))
    round_ = await rounds.running(record.room)
    invited = record.room.chat == context.room.chat or context.arg("token") == record.token
    if round_ is None or round_.id != record.id or not invited or _is_anothers(context, record):
        raise NoRound
    return record, round_


async def as_text(context: Context) -> Answer:
    """Show a round's grid as text."""
    record = await _record(context)
    view = await context.views.board_view(record, context.own, "text")
    return Reply(title=context.own.gettext("The grid"), body=view.text(), audience=_ASKER)


async def why(context: Context) -> Answer:
    """Tell a player why their last words were refused."""
    record = await _record(context)
    round_ = await context.views.round(record)
    refused = [
        verdict_line(play.verdict, context.own, round_.solution, play.player)
        for play in round_.plays
        if play.player == context.member.ref and not play.verdict.accepted
    ]
    text = "\n".join(refused[-_REFUSALS:])
    none = context.own.gettext("None of your words was refused.")
    return Reply(body=plain(text or none), audience=_ASKER)


async def found_words(context: Context) -> Answer:
    """Show a page of every player's words."""
    view = await ended(context)
    return _turned(context, view.found_words(context.number("page")))


async def missed_words(context: Context) -> Answer:
    """Show a page of the words that nobody found."""
    view = await ended(context)
    return _turned(context, view.missed_words(context.number("page")))


async def card(context: Context) -> Answer:
    """Show who asks their own card."""
    player = context.member.ref
    view = await ended(context, player)
    try:
        reply = view.card(player)
    except KeyError:
        raise SeizeError(translatable("you were not in that round")) from None
    return _turned(context, reply)


_ASKER = Audience.ASKER


async def _record(context: Context) -> RoundRecord:
    """Return the round that a button names; raises NoRound if it is no business of who asks.

    In private, its pages are for those who were shown it: see RoundRecord.token.
    """
    record = await context.services.rounds.live.look_up(context.number("round"))
    here = record.room.chat == context.room.chat
    told = context.request.alone and context.arg("token") == record.token
    # What one plays alone is shown wherever one is.
    shown = here or told or record.purpose.is_own
    if record.state is State.WAITING or not shown or _is_anothers(context, record):
        raise NoRound
    return record


def _is_anothers(context: Context, record: RoundRecord) -> bool:
    """Return whether a round is somebody else's attempt at a daily, or practice.

    What proves that one was shown a round is no proof there: everybody is shown that grid.
    """
    return record.purpose.is_own and record.started_by != context.member.ref


async def _started(context: Context, terms: Terms, count: int) -> Answer:
    """Start a round or a match, or show the board of the round that is running here."""
    rounds, room, views = context.services.rounds, context.room, context.views
    try:
        return await rounds.start(room, context.member, terms, rounds=count)
    except RoundActive:
        round_ = await rounds.running(room)
        if round_ is None:  # the next one of a match begins soon
            raise
    if context.request.alone:
        return await rounds.going_on(room)
    context.announcer.renew(room)
    record = await rounds.live.look_up(round_.id)
    view = await views.board_view(record, context.own, context.mine.board)
    image = await views.picture(view.picture, view.look)
    link = views.outbox.link(room, record.board)
    return view.copy(round_, context.services.clock(), image, link)


async def _settle_language(context: Context) -> None:
    """Let a chat that has set nothing keep the language that it was first played in."""
    await context.services.settings.ensure_language(context.room.chat, context.settings.interface)


async def ended(context: Context, player: PlayerRef | None = None) -> EndView:
    """Return the end of a round, as one player sees it or (None) all do.

    An attempt at a daily has a card, and its words a day.
    """
    record = await _record(context)
    if record.state is not State.FINISHED or record.purpose.is_own:
        raise NoRound
    round_ = await context.services.rounds.live.replay(record)
    return await context.views.end_view(record, round_.result(), context.own, player=player)


def _turned(context: Context, reply: Reply) -> Reply:
    """Return a page: instead of the page before, or as a first one."""
    return replace(reply, audience=_ASKER, replaces=context.arg("turn") is not None)
