"""Without a browser, journeys are left out: everything else runs, and the run fails with the number of
missing journeys.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from casino.services.folder import PROJECT
from tests.running import house_environment
from tests.spread import spread

TESTS = """
import pytest

@pytest.mark.journey
def test_one(): raise AssertionError("driven without a browser")

@pytest.mark.journey
def test_two(): raise AssertionError("driven without a browser")

def test_everything_else(): pass
"""
JOURNEYS = TESTS.replace("def test_everything_else(): pass", "")


def run(tmp_path: Path, *arguments: str, tests: str, browser: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "test_journeys.py").write_text(tests)
    environment = house_environment(tmp_path / "house", {"BROWSER": browser})
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        str(PROJECT / "pyproject.toml"),
        *arguments,
    ]
    return subprocess.run(
        [*command, str(tmp_path / "test_journeys.py")],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("browser", "tests"), spread(["/nowhere", "none"], [TESTS, JOURNEYS]))
@pytest.mark.parametrize(
    "arguments", [(), pytest.param(("-n", "2"), marks=pytest.mark.long)], ids=["alone", "two at once"]
)
def test_journeys_without_a_browser_are_counted_on_the_last_line(
    tmp_path: Path, browser: str, tests: str, arguments: tuple[str, ...]
) -> None:
    """Red with the reason, or green where none is wanted; and no otherwise where nothing else is left to run,
    which pytest would call an empty selection (5).
    """
    done = run(tmp_path, *arguments, tests=tests, browser=browser)
    last = done.stdout.splitlines()[-1]
    assert ("1 passed" in done.stdout) == (tests == TESTS), done.stdout
    if browser == "none":
        assert done.returncode == pytest.ExitCode.OK, done.stdout
        assert "2 journeys were left out, as BROWSER=none asks" in last
    else:
        assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
        assert "2 journeys did not run: BROWSER names /nowhere, which is no file." in last
        assert "BROWSER=none" in last
