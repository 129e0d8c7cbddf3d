"""The data of players, in their own hands: to see, to hide, to have forgotten."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from core.chats.house import WordRequest
from core.chats.players import Visibility
from core.daily.puzzle import Attempt
from core.duels.duel import Duel, Side
from core.ids import ChatRef, Member, PlayerRef, private_chat
from core.ports import Store
from core.practice.cards import Card
from core.rounds.events import WordJudged
from core.standings import Played
from core.wordle.record import WordleRecord

_ALL = 2**31 - 1  # duels at most


@dataclass(frozen=True, slots=True)
class PrivacyService:
    """The data of players, each for themselves; `forgotten` is told who was forgotten."""

    store: Store
    forgotten: Callable[[PlayerRef], None] = lambda _: None

    async def export(self, player: PlayerRef) -> dict[str, Any]:
        """Return all that is kept of a player, in JSON's types; times are ISO 8601 in UTC."""
        async with self.store.read() as work:
            known = await work.players.get(player)
            memberships = await work.players.memberships(player)
            rounds = await work.standings.played(player)
            plays = await work.plays.by(player)
            requests = await work.house.by(player)
            decided = await work.house.decided_by(player)
            dailies = await work.attempts.by(player)
            accounts = await work.links.accounts(player)
            hosted = await work.rounds.by(player)
            wordles = await work.wordles.by(player)
            cards = await work.cards.of(player)
            duels = await work.duels.open_of([player])
            duels += (await work.duels.last_of([player], _ALL))[::-1]
            blocked = await work.duels.blocked_by(player)
            ratings = await work.ratings.by(player)
            limits = await work.limits.used(player)
        return {
            "player": _ref(player),
            "name": known.name if known else None,
            "since": _time(known.since) if known else None,
            "visibility": str(known.visibility if known else Visibility.WORLD),
            "memberships": [
                {"chat": _ref(chat), "since": _time(since)} for chat, since in memberships.items()
            ],
            "rounds": [_round(played) for played in rounds],
            "plays": [_play(play) for play in plays],
            "rounds_started": [each.id for each in hosted if each.started_by == player],
            "rounds_stopped": [each.id for each in hosted if each.stopped_by == player],
            "accounts": [_ref(account) for account in accounts if account != player],
            "dailies": [_attempt(attempt) for attempt in dailies],
            "wordles": [_wordle(record, player) for record in wordles],
            "practised": [_card(card) for card in cards],
            "duels": [_duel(duel, player) for duel in duels],
            "blocked": [_ref(each) for each in blocked],
            "ratings": {language: asdict(each) for language, each in ratings.items()},
            "limits": sorted(limits),
            "requests": [_request(request) for request in requests],
            "decisions": [_decision(request) for request in decided],
        }

    async def forget(self, player: PlayerRef, at: float) -> bool:
        """Leave of a player nothing but scores without a name; return False if never seen."""
        private = private_chat(player)
        async with self.store.write() as work:
            anonymous = await work.players.forget(player, at)
            for name in await work.chats.settings(private):
                await work.chats.set(private, name, None)
            if anonymous:
                await work.chats.move(private, ChatRef(anonymous.platform, anonymous.id))
        self.forgotten(player)
        return anonymous is not None

    async def visibility(self, player: PlayerRef) -> Visibility:
        """Return on which boards a player is shown, or would be from the first round on."""
        async with self.store.read() as work:
            known = await work.players.get(player)
        return known.visibility if known else Visibility.WORLD

    async def shows(self, player: PlayerRef, chat: ChatRef) -> bool:
        """Return whether a player's scores may be shown in a chat."""
        async with self.store.read() as work:
            known = await work.players.get(player)
            if known is None or known.visibility is Visibility.WORLD:
                return True
            memberships = await work.players.memberships(player)
        return known.visibility is Visibility.CHAT and chat in memberships

    async def set_visibility(self, member: Member, visibility: Visibility, at: float) -> None:
        """Show or hide a member, at once and on past boards, too; they need not have played."""
        async with self.store.write() as work:
            await work.players.see(member, None, at)
            await work.players.set_visibility(member.ref, visibility)


def export_text(kept: dict[str, Any]) -> str:
    """Return an export as indented JSON.

    Halves of surrogate pairs, which people can send, are escaped: no encoding takes them.
    """
    text = json.dumps(kept, ensure_ascii=False, indent=1)
    return text.encode(errors="backslashreplace").decode()


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


def _ref(ref: PlayerRef | ChatRef) -> dict[str, str]:
    return {"platform": ref.platform, "id": ref.id}


def _round(played: Played) -> dict[str, Any]:
    score = {name: value for name, value in asdict(played.score).items() if name != "player"}
    return {
        "round": played.round_id,
        "chat": _ref(played.chat),
        "language": played.language,
        "starts_at": _time(played.starts_at),
        "day": played.day.isoformat(),
        **score,
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    finished_at = attempt.finished_at
    facts = asdict(attempt)
    for name in ("puzzle", "player", "round_id"):
        del facts[name]
    return facts | {
        "round": attempt.round_id,
        "day": attempt.day.isoformat(),
        "started_at": _time(attempt.started_at),
        "finished_at": None if finished_at is None else _time(finished_at),
    }


def _play(play: WordJudged) -> dict[str, Any]:
    verdict = play.verdict
    return {
        "round": play.round_id,
        "at": _time(play.at),
        "message": play.message_id,
        "word": verdict.word,
        "points": verdict.found.points if verdict.found else None,
        "cause": str(verdict.cause) if verdict.cause else None,
        "letters": verdict.letters,
    } | ({} if play.arrived is None else {"arrived": _time(play.arrived)})


def _wordle(record: WordleRecord, player: PlayerRef) -> dict[str, Any]:
    """Return a game with the player's guesses; what is to be found only once it has ended."""
    finished_at = record.finished_at
    return {
        "wordle": record.id,
        "chat": _ref(record.room.chat),
        "language": record.language,
        "daily": record.number or None,
        "letters": len(record.answer),
        "answer": None if finished_at is None else record.answer,
        "hard": record.hard,
        "begun": record.started_by == player,
        "started_at": _time(record.started_at),
        "touched_at": _time(record.touched_at),
        "finished_at": None if finished_at is None else _time(finished_at),
        "given_up": record.given_up,
        "guesses": [
            {
                "try": number,
                "at": _time(guess.at),
                "message": guess.message_id or None,
                "word": guess.word,
            }
            for number, guess in enumerate(record.guesses, 1)
            if guess.player == player
        ],
    }


def _duel(duel: Duel, player: PlayerRef) -> dict[str, Any]:
    """Return a duel with the player's own rounds; who is across is not theirs to have."""
    side = duel.side_of([player]) or Side.CHALLENGER
    return {
        "code": duel.code,
        "language": duel.language,
        "ranked": duel.ranked,
        "made": side is Side.CHALLENGER,
        "made_at": _time(duel.made_at),
        "state": str(duel.state),
        "ending": str(duel.ending) if duel.ending else None,
        "rounds": [
            {
                "round": run.round_id,
                "number": run.number,
                "started_at": _time(run.started_at),
                "finished_at": None if run.finished_at is None else _time(run.finished_at),
                "points": run.points,
                "words": run.words,
            }
            for run in duel.runs[side]
        ],
    }


def _card(card: Card) -> dict[str, Any]:
    return asdict(card) | {"due": _time(card.due), "reviewed_at": _time(card.reviewed_at)}


def _request(request: WordRequest) -> dict[str, Any]:
    decided_at = request.decided_at
    return {
        "request": request.id,
        "chat": _ref(request.chat),
        "language": request.language,
        "word": request.word,
        "side": str(request.side),
        "reason": request.reason,
        "at": _time(request.requested_at),
        "answer": str(request.answer),
        "decided_at": None if decided_at is None else _time(decided_at),
        "decision": request.decision,
    }


def _decision(request: WordRequest) -> dict[str, Any]:
    # The reason of a request is somebody else's.
    return {name: value for name, value in _request(request).items() if name != "reason"}
