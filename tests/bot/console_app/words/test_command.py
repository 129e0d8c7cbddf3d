"""The commands about words and grids."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.command import SEIZE, Ran, environment, seize
from tests.helpers.patience import PATIENCE

Command = Callable[..., Ran]


@pytest.fixture
def run(data_dir: Path, tmp_path: Path) -> Command:
    place = f"sqlite:///{tmp_path}/seize.db"
    return lambda *arguments, **options: seize(
        *arguments, data_dir=data_dir, SEIZE_DATABASE_URL=place, **options
    )


def test_solve_json_is_the_whole_contract(run: Command) -> None:
    ran = run(
        "solve", "CRESAMINILATLSER", "--lang", "fr", "--bonuses", "d..............T", "--json"
    )
    assert ran.status == 0
    answer = json.loads(ran.out)
    assert list(answer) == [
        "grid", "rows", "cols", "bonuses", "rules", "lexicon", "word_count", "points", "longest",
        "words",
    ]  # fmt: skip
    assert (answer["grid"], answer["rows"], answer["cols"]) == ("CRESAMINILATLSER", 4, 4)
    assert answer["bonuses"] == "d..............T"
    assert answer["rules"] == "ruzzle"
    assert list(answer["lexicon"]) == ["name", "language", "digest", "words"]
    assert answer["lexicon"]["words"] == 412_614
    assert answer["word_count"] == len(answer["words"]) == 1790
    assert answer["points"] == sum(word["points"] for word in answer["words"])
    assert answer["longest"] == "crailleraient"
    first = answer["words"][0]
    assert list(first) == ["word", "display", "points", "path"]
    spelt = "".join(answer["grid"][cell] for cell in first["path"]).lower()
    assert spelt == first["word"]
    points = [word["points"] for word in answer["words"]]
    assert points == sorted(points, reverse=True)
    assert any(not word["display"].isascii() for word in answer["words"])


def test_solve_prints_a_table_and_the_best_path(run: Command) -> None:
    ran = run("solve", "CRESAMINILATLSER", "--lang", "fr", "--limit", "3", "--sort", "length")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0].split() == ["points", "word", "letters", "path"]
    assert lines[1].split()[:3] == ["40", "crailleraient", "13"]
    assert "words: 1,790, points: 33,691 (3 listed)" in ran.out
    assert "longest: crailleraient, 13 letters" in ran.out


def test_solve_options(run: Command, tmp_path: Path) -> None:
    words = tmp_path / "mine.txt"
    words.write_text("zoo\nzoos\nété\nno way\n")
    ran = run("solve", "ZOOSETEA", "--size", "2x4", "--words", str(words), "--lang", "fr", "--json")
    answer = json.loads(ran.out)
    assert ran.status == 0
    assert answer["lexicon"]["name"] == "mine"
    assert {word["display"] for word in answer["words"]} == {"zoo", "zoos", "été"}
    assert "as no words of 2 to 16 letters: 1 (by number: 4 'no way')" in ran.err
    longer = run(
        "solve", "ZOOSETEA", "--size", "2x4", "--words", str(words), "--lang", "fr",
        "--min-length", "4", "--json",
    )  # fmt: skip
    assert [word["word"] for word in json.loads(longer.out)["words"]] == ["zoos"]


def test_a_long_s_is_a_letter_of_its_own(run: Command) -> None:
    usual, long = (
        json.loads(run("solve", f"SMATORGVTREIADP{last}", "--lang", "en", "--json").out)
        for last in ("S", "\u017f")
    )
    assert long["grid"] == usual["grid"] == "SMATORGVTREIADPS"


def test_boggle_on_the_best_board(run: Command) -> None:
    ran = run("solve", "perslatgsineters", "--lang", "en-enable", "--rules", "boggle", "--json")
    answer = json.loads(ran.out)
    assert (answer["word_count"], answer["points"]) == (1044, 3623)
    quiet = run("solve", "QITEASNORLETSIDE", "--rules", "boggle", "--lang", "en", "--json")
    assert json.loads(quiet.out)["grid"] == "QuITEASNORLETSIDE"
    assert "quit" in {word["word"] for word in json.loads(quiet.out)["words"]}


def test_a_stream_of_grids(run: Command) -> None:
    lines = "CRESAMINILATLSER\n\ncresaminilatlser ...............T\r\nABC\nPERSLATESIND 3x4\nQuITE"
    ran = run("solve", "-", "--lang", "fr", stdin=lines)
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer.get("word_count") for answer in answers] == [1790, 1790, None, 596, 6]
    assert "words" not in answers[0]
    assert answers[2] == {"error": answers[2]["error"], "line": 4}
    assert "do not fill a square grid" in answers[2]["error"]
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    alone = json.loads(run("solve", "CRESAMINILATLSER", "--lang", "fr", "--json").out)
    del alone["words"]
    assert answers[0] == alone


def test_a_stream_of_whole_answers(run: Command) -> None:
    ran = run("solve", "-", "--full", "--lang", "es", stdin="ñamerasotilenicu\n")
    answer = json.loads(ran.out)
    assert answer["word_count"] == len(answer["words"]) > 50
    assert any("ñ" in word["word"] for word in answer["words"])


def test_counting_and_listing_agree_on_a_stream(run: Command) -> None:
    drawn = run("grid", "--lang", "de", "--raw", "--count", "300", "--seed", "4").out
    counted = run("solve", "-", "--lang", "de", stdin=drawn).out.splitlines()
    listed = run("solve", "-", "--lang", "de", "--full", stdin=drawn).out.splitlines()
    assert len(counted) == len(listed) == 300
    for short, full in zip(map(json.loads, counted), map(json.loads, listed), strict=True):
        del full["words"]
        assert short == full


@pytest.mark.slow
def test_a_stream_answers_line_by_line(data_dir: Path) -> None:
    with subprocess.Popen(
        [str(SEIZE), "solve", "-", "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(data_dir),
    ) as process:
        assert process.stdin
        assert process.stdout
        for letters in ("ABCDEFGHIJKLMNOP", "TESTTESTTESTTEST"):
            process.stdin.write(letters.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["grid"] == letters
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_grid_seeds_and_forms(run: Command) -> None:
    once = run("grid", "--lang", "fr", "--seed", "9", "--count", "3")
    again = run("grid", "--lang", "fr", "--seed", "9", "--count", "3")
    other = run("grid", "--lang", "fr", "--seed", "10", "--count", "3")
    assert once.out == again.out != other.out
    assert all(re.fullmatch("[A-Z]{16}", line) for line in once.out.splitlines())
    assert len(once.out.splitlines()) == 3
    made = run("grid", "--lang", "fr", "--seed", "9", "--bonus-round", "3", "--json").out
    answer = json.loads(made)
    assert answer["grid"] == once.out.split()[0]
    assert sorted(answer["bonuses"].replace(".", "")) == sorted("dtDDT")
    line = run("grid", "--seed", "2", "--size", "3x5", "--model", "pairs", "--bonus-round", "1").out
    assert run("solve", line.strip(), "--json").status == 0
    assert run("grid", "--seed", "1", "--raw", "--rules", "boggle", "--size", "8x8").status == 0


def test_histogram(run: Command, tmp_path: Path) -> None:
    picture = tmp_path / "h.png"
    ran = run(
        "grid", "--histogram", "--lang", "fr-gutenberg", "--count", "3000", "--seed", "1",
        "--plot", str(picture),
    )  # fmt: skip
    assert ran.status == 0
    bars = re.findall(r"^ +(\d+)-(\d+) +(\d+) ", ran.out, re.MULTILINE)
    assert sum(int(grids) for _, _, grids in bars) == 3000
    # The published experiment: the great majority hold 50 to 200 words.
    middle = sum(int(grids) for low, high, grids in bars if int(low) >= 50 and int(high) < 200)
    assert middle > 0.7 * 3000
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_written_is_refused_before_the_count(run: Command) -> None:
    ran = run("grid", "--histogram", "--count", "9", "--plot", "/no/such/folder/h.png")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "seize: Cannot write “/no/such/folder/h.png”: No such file or directory\n"


def test_a_histogram_counts_the_grids_that_the_rules_make(run: Command) -> None:
    drawn = ("--rules", "boggle", "--lang", "en", "--count", "400", "--seed", "3")
    grids = run("grid", "--raw", *drawn).out
    assert "Qu" in grids
    answers = run("solve", "-", "--rules", "boggle", "--lang", "en", stdin=grids).out
    total = sum(json.loads(line)["word_count"] for line in answers.splitlines())
    assert f"400 grids, {total / 400:.1f} words a grid" in run("grid", "--histogram", *drawn).out


def test_what_is_asked_cannot_command_the_terminal(run: Command) -> None:
    ran = run("words", "check", "\x1b[31mred", "a\nb", "\u202eabc", "--lang", "en")
    assert len(ran.out.splitlines()) == 3
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
    missing = run("solve", "ABCD", "--words", "/no/\x1b[31m\nfile")
    assert len(missing.err.splitlines()) == 1
    assert "\x1b" not in missing.err


def test_a_list_without_end_and_a_line_without_end_are_refused(run: Command) -> None:
    endless = run("solve", "ABCD", "--words", "/dev/zero")
    assert (endless.status, "File too large" in endless.err) == (2, True)
    long_line = run("solve", "-", stdin="A" * 300_000 + "\n\ufeffABCD\n")
    answers = [json.loads(line) for line in long_line.out.splitlines()]
    assert [next(iter(answer)) for answer in answers] == ["error", "grid"]


def test_words_check(run: Command) -> None:
    ran = run("words", "check", "été", "COTE", "--lang", "fr")
    assert ran.status == 0
    assert ran.out.splitlines()[0].startswith("été: yes, été")
    assert "côté" in ran.out
    typed = ["c’ôté", "‘été’", "\u200fé\u200bté", "—été…", "été👍", "ｅ\u0301té", "İci"]  # noqa: RUF001
    assert run("words", "check", *typed, "--lang", "fr").status == 0
    refused = run("words", "check", "xyzzy", "l.ami", "a", "--lang", "fr")
    assert refused.status == 1
    assert refused.out.splitlines() == [
        "xyzzy: no, not in fr",
        "l.ami: no, “.” in “l.ami” cannot be used: the letters are a–z",
        "a: no, words have 2 to 16 letters",
    ]
    facts: dict[str, Any] = json.loads(run("words", "check", "été", "--lang", "fr", "--json").out)
    assert facts["accepted"]
    assert facts["word"] == "ete"


def test_words_define(run: Command) -> None:
    ran = run("words", "define", "House", "CRANES", "--lang", "en")
    assert ran.out.startswith("house: a dwelling")
    assert "  Source: Princeton WordNet, WordNet License\n" in ran.out
    several = run("words", "define", "cote", "--lang", "fr")
    assert (several.status, several.out.count("Source: ")) == (0, 5)
    refused = run("words", "define", "dwelling", "qqqq", "a" * 1000, "слово", "--lang", "fr")
    assert refused.status == 1
    lines = refused.out.splitlines()
    assert lines[:3] == [
        "dwelling: no, not in fr",
        "  dwelling is not a word in French; it is one in: English",
        "qqqq: no, not in fr",
    ]
    assert len(lines) == 5
    near = json.loads(run("words", "define", "cuchillo", "--lang", "es", "--json").out)
    assert (near["accepted"], near["elsewhere"]) == (True, [])
    assert near["meanings"][0] | {"text": ""} == {
        "base": "cuchillo",
        "kind": "synonyms",
        "language": "es",
        "text": "",
        "source": "MyThes",
        "license": "LGPL 2.1",
    }
    assert "WORDS is missing" in run("words", "define").err


def test_words_complete(run: Command) -> None:
    ran = run("words", "complete", "Démi", "--lang", "fr", "--limit", "3")
    assert ran.out.splitlines() == ["demi", "demiard", "demiards"]
    assert run("words", "complete", "zzzzz", "--lang", "fr").out == ""


def test_lexicons(run: Command) -> None:
    ran = run("lexicons")
    assert [line.split()[0] for line in ran.out.splitlines()[1:]] == [
        "de", "en", "en-enable", "es", "fr", "fr-gutenberg", "it",
    ]  # fmt: skip
    assert "412,614" in ran.out
    listed = [json.loads(line) for line in run("lexicons", "--json").out.splitlines()]
    assert all(len(facts["sha256"]) == 64 for facts in listed)


def test_the_size_may_stand_apart_from_the_lines(run: Command) -> None:
    ran = run("solve", "-", "--size", "3x4", "--lang", "en", stdin="PERSLATESIND t...........\n")
    answer = json.loads(ran.out)
    assert (answer["rows"], answer["cols"], answer["bonuses"]) == (3, 4, "t...........")
