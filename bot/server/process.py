"""The bot as a process: platforms, rounds, health, from its start until a signal stops it."""

import asyncio
import logging
import secrets
import signal
from asyncio import FIRST_COMPLETED
from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Iterator,
    Mapping,
)
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path

from bot.app import App, say
from bot.chat.commands import COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.chat.page_links import ENTRANCE
from bot.clock import PlatformClock
from bot.gate import Gate, open_gate
from bot.kernels import MakerProcess
from bot.presenters.wording import wording
from bot.server.assembly import Assembly
from bot.server.fence import fence
from bot.server.health import PREPARING, READY, STANDING_BY, Health, HealthServer
from bot.server.night import NightlyJob
from bot.server.owned_store import OwnedStore
from bot.server.owner import is_dead, own_name
from bot.server.page import page_links, serving_page
from bot.server.platform import PATIENCE, Platform
from bot.server.preparation import Preparation
from bot.server.sharing import Whole, lost, share
from bot.settings import Settings
from bot.steady import boot_time
from bot.web_app.app import WebApp
from bot.web_app.options import WebOptions
from core.daily.known import known_grids
from core.errors import SeizeError, translatable
from core.generator import generator
from core.ports import Clock, Lease, Store
from core.services.daily_maker import DailyMaker
from core.services.leases import Tenure
from core.services.shards import Server, Shards, thing_of
from core.services.shared_turns import SharedTurns
from core.services.workers import SLOW, Workers

FAILURES = ("answer", "text", "move", "post", "edit", "commands")  # what metrics count
_WORKERS = SLOW + 2  # threads: some deal and draw while players have their turns

logger = logging.getLogger(__name__)

Build = Callable[
    [Metrics, PlatformClock, Gate, SharedTurns | None],
    list[Platform],
]


async def serve(app: App, kernels: Path) -> None:
    """Run the bot on all configured platforms until SIGTERM or SIGINT; all is saved by then.

    Compiled code lies in the folder `kernels`, or is put there meanwhile. Raises NoPort,
    StoreError, Taken, Lost, what a platform refuses, and SeizeError where none is configured.
    """
    settings = app.settings
    if not settings.platforms:
        raise SeizeError(
            translatable(
                "no token: put SEIZE_DISCORD_TOKEN or SEIZE_TELEGRAM_TOKEN into .env (README says "
                "where they come from)"
            )
        )
    await _serve(app, kernels, settings.platforms, partial(build_platforms, settings), bot=True)


async def serve_page(
    app: App, kernels: Path, options: WebOptions, serving: Callable[[int], None]
) -> None:
    """Serve the page for guests until SIGTERM or SIGINT; `serving` is told its port.

    Raises PortTaken, StoreError, Taken, Lost.
    """

    def build(_: Metrics, clock: PlatformClock, *__: object) -> list[Platform]:
        return [WebApp(options, clock, boot_time, serving)]

    await _serve(app, kernels, (WebApp.platform,), build, bot=False)


async def _serve(
    app: App, kernels: Path, names: Collection[str], build: Build, *, bot: bool
) -> None:
    """Run platforms; a `bot` tells its health over HTTP, and makes the dailies of the nights."""
    settings = app.settings
    metrics = Metrics(COMMANDS, FAILURES)
    clock = PlatformClock()
    metrics.watch_clock(lambda: clock.ahead)
    async with AsyncExitStack() as stack:
        stored = await app.store()
        stack.push_async_callback(stored.close)
        owner = own_name()
        turns = SharedTurns(stored, owner, boot_time) if app.shares_database else None
        things = [thing_of(owner)] if turns else names
        tenure = Tenure(stored, things, owner, clock=boot_time, is_dead=is_dead)
        platforms = build(metrics, clock, fence(tenure, shared=bool(turns)), turns)
        # With a file, a second process is told so at once, and ends.
        await stack.enter_async_context(_owning(tenure, settings.language))
        store = OwnedStore(stored, tenure, metrics.database_failed)
        executor = ThreadPoolExecutor(_WORKERS, "worker")
        stack.callback(executor.shutdown, wait=False, cancel_futures=True)
        preparation = await stack.enter_async_context(Preparation(app, kernels))
        workers = Workers(executor, preparation)
        maker = daily_maker(app, store, clock, workers, kernels)
        split = {each.platform for each in platforms if isinstance(each, Server)}
        links = await page_links(settings, store, clock) if bot else None
        assembly = Assembly(
            store,
            preparation.lexicon,
            generator(secrets.randbits(48)),
            clock,
            metrics,
            maker,
            workers,
            split=frozenset(split),
            owner=owner,
            page=links,
        )
        dispatchers = {each.platform: assembly.dispatcher(each) for each in platforms}
        shards: Shards | None = None
        if turns:
            shards = _shards(stored, owner, turns, platforms, dispatchers, settings.language)
        _watch(metrics, clock, shards, dispatchers)
        stop = stack.enter_context(_signalled())  # before anybody can see that it has started
        if bot:
            health = HealthServer(
                settings.http_host,
                settings.http_port,
                lambda: _look(store, shards, clock, platforms, dispatchers, preparation),
                metrics,
            )
            await stack.enter_async_context(health)
            logger.info("started", extra={"port": health.port, "platforms": [*dispatchers]})
        if links:
            page = serving_page(settings, links, platforms, dispatchers, clock, shards)
            await stack.enter_async_context(page)
        job = NightlyJob(
            maker,
            clock,
            settings.daily_hour,
            its_turn=lambda: shards is None or shards.has_first_of(platforms[0].platform),
        )
        night = asyncio.create_task(_nights(job, clock, preparation) if bot else _no_nights())
        try:
            if shards and turns:
                stack.push_async_callback(turns.close)
                fronts = [each for each in platforms if each.platform in split]
                await share(shards, fronts, dispatchers, tenure, preparation, stop)
            else:
                await _run(platforms, dispatchers, tenure, settings.language, stop)
        finally:
            night.cancel()
            await asyncio.gather(night, return_exceptions=True)
    logger.info("stopped")


def _watch(
    metrics: Metrics,
    clock: PlatformClock,
    shards: Shards | None,
    dispatchers: Mapping[str, Dispatcher],
) -> None:
    """Have the metrics tell what this process serves, and the dispatchers that the clock is set."""
    for dispatcher in dispatchers.values():
        clock.watch(dispatcher.look_again)
    metrics.watch_ownership(lambda: shards is None or bool(shards.held))
    for name in dispatchers:
        metrics.watch_shards(name, partial(_served, shards, name))


def _shards(
    store: Store,
    owner: str,
    turns: SharedTurns,
    platforms: list[Platform],
    dispatchers: Mapping[str, Dispatcher],
    language: str,
) -> Shards:
    """Return the shards of this process among others; a platform that is not split is one."""
    servers = {
        each.platform: each if isinstance(each, Server) else Whole(each, dispatchers[each.platform])
        for each in platforms
    }
    return Shards(
        store,
        owner,
        servers,
        turns,
        clock=boot_time,
        is_dead=is_dead,
        lost=partial(lost, language),
    )


def daily_maker(
    app: App, store: Store, clock: Clock, workers: Workers, kernels: Path
) -> DailyMaker:
    """Put the maker of dailies together."""
    settings = app.settings
    process = MakerProcess(settings.lexicons, kernels, workers)
    return DailyMaker(
        store=store,
        clock=clock,
        languages=settings.dailies,
        make=process.make,
        make_now=process.make_now,
        prepared=process.prepared,
        seeds=lambda: secrets.randbits(63),
        known=partial(known_grids, settings.fame),
        seconds=settings.daily_seconds,
    )


def build_platforms(
    settings: Settings,
    metrics: Metrics,
    clock: PlatformClock,
    gate: Gate = open_gate,
    turns: SharedTurns | None = None,
) -> list[Platform]:
    """Return the adapters of the platforms that have a token; others are not even imported.

    The clock learns from all of them; the gate is for what only the owner may do. With `turns`, for
    what only one may do at a time, other processes serve shards of them, too.
    """
    platforms: list[Platform] = []
    if token := settings.discord_token.get_secret_value():
        from bot.discord_app.app import DiscordApp  # noqa: PLC0415
        from bot.discord_app.options import DiscordOptions  # noqa: PLC0415
        from bot.discord_app.sharded import ShardedDiscord  # noqa: PLC0415

        options = DiscordOptions(
            token=token,
            api_url=settings.discord_api_url,
            gateway_url=settings.discord_gateway_url,
            message_content=settings.message_content,
            shards=settings.discord_shards,
        )
        platforms.append(
            ShardedDiscord(options, metrics, clock=clock, gate=gate, turn=turns.wait)
            if turns
            else DiscordApp(options, metrics, clock=clock, gate=gate)
        )
    if token := settings.telegram_token.get_secret_value():
        from bot.telegram_app.app import TelegramApp  # noqa: PLC0415
        from bot.telegram_app.options import TelegramOptions  # noqa: PLC0415

        platforms.append(
            TelegramApp(
                TelegramOptions(
                    token=token,
                    api_url=settings.telegram_api_url,
                    webhook_url=settings.telegram_webhook_url,
                    webhook_secret=settings.telegram_webhook_secret.get_secret_value(),
                    webhook_host=settings.http_host,
                    webhook_port=settings.telegram_webhook_port,
                    entrance=f"{settings.web_url}{ENTRANCE}",
                    app=settings.telegram_app,
                ),
                metrics,
                clock=clock,
                gate=gate,
            )
        )
    return platforms


@asynccontextmanager
async def _owning(tenure: Tenure, language: str) -> AsyncIterator[None]:
    """Keep the leases of this process as its own; raises Taken."""
    words = wording(language)

    def waiting(lease: Lease, seconds: float) -> None:
        logger.warning("waiting for the process before", extra={"what": lease.what})
        say(
            words.gettext(
                "the process before ({owner}) may still run: waiting {seconds:.0f} s",
                owner=lease.owner.partition(" ")[0],
                seconds=seconds,
            )
        )

    try:
        await tenure.begin(waiting)
        yield
    finally:
        await tenure.give_back()


def _served(shards: Shards | None, platform: str) -> int:
    """Return how many shards of a platform this process serves; alone, it serves all as one."""
    return 1 if shards is None else sum(each.platform == platform for each in shards.held)


async def _run(
    platforms: list[Platform],
    dispatchers: Mapping[str, Dispatcher],
    tenure: Tenure,
    language: str,
    stop: asyncio.Event,
) -> None:
    """Run platforms until `stop`, none of them can go on, or another process took over.

    Raises what the last one could not go on for, and Lost.
    """
    words = wording(language)
    waiting = asyncio.create_task(stop.wait())
    keeping = asyncio.create_task(tenure.keep())
    running = {asyncio.create_task(each.run(dispatchers[each.platform])) for each in platforms}
    try:
        while running and not (waiting.done() or keeping.done()):
            await asyncio.wait({waiting, keeping, *running}, return_when=FIRST_COMPLETED)
            for task in [task for task in running if task.done()]:
                running.remove(task)
                if error := task.exception():
                    logger.error("platform ended", exc_info=error)
                    if not running:
                        raise error
                    if isinstance(error, SeizeError):  # others go on, but this is to be seen
                        say(words.notice(error))
    finally:
        waiting.cancel()
        keeping.cancel()  # renewed no more, the leases are the next process's soon
    logger.info("stopping")
    for task in running:
        task.cancel()
    if running:
        _, late = await asyncio.wait(running, timeout=PATIENCE)
        if late:
            logger.warning("stopped without goodbye", extra={"platforms": len(late)})
    with suppress(asyncio.CancelledError):
        await keeping


@contextmanager
def _signalled() -> Iterator[asyncio.Event]:
    """Make an event that SIGTERM and SIGINT set."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        yield stop
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)


async def _nights(job: NightlyJob, clock: PlatformClock, preparation: Preparation) -> None:
    """Do the work of the nights, once all is ready, and it is known which day it is."""
    await preparation.done.wait()
    await clock.heard.wait()
    await job.run()


async def _no_nights() -> None:
    pass


async def _look(
    store: Store,
    shards: Shards | None,
    clock: PlatformClock,
    platforms: list[Platform],
    dispatchers: Mapping[str, Dispatcher],
    preparation: Preparation,
) -> Health:
    states = {each.platform: each.state for each in platforms}
    if shards:
        states |= {name: STANDING_BY for name in states if not _served(shards, name)}
    if not preparation.done.is_set():
        states |= {name: PREPARING for name, state in states.items() if state == READY}
    rounds = sum(len(each.rooms()) for each in dispatchers.values())
    ahead = clock.ahead if clock.heard.is_set() else None
    try:
        async with store.read() as work:
            await work.rounds.get(0)
    except SeizeError:
        return Health(states, rounds, ahead, database=False)
    return Health(states, rounds, ahead)
