"""Opening lists: shipped ones and files; their cache on disk; what can go wrong."""

import multiprocessing
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import CacheWarning
from core.lexicon import Lexicon, alphabet
from core.lexicon.catalogue import UnknownLexicon, listings, open_file, open_lexicon
from core.lexicon.wordlist import BadWordList, WordListWarning

ENGLISH = alphabet("en")


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def silent(_: str) -> None:
    """Say nothing."""


@pytest.mark.parametrize("name", listings())
def test_a_shipped_list_packs_to_as_many_words_as_promised(
    name: str, lexicon: Callable[[str], Lexicon]
) -> None:
    opened = lexicon(name)
    listed = listings()[name]
    assert len(opened) == listed.words
    assert opened.digest == listed.sha256
    assert sum(1 for rank in opened.ranks if rank) > 15_000


@pytest.mark.parametrize(
    ("name", "word", "spellings"),
    [
        ("fr", "ete", ("été", "êtè")),
        ("de", "schön", ("schön",)),
        ("es", "año", ("año",)),
        ("it", "perche", ("perché",)),
        ("en", "words", ("words",)),
    ],
)
def test_words_of_each_language(
    name: str, word: str, spellings: tuple[str, ...], lexicon: Callable[[str], Lexicon]
) -> None:
    opened = lexicon(name)
    assert word in opened
    assert opened.display(word) == spellings[0]
    assert opened.rank(word) is not None


def test_an_unknown_list_names_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownLexicon, match=r"'xx': use one of .*en, en-enable"):
        open_lexicon("xx", tmp_path, silent)


def test_the_second_start_maps_the_file_that_the_first_wrote(tmp_path: Path) -> None:
    packed: list[str] = []
    first = open_lexicon("en-enable", tmp_path, packed.append)
    second = open_lexicon("en-enable", tmp_path, packed.append)
    assert packed == ["en-enable"]
    assert list(first.complete("zy")) == list(second.complete("zy"))
    assert not second.graph.nodes.flags.writeable


def spoil(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(data)


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"junk" * 100),
        lambda path: path.write_bytes(path.read_bytes()[:-8]),
        lambda path: path.write_bytes(path.read_bytes()[:40]),
        lambda path: spoil(path, 0),
        lambda path: spoil(path, 9),
        *(lambda path, at=at: spoil(path, at) for at in range(10, 200, 7)),
        lambda path: spoil(path, 5000),
        lambda path: spoil(path, -1),
    ],
)
def test_a_corrupt_file_is_made_again(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    words = write(tmp_path / "w.txt", "\n".join(a + b for a in "abcdefgh" for b in "stuvwxyz"))
    opened = open_file(words, ENGLISH, tmp_path)
    (cached,) = tmp_path.rglob("*.lexicon")
    sound = cached.read_bytes()
    harm(cached)
    assert list(open_file(words, ENGLISH, tmp_path)) == list(opened)
    assert cached.read_bytes() == sound


def test_a_changed_list_is_packed_again(tmp_path: Path) -> None:
    words = write(tmp_path / "w.txt", "one\ntwo\n")
    assert list(open_file(words, ENGLISH, tmp_path)) == ["one", "two"]
    write(words, "three\n")
    assert list(open_file(words, ENGLISH, tmp_path)) == ["three"]
    assert len(list(tmp_path.rglob("*.lexicon"))) == 1


def test_a_folder_that_cannot_be_made_costs_only_time(tmp_path: Path) -> None:
    folder = write(tmp_path / "file", "in the way") / "lexicons"
    words = write(tmp_path / "w.txt", "one\ntwo\n")
    with pytest.warns(CacheWarning, match="cannot keep files in .*SEIZE_DATA_DIR"):
        assert list(open_file(words, ENGLISH, folder)) == ["one", "two"]


def _open(folder: Path) -> int:
    return len(open_lexicon("en-enable", folder, silent))


@pytest.mark.slow
def test_processes_that_start_at_once_do_not_hurt_each_other(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert set(pool.map(_open, [tmp_path] * 8)) == {listings()["en-enable"].words}
    assert [path.suffix for path in tmp_path.iterdir()] == [".lexicon"]
    assert stat.S_ISREG(next(tmp_path.iterdir()).stat().st_mode)


def test_bad_lines_are_counted_and_named_not_fatal(tmp_path: Path) -> None:
    words = write(tmp_path / "w.txt", "été\n\nl'ami\nx\nwords\nno way\n" + "z" * 17 + "\r\n")
    with pytest.warns(WordListWarning) as warned:
        opened = open_file(words, alphabet("fr"), tmp_path)
    assert list(opened) == ["ete", "words"]
    assert opened.display("ete") == "été"
    message = str(warned[0].message)
    assert "lines left out, as no words of 2 to 16 letters: 4 " in message
    assert "(by number: 3 \"l'ami\", 4 'x', 6 'no way')" in message


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"", "no line of"),
        (b"\n\n", "no line of"),
        (b"\x7fELF\x02\x01\x00\x00", "is not UTF-8 text"),
        (b"caf\xe9\n", "is not UTF-8 text"),
        (b"1\n2\n", "no line of"),
    ],
)
def test_a_file_without_words_is_refused(tmp_path: Path, content: bytes, cause: str) -> None:
    path = tmp_path / "w.txt"
    path.write_bytes(content)
    with pytest.raises(BadWordList) as refused:
        open_file(path, ENGLISH, tmp_path)
    assert cause in str(refused.value)
    assert "one word a line" in str(refused.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadWordList, match="No such file"):
        open_file(tmp_path / "none.txt", ENGLISH, tmp_path)
    with pytest.raises(BadWordList, match="Is a directory"):
        open_file(tmp_path, ENGLISH, tmp_path)


def test_a_byte_order_mark_is_no_letter(tmp_path: Path) -> None:
    path = tmp_path / "w.txt"
    path.write_bytes("\ufeffone\n".encode())
    assert list(open_file(path, ENGLISH, tmp_path)) == ["one"]
