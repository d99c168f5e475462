"""The order of the steps of an installation and of an upgrade, without a machine. test_debian.py follows them
on one.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
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
        ("releases", ("build", "prepare", "change_over", "prune")),
    ):
        for name in names:
            step = f"{part}.{name}"
            monkeypatch.setattr(getattr(feltro, part), name, lambda *arguments, step=step: steps.append(step))
    feltro.upgrade(argparse.Namespace(source=Path("checkout")))
    assert steps[-1] == "releases.prune", "no release goes before the new one runs"
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
        ("releases", ("current", "build", "add_extras", "first", "prepare", "start")),
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


@pytest.fixture
def folders(feltro: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six releases, built one after the other."""
    monkeypatch.setattr(feltro.releases, "RELEASES", tmp_path / "releases")
    monkeypatch.setattr(feltro.releases, "CURRENT", tmp_path / "current")
    monkeypatch.setattr(feltro.releases, "ORDER", tmp_path / "order")
    monkeypatch.setattr(feltro.releases, "SETTINGS", tmp_path)
    for number in range(1, 7):
        release = tmp_path / "releases" / f"2026112{number}-a"
        release.mkdir(parents=True)
        (release / ".complete").touch()
        os.utime(release, (number, number))
    return tmp_path


def kept(folders: Path) -> str:
    return "".join(path.name[7] for path in sorted((folders / "releases").iterdir()))


def change_to(feltro: ModuleType, folders: Path, *numbers: int) -> None:
    for number in numbers:
        feltro.releases._switch(folders / "releases" / f"2026112{number}-a")


def test_old_releases_are_deleted_and_never_the_one_that_runs(feltro: ModuleType, folders: Path) -> None:
    """Red before: each upgrade left half a gigabyte for ever."""
    (folders / "releases" / "20261121-a" / ".complete").unlink()  # a build that was interrupted
    os.utime(folders / "releases" / "20261121-a", (1, 1))
    change_to(feltro, folders, 2, 3, 4, 5, 6)
    feltro.releases.prune()
    assert kept(folders) == "456" and feltro.releases.previous().name == "20261125-a"
    feltro.releases.prune()
    assert kept(folders) == "456"


def test_the_running_release_stays_also_after_a_rollback(feltro: ModuleType, folders: Path) -> None:
    """And what was built since: somebody may be about to change over to it."""
    change_to(feltro, folders, 1, 2, 3, 2)
    (folders / "releases" / "20261126-a" / ".complete").unlink()  # somebody builds it now
    feltro.releases.prune()
    assert kept(folders) == "123456"
    change_to(feltro, folders, 5)
    feltro.releases.prune()
    assert kept(folders) == "1256"


def test_a_rollback_leads_to_the_release_that_ran_before(feltro: ModuleType, folders: Path) -> None:
    """Red before: it took the next lower name, here 4, which never ran. A repair of an older release, whose
    commit is older than the one that runs, got the wrong one too.
    """
    change_to(feltro, folders, 3, 5)
    assert feltro.releases.previous().name == "20261123-a"
    change_to(feltro, folders, 2)
    assert feltro.releases.previous().name == "20261125-a"


def test_a_release_that_was_rolled_back_is_not_gone_back_to(feltro: ModuleType, folders: Path) -> None:
    change_to(feltro, folders, 3, 5)
    change_to(feltro, folders, 3)
    with pytest.raises(feltro.Failure, match="no release before"):
        feltro.releases.previous()
    change_to(feltro, folders, 6)
    assert feltro.releases.previous().name == "20261123-a"


def test_a_change_over_that_broke_off_does_not_lose_the_release_before(
    feltro: ModuleType, folders: Path
) -> None:
    change_to(feltro, folders, 3, 5)
    (folders / "order").write_text("20261123-a\n")  # written, and then the machine went down
    assert feltro.releases.previous().name == "20261123-a"
    (folders / "order").write_text("20261123-a\n20261125-a\n20261126-a\n")
    assert feltro.releases.previous().name == "20261123-a"


def test_what_new_settings_ask_for_is_added_to_a_release_that_is_built(
    feltro: ModuleType, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: settings are written after the first build, so their libraries came with no command."""
    made: list[str] = []
    monkeypatch.setattr(feltro.releases, "_set_up", lambda release: made.append(release.name))
    release = folders / "releases" / "20261126-a"
    (release / ".venv").mkdir()
    settings = folders / "house.env"
    settings.write_text("HOUSE_URL=https://casino.example\n# TRACES_URL=http://127.0.0.1\n")
    feltro.releases.add_extras(release)
    assert made == []
    settings.write_text("TRACES_URL=http://127.0.0.1:4318\nWAREHOUSE_DIR=/srv/warehouse\n")
    feltro.releases.add_extras(release)
    assert made == ["20261126-a"]
    for name in ("traces", "warehouse"):
        (release / ".venv" / f"{name}.extra").touch()
    feltro.releases.add_extras(release)
    assert made == ["20261126-a"], "what is there stays"


def test_a_second_installation_leaves_the_file_of_the_proxy_as_it_is(
    feltro: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red before: what somebody had changed in /etc/feltro/Caddyfile was gone."""
    servers = feltro.servers
    run: list[tuple[str, ...]] = []
    monkeypatch.setattr(servers, "SETTINGS", tmp_path / "feltro")
    monkeypatch.setattr(servers, "CADDY", tmp_path / "caddy" / "Caddyfile")
    monkeypatch.setattr(servers.shutil, "which", lambda program: f"/usr/bin/{program}")
    monkeypatch.setattr(servers, "run", lambda *command: run.append(command))
    ours = tmp_path / "feltro" / "Caddyfile"
    servers.proxy("casino.example", "internal")
    assert "casino.example {\n\ttls internal" in ours.read_text()
    ours.write_text(ours.read_text() + "# a third web process\n")
    changed = ours.read_text()
    servers.proxy("casino.example", "internal")
    servers.proxy("other.example", "public")
    assert ours.read_text() == changed
    assert capsys.readouterr().out.count("stays as it is") == 2
    assert (tmp_path / "caddy" / "Caddyfile").read_text() == f"import {ours}\n"
    assert ("systemctl", "restart", "caddy") in run
