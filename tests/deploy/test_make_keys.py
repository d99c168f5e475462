"""The keys and passwords of containers: made for each process, kept by a second run, and never committed."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from pyrage.x25519 import Identity

from casino.services.folder import PROJECT
from casino.services.valkey import PROCESS_USERS, users_without_passwords

sys.path.insert(0, str(PROJECT / "deploy"))
import make_keys

ROLES = {
    "web": "house_web", "croupier": "house_croupier", "worker": "house_worker", "beat": "house_worker",
    "beacon": "house_beacon", "operator": "house_owner",
}  # fmt: skip
VALKEY_NAMES = {"redis_url": "REDIS_URL", "cache_url": "CACHE_URL", "celery_broker_url": "CELERY_BROKER_URL"}


@pytest.fixture
def owners(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Who was given each file and folder; so the test needs no root."""
    given: dict[str, int] = {}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda path, user, group: given.update({Path(path).name: user}))
    return given


def make(folder: Path, *words: str) -> None:
    assert make_keys.main(["--folder", str(folder / "keys"), *words]) == 0


def contents(folder: Path) -> dict[str, str]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {str(file.relative_to(folder)): file.read_text().strip() for file in files}


@pytest.mark.usefixtures("owners")
def test_each_process_gets_its_own_keys_and_addresses(tmp_path: Path) -> None:
    """Red before: the guide made passwords by hand, and none for BEACON_PASSWORD, without which compose
    refuses to start.
    """
    make(tmp_path, "--site", "casino.example")
    made = contents(tmp_path / "keys")
    servers = {
        key: value
        for name in ("postgres.env", "valkey.env")
        for key, value in (line.split("=") for line in made[name].splitlines())
    }
    for process, role in ROLES.items():
        password = servers[f"{role.removeprefix('house_').upper()}_PASSWORD"]
        assert made[f"{process}/database_url"] == f"postgresql://{role}:{password}@postgres/feltro"
    for process in set(ROLES) - {"operator"}:
        users = PROCESS_USERS.get(process, {})
        for name, setting in VALKEY_NAMES.items():
            user = users.get(setting)
            assert (f"{process}/{name}" in made) == (user is not None), (process, name)
            if user is not None:
                password = servers[f"VALKEY_{user.upper()}_PASSWORD"]
                assert made[f"{process}/{name}"] == f"redis://{user}:{password}@valkey:6379"
    assert {f"VALKEY_{user.upper()}_PASSWORD" for user in users_without_passwords() if user != "default"} == {
        name for name in servers if name.startswith("VALKEY_")
    }
    assert "SITE=casino.example\n" in (tmp_path / "house.env").read_text()


@pytest.mark.usefixtures("owners")
def test_who_has_which_key(tmp_path: Path) -> None:
    make(tmp_path)
    made = contents(tmp_path / "keys")
    holders = {
        key: {process for process in ROLES if f"{process}/{key}" in made}
        for key in ("secret_key", "command_key", "seal_key", "metrics_token", "file_keys", "person_keys")
    }
    assert holders == {
        "secret_key": set(ROLES) - {"beacon"},
        "command_key": set(ROLES) - {"beacon", "croupier"},
        "seal_key": {"croupier"},
        "metrics_token": {"web"},
        "file_keys": {"web"},
        "person_keys": {"web", "worker", "operator"},
    }
    for key in ("secret_key", "command_key", "person_keys"):
        assert len({made[f"{process}/{key}"] for process in holders[key]}) == 1
    assert Identity.from_str(made["web/file_keys"])


def test_the_files_belong_to_the_user_of_the_image_alone(tmp_path: Path, owners: dict[str, int]) -> None:
    make(tmp_path, "--site", "casino.example")
    keys = tmp_path / "keys"
    modes = {stat.S_IMODE(file.stat().st_mode) for file in keys.rglob("*") if file.is_file()}
    folders = {stat.S_IMODE(folder.stat().st_mode) for folder in keys.iterdir() if folder.is_dir()}
    assert (modes, folders) == ({0o400}, {0o700})
    assert owners["seal_key.new"] == owners["croupier"] == make_keys.IMAGE_USER
    dockerfile = (PROJECT / "deploy" / "Dockerfile").read_text()
    assert f"USER {make_keys.IMAGE_USER}:{make_keys.IMAGE_USER}\n" in dockerfile


@pytest.mark.usefixtures("owners")
def test_a_second_run_adds_only_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path, "--site", "casino.example")
    before = contents(tmp_path)
    (tmp_path / "keys" / "web" / "command_key").unlink()
    env = tmp_path / "keys" / "postgres.env"
    lines = env.read_text().splitlines(keepends=True)
    env.chmod(0o600)
    env.write_text("".join(line for line in lines if not line.startswith("BEACON_")))
    (tmp_path / "keys" / "beacon" / "database_url").unlink()
    capsys.readouterr()
    make(tmp_path, "--site", "other.example")
    after = contents(tmp_path)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {
        "keys/postgres.env",
        "keys/beacon/database_url",
    }  # the key of the other processes stays
    assert len(capsys.readouterr().out.splitlines()) == 3
    make(tmp_path, "--site", "casino.example")
    assert capsys.readouterr().out == "Nothing was missing.\n" and contents(tmp_path) == after


@pytest.mark.usefixtures("owners")
def test_servers_elsewhere_are_named_with_their_tls(tmp_path: Path) -> None:
    make(
        tmp_path, "--database", "db.internal?sslmode=verify-full", "--valkey", "rediss://valkey.internal:6379"
    )
    made = contents(tmp_path / "keys")
    assert made["web/database_url"].endswith("@db.internal/feltro?sslmode=verify-full")
    assert re.fullmatch(r"rediss://beat_broker:\w+@valkey.internal:6379", made["beat/celery_broker_url"])
    assert not (tmp_path / "house.env").exists()
    assert make_keys.main(["--folder", str(tmp_path), "--valkey", "valkey.internal"]) == 64


def test_nobody_but_root_can_give_files_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert make_keys.main(["--folder", str(tmp_path / "keys")]) == 77
    assert "as root" in capsys.readouterr().err and not (tmp_path / "keys").exists()


def test_keys_and_settings_of_a_house_are_not_committed() -> None:
    """Red before: `git add .` after the guide took the seal key into the repository."""
    ignored = ["deploy/keys/croupier/seal_key", "deploy/keys/valkey.env", "deploy/house.env"]
    answer = subprocess.run(
        ["git", "check-ignore", "--no-index", *ignored, "deploy/house.env.example"],
        cwd=PROJECT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.stdout.split() == ignored
