"""Every cause of refusal is told, marked, and counted on boards, in statistics, as a guess."""

import pytest

from bot.chat.words import mark_of
from bot.messages import Mark
from bot.presenters.board import BoardView
from bot.presenters.verdicts import REFUSALS, verdict_line
from bot.presenters.wording import wording
from core.languages import languages
from core.rounds.events import WordRefused
from core.rounds.round import Round
from core.rounds.verdict import Cause, Trait, Verdict
from core.standings import scores
from tests.contract.made import a_record
from tests.core.rounds.boards import ANA, FOUND, SOLUTION, START, running

every = pytest.mark.parametrize("cause", Cause)


def refused(cause: Cause, at: float = START) -> WordRefused:
    return WordRefused(1, ANA, Verdict("quits", cause=cause, letters="qu", limit=5), at, None)


def played(cause: Cause, times: int = 1) -> Round:
    game = running()
    for number in range(times):
        game.record(refused(cause, START + number))
    return game


@every
def test_its_name_fits_its_column(cause: Cause) -> None:
    assert len(cause) <= 20


def test_a_guess_is_shown_and_only_a_guess_can_be_accepted() -> None:
    for cause in Cause:
        assert Trait.MISS not in cause.traits or Trait.SHOWN in cause.traits
        assert Trait.ACCEPTABLE not in cause.traits or Trait.MISS in cause.traits


@every
@pytest.mark.parametrize("language", languages())
def test_every_language_tells_it(cause: Cause, language: str) -> None:
    words, verdict = wording(language), refused(cause).verdict
    line = verdict_line(verdict, words, SOLUTION)
    assert line
    assert "{" not in line
    others = {
        verdict_line(refused(other).verdict, words, SOLUTION) for other in set(Cause) - {cause}
    }
    assert line not in others
    assert language == "en" or words.pgettext("", REFUSALS[cause]) != REFUSALS[cause]


@every
def test_its_mark_says_whether_the_word_counts_already(cause: Cause) -> None:
    repeated = Trait.REPEAT in cause.traits
    assert mark_of(refused(cause)) is (Mark.REPEATED if repeated else Mark.REFUSED)


@every
def test_the_board_counts_it_or_not(cause: Cause) -> None:
    view = BoardView(a_record(id=1), wording("en"), lambda _: "Ana", "text", hears=True)
    assert ("❌ 1" in view.reply(played(cause), START).text) == (Trait.SHOWN in cause.traits)


@every
def test_a_run_of_misses_makes_a_player_pause(cause: Cause) -> None:
    game = played(cause, times=5)
    verdict = game.judge(ANA, "est", START + 4.5).verdict
    assert (verdict.cause is Cause.PAUSED) == (Trait.MISS in cause.traits)


@every
def test_statistics_count_the_misses(cause: Cause) -> None:
    game = played(cause)
    game.submit(ANA, FOUND["rest"].word, START + 10)
    (score,) = scores(game.result(), game.plays)
    assert score.misses == (Trait.MISS in cause.traits)
