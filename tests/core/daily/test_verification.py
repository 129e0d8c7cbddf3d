"""The verification of a daily: it notices whatever was changed afterwards."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.daily.maker import make
from core.daily.order import Made
from core.daily.themes import Theme
from core.daily.verification import Unproven, tiles_between, verify
from core.errors import Notice
from core.grid import Bonus, Grid, Tile, adjacency
from core.lexicon import HouseWords, Lexicon
from core.lexicon.catalogue import listing
from core.scoring import ruleset
from core.solver.solver import solve
from tests.core.daily.helpers import SHELF, order
from tests.core.daily.test_recipe import OLD, OLD_SEAL
from tests.core.optimizer.helpers import Clock

EARLIER = ("SNOCATILIRAPSTUS", "SDMPLEEIAERNTRCTAEIANISSL", "RTNZAIEEPLRIDELA ...t.DT.d.D.....")


@dataclass(frozen=True)
class Published:
    """A daily, as it is stored."""

    recipe: str
    seal: str
    grid: Grid
    words: int
    points: int
    earlier: tuple[str, ...] = EARLIER
    accepted: HouseWords = HouseWords()  # noqa: RUF009 (it is frozen)

    def verify(self) -> list[Notice]:
        return verify(
            self.recipe, self.seal, self.grid, self.words, self.points, self.earlier, SHELF,
            self.accepted,
        )  # fmt: skip


def published(made: Made) -> Published:
    return Published(made.recipe.to_json(), made.recipe.seal, made.grid, made.words, made.points)


@pytest.fixture(scope="module")
def daily() -> Published:
    return published(make(order(Theme.POINTS, earlier=EARLIER), SHELF, Clock()))


@pytest.mark.parametrize("theme", Theme)
def test_what_was_made_is_verified(theme: Theme) -> None:
    made = make(order(theme, earlier=EARLIER), SHELF, Clock())
    assert published(made).verify() == []


def noticed(daily: Published, **changes: Any) -> list[str]:
    return [str(notice) for notice in replace(daily, **changes).verify()]


def sealed(daily: Published, **changes: Any) -> list[str]:
    """Change the recipe, and seal it again."""
    facts = json.loads(daily.recipe) | changes
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return noticed(daily, recipe=text, seal=hashlib.sha256(text.encode()).hexdigest())


def test_another_seal_is_noticed(daily: Published) -> None:
    assert noticed(daily, seal="0" * 64) == [
        f"the published seal is '{'0' * 64}', that of the recipe is {daily.seal}"
    ]
    assert len(noticed(daily, seal=daily.seal.upper())) == 1


def test_what_is_no_recipe_is_noticed(daily: Published) -> None:
    for text in ("", "{}", "\ud800", daily.recipe + " "):
        seal, unreadable = noticed(daily, recipe=text)
        assert "the published seal" in seal
        assert "not the recipe of a daily" in unreadable


def test_another_lexicon_is_noticed(daily: Published) -> None:
    assert sealed(daily, digest="0" * 64) == [
        "the lexicon fr is another one here: its digest differs"
    ]
    assert "unknown language or lexicon" in sealed(daily, lexicon="xx")[0]


def test_another_run_is_noticed(daily: Published) -> None:
    (notice,) = sealed(daily, seed=json.loads(daily.recipe)["seed"] + 1)
    assert "the recipe leads to the grid" in notice
    assert repr(str(daily.grid)) in notice
    assert "leads to" in sealed(daily, restart=5)[0]
    assert "leads to" in sealed(daily, evaluations=1)[0]


def test_other_totals_are_noticed(daily: Published) -> None:
    assert noticed(daily, words=daily.words + 1, points=daily.points - 1) == [
        f"the grid holds {daily.words} words, not {daily.words + 1}",
        f"the words of the grid are worth {daily.points} points, not {daily.points - 1}",
    ]


def test_the_totals_are_those_with_house_words(
    daily: Published, lexicon: Callable[[str], Lexicon]
) -> None:
    rules = ruleset("ruzzle", "fr")
    listed = solve(daily.grid, lexicon("fr"), rules)
    new = next(
        spelt
        for a in range(16)
        for b in range(16)
        if b in adjacency(4, 4)[a] and (spelt := daily.grid.spell((a, b))) not in lexicon("fr")
    )
    house = HouseWords(frozenset({new}), frozenset({listed.words[0].word}))
    with_house = solve(daily.grid, lexicon("fr").with_house(house), rules)
    assert with_house.words != listed.words
    assert noticed(daily, accepted=house, words=len(with_house), points=with_house.points) == []
    assert "points, not" in noticed(daily, accepted=house)[-1]


def test_a_grid_too_near_is_noticed(daily: Published) -> None:
    turned = str(next(g for g in daily.grid.symmetries() if g != daily.grid))
    notices = noticed(daily, earlier=(turned, *EARLIER))
    assert notices == [
        f"the grid differs from the earlier one {turned} in 0 tiles, not in 8 or more"
    ]
    assert tiles_between(daily.grid, Grid.parse(turned)) == 0


def test_a_grid_much_like_a_known_one_is_noticed(daily: Published) -> None:
    recipe = json.loads(daily.recipe)
    turned = str(next(g for g in daily.grid.symmetries() if g != daily.grid)).split()[0]
    notices = sealed(daily, known=[*recipe["known"], turned])
    told = f"the grid differs from the known one {turned} in 0 tiles, not in 12 or more"
    assert told in notices
    assert any("the recipe leads to the grid" in each for each in notices)


def test_a_daily_of_before_the_known_grids_is_verified() -> None:
    unchanged = {"lexicon": "fr-gutenberg", "digest": listing("fr-gutenberg").sha256}
    old = Published(OLD, OLD_SEAL, Grid.parse("ECAPTRLSEIAESNTR"), 1431, 25948, EARLIER[:1])
    assert sealed(old, **unchanged) == []


def test_a_daily_of_an_older_list_is_told_so() -> None:
    old = Published(OLD, OLD_SEAL, Grid.parse("ESAITRNTAIEEPMSR"), 1580, 28182, EARLIER[:1])
    assert [str(notice) for notice in old.verify()] == [
        "the lexicon fr is another one here: its digest differs"
    ]


def test_a_thinner_archive_is_noticed(daily: Published) -> None:
    assert noticed(daily, earlier=EARLIER[1:]) == [
        "the recipe asks for 2 earlier grids, the archive has 1"
    ]


@settings(max_examples=10)
@given(data=st.data())
def test_a_changed_tile_is_noticed(daily: Published, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, 15))
    letter, bonus = (
        data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyzñ")),
        data.draw(st.sampled_from(Bonus)),
    )
    tiles = list(daily.grid.tiles)
    tiles[place] = Tile(letter, bonus)
    changed = replace(daily.grid, tiles=tuple(tiles))
    assert bool(noticed(daily, grid=changed)) == (changed != daily.grid)


NUMBERS = ["number", "distance", "earlier", "seed", "restart", "evaluations"]


@settings(max_examples=10)
@given(st.sampled_from([*NUMBERS, "words", "points"]), st.integers(1, 50), st.sampled_from([1, -1]))
def test_a_changed_number_is_noticed(daily: Published, name: str, step: int, sign: int) -> None:
    facts = json.loads(daily.recipe)
    if name in NUMBERS:
        facts[name] += sign * step
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        notices = noticed(daily, recipe=text)
        assert "the published seal" in notices[0]
    else:
        (notice,) = noticed(daily, **{name: getattr(daily, name) + sign * step})
        assert "not" in notice


def test_notices_are_put_into_words_elsewhere(daily: Published) -> None:
    (notice,) = replace(daily, words=3).verify()
    assert isinstance(notice, Unproven)
    assert notice.facts == {"stored": 3, "counted": daily.words}
    assert notice.template.format(**notice.facts) == str(notice)
