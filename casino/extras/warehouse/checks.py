"""Whether days can be exported, as `manage.py doctor` asks."""

from __future__ import annotations

import os
from collections.abc import Iterator

from casino.extras.warehouse.library import INSTALL, default_folder, has_pyarrow
from casino.operation.problems import Problem


def check_warehouse(process: str) -> Iterator[Problem]:
    """The folder and the library of Parquet files, where WAREHOUSE_DIR is set."""
    folder = default_folder()
    if process != "operator" or folder is None:
        return
    if not has_pyarrow():
        yield Problem("Days cannot be exported: pyarrow is not installed.", INSTALL)
    if not os.access(folder, os.W_OK | os.X_OK):
        yield Problem(f"{folder} cannot be written.", "Create WAREHOUSE_DIR for the user of the operator.")
