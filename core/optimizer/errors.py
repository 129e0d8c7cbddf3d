"""What a search refuses: an objective, a constraint or a parameter that cannot be."""

from core.errors import SeizeError, translatable


class BadObjective(SeizeError):
    """An objective that does not exist, or that this lexicon cannot count."""

    @classmethod
    def term(cls, text: str) -> "BadObjective":
        """Refuse a text that is no term of an objective."""
        return cls(
            translatable(
                "unknown objective {text!r}: use words, points, length:4 (words of 4 letters), "
                "long:8 (of 8 and more), longest, common, or a sum such as words+10*long:8"
            ),
            text=text,
        )

    @classmethod
    def length(cls, letters: int) -> "BadObjective":
        """Refuse a length that no word has."""
        return cls(translatable("no word has {letters} letters: from 2 to 16"), letters=letters)

    @classmethod
    def weight(cls, weight: int) -> "BadObjective":
        """Refuse a weight outside 1 to 1000."""
        return cls(
            translatable("the weight {weight} is out of range: from 1 to 1000"), weight=weight
        )

    @classmethod
    def terms(cls, terms: int, most: int) -> "BadObjective":
        """Refuse a sum that is too long."""
        return cls(
            translatable("an objective has at most {most} terms, not {terms}"),
            terms=terms,
            most=most,
        )

    @classmethod
    def no_common_tier(cls, lexicon: str) -> "BadObjective":
        """Refuse to count common words where nobody knows which are."""
        return cls(
            translatable(
                "the lexicon {lexicon} does not tell which words are common: "
                "use fr, en, de, es or it"
            ),
            lexicon=lexicon,
        )


class Impossible(SeizeError):
    """Constraints that no grid satisfies."""

    @classmethod
    def no_letters(cls) -> "Impossible":
        """Refuse constraints that leave no letter."""
        return cls(translatable("no letter is left that a tile could bear"))

    @classmethod
    def fixed_count(cls, given: int, tiles: int) -> "Impossible":
        """Refuse a wrong number of fixed tiles."""
        return cls(
            translatable(
                "the fixed tiles are {given}, the grid has {tiles}: "
                "write one character a tile, '.' where any letter may stand"
            ),
            given=given,
            tiles=tiles,
        )

    @classmethod
    def fixed_letter(cls, letter: str) -> "Impossible":
        """Refuse a fixed tile whose letter is not allowed."""
        return cls(
            translatable("a tile is fixed as {letter!r}, which is not allowed"), letter=letter
        )

    @classmethod
    def needed_letter(cls, letter: str) -> "Impossible":
        """Refuse to need a letter that is not allowed."""
        return cls(
            translatable("{letter!r} must appear, but is not allowed or has no tile left"),
            letter=letter,
        )

    @classmethod
    def word(cls, word: str) -> "Impossible":
        """Refuse a word that no allowed grid can hold."""
        return cls(
            translatable("no grid that satisfies the rest can hold the word {word!r}"), word=word
        )

    @classmethod
    def distance(cls, distance: int, tiles: int) -> "Impossible":
        """Refuse a distance that no two grids can have."""
        return cls(
            translatable("no two grids of {tiles} tiles differ in {distance}: from 1 to {tiles}"),
            distance=distance,
            tiles=tiles,
        )

    @classmethod
    def other_size(cls, grid: str) -> "Impossible":
        """Refuse to compare grids of different sizes."""
        return cls(translatable("{grid!r} has another size than the grids to be found"), grid=grid)

    @classmethod
    def together(cls) -> "Impossible":
        """Refuse constraints of which no draw satisfied all."""
        return cls(
            translatable("no grid was found that satisfies all constraints together: ask for less")
        )


class BadMethod(SeizeError):
    """A method, preset or parameter that does not exist, or a value out of range."""

    @classmethod
    def parameter(cls, name: str, low: float, high: float, value: object) -> "BadMethod":
        """Refuse a value out of range."""
        return cls(
            translatable("{name} is {value}: from {low:g} to {high:g}"),
            name=name,
            low=low,
            high=high,
            value=value,
        )

    @classmethod
    def no_number(cls, name: str, text: str) -> "BadMethod":
        """Refuse a value that is no number."""
        return cls(translatable("{name} takes a number, not {text!r}"), name=name, text=text)

    @classmethod
    def not_in_preset(cls, method: str, preset: str, known: str) -> "BadMethod":
        """Refuse a method that a preset has no parameters for."""
        return cls(
            translatable("the preset {preset} has no method {method}: use one of {known}"),
            method=method,
            preset=preset,
            known=known,
        )

    @classmethod
    def odd_population(cls, population: int) -> "BadMethod":
        """Refuse a population that does not go in pairs."""
        return cls(
            translatable("the population is {population}: an even number, to go in pairs"),
            population=population,
        )

    @classmethod
    def unknown(cls, name: str, method: str, known: str) -> "BadMethod":
        """Refuse a parameter that a method does not have."""
        return cls(
            translatable("the method {method} has no parameter {name!r}: use one of {known}"),
            name=name,
            method=method,
            known=known,
        )


class BadBonuses(SeizeError):
    """Bonuses that a search cannot place."""

    @classmethod
    def without_points(cls) -> "BadBonuses":
        """Refuse bonuses where points are not sought, or have none."""
        return cls(
            translatable(
                "bonuses go with an objective of points, by the rules of Ruzzle: "
                "--objective points --rules ruzzle"
            )
        )


class WrongLexicon(SeizeError):
    """A worker whose lexicon is not the one of the search."""

    def __init__(self, name: str) -> None:
        super().__init__(
            translatable("the lexicon {name} is another one here: its digest differs"), name=name
        )


class WorkersLost(SeizeError):
    """Workers that died one after the other, or a leg of a search that none could run."""

    def __init__(self, reason: str) -> None:
        super().__init__(translatable("the workers died: {reason}"), reason=reason)
