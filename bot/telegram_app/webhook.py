"""Updates received by webhook (Bot API: setWebhook)."""

import asyncio
import hmac
import logging
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Bot, Update
from telegram.error import BadRequest, TelegramError

from bot.gate import Gate
from bot.http_port import http_port, take_seat
from bot.telegram_app.client import persist
from bot.telegram_app.errors import WebhookRefused
from bot.telegram_app.intake import ALLOWED, Intake
from bot.telegram_app.options import PLATFORM, TelegramOptions, Timing
from core.errors import translatable

SECRET = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 (the header's name)
_SETTLE = 5.0  # seconds after which Telegram is told that an update has come, handled or not
_BODY = 1024 * 1024
_QUIET = 60.0  # seconds between two lines of the log about calls by others
_PAUSE = 0.2

logger = logging.getLogger(__name__)


class Webhook:
    """Listens for updates, each acknowledged once it is handled.

    `caught_up` is set once those that waited are handled. `gate` is waited for before an update is
    taken, and before it is acknowledged.
    """

    def __init__(
        self,
        bot: Bot,
        intake: Intake,
        options: TelegramOptions,
        timing: Timing,
        caught_up: asyncio.Event,
        gate: Gate,
    ) -> None:
        self._gate = gate
        self._bot = bot
        self._intake = intake
        self._options = options
        self._timing = timing
        self._caught_up = caught_up
        # Whoever knows the address could send words otherwise.
        self._secret = options.webhook_secret or secrets.token_urlsafe(32)
        self._refused, self._quiet_until = 0, 0.0

    async def run(self) -> None:
        """Take updates until cancelled; raises WebhookRefused, TokenRefused."""
        async with self._listening():
            await persist(self._register, self._timing, "no webhook yet")
            with suppress(TelegramError):
                while (await self._bot.get_webhook_info()).pending_update_count:
                    await self._timing.sleep(_PAUSE)
            self._caught_up.set()
            await asyncio.Event().wait()

    async def close(self) -> None:
        """Do nothing: an update that was not handled has not been acknowledged."""

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[None]:
        app = web.Application(client_max_size=_BODY)
        app.router.add_post(urlsplit(self._options.webhook_url).path or "/", self._receive)
        host, port = self._options.webhook_host, self._options.webhook_port
        async with AsyncExitStack() as serving:
            try:
                await serving.enter_async_context(http_port(app, host, port, grace=0.5))
            except OSError as error:
                raise WebhookRefused(
                    translatable(
                        "cannot listen on port {port}: {reason}; set {variable} to a free one"
                    ),
                    port=port,
                    reason=error.strerror or type(error).__name__,
                    variable="SEIZE_TELEGRAM_WEBHOOK_PORT",
                ) from error
            yield

    async def _register(self) -> None:
        try:
            await self._bot.set_webhook(
                self._options.webhook_url,
                allowed_updates=ALLOWED,
                secret_token=self._secret,
                drop_pending_updates=False,
            )
        except BadRequest as error:
            raise WebhookRefused(
                translatable("Telegram refuses the address of {variable}: {reason}"),
                variable="SEIZE_TELEGRAM_WEBHOOK_URL",
                reason=error.message,
            ) from error

    async def _receive(self, request: web.Request) -> web.Response:
        if not self._is_telegram(request.headers):
            self._refuse()
            return web.Response(status=403)
        if not take_seat(request):
            return web.Response(status=503)  # it is sent again
        try:
            body = await request.json()
        except (ValueError, RecursionError):
            return web.Response(status=400)
        try:
            update = Update.de_json(body, self._bot)
        except Exception:
            # Refused, it would be sent again and again, and hold up all that come after it.
            logger.exception("update not understood")
            return web.Response()
        await self._handle(update)
        return web.Response()

    async def _handle(self, update: Update) -> None:
        await self._gate()
        handled = self._intake.take(update)
        if handled:
            try:
                await asyncio.wait_for(handled.wait(), _SETTLE)
            except TimeoutError:
                logger.warning("update still under way", extra={"platform": PLATFORM})
        await self._gate()

    def _refuse(self) -> None:
        """Count a call by another, and log how many there were, once a minute."""
        self._refused += 1
        now = asyncio.get_running_loop().time()
        if now >= self._quiet_until:
            facts = {"platform": PLATFORM, "calls": self._refused}
            logger.warning("webhook called by another", extra=facts)
            self._quiet_until, self._refused = now + _QUIET, 0

    def _is_telegram(self, headers: Mapping[str, str]) -> bool:
        given = headers.get(SECRET, "")
        return hmac.compare_digest(given.encode(), self._secret.encode())
