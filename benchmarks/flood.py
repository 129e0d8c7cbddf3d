"""A port that others flood, as its users feel it: the checks of health, and players on pages.

    python -m benchmarks.flood [--count 5000]

A process serves /healthz as the bot does. Others open 1,100 connections and send half a request
on each, send bodies of 100 MB, and packed bodies that would unpack to 1 GB; meanwhile /healthz is
asked 100 times.

Then four players trace five words a second each, first on the page of a chat (`seize serve`, with
a simulated Discord), then as guests (`seize web`). Beside them so many hostile connections are
opened, of each sort: from one address, from many that a trusted proxy tells (127.0.0.1), and from
one that makes many up. They are held until they are cut off, or for three seconds after the last.

Last result, 2026-11-22, a 2-core virtual machine (Intel Xeon), Python 3.11, other work beside it:

    100 checks: 2 ms median, 14 ms at most; 44 MB at most
"""

import argparse
import asyncio
import http.client
import multiprocessing
import resource
import socket
import time
import zlib
from multiprocessing import queues

from bot.chat.metrics import Metrics
from bot.server.health import READY, Health, HealthServer

HALF_OPEN, CHECKS = 1100, 100
LARGE, UNPACKED = 100_000_000, 1_000_000_000  # bytes


def serve(
    port: "queues.Queue[int]", end: "queues.Queue[int]", memory: "queues.Queue[float]"
) -> None:
    async def look() -> Health:
        return Health({"telegram": READY}, 0)

    async def run() -> None:
        async with HealthServer("127.0.0.1", 0, look, Metrics([], [])) as server:
            port.put(server.port)
            await asyncio.to_thread(end.get)
        memory.put(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)

    asyncio.run(run())


def send(port: int, body: bytes, headers: dict[str, str]) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", port)
    try:
        asked.request("POST", "/healthz", body, headers)
        asked.getresponse()
    except OSError:
        return  # cut off: as good as refused


def check(port: int) -> float:
    """Return the seconds until /healthz answers 200."""
    began = time.perf_counter()
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    asked.request("GET", "/healthz")
    assert asked.getresponse().status == 200
    return time.perf_counter() - began


def health() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 2 * HALF_OPEN), most))
    context = multiprocessing.get_context("spawn")
    ports, end, memory = context.Queue(), context.Queue(), context.Queue()
    server = context.Process(target=serve, args=(ports, end, memory))
    server.start()
    port: int = ports.get()
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(HALF_OPEN)]
    for each in silent:
        try:
            each.send(b"GET /healthz HTTP/1.1\r\nHost: here\r\n")
        except OSError:
            continue  # dropped already
    bomb, packed = zlib.compress(b" " * UNPACKED, 1), {"Content-Encoding": "deflate"}
    bodies = [(b"x" * LARGE, {}), (b"x" * LARGE, {}), (bomb, packed), (bomb, packed)]
    others = [context.Process(target=send, args=(port, *each)) for each in bodies]
    for other in others:
        other.start()
    took = []
    for _ in range(CHECKS):
        took.append(check(port))
        time.sleep(0.05)
    for other in others:
        other.join()
    end.put(0)
    took.sort()
    print(
        f"{CHECKS} checks: {1000 * took[CHECKS // 2]:.0f} ms median, {1000 * took[-1]:.0f} ms at "
        f"most; {memory.get():.0f} MB at most"
    )
    server.join()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=5000)
    asked = parser.parse_args()
    health()
    # It imports the bot, which would count as memory of the process above.
    from benchmarks.page_flood import pages

    asyncio.run(pages(asked.count))
