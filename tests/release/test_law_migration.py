"""The migration of a changed law, written from a database of the release before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from casino.services.folder import PROJECT

pytestmark = pytest.mark.long  # it migrates two databases
LAW = Path("casino/compliance/monitoring/database/settled.sql")


def test_a_changed_law_gets_a_migration_that_is_written_again(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    subprocess.run(["git", "clone", "-q", "--shared", str(PROJECT), str(tree)], check=True)
    (tree / ".venv").symlink_to(PROJECT / ".venv")
    assert "No law has changed" in write(tree)
    for seconds in ("2 seconds", "3 seconds"):
        text = (PROJECT / LAW).read_text("utf-8")
        (tree / LAW).write_text(text.replace("interval '1 second'", f"interval '{seconds}'"), "utf-8")
        assert "_waits.py" in write(tree)
        [written] = tree.glob("casino/migrations/*_waits.py")
        text = written.read_text("utf-8")
        assert "interval '1 second'" in text.split("NEW =")[0] and seconds in text.split("NEW =")[1]


def write(tree: Path) -> str:
    command = [sys.executable, "-m", "tests.law_migration", "waits", "--from", "HEAD"]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr
