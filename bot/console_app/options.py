"""Options that several commands have in common, and options in groups: dataclasses."""

import inspect
import math
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from core.scoring import Rules

LEXICON = "Language or lexicon: {lexicons}."
SIZE = "Rows x columns, 2x2 to 8x8."

Lang = Annotated[
    str | None, typer.Option(help=f"{LEXICON} Default: your locale's language, else en.")
]
Language = Annotated[
    str | None, typer.Option(help="Language of the words. Default: your locale's, else en.")
]
Words = Annotated[
    Path | None,
    typer.Option(help="Your own list, one word a line; --lang gives its language."),
]
RulesOption = Annotated[Rules, typer.Option(help="Rules to score by.")]
Bonuses = Annotated[
    str,
    typer.Option(help="One character a tile: . none, {bonuses}.", metavar="SPEC"),
]
Seed = Annotated[
    int | None, typer.Option(help="The same seed gives the same grid, everywhere.", min=0)
]
Plain = Annotated[
    bool, typer.Option("--plain", help="Lines of text, no live screen: for screen readers.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead.")]


def number(value: float | None) -> float | None:
    """Refuse `inf` and `nan` as a number of seconds."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(str(value))
    return value


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command for Typer whose parameters that are dataclasses are options, field by field.

    Every field has a default, and no name comes twice.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    parameters: dict[str, inspect.Parameter] = {}
    for name, given in inspect.signature(command).parameters.items():
        if name in groups:
            parameters |= _options(groups[name])
        else:
            parameters[name] = given.replace(
                kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[name]
            )

    @wraps(command)
    def run(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        command(**values)

    run.__signature__ = inspect.Signature(list(parameters.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: given.annotation for name, given in parameters.items()}
    return run


def _options(group: Any) -> dict[str, inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return {
        field.name: inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=_default(field),
            annotation=hints[field.name],
        )
        for field in fields(group)
    }


def _default(field: "Field[Any]") -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
