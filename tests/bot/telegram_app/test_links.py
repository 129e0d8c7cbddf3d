import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages import Button, Look, split_data
from bot.telegram_app.links import Links, data_of, payload_of
from bot.telegram_app.rendering import keyboard

PARTS = st.from_regex(r"[a-z0-9_]{1,9}", fullmatch=True)


@given(st.lists(PARTS, min_size=1, max_size=6).map(":".join))
def test_a_payload_stands_for_the_data_of_a_button(data: str) -> None:
    payload = payload_of(data)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload)
    assert data_of(payload) == data


@given(st.text(max_size=80))
def test_any_data_makes_some_payload(data: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload_of(data))


@pytest.mark.parametrize("text", ["", "a b", "x" * 65, "é", "../.."])
def test_what_is_no_payload_asks_for_help(text: str) -> None:
    assert data_of(text) == "help"


def test_data_has_numbered_arguments() -> None:
    assert split_data("words:12:2") == ("words", {"1": "12", "2": "2"})
    assert split_data("halt") == ("halt", {})


def test_links() -> None:
    assert Links("seize_bot").private("type:12") == "https://t.me/seize_bot?start=type-12"


def test_keyboards() -> None:
    rows = [
        [Button("Type", "type:1", Look.MAIN), Button("No", "no", Look.DANGER)],
        [Button(str(number), f"n:{number}", Look.GOOD) for number in range(10)],
        [Button("Type", "type:1")],
    ]
    group, private = (
        keyboard(rows, Links("seize_bot"), private=private) for private in (False, True)
    )
    assert group
    assert private
    assert [len(row) for row in group.inline_keyboard] == [2, 8, 2, 1]
    assert [len(row) for row in private.inline_keyboard] == [1, 8, 2]
    first, second = group.inline_keyboard[0]
    assert (first.url, first.style) == ("https://t.me/seize_bot?start=type-1", "primary")
    assert (second.callback_data, second.style) == ("no", "danger")
    assert keyboard([], Links("seize_bot"), private=True) is None
    assert keyboard([[Button("Type", "type:1")]], Links("seize_bot"), private=True) is None


def test_the_button_of_the_page() -> None:
    # The personal link is for where there is no ticket to open the page with.
    swipe = Button("Swipe", "swipe:1:abc", Look.MAIN, "https://a.org/in#once", "t-1")
    rows = [[swipe]]
    named = Links("seize_bot", "https://a.org/in", "swipe")
    nameless = Links("seize_bot", "https://a.org/in")

    def shown(links: Links, *, private: bool) -> dict[str, Any]:
        made = keyboard(rows, links, private=private)
        assert made
        return made.inline_keyboard[0][0].to_dict()

    opened = {"url": "https://a.org/in?room=t-1"}
    assert shown(named, private=True)["web_app"] == opened
    assert shown(nameless, private=True)["web_app"] == opened
    assert shown(named, private=False)["url"] == "https://t.me/seize_bot/swipe?startapp=t-1"
    assert shown(nameless, private=False)["url"] == "https://t.me/seize_bot?start=swipe-1-abc"
