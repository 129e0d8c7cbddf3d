"""Thousands of hostile messages, commands and button ids, many at a time, from one seed."""

import random

from bot.chat.arguments import Kind
from bot.chat.commands import BUTTONS, COMMANDS
from tests.bot.server.guests import forged
from tests.bot.server.nasty import PIECES, TOKEN
from tests.bot.server.scenes import (
    INTEGER,
    STRING,
    USER,
    DiscordScene,
    TelegramScene,
    option,
)
from tests.simulators.discord.interactions import AUTOCOMPLETE, MODAL_SUBMIT, SimInteraction
from tests.simulators.discord.sent import owners_of, send

AT_ONCE = 100  # acts that nobody waits for, between two looks at all that came of them
_PARTS = ("", "1", "0", "-1", "²", "٣", "9" * 17, "9" * 20, "turn", "fr", "ruzzle", *PIECES)
_WORDS = ("tea", "ate", "eat", "seat", "oats", "toga", "ROADS", "sta", "arm", "rat")


class _Drawn:
    """Draws what is typed; with halves of surrogate pairs where a platform lets them through."""

    def __init__(self, seed: int, *, halves: bool) -> None:
        self.rng = random.Random(seed)
        self._halves = halves

    def text(self, most: int) -> str:
        """Draw a text, now and then a long one; half of them have TOKEN in them."""
        pieces = [self._piece() for _ in range(self.rng.randrange(6))]
        if self.rng.random() < 0.5:
            pieces.insert(self.rng.randrange(len(pieces) + 1), TOKEN)
        times = 2000 if self.rng.random() < 0.01 else 1
        return ("".join(pieces) * times)[:most]

    def data(self, most: int) -> str:
        """Draw what a button may carry."""
        verb = self.rng.choice([*BUTTONS, self._piece()])
        parts = [self.rng.choice(_PARTS)[:30] for _ in range(self.rng.randrange(6))]
        return ":".join([verb, *parts]).encode(errors="ignore")[:most].decode(errors="ignore")

    def _piece(self) -> str:
        if self.rng.random() < 0.7:
            return self.rng.choice([*PIECES, *_WORDS])
        last = 0x10FFFF if self.rng.random() < 0.3 else 0x2FF
        codes = (self.rng.randint(0, last) for _ in range(self.rng.randrange(8)))
        return "".join(chr(code) for code in codes if self._halves or not 0xD800 <= code < 0xE000)


async def discord_storm(scene: DiscordScene, count: int, seed: int) -> int:
    """Do `count` hostile things on Discord, and check what came of them; return how many."""
    drawn = _Drawn(seed, halves=True)
    acts = [_discord_command, _discord_button, _discord_form, _discord_completion]
    done = 0
    while done < count:
        await scene.play()
        (rules,) = await scene.asks(scene.ana, "rules", [])
        asked = []
        for _ in range(AT_ONCE):
            text = drawn.text(2000)
            if drawn.rng.random() < 0.4:
                await scene.ana.says(scene.channel, text if text.strip() else "tea")
            else:
                asked.append(drawn.rng.choice(acts)(scene, drawn, rules))
        await scene.sim.until(lambda asked=asked: all(map(_is_answered, asked)))  # type: ignore[misc]
        scene.check()
        for token in [*scene.sim.interactions][: -4 * AT_ONCE]:
            del scene.sim.interactions[token]
        scene.sim.requests.clear()
        done += AT_ONCE
    return done


def _is_answered(asked: SimInteraction) -> bool:
    return bool(asked.messages or asked.updated or asked.modal or asked.choices is not None)


def _discord_command(scene: DiscordScene, drawn: _Drawn, _: object) -> SimInteraction:
    command = drawn.rng.choice(list(COMMANDS.values()))
    options = []
    for argument in command.arguments:
        if not argument.required and drawn.rng.random() < 0.5:
            continue
        if argument.kind is Kind.INTEGER:
            options.append(option(argument.name, INTEGER, drawn.rng.randint(-(2**53), 2**53)))
        elif argument.kind is Kind.PLAYER:
            options.append(option(argument.name, USER, str(scene.ana.id)))  # only who is there
        else:
            known = list(argument.choices or ())
            value = drawn.rng.choice(known) if known and drawn.rng.random() < 0.5 else None
            options.append(option(argument.name, STRING, value or drawn.text(6000)))
    return scene.asked(scene.ana, command.name, options)


def _discord_button(scene: DiscordScene, drawn: _Drawn, message: object) -> SimInteraction:
    prefix = drawn.rng.choice(["seize:", "seize:", "seize:", "", "seize"])
    return forged(scene.ana, scene.channel, message, drawn.data(90), prefix)  # type: ignore[arg-type]


def _discord_form(scene: DiscordScene, drawn: _Drawn, _: object) -> SimInteraction:
    part = {"type": 4, "id": 3, "custom_id": "words", "value": drawn.text(4000)}
    form = [{"type": 18, "id": 2, "component": part}]
    custom_id = drawn.rng.choice(["seize:typed", "seize:typed:1", f"seize:{drawn.data(80)}"])
    data = {"custom_id": custom_id, "components": form}
    owners = owners_of(scene.ana, scene.channel, [0])
    return send(MODAL_SUBMIT, scene.ana, scene.channel, owners, data, "form")


def _discord_completion(scene: DiscordScene, drawn: _Drawn, _: object) -> SimInteraction:
    command = next(each for each in scene.sim.commands if each["name"] == "check")
    word = option("word", STRING, drawn.text(6000)) | {"focused": True}
    data = {"id": command["id"], "name": "check", "type": 1, "options": [word]}
    owners = owners_of(scene.ana, scene.channel, [0])
    return send(AUTOCOMPLETE, scene.ana, scene.channel, owners, data, "check")


async def telegram_storm(scene: TelegramScene, count: int, seed: int) -> int:
    """Do `count` hostile things on Telegram, and check what came of them; return how many."""
    drawn = _Drawn(seed, halves=False)
    names = [f"/{name} " for name in COMMANDS] + ["/start ", "/play@seize_bot ", "", "", ""]
    done = 0
    while done < count:
        await scene.play()
        rules = [await scene.asks("/rules", chat) for chat in (scene.group, scene.ana.private)]
        for _ in range(AT_ONCE):
            message = drawn.rng.choice(rules)
            if drawn.rng.random() < 0.3:
                await scene.ana.clicks(message, drawn.data(64) or ":", stale=True)
            else:
                text = f"{drawn.rng.choice(names)}{drawn.text(4096)}".strip()[:4096]
                await scene.ana.says(message.chat, text or "tea")
        await scene.sim.until(lambda: not scene.sim.pending)
        for chat in (scene.group, scene.ana.private):  # all that came before is answered then
            await scene.asks("/stop", chat)
        scene.check(last=2 * AT_ONCE)
        for chat in (scene.group, scene.ana.private):
            del chat.messages[: -4 * AT_ONCE]  # the last ones may still be marked
        scene.sim.requests.clear()
        for query_id, query in [*scene.sim.world.queries.items()]:
            if query.answer:
                del scene.sim.world.queries[query_id]
        done += AT_ONCE
    return done
