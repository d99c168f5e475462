"""The version of the product is written once, and every place says it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from casino.services.folder import PROJECT
from casino.version import VERSION


@pytest.mark.parametrize("word", ["version", "--version"])
def test_the_command_prints_it_without_servers_and_settings(word: str) -> None:
    """Django would print its own."""
    done = subprocess.run(
        [sys.executable, "manage.py", word], cwd=PROJECT, env={}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, VERSION), done.stderr
