"""The two chat adapters have the same names for the same things."""

from importlib import import_module

import pytest

SHARED = {
    "answers": ("Answer",),
    "deliveries": ("ANSWER", "EDIT", "POST", "backoff", "note_failure"),
    "errors": ("TokenRefused", "is_gone"),
    "interactions": ("Interactions",),
    "options": ("API_URL", "PLATFORM"),
    "outbox": ("Outbox",),
    "parcels": ("MOST", "Memory", "Parcel"),
    "places": ("Place", "member_of", "place_of"),
    "reactions": ("Reactions",),
    "registration": ("register",),
    "rendering": ("keyboard",),
    "requests": ("button_request", "command_request", "typed_text"),
}
METHODS = {
    "outbox.Outbox": ("close", "edit", "hears", "hindrances", "post", "react", "replace"),
    "reactions.Reactions": ("close", "mark"),
}


@pytest.mark.parametrize("adapter", ["discord_app", "telegram_app"])
def test_an_adapter_has_the_names_of_its_twin(adapter: str) -> None:
    for module, names in SHARED.items():
        found = import_module(f"bot.{adapter}.{module}")
        assert [name for name in names if not hasattr(found, name)] == [], module
    for path, methods in METHODS.items():
        module, name = path.split(".")
        found = getattr(import_module(f"bot.{adapter}.{module}"), name)
        assert [method for method in methods if not hasattr(found, method)] == [], path
