"""The meanings of words, as people read them: each labelled with its kind and its source."""

from collections.abc import Iterable, Sequence

from bot.presenters.languages import language_label
from bot.presenters.texts import Line, bold, plain
from bot.presenters.wording import Wording
from core.lexicon.meanings import Kind, Meaning


def meaning_text(meaning: Meaning, wording: Wording) -> str:
    """Return a definition as it is, synonyms and translations with a label before them."""
    match meaning.kind:
        case Kind.DEFINITION:
            return meaning.text
        case Kind.SYNONYMS:
            return wording.gettext("near: {words}", words=meaning.text)
        case Kind.TRANSLATION:
            language = language_label(meaning.glossary.language, wording)
            return wording.gettext("in {language}: {text}", language=language, text=meaning.text)


def heading(spelling: str, meaning: Meaning) -> str:
    """Return a word with the base form that its meaning is of, if that is another one."""
    same = spelling.lower() == meaning.base.lower()
    return meaning.base if same else f"{spelling} → {meaning.base}"


def meaning_line(spelling: str, meaning: Meaning, wording: Wording) -> Line:
    """Return a word and its meaning as one line."""
    return bold(heading(spelling, meaning), f" · {meaning_text(meaning, wording)}")


def sources_line(meanings: Iterable[Meaning], wording: Wording) -> Line:
    """Return the sources of meanings, each once, with their licences."""
    sources = dict.fromkeys(meaning.source for meaning in meanings)
    return plain(wording.gettext("Source: {source}", source="; ".join(sources)))


def elsewhere_text(word: str, language: str, others: Sequence[str], wording: Wording) -> str:
    """Return that a word is none of its language, but one of others (their ISO 639 codes)."""
    return wording.gettext(
        "{word} is not a word in {language}; it is one in: {languages}",
        word=word,
        language=language_label(language, wording),
        languages=", ".join(language_label(each, wording) for each in others),
    )
