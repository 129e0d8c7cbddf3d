"""The rules of application commands: slash commands with options of text, number and user.

Source: Discord docs, Interactions: Application Commands; Reference: Locales.
"""

import unicodedata

from tests.simulators.discord.errors import Form, Path
from tests.simulators.discord.shapes import Json

# Discord docs, Reference: Locales.
LOCALES = frozenset({
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi",
    "th", "zh-CN", "ja", "zh-TW", "ko",
})  # fmt: skip
STRING, INTEGER, USER = 3, 4, 6
SLASH, ENTRY_POINT = 1, 4
COMMANDS, TOTAL, CHOICES, OPTIONS = 100, 8000, 25, 25


def check_commands(commands: object) -> list[Json]:
    """Return a bulk overwrite's commands if each is right; refuse them otherwise."""
    form = Form()
    found = form.items((), commands, 0, COMMANDS)
    for index, command in enumerate(found):
        _check(form, (index,), command)
    _check_unique(form, (), found)
    form.finish()
    return found


def _check(form: Form, path: Path, command: Json) -> None:
    form.choice((*path, "type"), command.get("type", SLASH), {SLASH, ENTRY_POINT})
    if command.get("type") == ENTRY_POINT:
        return
    _check_texts(form, path, command)
    for key, allowed in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        for index, value in enumerate(command.get(key) or []):
            form.choice((*path, key, index), value, allowed)
    options = form.items((*path, "options"), command.get("options") or [], 0, OPTIONS)
    optional_seen = False
    for index, option in enumerate(options):
        place = (*path, "options", index)
        _check_texts(form, place, option)
        _check_option(form, place, option)
        if optional_seen and option.get("required"):
            text = "Required options must be placed before non-required options"
            form.wrong(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_seen = optional_seen or not option.get("required")
    _check_unique(form, (*path, "options"), options)
    if _characters(command) > TOTAL:
        text = f"Command exceeds maximum size ({TOTAL})"
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def _check_unique(form: Form, path: Path, named: list[Json]) -> None:
    names = [each.get("name") for each in named]
    if len(set(names)) < len(names):
        form.wrong((*path, 0), "NAME_ALREADY_EXISTS", f"Names must be unique: {names}")


def is_name(name: object) -> bool:
    """Tell whether Discord takes a name for a slash command or an option."""
    return (
        isinstance(name, str)
        and 1 <= len(name) <= 32
        and name == name.lower()
        and all(each in "-_'" or unicodedata.category(each)[0] in "LN" for each in name)
    )


def _check_texts(form: Form, path: Path, owner: Json) -> None:
    for step, name in _localized(form, path, owner, "name"):
        if not is_name(name):
            text = f"Command name is invalid: {name!r}"
            form.wrong((*path, *step), "APPLICATION_COMMAND_INVALID_NAME", text)
    for step, text in _localized(form, path, owner, "description"):
        form.text((*path, *step), text, 1, 100)


def _localized(form: Form, path: Path, owner: Json, key: str) -> list[tuple[Path, str]]:
    localizations = owner.get(f"{key}_localizations") or {}
    for locale in localizations:
        form.choice((*path, f"{key}_localizations", locale), locale, LOCALES)
    texts = {(f"{key}_localizations", locale): text for locale, text in localizations.items()}
    return [((key,), owner.get(key, "")), *texts.items()]


def _check_option(form: Form, path: Path, option: Json) -> None:
    type_ = option.get("type")
    form.choice((*path, "type"), type_, {STRING, INTEGER, USER})
    least, most = option.get("min_value"), option.get("max_value")
    if (least is not None or most is not None) and type_ != INTEGER:
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_RANGE_TYPE", "Only numbers have a range")
    if least is not None and most is not None and least > most:
        form.wrong((*path, "min_value"), "BASE_TYPE_RANGE", "min_value exceeds max_value")
    if (longest := option.get("max_length")) is not None:
        form.choice((*path, "type"), type_, {STRING})
        form.choice((*path, "max_length"), longest, range(1, 6001))
    choices = form.items((*path, "choices"), option.get("choices") or [], 0, CHOICES)
    if choices and option.get("autocomplete"):
        text = "An option has choices or autocompletes"
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", text)
    if (choices or option.get("autocomplete")) and type_ != STRING:
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_TYPE", "Type has no choices")
    check_choices(form, (*path, "choices"), choices)


def check_choices(form: Form, path: Path, choices: list[Json]) -> None:
    """Note what is wrong with the choices of an option of text."""
    for index, choice in enumerate(choices):
        for step, text in _localized(form, (*path, index), choice, "name"):
            form.text((*path, index, *step), text, 1, 100)
        form.text((*path, index, "value"), choice.get("value"), 1, 100)
    _check_unique(form, path, choices)


def _characters(owner: Json) -> int:
    # Of each text with localizations, the longest one counts.
    total = len(str(owner.get("value", "")))
    for key in ("name", "description"):
        texts = [owner.get(key) or "", *(owner.get(f"{key}_localizations") or {}).values()]
        total += max(map(len, texts))
    inner = [*(owner.get("options") or []), *(owner.get("choices") or [])]
    return total + sum(map(_characters, inner))
