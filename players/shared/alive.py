"""How a loop shows that it still goes round: it touches a file, whose age `deploy/run alive` compares.

Containers are asked so whether a process without a port hangs. A sign says nothing of PostgreSQL or Valkey: a
process that waits for them is alive.
"""

from __future__ import annotations

import os
from pathlib import Path


def show_alive(loop: str) -> None:
    """Nothing outside a container, where ALIVE_DIR names no folder."""
    if folder := os.environ.get("ALIVE_DIR"):
        Path(folder, loop).touch()
