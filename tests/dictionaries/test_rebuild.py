"""The parts of the rebuild that need no network: affixes, filters, files."""

import lzma
import tomllib
from pathlib import Path

import pytest

from core.lexicon.alphabet import alphabet
from dictionaries import _affixes, rebuild
from dictionaries._packages import Package, RebuildError

AFFIXES = """SET UTF-8
NEEDAFFIX !
FORBIDDENWORD *
ONLYINCOMPOUND +

PFX R Y 1
PFX R 0 re .

PFX N N 1
PFX N 0 non .

PFX K Y 1
PFX K 0 kilo/S .

SFX S Y 2
SFX S 0 s [^y]
SFX S y ies y

SFX A Y 1
SFX A 0 able/SR .

SFX H Y 1
SFX H 0 ish/!S .

SFX X N 1
SFX X 0 ness .
"""


def expand(tmp_path: Path, *entries: str, drop: str = "") -> list[str]:
    """Return the sorted forms of `entries` under AFFIXES, without the rules in `drop`."""
    aff = tmp_path / "tiny.aff"
    aff.write_text(AFFIXES, encoding="utf-8")
    lines = [str(len(entries)), *entries]
    aff.with_suffix(".dic").write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = _affixes.read(
        aff, lambda stem, _: stem.islower(), lambda flag, _: flag not in drop
    ).words()
    return sorted(set(words))


@pytest.mark.parametrize(
    ("entry", "forms"),
    [
        ("play", ["play"]),
        ("sky/S", ["skies", "sky"]),
        ("do/SR", ["do", "dos", "redo", "redos"]),
        # A suffix allows another one, and a prefix that its stem does not.
        ("eat/A", ["eat", "eatable", "eatables", "reeatable", "reeatables"]),
        # A prefix allows a suffix that its stem does not.
        ("gram/K", ["gram", "kilogram", "kilograms"]),
        # "N" in the table: this affix does not meet one of the other kind.
        ("sense/NS", ["nonsense", "sense", "senses"]),
        ("kind/XR", ["kind", "kindness", "rekind"]),
        # No word before it has a further affix.
        ("green/H", ["green", "greenishs"]),
        ("stem/!S", ["stems"]),
        # Not a word by itself, or only within a compound; names by our own filter.
        ("wrong/*S", []),
        ("part/+S", []),
        ("Paris/S", []),
    ],
)
def test_expansion_of_one_entry(tmp_path: Path, entry: str, forms: list[str]) -> None:
    assert expand(tmp_path, entry) == forms


def test_a_forbidden_entry_removes_a_form_of_another(tmp_path: Path) -> None:
    assert expand(tmp_path, "do/SR", "redos/*") == ["do", "dos", "redo"]


def test_rules_are_left_out_by_flag(tmp_path: Path) -> None:
    assert expand(tmp_path, "do/SR", drop="R") == ["do", "dos"]


def test_usable_drops_what_is_no_word() -> None:
    raw = ["côté", "Côté", "l'ami", "a-t-il", "4x4", "a", "x" * 17, "œuf", "łódź", ""]
    assert rebuild.usable(raw, alphabet("fr")) == {"côté": "cote", "œuf": "oeuf"}


def test_common_spellings_come_by_frequency() -> None:
    assert rebuild.most_frequent(["zygote", "cat", "the", "dog"], "en") == ["the", "dog", "cat"]


def test_write_stores_lists_and_facts(tmp_path: Path) -> None:
    toml = 'words = 0\nspellings = 0\ncommon = 0\nsha256 = ""\ncommon_sha256 = ""\n'
    (tmp_path / "source.toml").write_text(f'name = "x"\n{toml}', encoding="utf-8")
    words = {"cote": "cote", "côte": "cote"}
    files = {"words": rebuild.as_text(sorted(words)), "common": rebuild.as_text(["cote"])}
    facts = rebuild.describe(words, files)
    rebuild.write(tmp_path, files, facts)
    assert lzma.decompress((tmp_path / "words.txt.xz").read_bytes()).decode() == "cote\ncôte\n"
    source = tomllib.loads((tmp_path / "source.toml").read_text(encoding="utf-8"))
    assert source == {"name": "x", **facts}
    assert (source["words"], source["spellings"], source["common"]) == (1, 2, 1)


def test_a_missing_client_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert rebuild.main(["fr", "--check", "--keep", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "npm is missing: install it, or rebuild only other lists\n"


def test_an_unknown_registry_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RebuildError, match="cpan"):
        Package("cpan", "words", "1").fetch(tmp_path)


def test_an_unknown_list_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        rebuild.main(["klingon"])
    assert refused.value.code == 2
    assert "no list is called klingon" in capsys.readouterr().err
