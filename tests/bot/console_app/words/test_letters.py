"""`seize letters`, run from the command line."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from time import time

import pytest

from core.daily.puzzle import day_of
from core.grid import Grid
from core.lexicon import Lexicon
from core.scoring import ruleset
from core.solver.solver import solve
from core.store.sql.store import open_store
from tests.contract.dailies import keep_puzzle
from tests.helpers.command import Ran, seize

Command = Callable[..., Ran]
OVER, NOW, AHEAD = "SNTSEIAEDMRPAEMI", "CAILRMLSEIAESNTR", "UOCSTRNIAIATPLSS"


@pytest.fixture
def run(data_dir: Path, tmp_path: Path) -> Command:
    url = f"sqlite:///{tmp_path}/folder/seize.db"

    def command(*arguments: str, **env: str) -> Ran:
        env = {"COLUMNS": "80", "SEIZE_DATABASE_URL": url} | env
        return seize("letters", *arguments, data_dir=data_dir, **env)

    return command


def test_words_are_listed_by_length_with_their_anagrams(run: Command) -> None:
    ran = run("CHIEN", "--lang", "fr")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        *("5 letters (3)", "chien = chine = niche", ""),
        *("4 letters (3)", "chie, ciné, hein", ""),
        *("3 letters (4)", "chi = hic, hie, nie", ""),
        *("2 letters (9)", "ce, ci, eh = hé, en = ne, hi, in = ni", ""),
        "19 words · fr",
    ]


@pytest.mark.parametrize("width", [40, 80])
def test_lines_are_as_wide_as_the_terminal(run: Command, width: int) -> None:
    lines = run("CRESAMINILATLSER", "--lang", "fr", COLUMNS=str(width)).out.splitlines()
    assert max(map(len, lines)) <= width
    assert lines[:2] == ["15 letters (1)", "mercantiliseras"]
    assert lines[-1] == "8,917 words · fr"


def test_the_first_words_are_listed_of_all_that_are_counted(run: Command) -> None:
    lines = run("CRESAMINILATLSER", "--lang", "fr", "--limit", "2").out.splitlines()
    assert lines[3:] == ["14 letters (4)", "centraliserais", "", lines[-1]]
    assert lines[-1] == "8,917 words · fr · listed: 2"
    none = json.loads(run("CHIEN", "--lang", "fr", "--limit", "0", "--json").out)
    assert (none["count"], none["classes"]) == (19, [])


def test_json_is_the_whole_contract(run: Command) -> None:
    answer = json.loads(run("nich?", "--lang", "fr", "--wildcards", "1", "--json").out)
    assert list(answer) == ["letters", "wildcards", "lexicon", "count", "classes"]
    assert (answer["letters"], answer["wildcards"], answer["lexicon"]) == ("nich", 2, "fr")
    assert answer["count"] == sum(len(each["words"]) for each in answer["classes"])
    lengths = [each["length"] for each in answer["classes"]]
    assert (lengths, lengths[0], lengths[-1]) == (sorted(lengths, reverse=True), 6, 2)
    chien = next(each for each in answer["classes"] if each["letters"] == "cehin")
    assert chien == {
        "letters": "cehin",
        "length": 5,
        "words": [{"word": word, "display": word} for word in ("chien", "chine", "niche")],
    }
    accented = [word for each in answer["classes"] for word in each["words"]]
    assert {"word": "cine", "display": "ciné"} in accented


def test_wildcards_add_up_however_they_are_asked_for(run: Command) -> None:
    ran = [
        run(letters, "--lang", "fr", "--wildcards", more)
        for letters, more in (("CHI??", "0"), ("C?HI", "1"), ("chi", "2"))
    ]
    assert ran[0].out
    assert ran[0] == ran[1] == ran[2]


def test_anagrams_use_all_letters(run: Command) -> None:
    ran = run("niche", "--lang", "fr", "--anagrams")
    assert ran.out == "5 letters (3)\nchien = chine = niche\n\n3 words · fr\n"
    least = run("niche", "--lang", "fr", "--min-length", "5")
    assert least == ran
    some = run("niche", "--lang", "fr", "--min-length", "4").out
    assert [line for line in some.splitlines() if "letters" in line] == [
        "5 letters (3)",
        "4 letters (3)",
    ]


@pytest.mark.parametrize("letters", ["XZQK", "A", "?"])
def test_no_words_are_no_mistake(run: Command, letters: str) -> None:
    ran = run(letters, "--lang", "fr")
    assert ran == Ran(0, "No word can be made of these letters.\n", "")


def test_letters_and_sentences_are_of_the_language(run: Command) -> None:
    assert run("TÜR", LANG="de_DE.UTF-8").out == "3 Buchstaben (1)\ntür\n\n1 Wort · de\n"
    french = run("a" * 17, LANG="fr_FR.UTF-8")
    assert french.err.startswith("seize: 17 lettres\u202f: donnes-en de 1 à 16")


@pytest.mark.parametrize(
    ("arguments", "said", "cure"),
    [
        ([""], "0 letters", "give 1 to 16, such as CHIEN"),
        (["A" * 40], "40 letters", "give 1 to 16, such as CHIEN"),
        (["A" * 15 + "??"], "17 letters", "give 1 to 16, such as CHIEN"),
        (["ABC7"], "“7” in “ABC7”", "the letters are a–z"),
        (["AB\x1b[31m"], r"“\x1b” in “AB\x1b[31m”", "the letters are a–z"),
        (["ñ*"], "“*” in “ñ*”", "the letters are a–z"),
        (["ABC?????"], "5 wildcards", "use 0 to 4"),
        (["ABC???", "--wildcards", "2"], "5 wildcards", "use 0 to 4"),
        (["ABC", "--wildcards", "5"], "--wildcards", "from 0 to 4"),
        (["ABC", "--min-length", "4"], "Words of 4 letters", "give more letters, or ask for"),
        (["ABC", "--min-length", "17"], "--min-length", "from 2 to 16"),
        (
            ["ABC", "--anagrams", "--min-length", "2"],
            "--anagrams cannot be used with --min-length",
            "",
        ),
        (["ABC", "--limit", "-1"], "--limit", "0 or more"),
        (["ABC", "--lang", "xx"], "Unknown language or lexicon “xx”", "fr, fr-gutenberg"),
        ([], "LETTERS is missing", "see seize letters --help"),
    ],
)
def test_bad_input_gives_one_line(run: Command, arguments: list[str], said: str, cure: str) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert cure in ran.err


@pytest.fixture
def dailies(tmp_path: Path) -> None:
    """Keep a daily that is over, one that is on and one to come."""

    async def keep() -> None:
        store = await open_store(tmp_path / "folder" / "seize.db")
        today = day_of(time())
        for number, grid in enumerate((OVER, NOW, AHEAD), 1):
            day = today + timedelta(days=2 * number - 4)
            await keep_puzzle(store, number, grid=Grid.parse(grid), day=day)
        await store.close()

    asyncio.run(keep())


@pytest.mark.usefixtures("dailies")
def test_words_of_open_dailies_are_kept_back(
    run: Command, lexicon: Callable[[str], Lexicon]
) -> None:
    words = {each.word for each in solve(Grid.parse(NOW), lexicon("fr"), ruleset("ruzzle", "fr"))}

    def told(*arguments: str) -> set[str]:
        ran = run(*arguments, "--lang", "fr", "--json")
        assert ran.status == 0
        assert "may be missing" in ran.err
        classes = json.loads(ran.out)["classes"]
        return {word["word"] for each in classes for word in each["words"]}

    for letters in (NOW, "".join(sorted(NOW)), NOW[1:]):
        others = told(letters)
        assert len(others) > 2 * len(words)
        assert len(others & words) < 0.6 * len(words)  # most of them short ones, as by chance
        assert not others & {"crailleraient", "cailleraient", "mineralisera"}
    # To refuse those of the day after would tell them.
    assert run(AHEAD, "--lang", "fr", "--limit", "1").status == 0
    assert run("CHIEN", "--lang", "fr").err == ""
