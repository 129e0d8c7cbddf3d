from bot.chat.commands import COMMANDS
from bot.telegram_app.registration import menu
from bot.telegram_app.requests import CommandNames
from core.languages import languages
from tests.bot.telegram_app.fakes import FakeDispatcher
from tests.bot.telegram_app.stage import stage
from tests.bot.telegram_app.times import HastyTime
from tests.simulators.telegram import TelegramSimulator


async def test_commands_are_listed_in_five_languages_and_written_once() -> None:
    time = HastyTime()
    async with TelegramSimulator(clock=time.wall, monotonic=time.now) as sim:
        for _ in range(2):
            async with stage(sim=sim, time=time, dispatcher=FakeDispatcher()):
                await sim.until(lambda: len(sim.calls("getMyCommands")) % 5 == 0)
                await sim.until(lambda: sim.command_writes == 5)
            sim.requests.clear()
        assert sim.command_writes == 5
        assert [each["command"] for each in sim.commands()] == list(COMMANDS)
        french = [each["command"] for each in sim.commands(language_code="fr")]
        assert french == [each.name_in("fr") for each in COMMANDS.values()]
        assert not sim.violations


async def test_a_list_that_cannot_be_written_stops_nothing() -> None:
    async with stage() as scene:
        scene.sim.fail_next("getMyCommands", times=5)
        ada = scene.sim.add_user("Ada")
        await ada.starts()
        assert (await scene.asked("help")).name == "help"


def test_every_listed_name_is_understood() -> None:
    names = CommandNames(COMMANDS, "seize_bot")
    for language in languages():
        for listed, command in zip(menu(COMMANDS, language), COMMANDS.values(), strict=True):
            called = names.parsed(f"/{listed.command}", " rest of it")
            assert called
            assert (called.name, called.text) == (command.name, "rest of it")
