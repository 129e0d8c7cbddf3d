"""The needs of every language: a whole record, a play list, a catalogue. Part of `make check`."""

import pytest
from babel import Locale

from bot.presenters.wording import catalogues
from core.dice import FACES
from core.languages import ENGLISH, Language, code_of, find_language, languages
from dictionaries import folders

each_language = pytest.mark.parametrize("language", languages().values(), ids=languages())


@each_language
def test_a_record_is_whole(language: Language) -> None:
    assert find_language(language.code) is language
    assert len(language.letters.encode("latin-1")) <= 31
    assert list(language.letters) == sorted(set(language.letters))
    assert set(language.vowels) < set(language.letters)
    assert set(language.values) == set(language.letters)
    assert all(1 <= value <= 10 for value in language.values.values())
    assert sorted("".join(language.keyboard)) == list(language.letters)
    assert 0 < language.playable[0] < language.playable[1]
    assert [len(die) for die in language.dice] in ([], [FACES] * 16)
    assert set("".join(language.dice)) <= set(language.letters)
    assert all(language.ordinal(place) for place in range(1, 200))


@each_language
def test_babel_names_it_and_a_list_is_played_in_it(language: Language) -> None:
    assert Locale(language.code).languages[language.code]
    assert {"source.toml", "slurs.txt", "unfit.txt"} <= {
        file.name for file in folders()[language.code].iterdir()
    }


def test_every_language_but_the_one_in_the_code_has_a_catalogue() -> None:
    assert {*catalogues(), ENGLISH} == languages().keys()


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        ("fr", "fr"),
        ("de_CH.UTF-8", "de"),
        ("es-419", "es"),
        ("IT@euro", "it"),
        ("pt_BR.UTF-8", ""),
        ("fra", ""),
        ("C", ""),
        ("", ""),
    ],
)
def test_a_locale_names_a_language(locale: str, code: str) -> None:
    assert code_of(locale) == code
