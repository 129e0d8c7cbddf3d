"""House words: what one community adds to a lexicon and takes away from it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pygtrie import CharTrie

from core.errors import SeizeError, translatable
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, Alphabet


class BadLength(SeizeError):
    """Raised when a word is too short or too long for any list."""

    template = translatable("{spelling!r} is not a word of {low} to {high} letters")

    def __init__(self, spelling: str) -> None:
        super().__init__(spelling=spelling, low=MIN_LETTERS, high=MAX_LETTERS)


@dataclass(frozen=True, slots=True)
class HouseWords:
    """Normalised words over a lexicon. Immutable: `add` and `remove` return another one.

    Raises ValueError for a word on both sides, or not of 2 to 16 letters.
    """

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    _trie: CharTrie = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if both := self.added & self.removed:
            raise ValueError(f"added and removed: {sorted(both)}")
        if any(not MIN_LETTERS <= len(word) <= MAX_LETTERS for word in self.added):
            raise ValueError(f"not of {MIN_LETTERS} to {MAX_LETTERS} letters: {sorted(self.added)}")
        object.__setattr__(self, "_trie", CharTrie.fromkeys(self.added, value=True))

    @classmethod
    def parse(
        cls, alphabet: Alphabet, added: Iterable[str] = (), removed: Iterable[str] = ()
    ) -> "HouseWords":
        """Normalise the words of both sides; a word on both is added.

        Raises BadSpelling, BadLength.
        """
        accepted = frozenset(_playable(alphabet, word) for word in added)
        refused = frozenset(_playable(alphabet, word) for word in removed)
        return cls(accepted, refused - accepted)

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)

    def add(self, word: str) -> "HouseWords":
        """Return these house words with a normalised word accepted."""
        return HouseWords(self.added | {word}, self.removed - {word})

    def remove(self, word: str) -> "HouseWords":
        """Return these house words with a normalised word refused."""
        return HouseWords(self.added - {word}, self.removed | {word})

    def decides(self, word: str) -> bool:
        """Tell whether the house has a say on a word, whatever the lexicon holds."""
        return word in self.added or word in self.removed

    def complete(self, prefix: str) -> Iterator[str]:
        """Yield the added words that begin with `prefix`, in no order."""
        return iter(self._trie.keys(prefix) if self._trie.has_node(prefix) else ())


def _playable(alphabet: Alphabet, spelling: str) -> str:
    word = alphabet.read(spelling)
    if not MIN_LETTERS <= len(word) <= MAX_LETTERS:
        raise BadLength(spelling)
    return word
