"""The delivery of updates: getUpdates or a webhook (Bot API: Getting updates)."""

import asyncio
import contextlib
import ipaddress
import re
from urllib.parse import urlsplit

import aiohttp

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.errors import ApiError, Json, bad_request
from tests.simulators.telegram.world import World

# Bot API: getUpdates: limit: 1-100.
BATCH = 100
# Telegram waits longer after each failure; tests have no time for that.
RETRY_SECONDS = 0.05
# Bot API: setWebhook: supported ports.
PORTS = {443, 80, 88, 8443}


class Delivery:
    """Gives the bot its updates, in the one way that it has chosen."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.url = ""
        self.waiting = 0  # polls that wait for updates
        self.conflicts = 0
        self._secret = ""
        self._last_error: Json = {}
        self._poll = object()
        self._pusher: asyncio.Task[None] | None = None

    async def get_updates(self, call: Call) -> list[Json]:
        """Carry out getUpdates; return the Updates. A later call ends one that waits."""
        if self.url:
            raise ApiError(
                409,
                "Conflict: can't use getUpdates method while webhook is active; "
                "use deleteWebhook to delete the webhook first",
            )
        mine = self._poll = object()
        queue = self.world.updates
        queue.changes.notify()
        queue.allow(call.data("allowed_updates"))
        queue.confirm(call.integer("offset"))
        self.waiting += 1
        self.world.changes.notify()
        try:
            await queue.changes.wait(
                lambda: self._poll is not mine or self.conflicts or queue.pending(),
                min(call.integer("timeout"), 50),
            )
        finally:  # whoever asked may have gone
            self.waiting -= 1
        if self._poll is not mine or self.conflicts:
            self.conflicts = max(self.conflicts - (self._poll is mine), 0)
            raise ApiError(
                409,
                "Conflict: terminated by other getUpdates request; "
                "make sure that only one bot instance is running",
                blame="world",
            )
        limit = min(max(call.integer("limit", BATCH), 1), BATCH)
        return [update.to_json() for update in queue.give(limit)]

    def conflict(self, times: int) -> None:
        """Have the next polls, and one that waits now, find another poller."""
        self.conflicts += times
        self.world.updates.changes.notify()

    async def set_webhook(self, call: Call) -> bool:
        """Carry out setWebhook; return True."""
        url, secret = call.text("url"), call.text("secret_token")
        if not url:
            return await self.delete_webhook(call)
        if not re.match(r"[A-Za-z0-9_\-]{0,256}$", secret):
            raise bad_request("secret token contains unallowed characters")
        if not 1 <= call.integer("max_connections", 40) <= 100:
            raise bad_request("max_connections must be between 1 and 100")
        _check_address(url)
        await self.close()
        self._drop(call)
        self.world.updates.allow(call.data("allowed_updates"))
        self.url, self._secret, self._last_error = url, secret, {}
        self._pusher = asyncio.create_task(self._push())
        self.world.changes.notify()
        return True

    async def delete_webhook(self, call: Call) -> bool:
        """Carry out deleteWebhook; return True."""
        await self.close()
        self.url = ""
        self._drop(call)
        self.world.changes.notify()
        return True

    def get_webhook_info(self) -> Json:
        """Carry out getWebhookInfo; return the WebhookInfo."""
        info: Json = {
            "url": self.url,
            "has_custom_certificate": False,
            "pending_update_count": len(self.world.updates.pending()),
        } | self._last_error
        if self.world.updates.allowed:
            info["allowed_updates"] = sorted(self.world.updates.allowed)
        return info

    async def close(self) -> None:
        """Stop calling the webhook."""
        if self._pusher:
            self._pusher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._pusher
            self._pusher = None

    def _drop(self, call: Call) -> None:
        if call.flag("drop_pending_updates"):
            self.world.findings.dropped += 1
            self.world.updates.drop()

    async def _push(self) -> None:
        """Post update after update to the webhook until it takes each (Bot API: setWebhook)."""
        queue = self.world.updates
        headers = {"X-Telegram-Bot-Api-Secret-Token": self._secret} if self._secret else {}
        async with aiohttp.ClientSession(headers=headers) as client:
            while True:
                await queue.changes.wait(queue.pending, 3600)
                for update in queue.give(1):
                    if await self._post(client, update.to_json()):
                        queue.forget(update)
                    else:
                        await asyncio.sleep(RETRY_SECONDS)

    async def _post(self, client: aiohttp.ClientSession, body: Json) -> bool:
        """Return whether the webhook took an update, with any 2xx status."""
        why = ""
        try:
            async with client.post(self.url, json=body) as answer:
                if answer.status // 100 != 2:
                    why = f"Wrong response from the webhook: {answer.status} {answer.reason}"
        except (aiohttp.ClientError, OSError) as error:
            why = f"Connection failed: {error}"
        if why:
            at = self.world.now()
            self._last_error = {"last_error_date": at, "last_error_message": why}
        return not why


def _check_address(url: str) -> None:
    """Raise ApiError unless an address is one for webhooks; a loopback one may be plain HTTP."""
    parts = urlsplit(url)
    try:
        local = ipaddress.ip_address(parts.hostname or "").is_loopback
    except ValueError:
        local = parts.hostname == "localhost"
    if local:
        return
    if parts.scheme != "https":
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if (parts.port or 443) not in PORTS:
        allowed = "ports 80, 88, 443 or 8443"
        raise bad_request(f"bad webhook: Webhook can be set up only on {allowed}")
