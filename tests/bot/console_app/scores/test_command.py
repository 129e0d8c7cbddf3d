"""Rounds through the real command: kept, and shown by `seize scores`."""

import json
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.command import SEIZE, Ran, environment, seize
from tests.helpers.patience import PATIENCE

Command = Callable[..., Ran]
GRID = ("--letters", "SMATORGVTREIADPS", "--bonuses", ".T..td.D....D...")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "seize.db"


@pytest.fixture
def run(data_dir: Path, database: Path) -> Command:
    def run(*arguments: str, stdin: str = "", **env: str) -> Ran:
        place = env.pop("SEIZE_DATABASE_URL", f"sqlite:///{database}")
        env["SEIZE_DATABASE_URL"] = place
        return seize(*arguments, data_dir=data_dir, stdin=stdin, **env)

    return run


def play(run: Command, *words: str, lang: str = "en") -> Ran:
    ran = run("play", "--lang", lang, *GRID, stdin="\n".join(words))
    assert ran.status == 0
    return ran


def rows(database: Path, query: str, *values: object) -> list[Any]:
    connection = sqlite3.connect(database)
    with connection:
        found = connection.execute(query, values).fetchall()
    connection.close()
    return found


def test_a_round_leaves_exactly_its_result(run: Command, database: Path) -> None:
    ran = play(run, "more", "spider", "smart", "more")
    assert ran.err == ""
    stats = json.loads(run("stats", "--lang", "en", "--json").out)
    (day,) = stats.pop("progress")
    assert stats == {
        "player": "terminal:you", "language": "en", "rounds": 1, "wins": 0, "points": 56,
        "words": 2, "misses": 1, "accuracy": 0.666666, "average": 0.008814, "best": "smart",
        "best_points": 29, "longest": "smart", "streak": 1, "longest_streak": 1,
    }  # fmt: skip
    assert (day["rounds"], day["points"], day["average"]) == (1, 56, 0.008814)
    assert rows(database, "SELECT state, termination, number FROM rounds") == [
        ("finished", "stopped", 1)
    ]
    assert rows(database, "SELECT count(*), sum(points > 0) FROM plays") == [(4, 2)]
    assert rows(database, "SELECT count(*) FROM rounds WHERE announced_at IS NULL") == [(0,)]


def test_a_round_without_words_leaves_none(run: Command) -> None:
    play(run, "wizard")
    assert json.loads(run("stats", "--lang", "en", "--json").out)["rounds"] == 0


def test_a_match_is_three_rounds_and_its_seed_gives_the_same_ones(
    run: Command, database: Path
) -> None:
    once, again = (
        run("play", "--match", "--seed", "4", "--seconds", "1", "--lang", "en", stdin="zzz\n" * 9)
        for _ in range(2)
    )
    assert (once.status, once.err) == (0, "")
    grids = rows(database, "SELECT grid FROM rounds ORDER BY id")
    assert once.out.splitlines()[2:6] == again.out.splitlines()[2:6]
    assert grids[: len(grids) // 2] == grids[len(grids) // 2 :]
    assert rows(database, "SELECT count(*) FROM rounds WHERE state != 'finished'") == [(0,)]


def test_whom_nobody_knows_is_not_told_to_start_a_round(run: Command) -> None:
    for options in (["--chat", "a:b"], ["--previous"], ["--world"]):
        ran = run("leaderboard", "--lang", "en", *options)
        assert (ran.status, ran.out) == (0, "nobody is on this leaderboard\n")
    ran = run("stats", "--player", "discord:999", "--lang", "en")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("seize: Nothing is kept of a player “discord:999”: ")


def test_the_same_seed_gives_the_same_grid_in_all_commands(run: Command, database: Path) -> None:
    for seed in ("7", "7", "8"):
        played = run("play", "--lang", "en", "--seed", seed).out.splitlines()
        assert played[-1] == f"The same once more: seize play --lang en --seed {seed}"
    one, two, other = (grid for (grid,) in rows(database, "SELECT grid FROM rounds ORDER BY id"))
    assert one == two != other
    drawn = run("grid", "--lang", "en", "--seed", "7")
    assert drawn.out.strip() == one.split()[0]
    drawn = run("grid", "--lang", "en", "--seed", "7", "--bonus-round", "3")
    assert drawn.out.strip() == one


@pytest.mark.slow
def test_what_was_acknowledged_survives_a_kill(
    run: Command, database: Path, data_dir: Path
) -> None:
    with subprocess.Popen(
        [SEIZE, "play", "--lang", "en", "--seconds", "60", *GRID],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{database}"),
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("more\nsmart\n")
        process.stdin.flush()
        while not process.stdout.readline().endswith(" smart\n"):
            pass
        process.kill()
        assert process.wait(PATIENCE) == -signal.SIGKILL
    assert play(run, "mortar").err == ""
    assert json.loads(run("stats", "--lang", "en", "--json").out)["rounds"] == 1, "Too early"
    rows(database, "UPDATE rounds SET starts_at = starts_at - 200, deadline = deadline - 200")
    assert play(run, "mortared").err == ""
    stats = json.loads(run("stats", "--lang", "en", "--json").out)
    assert (stats["rounds"], stats["words"]) == (3, 4)
    assert rows(database, "SELECT count(*) FROM rounds WHERE announced_at IS NULL") == [(0,)]


def unkept(run: Command, place: str, cause: str, **env: str) -> None:
    """Assert that a round is played without a database, with one line that says so."""
    ran = run("play", "--lang", "en", *GRID, stdin="more\n", SEIZE_DATABASE_URL=place, **env)
    assert ran.status == 0
    assert "+27 more" in ran.out
    assert "Points: 27 of 6,353 (1%)" in ran.out
    (line,) = ran.err.splitlines()
    assert line.startswith("seize: This round will not be kept: ")
    assert cause in line


def test_a_folder_that_cannot_be_written_keeps_nobody_from_playing(run: Command) -> None:
    unkept(run, "sqlite:////proc/seize.db", "/proc/seize.db")


def test_a_database_that_is_none_keeps_nobody_from_playing(run: Command, tmp_path: Path) -> None:
    noise = tmp_path / "noise.db"
    noise.write_bytes(b"not a database" * 1000)
    unkept(run, f"sqlite:///{noise}", "is damaged")
    unkept(run, "mysql://root:secret@db/seize", "SEIZE_DATABASE_URL")
    assert noise.read_bytes() == b"not a database" * 1000


def test_a_newer_database_keeps_nobody_from_playing(run: Command, database: Path) -> None:
    play(run)
    rows(database, "UPDATE alembic_version SET version_num = '9999'")
    unkept(run, f"sqlite:///{database}", "newer Seize")
    ran = run("leaderboard")
    assert (ran.status, ran.err.count("\n")) == (2, 1)


def on_a_disk_of(kilobytes: int, database: Path, data_dir: Path, words: str) -> Ran:
    """Play where files may grow so far, so that writing fails as on a full disk."""
    done = subprocess.run(
        ["bash", "-c", f'ulimit -f {kilobytes}; exec "$@"', "bash", SEIZE, "play", *GRID],
        input=words,
        capture_output=True,
        text=True,
        check=False,
        env=environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{database}"),
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.slow
def test_a_full_disk_keeps_nobody_from_playing(database: Path, data_dir: Path) -> None:
    ran = on_a_disk_of(1, database, data_dir, "more\n")
    assert ran.status == 0
    assert "Points: 27 of 6,353 (1%)" in ran.out
    assert ran.err.startswith("seize: This round will not be kept: ")
    assert ran.err.count("\n") == 1


@pytest.mark.slow
def test_a_disk_that_fills_up_in_the_round_refuses_words_and_shows_the_card(
    run: Command, database: Path, data_dir: Path
) -> None:
    play(run, "mortar")
    ran = on_a_disk_of(60, database, data_dir, "more\n" + "smart\n" * 20)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert "+27 more" in lines
    full = [line for line in lines if f"The database {database}" in line or "disk" in line]
    assert len(full) > 2
    card = lines.index("The round is over.")
    assert lines[card + 1] in full
    assert lines[card + 2].startswith("Points: ")
    assert json.loads(run("stats", "--json").out)["rounds"] == 1


@pytest.mark.slow
def test_a_disk_that_is_full_when_time_is_up_shows_the_card_and_why(
    run: Command, database: Path, data_dir: Path
) -> None:
    play(run, "mortar")
    with subprocess.Popen(
        ["bash", "-c", 'ulimit -f 60; exec "$@"', "bash", SEIZE, "play", "--seconds", "2", *GRID],
        stdin=subprocess.PIPE,  # open beyond the deadline
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{database}"),
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("more\n" * 30)
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""
        lines = process.stdout.read().splitlines()
    card = lines.index("Time's up!")
    assert str(database) in lines[card + 1]
    assert lines[card + 2] == "Points: 27 of 6,353 (1%)"


@pytest.mark.slow  # five seconds until it gives the lock up
def test_a_locked_database_keeps_nobody_from_playing(run: Command, database: Path) -> None:
    play(run)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    unkept(run, f"sqlite:///{database}", "is locked")
    connection.close()


TITLES = {
    "en": ("Leaderboard · English · this week", "Longest streak"),
    "fr": ("Classement · anglais · cette semaine", "Plus longue série"),
    "de": ("Rangliste · Englisch · diese Woche", "Längste Serie"),
    "es": ("Clasificación · inglés · esta semana", "Racha más larga"),
    "it": ("Classifica · inglese · questa settimana", "Serie più lunga"),
}


@pytest.mark.parametrize("language", TITLES)
def test_scores_are_shown_in_every_language(run: Command, language: str) -> None:
    locale, (title, streak) = f"{language}.UTF-8", TITLES[language]
    for command in ("leaderboard", "stats"):
        empty = run(command, LANG=locale)
        assert empty.status == 0
        assert "seize play" in empty.out
        assert "{" not in empty.out
    play(run, "more", "smart")
    board = run("leaderboard", "--lang", "en", LANG=locale).out.splitlines()
    assert board[0] == title
    assert board[-1].split()[0] == "1"
    assert board[-1].split()[-2:] == ["56", "1"]
    stats = run("stats", "--lang", "en", LANG=locale).out
    assert streak in stats
    assert "smart +29" in stats
    assert "█" in stats


BEN = """
INSERT INTO players (platform, external_id, name, since, visibility)
VALUES ('discord', '80351110', '[red]B' || char(8238) || 'en' || char(27) || '[2J', 0, 'world')
"""


def test_ties_share_a_rank_and_names_are_only_text(run: Command, database: Path) -> None:
    play(run, "more")
    rows(database, BEN)
    columns = [row[1] for row in rows(database, "PRAGMA table_info(standings)")]
    others = ", ".join(column for column in columns if column != "player")
    ben = "(SELECT max(id) FROM players)"
    copy = f"SELECT {ben}, {others} FROM standings"  # noqa: S608
    rows(database, f"INSERT INTO standings (player, {others}) {copy}")
    ran = run("leaderboard", "--lang", "en")
    first, second = ran.out.splitlines()[-2:]
    assert first.split() == ["1", "you", "27", "1"]
    assert second.split() == ["1", "[red]BU+202EenU+001B[2J", "27", "1"]
    board = json.loads(run("leaderboard", "--lang", "en", "--json").out)
    assert [line["rank"] for line in board["lines"]] == [1, 1]
    assert (board["ranked"], board["viewer"]["player"]) == (2, "terminal:you")


def test_the_options_of_a_leaderboard(run: Command) -> None:
    play(run, "more", "smart")
    for options, value in (
        (["--by", "points", "--period", "day"], "56"),
        (["--by", "wins", "--period", "month"], "0"),
        (["--by", "best", "--period", "all"], "+29"),
        (["--by", "average", "--period", "day"], "0.9%"),
        (["--world", "--limit", "1"], "56"),
        (["--chat", "terminal:here"], "56"),
    ):
        row = run("leaderboard", "--lang", "en", *options).out.splitlines()[3].split()
        assert (row[:2], row[-2:]) == (["1", "you"], [value, "1"])


def test_who_lacks_rounds_is_told_how_many_and_other_boards_are_empty(run: Command) -> None:
    play(run, "more")
    ran = run("leaderboard", "--lang", "en", "--by", "average")
    assert "you: 2 more rounds, and you are ranked" in ran.out
    for options in (["--previous"], ["--chat", "discord:1"], ["--lang", "fr"]):
        ran = run("leaderboard", "--lang", "en", *options)
        assert (ran.status, ran.out.count("\n")) == (0, 1)
        assert ("seize play" in ran.out) is (options == ["--lang", "fr"])


def test_stats_tell_of_other_languages_and_of_other_players(run: Command) -> None:
    play(run, "more")
    assert "there are some in: en (--lang)" in run("stats", "--lang", "de").out
    same = run("stats", "--lang", "en-enable", "--player", "terminal:you", "--json").out
    assert json.loads(same)["rounds"] == 1


def test_progress_is_drawn_in_a_file(run: Command, tmp_path: Path) -> None:
    picture = tmp_path / "progress.png"
    assert run("stats", "--lang", "en", "--plot", str(picture)).status == 0
    assert not picture.exists(), "there is nothing to draw"
    play(run, "more")
    ran = run("stats", "--lang", "en", "--plot", str(picture))
    assert (ran.status, ran.err) == (0, "")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (["leaderboard", "--period", "year"], "year"),
        (["leaderboard", "--by", "luck"], "luck"),
        (["leaderboard", "--limit", "0"], "--limit is"),
        (["leaderboard", "--limit", "101"], "--limit is"),
        (["leaderboard", "--lang", "xx"], "Unknown language or lexicon “xx”"),
        (["leaderboard", "--chat", "here"], "“here” names nobody: write PLATFORM:ID"),
        (["leaderboard", "--chat", "a:b", "--world"], "leave out --chat"),
        (["stats", "--lang", "xx"], "Unknown language or lexicon “xx”"),
        (["stats", "--player", ":you"], "“:you” names nobody: write PLATFORM:ID"),
        (["stats", "--player", "\x1b[2J"], "names nobody"),
        (["stats", "--plot", "/no/such/folder/p.png"], "No such file or directory"),
        (["stats", "you"], "you"),
    ],
)
def test_bad_options_get_one_line(run: Command, arguments: list[str], cause: str) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert cause in line
    assert "\x1b" not in line
