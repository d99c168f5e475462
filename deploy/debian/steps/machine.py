"""Users, folders, keys, settings and units of the machine."""

from __future__ import annotations

import re
import secrets
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from steps.shell import (
    CURRENT,
    HOME,
    KEYS,
    PERSON_KEYS,
    PROCESSES,
    RELEASES,
    SETTINGS,
    STATE,
    UNITS,
    Failure,
    run,
    say,
    works,
    write,
    write_once,
)

OWN_USERS = (*PROCESSES, "valkey")
# Which process signs in to PostgreSQL with which role, and to Valkey with which users for which purpose.
DATABASE_ROLES = {
    "web": "house_web",
    "croupier": "house_croupier",
    "worker": "house_worker",
    "beat": "house_worker",
    "beacon": "house_beacon",
    "operator": "house_owner",
}
VALKEY_USERS = {
    "web": {"redis_url": "web", "cache_url": "web_cache", "celery_broker_url": "web_broker"},
    "croupier": {"redis_url": "croupier"},
    "worker": {"redis_url": "worker", "cache_url": "worker_cache", "celery_broker_url": "worker_broker"},
    "beat": {"redis_url": "beat", "celery_broker_url": "beat_broker"},
    "operator": {"redis_url": "worker", "cache_url": "worker_cache", "celery_broker_url": "worker_broker"},
}


def check() -> None:
    """Everything that only the operator can provide, named together."""
    missing = []
    for program, package in (
        ("systemctl", "systemd"),
        ("git", "git"),
        ("make", "make"),
        ("psql", "postgresql-client"),
    ):
        if shutil.which(program) is None:
            missing.append(f"the package {package}")
    if not works(sys.executable, "-c", "import ensurepip, venv"):
        missing.append("the package python3-venv")
    if Path(sys.executable).resolve().is_relative_to("/root") or Path(
        sys.executable
    ).resolve().is_relative_to("/home"):
        missing.append(f"a Python that every user may run, unlike {sys.executable}")
    if missing:
        raise Failure(f"Missing on this machine: {', '.join(missing)}.")


def users() -> None:
    if not works("getent", "group", "feltro"):
        run("groupadd", "--system", "feltro")
    for name in OWN_USERS:
        if not works("getent", "passwd", f"feltro-{name}"):
            run("useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent",
                "--shell", "/usr/sbin/nologin", f"feltro-{name}")  # fmt: skip


def folders() -> None:
    for path, mode in (
        (HOME, 0o755), (RELEASES, 0o755), (SETTINGS, 0o755), (KEYS, 0o700),
        (STATE, 0o755), (STATE / "static", 0o755), (STATE / "maintenance", 0o755),
        *((KEYS / name, 0o700) for name in ("common", *OWN_USERS)),
    ):  # fmt: skip
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(mode)
    # Web and worker, each with its own user, write the keys of players; what they write belongs to the group.
    PERSON_KEYS.mkdir(exist_ok=True)
    shutil.chown(PERSON_KEYS, group="feltro")
    PERSON_KEYS.chmod(0o2770)


def keys(release: Path) -> None:
    """Keys that nobody has to choose. docs/operating/keys.md says what losing one means."""
    write_once(KEYS / "common" / "secret_key", secrets.token_urlsafe(48) + "\n")
    shared_key("command_key", ("web", "worker", "beat", "operator"), lambda: secrets.token_hex(32) + "\n")
    write_once(KEYS / "croupier" / "seal_key", secrets.token_hex(32) + "\n")
    write_once(KEYS / "web" / "metrics_token", secrets.token_hex(32) + "\n")
    program = release / "players" / "shared" / "file_encryption.py"

    def age_key() -> str:
        return run(release / ".venv/bin/python", program, "key")

    write_once(KEYS / "web" / "file_keys", age_key())
    shared_key("person_keys", ("web", "worker", "operator"), age_key)


def shared_key(name: str, processes: tuple[str, ...], new: Callable[[], str]) -> None:
    """The same key for several processes. An installation of an older release has it in the common folder."""
    places = [KEYS / process / name for process in processes]
    known = [place for place in (*places, KEYS / "common" / name) if place.exists()]
    key = known[0].read_text() if known else new()
    for place in places:
        write_once(place, key)


def settings(site: str, mail_host: str) -> None:
    path = SETTINGS / "house.env"
    if path.exists():
        say(f"{path} stays as it is.")
        return
    text = (Path(__file__).resolve().parents[2] / "house.env.example").read_text()
    text = re.sub(r"^HOUSE_URL=.*$", f"HOUSE_URL=https://{site}", text, flags=re.M)
    text = re.sub(r"^MAIL_FROM=.*$", f"MAIL_FROM=casino@{site}", text, flags=re.M)
    text = re.sub(
        r"^EMAIL_HOST=.*$", f"EMAIL_HOST={mail_host}" if mail_host else "# EMAIL_HOST=", text, flags=re.M
    )
    write(path, text, 0o644)


def units(release: Path = CURRENT) -> None:
    source = release / "deploy" / "systemd"
    for path in sorted(source.rglob("*")):
        if path.is_file():
            write(UNITS / path.relative_to(source), path.read_text(), 0o644)
    link = Path("/usr/local/sbin/feltro")
    link.unlink(missing_ok=True)
    link.symlink_to(CURRENT / "deploy" / "debian" / "feltro")
    run("systemctl", "daemon-reload")
