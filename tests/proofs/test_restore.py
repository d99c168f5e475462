"""Restoration as a whole: a running house, a backup during play, recovery to a random second, and a house
that continues from there. `make long`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from casino.services.folder import PROJECT
from tests.running import house_environment

pytestmark = pytest.mark.long


def test_a_house_under_play_is_brought_back_to_a_random_second(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.proofs.restore", "--players", "16", "--seconds", "25"], cwd=PROJECT,
        env=house_environment(tmp_path), capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and "the house is back" in done.stdout, (
        done.stdout[-3000:] + done.stderr[-2000:]
    )
