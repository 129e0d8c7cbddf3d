"""Errors in a command line, in our sentences: Typer and pydantic have theirs in English only."""

import re
from typing import Any

import typer
from typer.exceptions import TyperException

from bot.console_app.help import choices, metavar
from core.errors import SeizeError, translatable

_SENTENCES = {
    r"No such option: (?P<option>.+) \(Possible options: (?P<near>.+)\)": translatable(
        "unknown option {option} (nearest: {near})"
    ),
    r"No such option: (?P<option>.+)": translatable("unknown option {option}"),
    r"No such command '(?P<name>.+)'\. Did you mean '(?P<near>.+)'\?": translatable(
        "unknown command {name!r} (nearest: {near})"
    ),
    r"No such command '(?P<name>.+)'\.": translatable("unknown command {name!r}"),
    r"Option '(?P<option>.+)' requires an argument\.": translatable("{option} takes a value"),
    r"Option '(?P<option>.+)' does not take a value\.": translatable("{option} takes no value"),
    r"Got unexpected extra argument\(s\) \((?P<arguments>.+)\)": translatable(
        "too many arguments: {arguments}"
    ),
    r"Missing command\.": translatable("no command is given"),
}


def refusal(error: TyperException) -> SeizeError:
    """Turn an error of Typer's into a refusal; in its own words where those are unknown here."""
    parameter = getattr(error, "param", None)
    if isinstance(error, typer.BadParameter) and parameter:
        return _bad_value(error, parameter) if error.message else _missing(parameter)
    told = " ".join(error.format_message().split())
    for pattern, template in _SENTENCES.items():
        if found := re.fullmatch(pattern, told):
            facts = {name: text.replace("', '", ", ") for name, text in found.groupdict().items()}
            return SeizeError(template, **facts)
    return SeizeError("{reason}", reason=told)


def _missing(parameter: Any) -> SeizeError:
    return SeizeError(translatable("{name} is missing"), name=_name(parameter))


def _bad_value(error: typer.BadParameter, parameter: Any) -> SeizeError:
    """Say which values a parameter takes; `error` holds the given one, or its cause does."""
    cause: Any = error.__cause__
    value = str(cause.errors()[0]["input"] if cause else error.message)
    known, low, high = ", ".join(choices(parameter)), parameter.min, parameter.max
    template = _expected(parameter.type_descriptor.annotation, low, high, known)
    return SeizeError(
        template, variable=_name(parameter), value=value, known=known, low=low, high=high
    )


def _expected(kind: Any, low: float | None, high: float | None, known: str) -> str:
    if known:
        return translatable("{variable} is {value!r}: write one of {known}")
    if kind is int and high is not None:
        return translatable("{variable} is {value!r}: write a whole number from {low} to {high}")
    if kind is int and low is None:
        return translatable("{variable} is {value!r}: write a whole number")
    if kind is int:
        return translatable("{variable} is {value!r}: write a whole number, {low} or more")
    if kind is float and high is None:
        return translatable("{variable} is {value!r}: write a number, {low} or more")
    return translatable("{variable} is {value!r}: write a number from {low} to {high}")


def _name(parameter: Any) -> str:
    """Return the name of a parameter as the help page has it, before it is translated."""
    option: str = parameter.opts[0]
    return option if option.startswith("-") else metavar(parameter)
