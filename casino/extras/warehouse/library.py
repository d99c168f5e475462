"""The Parquet library, which an installation has by choice (`locks/warehouse.txt`), and the folder."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from casino import env

INSTALL = "Run make setup EXTRAS=warehouse, or build the image with --build-arg EXTRAS=warehouse."


def has_pyarrow() -> bool:
    return find_spec("pyarrow") is not None


def default_folder() -> Path | None:
    """`WAREHOUSE_DIR`, if it is set."""
    name = env.text("WAREHOUSE_DIR")
    return Path(name) if name else None
