"""From what people ask to what they are answered; and from what happens to what rooms are told.

There is one dispatcher a platform. What a service refuses becomes a reply; nothing that a
request does wrong reaches the adapter.
"""

import logging
from functools import partial
from time import perf_counter

from bot.arguments import parse
from bot.boards import Boards
from bot.commands import BUTTONS, COMMANDS, Handler
from bot.completions import complete
from bot.context import Answer, Context
from bot.messages import (
    Audience,
    Gone,
    Mark,
    Outbox,
    Reply,
    Request,
    Said,
    Send,
    Typed,
    private_room,
)
from bot.metrics import Metrics
from bot.names import Names
from bot.presenters.board import BoardView
from bot.presenters.texts import plain
from bot.presenters.verdicts import verdict_line
from bot.presenters.wording import Wording, wording
from bot.services import Services
from bot.taking import WordTaker
from bot.telling import Teller
from core.errors import SeizeError
from core.ids import ChatRef, Member, Room
from core.lexicon.alphabet import LANGUAGES
from core.rounds.events import RoundFinished, WordJudged
from core.rounds.verdict import Cause
from core.services.happened import Happened
from core.services.refusals import NoRound
from core.services.scheduler import Scheduler, Wait, wait_for

logger = logging.getLogger(__name__)


class Dispatcher:
    """Answers the people of one platform, and tells its rooms what happens in their rounds."""

    def __init__(
        self, services: Services, outbox: Outbox, metrics: Metrics, wait: Wait = wait_for
    ) -> None:
        self._services = services
        self._outbox = outbox
        self._metrics = metrics
        self._names = Names(services.standings.names)
        self._boards = Boards(outbox, wait)
        self._taker = WordTaker(services.rounds, self._names, self._boards, metrics)
        self._teller = Teller(services, self._names, outbox)
        self._quiet: dict[Room, tuple[int, bool]] = {}  # by the round that it was read for
        self._scheduler = Scheduler(
            services.rounds, self._tell, services.clock, wait, outbox.catch_up
        )

    async def run(self) -> None:
        """Take up the rounds of an earlier process, then tell what happens, until cancelled."""
        try:
            await self._scheduler.run()
        finally:
            await self._boards.stop()

    async def told(self) -> None:
        """Wait until all that happened so far is told."""
        await self._scheduler.told()

    async def answer(self, request: Request, send: Send) -> None:
        """Do what a command or a button asks for, and answer it with `send`; never raises."""
        began = perf_counter()
        name = request.name if request.name in COMMANDS else "button"

        async def deliver(reply: Reply) -> str:
            message_id = await send(reply)
            self._metrics.command_answered(self._outbox.platform, name, perf_counter() - began)
            return message_id

        try:
            answer = await self._answered(request)
            if isinstance(answer, Happened):
                await self._tell(answer, deliver)
            else:
                await deliver(answer)
        except Exception as error:  # noqa: BLE001 (one request must not end the others)
            await self._apologise(request, error, deliver)

    async def typed(self, typed: Typed) -> list[Said]:
        """Judge the words of a text, and mark it; return what each got, for who typed it.

        In a room, where all would read that, nothing is returned for a text that was marked.
        """
        try:
            room = self._taker.room_of(typed)
            answers = await self._taker.take(typed, room) if room else []
            if room and answers and typed.marked and not await self._is_quiet(room):
                mark = _best([_mark(answer) for answer in answers])
                self._outbox.react(typed.room, typed.message_id, mark)
            if typed.marked and not typed.alone:
                return []
            return await self._said(typed, room, answers)
        except Exception:
            logger.exception("text not answered")
            self._metrics.delivery_failed(self._outbox.platform, "text")
            return []

    async def choices(
        self, command: str, argument: str, text: str, request: Request
    ) -> list[tuple[str, str]]:
        """Return completions of an argument as (value, label), at most 25."""
        try:
            return await complete(command, argument, text, await self._context(request))
        except SeizeError:
            return []

    def rooms(self) -> list[tuple[Room, float]]:
        """Return the rooms whose rounds are on, with since when words count there."""
        rounds = self._services.rounds
        records = ((room, rounds.record(room)) for room in rounds.rooms())
        return [(room, record.starts_at) for room, record in records if record]

    async def moved(self, old: ChatRef, new: ChatRef) -> None:
        """Take over what is kept of a chat that has another reference now."""
        try:
            if await self._services.settings.moved(old, new):
                for room in self._services.rounds.rooms():
                    if room.chat == old:
                        self._boards.forget(room)
                for happened in await self._services.rounds.moved(old):
                    await self._tell(happened)
        except SeizeError as error:
            logger.warning("chat not moved", extra={"reason": type(error).__name__})

    async def left(self, chat: ChatRef) -> None:
        """End the rounds of a chat that Seize can no longer speak in; nobody is told."""
        for room in self._services.rounds.rooms():
            if room.chat == chat:
                await self._give_up(room)

    async def _answered(self, request: Request) -> Answer:
        context = await self._context(request)
        try:
            handler: Handler
            if request.name in COMMANDS:
                command = COMMANDS[request.name]
                handler = command.handler
                context = context.with_args(
                    parse(
                        command.arguments,
                        request.text,
                        request.args,
                        command.usage(context.own.language),
                    )
                )
            elif request.name in BUTTONS:
                handler = BUTTONS[request.name]
            else:
                return _sorry(context.own.gettext("This button is too old: ask again."))
            return await handler(context)
        except SeizeError as error:
            return _sorry(context.own.notice(error))

    async def _context(self, request: Request) -> Context:
        settings, services = self._services.settings, self._services
        chat, speaks = request.room.chat, _spoken(request.locale)
        where = _spoken(request.room_locale) or speaks
        if request.alone:
            here = mine = await settings.found(chat, where)
        else:
            here = await settings.found(chat, where)
            mine = await settings.of(
                private_room(request.member.ref).chat, speaks or here.interface
            )
        self._names.see(request.member)
        return Context(
            request=request,
            services=services,
            names=self._names,
            teller=self._teller,
            taker=self._taker,
            settings=here,
            mine=mine,
            here=wording(here.interface),
            own=wording(mine.interface),
        )

    async def _tell(self, happened: Happened, send: Send | None = None) -> None:
        """Tell a room what happened in it, as an answer with `send`, else by a post."""
        record, room = happened.record, happened.record.room
        self._count()
        reply = await self._teller.reply(happened)
        try:
            message_id = await self._deliver(room, reply, send)
        except Gone:
            logger.warning("room is gone", extra={"round": record.id})
            await self._give_up(room)
            return
        if isinstance(happened.event, RoundFinished):
            if send:
                await self._services.rounds.announced(record.id)
            await self._close_board(happened)
            return
        self._show_board(happened, await self._view(happened), message_id)

    def _count(self) -> None:
        self._metrics.rounds_running(self._outbox.platform, len(self._services.rounds.rooms()))

    async def _deliver(self, room: Room, reply: Reply, send: Send | None) -> str:
        if send is None:
            return await self._outbox.post(room, reply)
        try:
            return await send(reply)
        except Exception as error:  # noqa: BLE001 (whatever it was, the room is to be told)
            logger.warning("answer not sent", extra={"reason": type(error).__name__})
        return await self._outbox.post(room, reply)

    def _show_board(self, happened: Happened, view: BoardView, message_id: str) -> None:
        rounds, clock, room = self._services.rounds, self._services.clock, happened.record.room
        last = rounds.running(room)

        def draw() -> Reply:
            nonlocal last
            last = rounds.running(room) or last
            return view.reply(last, clock()) if last else Reply(title="")

        if last is not None:
            self._boards.show(room, message_id, draw)

    async def _close_board(self, happened: Happened) -> None:
        view = await self._view(happened)
        round_ = await self._services.rounds.replay(happened.record)
        await self._boards.close(happened.record.room, partial(view.closed, round_))

    async def _view(self, happened: Happened) -> BoardView:
        settings = await self._services.settings.of(happened.record.room.chat)
        words = wording(settings.interface)
        return await self._teller.board_view(happened.record, words, settings.board)

    async def _give_up(self, room: Room) -> None:
        """End what is on in a room that cannot be spoken in."""
        record = self._services.rounds.record(room)
        self._boards.forget(room)
        if record is None:
            return
        try:
            ended = await self._services.rounds.stop(room, Member(record.started_by, ""))
            await self._services.rounds.announced(ended.record.id)
        except NoRound:
            return
        except SeizeError as error:
            logger.warning("round not ended", extra={"reason": type(error).__name__})

    async def _apologise(self, request: Request, error: Exception, send: Send) -> None:
        if isinstance(error, SeizeError):
            logger.warning("not answered", extra={"reason": type(error).__name__})
        else:
            logger.error("not answered", exc_info=error)
        self._metrics.delivery_failed(self._outbox.platform, "answer")
        words = wording(_spoken(request.locale) or "en")
        text = (
            words.notice(error)
            if isinstance(error, SeizeError)
            else words.gettext("Something went wrong here, and was noted. Try again.")
        )
        try:
            await send(_sorry(text))
        except Exception:
            logger.exception("apology not sent")

    async def _is_quiet(self, room: Room) -> bool:
        record = self._services.rounds.record(room)
        known = self._quiet.get(room)
        if record is None or known is None or known[0] != record.id:
            settings = await self._services.settings.of(room.chat)
            known = self._quiet[room] = (record.id if record else 0, settings.quiet)
        return known[1]

    async def _said(
        self, typed: Typed, room: Room | None, answers: list[WordJudged | SeizeError]
    ) -> list[Said]:
        if room is None:
            return [await self._no_round(typed)] if typed.meant else []
        words = await self._wording_of(typed)
        round_ = self._services.rounds.running(room)
        solution = round_.solution if round_ else None
        return [
            Said(
                words.notice(each)
                if isinstance(each, SeizeError)
                else verdict_line(each.verdict, words, solution, each.player),
                _mark(each),
            )
            for each in answers
        ]

    async def _no_round(self, typed: Typed) -> Said:
        words = await self._wording_of(typed)
        return Said(words.notice(NoRound()), Mark.REFUSED)

    async def _wording_of(self, typed: Typed) -> Wording:
        settings = self._services.settings
        speaks = _spoken(typed.locale)
        if not speaks:
            speaks = (await settings.of(typed.room.chat)).interface
        mine = await settings.of(private_room(typed.member.ref).chat, speaks)
        return wording(mine.interface)


def _sorry(text: str) -> Reply:
    return Reply(body=plain(text), audience=Audience.ASKER)


def _spoken(locale: str) -> str:
    """Return which of the five languages a locale such as "es-419" means, "" for none."""
    code = locale[:2].lower()
    return code if code in LANGUAGES else ""


def _mark(play: WordJudged | SeizeError) -> Mark:
    if isinstance(play, SeizeError):
        return Mark.FAILED
    if play.verdict.accepted:
        return Mark.ACCEPTED
    return Mark.REPEATED if play.verdict.cause is Cause.ALREADY_FOUND else Mark.REFUSED


def _best(marks: list[Mark]) -> Mark:
    """Return the mark of a message with several words: one that counts makes it count."""
    return min(marks, key=[Mark.FAILED, Mark.ACCEPTED, Mark.REPEATED, Mark.REFUSED].index)
