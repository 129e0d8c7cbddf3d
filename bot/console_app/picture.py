"""A finished round as a picture."""

from io import StringIO

from rich.console import Console
from rich.padding import Padding

from bot.console_app.view import Said, finished, tone
from bot.presenters.verdicts import verdict_line
from bot.presenters.wording import Wording
from core.ids import PlayerRef
from core.rounds.round import Round

WIDTH = 80


def round_svg(round_: Round, player: PlayerRef, wording: Wording, title: str = "Seize") -> str:
    """Return an SVG of a player's verdicts, and of their card with its board."""
    console = Console(
        record=True, file=StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor"
    )
    for play in round_.plays:
        if play.player == player:
            line = verdict_line(play.verdict, wording, round_.solution, player)
            said = tone(Said(line, play.verdict.accepted), age=1)
            console.print(Padding(said, (0, 0, 0, 2)))
    console.print(finished(round_.result(), player, wording, WIDTH))
    return console.export_svg(title=title)
