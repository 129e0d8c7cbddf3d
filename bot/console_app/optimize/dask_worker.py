"""The preparation of a Dask cluster's workers; imports Dask, an extra."""

import pickle
import warnings
from typing import Any

from distributed import Worker
from distributed.diagnostics.plugin import WorkerPlugin

from bot.app import App
from bot.settings import Settings
from core.errors import SeizeWarning


class Preparation(WorkerPlugin):
    """Loads the compiled search in every worker that comes, from the cache of its machine."""

    name = "seize"
    idempotent = True

    def setup(self, worker: Worker) -> None:  # noqa: ARG002
        """Do so; raises what prevents it."""
        warnings.simplefilter("ignore", SeizeWarning)  # who searches is told, once
        App(Settings.from_environment()).prepare_search()


def unpack(call: bytes) -> Any:
    """Call a pickled function with its arguments; return its result.

    The scheduler unpickles what it hands on: it is not to import, and compile, the search.
    """
    function, args, kwargs = pickle.loads(call)  # noqa: S301 (Dask itself takes pickles)
    return function(*args, **kwargs)
