"""The gateway: its websocket, sessions, heartbeats, resumes and closes.

Source: Discord docs, Events: Gateway; Opcodes and Status Codes: Gateway close codes.
"""

import asyncio
import json
import time
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from tests.simulators.discord import intents, payloads
from tests.simulators.discord.shapes import Json

if TYPE_CHECKING:
    from tests.simulators.discord.server import DiscordSimulator

DISPATCH, HEARTBEAT, IDENTIFY, RESUME = 0, 1, 2, 6
INVALID_SESSION, HELLO, ACK = 9, 10, 11
MOST_EVENTS, PER_SECONDS, MOST_BYTES = 120, 60.0, 4096
MEMORY = 1000  # events that can be sent once more


class Closed(Exception):
    """The simulator closes a connection with a code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"gateway closed with {code}: {reason}")
        self.code = code
        self.reason = reason


@dataclass(eq=False)
class Session:
    """The state that a client identified for; it outlives its connections until it is ended."""

    id: str
    intents: int
    log: deque[Json] = field(default_factory=lambda: deque(maxlen=MEMORY))
    sent: int = 0  # events, of which `log` has the last ones
    connection: "Connection | None" = None
    ready: bool = False
    shard: tuple[int, int] = (0, 1)

    def has(self, guild_id: int | None) -> bool:
        """Tell whether a guild's events go to its shard; all else goes to the first."""
        index, count = self.shard
        # Source: Discord docs, Gateway: Sharding.
        return index == (0 if guild_id is None else (guild_id >> 22) % count)

    def wants(self, event: str, *, in_guild: bool) -> bool:
        """Tell whether an event is among its intents."""
        need = intents.needed(event, in_guild=in_guild)
        return not need or bool(self.intents & need)

    def push(self, event: str, data: Json) -> None:
        """Number an event, remember it for a resume, send it if connected."""
        self.sent += 1
        frame = {"op": DISPATCH, "t": event, "s": self.sent, "d": data}
        self.log.append(frame)
        if self.connection:
            self.connection.send(frame)


@dataclass(eq=False)
class Connection:
    """One websocket, with its own compression stream and order of frames."""

    ws: web.WebSocketResponse
    request: web.Request
    session: Session | None = None
    received: list[float] = field(default_factory=list)
    closing: bool = False

    def __post_init__(self) -> None:
        self._frames: asyncio.Queue[Json | int] = asyncio.Queue()
        self._deflate = zlib.compressobj()

    def send(self, frame: Json) -> None:
        """Queue a frame, due now."""
        self._frames.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close with a code, after what is queued."""
        self._frames.put_nowait(code)

    def cut(self) -> None:
        """Drop the TCP connection without a word."""
        if self.request.transport:
            self.request.transport.abort()

    async def write(self, sim: "DiscordSimulator") -> None:
        """Send what is queued, in order, until cancelled."""
        while not self.ws.closed:
            frame = await self._frames.get()
            await sim.heard.wait()
            try:
                await self._write(frame)
            except (ConnectionError, RuntimeError):
                return

    async def _write(self, frame: Json | int) -> None:
        if isinstance(frame, int):
            self.closing = True
            await self.ws.close(code=frame)
            return
        text = json.dumps(frame)
        # Each message ends at a flush: 00 00 ff ff tells the client that it is whole.
        data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
        await self.ws.send_bytes(data)


class Gateway:
    """Accepts websockets, and hands events to the sessions that want them."""

    def __init__(self, sim: "DiscordSimulator") -> None:
        self.sim = sim
        self.connections: set[Connection] = set()
        self.sessions: dict[str, Session] = {}
        self.refusals: list[int] = []
        self.identifies = self.resumes = 0
        self.identified: dict[int, float] = {}  # when (monotonic), by bucket of max_concurrency

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it closes."""
        ws = web.WebSocketResponse(max_msg_size=0, timeout=1.0)
        await ws.prepare(request)
        compress = request.query.get("compress")
        if compress != "zlib-stream":
            self.sim.violations.append(f"gateway: unsupported compression {compress}")
        connection = Connection(ws, request)
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write(self.sim))
        connection.send({"op": HELLO, "d": {"heartbeat_interval": self.sim.heartbeat_ms}})
        try:
            await self._read(connection)
        except Closed as closed:
            self.sim.violations += [] if closed.reason == "planned" else [str(closed)]
            await ws.close(code=closed.code, message=closed.reason.encode())
        finally:
            self._lost(connection)
            if not connection.closing:
                writer.cancel()
            # A close is under way in the writer: cancelled, it would never reach the client.
            await asyncio.wait([writer])
        return ws

    async def _read(self, connection: Connection) -> None:
        # Discord docs, Gateway: a client that sends no heartbeat is taken for dead.
        silence = self.sim.heartbeat_ms / 1000 * 2.5
        while True:
            try:
                message = await connection.ws.receive(timeout=silence)
            except TimeoutError:
                raise Closed(4009, "no heartbeat") from None
            if message.type == WSMsgType.CLOSE and message.data in (1000, 1001):
                # A client that says good-bye with these codes ends its session.
                self._end(connection.session)
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            self._receive(connection, message.data)

    def _end(self, session: Session | None) -> None:
        if session:
            self.sessions.pop(session.id, None)

    def _lost(self, connection: Connection) -> None:
        self.connections.discard(connection)
        session = connection.session
        if session and session.connection is connection:
            session.connection = None
        self.sim.changes.news()

    def _receive(self, connection: Connection, text: str | bytes) -> None:
        now = time.monotonic()
        recent = [at for at in connection.received if at > now - PER_SECONDS]
        connection.received = [*recent, now]
        if len(connection.received) > MOST_EVENTS:
            raise Closed(4008, "rate limited")
        if len(text) > MOST_BYTES:
            raise Closed(4002, "payload above 4096 bytes")
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, TypeError, KeyError):
            raise Closed(4002, "decode error") from None
        self._obey(connection, op, data)
        self.sim.changes.news()

    def _obey(self, connection: Connection, op: int, data: Any) -> None:
        if op == HEARTBEAT:
            connection.send({"op": ACK})
        elif op == IDENTIFY:
            self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)
        else:
            raise Closed(4001, f"unknown opcode {op}")

    def _identify(self, connection: Connection, data: Any) -> None:
        if connection.session:
            raise Closed(4005, "already authenticated")
        if self.refusals:
            raise Closed(self.refusals.pop(0), "planned")
        wanted = self._checked(data)
        index, count = data.get("shard") or (0, 1)
        if not self._in_turn(index):
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        self.identifies += 1
        for old in list(self.sessions.values()):
            if old.connection is None:
                del self.sessions[old.id]
        session = Session(f"session{self.sim.ids.new()}", wanted, shard=(index, count))
        session.connection, connection.session = connection, session
        self.sessions[session.id] = session
        guilds = [each for each in self.sim.guilds if each.has_bot and session.has(each.id)]
        gone = [{"id": str(guild.id), "unavailable": True} for guild in guilds]
        session.push("READY", self._ready(session, gone))
        for guild in guilds:
            if wanted & intents.GUILDS and guild.available:
                session.push("GUILD_CREATE", payloads.guild_create(guild))
        session.ready = True

    def _in_turn(self, shard: int) -> bool:
        """Count an IDENTIFY; tell whether it is not too soon after another.

        Source: Discord docs, Gateway: Rate Limiting: one every five seconds in each bucket, a
        thousand a day.
        """
        sim, now = self.sim, time.monotonic()
        bucket, sim.session_starts = shard % sim.max_concurrency, sim.session_starts - 1
        if sim.session_starts < 0:
            sim.violations.append("gateway: no session starts are left today")
        if now - self.identified.get(bucket, -sim.identify_pace) < sim.identify_pace:
            sim.violations.append("gateway: identified too soon")
            return False
        self.identified[bucket] = now
        return True

    def _checked(self, data: Any) -> int:
        if not isinstance(data, dict) or not isinstance(data.get("intents"), int):
            raise Closed(4002, "identify without intents")
        if data.get("token") != self.sim.token:
            raise Closed(4004, "authentication failed")
        if not isinstance(data.get("properties"), dict):
            raise Closed(4002, "identify without properties")
        index, count = data.get("shard") or (0, 1)
        if not 0 <= index < count:
            raise Closed(4010, "invalid shard")
        if count < self.sim.least_shards:
            raise Closed(4011, "planned")
        wanted: int = data["intents"]
        if wanted & ~intents.KNOWN:
            raise Closed(4013, "invalid intents")
        if wanted & ~self.sim.allowed_intents():
            raise Closed(4014, "disallowed intents")
        return wanted

    def _ready(self, session: Session, guilds: list[Json]) -> Json:
        return {
            "v": 10,
            "user": payloads.user(self.sim.me) | {"verified": True, "mfa_enabled": True},
            "guilds": guilds,
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.sim.gateway_url,
            "shard": list(session.shard),
            "application": {"id": str(self.sim.application_id), "flags": self.sim.app_flags()},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "user_settings": {},
        }

    def _resume(self, connection: Connection, data: Any) -> None:
        if not isinstance(data, dict) or data.get("token") != self.sim.token:
            raise Closed(4004, "authentication failed")
        session = self.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if session is None or not isinstance(seq, int):
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        missed = session.sent - seq
        if missed < 0:
            raise Closed(4007, "invalid seq")
        if missed > len(session.log):
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        self.resumes += 1
        if session.connection:
            session.connection.cut()
        session.connection, connection.session = connection, session
        for frame in [*session.log][len(session.log) - missed :]:
            connection.send(frame)
        session.push("RESUMED", {})
