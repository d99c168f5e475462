"""Without a browser, journeys are left out: everything else runs, and the run fails with the number of
missing journeys.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from casino.services.folder import PROJECT
from tests import browser
from tests.running import house_environment

TESTS = """
import pytest

@pytest.mark.journey
def test_one(): raise AssertionError("driven without a browser")

@pytest.mark.journey
def test_two(): raise AssertionError("driven without a browser")

def test_everything_else(): pass
"""


def run(tmp_path: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "test_journeys.py").write_text(TESTS)
    # No program of the system is found: no browser either.
    environment = house_environment(tmp_path / "house", {"PATH": str(tmp_path)} | variables)
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


@pytest.fixture(autouse=True)
def no_browser_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BROWSER", raising=False)


@pytest.mark.parametrize(
    "arguments", [(), pytest.param(("-n", "2"), marks=pytest.mark.long)], ids=["alone", "two at once"]
)
def test_without_a_browser_the_run_is_red_and_says_how_many(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert "2 journeys did not run: there is no Chromium here" in done.stdout
    assert "1 passed" in done.stdout


@pytest.mark.parametrize(
    "arguments", [(), pytest.param(("-n", "2"), marks=pytest.mark.long)], ids=["alone", "two at once"]
)
def test_who_wants_none_gets_a_green_run(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(tmp_path, *arguments, BROWSER="none")
    assert done.returncode == pytest.ExitCode.OK, done.stdout
    assert "2 journeys were left out, as BROWSER=none asks" in done.stdout


def test_a_browser_that_is_named_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = tmp_path / "chromium"
    named.touch()
    monkeypatch.setenv("BROWSER", str(named))
    assert browser.find() == str(named)
    monkeypatch.setenv("BROWSER", "none")
    assert browser.find() is None
    assert browser.is_disabled()
