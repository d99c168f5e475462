"""A migrated database for tests to copy: making one takes most of the time of a short run.

The first run after a change of migrations or models makes a new cluster and keeps its files below `.venv`;
the runs after it begin with a copy. A fresh checkout always makes one.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from casino.services import valkey
from casino.services.folder import PROJECT, Folder
from casino.services.postgres import ADMIN, database_url
from casino.services.server_lease import leased_servers
from tests.running import house_environment

KEPT = PROJECT / ".venv" / "test-database"
LISBON = ZoneInfo("Europe/Lisbon")
PACKAGES = ("casino", "games", "players")
# Migrations import no other module of the product but models and laws; what runs after them, runs on the
# copy too.
READ = {"migrations", "models", "models.py", "apps.py", "postgresql", "database"}
LAWS = {"laws.py", "law_operations.py", "first_migration.py"}
STOP_SECONDS = 30.0
# A power failure ends the tests too. What a house promises of its server is tested on servers like its own.
NOT_DURABLE = "\nfsync = off\nfull_page_writes = off\n"
MIGRATE = """
import django
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
"""
# As a new house begins. tests/casino/management/test_migrated_schema.py compares it with the migrations.
LOAD = """
import django
django.setup()
from casino.management.migrated_schema import load_schema
from django.core.management import call_command
load_schema()
call_command("migrate", verbosity=0)
"""


def digest_of(project: Path = PROJECT, now: datetime | None = None) -> str:
    """Of everything that a migrated database depends on: of the month too, for each has its own partition."""
    sources = [
        path
        for package in PACKAGES
        for path in (project / package).rglob("*.*")
        if path.suffix in (".py", ".sql") and (READ | LAWS) & set(path.relative_to(project).parts)
    ]
    digest = hashlib.sha256(
        f"{now or datetime.now(LISBON):%Y-%m}\0{os.environ.get('HOUSE_EXTRAS', '')}".encode()
    )
    for path in (project / "deploy" / "roles.sql", project / "requirements.txt", *sorted(sources)):
        digest.update(f"{path.relative_to(project)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def put_into(folder: Folder) -> bool:
    """Give this new folder a cluster with a migrated database; False where none can be kept."""
    if folder.data.exists():
        return False
    try:
        with locked():
            kept = KEPT / digest_of()
            if not kept.exists():
                build(kept)
            copy(kept, folder.data)
        with (folder.data / "postgresql.conf").open("a") as settings:
            settings.write(NOT_DURABLE)
    except OSError:  # another user's folder, or a full disk: the tests migrate by themselves
        shutil.rmtree(folder.data, ignore_errors=True)
        return False
    return True


def copy(source: Path, target: Path) -> None:
    """With the owner of the files, who is not root."""
    result = subprocess.run(
        ["cp", "-a", str(source), str(target)], capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise OSError(result.stderr)


@contextmanager
def locked() -> Iterator[None]:
    """One process at a time builds or copies."""
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(kept: Path) -> None:
    for older in KEPT.iterdir():
        if older.is_dir():
            shutil.rmtree(older, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="feltro-migrated-") as temporary:
        path = Path(temporary)
        path.chmod(0o711)  # a server that drops the rights of root enters it
        folder = Folder(path)
        with leased_servers(folder, ["postgres"]):
            run_django(folder, PROJECT, LOAD)
        wait_until_stopped(folder)
        # Under another name until it is complete.
        new = kept.with_suffix(".new")
        copy(folder.data, new)
        new.rename(kept)


def migrate(folder: Folder, project: Path, role: str = ADMIN) -> dict[str, str]:
    """Migrate the folder's database with the code of this project; the addresses of the folder's servers.

    As the administrator, because the tests sign in so.
    """
    return run_django(folder, project, MIGRATE, role)


def run_django(folder: Folder, project: Path, script: str, role: str = ADMIN) -> dict[str, str]:
    servers = {"DATABASE_URL": database_url(folder, role)} | valkey.addresses(folder, "admin")
    variables = {
        "HOUSE_TEST": "1",
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "COMMAND_KEY": secrets.token_hex(32),
        # Django numbers the models of an app in the order of a set, where migrations have changed them.
        "PYTHONHASHSEED": "0",
    }
    environment = house_environment(folder.path, servers | variables)
    command = [sys.executable, "-c", script]
    subprocess.run(command, cwd=project, env=environment, check=True, stdout=subprocess.DEVNULL)
    return servers


def wait_until_stopped(folder: Folder) -> None:
    end = time.monotonic() + STOP_SECONDS
    while (folder.data / "postmaster.pid").exists():
        if time.monotonic() > end:
            raise TimeoutError(f"the server in {folder.path} did not stop")
        time.sleep(0.05)
