"""The views of rounds: their boards and their ends, with the names in them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

from bot.chat.names import Names
from bot.chat.services import Services
from bot.messages import Image, Outbox, Reply
from bot.presenters.board import BoardView
from bot.presenters.daily.pages import DailyView
from bot.presenters.duels.pages import DuelView
from bot.presenters.duels.picture import compared_picture
from bot.presenters.duels.texts import rival
from bot.presenters.duels.titles import duel_title
from bot.presenters.ends import EndView, missed_picture
from bot.presenters.ghosts import ghost_end
from bot.presenters.hindrances import hindrance_text
from bot.presenters.people import called
from bot.presenters.pictures.colours import Theme
from bot.presenters.practice import PracticeView
from bot.presenters.titles import Subject, title_of
from bot.presenters.wording import Wording, wording
from core.chats.settings import ChatSettings
from core.duels.duel import Side
from core.errors import SeizeError
from core.ids import PlayerRef
from core.lexicon import Lexicon
from core.opponents.levels import GHOST
from core.rounds.events import RoundFinished
from core.rounds.match import Match
from core.rounds.purpose import ForDaily, ForDuel, ForMatch, ForPractice, ForRace
from core.rounds.record import RoundRecord
from core.rounds.result import Result
from core.rounds.round import Round
from core.services.news import RoundNews


@dataclass(frozen=True, slots=True)
class Views:
    """Makes the views of one platform's rounds."""

    services: Services
    names: Names
    outbox: Outbox

    async def reply(self, news: RoundNews, settings: ChatSettings | None = None) -> Reply:
        """Return the announcement of a start or an end, by other settings than the chat's too."""
        settings = settings or await self.services.settings.of(news.record.room.chat)
        if isinstance(news.event, RoundFinished):
            return await self._end(news, news.event, settings)
        view = await self.board_view(news.record, wording(settings.interface), settings.board)
        return await self.board(view, await self.round(news.record))

    async def round(self, record: RoundRecord) -> Round:
        """Return a round as this process knows it, or as it is stored."""
        running = self.services.rounds.live.running(record.room)
        if running and running.id == record.id:
            return running
        return await self.services.rounds.live.replay(record)

    async def picture(self, draw: Callable[[Theme], Image | None], look: str) -> Image | None:
        """Draw a picture in the colours of a look, off the event loop; None if that is "text"."""
        if look == "text":
            return None
        theme = Theme.LIGHT if look == "light" else Theme.DARK
        return await self.services.workers.run(draw, theme)

    async def board(self, view: BoardView, round_: Round) -> Reply:
        """Return a board with its picture, or as text if that is how it is shown."""
        image = await self.picture(view.picture, view.look)
        return view.reply(round_, self.services.clock(), image)

    async def board_view(self, record: RoundRecord, words: Wording, look: str) -> BoardView:
        """Return the view of a round's board."""
        round_ = await self.round(record)
        await self.names.load(card.player for card in round_.result().standing)
        view = BoardView(record, words, self.names.get, look, self.outbox.hears(record.room))
        if not record.purpose.is_own:
            found = await self.outbox.hindrances(record.room)
            told = tuple(hindrance_text(each, words) for each in found if not each.kind.deaf)
            view = replace(view, hindrances=told)
        if page := self.services.page:
            view = replace(view, ticket=page.invitation(record))
        if record.purpose.is_own:
            view = replace(view.private(), forms=self.outbox.forms)
        return replace(view, subject=await self.subject(record))

    async def title(self, record: RoundRecord, words: Wording) -> str:
        """Return the title of a round."""
        return title_of(record, words, await self.subject(record))

    async def subject(self, record: RoundRecord) -> Subject:
        """Return the daily or the duel that a round is of."""
        match record.purpose:
            case ForDaily(puzzle_id):
                return await self.services.dailies.by_id(puzzle_id)
            case ForDuel(duel_id):
                return await self.services.duels.by_id(duel_id)
            case ForMatch() | ForPractice() | ForRace():
                return None
            case _ as never:
                assert_never(never)

    async def end_view(
        self,
        record: RoundRecord,
        result: Result,
        words: Wording,
        match: Match | None = None,
        following: RoundRecord | None = None,
        player: PlayerRef | None = None,
    ) -> EndView:
        """Return the view of a round's end, with the words that one player missed (None: all)."""
        await self.names.load(card.player for card in result.standing)
        if match:
            await self.names.load(place.player for place in match.standing)
        lexicon = await self._lexicon(record)
        lessons = await self.services.rounds.lessons(record, result, player)
        return EndView(record, result, match, following, words, self.names.get, lexicon, lessons)

    async def _end(self, news: RoundNews, event: RoundFinished, settings: ChatSettings) -> Reply:
        """Return how a round went, which depends on what it was for."""
        record, result = news.record, event.result
        match record.purpose:
            case ForMatch():
                return await self._room_end(news, event, settings)
            case ForDaily(puzzle_id):
                return await self._daily_end(record, puzzle_id, result, settings)
            case ForDuel(duel_id):
                return await self._duel_end(record, duel_id, result, settings)
            case ForPractice():
                return await self._practice_end(record, result, settings)
            case ForRace():
                return await self._race_end(record, settings)
            case _ as never:
                assert_never(never)

    async def _room_end(
        self, news: RoundNews, event: RoundFinished, settings: ChatSettings
    ) -> Reply:
        """Return the card of a round of a room, with a picture of words that were missed."""
        words = wording(settings.interface)
        view = await self.end_view(news.record, event.result, words, news.match, news.following)
        view = replace(view, ended_at=event.at)
        image = await self.picture(view.picture, settings.board)
        return view.reply(event.termination, self.services.clock(), image)

    async def _daily_end(
        self, record: RoundRecord, puzzle_id: int, result: Result, settings: ChatSettings
    ) -> Reply:
        """Return the card of an attempt at a daily, with a picture of words that were missed."""
        words, services = wording(settings.interface), self.services
        puzzle = await services.dailies.by_id(puzzle_id)
        view = DailyView(puzzle, words, services.clock())
        outcome = await services.dailies.outcome(puzzle, record.started_by)
        ranked = outcome if outcome and outcome.attempt.round_id == record.id else None
        lessons = ranked.lessons if ranked else await services.rounds.lessons(record, result)
        draw = partial(missed_picture, lessons, puzzle.grid, record.ruleset, words)
        image = await self.picture(draw, settings.board)
        if ranked:
            return view.card(ranked, image)
        card = result.of(record.started_by)
        return view.unranked(card.points, len(card.words), lessons, image)

    async def _practice_end(
        self, record: RoundRecord, result: Result, settings: ChatSettings
    ) -> Reply:
        """Return the outcome of each word of a practice."""
        practised = await self.services.practice.practised(record)
        view = PracticeView(
            record,
            result,
            practised,
            self.services.clock(),
            await self._lexicon(record),
            wording(settings.interface),
        )
        return await self.services.workers.run(view.reply)

    async def _race_end(self, record: RoundRecord, settings: ChatSettings) -> Reply:
        """Return a round beside its ghost's."""
        words, side = wording(settings.interface), Side.CHALLENGER
        comparison = await self.services.ghosts.compare(record)
        names = words.gettext("You"), called("", GHOST.ref, words)
        title = title_of(record, words)
        draw = partial(compared_picture, title, comparison, side, names, words)
        return ghost_end(record, comparison, words, await self.picture(draw, settings.board))

    async def _duel_end(
        self, record: RoundRecord, duel_id: int, result: Result, settings: ChatSettings
    ) -> Reply:
        """Return how a round of a duel went, beside the other's if both have played it."""
        words, duels = wording(settings.interface), self.services.duels
        duel = await duels.by_id(duel_id)
        side = await duels.side(duel, record.started_by)
        number = duel.number_of(record.id)
        await self.names.load(each for each in duel.players if each is not None)
        view = DuelView(duel, words, self.names.get, self.services.clock())
        if side is None:  # forgotten since
            return view.page(None)
        image = None
        if duel.is_shown(number, side) and duel.both_finished(number):
            compared = await duels.compare(duel, number, side)
            names = words.gettext("You"), rival(duel, side, words, self.names.get)
            title = duel_title(duel, words, number)
            draw = partial(compared_picture, title, compared, side, names, words)
            image = await self.picture(draw, settings.board)
        return view.end(side, number, result.of(record.started_by), image)

    async def _lexicon(self, record: RoundRecord) -> Lexicon | None:
        try:
            return await self.services.workers.run(self.services.lexicon, record.lexicon.name)
        except SeizeError:
            return None
