"""The commands of the terminal, and groups of them, whose help speaks the user's language."""

from collections.abc import Callable
from typing import Any, TypeVar

import typer
from rich.console import Console
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from bot.console_app.help import show_help
from bot.locale import locale_language
from bot.presenters.wording import wording

_Function = TypeVar("_Function", bound=Callable[..., Any])


class _Spoken:
    """The help page and the errors of a command or a group, told in the user's language."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 (we print it)
        """Print the help page."""
        show_help(self, ctx, wording(locale_language()), Console())

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Parse arguments; errors know of which command they are."""
        try:
            return super().parse_args(ctx, args)  # type: ignore[misc]
        except TyperException as error:
            if getattr(error, "ctx", None) is None:
                error.ctx = ctx  # type: ignore[attr-defined]
            raise


class Command(_Spoken, TyperCommand):
    """A command with our help page."""


class Group(_Spoken, TyperGroup):
    """A group of commands with our help page."""


class Commands(typer.Typer):
    """A collection of functions as commands, or a group of them that is added to another."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"cls": Group} | settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[_Function], _Function]:
        """Return a decorator that makes a function the command `name`, by default its own."""
        return super().command(name, **{"cls": Command} | settings)
