"""A language that Seize does not have, in three files of a temporary place."""

import hashlib
import lzma
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import bot.presenters
import core.languages
import dictionaries
from bot.presenters import languages as names_of_languages
from bot.presenters.wording import catalogues, wording
from core.lexicon.alphabet import alphabet
from core.lexicon.catalogue import listing, listings
from core.lexicon.unfit import slurs, unfit

CODE = "da"  # Babel and the platforms know it
LETTERS = set("adeilnorst")
_CACHES = (
    core.languages.languages, names_of_languages._codes, wording, alphabet, listings, slurs,
    unfit,
)  # fmt: skip

RECORD = '''"""Danish, or nearly."""

from core.languages._record import LATIN, Language, values

LANGUAGE = Language(
    code="da",
    letters=LATIN + "åæø",
    vowels="aeiouyåæø",
    values=values({1: LATIN, 3: "å", 4: "æø"}),
    dice=(),
    playable=(60, 300),
    keyboard=("qwertyuiopå", "asdfghjklæø", "zxcvbnm"),
    ordinal=lambda _: ".",
    quotes=("”", "”"),
)
'''


def toy(text: str) -> str:
    """Return an English word, or a sentence, as it is in the toy language."""
    return text.replace("o", "ø")


@contextmanager
def toy_language(folder: Path) -> Iterator[None]:
    """Add the language, whose files are written into a folder, for a while."""
    _write(folder / "dictionaries" / CODE)
    (folder / "languages").mkdir()
    (folder / "languages" / f"{CODE}.py").write_text(RECORD, "utf-8")
    catalogue = folder / "presenters" / "locales" / CODE / "LC_MESSAGES" / "seize.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_bytes(_catalogue())
    try:
        with pytest.MonkeyPatch.context() as patch:
            for package in (core.languages, dictionaries, bot.presenters):
                own = folder / package.__name__.rpartition(".")[2]
                patch.setattr(package, "__path__", [*package.__path__, str(own)])
            _forget()
            yield
    finally:
        sys.modules.pop(f"core.languages.{CODE}", None)
        _forget()


def _forget() -> None:
    for cached in _CACHES:
        cached.cache_clear()


def _write(folder: Path) -> None:
    """Write a list: English words of few letters, with an ø for each o."""
    folder.mkdir(parents=True)
    facts: dict[str, int | str] = {"license": "MIT", "title": "Toy"}
    facts |= {"name": CODE, "language": CODE}
    for part in ("words", "common"):
        few = [word for word in listing("en").text(part).split() if LETTERS.issuperset(word)]
        data = "".join(f"{toy(word)}\n" for word in few if len(word) <= 9).encode()
        (folder / f"{part}.txt.xz").write_bytes(lzma.compress(data))
        facts[part] = facts["spellings"] = data.count(b"\n")
        facts["sha256" if part == "words" else "common_sha256"] = hashlib.sha256(data).hexdigest()
    for name in ("slurs.txt", "unfit.txt"):
        (folder / name).write_text("# none\n", "utf-8")
    toml = (f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
            for key, value in facts.items())  # fmt: skip
    (folder / "source.toml").write_text("\n".join(toml), "utf-8")


def _catalogue() -> bytes:
    """Return the sentences, with an ø for each o but in placeholders; and the names."""
    with catalogues()["fr"].open("rb") as source:
        known = read_po(source, "fr")
    made, file = Catalog(CODE), BytesIO()
    for message in known:
        if message.id:
            # A name is of the letters that commands may have.
            put = _name if message.context else _sentence
            one, *many = (message.id,) if isinstance(message.id, str) else message.id
            forms = (put(one), *map(put, many))
            made.add(message.id, forms if many else forms[0], context=message.context)
    write_po(file, made)
    return file.getvalue()


def _name(name: str) -> str:
    return name.replace("o", "oe")


def _sentence(sentence: str) -> str:
    parts = sentence.replace("}", "{").split("{")
    return "".join(toy(part) if n % 2 == 0 else f"{{{part}}}" for n, part in enumerate(parts))
