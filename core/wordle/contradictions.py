"""The first contradiction between guesses, where no word fits, as a person would put it."""

from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations

from core.errors import SeizeError, translatable
from core.wordle.game import Turn, hinted
from core.wordle.marks import Mark


class Contradiction(SeizeError):
    """Raised when no word fits the marks of some guesses."""


def contradiction(turns: Sequence[Turn], letters: str) -> Contradiction:
    """Tell why no word fits `turns`, the last of which is the first that none fits.

    `letters` are those of the alphabet.
    """
    number, last = len(turns), turns[-1]
    if not some_fit([last], letters):
        template = translatable("guess {number}, {word}: no answer gives these marks")
    elif some_fit(turns, letters):
        template = translatable(
            "guess {number}, {word}: no word of the dictionary fits from here on"
        )
    else:
        for earlier, turn in enumerate(turns[:-1], 1):
            if found := _between((earlier, number), turn, last):
                return found
        template = translatable(
            "guess {number}, {word}: no letters fit these marks and the earlier"
        )
    return Contradiction(template, number=number, word=last.word.upper())


def some_fit(turns: Sequence[Turn], letters: str) -> bool:
    """Return whether any row of letters, a word or not, would tell what these turns tell.

    Letters that must come are matched to places, and places to letters that may come: where
    each goes by itself, both go at once (N. S. Mendelsohn and A. L. Dulmage, 1958).
    """
    if any(map(_is_out_of_order, turns)):
        return False
    size = len(turns[0].word)
    allowed = [set(letters) for _ in range(size)]
    for turn in turns:
        for place, (letter, mark) in enumerate(zip(turn.word, turn.marks, strict=True)):
            allowed[place] &= {letter} if mark is Mark.GREEN else allowed[place] - {letter}
    least = {letter: max(hinted(turn)[letter] for turn in turns) for letter in letters}
    most = {letter: min(_most(turn, letter) for turn in turns) for letter in letters}
    if any(least[letter] > most[letter] for letter in letters):
        return False
    needed = [
        [place for place, here in enumerate(allowed) if letter in here]
        for letter, count in least.items()
        for _ in range(count)
    ]
    usable = [
        [(letter, copy) for letter in here for copy in range(most[letter])] for here in allowed
    ]
    return _can_match(needed) and _can_match(usable)


def _between(numbers: tuple[int, int], first: Turn, second: Turn) -> Contradiction | None:
    """Return a contradiction between two turns, None where it takes more to see one."""
    guesses = {"earlier": numbers[0], "number": numbers[1]}
    pairs = zip(first.word, first.marks, second.word, second.marks, strict=True)
    for place, (one, mark, other, other_mark) in enumerate(pairs, 1):
        greens = (mark is Mark.GREEN, other_mark is Mark.GREEN)
        if all(greens) and one != other:
            return Contradiction(
                translatable(
                    "guesses {earlier} and {number}: letter {place} cannot be both {first} and "
                    "{second}"
                ),
                **guesses,
                place=place,
                first=one.upper(),
                second=other.upper(),
            )
        if any(greens) and not all(greens) and one == other:
            template = translatable(
                "guesses {earlier} and {number}: letter {place} cannot be {letter} and not {letter}"
            )
            return Contradiction(template, **guesses, place=place, letter=one.upper())
    for one_turn, other_turn in ((first, second), (second, first)):
        for letter, count in hinted(one_turn).items():
            if count > (most := _most(other_turn, letter)):
                template = translatable(
                    "guesses {earlier} and {number}: {letter} must come {least} times or more, "
                    "and at most {most}"
                )
                if not most:
                    template = translatable(
                        "guesses {earlier} and {number}: {letter} cannot be in the word and not "
                        "in it"
                    )
                facts = {"letter": letter.upper(), "least": count, "most": most}
                return Contradiction(template, **guesses, **facts)
    return None


def _most(turn: Turn, letter: str) -> int:
    """Return how often an answer has a letter at most: once it is grey, no more than told."""
    is_grey = (letter, Mark.GREY) in zip(turn.word, turn.marks, strict=True)
    return hinted(turn)[letter] if is_grey else len(turn.word)


def _is_out_of_order(turn: Turn) -> bool:
    """Return whether a letter is yellow after it was grey, which no answer tells."""
    pairs = combinations(zip(turn.word, turn.marks, strict=True), 2)
    return any(
        one == other and (mark, later) == (Mark.GREY, Mark.YELLOW)
        for (one, mark), (other, later) in pairs
    )


def _can_match(options: Sequence[Iterable[Hashable]]) -> bool:
    """Return whether each can have one of its options, and none the same (H. W. Kuhn, 1955)."""
    owner: dict[Hashable, int] = {}

    def placed(index: int, seen: set[Hashable]) -> bool:
        for option in options[index]:
            if option not in seen:
                seen.add(option)
                if option not in owner or placed(owner[option], seen):
                    owner[option] = index
                    return True
        return False

    return all(placed(index, set()) for index in range(len(options)))
