"""The words that the game never shows unasked: what the files hold, and what not."""

from collections.abc import Callable
from importlib.resources import files

import pytest

from core.languages import UnknownLanguage, languages
from core.lexicon import Lexicon, alphabet
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS
from core.lexicon.unfit import slurs, unfit

INNOCENT = {
    "fr": "sale retard noir chatte folle pedale tante melon raton mongol baiser cul connais",
    "en": "sex tongue breast gay black niggardly niggle shitake dike tit ass assess",
    "de": "schwarz vogel vögeln schwul lesbe jude judentum tischlampe schiessen schwanz neu",
    "es": "negro con sale moro mariquita concha follaje gitano judio ano año pinche disputar",
    "it": "con culo finocchio pesce fava chiave nero scopare ebreo inculcare mongolfiera",
}
CERTAIN = {
    "fr": "connard connards connasse salaud salope boche meteque encule",
    "en": "bastard bastards kraut krauts wop dago slut retard",
    "de": "arschloch arschlöcher scheisse itaker schlampe zigeuner krüppel",
    "es": "gilipollas cabron cabrones coño gabacho subnormal marica",
    "it": "stronzo stronzi bastardo crucco terrone zingaro puttana",
}

MAIN_SENSE = {
    "fr": "violent chatte fesse meurtre baisers nu homosexuel racisme",
    "en": "stab strip naked murder corpse dickens lesbian racism cannibal",
    "de": "schwanz vögeln nackt leiche eier heil vergass scheiden",
    "es": "paja hostia folleto pollo cadaver fetiche trasero",
    "it": "sega piscina feci cagnolino fallo mignolo cadavere",
}

each_language = pytest.mark.parametrize("language", languages())


def parts(language: str) -> list[list[str]]:
    """Return the words of a file as they come, cut where comments stand."""
    found: list[list[str]] = [[]]
    for line in (files("dictionaries") / language / "slurs.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            found.append([])
        else:
            found[-1].append(line)
    return [part for part in found if part]


@each_language
def test_the_two_parts_are_sorted_and_no_word_comes_twice(language: str) -> None:
    from_source, ours = parts(language)
    assert from_source == sorted(from_source)
    assert ours == sorted(ours)
    assert len({*from_source, *ours}) == len(from_source) + len(ours)
    assert slurs(language) == {*from_source, *ours}


@each_language
def test_every_word_is_normalised_and_in_the_play_list(
    language: str, lexicon: Callable[[str], Lexicon]
) -> None:
    listed = slurs(language)
    assert {alphabet(language).normalise(word) for word in listed} == listed
    assert all(MIN_LETTERS <= len(word) <= MAX_LETTERS for word in listed)
    played = lexicon(language)
    assert sorted(word for word in listed if word not in played) == []


@each_language
def test_the_lists_are_long_enough_to_be_of_use_and_short_enough_to_be_read(language: str) -> None:
    assert 60 <= len(slurs(language)) <= 450


@pytest.mark.parametrize("language", INNOCENT)
def test_innocent_words_of_the_play_list_stay(
    language: str, lexicon: Callable[[str], Lexicon]
) -> None:
    played = lexicon(language)
    assert [word for word in INNOCENT[language].split() if word not in played] == []
    assert slurs(language).isdisjoint(INNOCENT[language].split())


@pytest.mark.parametrize("language", CERTAIN)
def test_certain_words_and_their_forms_are_listed(language: str) -> None:
    assert slurs(language) >= set(CERTAIN[language].split())


@each_language
def test_unfit_words_are_common_sorted_and_no_slurs(
    language: str, lexicon: Callable[[str], Lexicon]
) -> None:
    text = (files("dictionaries") / language / "unfit.txt").read_text("utf-8")
    listed = [line for line in text.splitlines() if not line.startswith("#")]
    assert listed == sorted(set(listed))
    assert {alphabet(language).normalise(word) for word in listed} == set(listed)
    assert [word for word in listed if not lexicon(language).rank(word)] == []
    assert slurs(language).isdisjoint(listed)
    assert unfit(language) == slurs(language).union(listed)
    assert "MIT licence" in text


@each_language
def test_words_of_an_innocent_main_sense_and_of_the_news_may_be_shown(
    language: str, lexicon: Callable[[str], Lexicon]
) -> None:
    words = MAIN_SENSE[language].split()
    assert [word for word in words if word not in lexicon(language)] == []
    assert unfit(language).isdisjoint(words)


@each_language
def test_source_and_licence_are_told(language: str) -> None:
    folder = files("dictionaries") / language
    for name in ("slurs.txt", "NOTICE"):
        text = (folder / name).read_text("utf-8")
        for told in ("`naughty-words` 1.2.0", "Shutterstock", "licenses/by/4.0/"):
            assert told in text, (name, told)


def test_the_readme_counts_them() -> None:
    counts = [len(slurs(language)) for language in languages()]
    readme = " ".join((files("dictionaries") / "README.md").read_text("utf-8").split())
    assert f"{min(counts)} to {max(counts)} forms" in readme
    others = [len(unfit(language)) - len(slurs(language)) for language in languages()]
    assert f"{min(others)} to {max(others)} forms" in readme


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match="'xx'"):
        slurs("xx")


def test_a_list_that_is_not_a_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match="'fr-gutenberg'"):
        slurs("fr-gutenberg")
