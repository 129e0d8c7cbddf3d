"""The rules of components: rows of buttons, and forms of text inputs below labels.

Source: Discord docs, Components: Component Reference; Using Modal Components.
"""

from tests.simulators.discord.errors import Form, Path
from tests.simulators.discord.shapes import Json

ROW, BUTTON, TEXT_INPUT, LABEL = 1, 2, 4, 18
LINK = 5


def check_components(form: Form, components: object) -> None:
    """Note what is wrong with the action rows of a message."""
    seen: set[str] = set()
    for index, row in enumerate(form.items(("components",), components, 0, 5)):
        form.choice(("components", index, "type"), row.get("type"), {ROW})
        path: Path = ("components", index, "components")
        for place, part in enumerate(form.items(path, row.get("components"), 1, 5)):
            form.choice((*path, place, "type"), part.get("type"), {BUTTON})
            _check_button(form, (*path, place), part, seen)


def _check_id(form: Form, path: Path, part: Json, seen: set[str]) -> None:
    form.text((*path, "custom_id"), part.get("custom_id"), 1, 100)
    if part.get("custom_id") in seen:
        text = "Component custom id cannot be duplicated"
        form.wrong((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
    seen.add(str(part.get("custom_id")))


def _check_button(form: Form, path: Path, part: Json, seen: set[str]) -> None:
    form.choice((*path, "style"), part.get("style"), range(1, LINK + 1))
    if part.get("label") is not None:
        form.text((*path, "label"), part["label"], 0, 80)
    if not part.get("label") and not part.get("emoji"):
        text = "A button needs a label or an emoji"
        form.wrong(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text)
    if part.get("style") != LINK:
        _check_id(form, path, part, seen)
        return
    form.text((*path, "url"), part.get("url"), 1, 512)
    if part.get("custom_id"):
        text = "A custom id and url cannot both be specified"
        form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", text)


def check_modal(data: object) -> Json:
    """Return a modal if it keeps every limit; refuse it with 50035 otherwise."""
    form = Form()
    if not isinstance(data, dict):
        form.refuse(("data",), "BASE_TYPE_REQUIRED", "This field is required")
    form.text(("data", "title"), data.get("title"), 1, 45)
    form.text(("data", "custom_id"), data.get("custom_id"), 1, 100)
    seen: set[str] = set()
    path: Path = ("data", "components")
    for index, part in enumerate(form.items(path, data.get("components"), 1, 5)):
        place = (*path, index)
        form.choice((*place, "type"), part.get("type"), {LABEL})
        form.text((*place, "label"), part.get("label"), 1, 45)
        _check_input(form, (*place, "component"), part.get("component") or {}, seen)
    form.finish()
    return data


def _check_input(form: Form, path: Path, part: Json, seen: set[str]) -> None:
    form.choice((*path, "type"), part.get("type"), {TEXT_INPUT})
    _check_id(form, path, part, seen)
    form.choice((*path, "style"), part.get("style"), {1, 2})
    shortest, longest = part.get("min_length") or 0, part.get("max_length") or 4000
    if not (0 <= shortest <= longest and 1 <= longest <= 4000):
        form.wrong((*path, "max_length"), "BASE_TYPE_RANGE", "Must be between 1 and 4000.")
    if part.get("value"):
        form.text((*path, "value"), part["value"], shortest, longest)
    if part.get("placeholder"):
        form.text((*path, "placeholder"), part["placeholder"], 0, 100)
