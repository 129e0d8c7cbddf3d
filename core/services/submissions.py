"""Words sent in rooms: judged one after the other, and those of one moment stored together.

While words are being stored, others come in; whoever is next stores all of them in one unit of
work, which costs little more than one word does.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from core.ids import Member, PlayerRef, Room
from core.ports import Conflict, Store, UnitOfWork
from core.rounds.events import WordIgnored, WordJudged, WordRefused
from core.rounds.verdict import Cause, Verdict
from core.services.live import Live, LiveRounds, runs


@dataclass(slots=True, eq=False)
class Submission:
    """A text that a player sent; `alone` if it is not to be stored with others again.

    `play` is the answer once it is `answered`, None if the message came to no round.
    """

    by: Member
    text: str
    at: float
    message_id: str | None
    arrived: float | None = None
    alone: bool = False
    answered: bool = False
    play: WordJudged | None = None

    @property
    def came(self) -> float:
        """Return when it arrived, as far as rounds are concerned."""
        return self.at if self.arrived is None else self.arrived

    def answer(self, play: WordJudged | None) -> None:
        """Say what became of it."""
        self.play, self.answered = play, True


class Submissions:
    """The words that wait to be judged and stored, of all rooms."""

    def __init__(self, store: Store, live: LiveRounds) -> None:
        self._store, self._live = store, live
        self._waiting: dict[Room, list[Submission]] = defaultdict(list)

    async def submit(self, room: Room, sent: Submission) -> WordJudged | None:
        """Judge a text; return its play once it is stored, as `RoundsService.submit` does."""
        waiting = self._waiting[room]
        waiting.append(sent)
        try:
            async with self._live.lock(room):
                if not sent.answered:
                    await self._live.let_in(room, partial(self._take, room, sent))
        finally:
            waiting.remove(sent)
            if not waiting:
                self._waiting.pop(room, None)
        return sent.play

    async def _take(self, room: Room, sent: Submission, live: Live | None) -> None:
        """Answer a submission, and with it those that wait behind it for the same round.

        Raises Conflict if it is to be tried again.
        """
        if not runs(live) or sent.came < live.record.starts_at:
            sent.answer(await self._answer_late(room, sent))
            return
        together = [sent]
        if not sent.alone:
            waiting = (each for each in self._waiting[room] if not (each.answered or each.alone))
            together = [each for each in waiting if each.came >= live.record.starts_at]
        try:
            plays = await self._keep(live, together)
        except Exception as error:
            if len(together) == 1:
                raise
            for each in together:  # one that cannot be stored is not to cost the others theirs
                each.alone = True
            raise Conflict("not stored together") from error
        for each, play in zip(together, plays, strict=True):
            each.answer(play)

    async def _keep(self, live: Live, together: Sequence[Submission]) -> list[WordJudged]:
        """Store plays, then add them to this process's copy of the round; return them.

        A message that was judged before, in an earlier round, too (a clock may be set back), gets
        what it got then. Where other processes stored plays meanwhile, all is judged anew, in the
        same unit of work.
        """
        plays = _judged(live, together)
        if all(_is_settled(live, each, play) for each, play in zip(together, plays, strict=True)):
            return plays
        async with self._live.writing(live.record, live.record.room) as work:
            earlier = await _earlier(work, live, together)
            rest = [each for each in together if each not in earlier]
            for by in {each.by.ref: each for each in rest if each.by.ref not in live.seen}.values():
                await work.players.see(by.by, live.record.room.chat, by.at)
            if live.shared:
                await live.catch_up(work)
            try:
                plays, added = await _add(work, live, rest)
            except Conflict:
                live.shared = await live.catch_up(work)
                if not live.shared:
                    raise
                plays, added = await _add(work, live, rest)
        live.seen.update(each.by.ref for each in rest)
        for play in added:
            live.round.record(play)
        kept = earlier | dict(zip(rest, plays, strict=True))
        return [kept[each] for each in together]

    async def _answer_late(self, room: Room, sent: Submission) -> WordJudged | None:
        """Answer a message for which no round is on any more: from the journal, if it is there."""
        player: PlayerRef = sent.by.ref
        async with self._store.read() as work:
            if sent.message_id is not None:
                play = await work.plays.find(room, player, sent.message_id)
                if play:
                    return play
            record = await work.rounds.latest(room, sent.at)
        if record is None or record.finished_at is None:
            return None
        if sent.at >= min(record.deadline, record.finished_at):
            return None
        verdict = Verdict("", cause=Cause.TOO_LATE)
        return WordRefused(record.id, player, verdict, sent.at, sent.message_id)


def _judged(live: Live, together: Sequence[Submission]) -> list[WordJudged]:
    """Judge submissions as if each were recorded before the next."""
    sent = [(each.by.ref, each.text, each.at, each.message_id, each.arrived) for each in together]
    return live.round.judge_all(sent) if len(sent) != 1 else [live.round.judge(*sent[0])]


def _is_settled(live: Live, sent: Submission, play: WordJudged) -> bool:
    """Return whether a play needs no writing, whatever the journal may have more."""
    ignored = isinstance(play, WordIgnored) and sent.came > live.known_until
    return ignored or live.round.knows(play)


async def _earlier(
    work: UnitOfWork, live: Live, together: Sequence[Submission]
) -> dict[Submission, WordJudged]:
    """Return the plays of messages that were judged in an earlier round of the room."""
    found = {}
    for each in together:
        if each.message_id is not None and each.came <= live.known_until:
            play = await work.plays.find(live.record.room, each.by.ref, each.message_id)
            if play:
                found[each] = play
    return found


async def _add(
    work: UnitOfWork, live: Live, together: Sequence[Submission]
) -> tuple[list[WordJudged], list[WordJudged]]:
    """Judge submissions and write the plays that are new; return all, and the new ones."""
    plays = _judged(live, together)
    # A message that comes twice has one play; without a message, plays may only look alike.
    added = list({id(play): play for play in plays if live.round.is_new(play)}.values())
    await work.plays.add(added, len(live.round.plays))
    return plays, added
