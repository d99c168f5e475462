"""The configuration of the servers on each host: the templates of deploy/cluster, as they are installed.

`docs/operating/cluster.md` explains the choices.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from casino.services import postgres
from casino.services.folder import PROJECT
from deploy.cluster import files
from tests.proofs.cluster.network import Host

DATABASE = postgres.DATABASE
# The ports between hosts. The templates name them too.
ETCD, ETCD_PEER, PATRONI, POSTGRES, VALKEY, SENTINEL, WEB = 2379, 2380, 8008, 5432, 6379, 26379, 8000
POOL = 6432  # of PgBouncer, for the processes of its own host
MASTER = "house"  # the name by which Sentinels know the master
ETCD_USERS = files.TEMPLATES / "etcd-users"
BUILD_VALKEY = files.TEMPLATES / "build-valkey"


def members(hosts: Sequence[Host]) -> list[files.Member]:
    return [files.Member(host.name, host.address) for host in hosts]


def write(name: str, folder: Path, values: dict[str, object], hosts: Sequence[Host]) -> Path:
    """A server's file in the folder of that server."""
    file = folder / name
    peers = members(hosts)
    file.write_text(files.render(name, values | {"data": folder}, peers, webs=[]))
    return file


def write_entrance(
    folder: Path, values: dict[str, object], hosts: Sequence[Host], webs: Sequence[Host]
) -> Path:
    """What leads to the web processes, and to the primary for the check of the record."""
    file = folder / "entrance.cfg"
    values = {"site_scheme": "http", "web_port": WEB} | values
    file.write_text(files.render("entrance.cfg", values, members(hosts), members(webs)))
    return file


def common(hosts: Sequence[Host], operator: Host, passwords: dict[str, str]) -> dict[str, object]:
    """The values that are the same on every host."""
    return {
        **passwords,
        "release": PROJECT,
        "postgres_bin": postgres_programs(),
        "shared_buffers": "64MB",
        "watchdog": '"off"',
        "database": DATABASE,
        "operator": operator.address,
        "etcd_members": files.etcd_members(members(hosts)),
        "valkey_master": hosts[1].address,
    }


def postgres_programs() -> Path:
    """PostgreSQL with TLS: that of PG_BINDIR, or the newest of Debian's. The embedded one has none."""
    if configured := os.environ.get("PG_BINDIR"):
        return Path(configured)
    installed = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = max(installed, key=lambda program: float(program.parent.parent.name), default=None)
    return newest.parent if newest else Path("/usr/lib/postgresql/VERSION/bin")


def valkey_program() -> Path:
    """Valkey with TLS, as `make cluster` builds it. The embedded one has none."""
    configured = os.environ.get("VALKEY_SERVER")
    return Path(configured) if configured else Path(sys.prefix) / "valkey" / "valkey-server"


def patroni_command(file: Path) -> list[str]:
    return [str(Path(sys.executable).parent / "patroni"), str(file)]
