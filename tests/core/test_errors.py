"""The errors of the whole program: drawn as they are, and described alike."""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

import core.errors

ROOT = Path(__file__).parents[2]
NEVER_RAISED = ("Notice", "SeizeError", "SeizeWarning", "Unproven")


class Class(NamedTuple):
    """A class as it stands in the code; `base` is the first that it inherits from."""

    module: str
    name: str
    base: str
    docstring: str


@cache
def classes() -> tuple[Class, ...]:
    return tuple(sorted(_found()))


def _found() -> Iterator[Class]:
    for path in [*ROOT.glob("core/**/*.py"), *ROOT.glob("bot/**/*.py")]:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                base = ast.unparse(node.bases[0]) if node.bases else ""
                yield Class(module, node.name, base, ast.get_docstring(node) or "")


def heirs(name: str) -> list[Class]:
    return [each for each in classes() if each.base == name]


def drawn(base: str, indent: str = "    ") -> Iterator[str]:
    """Draw what inherits from a class, by module; whoever has heirs stands above them."""
    for module, group in groupby(heirs(base), lambda each: each.module):
        names = [each.name for each in group]
        if leaves := [name for name in names if not heirs(name)]:
            yield fill(
                f"{module}: {', '.join(leaves)}",
                width=100,
                initial_indent=indent,
                subsequent_indent=indent + "    ",
            )
        for name in names:
            if heirs(name):
                yield f"{indent}{module}: {name}"
                yield from drawn(name, indent + "    ")


def test_the_tree_is_drawn_as_it_is() -> None:
    tree = "\n".join(drawn("Notice"))
    assert f"\n\n{tree}\n\n" in str(core.errors.__doc__), f"it is:\n\n{tree}"


def test_every_error_says_when_it_is_raised() -> None:
    def below(name: str) -> Iterator[Class]:
        for each in heirs(name):
            yield each
            yield from below(each.name)

    raised = [each for each in below("Exception") if each.name not in NEVER_RAISED]
    assert len(raised) > len(NEVER_RAISED)
    assert [each for each in raised if not each.docstring.startswith("Raised when ")] == []
