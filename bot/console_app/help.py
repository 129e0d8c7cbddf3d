"""The help page of a command, in the reader's language: what it does, and what it takes.

English stands with the commands: in docstrings, in `help` and in `metavar`.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from inspect import cleandoc
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text
from typer.core import TyperArgument, TyperGroup, TyperOption

from bot.presenters.bonuses import CODES
from bot.presenters.wording import Wording
from core.dice import with_dice
from core.errors import translatable
from dictionaries import folders

Parameter = TyperArgument | TyperOption

_WIDEST = 100  # columns: longer lines are hard to read
_NARROW = 60  # columns, below which names and what they mean share no line
_COLUMN = 24  # columns: a longer name has a line of its own
_METAVARS = {int: "N", float: "S", Path: "FILE"}


def show_help(command: Any, context: Any, wording: Wording, console: Console) -> None:
    """Print the help page of a command of Typer."""
    parameters = command.get_params(context)
    arguments = [each for each in parameters if isinstance(each, TyperArgument)]
    options = [each for each in parameters if isinstance(each, TyperOption)]
    page = _Page(wording, console)
    page.usage(context.command_path, arguments, group=isinstance(command, TyperGroup))
    for paragraph in paragraphs(command.help):
        page.paragraph(paragraph)
    page.rows(
        translatable("Arguments:"),
        [(page.argument(each), page.meaning(each)) for each in arguments],
    )
    page.rows(
        translatable("Options:"), [(page.option(each), page.meaning(each)) for each in options]
    )
    page.rows(
        translatable("Commands:"),
        [
            (Text(name, "bold cyan"), page.text(next(paragraphs(each.help), "")))
            for name, each in getattr(command, "commands", {}).items()
        ],
    )


def paragraphs(text: str | None) -> Iterator[str]:
    """Yield the paragraphs of a docstring, each in one line."""
    for paragraph in cleandoc(text or "").split("\n\n"):
        if line := " ".join(paragraph.split()):
            yield line


def metavar(parameter: Parameter) -> str:
    """Return in English what stands for the value of a parameter, "" for a flag."""
    if parameter.metavar:
        return parameter.metavar
    if isinstance(parameter, TyperArgument):
        return parameter.name.upper()
    if parameter.is_flag:
        return ""
    if choices(parameter):
        return "NAME"
    return _METAVARS.get(parameter.type_descriptor.annotation, "TEXT")


def choices(parameter: Parameter) -> list[str]:
    """Return the values that a parameter can have, none where there are too many to name."""
    known = parameter.type_descriptor.choices or ()
    return [str(each.value if isinstance(each, Enum) else each) for each in known]


class _Page:
    """A page that is printed part by part."""

    def __init__(self, wording: Wording, console: Console) -> None:
        self._wording = wording
        self._console = console
        self._width = min(console.width, _WIDEST)

    def usage(self, path: str, arguments: Sequence[TyperArgument], *, group: bool) -> None:
        """Print how the command is written."""
        gettext = self._wording.gettext
        words = [path, gettext("[OPTIONS]")]
        for each in arguments:
            name = self._metavar(metavar(each))
            several = "..." if each.nargs != 1 else ""
            words.append((name if each.required else f"[{name}]") + several)
        if group:
            words.append(gettext("COMMAND ..."))
        self._print(Text(gettext("Usage: {command}", command=" ".join(words)), "bold"))

    def paragraph(self, text: str) -> None:
        """Print a paragraph."""
        self._print(Text())
        self._print(self.text(text))

    def rows(self, title: str, rows: Sequence[tuple[Text, Text]]) -> None:
        """Print names under a title, and beside or below each what it means."""
        if not rows:
            return
        self._print(Text())
        self._print(Text(self._wording.gettext(title), "bold"))
        widths = [name.cell_len for name, _ in rows if name.cell_len <= _COLUMN]
        column = 0 if self._width < _NARROW else max(widths, default=0)
        for name, meaning in rows:
            indent = column + 4 if column else 6
            lines = self._wrapped(meaning, indent)
            if name.cell_len <= column and lines:
                first = lines.pop(0)
                self._print(Text("  ") + name + Text(" " * (indent - 2 - name.cell_len)) + first)
            else:
                self._print(name, indent=2)
            for line in lines:
                self._print(line, indent=indent)

    def argument(self, parameter: TyperArgument) -> Text:
        """Return an argument as it stands in the usage."""
        return Text(self._metavar(metavar(parameter)), "yellow")

    def option(self, parameter: TyperOption) -> Text:
        """Return the names of an option, and what stands for its value."""
        # Short ones first: Typer has those of --help in no order.
        opts = sorted(parameter.opts, key=len)
        names = Text(", ".join([*opts, *parameter.secondary_opts]), "bold cyan")
        value = metavar(parameter)
        return names + Text(f" {self._metavar(value)}", "yellow") if value else names

    def meaning(self, parameter: Parameter) -> Text:
        """Return the help of a parameter, which values it takes, and its default."""
        facts = [f" [{fact}]" for fact in self._facts(parameter)]
        return self.text(parameter.help or "") + Text("".join(facts), "dim")

    def text(self, english: str) -> Text:
        """Return a text of a help page in the reader's language."""
        lists = {"lexicons": ", ".join(folders()), "dice": ", ".join(with_dice())}
        return Text(self._wording.gettext(english, bonuses=CODES, **lists))

    def _facts(self, parameter: Parameter) -> Iterator[str]:
        gettext, low, high = self._wording.gettext, parameter.min, parameter.max
        if known := choices(parameter):
            yield ", ".join(known)
        elif low is not None and high is not None:
            yield gettext("{low} to {high}", low=low, high=high)
        if default := _default(parameter):
            yield gettext("default: {value}", value=default)

    def _metavar(self, english: str) -> str:
        return self._wording.pgettext("metavar", english)

    def _print(self, text: Text, indent: int = 0) -> None:
        for line in self._wrapped(text, indent):
            self._console.print(Text(" " * indent) + line, highlight=False)

    def _wrapped(self, text: Text, indent: int) -> list[Text]:
        lines = list(text.wrap(self._console, max(self._width - indent, 1)))
        for line in lines:
            line.rstrip()
        return lines


def _default(parameter: Parameter) -> str:
    """Return the value that a parameter has without being given, "" if that says nothing."""
    value = parameter.default
    if isinstance(parameter, TyperOption) and parameter.secondary_opts:
        return str((parameter.opts if value else parameter.secondary_opts)[0])
    if value is None or value is False or not parameter.show_default:
        return ""
    return str(value.value if isinstance(value, Enum) else value)
