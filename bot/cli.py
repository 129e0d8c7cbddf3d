"""The `seize` command: its commands by name, and its errors as one line."""

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException
from typer.main import get_group

from bot.console_app.commands import Commands, Group
from bot.console_app.usage import refusal
from bot.interrupts import INTERRUPTED, on_interrupt, quitting
from bot.locale import locale_language
from bot.presenters.wording import wording
from core.errors import SeizeError

# `seize --help` is to be there at once: a command's module, with the libraries that it needs, is
# imported when the command is called. So its line of help stands here; a test compares.
_MODULES = {
    "bot.console_app.play.command": {
        "play": "Play a round in the terminal: two minutes, every word you can trace.",
    },
    "bot.console_app.practice.command": {
        "practice": "Practise common words that you missed: they come again on grids made of them.",
    },
    "bot.console_app.ghost.command": {
        "ghost": "Race your last round: on its grid, against the words that you found then.",
    },
    "bot.console_app.duel.command": {
        "duel": "Play a duel: three grids, each when you like; alone, it lists yours.",
    },
    "bot.console_app.daily.command": {
        "daily": "The puzzle of the day: play it, look it up, make and verify it.",
    },
    "bot.console_app.wordle.command": {
        "wordle": "Wordle: play it, find the best next word, measure the coach.",
    },
    "bot.console_app.scores.command": {
        "leaderboard": "Show who has played best.",
        "stats": "Show what a player has done so far.",
    },
    "bot.console_app.words.command": {
        "solve": "Print every word of a grid, with its points and its best path.",
        "grid": "Draw random grids, one a line.",
        "letters": "List the words that letters make, in any order, each as often as it is given.",
        "words": "Look words up.",
        "lexicons": "List the word lists that are installed.",
    },
    "bot.console_app.optimize.command": {
        "optimize": "Look for the grid with the most words, points, or long words.",
    },
    "bot.console_app.study.command": {
        "study": "What earlier works on this game compared, beside what runs here.",
    },
    "bot.server.command": {
        "serve": "Run the bot on Discord, on Telegram or on both: wherever it has a token.",
        "web": "Play on a page in the browser: alone, or with friends on the same network.",
    },
    "bot.server.doctor.command": {
        "doctor": "Look at all that the bot needs, say how to mend what is wrong, and exit 1 if "
        "anything is.",
    },
    "bot.server.database": {
        "db": "Look after the database of players and scores.",
        "export": "Write all that is kept, one JSON line a row, or all that is kept of one player.",
    },
}
_ON_PAGE = "--web"  # `seize play --web` is `seize web`, which another module has


def command(name: str) -> Any:
    """Import a command of `seize`; return it as Typer built it."""
    (place,) = (place for place, commands in _MODULES.items() if name in commands)
    with quitting():
        module = import_module(place)
    return get_group(module.app).commands[name]


class _Commands(Group):
    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        if args[:1] == ["play"] and _ON_PAGE in args:
            args = ["web", *(each for each in args[1:] if each != _ON_PAGE)]
        name, known, rest = super().resolve_command(ctx, args)
        return name, command(name) if name and known else None, rest


app = Commands(
    cls=_Commands,
    help="The word-grid game: sixteen letters, two minutes, every word you can trace.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _commands in _MODULES.values():
    for _name, _help in _commands.items():
        app.command(_name, help=_help)(lambda: None)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # it takes a tenth of the time of `seize --help`

        print(f"seize {version('seize')}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    from bot.app import show_warnings_once
    from bot.server.logs import start_logging
    from bot.settings import Settings

    show_warnings_once(locale_language())
    if context.invoked_subcommand != "doctor":  # which says what is wrong with the settings
        start_logging(Settings.from_environment().log_level)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default that of this process; return its exit status.

    Bad input gives one line on stderr and status 2.
    """
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (as long as we run)
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    if not os.environ.get("COLUMNS", "1").strip("0"):  # or Rich would print nothing
        del os.environ["COLUMNS"]
    before = on_interrupt(signal.default_int_handler)
    try:
        status = app(arguments, prog_name="seize", standalone_mode=False) or 0
        print(end="", flush=True)
    except (SeizeError, TyperException) as error:
        status = _explain(error)
    except typer.Abort:
        status = INTERRUPTED
    except OSError as error:
        # Nothing more can be written: no traceback now, and none at interpreter exit.
        sys.stdout = None
        status = 0
        if not isinstance(error, BrokenPipeError):
            status = _explain(SeizeError("{reason}", reason=error.strerror))
    finally:
        on_interrupt(before)
    return status


def _explain(error: SeizeError | TyperException) -> int:
    """Say what was wrong in one line; return the exit status."""
    from bot.app import say

    words = wording(locale_language())
    if isinstance(error, SeizeError):
        say(words.notice(error))
        return 2
    if not error.format_message():  # the help was asked for by giving no command, and printed
        return 0
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "seize"
    wrong = words.notice(refusal(error))
    say(words.gettext("{wrong}; see {command} --help", wrong=wrong, command=where))
    return 2
