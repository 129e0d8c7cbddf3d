"""The arguments of commands, and how they are read from one text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum

from bot.presenters.bonuses import CODES
from bot.presenters.languages import read_language, read_lexicon
from bot.presenters.wording import wording
from core.errors import SeizeError, translatable
from core.grid import BONUS_CODES
from core.languages import languages
from core.texts import whole_number

_CODE = re.compile(r"(?=.*[0-9])[A-Z0-9]{8}|[A-Z]{8}")
_SHOWN = 40  # characters that a refusal repeats of what was typed


class Kind(Enum):
    """The values that an argument takes."""

    CHOICE = "choice"  # one of `choices`
    INTEGER = "integer"  # from `low` to `high`
    LANGUAGE = "language"  # a word list, by its name or its language's, with completions
    SPEECH = "speech"  # a language that Seize speaks, likewise
    LETTERS = "letters"  # letters in any order, in one word
    GRID = "grid"  # letters of a grid, in one word or in a word a row
    BONUSES = "bonuses"  # a sign a tile
    DAY = "day"  # a number, or a word for yesterday
    ENTRY = "entry"  # a word of the dictionary, with completions
    WORD = "word"  # any word
    CODE = "code"  # letters and digits that open something
    TEXT = "text"  # all that is left
    PLAYER = "player"  # somebody in the room

    @property
    def takes_one(self) -> bool:
        """Return whether it is one word of a typed text."""
        return self not in (Kind.TEXT, Kind.PLAYER)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a command: name, summary and labels are to be translated.

    `choices` are values as typed, with their labels. Where people type, whatever
    fits `pattern` will do as well, not only what fits into a menu.
    """

    name: str
    summary: str
    kind: Kind = Kind.TEXT
    _: KW_ONLY
    required: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    pattern: str = ""
    low: int = 0
    high: int = 0

    def name_in(self, language: str) -> str:
        """Return its name in a language."""
        return wording(language).pgettext("argument", self.name)

    def summary_in(self, language: str) -> str:
        """Return its summary in a language."""
        return wording(language).gettext(self.summary, bonuses=CODES)

    def names(self) -> set[str]:
        """Return its names in all languages."""
        return {self.name_in(language) for language in languages()}


class NotUnderstood(SeizeError):
    """Raised when a text fits none of a command's arguments."""

    template = translatable("{text!r} is not understood here: {usage}")

    def __init__(self, text: str, usage: str) -> None:
        super().__init__(text=text[:_SHOWN], usage=usage)


class Missing(SeizeError):
    """Raised when a command lacks an argument that it needs."""

    template = translatable("something is missing: {usage}")


def parse(
    arguments: Sequence[Argument], text: str, given: Mapping[str, str], usage: str
) -> Mapping[str, str]:
    """Return the arguments in a text, with those `given` already, by their English names.

    Required ones come first, in their order; each further word goes to the first argument
    that can have it, in any order ("/play 60 fr"), or to the one it names ("seconds=60"), or that
    the word before it names ("with 4").
    What fits nothing is more rows of a grid, or the last argument's, if that takes a text.
    Raises NotUnderstood, Missing, with the command's `usage`.
    """
    words, found = text.split(), dict[str, str]()
    for argument in arguments:
        if argument.required and words and argument.kind.takes_one:
            found[argument.name] = words.pop(0)
    grid = next((each.name for each in arguments if each.kind is Kind.GRID), "")
    while words:
        if grid and len(words[0]) == len(found[grid].partition("/")[0]):
            found[grid] += f"/{words.pop(0)}"  # a second row, even where it spells "fr"
            continue
        if named := _named(arguments, words, found):
            found[named] = words[1]
            del words[:2]
            continue
        fits = _fitting(arguments, words[0], found)
        if fits:
            found.update(fits)
            words.pop(0)
            continue
        if grid:
            found[grid] += f"/{words.pop(0)}"
            continue
        rest = arguments[-1] if arguments else None
        if rest is None or rest.kind.takes_one or rest.name in found:
            raise NotUnderstood(words[0], usage)
        found[rest.name] = " ".join(words)
        break
    found.update(given)
    if any(each.required and not found.get(each.name) for each in arguments):
        raise Missing(usage=usage)
    return found


def _named(arguments: Sequence[Argument], words: Sequence[str], found: Mapping[str, str]) -> str:
    """Return the number that a word names, if the next one can be it; else ""."""
    for argument in arguments:
        free = argument.kind is Kind.INTEGER and argument.name not in found
        if free and len(words) > 1 and words[0].lower() in argument.names():
            return argument.name if _can_be(argument, words[1]) else ""
    return ""


def _fitting(
    arguments: Sequence[Argument], word: str, found: Mapping[str, str]
) -> Mapping[str, str]:
    """Return a word as the argument that it names, or the first free one that it can be."""
    name, equals, value = word.partition("=")
    free = [each for each in arguments if each.name not in found]
    for argument in free:
        if equals and name.lower() in argument.names():
            return {argument.name: value}
    for argument in free:
        if argument.kind.takes_one and _can_be(argument, word):
            return {argument.name: word}
    return {}


def _can_be(argument: Argument, word: str) -> bool:
    kind = argument.kind
    if kind is Kind.INTEGER:
        return _is_within(word, argument.low, argument.high)
    if kind is Kind.CHOICE:
        return word.lower() in argument.choices or bool(re.fullmatch(argument.pattern, word))
    if kind is Kind.BONUSES:
        return set(word) <= set(BONUS_CODES) and ("." in word or len(word) > 8)
    if kind in (Kind.LANGUAGE, Kind.SPEECH):
        return (read_lexicon if kind is Kind.LANGUAGE else read_language)(word) is not None
    if kind is Kind.DAY:
        return read_lexicon(word) is None
    is_code = kind is Kind.CODE and bool(_CODE.fullmatch(word.upper()))
    return is_code or kind in (Kind.ENTRY, Kind.WORD)


def _is_within(word: str, low: int, high: int) -> bool:
    number = whole_number(word)
    return number is not None and low <= number <= high
