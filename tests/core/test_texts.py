"""Texts of strangers, in one line."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ids import Member, PlayerRef
from core.texts import is_visible, one_line, whole_number


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ana", "Ana"),
        ("  Ana \n\t Maria\u2028B ", "Ana Maria B"),
        ("an\u202ea\x00", "ana"),
        ("half \ud83d", "half"),
        ("👩‍🚀 Éa", "👩‍🚀 Éa"),
        ("\u200d\u200b", ""),
    ],
)
def test_what_has_no_shape_goes_and_the_rest_stays(text: str, line: str) -> None:
    assert one_line(text) == line


@given(st.text())
def test_a_name_is_one_short_line_that_any_database_takes(text: str) -> None:
    name = Member(PlayerRef("test", "1"), text).name
    assert len(name) <= 64
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cs", "Zl", "Zp"}
    assert name.encode().decode() == name


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("123456789", 123456789),
        ("1234567890", None),
        *((text, None) for text in ("", "-1", "+1", "1_0", " 1", "1.5", "٣", "²", "a")),
    ],
)
def test_numbers_are_whole_short_and_plain(text: str, number: int | None) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "blank",
    [
        *(
            "",
            " ",
            "\u3164",
            "\u2800",
            "\uffa0",
            "\u115f\u1160",
            "\u00ad",
            "\u3000",
            "\u200b\u2060",
        ),
        *("\u0301", "\ufe0f", "\u180e", "\u17b5", "\U000e0041", "\U0001d159", "\u034f\u20dd"),
    ],
)
def test_nothing_is_drawn_for_fillers_blanks_and_marks_alone(blank: str) -> None:
    assert not is_visible(blank * 3)
    for seen in ("a", "é", "名", "👍", ".", "\U0001fae8"):
        assert is_visible(f"{blank}{seen}{blank}")
