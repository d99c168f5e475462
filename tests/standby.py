"""A second PostgreSQL that follows an embedded one, for tests."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

from casino.services.postgres import SETTINGS, Postgres, tie_to_parent


def standby_sockets(place: Path) -> Path:
    return place / "sockets"


def start_standby(postgres: Postgres, place: Path, **more: str) -> subprocess.Popen[bytes]:
    """Copies the primary into `place` and follows it. Its name is `standby`."""
    data, sockets = place / "standby", standby_sockets(place)
    for path in (data, sockets):
        postgres.private(path)
    copied = postgres.run("pg_basebackup", "-D", str(data), "-R", "-c", "fast")
    assert copied.returncode == 0, copied.stderr
    settings = SETTINGS | {"unix_socket_directories": str(sockets), "cluster_name": "standby", **more}
    program = [str(postgres.binaries / "postgres"), "-D", str(data)]
    for name, value in settings.items():
        program += ["-c", f"{name}={value}"]
    with (place / "standby.log").open("wb") as log:
        return subprocess.Popen(
            tie_to_parent(program, signal_number=signal.SIGINT, user=postgres.user),
            stdout=log,
            stderr=log,
        )


def stop_standby(server: subprocess.Popen[bytes]) -> None:
    server.send_signal(signal.SIGINT)
    server.wait()
