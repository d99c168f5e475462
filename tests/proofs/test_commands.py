"""Each proof starts as its documentation says, on a machine where nothing was set up for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from casino.services.folder import PROJECT
from tests.running import house_environment

PROOFS = PROJECT / "tests" / "proofs"
COMMANDS = sorted(
    [
        path.stem
        for path in PROOFS.glob("*.py")
        if not path.stem.startswith("test_") and '__name__ == "__main__"' in path.read_text("utf-8")
    ]
    + [path.parent.name for path in PROOFS.glob("*/__main__.py")]
)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_proof_starts(name: str, tmp_path: Path) -> None:
    """Red before: the search for bots and the hands of hold'em asked for settings that nobody had made."""
    environment = {
        key: value
        for key, value in house_environment(tmp_path).items()
        if key not in {"DJANGO_SETTINGS_MODULE", "SECRET_KEY", "HOUSE_PURE"}
    }
    command = [sys.executable, "-m", f"tests.proofs.{name}", "--help"]
    run = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and "usage:" in run.stdout, run.stderr
