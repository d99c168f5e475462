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

TESTS = """
import pytest

@pytest.mark.journey
def test_one(): raise AssertionError("driven without a browser")

@pytest.mark.journey
def test_two(): raise AssertionError("driven without a browser")

def test_everything_else(): pass
"""
JOURNEYS = TESTS.replace("def test_everything_else(): pass", "")


def run(
    tmp_path: Path, *arguments: str, tests: str = TESTS, browser: str
) -> subprocess.CompletedProcess[str]:
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


BOTH = pytest.mark.parametrize(
    "arguments", [(), pytest.param(("-n", "2"), marks=pytest.mark.long)], ids=["alone", "two at once"]
)


@BOTH
def test_without_a_browser_the_run_is_red_and_ends_with_the_reason(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    done = run(tmp_path, *arguments, browser="/nowhere")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert "1 passed" in done.stdout
    last = done.stdout.splitlines()[-1]
    assert "2 journeys did not run: BROWSER names /nowhere, which is no file." in last
    assert "BROWSER=none" in last


@BOTH
def test_who_wants_none_gets_a_green_run(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(tmp_path, *arguments, browser="none")
    assert done.returncode == pytest.ExitCode.OK, done.stdout
    assert "2 journeys were left out, as BROWSER=none asks" in done.stdout.splitlines()[-1]


@BOTH
def test_journeys_alone_end_as_they_do_among_others(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Nothing is left to run, which pytest would call an empty selection (5)."""
    red = run(tmp_path, *arguments, tests=JOURNEYS, browser="/nowhere")
    assert red.returncode == pytest.ExitCode.TESTS_FAILED, red.stdout
    assert "2 journeys did not run" in red.stdout.splitlines()[-1]
    green = run(tmp_path, *arguments, tests=JOURNEYS, browser="none")
    assert green.returncode == pytest.ExitCode.OK, green.stdout
    assert "2 journeys were left out" in green.stdout.splitlines()[-1]
