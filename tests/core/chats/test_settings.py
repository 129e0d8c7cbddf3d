"""The settings of a chat: legal values and refusals."""

from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chats.kinds import BadSetting
from core.chats.settings import SETTINGS, ChatSettings, UnknownSetting, setting
from core.errors import SeizeError
from core.ids import ChatRef, Member, PlayerRef, Room
from core.languages import languages
from core.lexicon.catalogue import listings
from core.rounds.laws import Law
from core.rounds.record import Terms
from core.scoring import Rules

CHAT = ChatRef("test", "square")
ZONES = sorted(available_timezones() - {"localtime", "Factory"})

names = (
    st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters=","), max_size=100)
    .map(str.strip)
    .filter(bool)
)
many_names = st.lists(names, max_size=100, unique=True).map(tuple)
all_settings = st.builds(
    ChatSettings,
    language=st.sampled_from(list(listings())),
    interface=st.sampled_from([*languages()]),
    seconds=st.integers(30, 600),
    size=st.tuples(st.integers(2, 8), st.integers(2, 8)),
    rules=st.sampled_from(Rules),
    law=st.sampled_from(Law),
    min_length=st.one_of(st.just(0), st.integers(2, 8)),
    quiet=st.booleans(),
    rooms=many_names,
    timezone=st.sampled_from(ZONES),
    moderators=many_names,
)


def texts_of(settings: ChatSettings) -> dict[str, str]:
    return {name: each.show(settings) for name, each in SETTINGS.items()}


def a_member(*roles: str, admin: bool = False) -> Member:
    return Member(PlayerRef("test", "ana"), "Ana", frozenset(roles), admin)


def test_a_chat_that_has_set_nothing_plays_the_classic_round() -> None:
    settings = ChatSettings.from_texts({})
    assert settings == ChatSettings()
    assert settings.terms() == Terms(lexicon="en", size=(4, 4), seconds=120)
    assert settings.zone == ZoneInfo("UTC")


@given(all_settings)
def test_what_is_printed_reads_back_as_the_same(settings: ChatSettings) -> None:
    texts = texts_of(settings)
    assert ChatSettings.from_texts(texts) == settings
    assert ChatSettings().with_texts(texts) == settings
    assert texts_of(ChatSettings.from_texts(texts)) == texts


def test_every_setting_has_a_default_that_is_possible_and_a_reason() -> None:
    assert set(SETTINGS) == set(ChatSettings.__slots__)
    for name, each in SETTINGS.items():
        assert each.name == name
        assert each.default == getattr(ChatSettings(), name)
        assert each.read(each.show(ChatSettings())) == each.default
        assert each.reason.endswith(".")


def refusal_of(name: str, text: str) -> BadSetting | None:
    try:
        setting(name).read(text)
    except BadSetting as refusal:
        return refusal
    return None


@given(st.sampled_from(list(SETTINGS)), st.text())
def test_any_text_is_a_value_or_refused_with_the_name_of_the_setting(name: str, text: str) -> None:
    if refusal := refusal_of(name, text):
        assert refusal.facts["setting"] == name
        assert len(str(refusal)) < 500
    else:
        settings = ChatSettings().with_texts({name: text})
        assert ChatSettings.from_texts(texts_of(settings)) == settings


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("language", " FR-Gutenberg ", "fr-gutenberg"),
        ("interface", "DE", "de"),
        ("seconds", "30", 30),
        ("seconds", " 600 ", 600),
        ("size", "3X5", (3, 5)),
        ("rules", "Boggle", Rules.BOGGLE),
        ("law", "FIRST", Law.FIRST_FINDER),
        ("min_length", "0", 0),
        ("min_length", "2", 2),
        ("min_length", "8", 8),
        ("quiet", "Yes", True),
        ("quiet", "on", True),
        ("quiet", "off", False),
        ("rooms", "", ()),
        ("rooms", " , 12 ,,7, 12,", ("12", "7")),
        ("moderators", "Game Masters, 🦊", ("Game Masters", "🦊")),
        ("timezone", "europe/PARIS", "Europe/Paris"),
        ("timezone", "America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
    ],
)
def test_values_are_read_as_people_type_them(name: str, text: str, value: Any) -> None:
    assert setting(name).read(text) == value


@pytest.mark.parametrize(
    ("name", "text", "works"),
    [
        ("language", "klingon", "fr-gutenberg"),
        ("language", "../fr", "fr, fr-gutenberg"),
        ("language", "", "de"),
        ("interface", "fr-gutenberg", ", ".join(languages())),
        ("seconds", "29", "30 to 600"),
        ("seconds", "601", "30 to 600"),
        ("seconds", "-60", "30 to 600"),
        ("seconds", "60.5", "30 to 600"),
        ("seconds", "6_0", "30 to 600"),
        ("seconds", "٦٠", "30 to 600"),
        ("seconds", "²", "30 to 600"),
        ("seconds", "9" * 5000, "30 to 600"),
        ("seconds", "two minutes", "30 to 600"),
        ("size", "4", "4x4 or 3x5"),
        ("size", "1x4", "2x2 to 8x8"),
        ("size", "4x9", "2x2 to 8x8"),
        ("rules", "scrabble", "ruzzle, boggle"),
        ("law", "none", "every, first, unique, split"),
        ("min_length", "1", "2 to 8"),
        ("min_length", "9", "2 to 8"),
        ("min_length", "", "neither 0"),
        ("quiet", "perhaps", "yes, no, on, off"),
        ("rooms", "a" * 101, "100 characters or fewer"),
        ("rooms", "a\x00b", "commas"),
        ("rooms", "\ud800", "commas"),
        ("rooms", ",".join(map(str, range(101))), "100 are possible"),
        ("moderators", "one\ntwo", "commas"),
        ("timezone", "", "Europe/Paris"),
        ("timezone", "Europe", "Europe/Paris"),
        ("timezone", "Europe/", "Europe/Paris"),
        ("timezone", "/etc/passwd", "Europe/Paris"),
        ("timezone", "/usr/share/zoneinfo/UTC", "Europe/Paris"),
        ("timezone", "../../etc/passwd", "Europe/Paris"),
        ("timezone", "Europe/../UTC", "Europe/Paris"),
        ("timezone", "Europe\\Paris", "Europe/Paris"),
        ("timezone", "UTC\x00", "Europe/Paris"),
        ("timezone", "localtime", "Europe/Paris"),
        ("timezone", "U" * 10_000, "Europe/Paris"),
    ],
)
def test_a_refusal_names_the_setting_and_what_would_work(name: str, text: str, works: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        setting(name).read(text)
    assert isinstance(refusal.value, SeizeError)
    assert str(refusal.value).startswith(f"{name}: ")
    assert works in str(refusal.value)
    assert "\x00" not in str(refusal.value)
    assert len(str(refusal.value)) < 250


@pytest.mark.parametrize("typed", ["min_length", "Min-Length", " MIN LENGTH "])
def test_settings_go_by_their_name_as_people_type_it(typed: str) -> None:
    assert setting(typed) is SETTINGS["min_length"]


@pytest.mark.parametrize("name", ["", "colour", "__class__", "x" * 5000, "seconds\x00"])
def test_an_unknown_setting_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownSetting) as refusal:
        setting(name)
    for known in SETTINGS:
        assert known in str(refusal.value)
    assert len(str(refusal.value)) < 250


def test_what_is_stored_and_means_nothing_now_counts_as_not_set() -> None:
    stored = {
        "language": "gone-since",
        "timezone": "Mars/Olympus",
        "seconds": "soon",
        "size": "99x99",
        "was_once_a_setting": "1",
        "law": "split",
    }
    assert ChatSettings.from_texts(stored) == ChatSettings(law=Law.SPLIT)


def test_what_is_typed_for_one_round_goes_before_what_the_chat_has_set() -> None:
    settings = ChatSettings(language="fr", law=Law.SPLIT, seconds=60, min_length=3)
    assert settings.terms(seconds="90", size="5x4", law=None) == Terms(
        lexicon="fr", law=Law.SPLIT, seconds=90, size=(5, 4), min_length=3
    )
    assert settings.terms(language="de", rules="boggle").lexicon == "de"
    assert settings.seconds == 60


def test_what_is_typed_for_one_round_has_the_same_limits() -> None:
    with pytest.raises(BadSetting, match="seconds: '3600'"):
        ChatSettings().terms(seconds="3600")
    with pytest.raises(UnknownSetting):
        ChatSettings().terms(letters="abcd")


def test_admins_moderate_and_so_do_the_roles_that_the_chat_names() -> None:
    settings = ChatSettings(moderators=("mods", "42"))
    assert settings.may_moderate(a_member("mods"))
    assert settings.may_moderate(a_member("dancers", "42"))
    assert settings.may_moderate(a_member(admin=True))
    assert not settings.may_moderate(a_member())
    assert not settings.may_moderate(a_member("dancers", "Mods", "4", ""))


def test_nobody_but_admins_moderates_until_the_chat_names_roles() -> None:
    assert not ChatSettings().may_moderate(a_member("", "admin", "moderators"))
    assert ChatSettings().may_moderate(a_member(admin=True))


def test_all_rooms_are_open_until_the_chat_names_some() -> None:
    named = ChatSettings(rooms=("12", "games"))
    assert all(ChatSettings().allows(Room(CHAT, topic)) for topic in ("", "12", "13"))
    assert named.allows(Room(CHAT, "12"))
    assert named.allows(Room(CHAT, "games"))
    assert not named.allows(Room(CHAT, "1"))
    assert not named.allows(Room(CHAT, "Games"))


def test_the_only_room_of_a_chat_cannot_be_closed() -> None:
    assert ChatSettings(rooms=("12",)).allows(Room(CHAT))


def test_a_chat_has_its_time_zone_and_the_language_of_its_words() -> None:
    settings = ChatSettings(timezone="Asia/Kathmandu", language="fr-gutenberg")
    assert settings.zone == ZoneInfo("Asia/Kathmandu")
    assert settings.language_code == "fr"
    assert ChatSettings(language="en-enable").language_code == "en"
