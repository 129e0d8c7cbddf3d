"""What an application command may be.

Source: Discord docs, Interactions: Application Commands; Reference: Locales.
"""

import unicodedata
from collections import Counter

from tests.simulators.discord.errors import Form, Path, Refusal
from tests.simulators.discord.shapes import Json

# Discord docs, Reference: Locales.
LOCALES = frozenset({
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi",
    "th", "zh-CN", "ja", "zh-TW", "ko",
})  # fmt: skip
CHAT_INPUT, USER, MESSAGE = 1, 2, 3
MOST = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15}
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
TOTAL, CHOICES, OPTIONS = 8000, 25, 25
SAFE = 2**53


def check_commands(commands: object) -> list[Json]:
    """Return a bulk overwrite's commands if each is right; refuse them otherwise."""
    form = Form()
    if not isinstance(commands, list):
        form.refuse((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    for index, command in enumerate(form.items((), commands, 0, sum(MOST.values()))):
        _check(form, (index,), command)
    names = Counter((command.get("type", CHAT_INPUT), command.get("name")) for command in commands)
    for index, command in enumerate(commands):
        if names[command.get("type", CHAT_INPUT), command.get("name")] > 1:
            text = "Application command names must be unique"
            form.wrong((index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
    form.finish()
    for type_, most in MOST.items():
        if sum(command.get("type", CHAT_INPUT) == type_ for command in commands) > most:
            text = f"Maximum number of application commands reached ({most})"
            raise Refusal(400, 30032, text, mistake=True)
    return commands


def check_command(command: object) -> Json:
    """Return a single command if it is right; refuse it otherwise."""
    form = Form()
    if not isinstance(command, dict):
        form.refuse((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
    _check(form, (), command)
    form.finish()
    return command


def _check(form: Form, path: Path, command: Json) -> None:
    form.choice((*path, "type"), command.get("type", CHAT_INPUT), set(MOST))
    slash = command.get("type", CHAT_INPUT) == CHAT_INPUT
    _check_names(form, path, command, slash=slash)
    if slash:
        _check_descriptions(form, path, command)
    elif command.get("description") or command.get("options"):
        text = "Context menu commands cannot have description or options"
        form.wrong(path, "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", text)
    for key, allowed in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        for index, value in enumerate(command.get(key) or []):
            form.choice((*path, key, index), value, allowed)
    if command.get("integration_types") == []:
        form.wrong((*path, "integration_types"), "BASE_TYPE_BAD_LENGTH", "Must not be empty.")
    _check_options(form, path, command.get("options") or [], depth=0)
    if _characters(command) > TOTAL:
        text = f"Command exceeds maximum size ({TOTAL})"
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def is_name(name: object) -> bool:
    """Tell whether Discord takes a name for a slash command or an option."""
    return (
        isinstance(name, str)
        and 1 <= len(name) <= 32
        and name == name.lower()
        and all(map(_is_name_character, name))
    )


def _is_name_character(character: str) -> bool:
    if character in "-_'" or unicodedata.category(character)[0] in "LN":
        return True
    # The scripts Devanagari and Thai count whole, vowel signs too.
    return 0x0900 <= ord(character) <= 0x097F or 0x0E00 <= ord(character) <= 0x0E7F


def _check_names(form: Form, path: Path, owner: Json, *, slash: bool = True) -> None:
    names: dict[Path, object] = {("name",): owner.get("name")}
    names |= _localized(form, path, owner, "name_localizations")
    for step, name in names.items():
        if slash and not is_name(name):
            text = "Command name is invalid"
            form.wrong((*path, *step), "APPLICATION_COMMAND_INVALID_NAME", f"{text}: {name!r}")
        elif not slash:
            form.text((*path, *step), name, 1, 32)


def _check_descriptions(form: Form, path: Path, owner: Json) -> None:
    texts: dict[Path, object] = {("description",): owner.get("description")}
    texts |= _localized(form, path, owner, "description_localizations")
    for step, text in texts.items():
        form.text((*path, *step), text, 1, 100)


def _localized(form: Form, path: Path, owner: Json, key: str) -> dict[Path, object]:
    localizations = owner.get(key) or {}
    for locale in localizations:
        form.choice((*path, key, locale), locale, LOCALES)
    return {(key, locale): text for locale, text in localizations.items()}


def _check_options(form: Form, path: Path, options: object, depth: int) -> None:
    items = form.items((*path, "options"), options, 0, OPTIONS)
    optional_seen = False
    for index, option in enumerate(items):
        place = (*path, "options", index)
        _check_names(form, place, option)
        _check_descriptions(form, place, option)
        _check_option(form, place, option, depth)
        if optional_seen and option.get("required"):
            text = "Required options must be placed before non-required options"
            form.wrong(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_seen = optional_seen or not option.get("required")
    _check_siblings(form, path, items)


def _check_siblings(form: Form, path: Path, items: list[Json]) -> None:
    names = [option.get("name") for option in items]
    if len(set(names)) < len(names):
        text = "Option names must be unique"
        form.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", text)
    nested = [option.get("type") in (SUBCOMMAND, GROUP) for option in items]
    if any(nested) and not all(nested):
        text = "Sub-command and sub-command group option types are mutually exclusive to others"
        form.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)


def _check_option(form: Form, path: Path, option: Json, depth: int) -> None:
    type_ = option.get("type")
    form.choice((*path, "type"), type_, set(range(1, 12)))
    if type_ in (SUBCOMMAND, GROUP):
        # A group holds subcommands, a subcommand holds values: no deeper.
        if (type_ == GROUP and depth) or depth > 1:
            text = "Sub-command groups cannot be nested"
            form.wrong((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
        _check_options(form, path, option.get("options") or [], depth + 1)
        return
    _check_ranges(form, path, option)
    choices = form.items((*path, "choices"), option.get("choices") or [], 0, CHOICES)
    if choices and option.get("autocomplete"):
        text = "An option has choices or autocompletes"
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", text)
    if (choices or option.get("autocomplete")) and type_ not in (STRING, INTEGER, NUMBER):
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_TYPE", "Type has no choices")
    check_choices(form, (*path, "choices"), choices, type_)


def _check_ranges(form: Form, path: Path, option: Json) -> None:
    least, most = option.get("min_value"), option.get("max_value")
    if (least is not None or most is not None) and option.get("type") not in (INTEGER, NUMBER):
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_RANGE_TYPE", "Only numbers have a range")
    if least is not None and most is not None and least > most:
        form.wrong((*path, "min_value"), "BASE_TYPE_RANGE", "min_value exceeds max_value")
    shortest, longest = option.get("min_length"), option.get("max_length")
    if shortest is None and longest is None:
        return
    if option.get("type") != STRING:
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_LENGTH_TYPE", "Only strings have a length")
    if not 0 <= (shortest or 0) <= (longest or 6000) <= 6000:
        form.wrong((*path, "min_length"), "BASE_TYPE_RANGE", "Must be between 0 and 6000")


def check_choices(form: Form, path: Path, choices: list[Json], type_: object) -> None:
    """Note what is wrong with the choices of an option of a type."""
    for index, choice in enumerate(choices):
        form.text((*path, index, "name"), choice.get("name"), 1, 100)
        for step, text in _localized(form, (*path, index), choice, "name_localizations").items():
            form.text((*path, index, *step), text, 1, 100)
        value = choice.get("value")
        if type_ == STRING:
            form.text((*path, index, "value"), value, 1, 100)
        elif isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > SAFE:
            form.wrong((*path, index, "value"), "NUMBER_TYPE_COERCE", f"{value!r} is no number.")
    names = [choice.get("name") for choice in choices]
    if len(set(names)) < len(names):
        text = "Choice names must be unique"
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", text)


def _characters(owner: Json) -> int:
    # Of each text with localizations, the longest one counts.
    total = 0
    for key in ("name", "description"):
        texts = [owner.get(key), *(owner.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in texts if isinstance(text, str)) if any(texts) else 0
    total += len(str(owner["value"])) if "value" in owner else 0
    for key in ("options", "choices"):
        total += sum(
            _characters(inner) for inner in owner.get(key) or [] if isinstance(inner, dict)
        )
    return total
