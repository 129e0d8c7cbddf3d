"""The coach against searches that leave nothing out, on words that are few."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.languages import LATIN
from core.lexicon import Lexicon
from core.wordle.bench import bench
from core.wordle.coach import Advice, Coach, Strategy
from core.wordle.contradictions import Contradiction
from core.wordle.game import LONGEST, SHORTEST, TRIES, Refused, Turn, WrongLength, check_hard
from core.wordle.marks import marks, read_marks
from core.wordle.openers import known, openers, second_words
from core.wordle.search import PATIENT_UP_TO
from core.wordle.words import WordleWords, wordle_words

WORDS = (  # noqa: SIM905 (of few letters)
    "abet able bail bait bake bale bare bate beat belt bent best cake cart case cast cent chat "
    "dale dare date deal dear debt ease east fare fate feat gate gnat hale hare hate heal heat"
).split()
IGHTS = "bight eight fight light might night right sight tight wight".split()  # noqa: SIM905
OPENED = sorted({key.partition("-")[0] for key in known()})
BLANK = Turn("zzzz", read_marks("----", "zzzz"))  # tells nothing
some_words = st.lists(st.sampled_from(WORDS), min_size=3, max_size=10, unique=True).map(sorted)


def of(targets: Sequence[str], *others: str) -> WordleWords:
    every = tuple(sorted({*targets, *others}))
    return WordleWords("en", len(every[0]), LATIN, tuple(sorted(targets)), every)


def turn(word: str, told: str) -> Turn:
    return Turn(word, read_marks(told, word))


def parted(guess: str, answers: Sequence[str]) -> list[tuple[Turn, tuple[str, ...]]]:
    ordered = sorted(answers, key=lambda answer: marks(guess, answer))
    groups = groupby(ordered, key=lambda answer: marks(guess, answer))
    return [(Turn(guess, told), tuple(sorted(part))) for told, part in groups]


def _taken(word: str, turns: Sequence[Turn]) -> bool:
    try:
        check_hard(word, turns)
    except Refused:
        return False
    return True


def fewest(words: WordleWords, turns: tuple[Turn, ...], *, hard: bool) -> tuple[int, int]:
    """Return the fewest games lost and then guesses, by trying every guess."""

    @cache
    def cost(left: tuple[str, ...], turns: tuple[Turn, ...], tries: int) -> tuple[int, int]:
        if tries == 0:
            return len(left), len(left)
        best = (len(left) + 1, 0)
        for guess in words.guesses:
            parts = parted(guess, left)
            if (hard and not _taken(guess, turns)) or (len(parts) == 1 and len(left) > 1):
                continue
            costs = [
                cost(part, (*turns, told) if hard else (), tries - 1)
                for told, part in parts
                if not told.is_right
            ]
            best = min(best, (sum(c[0] for c in costs), len(left) + sum(c[1] for c in costs)))
        return best

    return cost(words.targets, turns, TRIES - len(turns))


@settings(max_examples=15)
@given(some_words, st.booleans(), st.integers(1, 4))
def test_the_best_word_takes_the_fewest_guesses(words: list[str], hard: bool, used: int) -> None:
    lists, turns = of(words), (BLANK,) * used
    _, total = fewest(lists, turns, hard=hard)
    first, *others = Coach(lists, hard=hard).advise(turns)
    assert first.guesses == pytest.approx(total / len(words))
    assert all(each.guesses is not None and each.guesses >= 0 for each in others)
    (alone,) = Coach(lists, hard=hard).advise(turns, count=1)
    assert alone == first


@given(some_words, st.lists(st.sampled_from(WORDS), max_size=10))
def test_the_most_information_comes_first(words: list[str], others: list[str]) -> None:
    lists = of(words, *others)

    def facts(guess: str) -> Advice:
        sizes = Counter(marks(guess, answer) for answer in words).values()
        expected = sum(size**2 for size in sizes) / len(words)
        return Advice(guess, _bits(guess, words), expected, max(sizes), guess in words)

    def order(each: Advice) -> tuple[float, bool, bool, str]:
        return -round(each.bits, 9), not each.possible, each.word not in words, each.word

    expected = sorted(map(facts, lists.guesses), key=order)[:5]
    found = Coach(lists).advise((), Strategy.ENTROPY)
    assert [(e.word, e.worst, e.possible) for e in found] == [
        (e.word, e.worst, e.possible) for e in expected
    ]
    assert [e.bits for e in found] == pytest.approx([e.bits for e in expected])
    assert [e.expected for e in found] == pytest.approx([e.expected for e in expected])


def test_no_game_is_lost_where_none_has_to_be() -> None:
    """Words that differ in one letter: one after the other takes too long."""
    lists = of(IGHTS, "blent", "frown", "swarm", "zzzzz")
    score = bench(Coach(lists), Strategy.BEST)
    assert score.losses == 0
    assert score.answers == len(IGHTS)
    assert score.mean == score.total / score.answers < 3.5
    in_hard_mode = bench(Coach(lists, hard=True), Strategy.BEST, "light")
    assert in_hard_mode.losses == in_hard_mode.games[TRIES + 1] == len(IGHTS) - TRIES
    assert in_hard_mode.total == sum([1, 2, 3, 4, 5, 6] + [7] * in_hard_mode.losses)


def test_in_hard_mode_only_words_that_it_takes_are_suggested() -> None:
    turns = [turn("bare", "-G-G")]
    lists = of(WORDS)
    assert any(not _taken(each.word, turns) for each in Coach(lists).advise(turns, count=10))
    for strategy in Strategy:
        found = Coach(lists, hard=True).advise(turns, strategy, 10)
        assert found
        assert all(_taken(each.word, turns) for each in found)


def test_words_that_are_no_targets_fit_where_no_target_does() -> None:
    coach = Coach(of(["bake", "cake"], "gnat"))
    assert coach.remaining([]) == ["bake", "cake"]
    assert coach.remaining([turn("cake", "-Y--")]) == ["gnat"]
    (advice,) = coach.advise([turn("cake", "-Y--")])
    assert advice == Advice("gnat", 0.0, 1.0, 1, True, 1.0)


def test_the_first_guess_that_nothing_fits_is_named() -> None:
    coach = Coach(of(WORDS))
    turns = [turn("bake", "-GG-"), turn("bale", "-G--"), turn("gnat", "GGGG")]
    with pytest.raises(Contradiction, match="guess 1, BAKE: no word of the dictionary fits"):
        coach.advise(turns)
    with pytest.raises(WrongLength):
        coach.remaining([turn("crane", "-----")])


def test_each_guess_of_a_game_is_beside_the_best_one() -> None:
    coach, answer = Coach(of(WORDS)), "heat"
    turns = [Turn(word, marks(word, answer)) for word in ("fate", "gnat", "heat")]
    reviews = coach.review(turns)
    assert [review.turn for review in reviews] == turns
    for number, review in enumerate(reviews):
        (best,) = coach.advise(turns[:number], count=1)
        left = coach.remaining(turns[:number])
        assert review.best == best
        assert review.own.word == turns[number].word
        assert review.own.possible == (review.own.word in left)
        assert review.cost == max(0.0, best.bits - review.own.bits)
    assert reviews[1].cost > 0


def test_another_word_than_the_only_one_left_costs_a_try() -> None:
    coach, answer = Coach(of(WORDS)), "heat"
    turns = [Turn(word, marks(word, answer)) for word in ("hate", "chat", "bale", "heat")]
    assert coach.remaining(turns[:1]) == ["heat"]
    reviews = coach.review(turns)
    assert [review.wasted for review in reviews] == [False, True, True, False]
    assert [review.cost for review in reviews[1:]] == [0, 0, 0]


def test_first_words_are_known_for_all_words_that_are_shipped(
    lexicon: Callable[[str], Lexicon],
) -> None:
    for language in OPENED:
        for length in range(SHORTEST, LONGEST + 1):
            words = wordle_words(lexicon(language), length)
            for kind in ("best", "hard", "entropy"):
                found = openers(words, kind)
                assert len(found) == 5, (language, length, kind)
                assert all(word in words for word, _ in found)
            assert openers(replace(words, targets=words.answers[1:]), "best") == []


def test_a_known_first_word_is_suggested_at_once(lexicon: Callable[[str], Lexicon]) -> None:
    words = wordle_words(lexicon("en"), 5)
    advice = Coach(words).advise([])
    known = openers(words, "best")
    assert [each.word for each in advice] == [word for word, _ in known]
    assert [each.guesses for each in advice] == [
        cost and cost / len(words.answers) for _, cost in known
    ]
    assert advice[0].bits > 5
    hard = Coach(words, hard=True).advise([])
    assert [each.word for each in hard] == [word for word, _ in openers(words, "hard")]


def test_known_second_words_are_taken_and_fit_what_the_first_was_told(
    lexicon: Callable[[str], Lexicon],
) -> None:
    for language in OPENED:
        words = wordle_words(lexicon(language), 5)
        ((first, _), *_) = openers(words, "hard")
        parts = Counter(marks(first, answer) for answer in words.answers)
        known = {told: second_words(words, Turn(first, told)) for told in parts}
        assert {told for told in parts if known[told]} == {
            told for told, left in parts.items() if left > PATIENT_UP_TO
        }
        for told, found in known.items():
            for second, cost in found:
                check_hard(second, [Turn(first, told)])
                assert second in words
                assert cost is not None
                assert cost >= 2 * parts[told] - 1


def test_a_known_second_word_comes_before_what_is_found_in_time(
    lexicon: Callable[[str], Lexicon],
) -> None:
    words = wordle_words(lexicon("fr"), 5)
    before = turn("tarie", "---YG")
    ((second, cost),) = second_words(words, before)
    advice = Coach(words, hard=True).advise([before])
    left = [word for word in words.answers if marks("tarie", word) == before.marks]
    assert [each.word for each in advice].count(second) == 1
    assert (advice[0].word, advice[0].guesses) == (second, cost and cost / len(left))
    assert len(advice) == 5
    assert second_words(words, turn("tarie", "GGGGG")) == []
    assert Coach(words).advise([before])[0].word != second


def test_no_french_game_is_lost_in_hard_mode(lexicon: Callable[[str], Lexicon]) -> None:
    coach = Coach(wordle_words(lexicon("fr"), 5), hard=True)
    assert bench(coach, Strategy.BEST).losses == 0


def test_of_many_guesses_those_that_may_tell_most_are_looked_at(
    lexicon: Callable[[str], Lexicon],
) -> None:
    """90,000 guesses: the best of all by their marks is among them."""
    words = wordle_words(lexicon("es"), 10)
    turns = [turn("aaaaaaaaaa", "-----G----")]
    left = Coach(words).remaining(turns)
    (first,) = Coach(words).advise(turns, Strategy.ENTROPY, 1)
    assert len(left) > 10
    assert first.bits >= max(_bits(guess, left) for guess in words.guesses[::50])


def _bits(guess: str, answers: Sequence[str]) -> float:
    sizes = Counter(marks(guess, answer) for answer in answers).values()
    return -sum(size / len(answers) * log2(size / len(answers)) for size in sizes)
