"""Every command and every button, on both platforms, in every language."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.chat.commands import BUTTONS, COMMANDS
from bot.chat.handlers.swiping import NoPage
from bot.presenters.languages import language_label, lexicon_label
from bot.presenters.wording import Wording, wording
from core.languages import languages
from core.lexicon import alphabet
from core.lexicon.catalogue import listing
from core.services.ghosts import NoGhost
from core.services.hints import NoHints
from core.services.refusals import NoRound, NotProvable
from core.wordle.game import CLASSIC
from tests.bot.server.guests import DiscordGuest, Guest, TelegramGuest, Tried
from tests.bot.server.tables import house
from tests.helpers.serving import serving
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:unread_data"),  # aiohttp, of itself
]

AT_ONCE = 8  # scenes on a platform: the bot and both simulators share two cores

Scene = Callable[[Guest, Wording], Awaitable[None]]


async def play(guest: Guest, words: Wording) -> None:
    say = words.gettext
    label = f"{lexicon_label(words.language, words)} · Ruzzle"
    hint = say("Type words right here, one a line.")
    refusal = say("“{char}” is not a letter", char=7)
    board = await guest.asks("play", hint, "60 6x6", seconds=60, size="6x6")
    await guest.presses(board, "why", say("None of your words was refused."))
    await guest.types(board, say("Your words"), hint, refusal)
    await guest.asks("w", refusal, "777", alone=True, words="777")
    await guest.presses(board, "text", say("The grid"))
    await guest.makes_up(board, "swipe", words.notice(NoPage()))  # see test_chats.py
    end = await guest.presses(board, "halt", f"{say('The round is over.')} {label}")
    await guest.presses(end, "card", label)
    await guest.presses(end, "words", say("Words found"))
    missed = await guest.presses(end, "missed", say("Words that nobody found"))
    # Of a grid of this size the words fill more than one page.
    page = say("Page {number} of {count}", number=2, count="§").partition("§")[0]
    await guest.presses(missed, "missed", page)
    await guest.presses(missed, "defs", say("Words that nobody found"))
    await guest.presses(end, "again", label)
    await guest.asks("stop", say("The round is over."))


@cache
def rare_word(language: str) -> str:
    """Return a word that may be guessed, and is never the answer. Cost: half a second, once."""
    listed, normalise = listing(language), alphabet(language).normalise
    common = set(map(normalise, listed.text("common").splitlines()))
    words = map(normalise, listed.text("words").splitlines())
    return next(word for word in words if len(word) == CLASSIC and word not in common)


async def look_up(guest: Guest, words: Wording) -> None:
    say = words.gettext
    # First, for a key tells much of the grids that others play meanwhile: then no more is told.
    source, word = say("Source: {source}", source=""), "pizza"
    await guest.asks("define", source, word, word=word)
    checked = await guest.asks("check", "✅", word, word=word)
    await guest.presses(checked, "means", source)
    letters = {"de": "SERTENIEHAGLDUST"}.get(words.language, "SERTANIOLESTARDI")
    key = await guest.asks("solve", say("Longest possible"), letters, letters=letters)
    page = say("Page {number} of {count}", number=2, count="§").partition("§")[0]
    await guest.presses(key, "key", page)
    first = say("Page {number} of {count}", number=1, count="§").partition("§")[0]
    made = await guest.asks("letters", first, letters, letters=letters)
    await guest.presses(made, "rack", page)
    await guest.asks("check", say("not in the dictionary"), "qqqq", word="qqqq")


async def ask_for_words(guest: Guest, words: Wording) -> None:
    say = words.gettext
    asked: list[Any] = []
    number = say("Request {number}", number="§").partition("§")[0]
    for who in (guest, await guest.friend()):
        for _ in range(3):
            word = f"qqw{'abcdef'[len(asked)]}"
            asked.append(
                await who.asks("suggest", number, f"{word} because", word=word, reason="because")
            )
    listed = await guest.asks("suggest", say("Requests for words"))
    await guest.presses(listed, "asked", "qqwf")
    await guest.presses(
        asked[0], "accept", say("Accepted: {word} counts here from the next round on", word="qqwa")
    )
    await guest.presses(asked[1], "reject", say("Rejected: {word}", word="qqwb"))


async def look_around(guest: Guest, words: Wording) -> None:
    say = words.gettext
    play_here = f"/{COMMANDS['play'].name_in(words.language)}"
    await guest.asks("leaderboard", say("Nobody has played yet."))
    await guest.asks("stats", say("No rounds yet: start one with {command}", command=play_here))
    await guest.asks("settings", say("Settings of this chat"))


async def practise(guest: Guest, words: Wording) -> None:
    say = words.gettext
    title = f"{say('Practice')} · {language_label(words.language, words)}"
    over = say("The words of this practice:")
    board = await guest.asks("practice", title)
    end = await guest.presses(board, "dend", over)
    await guest.presses(end, "drill", title)
    await guest.asks("stop", over)
    none = words.notice(NoGhost.none())  # of a round with a word: see test_duels_everywhere.py
    shown = await guest.asks("ghost", none)
    await guest.makes_up(shown, "race:0", words.notice(NoRound()))


async def challenge(guest: Guest, words: Wording) -> None:
    say = words.gettext
    title, place = say("Daily {number}", number=1), say("Place so far")
    door = await guest.asks("daily", title)
    told = say(
        "Reminder set: the daily in {language} at {hour}:00 ({zone}), "
        "unless you have played it by then.",
        language=language_label(words.language, words),
        hour=9,
        zone="UTC",
    )
    await guest.presses(door, "dbell", told)
    board = await guest.presses(door, "dgo", title)
    none = words.notice(NoHints())  # they are for another day's: see test_daily_everywhere.py
    await guest.asks("hint", none)
    await guest.makes_up(board, "dhint", none)
    card = await guest.presses(board, "dend", place)
    await guest.presses(card, "dshare", "Seize · ")
    closed = say("The words of the daily {number} are shown when its day is over", number=1)
    await guest.makes_up(card, f"dkey:{words.language}:1:0", closed)
    await guest.presses(card, "dtop", title)
    await guest.presses(card, "dstat", say("Average"))
    door = await guest.asks("daily", say("You have played it"))
    await guest.presses(door, "dcard", place)
    await guest.makes_up(card, f"dday:{words.language}:1", say("You have played it"))
    sealed = words.notice(NotProvable(number=1))
    await guest.makes_up(card, f"dproof:{words.language}:1", sealed)
    how = say(
        "Send {command} on your other account within ten minutes: then both are one player in the "
        "dailies, with one attempt a day and one streak.",
        command="§",
    )
    await guest.asks("link", how.partition("§")[2])


async def fight(guest: Guest, words: Wording) -> None:
    say = words.gettext
    offer = await guest.asks("duel", say("{name} challenges whoever accepts first.", name="Ana"))
    code = guest.carried(offer, "vtake").partition(":")[2]
    friend = await guest.friend()
    theirs = await friend.presses(offer, "vtake", say("Against {name}", name="Ana"))
    title = f"{say('Duel')} · {say('Round {number} of {count}', number=1, count=3)}"
    board = await friend.presses(theirs, "vplay", title)
    hidden = say("The words of this round are shown when {name} has played it.", name="Ana")
    await friend.presses(board, "dend", hidden)
    own = await guest.presses(offer, "vsee", say("Against {name}", name="Friend"))
    board = await guest.presses(own, "vplay", title)
    end = await guest.presses(board, "dend", title)
    compared = await guest.presses(
        end, "vcmp", say("{label}: {value}", label=say("Points"), value="0 : 0")
    )
    page = await guest.presses(compared, "vsee", say("Against {name}", name="Friend"))
    listed = await guest.presses(page, "vlist", say("Your duels"))
    page = await guest.presses(listed, "vsee", say("Against {name}", name="Friend"))
    asked = await guest.presses(page, "vquit", say("Resign? Then you lose."))
    over = await guest.presses(asked, "vend", say("You resigned."))
    await guest.makes_up(over, f"vshare:{code}", "Seize · ")
    seal = say(
        "The SHA-256 of this file is the seal that was shown while the duel went on: {seal}",
        seal="§",
    )
    await guest.makes_up(over, f"vseal:{code}", seal.partition("§")[0])
    blocked = say("{name} can challenge you no more.", name="Friend")
    await guest.makes_up(over, f"vblock:{code}:on", blocked)
    await guest.makes_up(
        over, f"vblock:{code}:off", say("{name} may challenge you again.", name="Friend")
    )
    again = await guest.presses(
        over, "vagain", say("Not accepted yet; your rounds can be played already.")
    )
    code = guest.carried(again, "vplay").partition(":")[2]
    await friend.makes_up(theirs, f"vno:{code}", say("You declined this duel."))
    bell = say("No more reminders. In our private chat, change that with {command}", command="§")
    await guest.makes_up(again, "vbell:off", bell.partition("§")[0])
    await guest.asks("duels", say("Your duels"))


async def find_a_word(guest: Guest, words: Wording) -> None:
    def left(count: int) -> str:
        return words.ngettext("{count} try left", "{count} tries left", count)

    say, nobody = words.gettext, words.gettext("Nobody has played yet.")
    fit = words.ngettext(
        "{count} word fits what is known.", "{count} words fit what is known.", 2
    ).partition("2")[2]
    board = await guest.asks("wordle", left(6), "free", what="free")
    await guest.presses(board, "wleft", fit)
    board = await guest.presses(board, "whard", say("Hard mode"))
    board = await guest.guesses(board, say("Your guess"), rare_word(words.language), left(5))
    board = await guest.presses(board, "wend", say("Given up"))
    await guest.presses(board, "wshare", "Seize Wordle")
    await guest.presses(board, "wcoach", say("Cost of all guesses"))
    await guest.presses(board, "wmean", language_label(words.language, words))
    await guest.presses(board, "wstat", say("Other words solved"))
    await guest.presses(board, "wtop", nobody)
    another = await guest.presses(board, "wnew", left(6))
    number = guest.carried(another, "wleft").partition(":")[2]
    await guest.makes_up(another, f"wshow:{number}", left(6))
    await guest.asks("wordle", "Wordle 1 · ")


async def read(guest: Guest, words: Wording) -> None:
    say = words.gettext
    accents = say("Accents and capitals make no difference.")
    play_here = f"/{COMMANDS['play'].name_in(words.language)}"
    start = say(
        "Sixteen letters, two minutes, every word you can trace. Start with {command}",
        command=play_here,
    )
    await guest.asks("rules", accents)
    shown = await guest.asks("help", start)
    await guest.presses(shown, "rules", accents)
    await guest.makes_up(shown, "help", start)
    await guest.makes_up(shown, "nonsense:1", say("This button is too old: ask again."))
    guest.tried.buttons.discard("nonsense")


async def speak(guest: Guest, words: Wording) -> None:
    shown = await guest.asks(
        "language", words.gettext("Which language should Seize speak with you?")
    )
    another = "it" if words.language == "es" else "es"
    for language in (another, words.language):
        told = wording(language).gettext("Seize answers you in English from now on.")
        await guest.presses(shown, f"speak:{language}", told)


async def be_private(guest: Guest, words: Wording) -> None:
    say = words.gettext
    shown = await guest.asks("privacy", say("Your data"))
    await guest.presses(shown, "export", say("All that is kept of you is in this file."))
    await guest.presses(shown, "races:on", say("Others may race your last round."))
    mine = say("Your scores are shown to: {who}", who=say("my chats"))
    await guest.presses(shown, "show:chat", mine)
    sure = say(
        "Your name, your id and what you typed are deleted; your scores stay, without a name. "
        "This cannot be taken back."
    )
    asked = await guest.presses(shown, "forget", sure)
    await guest.presses(asked, "forgotten", say("You are forgotten."))


SCENES: tuple[Scene, ...] = (
    *(
        play,
        ask_for_words,
        look_up,
        look_around,
        practise,
        challenge,
        fight,
        find_a_word,
        read,
        speak,
        be_private,
    ),
)


async def test_all_answer_in_the_language_of_who_asks(tmp_path: Path, data_dir: Path) -> None:
    for language in languages():  # before anybody waits
        rare_word(language)
    async with house("discord") as one, house("telegram") as other:
        assert isinstance(one.sim, DiscordSimulator)
        assert isinstance(other.sim, TelegramSimulator)
        dailies = {"SEIZE_DAILY_LANGUAGES": ",".join(languages())}
        async with serving(tmp_path, data_dir, one.sim, other.sim, **dailies) as bot:
            await bot.ready()
            await one.sim.commands_synced()
            tried = await asyncio.gather(_all(_on_discord(one.sim)), _all(_on_telegram(other.sim)))
            assert bot.complaints() == []
        assert (other.sim.unanswered, other.sim.late, other.sim.wasted) == ([], [], [])
        assert (one.sim.refused, other.sim.refused) == ([], 0)
    for each in (each for people in tried for each in people.values()):
        assert each.commands == set(COMMANDS)
        assert each.buttons >= set(BUTTONS)


Meet = Callable[[str, Tried], Any]


async def _all(meet: Meet) -> dict[str, Tried]:
    """Play every scene in every language; return what was tried in each."""
    turns, tried = asyncio.Semaphore(AT_ONCE), {language: Tried() for language in languages()}

    async def act(scene: Scene, language: str) -> None:
        async with turns, meet(language, tried[language]) as guest:
            await scene(guest, wording(language))

    async with asyncio.TaskGroup() as tasks:
        for scene in SCENES:
            for language in languages():
                tasks.create_task(act(scene, language))
    return tried


def _on_discord(sim: DiscordSimulator) -> Meet:
    locales = {"en": "en-GB", "es": "es-419"}

    @asynccontextmanager
    async def meet(language: str, tried: Tried) -> AsyncIterator[Guest]:
        locale = locales.get(language, language)
        guild = sim.add_guild("Words", locale=locale)
        person = sim.add_user("Ana", locale=locale)
        guild.join(person, moderator=True)
        yield DiscordGuest(sim, language, guild.add_channel("play"), person, tried)

    return meet


def _on_telegram(sim: TelegramSimulator) -> Meet:
    @asynccontextmanager
    async def meet(language: str, tried: Tried) -> AsyncIterator[Guest]:
        group, user = sim.add_group("Words"), sim.add_user("Ana", language_code=language)
        group.join(user, admin=True)
        await user.starts()
        await sim.until(lambda: user.private.last)
        yield TelegramGuest(sim, language, group, user, tried)

    return meet
