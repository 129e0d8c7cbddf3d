"""`seize wordle solve` and `bench`, run from the command line."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.command import Ran, seize

Command = Callable[..., Ran]
TARGETS = "bake bale cake cart dare date gate hale hate heat".split()  # noqa: SIM905


@pytest.fixture
def run(data_dir: Path) -> Command:
    return lambda *arguments: seize("wordle", *arguments, data_dir=data_dir)


@pytest.fixture
def answers(tmp_path: Path) -> str:
    path = tmp_path / "answers.txt"
    path.write_text("\n".join(TARGETS))
    return str(path)


def test_solve_says_the_best_words_and_which_fit(run: Command) -> None:
    ran = run("solve", "--lang", "en", "--guess", "CRANE:-Y-G-")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].split() == ["word", "bits", "words", "left", "at", "most", "guesses"]
    word, bits, expected, worst, guesses, *possible = lines[1].split()
    assert word.isupper()
    assert 0 < float(bits) < 5
    assert 1 <= float(expected) <= int(worst)
    assert float(guesses) >= 1.5
    assert possible in ([], ["can", "be", "it"])
    assert len(lines) == 7
    assert re.fullmatch(r"\d+ words fit: \w{5}, .*", lines[-1])


def test_solve_json_is_the_whole_contract(run: Command) -> None:
    guesses = ("--guess", "crane:02001", "--guess", "GUILT: ⬛⬛⬛⬛⬛")
    ran = run("solve", "--lang", "en", *guesses, "--json", "--count", "2", "--strategy", "entropy")
    answer = json.loads(ran.out)
    assert list(answer) == ["remaining", "words", "advice"]
    assert answer["remaining"] == len(answer["words"]) > 0
    assert all(word[1] == "r" and "e" in word for word in answer["words"])
    facts = ["word", "bits", "expected", "worst", "possible", "guesses"]
    assert [list(each) for each in answer["advice"]] == [facts] * 2
    assert answer["advice"][0]["guesses"] is None
    assert answer["advice"][0]["bits"] >= answer["advice"][1]["bits"]


@pytest.mark.parametrize("options", [(), ("--hard",), ("--strategy", "entropy")])
def test_bench_plays_every_answer(run: Command, answers: str, options: tuple[str, ...]) -> None:
    ran = run("bench", "--answers", answers, "--json", *options)
    score = json.loads(ran.out)
    assert list(score) == ["answers", "total", "mean", "losses", "distribution", "seconds"]
    assert score["answers"] == sum(score["distribution"]) == len(TARGETS)
    played = sum(number * games for number, games in enumerate(score["distribution"], 1))
    assert (score["total"], score["losses"]) == (played, 0)
    assert score["mean"] == played / len(TARGETS)


def test_bench_prints_a_table(run: Command, answers: str, tmp_path: Path) -> None:
    more = tmp_path / "more.txt"
    more.write_text("chub\nGlad\n")
    ran = run("bench", "--answers", answers, "--guesses", str(more), "--lang", "en")
    lines = ran.out.splitlines()
    assert lines[0].split() == ["guesses", "words"]
    assert [line.split()[0] for line in lines[1:-1]] == [*"123456", "lost"]
    assert re.fullmatch(r"10 words, \d\d guesses: \d\.\d{4} each, in \d\.\d s", lines[-1])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--guess", "CRANE"], "“CRANE” is not a guess with its marks: write CRANE:-Y-G-"),
        (["--guess", "CRANE:-Y"], "“-Y” does not mark “CRANE”"),
        (["--guess", "CRANE:-Y-Z-"], "“-Y-Z-” does not mark “CRANE”"),
        (["--guess", "CR4NE:-Y-G-"], "“4” in “CR4NE” cannot be used: the letters are"),
        (["--guess", "CRANE:-----", "--guess", "CAT:---"], "“cat” is not a 5-letter word"),
        (["--guess", "CRANE:-----", "--length", "6"], "“crane” is not a 6-letter word"),
        (["--guess", "QXZQX:-----"], "“qxzqx” is not in the dictionary"),
        (["--guess", "CRANE:GGGGY"], "Guess 1, CRANE: no answer gives these marks"),
        (
            ["--guess", "CRANE:G----", "--guess", "BUILD:G----"],
            "Guesses 1 and 2: letter 1 cannot be both C and B",
        ),
        (["--guess", "AA:--"], "Words of 2 letters: use 4 to 10"),
        (["--length", "11"], "--length is “11”"),
        (["--lang", "xx"], "Unknown language or lexicon “xx”"),
        (["--guesses", "more.txt"], "--guesses goes with --answers"),
        (["--answers", "no-such-file"], "Cannot read “no-such-file”"),
    ],
)
def test_bad_input_gives_one_line(run: Command, arguments: list[str], said: str) -> None:
    lang = [] if "--lang" in arguments else ["--lang", "en"]
    ran = run("solve", *arguments, *lang)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert said in ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("crane\ncat\n", "“crane” and “cat” are not of one length"),
        ("", "is a word; give a text file with one word a line"),
        ("cat\n", "Words of 3 letters: use 4 to 10"),
    ],
)
def test_bad_lists_give_one_line(run: Command, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "words.txt"
    path.write_text(text)
    ran = run("bench", "--answers", str(path), "--lang", "en")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert said in ran.err


def test_lines_that_are_no_words_are_named(run: Command, answers: str) -> None:
    with Path(answers).open("a") as file:
        file.write("\n4711\n")
    ran = run("bench", "--answers", answers, "--lang", "en")
    assert ran.status == 0
    assert "11 '4711'" in ran.err
