"""The production settings and the files of deploy/."""

from __future__ import annotations

import configparser
import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from casino.operation import deployment_checks
from casino.services.folder import PROJECT, Folder
from casino.services.processes import BEAT, BEAT_SETTINGS, WEB
from casino.services.valkey import (
    ADMIN,
    user_password,
    users_with_passwords,
    users_without_passwords,
)
from tests.test_file_rules import FILES

DEPLOY = PROJECT / "deploy"
VALKEY_SETTINGS = ("REDIS_URL", "CACHE_URL", "CELERY_BROKER_URL")
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
RUN = (DEPLOY / "run").read_text()


def example() -> dict[str, str]:
    lines = [
        line
        for line in (DEPLOY / "house.env.example").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    return dict(line.split("=", 1) for line in lines)


def production(tmp_path: Path, **changed: str) -> dict[str, str]:
    keys = {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "COMMAND_KEY": secrets.token_hex(32),
        "DATABASE_URL": "postgresql://house_web:password@db.internal/feltro",
        "REDIS_URL": "rediss://web:password@valkey.internal:6379",
        "CACHE_URL": "rediss://web_cache:password@valkey.internal:6379",
        "CELERY_BROKER_URL": "rediss://web_broker:password@valkey.internal:6379",
    }
    files = {}
    for name, key in keys.items():
        (tmp_path / name).write_text(key + "\n")
        files[f"{name}_FILE"] = str(tmp_path / name)
    environment = (
        {"PATH": os.environ["PATH"], "HOUSE_DIR": str(tmp_path / "house")} | example() | files | changed
    )
    return {name: value for name, value in environment.items() if value}


def run_python(
    *arguments: str, environment: dict[str, str], folder: Path = PROJECT
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def manage(
    *command: str, environment: dict[str, str], folder: Path = PROJECT
) -> subprocess.CompletedProcess[str]:
    return run_python("manage.py", *command, environment=environment, folder=folder)


def copy_release(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the installer for Debian would take of these files, also before a commit."""
    monkeypatch.syspath_prepend(str(DEPLOY / "debian"))
    from steps import releases

    for path in FILES:
        place = path.relative_to(PROJECT)
        if place.parts[0] in releases.PARTS:
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target / place)
    (target / ".venv").symlink_to(PROJECT / ".venv")


def test_check_deploy_is_clean_under_production_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a release: nothing is missing of what the program loads."""
    release = tmp_path / "release"
    copy_release(release, monkeypatch)
    result = manage(
        "check", "--deploy", "--fail-level", "WARNING", folder=release,
        environment=production(tmp_path, HOUSE_URL="https://casino.example.pt"),
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "no issues (0 silenced)" in result.stdout


SHARED = (
    "redis://valkey.internal:6379",
    "redis://:password@valkey.internal",
    "redis://default:password@valkey.internal",
)


@pytest.mark.parametrize("url", SHARED)
def test_a_shared_user_of_valkey_is_a_warning(settings: Any, url: str) -> None:
    settings.REDIS_URL = url
    assert [warning.id for warning in deployment_checks.valkey_user(None)] == ["casino.W001"]
    settings.REDIS_URL = "redis://web:password@valkey.internal:6379"
    assert deployment_checks.valkey_user(None) == []


@pytest.mark.parametrize("url", SHARED[2:])
def test_a_house_that_shares_one_user_of_valkey_is_warned(tmp_path: Path, url: str) -> None:
    result = manage(
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        environment=production(tmp_path, REDIS_URL_FILE="", REDIS_URL=url),
    )
    assert result.returncode == 1
    assert "REDIS_URL names no user of its own" in result.stderr


@pytest.mark.parametrize(
    "name", ["SECRET_KEY_FILE", "COMMAND_KEY_FILE", "HOUSE_URL", "DATABASE_URL_FILE", "REDIS_URL_FILE"]
)
def test_production_does_not_start_without_required_settings(tmp_path: Path, name: str) -> None:
    result = manage("migrate", environment=production(tmp_path, **{name: ""}))
    assert result.returncode == os.EX_CONFIG
    assert f"Missing required settings: {name.removesuffix('_FILE')}" in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "house").exists()


def test_the_default_is_production(tmp_path: Path) -> None:
    result = manage("check", "--deploy", "--fail-level", "WARNING", environment={"PATH": os.environ["PATH"]})
    assert result.returncode == 1
    assert "ALLOWED_HOSTS" in result.stderr  # which follows from HOUSE_URL


def test_a_key_of_the_wrong_length_is_refused(tmp_path: Path) -> None:
    environment = production(tmp_path)
    Path(environment["COMMAND_KEY_FILE"]).write_text("abcd\n")
    result = manage("migrate", environment=environment)
    assert result.returncode == os.EX_CONFIG
    assert "COMMAND_KEY should be 32 bytes and is 2" in result.stderr


def test_production_settings_are_strict(tmp_path: Path) -> None:
    result = run_python(
        "-c",
        "from django.conf import settings as s; print(s.DEBUG, s.HOUSE_DEMO, s.SESSION_COOKIE_SECURE, "
        "s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS > 31536000, "
        "s.CONTENT_SECURITY_POLICY['DIRECTIVES']['script-src'])",
        environment=production(tmp_path, DJANGO_SETTINGS_MODULE="casino.settings"),
    )  # fmt: skip
    assert result.stdout.strip() == ("""False False True True True True ["'self'"]"""), result.stderr


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_runs_a_process_that_exists(path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None, comment_prefixes=("#",))
    unit.optionxform = str
    unit.read_string(path.read_text())
    # What a timer starts is not enabled itself.
    own = {"Unit", "Service"} if path.with_suffix(".timer").exists() else {"Unit", "Service", "Install"}
    assert own == set(unit.sections())
    program, process, *_ = unit["Service"]["ExecStart"].split()
    assert program == "/opt/feltro/current/deploy/run"
    assert re.search(rf"^(?:.* \| )?{process}(?: \|.*)?\)", RUN, re.MULTILINE)


def test_the_users_of_valkey_are_the_same_in_production(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.make()
    expected = "".join(
        line
        for line in users_with_passwords(folder).splitlines(keepends=True)
        if not line.startswith(f"user {ADMIN} ")
    )
    passwords = {
        f"VALKEY_{user.upper()}_PASSWORD": user_password(folder, user)
        for user in users_without_passwords()
        if user != "default"
    }
    command = ["sh", str(DEPLOY / "valkey-users.sh"), str(DEPLOY / "valkey-users.acl")]
    made = subprocess.run(
        command, env={"PATH": os.environ["PATH"]} | passwords, capture_output=True, text=True, check=True
    )
    assert made.stdout == expected
    del passwords["VALKEY_WEB_PASSWORD"]
    refused = subprocess.run(
        command, env={"PATH": os.environ["PATH"]} | passwords, capture_output=True, text=True, check=False
    )
    assert refused.returncode != 0 and "VALKEY_WEB_PASSWORD" in refused.stderr


def test_production_runs_the_commands_of_the_demonstration_house() -> None:
    program = RUN.replace("\\\n", " ").replace("'", "").replace('"', "")
    program = " ".join(program.split())
    for option in (
        "games.tables.web.socket_protocol:TableSocketProtocol",
        "uvloop",
        "--no-access-log",
        "--lifespan",
    ):
        assert option in " ".join(WEB)
        assert option in program
    assert "-m casino.services.workers" in program
    assert f"DJANGO_SETTINGS_MODULE={BEAT_SETTINGS} exec $bin/python {' '.join(BEAT)}" in program
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for process in ("web", "croupier", "worker", "beat", "beacon"):
        assert compose[process]["command"] == ["deploy/run", process]


def test_the_containers_are_the_whole_house_and_only_the_proxy_has_a_door() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    processes = {"web", "croupier", "worker", "beat", "beacon"}
    assert set(services) == {"migrate", *processes, "postgres", "valkey", "proxy"}
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    named = {
        volume.split(":")[0]
        for service in services.values()
        for volume in service.get("volumes", [])
        if not volume.startswith(".")
    }
    assert named == set(compose["volumes"])
    assert {network for service in services.values() for network in service.get("networks", [])} == set(
        compose["networks"]
    )
