import asyncio
import logging
import socket
import zlib
from io import BytesIO
from typing import Any

import aiohttp
import pytest
from telegram import Message

from bot.telegram_app import polling
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.errors import TokenRefused, WebhookRefused
from bot.telegram_app.options import TelegramOptions
from bot.telegram_app.requests import Called, CommandNames
from bot.telegram_app.webhook import SECRET as WEBHOOK_SECRET
from tests.bot.telegram_app.fakes import FakeDispatcher, FakeMetrics
from tests.bot.telegram_app.stage import stage
from tests.bot.telegram_app.times import HastyTime
from tests.simulators.telegram import TelegramSimulator

SECRET = "open-sesame"  # noqa: S105 (it opens nothing)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def app_of(sim: TelegramSimulator, time: HastyTime, **more: Any) -> TelegramApp:
    options = TelegramOptions(**({"token": sim.token, "api_url": sim.api_url} | more))
    return TelegramApp(options, FakeMetrics(), time.timing)


async def test_it_asks_for_what_it_reads_and_drops_nothing() -> None:
    async with stage() as scene:
        await scene.sim.polling()
        assert scene.sim.world.updates.allowed == {"message", "callback_query", "my_chat_member"}
        assert scene.sim.dropped == 0
        assert scene.app.state == "ready"
    assert scene.app.state == "closed"


async def test_a_refused_token_names_its_variable(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with TelegramSimulator() as sim:
        app = app_of(sim, HastyTime(), token="123:wrong-token")  # noqa: S106
        with pytest.raises(TokenRefused) as refused:
            await app.run(FakeDispatcher(outbox=app))
    assert "SEIZE_TELEGRAM_TOKEN" in str(refused.value)
    assert "@BotFather" in str(refused.value)
    assert refused.value.__cause__ is None
    assert "wrong-token" not in caplog.text


async def test_logs_hold_no_token_and_nothing_people_say(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("telegram").setLevel(logging.DEBUG)
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada Unheard")
        group.join(ada)
        scene.sim.fail_next("sendMessage")
        scene.sim.limit_next("setMessageReaction")
        await ada.says(group, "abracadabra")
        await scene.heard("abracadabra")
        await scene.handled(ada, group)
        await scene.answered()
        token = scene.sim.token
    told = caplog.text + "".join(str(vars(record)) for record in caplog.records)
    own = [each for each in caplog.records if each.name.startswith(("bot", "telegram", "http"))]
    assert all(each.name.startswith("bot") for each in own)
    assert token not in told
    assert "abracadabra" not in told
    assert "Unheard" not in told


async def test_while_there_is_no_network_it_goes_on_trying() -> None:
    time = HastyTime()
    async with TelegramSimulator(clock=time.wall, monotonic=time.now) as sim:
        sim.fail_next("getMe", times=3)
        sim.fail_next("deleteWebhook")
        sim.fail_next("getUpdates", times=2)
        async with stage(sim=sim, time=time) as scene:
            ada = sim.add_user("Ada")
            await ada.starts()
            await scene.asked("help")
            await sim.until(lambda: scene.app.state == "ready")
            assert time.slept[:3] == [1.0, 2.0, 4.0]


async def test_it_is_connecting_until_it_is_connected() -> None:
    async with TelegramSimulator() as sim:
        app = TelegramApp(
            TelegramOptions(token=sim.token, api_url=f"http://127.0.0.1:{free_port()}"),
            FakeMetrics(),
            HastyTime().timing,
        )
        task = asyncio.create_task(app.run(FakeDispatcher(outbox=app)))
        await asyncio.sleep(0)
        assert app.state == "connecting"
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert app.state == "closed"


async def test_another_poller_is_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    async with stage() as scene:
        await scene.sim.polling()
        scene.sim.conflict(3)
        await scene.sim.until(lambda: len(scene.time.slept) >= 3)
        ada = scene.sim.add_user("Ada")
        await ada.starts()
        await scene.asked("help")
        await scene.sim.until(lambda: scene.app.state == "ready")
    warned = [each for each in caplog.records if "another process" in each.message]
    assert len(warned) == 1


async def test_a_token_that_is_taken_back_ends_the_run() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await scene.sim.polling()
        scene.sim.server.token = "another"  # noqa: S105
        await ada.says(group, "word")
        with pytest.raises(TokenRefused):
            await scene.task
        assert scene.app.state == "closed"
        scene.sim.violations.clear()


async def test_an_update_that_nobody_understands_is_passed_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.says(group, "first")
        await scene.heard("first")
        scene.sim.hold()
        await ada.says(group, "second")
        scene.sim.world.publish("message", {"message_id": "what is this"})
        await ada.says(group, "third")
        scene.sim.release()
        await scene.heard("third")
        assert [each.text for each in scene.dispatcher.texts] == ["first", "second", "third"]
    assert "update not understood" in caplog.text


async def test_an_update_that_cannot_be_read_takes_no_other_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = CommandNames.called

    def called(names: CommandNames, message: Message) -> Called | None:
        if message.text == "second":
            raise ValueError
        return read(names, message)

    monkeypatch.setattr(CommandNames, "called", called)
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        scene.sim.hold()
        for text in ("first", "second", "third"):
            await ada.says(group, text)
        scene.sim.release()
        await scene.heard("third")
        assert [each.text for each in scene.dispatcher.texts] == ["first", "third"]


async def test_what_was_said_meanwhile_is_handled_after_the_rounds_are_taken_up() -> None:
    time = HastyTime()
    async with TelegramSimulator(privacy=False, clock=time.wall, monotonic=time.now) as sim:
        group, ada = sim.add_group("Words"), sim.add_user("Ada")
        group.join(ada)
        for number in range(250):
            await ada.says(group, f"word{number}", at=time.wall() - 100)
        dispatcher = FakeDispatcher(hold=True, mark=None)
        async with stage(sim=sim, time=time, dispatcher=dispatcher):
            await sim.until(lambda: sim.calls("getMe"))
            assert not sim.calls("getUpdates")
            dispatcher.take_up.set()
            await sim.until(lambda: dispatcher.caught_up)
        assert dispatcher.log == [
            "taken up",
            *(f"typed word{number}" for number in range(250)),
            "caught up",
        ]
        assert time.wall() - 120 < dispatcher.texts[0].at < time.wall() - 90


async def test_what_was_handled_is_not_delivered_to_the_next_process() -> None:
    time = HastyTime()
    async with TelegramSimulator(clock=time.wall, monotonic=time.now) as sim:
        ada = sim.add_user("Ada")
        async with stage(sim=sim, time=time) as scene:
            await ada.starts()
            await scene.answered()
        assert sim.pending == 0


async def test_what_is_being_stored_is_confirmed_only_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(polling, "_SETTLE", 30.0)
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        busy = scene.dispatcher.busy["slow"] = asyncio.Event()
        polls = len(scene.sim.calls("getUpdates"))
        await ada.says(group, "slow")
        await scene.sim.until(lambda: len(scene.app._queues))
        assert len(scene.sim.calls("getUpdates")) <= polls + 1
        assert scene.sim.pending == 1
        busy.set()
        await scene.heard("slow")
        await scene.sim.until(lambda: scene.sim.pending == 0)


async def test_queues_of_silent_chats_vanish() -> None:
    async with stage(privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.says(group, "word")
        await scene.heard("word")
        await scene.handled(ada, group)
        await scene.answered()
        await scene.sim.until(lambda: not len(scene.app._queues) or None)


def webhook(port: int) -> dict[str, Any]:
    url = f"http://127.0.0.1:{port}/telegram"
    return {"webhook_url": url, "webhook_secret": SECRET, "webhook_port": port}


async def test_a_webhook_takes_updates_from_telegram_alone() -> None:
    port = free_port()
    async with stage(privacy=False, **webhook(port)) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        await ada.says(group, "word")
        await scene.heard("word")
        assert not scene.sim.calls("getUpdates")
        assert scene.sim.dropped == 0
        url = f"http://127.0.0.1:{port}/telegram"
        forged = {"update_id": 1, "message": {"text": "forged"}}
        async with aiohttp.ClientSession() as client:
            for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "wrong"}):
                async with client.post(url, json=forged, headers=headers) as answer:
                    assert answer.status == 403
            right = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
            bodies: list[tuple[Any, int]] = [
                (b"no json", 400),
                (b"[" * 50_000, 400),
                (b"[" * 50_000 + b"]" * 50_000, 400),
                (BytesIO(b" " * 2_000_000), 413),
                (b"[]", 200),
                (b'{"message": {}}', 200),
            ]
            for body, status in bodies:
                async with client.post(url, data=body, headers=right) as answer:
                    assert answer.status == status
        assert len(scene.dispatcher.texts) == 1


async def test_nobody_but_telegram_sets_the_clock() -> None:
    port = free_port()
    async with stage(**webhook(port)) as scene, aiohttp.ClientSession() as client:
        await scene.sim.until(lambda: scene.sim.calls("setWebhook"))
        tomorrow = scene.time.wall() + 86400

        async def told(secret: str) -> float:
            """Send updates of tomorrow; return how far they have set the clock on."""
            for number in range(5):
                ada = {"id": 7, "type": "private", "first_name": "Ada", "is_bot": False}
                message = {"message_id": number, "date": int(tomorrow), "chat": ada, "from": ada}
                update = {"update_id": number, "message": message}
                url, headers = f"http://127.0.0.1:{port}/telegram", {WEBHOOK_SECRET: secret}
                await (await client.post(url, json=update, headers=headers)).read()
            return scene.clock() - scene.time.wall()

        assert abs(await told("wrong")) < 1.5
        assert await told(SECRET) > 86000


async def test_a_body_that_swells_is_not_unpacked() -> None:
    port, bomb = free_port(), zlib.compress(b" " * 100_000_000)
    async with stage(**webhook(port)), aiohttp.ClientSession() as client:
        headers = {"X-Telegram-Bot-Api-Secret-Token": SECRET, "Content-Encoding": "deflate"}
        url = f"http://127.0.0.1:{port}/telegram"
        async with client.post(url, data=bomb, headers=headers) as answer:
            assert answer.status == 400


async def test_calls_by_others_are_counted_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    port = free_port()
    async with stage(**webhook(port)), aiohttp.ClientSession() as client:
        for _ in range(50):
            async with client.post(f"http://127.0.0.1:{port}/telegram") as answer:
                assert answer.status == 403
    told = [each for each in caplog.records if each.msg == "webhook called by another"]
    assert [vars(each)["calls"] for each in told] == [1]


async def test_a_webhook_without_a_secret_makes_one_up() -> None:
    port = free_port()
    async with stage(privacy=False, **(webhook(port) | {"webhook_secret": ""})) as scene:
        (call,) = scene.sim.calls("setWebhook")
        assert len(call.params["secret_token"]) > 20
        async with (
            aiohttp.ClientSession() as client,
            client.post(f"http://127.0.0.1:{port}/telegram", json={}) as answer,
        ):
            assert answer.status == 403


async def test_a_webhook_brings_what_was_said_meanwhile() -> None:
    time, port = HastyTime(), free_port()
    async with TelegramSimulator(privacy=False, clock=time.wall, monotonic=time.now) as sim:
        group, ada = sim.add_group("Words"), sim.add_user("Ada")
        group.join(ada)
        for number in range(5):
            await ada.says(group, f"word{number}")
        dispatcher = FakeDispatcher(mark=None)
        async with stage(sim=sim, time=time, dispatcher=dispatcher, **webhook(port)):
            await sim.until(lambda: dispatcher.caught_up)
        assert len(dispatcher.texts) == 5
        # The next start asks again.
        async with stage(sim=sim, time=time) as scene:
            await ada.says(group, "later")
            await scene.heard("later")


async def test_an_address_or_a_port_that_does_not_work_is_named() -> None:
    time, port = HastyTime(), free_port()
    async with TelegramSimulator() as sim:
        options = TelegramOptions(
            token=sim.token,
            api_url=sim.api_url,
            webhook_url="http://example.org/hook",
            webhook_port=port,
        )
        app = TelegramApp(options, FakeMetrics(), time.timing)
        with pytest.raises(WebhookRefused, match="SEIZE_TELEGRAM_WEBHOOK_URL"):
            await app.run(FakeDispatcher(outbox=app))
        sim.violations.clear()
        with socket.create_server(("127.0.0.1", port)):
            app = TelegramApp(options, FakeMetrics(), time.timing)
            with pytest.raises(WebhookRefused, match="SEIZE_TELEGRAM_WEBHOOK_PORT"):
                await app.run(FakeDispatcher(outbox=app))


async def test_it_closes_though_something_hangs() -> None:
    dispatcher = FakeDispatcher(busy={"solve": asyncio.Event()})
    loop = asyncio.get_running_loop()
    async with stage(dispatcher=dispatcher) as scene:
        ada = scene.sim.add_user("Ada")
        await ada.starts()
        await ada.says(ada.private, "/solve")
        await scene.asked("solve")
        began = loop.time()
    assert loop.time() - began < 3
