"""Run docs/tour.ipynb and store its output: `python -m docs.tour`.

Edit the notebook with any notebook editor, then run this. It uses a kernel of this very Python,
and drops what editors and machines add: times and paths.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode

TOUR = Path(__file__).with_name("tour.ipynb")
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
# In seconds; where no kernel is compiled yet, the first cell takes a minute.
_LONGEST_CELL = 600


def run(text: str) -> NotebookNode:
    """Run the notebook of a file's text in a new kernel, cell after cell, and return it.

    The kernel is a process of its own that listens on loopback only, and without the user's
    own set-up of IPython. Raises CellExecutionError for a cell that fails.
    """
    notebook: NotebookNode = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    # Without folders to look into there is one kernel: that of the Python that runs this.
    specs = KernelSpecManager(kernel_dirs=[])
    kernel = AsyncKernelManager(kernel_spec_manager=specs, transport_encryption="auto")
    client = NotebookClient(
        notebook, km=kernel, timeout=_LONGEST_CELL, record_timing=False, coalesce_streams=True
    )
    with TemporaryDirectory(prefix="seize-") as folder:
        client.execute(cleanup_kc=True, env=os.environ | {"IPYTHONDIR": folder})
    return notebook


def written(notebook: NotebookNode) -> str:
    """Return a notebook that was run as the text of its file; changes the notebook.

    Leaves out stderr (a kernel being compiled, once) and the plain text beside HTML, which for
    an answer key lists each of its words.
    """
    notebook.metadata = {"kernelspec": _KERNEL, "language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [out for out in cell.outputs if out.get("name") != "stderr"]
            for shown in (out.get("data", {}) for out in cell.outputs):
                if "text/html" in shown:
                    shown.pop("text/plain", None)
    text: str = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    return text + "\n"


if __name__ == "__main__":
    TOUR.write_text(written(run(TOUR.read_text(encoding="utf-8"))), encoding="utf-8")
