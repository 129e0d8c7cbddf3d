"""What components and modals may hold.

Source: Discord docs, Components: Component Reference; Using Modal Components.
"""

from tests.simulators.discord.errors import Form, Path
from tests.simulators.discord.messages import walk
from tests.simulators.discord.shapes import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = range(3, 9)
SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 12, 13, 14, 17, 18
LINK, PREMIUM = 5, 6
V2_TOP = {ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER}
V2_MOST, V2_TEXT = 40, 4000


def check_components(form: Form, components: object) -> None:
    """Note what is wrong with the action rows of a message."""
    seen: set[str] = set()
    for index, row in enumerate(form.items(("components",), components, 0, 5)):
        form.choice(("components", index, "type"), row.get("type"), {ROW})
        _check_row(form, ("components", index), row, seen)


def check_v2(form: Form, body: Json) -> None:
    """Note what is wrong with a message made of components only (IS_COMPONENTS_V2)."""
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(key):
            text = "Cannot be used with MessageFlags.IS_COMPONENTS_V2"
            form.wrong((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)
    parts = form.items(("components",), body.get("components") or [], 0, V2_MOST)
    everything = walk(parts)
    if len(everything) > V2_MOST:
        text = f"The maximum number of components is {V2_MOST}"
        form.wrong(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    texts = sum(
        len(part.get("content") or "") for part in everything if part["type"] == TEXT_DISPLAY
    )
    if texts > V2_TEXT:
        text = f"The maximum of displayable text is {V2_TEXT}"
        form.wrong(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)
    seen: set[str] = set()
    for index, part in enumerate(parts):
        path = ("components", index)
        form.choice((*path, "type"), part.get("type"), V2_TOP)
        for row in walk([part]):
            if row.get("type") == ROW:
                _check_row(form, path, row, seen)
        if isinstance(part.get("accessory"), dict) and part["accessory"].get("type") == BUTTON:
            _check_button(form, (*path, "accessory"), part["accessory"], seen)


def _check_row(form: Form, path: Path, row: Json, seen: set[str]) -> None:
    inner = form.items((*path, "components"), row.get("components"), 1, 5)
    for index, part in enumerate(inner):
        place = (*path, "components", index)
        if part.get("type") == BUTTON:
            _check_button(form, place, part, seen)
        elif part.get("type") in SELECTS and part.get("type") != TEXT_INPUT:
            if len(inner) > 1:
                text = "A select menu fills its row."
                form.wrong(place, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)
            check_select(form, place, part, seen)
        else:
            form.choice((*place, "type"), part.get("type"), {BUTTON, *SELECTS} - {TEXT_INPUT})


def _check_id(form: Form, path: Path, part: Json, seen: set[str]) -> None:
    form.text((*path, "custom_id"), part.get("custom_id"), 1, 100)
    if part.get("custom_id") in seen:
        text = "Component custom id cannot be duplicated"
        form.wrong((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
    seen.add(str(part.get("custom_id")))


def _check_button(form: Form, path: Path, part: Json, seen: set[str]) -> None:
    form.choice((*path, "style"), part.get("style"), set(range(1, 7)))
    if part.get("label") is not None:
        form.text((*path, "label"), part["label"], 0, 80)
    if not part.get("label") and not part.get("emoji") and part.get("style") != PREMIUM:
        text = "A button needs a label or an emoji"
        form.wrong(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text)
    if part.get("style") == LINK:
        form.text((*path, "url"), part.get("url"), 1, 512)
        if part.get("custom_id"):
            text = "A custom id and url cannot both be specified"
            form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", text)
    elif part.get("style") != PREMIUM:
        _check_id(form, path, part, seen)


def check_select(form: Form, path: Path, part: Json, seen: set[str]) -> None:
    """Note what is wrong with a select menu."""
    _check_id(form, path, part, seen)
    if part.get("placeholder") is not None:
        form.text((*path, "placeholder"), part["placeholder"], 0, 150)
    fewest, most = part.get("min_values", 1), part.get("max_values", 1)
    if not (0 <= fewest <= 25 and 1 <= most <= 25 and fewest <= most):
        form.wrong((*path, "max_values"), "BASE_TYPE_RANGE", "0 <= min_values <= max_values <= 25")
    if part.get("type") != STRING_SELECT:
        return
    options = form.items((*path, "options"), part.get("options"), 1, 25)
    for index, option in enumerate(options):
        for key, shortest in (("label", 1), ("value", 1), ("description", 0)):
            if key != "description" or option.get(key) is not None:
                form.text((*path, "options", index, key), option.get(key), shortest, 100)
    values = [option.get("value") for option in options]
    if len(set(values)) < len(values):
        text = "The specified option value is already used"
        form.wrong((*path, "options"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
    if options and most > len(options):
        form.wrong((*path, "max_values"), "BASE_TYPE_RANGE", "There are fewer options.")


def check_modal(data: object) -> Json:
    """Return a modal if it keeps every limit; refuse it with 50035 otherwise."""
    form = Form()
    if not isinstance(data, dict):
        form.refuse(("data",), "BASE_TYPE_REQUIRED", "This field is required")
    form.text(("data", "title"), data.get("title"), 1, 45)
    form.text(("data", "custom_id"), data.get("custom_id"), 1, 100)
    seen: set[str] = set()
    path = ("data", "components")
    for index, part in enumerate(form.items(path, data.get("components"), 1, 5)):
        form.choice((*path, index, "type"), part.get("type"), {ROW, TEXT_DISPLAY, LABEL})
        _check_modal_part(form, (*path, index), part, seen)
    form.finish()
    return data


def _check_modal_part(form: Form, path: Path, part: Json, seen: set[str]) -> None:
    if part.get("type") == LABEL:
        form.text((*path, "label"), part.get("label"), 1, 45)
        if part.get("description") is not None:
            form.text((*path, "description"), part["description"], 0, 100)
        inner = part.get("component") or {}
        if inner.get("type") == TEXT_INPUT:
            _check_input(form, (*path, "component"), inner, seen)
        elif inner.get("type") in SELECTS:
            check_select(form, (*path, "component"), inner, seen)
    elif part.get("type") == ROW:
        rows = form.items((*path, "components"), part.get("components"), 1, 1)
        for index, inner in enumerate(rows):
            place = (*path, "components", index)
            form.choice((*place, "type"), inner.get("type"), {TEXT_INPUT})
            form.text((*place, "label"), inner.get("label"), 1, 45)
            _check_input(form, place, inner, seen)


def _check_input(form: Form, path: Path, part: Json, seen: set[str]) -> None:
    _check_id(form, path, part, seen)
    form.choice((*path, "style"), part.get("style"), {1, 2})
    shortest, longest = part.get("min_length") or 0, part.get("max_length") or 4000
    if not (0 <= shortest <= longest and 1 <= longest <= 4000):
        form.wrong((*path, "max_length"), "BASE_TYPE_RANGE", "Must be between 1 and 4000.")
    if part.get("value"):
        form.text((*path, "value"), part["value"], shortest, longest)
    if part.get("placeholder"):
        form.text((*path, "placeholder"), part["placeholder"], 0, 100)
