"""The tour is true: a kernel answers what the notebook has stored."""

import json
from itertools import zip_longest
from pathlib import Path

import pytest
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from docs.tour import TOUR, run, written
from tests.helpers.command import environment

pytestmark = pytest.mark.slow

TEXT = TOUR.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _surroundings(data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the kernel what other commands of the tests have, and nothing of the user's Jupyter."""
    folders = ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR")
    ours = dict.fromkeys(folders, str(tmp_path)) | {"JUPYTER_PLATFORM_DIRS": "1"}
    for name, value in environment(data_dir, **ours).items():
        monkeypatch.setenv(name, value)


def test_the_tour_runs_and_shows_what_is_stored() -> None:
    fresh = run(TEXT)
    said = [line for cell in fresh.cells for line in errors(cell)]
    assert [line for line in said if not line.startswith("seize: ")] == []
    lines = zip_longest(written(fresh).splitlines(), TEXT.splitlines())
    # Not the whole texts, of which no difference could be read.
    assert [(now, stored) for now, stored in lines if now != stored][:5] == []


def errors(cell: NotebookNode) -> list[str]:
    outputs = cell.get("outputs", [])
    return [
        line for out in outputs if out.get("name") == "stderr" for line in out.text.splitlines()
    ]


def notebook(source: str) -> str:
    cell = {"cell_type": "code", "id": "only", "metadata": {}, "outputs": [], "source": source}
    cells = [cell | {"execution_count": None}]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


SHOWS = """
import sys
print("out")
print("place", file=sys.stderr)
class Rich:
    def _repr_html_(self):
        return "<b>rich</b>"
Rich()
"""


def test_what_differs_from_machine_to_machine_is_not_stored() -> None:
    fresh = run(notebook(SHOWS))
    assert errors(fresh.cells[0]) == ["place"]
    stored = json.loads(written(fresh))
    text, rich = stored["cells"][0]["outputs"]
    assert text == {"name": "stdout", "output_type": "stream", "text": ["out\n"]}
    assert rich["data"] == {"text/html": ["<b>rich</b>"]}
    assert stored["cells"][0]["metadata"] == {}
    assert stored["metadata"]["language_info"] == {"name": "python"}


def test_a_cell_that_fails_is_an_error() -> None:
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        run(notebook("1 / 0"))
