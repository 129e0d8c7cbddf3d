"""The meanings of words, in the terminal."""

import json
from dataclasses import dataclass

from bot.console_app.words.look_up import Entry, look_up
from bot.presenters.meanings import elsewhere_text, heading, meaning_text
from bot.presenters.wording import Wording
from core.lexicon import Lexicon
from core.lexicon.meanings import Meaning, languages_of, meanings


@dataclass(frozen=True, slots=True)
class Definition:
    """A word looked up, with its meanings; `elsewhere` are the languages that it is a word of.

    `language` is that of the word list, an ISO 639 code as those are.
    """

    entry: Entry
    language: str
    meanings: tuple[Meaning, ...]
    elsewhere: tuple[str, ...]

    @classmethod
    def of(cls, lexicon: Lexicon, asked: str) -> "Definition":
        """Look a word up as a player types it."""
        entry, language = look_up(lexicon, asked), lexicon.language
        if entry.accepted:
            return cls(entry, language, tuple(meanings(lexicon).all_of(entry.word)), ())
        return cls(entry, language, (), tuple(languages_of(asked, language)))

    def to_json(self) -> str:
        """Return the word and its meanings as one line of JSON."""
        facts = json.loads(self.entry.to_json()) | {
            "meanings": [
                {
                    "base": meaning.base,
                    "kind": meaning.kind,
                    "language": meaning.glossary.language,
                    "text": meaning.text,
                    "source": meaning.glossary.title,
                    "license": meaning.glossary.license,
                }
                for meaning in self.meanings
            ],
            "elsewhere": self.elsewhere,
        }
        return json.dumps(facts, ensure_ascii=False)

    def text(self, wording: Wording) -> str:
        """Return the meanings, each on two lines, in a language; or why there is none."""
        if not self.entry.accepted:
            refusal = self.entry.line(wording)
            if not self.elsewhere:
                return refusal
            word = self.entry.word or self.entry.asked
            other = elsewhere_text(word, self.language, self.elsewhere, wording)
            return f"{refusal}\n  {other}"
        spellings = {spelling.lower(): spelling for spelling in self.entry.spellings}
        if not self.meanings:
            none = wording.gettext("It is a word, but nobody has written what it means.")
            return f"{', '.join(self.entry.spellings)}: {none}"
        return "\n".join(
            f"{heading(spellings.get(each.base.lower(), self.entry.spellings[0]), each)}: "
            f"{meaning_text(each, wording)}\n  "
            f"{wording.gettext('Source: {source}', source=each.source)}"
            for each in self.meanings
        )
