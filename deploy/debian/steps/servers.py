"""PostgreSQL, Valkey and the reverse proxy of this machine.

Each is set up only where the keys folder does not name another one. To use a server elsewhere, write its
addresses into /etc/feltro/keys/PROCESS/database_url, redis_url, cache_url and celery_broker_url before the
installation.
"""

from __future__ import annotations

import re
import secrets
import shutil
import time
from pathlib import Path

from steps.machine import DATABASE_ROLES, VALKEY_USERS
from steps.shell import CURRENT, KEYS, SETTINGS, Failure, run, say, works, write, write_once

DEPLOY = Path(__file__).resolve().parents[2]
CADDY = Path("/etc/caddy/Caddyfile")
SOCKET = "/run/feltro/valkey/valkey.sock"


def postgresql() -> None:
    wanted = [process for process in DATABASE_ROLES if not (KEYS / process / "database_url").exists()]
    if not wanted:
        say("PostgreSQL: the addresses in the keys folder are used.")
        return
    if len(wanted) < len(DATABASE_ROLES):
        raise Failure(f"Missing: {', '.join(str(KEYS / process / 'database_url') for process in wanted)}.")
    if not works("runuser", "-u", "postgres", "--", "psql", "-c", "SELECT 1"):
        raise Failure(
            "No PostgreSQL answers on this machine. Install one (`apt install postgresql`), or write the "
            "addresses of yours into the keys folder; see docs/operating/install.md."
        )
    say("PostgreSQL: creating roles and the database feltro on this machine")
    _checksums()
    if not int(_sql("SELECT count(*) FROM pg_roles WHERE rolname = 'house_owner'")):
        _sql((DEPLOY / "roles.sql").read_text())
    passwords = {role: secrets.token_hex(24) for role in set(DATABASE_ROLES.values())}
    _sql("".join(f"ALTER ROLE {role} PASSWORD '{password}';\n" for role, password in passwords.items()))
    if not int(_sql("SELECT count(*) FROM pg_database WHERE datname = 'feltro'")):
        _sql("CREATE DATABASE feltro OWNER house_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")
    port = _sql("SHOW port")
    for process, role in DATABASE_ROLES.items():
        address = f"postgresql://{role}:{passwords[role]}@127.0.0.1:{port}/feltro\n"
        write_once(KEYS / process / "database_url", address)


def _checksums() -> None:
    """Debian creates its cluster without them. A cluster with other databases is left alone."""
    if (
        _sql("SHOW data_checksums") == "on"
        or _sql("SELECT count(*) FROM pg_database WHERE datallowconn") != "2"
    ):
        return
    # Debian names its clusters VERSION/NAME.
    folder, (version, name) = _sql("SHOW data_directory"), _sql("SHOW cluster_name").split("/")
    unit = f"postgresql@{version}-{name}.service"
    run("systemctl", "stop", unit)
    run(
        "runuser",
        "-u",
        "postgres",
        "--",
        f"/usr/lib/postgresql/{version}/bin/pg_checksums",
        "--enable",
        "-D",
        folder,
    )
    run("systemctl", "start", unit)
    deadline = time.monotonic() + 30
    while not works("runuser", "-u", "postgres", "--", "psql", "-c", "SELECT 1"):
        if time.monotonic() > deadline:
            raise Failure("PostgreSQL did not start again; see `journalctl -u postgresql`.")
        time.sleep(0.2)


def _sql(text: str) -> str:
    """Passwords go through standard input, where no list of processes shows them."""
    psql = (
        "psql",
        "--no-psqlrc",
        "--quiet",
        "--tuples-only",
        "--no-align",
        "--set",
        "ON_ERROR_STOP=1",
        "-f",
        "-",
    )
    return run("runuser", "-u", "postgres", "--", *psql, text=text).strip()


def valkey() -> None:
    wanted = [KEYS / process / name for process, users in VALKEY_USERS.items() for name in users]
    missing = [path for path in wanted if not path.exists()]
    if not missing:
        say("Valkey: the addresses in the keys folder are used.")
        return
    if len(missing) < len(wanted):
        raise Failure(f"Missing: {', '.join(str(path) for path in missing)}.")
    say(f"Valkey: users for {SOCKET} on this machine")
    users = re.findall(r"^user (\w+) reset", (DEPLOY / "valkey-users.acl").read_text(), flags=re.M)
    passwords = {user: secrets.token_hex(24) for user in users if user != "default"}
    environment = {f"VALKEY_{user.upper()}_PASSWORD": password for user, password in passwords.items()}
    rules = run("sh", DEPLOY / "valkey-users.sh", DEPLOY / "valkey-users.acl", environment=environment)
    write(KEYS / "valkey" / "users_acl", rules, 0o600)
    for process, purposes in VALKEY_USERS.items():
        for name, user in purposes.items():
            write(KEYS / process / name, f"unix://{user}:{passwords[user]}@{SOCKET}\n", 0o600)


def start_valkey() -> None:
    if not (KEYS / "valkey" / "users_acl").exists():
        return
    run("systemctl", "enable", "--now", "valkey-feltro.service")
    deadline = time.monotonic() + 20
    while not Path(SOCKET).exists():
        if time.monotonic() > deadline:
            raise Failure("Valkey did not start; see `journalctl -u valkey-feltro`.")
        time.sleep(0.1)


def proxy(site: str, certificate: str) -> None:
    """Caddy's own file imports ours; any other proxy follows the same file as an example."""
    if shutil.which("caddy") is None:
        say("No Caddy on this machine: set your proxy up as deploy/Caddyfile does.")
        return
    text = (DEPLOY / "Caddyfile").read_text().replace("{$SITE:casino.example}", site)
    if certificate == "internal":
        text = text.replace(f"{site} {{", f"{site} {{\n\ttls internal", 1)
    ours, theirs = SETTINGS / "Caddyfile", CADDY
    if ours.exists() and ours.read_text() != text:
        say(f"{ours} stays as it is; the release's is {CURRENT / 'deploy' / 'Caddyfile'}.")
    write_once(ours, text, 0o644)
    line = f"import {ours}\n"
    if not theirs.exists() or line not in theirs.read_text():
        if theirs.exists():
            shutil.copy2(theirs, theirs.with_name("Caddyfile.before-feltro"))
        write(theirs, line, 0o644)
    run("usermod", "--append", "--groups", "feltro-web", "caddy")
    run("systemctl", "enable", "caddy")
    run("systemctl", "restart", "caddy")
