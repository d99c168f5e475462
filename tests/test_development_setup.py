"""The hooks, hosted checks and editor settings match this repository."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]


def read_yaml(name: str) -> dict:
    return dict(yaml.safe_load((ROOT / name).read_text("utf-8")))


def test_the_hosted_checks_run_what_must_pass_here_on_every_supported_python() -> None:
    jobs = read_yaml(".github/workflows/checks.yml")["jobs"]
    checks = jobs["checks"]
    assert checks["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
    assert [step["run"] for step in checks["steps"] if step.get("name") == "Run .ci/run"] == [".ci/run"]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
    assert any(step.get("run") == "make docs" for step in jobs["documentation"]["steps"])


def test_the_oldest_supported_python_is_the_one_of_the_tools() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    assert project["ruff"]["target-version"] == "py311"
    assert project["mypy"]["python_version"] == "3.11"


def test_the_hooks_are_valid_and_use_the_tools_of_the_lock() -> None:
    checked = subprocess.run([sys.executable, "-m", "pre_commit", "validate-config"], cwd=ROOT, check=False)
    assert checked.returncode == 0
    [repository] = read_yaml(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    entries = [hook["entry"] for hook in repository["hooks"] if hook["language"] == "system"]
    assert entries
    assert all(entry.startswith(".venv/bin/") for entry in entries)


def test_the_development_container_installs_the_development_tools() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    assert "make setup .venv/development.installed" in container["postCreateCommand"]


def test_editors_and_linter_agree_on_the_length_of_a_line() -> None:
    length = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["line-length"]
    assert f"max_line_length = {length}\n" in (ROOT / ".editorconfig").read_text("utf-8")
