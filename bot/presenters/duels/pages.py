"""The pages of duels: an offer, a duel as one side sees it, the list of one's own, their news."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.messages import Audience, Button, File, Image, Look, Reply, Span, Style
from bot.presenters.cards import round_title
from bot.presenters.comparisons import comparison_text, word_told
from bot.presenters.duels.texts import outcome, rival, round_lines, share_text
from bot.presenters.duels.titles import duel_title
from bot.presenters.people import Name
from bot.presenters.texts import (
    COMMAND_HERE,
    Line,
    back_to,
    paragraphs,
    plain,
    time_left,
    with_command,
)
from bot.presenters.wording import Wording
from core.duels.comparison import Comparison
from core.duels.duel import ROUNDS, Duel, Side, State
from core.duels.news import DuelNews, Topic
from core.rounds.result import Card

LIST = "vlist"  # the button to all duels of a player

_HOURS = 3600.0


@dataclass(frozen=True, slots=True)
class DuelView:
    """The view of a duel at a time, in seconds of UTC epoch.

    `command` is how a duel is accepted by its code, such as "/duel". `blocked`: who looks takes no
    more duels from the other.
    """

    duel: Duel
    wording: Wording
    name: Name
    now: float
    command: str = ""
    blocked: bool = False

    def offer(self) -> Reply:
        """Return the offer of a duel, for all to read where it was made."""
        duel, gettext = self.duel, self.wording.gettext
        by = rival(duel, Side.OPPONENT, self.wording, self.name)
        if duel.opponent:
            other = rival(duel, Side.CHALLENGER, self.wording, self.name)
            told = gettext("{name} challenges {other} to a duel.", name=by, other=other)
        else:
            told = gettext("{name} challenges whoever accepts first.", name=by)
        how = gettext("Three grids, the same for both; each plays when they like, within 72 hours.")
        anywhere = gettext("Elsewhere, it is accepted with {command}", command=COMMAND_HERE)
        buttons = [Button("⚔ " + gettext("Accept"), f"vtake:{duel.code}", Look.MAIN)]
        if duel.opponent:
            buttons.append(Button("✖ " + gettext("Decline"), f"vno:{duel.code}"))
        buttons.append(Button("▶ " + gettext("My rounds"), f"vsee:{duel.code}"))
        return Reply(
            title=duel_title(duel, self.wording),
            body=paragraphs(
                [plain(told), plain(how)],
                self._terms(),
                [with_command(anywhere, f"{self.command} {duel.code}")],
            ),
            buttons=(tuple(buttons),),
            audience=Audience.ROOM,
        )

    def page(self, side: Side | None, *, running: bool = False, replaces: bool = False) -> Reply:
        """Return a duel as a side sees it (None: somebody who may still accept it).

        `running`: a round of theirs is on right now.
        """
        if side is None:
            return replace(self.offer(), audience=Audience.SECRET, replaces=replaces)
        duel, gettext = self.duel, self.wording.gettext
        other = rival(duel, side, self.wording, self.name)
        who = [plain(gettext("Against {name}", name=other))]
        hints: list[Line] = []
        if duel.is_over:
            who = [plain(outcome(duel, side, self.wording, self.name))]
        elif duel.state is State.OFFERED and side is Side.CHALLENGER:
            hints.append(plain(gettext("Not accepted yet; your rounds can be played already.")))
        elif running:
            hints.append(plain(gettext("You are in the middle of it: go on typing words.")))
        elif not duel.left(side):
            hints.append(plain(gettext("You have played all: {name} is on.", name=other)))
        if not duel.is_over:
            seal = gettext("Seal of the grids: {seal}", seal=duel.seal[:16])
            hints += [self._until(), plain(seal)]
        return Reply(
            title=duel_title(duel, self.wording),
            body=paragraphs(
                who, map(plain, round_lines(duel, side, self.wording)), self._terms(), hints
            ),
            buttons=(*self._buttons(side, running=running), (back_to(LIST, self.wording),)),
            audience=Audience.SECRET,
            page=f"vsee:{duel.code}",
            replaces=replaces,
        )

    def end(self, side: Side, number: int, card: Card, image: Image | None) -> Reply:
        """Return how a round went, for who played it."""
        duel, gettext = self.duel, self.wording.gettext
        other = rival(duel, side, self.wording, self.name)
        facts = [
            self._fact(gettext("Points"), str(card.points)),
            self._fact(gettext("Words"), str(len(card.words))),
        ]
        if card.best:
            facts.append(self._fact(gettext("Best word"), word_told(card.best)))
        if duel.is_shown(number, side):
            run = duel.run(side.other, number)
            facts.append(self._fact(other, str(run.points if run else 0)))
            hidden = []
        else:
            told = gettext(
                "The words of this round are shown when {name} has played it.", name=other
            )
            hidden = [plain(told)]
        if duel.is_over:
            hidden = [plain(outcome(duel, side, self.wording, self.name))]
        return Reply(
            title=duel_title(duel, self.wording, number),
            body=paragraphs(facts, hidden),
            image=image,
            buttons=self._buttons(side, running=False),
            audience=Audience.SECRET,
            page=f"vsee:{duel.code}",
        )

    def compared(self, comparison: Comparison, side: Side, image: Image | None) -> Reply:
        """Return a round of both, side by side."""
        other = rival(self.duel, side, self.wording, self.name)
        return Reply(
            title=duel_title(self.duel, self.wording, comparison.number),
            body=comparison_text(comparison, side, other, self.wording),
            image=image,
            buttons=(self._compare_buttons(side, but=comparison.number), (self._back(),)),
            audience=Audience.SECRET,
            replaces=True,
        )

    def shared(self, side: Side) -> Reply:
        """Return the text to be shared."""
        text = share_text(self.duel, side, self.wording)
        return Reply(body=(Span(text, Style.CODE),), audience=Audience.ASKER)

    def sealed(self) -> Reply:
        """Return the sealed recipe, as a file."""
        told = self.wording.gettext(
            "The SHA-256 of this file is the seal that was shown while the duel went on: {seal}",
            seal=self.duel.seal,
        )
        file = File(f"duel-{self.duel.code}.json", self.duel.recipe.encode())
        return Reply(body=plain(told), file=file, audience=Audience.ASKER)

    def resigning(self) -> Reply:
        """Ask whether a side means it."""
        gettext, code = self.wording.gettext, self.duel.code
        offered = self.duel.state is State.OFFERED
        told = gettext("Take this duel back?") if offered else gettext("Resign? Then you lose.")
        yes = Button("🏳 " + gettext("Yes"), f"vend:{code}", Look.DANGER)
        return Reply(
            title=duel_title(self.duel, self.wording),
            body=plain(told),
            buttons=((yes, self._back()),),
            audience=Audience.SECRET,
            replaces=True,
        )

    def news(self, told: DuelNews) -> Reply:
        """Return the message of a piece of news, for a side in private."""
        gettext, side, duel = self.wording.gettext, told.side, self.duel
        other = rival(duel, side, self.wording, self.name)
        text = {
            Topic.OFFERED: gettext("{name} challenges you to a duel.", name=other),
            Topic.ACCEPTED: gettext("{name} has accepted your duel.", name=other),
            Topic.PLAYED: gettext(
                "{name} has played round {number}, too.", name=other, number=told.number
            ),
            Topic.REMINDER: gettext("Your duel with {name} ends soon.", name=other),
            Topic.OVER: outcome(duel, side, self.wording, self.name) if duel.is_over else "",
        }[told.topic]
        lines = [plain(text)]
        if not duel.is_over:
            lines.append(self._until())
        buttons = list(self._buttons(side, running=False))
        if told.topic is Topic.OFFERED:
            buttons = [self._taking()]
        elif told.topic is Topic.REMINDER:
            buttons.append((Button("🔕 " + gettext("No more reminders"), "vbell:off"),))
        return Reply(
            title=duel_title(duel, self.wording),
            body=paragraphs(lines, map(plain, round_lines(duel, side, self.wording))),
            buttons=tuple(buttons),
            page=f"vsee:{duel.code}",
        )

    def blocking(self, text: str) -> Reply:
        """Return that somebody was blocked, or is not any more, with the way back."""
        return Reply(body=plain(text), buttons=((self._blocking(),),), audience=Audience.ASKER)

    def _taking(self) -> tuple[Button, ...]:
        gettext, code = self.wording.gettext, self.duel.code
        return (
            Button("⚔ " + gettext("Accept"), f"vtake:{code}", Look.MAIN),
            Button("✖ " + gettext("Decline"), f"vno:{code}"),
        )

    def _buttons(self, side: Side, *, running: bool) -> tuple[tuple[Button, ...], ...]:
        gettext, duel = self.wording.gettext, self.duel
        code = duel.code
        if duel.is_over:
            again = Button("⚔ " + gettext("Rematch"), f"vagain:{code}", Look.MAIN)
            rows = [
                self._compare_buttons(side),
                (again, Button("📋 " + gettext("Share"), f"vshare:{code}")),
            ]
            last = [Button("🔏 " + gettext("Seal"), f"vseal:{code}")]
            if duel.opponent and not duel.level:
                last.append(self._blocking())
            return tuple(row for row in (*rows, tuple(last)) if row)
        if duel.state is State.OFFERED and side is Side.OPPONENT:
            return (self._taking(),)
        first: list[Button] = []
        left = duel.left(side)
        if running:
            first.append(Button("▶ " + gettext("Go on"), f"vplay:{code}", Look.MAIN))
        elif left:
            label = round_title(left[0], self.wording)
            first.append(Button(f"▶ {label}", f"vplay:{code}", Look.MAIN))
        ended = gettext("Take back") if duel.state is State.OFFERED else gettext("Resign")
        first.append(Button(f"🏳 {ended}", f"vquit:{code}"))
        return tuple(row for row in (tuple(first), self._compare_buttons(side)) if row)

    def _blocking(self) -> Button:
        gettext, code = self.wording.gettext, self.duel.code
        if self.blocked:
            return Button("↩ " + gettext("Unblock"), f"vblock:{code}:off")
        return Button("🚫 " + gettext("Block"), f"vblock:{code}:on")

    def _compare_buttons(self, side: Side, but: int = 0) -> tuple[Button, ...]:
        return tuple(
            Button(
                "⚖ " + self.wording.gettext("Round {number}", number=number),
                f"vcmp:{self.duel.code}:{number}",
            )
            for number in range(1, ROUNDS + 1)
            if number != but and self.duel.is_shown(number, side)
        )

    def _back(self) -> Button:
        return back_to(f"vsee:{self.duel.code}", self.wording)

    def _terms(self) -> list[Line]:
        told = []
        if self.duel.ranked:
            told.append(self.wording.gettext("Ranked"))
        if self.duel.seconds != 120:
            told.append(time_left(self.duel.seconds))
        return [plain(" · ".join(told))] if told else []

    def _until(self) -> Line:
        """Return until when it may be played, as a time that runs down."""
        ends = self.duel.expires_at
        left = Span(time_left(ends - self.now), Style.COUNTDOWN, ends)
        mark = "\ue001"
        before, _, after = self.wording.gettext("Ends in {time}", time=mark).partition(mark)
        return (Span(f"⏳ {before}"), left, Span(after))

    def _fact(self, label: str, value: str) -> Line:
        return plain(self.wording.gettext("{label}: {value}", label=label, value=value))


def duel_list(
    opened: Sequence[tuple[Duel, Side]],
    over: Sequence[tuple[Duel, Side]],
    wording: Wording,
    name: Name,
    command: str,
    *,
    replaces: bool = False,
) -> Reply:
    """Return a player's duels, each with a button, and one to offer another to all."""
    gettext = wording.gettext
    lines = [plain(_line(duel, side, wording, name)) for duel, side in opened]
    past = [plain(_line(duel, side, wording, name)) for duel, side in over]
    none = gettext("You have no duels: challenge somebody with {command}", command=COMMAND_HERE)
    buttons = [
        (Button(_label(duel, side, wording, name), f"vsee:{duel.code}"),)
        for duel, side in (*opened, *over[: max(5 - len(opened), 0)])
    ]
    buttons.append((Button("⚔ " + gettext("New duel"), "duel", Look.MAIN),))
    return Reply(
        title=gettext("Your duels"),
        body=paragraphs(lines, past) if lines or past else with_command(none, command),
        buttons=tuple(buttons),
        audience=Audience.SECRET,
        page=LIST,
        replaces=replaces,
    )


def _line(duel: Duel, side: Side, wording: Wording, name: Name) -> str:
    other = rival(duel, side, wording, name)
    if duel.is_over:
        return f"{other}: {outcome(duel, side, wording, name)}"
    if duel.state is State.OFFERED:
        told = wording.gettext("Not accepted yet")
        return wording.gettext("{label}: {value}", label=other, value=told)
    played = ROUNDS - len(duel.left(side)), ROUNDS - len(duel.left(side.other))
    return f"{other}: {played[0]}/{ROUNDS} – {played[1]}/{ROUNDS}"


def _label(duel: Duel, side: Side, wording: Wording, name: Name) -> str:
    other = rival(duel, side, wording, name)
    mark = "⚖" if duel.is_over else "▶" if duel.left(side) else "⏳"
    return f"{mark} {other}"
