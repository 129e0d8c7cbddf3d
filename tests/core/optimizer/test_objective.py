"""Objectives as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.grid import BadGrid
from core.lexicon import Lexicon, alphabet
from core.lexicon.wordlist import parse_words
from core.optimizer.methods import Annealing, BadMethod, Name, Preset, Tabu, name_of, named
from core.optimizer.objective import BadObjective, Kind, Objective, Term
from core.optimizer.problem import Problem
from core.optimizer.task import weigh
from tests.helpers.strategies import lexicon_of

terms = st.one_of(
    st.builds(
        Term,
        st.sampled_from([Kind.WORDS, Kind.POINTS, Kind.LONGEST, Kind.COMMON]),
        st.just(0),
        st.integers(1, 1000),
    ),
    st.builds(
        Term, st.sampled_from([Kind.LENGTH, Kind.LONG]), st.integers(2, 16), st.integers(1, 1000)
    ),
)


@given(st.lists(terms, min_size=1, max_size=5).map(tuple).map(Objective))
def test_an_objective_is_read_as_it_is_printed(objective: Objective) -> None:
    assert Objective.parse(str(objective)) == objective


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown objective ''"),
        ("most", "unknown objective 'most'"),
        ("length", "unknown objective"),
        ("words:4", "unknown objective"),
        ("words+", "unknown objective ''"),
        ("length:1", "no word has 1 letters"),
        ("long:17", "no word has 17 letters"),
        ("0*words", "weight 0"),
        ("1001*words", "weight 1001"),
        ("words*2", "unknown objective"),
        ("+".join(["words"] * 17), "at most 16 terms, not 17"),
    ],
)
def test_what_is_no_objective_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadObjective, match=reason):
        Objective.parse(text)


def test_common_words_are_those_with_a_rank() -> None:
    words = parse_words(["ab", "abc", "bac", "cab"], alphabet("en"))
    ranked = Lexicon.build("drawn", alphabet("en"), "0" * 64, words, ["bac", "ab"])
    worth = weigh(Problem.of(ranked, "ruzzle", Objective.parse("7*common")), ranked)
    nodes = {word: worth[ranked.graph.walk(word)] for word in ranked}
    assert nodes == {"ab": 7, "abc": 0, "bac": 7, "cab": 0}
    with pytest.raises(BadObjective, match="does not tell which words are common"):
        Problem.of(lexicon_of({"ab"}), "ruzzle", Objective.parse("words+common"))


def test_words_too_short_for_the_rules_are_worth_nothing() -> None:
    lexicon = lexicon_of({"ab", "abc"})
    worth = weigh(Problem.of(lexicon, "boggle", Objective.parse("words")), lexicon)
    assert worth[lexicon.graph.walk("ab") or 0] == 0
    assert worth[lexicon.graph.walk("abc") or 0] == 1


def test_bonuses_go_with_points_that_they_change() -> None:
    lexicon, points = lexicon_of({"ab"}), Objective.parse("points")
    assert Problem.of(lexicon, "ruzzle", points, (2, 2), None, "....").bonuses == ""
    with pytest.raises(BadObjective):
        Problem.of(lexicon, "ruzzle", Objective.parse("words"), (2, 2), None, "d...")
    with pytest.raises(BadObjective):
        Problem.of(lexicon, "boggle", points, (2, 2), None, "d...")
    with pytest.raises(BadGrid):
        Problem.of(lexicon, "ruzzle", points, (2, 2), None, "d..")
    with pytest.raises(BadGrid):
        Problem.of(lexicon, "ruzzle", points, (2, 2), None, "x...")


def test_parameters_are_read_and_checked() -> None:
    changed = named(Name.ANNEALING, Preset.MULLER, {"start": "12.5", "iterations": "7"})
    assert changed == Annealing(12.5, 0.95, 10, 7, 0)
    assert name_of(changed) is Name.ANNEALING
    assert named(Name.TABU, changes={"length": "3"}) == Tabu(length=3)
    for name, changes, reason in [
        (Name.ANNEALING, {"cooling": "2"}, "cooling is 2.0: from 0.01 to 1"),
        (Name.ANNEALING, {"heat": "2"}, "no parameter 'heat'"),
        (Name.ASCENT, {"length": "2"}, "no parameter 'length'"),
        (Name.TABU, {"length": "many"}, "length takes a number, not 'many'"),
        (Name.GENETIC, {"population": "3"}, "even number"),
        (Name.GENETIC, {"elite": "81"}, "elite is 81"),
    ]:
        with pytest.raises(BadMethod, match=reason):
            named(name, changes=changes)
    with pytest.raises(BadMethod, match="muller has no method hybrid"):
        named(Name.HYBRID, Preset.MULLER)
