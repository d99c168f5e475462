"""The order of the steps of an installation and of an upgrade, without a machine. test_debian.py follows them
on one.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from casino.services.folder import PROJECT

PROGRAM = PROJECT / "deploy" / "debian" / "feltro"


@pytest.fixture
def feltro(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    loader = SourceFileLoader("feltro_program", str(PROGRAM))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_an_upgrade_creates_the_users_of_new_processes_before_it_starts_them(
    feltro: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    for part, names in (
        ("machine", ("users", "folders", "keys", "units")),
        ("releases", ("build", "prepare", "change_over")),
    ):
        for name in names:
            step = f"{part}.{name}"
            monkeypatch.setattr(getattr(feltro, part), name, lambda *arguments, step=step: steps.append(step))
    feltro.upgrade(argparse.Namespace(source=Path("checkout")))
    start = steps.index("releases.change_over")
    assert {"machine.users", "machine.folders", "machine.units"} <= set(steps[:start])
    assert steps.index("releases.build") < steps.index("machine.keys") < start, "a release makes its keys"


def test_an_installation_makes_everything_that_its_processes_need_before_it_starts_them(
    feltro: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    for part, names in (
        ("machine", ("check", "users", "folders", "keys", "settings", "units")),
        ("servers", ("postgresql", "valkey", "start_valkey", "proxy")),
        ("releases", ("current", "build", "first", "prepare", "start")),
    ):
        for name in names:
            step = f"{part}.{name}"
            monkeypatch.setattr(getattr(feltro, part), name, lambda *arguments, step=step: steps.append(step))
    options = {"site": "casino.example", "mail_host": "", "certificate": "internal"}
    feltro.install(argparse.Namespace(source=Path("checkout"), **options))
    assert steps[0] == "machine.check" and steps[-1] == "releases.start"
    assert steps.index("releases.build") < steps.index("releases.first") < steps.index("machine.units")
    # Roles and keys go into folders that have owners; tables need both, and Valkey its unit.
    before_tables = {"machine.users", "machine.folders", "machine.keys", "machine.settings"}
    before_tables |= {"servers.postgresql", "servers.valkey", "servers.start_valkey"}
    assert before_tables <= set(steps[: steps.index("releases.prepare")])
    assert steps.index("machine.folders") < steps.index("machine.keys") < steps.index("servers.postgresql")
    assert steps.index("machine.units") < steps.index("servers.start_valkey")
