"""REST v10: finds the endpoint, checks token and rate, answers as Discord does.

Source: Discord docs, Reference; Topics: Rate Limits.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from aiohttp import BodyPartReader, web

from tests.simulators.discord.errors import Refusal
from tests.simulators.discord.limits import Fault, Verdict

if TYPE_CHECKING:
    from tests.simulators.discord.server import DiscordSimulator

PREFIX = "/api/v10"
Answer = tuple[int, Any]


@dataclass
class Call:
    """A request, read: its path's parameters, query, body and files by index."""

    sim: "DiscordSimulator"
    method: str
    path: str
    params: dict[str, str]
    query: Mapping[str, str]
    body: Any = None
    uploads: dict[int, tuple[str, bytes]] = field(default_factory=dict)

    def id(self, name: str) -> int:
        """Return a snowflake of the path."""
        return snowflake(self.params[name], name)


def snowflake(value: object, name: str) -> int:
    """Return an id given as text; refuse what is none."""
    if not str(value).isdigit():
        error = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{value}" is not snowflake.'}
        errors = {name: {"_errors": [error]}}
        raise Refusal(400, 50035, "Invalid Form Body", errors, mistake=True)
    return int(str(value))


@dataclass(frozen=True)
class Endpoint:
    """One of Discord's endpoints; `limit` names its bucket."""

    method: str
    pattern: "re.Pattern[str]"
    handler: Callable[[Call], Answer]
    limit: str
    open_to_all: bool


def endpoint(
    method: str, path: str, handler: Callable[[Call], Answer], limit: str = "other"
) -> Endpoint:
    """Return an endpoint; {name} in the path stands for one segment."""
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)
    # Those carry a token in their path and take no other.
    free = path.startswith(("/webhooks", "/interactions"))
    return Endpoint(method, re.compile(pattern), handler, limit, free)


@dataclass(frozen=True)
class Request:
    """A line of the log: when (monotonic), what, and the status answered; 0 for none."""

    time: float
    method: str
    path: str
    status: int


class Rest:
    """Serves the endpoints."""

    def __init__(self, sim: "DiscordSimulator", endpoints: list[Endpoint]) -> None:
        self.sim = sim
        self.endpoints = endpoints

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request, and note it."""
        path = unquote(request.raw_path.split("?")[0]).removeprefix(PREFIX)
        began = self.sim.monotonic()
        fault = self.sim.faults.next(request.method, path)
        cut = fault is not None and not fault.status
        if fault and cut and not fault.done:
            response = web.Response()
        else:
            response = await self._answer(request, path, fault)
        status = 0 if cut else response.status
        self.sim.requests.append(Request(began, request.method, path, status))
        if cut and request.transport:
            request.transport.abort()
        self.sim.changes.news()
        return response

    async def _answer(self, request: web.Request, path: str, fault: Fault | None) -> web.Response:
        found = self._find(request.method, path)
        if found is None:
            self.sim.violations.append(f"{request.method} {path}: no such endpoint here")
            return _json(404, {"message": "404: Not Found", "code": 0})
        point, params = found
        if not point.open_to_all and request.headers.get("Authorization") != self._authorization():
            self.sim.violations.append(f"{request.method} {path}: 401 wrong token")
            return _json(401, {"message": "401: Unauthorized", "code": 0})
        verdict = self._verdict(point, params, fault)
        if verdict.retry_after is not None:
            if fault is None:
                self.sim.refused.append(f"{request.method} {path}")
            code = {"code": fault.code} if fault and fault.code else {}
            return _json(429, verdict.body | code, verdict.headers)
        if fault and fault.status and not fault.done:
            return _json(fault.status, fault.body, verdict.headers)
        status, body = await self._call(request, path, point, params)
        if fault and fault.status:
            status, body = fault.status, fault.body
        return _json(status, body, verdict.headers)

    def _authorization(self) -> str:
        return f"Bot {self.sim.token}"

    def _find(self, method: str, path: str) -> tuple[Endpoint, dict[str, str]] | None:
        for point in self.endpoints:
            if point.method == method and (match := point.pattern.fullmatch(path)):
                return point, match.groupdict()
        return None

    def _verdict(self, point: Endpoint, params: dict[str, str], fault: Fault | None) -> Verdict:
        keys = ("channel_id", "guild_id", "webhook_id", "token")
        major = "+".join(params[key] for key in keys if key in params)
        if fault and fault.status == 429 and fault.code:
            return self.sim.limits.refuse_alone(point.limit, fault.retry_after)
        if fault and fault.status == 429:
            return self.sim.limits.block(point.limit, major, fault.retry_after, fault.scope)
        # Discord docs, Receiving and Responding: not bound to the global limit.
        return self.sim.limits.take(point.limit, major, counts_globally=not point.open_to_all)

    async def _call(
        self, request: web.Request, path: str, point: Endpoint, params: dict[str, str]
    ) -> Answer:
        call = Call(self.sim, request.method, path, params, request.query)
        try:
            await _read(request, call)
            self.sim.bodies.append(call.body)
            return point.handler(call)
        except Refusal as refusal:
            if refusal.mistake:
                self.sim.violations.append(f"{request.method} {path}: {refusal}")
            return refusal.status, refusal.body
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            # A body whose shape is so wrong that no rule names it.
            self.sim.violations.append(f"{request.method} {path}: malformed: {error!r}")
            return 400, {"message": "Invalid Form Body", "code": 50035}


def _json(status: int, body: Any, headers: Mapping[str, str] | None = None) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    # With a charset in the type, clients would not read the body as JSON.
    kind = {"Content-Type": "application/json"} | dict(headers or {})
    return web.Response(status=status, body=json.dumps(body).encode(), headers=kind)


async def _read(request: web.Request, call: Call) -> None:
    if not request.can_read_body:
        return
    if request.content_type == "application/json":
        call.body = _loads(await request.read())
    elif request.content_type == "multipart/form-data":
        await _read_parts(request, call)
    else:
        raise Refusal(415, 0, f"Unsupported Media Type {request.content_type}", mistake=True)


def _loads(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        text = "The request body contains invalid JSON."
        raise Refusal(400, 50109, text, mistake=True) from None


async def _read_parts(request: web.Request, call: Call) -> None:
    # Discord docs, Reference: Uploading Files: files[n] and payload_json.
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        if part.name == "payload_json":
            call.body = _loads(data)
        elif match := re.fullmatch(r"files\[(\d+)\]", part.name or ""):
            call.uploads[int(match[1])] = (part.filename or "unknown", data)
        else:
            raise Refusal(400, 50035, f"Unknown part {part.name!r}", mistake=True)
