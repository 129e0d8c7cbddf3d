"""The constraints of a search, and whether any grid can satisfy them."""

from collections import Counter
from dataclasses import dataclass

from core.errors import SeizeError, translatable
from core.grid import Grid, adjacency
from core.lexicon.alphabet import Alphabet, BadSpelling
from core.scoring import Ruleset

FREE = "."
_STEPS = 1_000_000


class Impossible(SeizeError):
    """Raised when no grid satisfies the constraints, or none was found."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """Constraints on a grid; all letters small, of the alphabet, "" for no constraint.

    letters     the only letters allowed
    without     letters banned
    only_vowel  the only vowels allowed, of those of the language
    needed      letters that tiles must begin with, each as often as it stands here
    fixed       one character a tile: its letter, or "."
    word        a word that must be traceable
    earlier     grids to differ from in `distance` tiles or more, under all 8 symmetries
    known       grids to differ from in `apart` tiles or more, likewise
    """

    letters: str = ""
    without: str = ""
    only_vowel: str = ""
    needed: str = ""
    fixed: str = ""
    word: str = ""
    earlier: tuple[str, ...] = ()
    distance: int = 0
    known: tuple[str, ...] = ()
    apart: int = 0

    @classmethod
    def read(
        cls,
        alphabet: Alphabet,
        *,
        earlier: tuple[str, ...] = (),
        distance: int = 0,
        known: tuple[str, ...] = (),
        apart: int = 0,
        fixed: str = "",
        **letters: str,
    ) -> "Constraints":
        """Read what a person typed, in capitals or small, with accents or without.

        Raises BadSpelling for what is no letter of the alphabet.
        """
        parts = fixed.split(FREE)
        return cls(
            fixed=FREE.join(alphabet.normalise(part) if part else "" for part in parts),
            earlier=earlier,
            distance=distance,
            known=known,
            apart=apart,
            **{name: alphabet.normalise(text) if text else "" for name, text in letters.items()},
        )

    def allowed(self, alphabet: Alphabet, rules: Ruleset) -> str:
        """Return the letters that a tile may bear; raises Impossible if there are none.

        Where the tile of q bears Qu, it goes with u.
        """
        allowed = [
            letter
            for letter in alphabet.letters
            if all(self._allows(each, alphabet) for each in rules.tile_letters(letter))
        ]
        if not allowed:
            raise Impossible(translatable("no letter is left that a tile could bear"))
        return "".join(allowed)

    def _allows(self, letter: str, alphabet: Alphabet) -> bool:
        return (
            (not self.letters or letter in self.letters)
            and letter not in self.without
            and (not self.only_vowel or letter in self.only_vowel or letter not in alphabet.vowels)
        )

    def tiles(self, alphabet: Alphabet, rules: Ruleset, size: tuple[int, int]) -> list[str]:
        """Return the letters that each tile may bear, by the first; raises Impossible."""
        allowed, count = self.allowed(alphabet, rules), size[0] * size[1]
        if not self.fixed:
            return [allowed] * count
        if len(self.fixed) != count:
            raise Impossible(
                translatable(
                    "the fixed tiles are {given}, the grid has {tiles}: write one character a "
                    "tile, “.” where any letter may stand"
                ),
                given=len(self.fixed),
                tiles=count,
            )
        for letter in self.fixed:
            if letter != FREE and letter not in allowed:
                raise Impossible(
                    translatable("a tile is fixed as {letter!r}, which is not allowed"),
                    letter=letter,
                )
        return [allowed if letter == FREE else letter for letter in self.fixed]

    def check(self, alphabet: Alphabet, rules: Ruleset, size: tuple[int, int]) -> None:
        """Raise Impossible, which names the reason, where no grid can satisfy this.

        What only several constraints together exclude is found later, by drawing. Raises
        BadSpelling for a letter outside the alphabet.
        """
        for text in (self.letters, self.without, self.only_vowel, self.needed, self.word):
            for letter in text:
                if letter not in alphabet.letters:
                    raise BadSpelling(text, letter, alphabet.letters)
        strange = [letter for letter in self.only_vowel if letter not in alphabet.vowels]
        if strange:
            raise Impossible(
                translatable("{letter!r} is not a vowel: --only-vowel takes some of {vowels}"),
                letter=strange[0],
                vowels=alphabet.vowels,
            )
        tiles = self.tiles(alphabet, rules, size)
        lacking = [x for x in self.needed if not any(x in tile for tile in tiles)]
        if not lacking:
            free = sum(len(tile) > 1 for tile in tiles)
            given = Counter(tile for tile in tiles if len(tile) == 1)
            short = Counter(self.needed) - given
            lacking = list(short) if short.total() > free else []
        if lacking:
            raise Impossible(
                translatable("{letter!r} must appear, but is not allowed or has no tile left"),
                letter=lacking[0],
            )
        if self.word and not _can_hold(self.word, tiles, size, rules):
            raise Impossible(
                translatable("no grid that satisfies the rest can hold the word {word!r}"),
                word=self.word,
            )
        for grids, distance in ((self.earlier, self.distance), (self.known, self.apart)):
            if grids and not 1 <= distance <= len(tiles):
                raise Impossible(
                    translatable(
                        "no two grids of {tiles} tiles differ in {distance}: from 1 to {tiles}"
                    ),
                    distance=distance,
                    tiles=len(tiles),
                )

    def boards(
        self, alphabet: Alphabet, size: tuple[int, int]
    ) -> tuple[list[list[int]], list[int]]:
        """Return the letter indexes of the grids to differ from, and in how many tiles of each.

        They are there under all symmetries of this size. Raises Impossible for a grid of another
        size, BadGrid for what is no grid.
        """
        boards, distances = [], []
        for grids, distance in ((self.earlier, self.distance), (self.known, self.apart)):
            for line in grids:
                grid = Grid.parse(line, normalise=alphabet.normalise)
                turned = [g for g in grid.symmetries() if (g.rows, g.cols) == size]
                if not turned:
                    raise Impossible(
                        translatable("{grid!r} has another size than the grids to be found"),
                        grid=line,
                    )
                boards += [[alphabet.letters.index(t.letters[0]) for t in g.tiles] for g in turned]
                distances += [distance] * len(turned)
        return boards, distances


def _can_hold(word: str, tiles: list[str], size: tuple[int, int], rules: Ruleset) -> bool:
    """Tell whether tiles that may bear these letters can hold a path that spells `word`."""
    faces = []
    rest = word
    while rest:
        face = rules.tile_letters(rest[0])
        if not rest.startswith(face):
            return False
        faces.append(rest[0])
        rest = rest[len(face) :]
    if len(faces) > len(tiles):
        return False
    touching = adjacency(*size)
    stack: list[tuple[int, ...]] = [()]
    steps = 0
    while stack and steps < _STEPS:
        steps += 1
        path = stack.pop()
        if len(path) == len(faces):
            return True
        stack += [
            (*path, cell)
            for cell in (touching[path[-1]] if path else range(len(tiles)))
            if cell not in path and faces[len(path)] in tiles[cell]
        ]
    return bool(stack)
