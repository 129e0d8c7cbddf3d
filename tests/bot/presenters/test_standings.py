"""Leaderboards and statistics in words, in every language."""

from dataclasses import replace
from datetime import date

import pytest

from bot.presenters.languages import language_label
from bot.presenters.standings import (
    Row,
    board_header,
    board_notes,
    board_rows,
    board_title,
    moving_average,
    number,
    ordinal,
    percent,
    player_name,
    short_day,
    statistics_lines,
    statistics_title,
)
from bot.presenters.wording import wording
from core.ids import ChatRef, PlayerRef
from core.languages import languages
from core.services.standings import Leaderboard, Line
from core.standings import Board, Day, Measure, Period, Standing, Statistics

YOU, BEN = PlayerRef("terminal", "you"), PlayerRef("discord", "80351110")
MONDAY = date(2026, 9, 21)
EN = wording("en")
STATISTICS = Statistics(
    rounds=1234,
    wins=3,
    points=98765,
    words=4,
    misses=2,
    best="été",
    best_points=30,
    longest="étés",
    average=123_456,
    streak=1,
    longest_streak=12,
    progress=(Day(MONDAY, 2, 42, 123_456),),
)


def a_standing(player: PlayerRef = BEN, name: str = "Ben", **knobs: object) -> Standing:
    settings = {"rounds": 3, "points": 4210, "wins": 1, "best": "été", "best_points": 30}
    return Standing(player, name, **(settings | {"shares": 300_000} | knobs))  # type: ignore[arg-type]


def a_board(
    *lines: Line, viewer: Line | None = None, measure: Measure = Measure.POINTS, minimum: int = 1
) -> Leaderboard:
    board = Board(ChatRef("terminal", "here"), "fr", Period.WEEK, MONDAY)
    return Leaderboard(board, measure, minimum, lines, viewer, 4210)


def test_a_title_says_the_language_the_period_and_whether_it_is_of_the_world() -> None:
    board = a_board()
    assert board_title(board, EN) == "Leaderboard · French · this week"
    assert board_title(board, EN, previous=True) == "Leaderboard · French · last week"
    world = replace(board, board=replace(board.board, chat=None, period=Period.ALL))
    assert board_title(world, wording("fr")) == (
        "Classement · français · depuis toujours · le monde entier"
    )


def test_ties_share_a_rank() -> None:
    board = a_board(
        Line(1, 9, a_standing(name="Ana")),
        Line(2, 7, a_standing(YOU, "you")),
        Line(2, 7, a_standing()),
        Line(4, 1, a_standing(name="Clo")),
    )
    rows = board_rows(board, EN, YOU)
    assert [(row.rank, row.name, row.own) for row in rows] == [
        ("1", "Ana", False),
        ("2", "you", True),
        ("2", "Ben", False),
        ("4", "Clo", False),
    ]


@pytest.mark.parametrize(
    ("measure", "value", "language", "shown"),
    [
        (Measure.POINTS, 4210, "en", "4,210"),
        (Measure.POINTS, 42100, "de", "42.100"),
        (Measure.WINS, 3, "it", "3"),
        (Measure.BEST, 30, "fr", "été +30"),
        (Measure.AVERAGE, 123_456, "en", "12.3%"),
        (Measure.AVERAGE, 123_456, "de", "12,3\u00a0%"),
    ],
)
def test_values_are_in_the_unit_of_the_measure(
    measure: Measure, value: int, language: str, shown: str
) -> None:
    board = a_board(Line(1, value, a_standing()), measure=measure)
    assert board_rows(board, wording(language), YOU) == [Row("1", "Ben", shown, "3", own=False)]


def test_who_is_not_among_the_first_is_told_where_they_are() -> None:
    own = Line(312, 1234, a_standing(YOU))
    board = a_board(Line(1, 9, a_standing()), viewer=own)
    assert board_notes(board, EN) == ["you: 312th of 4,210 (1,234)"]
    assert board_notes(replace(board, lines=(own,)), EN) == []


def test_who_lacks_rounds_is_told_how_many() -> None:
    own = Line(None, 1234, a_standing(YOU), missing=1)
    board = a_board(viewer=own, measure=Measure.AVERAGE, minimum=3)
    assert board_notes(board, EN) == [
        "you: 1 more round, and you are ranked",
        "ranked: who has played 3 rounds or more",
    ]


@pytest.mark.parametrize(
    ("ref", "name", "shown"),
    [
        (BEN, "Ben", "Ben"),
        (YOU, "whoever", "you"),
        (BEN, "[red]x[/red]", "[red]x[/red]"),
        (BEN, "a\u202eb\x1b[2J\n", "aU+202EbU+001B[2J"),
        (BEN, "Zoë नमस्ते", "Zoë नमस्ते"),
        (BEN, " \u3164", "player 3753"),
        (BEN, "x" * 99, "x" * 32),
        (PlayerRef("forgotten", "7"), "", "someone who left"),
    ],
)
def test_names_are_shown_as_they_are_and_command_nothing(
    ref: PlayerRef, name: str, shown: str
) -> None:
    assert player_name(a_standing(ref, name), EN, YOU) == shown


@pytest.mark.parametrize("language", languages())
def test_every_language_has_its_words_for_everything(language: str) -> None:
    words = wording(language)
    own = Line(2, 1, a_standing(YOU))
    unranked = Line(None, 1, a_standing(YOU), missing=2)
    texts = [
        board_title(replace(a_board(), board=replace(a_board().board, period=period)), words)
        for period in Period
    ]
    for measure in Measure:
        texts += board_header(a_board(measure=measure), words)
        for viewer in (own, unranked):
            texts += board_notes(a_board(viewer=viewer, measure=measure, minimum=3), words)
    texts += [line.text(words) for line in statistics_lines(STATISTICS, words)]
    assert all(text and "{" not in text for text in texts)
    if language != "en":
        english = {line.label for line in statistics_lines(STATISTICS, EN)}
        labels = {line.label for line in statistics_lines(STATISTICS, words)}
        assert english & labels <= {"Points"}


def test_statistics_in_english() -> None:
    assert [line.text(EN) for line in statistics_lines(STATISTICS, EN)] == [
        "Rounds: 1,234",
        "Wins: 3",
        "Points: 98,765",
        "Words: 4",
        "Accuracy: 66.7%",
        "Average of the possible points: 12.3%",
        "Best word: été +30",
        "Longest word: étés (4 letters)",
        "Streak: 1 day",
        "Longest streak: 12 days",
    ]


def test_statistics_without_words_leave_lines_out() -> None:
    none = {"best": "", "best_points": 0, "longest": "", "words": 0}
    labels = [
        line.label
        for line in statistics_lines(replace(STATISTICS, **none), EN)  # type: ignore[arg-type]
    ]
    assert not {"Best word", "Longest word"} & set(labels)


def test_of_an_unfit_best_word_the_points_are_told() -> None:
    unfit = replace(STATISTICS, best="")
    assert "Best word: +30" in [line.text(EN) for line in statistics_lines(unfit, EN)]


def test_titles_name_the_player() -> None:
    assert statistics_title(YOU, "de", wording("fr"), YOU) == "toi · allemand"
    assert statistics_title(PlayerRef("x", "a\u202e"), "de", EN, YOU) == "x:aU+202E · German"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
     (21, "21st"), (112, "112th"), (312, "312th"), (1002, "1,002nd")],
)  # fmt: skip
def test_english_ordinals(value: int, shown: str) -> None:
    assert ordinal(value, EN) == shown


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("fr", "1er", "2e"), ("de", "1.", "2."), ("es", "1.º", "2.º"), ("it", "1º", "2º")],
)
def test_other_ordinals(language: str, first: str, second: str) -> None:
    assert [ordinal(n, wording(language)) for n in (1, 2)] == [first, second]


@pytest.mark.parametrize(
    ("language", "thousands", "share", "day"),
    [
        ("en", "1,234,567", "50.0%", "Mon, Sep 21"),
        ("fr", "1\u202f234\u202f567", "50,0\u00a0%", "lun. 21 sept."),
        ("de", "1.234.567", "50,0\u00a0%", "Mo., 21. Sept."),
        ("es", "1.234.567", "50,0\u00a0%", "lun, 21 sept"),
        ("it", "1.234.567", "50,0%", "lun 21 set"),
    ],
)
def test_numbers_and_days_are_written_as_the_language_does(
    language: str, thousands: str, share: str, day: str
) -> None:
    words = wording(language)
    assert number(1_234_567, words) == thousands
    assert percent(500_000, words) == share
    assert short_day(MONDAY, words) == day
    assert language_label("en", words) != "en"


def test_a_moving_average_begins_with_what_there_is() -> None:
    days = [Day(MONDAY, 1, 1, share) for share in (10, 20, 60, 0)]
    assert moving_average(days, 2) == [10, 15, 40, 30]
    assert moving_average([], 7) == []
