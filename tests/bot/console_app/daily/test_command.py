"""`seize daily`: real words, a real file, the clock on the wall."""

import asyncio
import json
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from time import time
from typing import Any

import pytest

from bot.presenters.daily.texts import THEMES
from bot.presenters.wording import wording
from core.daily.known import known_grids
from core.daily.puzzle import Puzzle, day_of
from core.daily.recipe import of_size
from core.daily.themes import Theme
from core.daily.verification import tiles_between
from core.grid import Grid
from core.languages import languages
from core.solver.solution import FoundWord
from core.store.sql.store import open_store
from tests.contract.dailies import attempt, close, keep_puzzle
from tests.contract.made import ANA, BEN, CLO, START, meet
from tests.helpers.command import SEIZE, Ran, environment, seize
from tests.helpers.patience import PATIENCE

Command = Callable[..., Ran]
GRIDS = [Grid.parse(text) for text in ("SNTSEIAEDMRPAEMI", "CAILRMLSEIAESNTR", "UOCSTRNIAIATPLSS")]
LES = FoundWord("les", "les", 5, (3, 7, 6))
SAIT = FoundWord("sait", "sait", 9, (3, 6, 5, 2))
NO_INPUT = "There is no input to read words from: nothing has begun or ended"
SNTS = FoundWord("snts", "snts", 8, (0, 1, 2, 3))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "seize.db"


@pytest.fixture
def run(data_dir: Path, database: Path) -> Command:
    def run(*arguments: str, **options: Any) -> Ran:
        facts = {"SEIZE_DATABASE_URL": f"sqlite:///{database}", "LANG": "fr", "LC_ALL": "en"}
        return seize(*arguments, data_dir=data_dir, **(facts | options))

    return run


def today() -> date:
    return day_of(time())


async def make_archive(database: Path) -> list[Puzzle]:
    """Keep the dailies of yesterday, today and tomorrow; Ben has played the first two."""
    store = await open_store(database)
    await meet(store, BEN)
    puzzles = []
    for number, grid in enumerate(GRIDS, 1):
        day = today() + timedelta(days=number - 2)
        facts = {"words": 1200, "points": 20_000, "seal": f"{number}e" * 32}
        facts["recipe"] = f'{{"seed": 777{number}}}'
        puzzles.append(await keep_puzzle(store, number, grid=grid, day=day, **facts))
    await attempt(store, puzzles[0], BEN, LES, SAIT, refused=[SNTS], hurry=4)
    await attempt(store, puzzles[1], BEN, LES)
    await close(store, puzzles[0])
    await store.close()
    return puzzles


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Puzzle]]:
    """Make the archive, which is copied for each test."""
    database = tmp_path_factory.mktemp("archive") / "seize.db"
    return database, asyncio.run(make_archive(database))


@pytest.fixture
def archive(made_once: tuple[Path, list[Puzzle]], database: Path) -> list[Puzzle]:
    """Return the dailies of yesterday, today and tomorrow; Ben has played the first two."""
    database.parent.mkdir()
    shutil.copy(made_once[0], database)
    return made_once[1]


def rows(database: Path, query: str, *values: object) -> list[Any]:
    connection = sqlite3.connect(database)
    with connection:
        found = connection.execute(query, values).fetchall()
    connection.close()
    return found


def daily(run: Command, *arguments: str, **options: Any) -> Ran:
    return run("daily", *arguments, "--lang", "fr", **options)


def assert_hides(ran: Ran, *puzzles: Puzzle) -> None:
    """Assert that neither letters nor recipe of a daily are told."""
    said = ran.out + ran.err
    letters = "".join(char for char in said if char.isalpha()).lower()
    for puzzle in puzzles:
        assert puzzle.grid.letters.lower() not in letters
        for start in range(0, 16, 4):
            row = puzzle.grid.letters[start : start + 4]
            assert "  ".join(row) not in said
            assert row not in said.replace(str(GRIDS[0]), "")  # yesterday's
        assert f"777{puzzle.number}" not in said


def test_todays_daily_is_made_at_once_and_played_once(run: Command, database: Path) -> None:
    unread = daily(run, "play", stdin="")
    assert unread.status == 2
    assert unread.err == f"seize: {NO_INPUT}\n"
    assert unread.out.splitlines()[2:] == [
        "You have one attempt of two minutes.",
        "",
        "Press Enter to start the clock, Ctrl-C to leave.",
        "",
    ]
    assert rows(database, "SELECT count(*) FROM attempts") == [(0,)]
    first = daily(run, "play", stdin="xyzzy\n")
    assert (first.status, first.err) == (0, "")
    lines = first.out.splitlines()
    assert lines[0] == "Daily 1 · French"
    assert lines[2] == "You have one attempt of two minutes."
    assert "xyzzy: " in first.out
    assert "Place so far: 1 of 1" in lines
    assert "Seize · Daily 1 · French" in lines
    assert lines[-1] == "its grid, when the day is over: seize daily show 1 --lang fr"
    again = daily(run, "play", stdin="les\n")
    assert again.status == 2
    assert again.err == (
        "seize: You have played the daily 1; when its day is over, you may play it again for fun\n"
    )
    assert again.out.splitlines() == lines[lines.index("The round is over.") + 1 : -2]
    assert rows(database, "SELECT count(*), min(ranked) FROM rounds") == [(1, 1)]
    ((text,),) = rows(database, "SELECT grid FROM puzzles")
    grid = Grid.parse(text)
    known = map(Grid.parse, of_size(known_grids(), (grid.rows, grid.cols)))
    assert all(tiles_between(grid, each) >= 12 for each in known)


@pytest.mark.slow
@pytest.mark.usefixtures("archive")
def test_with_standard_input_closed_nothing_is_used_up(database: Path, data_dir: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", SEIZE, "daily", "play", "--lang", "fr"],
        capture_output=True,
        text=True,
        check=False,
        env=environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{database}"),
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"seize: {NO_INPUT}\n")
    assert rows(database, "SELECT count(*) FROM attempts WHERE player <> 1") == [(0,)]


def test_a_past_day_is_for_fun_and_a_day_ahead_is_refused(
    run: Command, archive: list[Puzzle]
) -> None:
    ran = daily(run, "play", "1", stdin="es\n")
    assert (ran.status, ran.err) == (0, "")
    assert "For fun: this one does not count." in ran.out
    assert ran.out.splitlines()[-1] == "all its words: seize solve SNTSEIAEDMRPAEMI --lang fr"
    ahead = daily(run, "play", "3", stdin="es\n")
    assert (ahead.status, ahead.out) == (2, "")
    assert f"The daily 3 opens on {archive[2].day}" in ahead.err


def interrupted(database: Path, data_dir: Path, *words: str) -> None:
    """Play today's daily in a process that is killed."""
    with subprocess.Popen(
        [SEIZE, "daily", "play", "--lang", "fr"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{database}"),
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.writelines(f"{word}\n" for word in words)
        process.stdin.flush()
        while not process.stdout.readline().endswith(f" {words[-1]}\n"):
            pass
        process.kill()
        assert process.wait(PATIENCE) == -signal.SIGKILL


@pytest.fixture(scope="module")
def killed(
    made_once: tuple[Path, list[Puzzle]], tmp_path_factory: pytest.TempPathFactory, data_dir: Path
) -> Path:
    """Return a folder with the archive, as an attempt that was interrupted leaves it."""
    folder = tmp_path_factory.mktemp("killed")
    shutil.copy(made_once[0], folder)
    interrupted(folder / "seize.db", data_dir, "la", "mal")
    return folder


@pytest.fixture
def left(killed: Path, database: Path) -> Path:
    """Return a database that an attempt was interrupted in."""
    shutil.copytree(killed, database.parent)
    return database


@pytest.mark.slow
def test_an_attempt_goes_on_after_a_kill(run: Command, left: Path) -> None:
    unread = daily(run, "play", stdin="")
    assert (unread.status, unread.err) == (2, f"seize: {NO_INPUT}\n")
    page = json.loads(daily(run, "show", "--json").out)
    assert page["attempt"]["finished"] is False
    ran = daily(run, "play", stdin="mal\nail\n")
    assert (ran.status, ran.err) == (0, "")
    assert "You are in the middle of it: go on typing words." in ran.out
    assert "mal: already found" in ran.out
    assert "Words: 3 of 1,200 (0.2%)" in ran.out
    query = "SELECT words FROM attempts WHERE finished_at > 1e9 AND player = 2"
    assert rows(left, query) == [(3,)]
    assert daily(run, "play", stdin="les\n").status == 2


@pytest.mark.slow
@pytest.mark.parametrize("ago", [130, 400])
def test_an_attempt_whose_time_is_up_meanwhile_has_its_card(
    run: Command, left: Path, ago: int
) -> None:
    shift = "UPDATE rounds SET starts_at = starts_at - ?, deadline = deadline - ? WHERE id > 2"
    rows(left, shift, ago, ago)
    ran = daily(run, "play", stdin="ail\n")
    assert "Words: 2 of 1,200 (0.2%)" in ran.out
    assert "middle of it" not in ran.out
    assert " ail" not in ran.out
    assert ran.status == (0 if ago == 130 else 2), "after a minute, it was finished before"


@pytest.mark.parametrize("command", ["play", "show", "list"])
def test_without_a_database_there_is_one_line(run: Command, tmp_path: Path, command: str) -> None:
    noise = tmp_path / "noise.db"
    noise.write_bytes(b"not a database" * 1000)
    for place in (f"sqlite:///{noise}", "sqlite:////proc/seize.db"):
        ran = daily(run, command, stdin="les\n", SEIZE_DATABASE_URL=place)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.count("\n") == 1


def test_what_is_secret_is_never_shown(run: Command, archive: list[Puzzle]) -> None:
    _, now, ahead = archive
    for arguments in (
        ["show"], ["show", "--json"], ["show", "3", "--json"], ["show", "1"], ["list"],
        ["list", "--json"], ["verify", "2"], ["verify", "3"], ["words", "2", "--accept", "snts"],
    ):  # fmt: skip
        assert_hides(daily(run, *arguments), now, ahead)


def test_the_page_of_a_day_that_is_open(run: Command, archive: list[Puzzle]) -> None:
    ran = daily(run, "show")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:3] == [
        f"Daily 2 · French · {archive[1].day}",
        f"{wording('en').gettext(THEMES[Theme.WORDS])} · 4x4 · ★★☆☆☆",
        "1,200 words, 20,000 points",
    ]
    assert lines[3].startswith("Open for ")
    assert f"Seal of the daily 2: {archive[1].seal[:32]}" in lines
    assert "You have not played it: seize daily play --lang fr" in lines
    assert ("Players: 1" in lines, "🥇 Ben · 5 of 20,000 (0.0%) · 1 word" in lines) == (True, True)
    assert lines[-1] == f"Seal of the daily 3: {archive[2].seal[:32]}"
    assert max(map(len, lines)) <= 80
    assert daily(run, "show", "2").out.splitlines()[0] == lines[0]
    for puzzle in archive[:2]:
        by_date = daily(run, "show", puzzle.day.isoformat()).out.splitlines()
        assert by_date[0] == f"Daily {puzzle.number} · French · {puzzle.day}"
    ahead = daily(run, "show", archive[2].day.isoformat())
    assert f"The daily 3 opens on {archive[2].day}" in ahead.err


def test_the_page_of_a_day_that_is_over(
    run: Command, archive: list[Puzzle], tmp_path: Path
) -> None:
    picture = tmp_path / "spread.png"
    ran = daily(run, "show", "yesterday", "--plot", str(picture))
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert f"The day of {archive[0].day} is over." in lines
    assert lines[-3:] == ["SNTSEIAEDMRPAEMI", "", '{"seed": 7771}']
    assert "⚑ For moderators: Ben sent 4 words faster than anybody reads." in lines
    assert picture.read_bytes().startswith(b"\x89PNG")
    page = json.loads(daily(run, "show", "1", "--json").out)
    assert (page["grid"], page["recipe"]) == ("SNTSEIAEDMRPAEMI", {"seed": 7771})
    assert (page["open"], page["closed"], page["players"], page["best"]) == (False, True, 1, 14)
    assert page["leaderboard"] == [
        {"rank": 1, "player": "test:ben", "name": "Ben", "points": 14, "words": 2}
    ]
    assert page["hurried"] == [{"player": "test:ben", "name": "Ben", "words": 4}]


def test_two_accounts_with_one_hand_are_told(
    run: Command, archive: list[Puzzle], database: Path
) -> None:
    letters = "ABCDEFGHIJKLMN"
    words = [FoundWord(f"mot{x}".lower(), f"mot{x}", 5, (0, 1, 2)) for x in letters]

    async def play_twice() -> None:
        store = await open_store(database)
        await meet(store, ANA, CLO)
        await attempt(store, archive[1], ANA, *words)
        await attempt(store, archive[1], CLO, *words[1:], words[0], at=START + 720)
        await store.close()

    asyncio.run(play_twice())
    lines = daily(run, "show").out.splitlines()
    told = "Ana and Clo: 13 of 14 words in the same order, 12 min apart."
    assert f"⚑ For moderators: {told}" in lines
    page = json.loads(daily(run, "show", "--json").out)
    assert page["mechanical"] == []
    assert page["copied"] == [
        {"earlier": "test:ana", "later": "test:clo", "same": 13, "words": 14, "seconds": 720.0}
    ]


def test_your_attempt_is_on_the_page_and_in_the_list(run: Command, archive: list[Puzzle]) -> None:
    daily(run, "play", stdin="la\nmal\n")
    lines = daily(run, "show").out.splitlines()
    assert "Place: 1 of 2" in lines
    assert "🔥 Streak: 1 daily" in lines
    assert any(line.startswith("🥇 you · ") for line in lines)
    page = json.loads(daily(run, "show", "--json").out)
    points = page["attempt"]["points"]
    assert (page["attempt"]["place"], page["attempt"]["words"]) == (1, 2)
    assert (page["viewer"]["rank"], page["streak"]["length"]) == (1, 1)
    listed = daily(run, "list")
    assert (listed.status, listed.err) == (0, "")
    ahead, empty, _, now, over = listed.out.splitlines()
    assert ahead == f"3 of {archive[2].day}: made, sealed {archive[2].seal[:32]}"
    assert empty == ""
    assert now.split()[:2] == ["2", str(archive[1].day)]
    assert now.split()[-1] == str(points)
    assert over.split()[-4:] == ["★★", "1,200", "1", "0.1%"]
    facts = [json.loads(line) for line in daily(run, "list", "--json").out.splitlines()]
    assert [each["number"] for each in facts] == [3, 2, 1]
    assert (facts[0]["seal"], "words" in facts[0]) == (archive[2].seal, False)
    assert (facts[1]["yours"], facts[2]["yours"], facts[1]["open"]) == (points, None, True)
    assert len(daily(run, "list", "--limit", "2", "--json").out.splitlines()) == 2


@pytest.mark.usefixtures("archive")
def test_an_attempt_without_a_word_is_kept_and_ranked_but_no_streak(run: Command) -> None:
    card = daily(run, "play", stdin="zzzzz\n").out
    assert "Place so far: 2 of 2" in card
    assert "🔥" not in card + daily(run, "show").out
    page = json.loads(daily(run, "show", "--json").out)
    assert (page["attempt"]["finished"], page["attempt"]["words"]) == (True, 0)
    assert page["streak"] == {"length": 0, "longest": 0, "frozen": False}
    assert "You have played the daily 2" in daily(run, "play", stdin="la\n").err
    assert "attempt" not in run("db", "check").out  # the handmade puzzles alone are wrong


def test_an_empty_archive_says_how_to_begin(run: Command) -> None:
    ran = daily(run, "list")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "there are no dailies yet: seize daily play --lang fr makes today's\n"


def test_words_in_no_dictionary_are_listed_and_accepted(
    run: Command, database: Path, archive: list[Puzzle]
) -> None:
    assert daily(run, "words", "1").out == "snts · 1 player\n"
    facts = json.loads(daily(run, "words", "1", "--json").out)
    assert (facts["refused"], facts["accepted"]) == ({"snts": 1}, {})
    ran = daily(run, "words", "1", "--accept", "SNTS")
    assert (ran.status, ran.err) == (0, "")
    first, gained = ran.out.splitlines()
    assert first == "snts · 1 player gained"
    name, _, after = gained.partition(": 14 → ")
    assert name == "  Ben"
    assert rows(database, "SELECT points, words FROM attempts WHERE puzzle = 1") == [
        (int(after), 3)
    ]
    assert daily(run, "words", "1").out.startswith("nobody sent a word")
    again = daily(run, "words", "1", "--accept", "snts")
    assert (again.status, again.out) == (2, "")
    assert "counts for the daily 1 already" in again.err
    early = daily(run, "words", "2", "--accept", "snts")
    assert (early.status, early.out) == (2, "")
    assert "The daily 2 is not closed yet" in early.err
    assert archive[0].points != rows(database, "SELECT points FROM puzzles WHERE number = 1")[0][0]


@pytest.mark.parametrize("turn", [0, pytest.param(5, marks=pytest.mark.slow)])
def test_solve_keeps_the_grids_of_open_days_to_itself(
    run: Command, archive: list[Puzzle], turn: int
) -> None:
    over, now, ahead = (str(list(each.grid.symmetries())[turn]) for each in archive)
    for grid in (now, now.lower(), f"{now} T...............", f"{now[:12]} 3x4"):
        ran = run("solve", grid, "--lang", "fr")
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "words of a grid that is still played" in ran.err
    # To refuse that of tomorrow would tell it.
    for grid in (over, ahead):
        assert run("solve", grid, "--lang", "fr", "--limit", "1").status == 0
    lines = f"{now}\n{over}\n{now.lower()} T...............\n"
    for options in ([], ["--full"]):
        ran = run("solve", "-", "--lang", "fr", *options, stdin=lines)
        answers = [json.loads(line) for line in ran.out.splitlines()]
        assert ["error" in answer for answer in answers] == [True, False, True]
        assert ran.status == 2


@pytest.mark.usefixtures("archive")
def test_an_answer_beside_words_of_a_daily_says_that_some_are_missing(run: Command) -> None:
    rows = [GRIDS[1].letters[at : at + 4] for at in range(0, 16, 4)]
    wide = [row + more for row, more in zip(rows, ("TISA", "ERON", "LUTE", "MARI"), strict=True)]
    ran = run("solve", *("".join(wide), "--size", "4x8"), "--lang", "fr", "--json")
    assert ran.status == 0
    assert "may be missing" in ran.err
    told = {each["word"] for each in json.loads(ran.out)["words"]}
    assert "ton" in told
    assert "crailleraient" not in told


def test_solve_makes_no_database(run: Command, database: Path) -> None:
    assert run("solve", "CAILRMLSEIAESNTR", "--lang", "fr", "--limit", "1").status == 0
    assert not database.parent.exists()


@pytest.mark.usefixtures("archive")
@pytest.mark.parametrize("language", languages())
def test_every_language_is_spoken(run: Command, language: str) -> None:
    locale = {"LC_ALL": f"{language}.UTF-8"}
    for arguments in (["show"], ["list"]):
        ran = daily(run, *arguments, **locale)
        assert (ran.status, ran.err) == (0, "")
        assert "{" not in ran.out.replace('{"seed"', "")


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (["show", "tomorrow"], "“tomorrow” is not a daily: write its number, its date such as"),
        (["show", "9" * 23], f"“{'9' * 23}” is not a daily: write its number"),
        (["show", "9" * 99], f"“{'9' * 39}…” is not a daily: write its number"),
        (["show", "9" * 12], f"There is no daily {'9' * 12}: the latest is"),
        (["show", "2001-02-03"], "There is no daily of 2001-02-03"),
        (["show", "2001-02-30"], "“2001-02-30” is not a daily"),
        (["show", "1", "--plot", "x.txt"], "ends in .png"),
        (["play", "one"], "write a whole number"),
        (["list", "--limit", "0"], "--limit"),
        (["list", "--limit", "9999999999999999999"], "--limit"),
        (["make", "--seconds", "0"], "--seconds"),
        (["verify"], "Give the number of a daily, or a proof file with --file"),
        (["verify", "1", "--file", "x.json"], "Give the number of a daily, or a proof file"),
        (["verify", "--file", "x.json", "--save", "y.json"], "--save goes with the number"),
        (["verify", "1", "--save", "x.png"], "ends in .json"),
        (["verify", "1", "--save", "/no/x.json"], "Cannot write “/no/x.json”: No such file"),
        (["verify", "1", "--seal", "5e"], "“5e” is not a seal: give the 32 to 64 digits"),
        (["verify", "1", "--seal", "5g" * 16], "is not a seal"),
        (["verify", "--file", "/no/x.json"], "Cannot read “/no/x.json”: No such file"),
        (["verify", "--file", "/"], "Cannot read “/”: Is a directory"),
        (["verify", "7"], "There is no daily 7: the latest is 2, the first is 1"),
        (["words", "1", "--accept", "!"], "cannot be used"),
    ],
)
@pytest.mark.usefixtures("archive")
def test_bad_options_get_one_line(run: Command, arguments: list[str], cause: str) -> None:
    ran = daily(run, *arguments)
    assert (ran.status, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert cause in line


def test_what_is_no_day_is_refused_before_anything_is_made(run: Command, database: Path) -> None:
    ran = daily(run, "show", "abc")
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert not database.exists()
    for arguments in (["show", "2001-02-03"], ["show", "2099-02-03"]):
        assert "There is no daily of 20" in daily(run, *arguments).err
    assert rows(database, "SELECT count(*) FROM puzzles") == [(0,)]


def test_languages_without_dailies_are_refused(run: Command) -> None:
    for arguments in (["list", "--lang", "de"], ["make", "--lang", "fr", "--lang", "de"]):
        ran = run("daily", *arguments, SEIZE_DAILY_LANGUAGES="fr,it")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == "seize: There is no daily in “de”: use one of fr, it\n"
    assert (
        "there are no dailies yet: seize daily play --lang it"
        in run("daily", "list", SEIZE_DAILY_LANGUAGES="it,fr").out
    )
    said = run("daily", "list", SEIZE_DAILY_LANGUAGES="it,fr", LC_ALL="fr").out
    assert "seize daily play --lang fr" in said
    assert "Unknown language or lexicon “xx”" in run("daily", "list", "--lang", "xx").err
