"""A Dask cluster of two processes on this machine; prints its address, ends with its input.

In a process of its own: what Dask warns of and leaves behind is not the tests' business.
"""

import sys

from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
