"""The HTTP side of the Bot API (Bot API: Making requests)."""

import asyncio
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

from aiohttp import BodyPartReader, web
from aiohttp.web_request import FileField

from tests.simulators.telegram.calls import Call, Upload
from tests.simulators.telegram.delivery import Delivery
from tests.simulators.telegram.errors import ApiError, Json, too_many_requests
from tests.simulators.telegram.faults import Fault, Faults
from tests.simulators.telegram.limits import FloodControl
from tests.simulators.telegram.methods import METHODS, Method
from tests.simulators.telegram.world import World

# Bot API: Sending files: 50 MB, and what goes around them.
BODY_BYTES = 52 * 1024 * 1024


@dataclass
class Request:
    """A call as it came in: when, what, which chat, and the status of the answer, 0 for none."""

    time: float
    method: str
    chat: str
    params: Json = field(default_factory=dict)
    status: int = 0


class BotApiServer:
    """Answers the bot; the address is known once it has started."""

    def __init__(self, world: World, token: str, limits: FloodControl) -> None:
        self.world = world
        self.token = token
        self.flood = limits
        self.faults = Faults()
        self.delivery = Delivery(world)
        self.requests: list[Request] = []
        self.latency = 0.0
        self.url = ""
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen on a free port of the loopback interface."""
        app = web.Application(client_max_size=BODY_BYTES)
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        app.on_response_prepare.append(self._date)
        # A poll must end when its client goes away, or it would take that client's updates.
        self._runner = web.AppRunner(
            app, handler_cancellation=True, shutdown_timeout=0.1, access_log=None
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"

    async def stop(self) -> None:
        """Hang up on everyone."""
        await self.delivery.close()
        if self._runner:
            await self._runner.cleanup()

    async def _date(self, _: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = formatdate(self.world.clock(), usegmt=True)

    async def _handle(self, http: web.Request) -> web.StreamResponse:
        request = Request(self.world.monotonic(), http.match_info["method"], "")
        self.requests.append(request)
        try:
            call = await _read(http)
            request.params, request.chat = call.params, call.text("chat_id")
            answer = await self._answer(http, call)
        except ApiError as error:
            self._note(call, error)
            answer = web.json_response(error.answer(), status=error.code)
        except Exception as error:
            # Nothing that a bot may send should get here, so no test may overlook it.
            self.world.findings.violations.append(f"{request.method}: {error!r}")
            raise
        gone = http.transport is None or http.transport.is_closing()
        request.status = 0 if gone else answer.status
        self.world.changes.notify()
        return answer

    async def _answer(self, http: web.Request, call: Call) -> web.Response:
        if http.match_info["token"] != self.token:
            raise ApiError(401, "Unauthorized")
        if self.latency:
            await asyncio.sleep(self.latency)
        fault = self.faults.take(call.method)
        if fault and fault.kind == "flood":
            raise self._flood(METHODS.get(call.method.lower()), call, fault.retry_after)
        if fault and not fault.carried_out:
            return self._fail(http, fault)
        result = await self._result(call)
        if fault:
            return self._fail(http, fault)
        return web.json_response({"ok": True, "result": result})

    @staticmethod
    def _fail(http: web.Request, fault: Fault) -> web.Response:
        if fault.kind == "cut" and http.transport:
            http.transport.abort()
        status = fault.status or 500
        body: Json = {"ok": False, "error_code": status, "description": fault.description}
        return web.json_response(body, status=status)

    async def _result(self, call: Call) -> Any:
        match call.method.lower():
            case "getupdates":
                return await self.delivery.get_updates(call)
            case "setwebhook":
                return await self.delivery.set_webhook(call)
            case "deletewebhook":
                return await self.delivery.delete_webhook(call)
            case "getwebhookinfo":
                return self.delivery.get_webhook_info()
        method = METHODS.get(call.method.lower())
        if not method:
            raise ApiError(404, "Not Found: method not found")
        self._check_flood(method, call)
        result = method.run(self.world, call)
        if method.counts == "message":
            count = len(result) if isinstance(result, list) else 1
            self.flood.count_message(_chat_id(call), count)
        elif method.counts == "other":
            self.flood.count_other()
        return result

    def _check_flood(self, method: Method, call: Call) -> None:
        wait = 0
        if method.counts == "message":
            wait = self.flood.wait_for_message(_chat_id(call))
        elif method.counts == "other":
            wait = self.flood.wait_for_other()
        if wait:
            raise self._flood(method, call, wait)

    def _flood(self, method: Method | None, call: Call, wait: int) -> ApiError:
        """Return the refusal of a call that has to wait, and hold the chat to it."""
        if method and method.counts == "message" and self.flood.block(_chat_id(call), wait):
            self.world.findings.impatient.append(f"{call.method} to {call.text('chat_id')}")
        return too_many_requests(wait)

    def _note(self, call: Call, error: ApiError) -> None:
        """Write down a refusal where it belongs."""
        findings = self.world.findings
        finding = f"{call.method}: {error.description}"
        if error.code == 429:
            findings.refused += 1
        elif error.blame == "waste":
            findings.wasted.append(finding)
        elif error.blame == "late":
            findings.late.append(finding)
        elif error.blame == "bot":
            findings.violations.append(finding)


def _chat_id(call: Call) -> int:
    """Return the chat of a call for flood control, 0 where it is none."""
    text = call.text("chat_id")
    return int(text) if text.lstrip("-").isdecimal() else 0


async def _read(http: web.Request) -> Call:
    """Return the call that a request makes, in any of the four ways there are."""
    call = Call(http.match_info["method"], dict(http.query))
    if http.content_type == "application/json":
        call.params |= await http.json()
    elif http.content_type in {"multipart/form-data", "application/x-www-form-urlencoded"}:
        for name, value in (await http.post()).items():
            if isinstance(value, FileField):
                call.files[name] = Upload(value.filename, value.file.read())
            elif not isinstance(value, BodyPartReader | bytearray):
                call.params[name] = value
    return call
