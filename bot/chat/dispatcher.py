"""The way from a request to its answer, and from the news of a round to its room.

There is one dispatcher a platform. What a service refuses becomes a reply; nothing that a
request does wrong reaches the adapter.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter

from bot.chat.announcer import Announcer
from bot.chat.arguments import parse
from bot.chat.boards import Boards
from bot.chat.commands import COMMANDS, verb_of
from bot.chat.completions import complete
from bot.chat.context import Answer, Command, Context
from bot.chat.feed import Feed
from bot.chat.handlers import wordle_guesses
from bot.chat.marks import UNSEEN
from bot.chat.metrics import Metrics
from bot.chat.names import Names
from bot.chat.onlookers import Left
from bot.chat.services import Services
from bot.chat.views import Views
from bot.chat.wordle_messages import WordleMessages
from bot.chat.words import Judged, WordIntake, guess_in
from bot.messages import (
    Audience,
    Gone,
    Mark,
    Marking,
    Outbox,
    Reply,
    Request,
    Said,
    Send,
    Typed,
    split_data,
)
from bot.presenters.feed import Heard
from bot.presenters.texts import plain
from bot.presenters.verdicts import refusal
from bot.presenters.wording import wording, wording_for
from core.errors import SeizeError, translatable
from core.ids import ChatRef, Room, Shard, own_room, private_chat
from core.languages import ENGLISH, code_of
from core.ports import StoreError
from core.services.days import Days
from core.services.duel_keeper import DuelKeeper
from core.services.news import RoundNews
from core.services.opponents import Opponents
from core.services.refusals import NoRound, Playing
from core.services.scheduler import Scheduler
from core.services.sleeper import Wait, wait_for
from core.services.workers import one_request
from core.texts import whole_number

STALE = 120.0  # seconds after which nobody waits for the answer to a command any more

_SILENCE = 0.35  # seconds until a requester who waits for preparations is told so
_MOMENT = 5.0  # seconds that are promised where nothing more is being prepared
_PUT_OFF = translatable(
    "I am getting ready for the first time: your answer comes by itself in about {seconds} s."
)
_PUT_OFF_AGAIN = translatable(
    "Getting ready takes longer than I said: your answer comes by itself in about {seconds} s."
)
_COMPLETION = 2.0  # seconds that Discord waits for completions, nearly

logger = logging.getLogger(__name__)


class Dispatcher:
    """Answers the people of one platform, and announces what happens in their rounds."""

    def __init__(
        self, services: Services, outbox: Outbox, metrics: Metrics, wait: Wait = wait_for
    ) -> None:
        self._services = services
        self._outbox = outbox
        self._metrics = metrics
        self._wait = wait
        self._names = Names(services.standings.names)
        self._feed = Feed()
        self._boards = Boards(outbox, self._feed, services.clock, wait)
        self.onlookers = self._boards.onlookers
        self._words = WordIntake(services.rounds, self._names, self._boards, metrics)
        self.views = Views(services, self._names, outbox)
        self._wordles = WordleMessages(outbox)
        self._announcer = Announcer(services, outbox, self.views, self._boards, self._feed, metrics)
        self._scheduler = Scheduler(
            services.rounds, self._announcer.announce, services.clock, wait, outbox.catch_up
        )
        self._opponents = Opponents(
            services.rounds, services.lexicon, services.clock, self._boards.touch
        )
        self._duels = DuelKeeper(services.duels, self._announcer.announce_duel, wait)
        self._days = Days(services.calendar, self._announcer.announce_day, services.clock, wait)

    async def recognise(self) -> None:
        """Know the rounds of an earlier process: before anybody is let in."""
        try:
            await self._services.rounds.recognise()
        except SeizeError as error:  # they are known once the store answers
            logger.warning("rounds not known", extra={"reason": type(error).__name__})

    async def run(self) -> None:
        """Take up the rounds of an earlier process, then announce what happens, until cancelled."""
        beside = [
            asyncio.create_task(self._days.run()),
            asyncio.create_task(self._opponents.run(self._wait)),
            asyncio.create_task(self._duels.run()),
        ]
        try:
            await self._scheduler.run()
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await self._boards.stop()

    async def gain(self, shard: Shard, catch_up: Callable[[], Awaitable[None]]) -> None:
        """Answer for a shard from now on; `catch_up` hands on what was sent there meanwhile."""
        await self._scheduler.gain(shard, catch_up)

    async def let_go(self, shard: Shard) -> None:
        """Answer for a shard no more: another process goes on with its rounds and boards."""
        await self._boards.let_go(shard)
        await self._scheduler.let_go(shard)

    async def told(self) -> None:
        """Wait until all that happened so far is announced."""
        await self._scheduler.told()

    async def answer(self, request: Request, send: Send) -> None:
        """Do what a command or a button asks for, and answer it with `send`; never raises.

        What was sent long ago, while nobody listened, is left unanswered.
        """
        if self._services.clock() - request.at > STALE:
            logger.warning("request too old", extra={"platform": self._outbox.platform})
            return
        # A board that is just being sent is not known by its id yet.
        is_on = self._services.rounds.live.is_on(request.room)
        if request.pressed and (self._boards.shown_by(request.room) or not is_on):
            data = ":".join((request.name, *request.args.values()))
            await self.met_board(request.room, request.pressed, data)
        began = perf_counter()
        name = request.name if request.name in COMMANDS else "button"

        async def deliver(reply: Reply) -> str:
            message_id = await send(reply)
            self._wordles.shown(request.room, reply, message_id)
            self._metrics.command_answered(self._outbox.platform, name, perf_counter() - began)
            return message_id

        answer = await self._answered_or_put_off(request, send)
        try:
            if isinstance(answer, RoundNews):
                await self._announcer.announce(answer, deliver)
            else:
                await deliver(answer)
        except Exception as error:  # noqa: BLE001 (one request must not end the others)
            self._failed("answer", error)
            if isinstance(answer, RoundNews):
                self._scheduler.tell(answer)

    async def met_board(self, room: Room, message_id: str, data: str) -> None:
        """Look at a message of Seize's by the data of a button under it; never raises.

        If it is the board of a round that another message shows, or that is over, it is closed.
        """
        verb, args = split_data(data)
        if not verb_of(verb).on_board:
            return
        try:
            number = whole_number(args.get("1", ""), digits=17) or 0
            await self._announcer.met_board(room, message_id, number)
        except Exception as error:  # noqa: BLE001 (it is no answer to anything)
            self._failed("edit", error)

    async def typed(
        self, typed: Typed, send: Send | None = None, go: Callable[[], None] = lambda: None
    ) -> list[Said]:
        """Judge the words of a text, and mark it; return what each got, for who typed it.

        In a room, where all would read that, nothing is returned for a text that was marked.
        Where no round takes it, it may be a guess of a Wordle, which is answered with `send`.
        It calls `go` once the guess is made: the rest is a matter of sending.
        """
        if typed.marked:
            self._wordles.heard(typed.room)
            self._boards.heard(typed.room)
            if typed.alone:
                self._boards.heard(own_room(typed.member.ref))
        try:
            if typed.alone or not typed.marked:
                await self._services.rounds.meet(typed.member.ref)
            judged = await self._words.take(typed)
            if judged is None:
                return await self._unclaimed(typed, send, go)
            if typed.marked and judged.mark and not await self._is_quiet(judged.room.chat):
                self._acknowledge(typed, judged, judged.mark)
            if typed.marked and not typed.alone:
                return []
            return judged.said((await self._context(typed)).own)
        except Exception as error:  # noqa: BLE001 (one text must not end the others)
            self._failed("text", error)
            return []

    async def board_after(self, typed: Typed, said: Sequence[str]) -> Reply | None:
        """Return the board of the player's own round that a form was for, with what its words got.

        None for any other round: its board is there for all, and is kept.
        """
        try:
            room = self._words.room_of(typed)
            record = self._services.rounds.live.record(room) if room else None
            if record is None or not record.purpose.is_own:
                return None
            own = (await self._context(typed)).own
            settings = await self._services.settings.of(record.room.chat)
            view = await self.views.board_view(record, own, settings.board)
            view = replace(view, said=tuple(said))
            return view.reply(await self.views.round(record), self._services.clock())
        except Exception as error:  # noqa: BLE001 (the words are judged: that can still be told)
            self._failed("text", error)
            return None

    async def choices(
        self, command: str, argument: str, text: str, request: Request
    ) -> list[tuple[str, str]]:
        """Return completions of an argument as (value, label), at most 25."""
        try:
            async with asyncio.timeout(_COMPLETION):
                return await complete(command, argument, text, await self._context(request))
        except (SeizeError, TimeoutError):
            return []

    def rooms(self) -> list[tuple[Room, float]]:
        """Return the rooms whose rounds are on, with since when words count there."""
        rounds = self._services.rounds
        records = ((room, rounds.live.record(room)) for room in rounds.live.rooms())
        return [(room, record.starts_at) for room, record in records if record]

    def look_again(self) -> None:
        """See what is due now: the clock was set."""
        self._services.rounds.changed.set()

    async def speaks(self, chat: ChatRef) -> str:
        """Return the language that Seize speaks in a chat, English if that is not to be had."""
        try:
            return (await self._services.settings.of(chat)).interface
        except SeizeError:
            return ENGLISH

    async def moved(self, old: ChatRef, new: ChatRef) -> None:
        """Take over what is kept of a chat that has another reference now."""
        try:
            if await self._services.settings.moved(old, new):
                await self._announcer.moved(old)
        except Exception as error:  # noqa: BLE001 (whatever it is, the chat goes on)
            self._failed("move", error)

    async def left(self, chat: ChatRef) -> None:
        """End the rounds of a chat that Seize can no longer speak in, in silence."""
        for room in self._services.rounds.live.rooms():
            if room.chat == chat:
                await self._announcer.give_up(room)
        self.onlookers.leave(chat.__eq__, Left.GONE)

    async def _answered_or_put_off(self, request: Request, send: Send) -> Answer:
        """Return the answer to a request; say that it will come if it waits for preparations.

        That is said again, once, where it takes longer than it was said to.
        """
        workers, done = self._services.workers, asyncio.Event()
        with one_request():
            answering = asyncio.create_task(self._answered(request))
            answering.add_done_callback(lambda _: done.set())
            try:
                left = None
                while left is None and not answering.done():
                    await asyncio.wait({answering}, timeout=_SILENCE)
                    left = workers.left()
                if left is not None and not answering.done():
                    await self._put_off(request, send, _PUT_OFF, left)
                    await self._wait(done, left)
                if not answering.done():
                    await self._put_off(request, send, _PUT_OFF_AGAIN, workers.left() or _MOMENT)
                return await answering
            finally:
                answering.cancel()  # if this is cancelled

    async def _put_off(self, request: Request, send: Send, sentence: str, seconds: float) -> None:
        """Tell the requester that the answer comes by itself in so many seconds."""
        try:
            text = (await self._context(request)).own.gettext(sentence, seconds=round(seconds))
            await send(Reply(body=plain(f"⏳ {text}"), audience=Audience.ASKER, passing=True))
        except Exception as error:  # noqa: BLE001 (the answer comes all the same)
            self._failed("answer", error)

    async def _answered(self, request: Request) -> Answer:
        """Return the answer to a request; what goes wrong is an answer, too."""
        own = wording_for(request.locale)
        try:
            context = await self._context(request)
            own = context.own
            return await self._handled(context)
        except SeizeError as error:
            level = logging.WARNING if isinstance(error, StoreError) else logging.INFO
            logger.log(level, "refused", extra={"reason": type(error).__name__})
            return _sorry(refusal(error, own))
        except Exception as error:  # noqa: BLE001 (whatever it is, who asked is told)
            self._failed("answer", error)
            return _sorry(own.gettext("Something went wrong here, and was noted. Try again."))

    async def _handled(self, context: Context) -> Answer:
        request, verb = context.request, verb_of(context.request.name)
        if not verb.in_round and context.plays:
            raise Playing
        if isinstance(verb, Command):
            usage = verb.usage(context.own.language)
            args = parse(verb.arguments, request.text, request.args, usage)
        else:
            args = verb.named(request.args)
        return await verb.handler(replace(context, request=replace(request, args=args)))

    async def _context(self, request: Request) -> Context:
        settings, member = self._services.settings, request.member
        await self._services.rounds.meet(member.ref)
        speaks = code_of(request.locale)
        here = await settings.of(request.room.chat, code_of(request.room_locale) or speaks)
        mine = here
        if request.alone:
            request = replace(request, member=replace(member, admin=True))
        else:
            mine = await settings.of(private_chat(member.ref), speaks or here.interface)
        self._names.see(member)
        return Context(
            request=request,
            commands=COMMANDS,
            services=self._services,
            names=self._names,
            announcer=self._announcer,
            views=self.views,
            words=self._words,
            settings=here,
            mine=mine,
            here=wording(here.interface),
            own=wording(mine.interface),
        )

    def _failed(self, kind: str, error: Exception) -> None:
        gone = isinstance(error, Gone)  # whoever throws Seize out may do so at any time
        surprise = not (gone or isinstance(error, SeizeError))
        facts = {"kind": kind, "reason": type(error).__name__}
        level = logging.ERROR if surprise else logging.INFO if gone else logging.WARNING
        logger.log(level, "failed", extra=facts, exc_info=error if surprise else None)
        self._metrics.delivery_failed(self._outbox.platform, kind)

    def _acknowledge(self, typed: Typed, judged: Judged, mark: Mark) -> None:
        """Have a text marked, or told by the board of its room if that would take too long.

        What was stored before, and is heard again, is not to keep what is new waiting.
        """
        now = self._services.clock()
        age = 0.0 if judged.anew else max(now - typed.at, 0.0)
        if age > UNSEEN:
            return
        marking = Marking(mark, typed.member.ref, age)
        self._outbox.react(typed.room, typed.id, marking)
        if judged.room == typed.room and not typed.alone:
            words = judged.marks(hidden=typed.hidden)
            self._feed.add(typed.room, Heard(words, marking, now - age))

    async def _is_quiet(self, chat: ChatRef) -> bool:
        return (await self._services.settings.of(chat)).quiet

    async def _unclaimed(
        self, typed: Typed, send: Send | None, go: Callable[[], None]
    ) -> list[Said]:
        """Take a text that is for no round as a guess of a Wordle, and answer it with `send`.

        Where no game takes it, either, that is said of what was meant for Seize.
        """
        if send and guess_in(typed) and await self._guessed(typed, send, go):
            return []
        if not typed.meant or (typed.marked and not typed.alone):
            return []
        own = (await self._context(typed)).own
        return [Said(own.notice(NoRound()), Mark.REFUSED)]

    async def _guessed(self, typed: Typed, send: Send, go: Callable[[], None]) -> bool:
        """Make the guess that a text may be, and answer it; return whether a game took it."""
        context = await self._context(typed)
        try:
            record = await wordle_guesses.take(context, typed)
            if record is None:
                return False
            if not record.is_own:  # whose boards are sent in order
                go()
            draw = partial(wordle_guesses.latest, context, record)
            await self._wordles.show(typed.room, record, draw, send)
        except SeizeError as error:
            if isinstance(error, StoreError) and not typed.meant:
                raise  # it may be mere talk
            await send(_sorry(refusal(error, context.own)))
        return True


def _sorry(text: str) -> Reply:
    return Reply(body=plain(text), audience=Audience.ASKER)
