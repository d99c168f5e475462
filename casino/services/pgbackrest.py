"""Backups of a PostgreSQL of one's own with pgBackRest, and the proof that they can be restored.

    python -m casino.services.pgbackrest backup
    python -m casino.services.pgbackrest restore-test

Both run as the user of PostgreSQL, by the timers in deploy/systemd. The test restores the newest backup and
all WAL since then into a folder of its own, opens it with a PostgreSQL that nobody else reaches, and checks
the books and the record there. `manage.py doctor` and /metrics read what came of it.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from casino.services import valkey
from casino.services.errors import BAD_SETTING, BROKEN, StartupError
from casino.services.folder import PROJECT

STANZA = "feltro"
RESULTS = Path("/var/lib/feltro/backup")
OPENING_SECONDS = 6 * 3600.0  # until all WAL since the backup is replayed
CACHE_SECONDS = 30.0
FULL_ON = 6  # Sunday; on other days what has changed since
BOOKS = """
SELECT string_agg(currency || ' ' || sum, ', ')
FROM (SELECT currency, sum(balance) FROM wallet_account GROUP BY currency HAVING sum(balance) <> 0) AS wrong
"""
MIGRATIONS = "SELECT count(*) FROM django_migrations"
TRANSFERS = "SELECT count(*) FROM wallet_transfer"
LAST = "SELECT extract(epoch FROM pg_last_xact_replay_timestamp())"
# Nothing of the restored settings may reach the world, or need the memory of the machine that it came from.
OVERRIDES = {
    "listen_addresses": "",
    "archive_mode": "off",
    "hot_standby": "off",
    "shared_buffers": "128MB",
    "jit": "off",
    "ssl": "off",
    "shared_preload_libraries": "",
    "synchronous_standby_names": "",
    "logging_collector": "off",
}


def backup() -> dict[str, object]:
    """A new backup, and what pgBackRest says of it."""
    kind = "full" if datetime.datetime.now(datetime.UTC).weekday() == FULL_ON else "diff"
    pgbackrest(f"--type={kind}", "backup")
    (stanza,) = json.loads(pgbackrest("--output=json", "info"))
    newest = stanza["backup"][-1]
    return {
        "backup": newest["label"],
        "bytes": newest["info"]["size"],
        "encrypted": all(repository["cipher"] != "none" for repository in stanza["repo"]),
    }


def restore_test() -> dict[str, object]:
    """Restore, open, check, and remove it again."""
    place = Path(os.environ.get("RESTORE_TEST_DIR") or "/var/lib/feltro/restore-test")
    data = place / "data"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(mode=0o700, parents=True)
    try:
        pgbackrest(f"--pg1-path={data}", "--archive-mode=off", "restore")
        version = (data / "PG_VERSION").read_text().strip()
        size = sum(path.stat().st_size for path in data.rglob("*") if path.is_file())
        with opened(data, place, Path(f"/usr/lib/postgresql/{version}/bin")) as sql:
            if wrong := sql(BOOKS):
                raise StartupError(f"The restored books do not sum to zero: {wrong}.", BROKEN)
            if not int(sql(MIGRATIONS)):
                raise StartupError("The restored database is empty: nothing was proved.", BROKEN)
            last = sql(LAST)
            return {
                "bytes": size,
                "transfers": int(sql(TRANSFERS)),
                "last_transaction": float(last) if last else None,
                "record": check_record(data),
            }
    finally:
        shutil.rmtree(data, ignore_errors=True)


@contextlib.contextmanager
def opened(data: Path, place: Path, programs: Path) -> Iterator[Callable[[str], str]]:
    """The restored database behind a socket of its own, once all WAL is replayed; yields what runs SQL."""
    hba, configuration = data / "own_hba.conf", data / "own.conf"
    hba.write_text("local all all trust\n")
    configuration.write_text("")
    settings = OVERRIDES | {
        "config_file": configuration,
        "hba_file": hba,
        # Nobody else may enter this folder, so nobody else reaches the socket.
        "unix_socket_directories": data,
    }
    command = [
        str(programs / "postgres"),
        "-D",
        str(data),
        *(f"--{name}={value}" for name, value in settings.items()),
    ]
    log = place / "postgresql.log"
    with log.open("wb") as output:
        server = subprocess.Popen(command, cwd=place, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def sql(statement: str) -> str:
        return run("psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", str(data), "-U", "house_owner",
                   "-d", "feltro", "-c", statement).strip()  # fmt: skip

    deadline = time.monotonic() + OPENING_SECONDS
    try:
        while not is_open(sql):
            if server.poll() is not None or time.monotonic() > deadline:
                lines = log.read_text(errors="replace").splitlines()
                fatal = [line for line in lines if "FATAL" in line]
                reason = [*lines, *fatal][-1:] if server.poll() is not None else ["not in time"]
                raise StartupError(f"The restored PostgreSQL did not open: {' '.join(reason)}", BROKEN)
            time.sleep(1)
        yield sql
    finally:
        server.terminate()
        server.wait()


def is_open(sql: Callable[[str], str]) -> bool:
    try:
        return sql("SELECT pg_is_in_recovery()") == "f"
    except StartupError:
        return False


def check_record(folder: Path) -> str:
    """The seals and chains of the restored record, by the program of this release."""
    socket = folder / "valkey.sock"
    environment = os.environ | {
        "HOUSE_PURE": "1",
        "SECRET_KEY": secrets.token_urlsafe(48),  # nothing is signed with it
        "DATABASE_URL": f"postgresql://house_owner@/feltro?host={folder}",
        "REDIS_URL": f"unix://{socket}",
    }
    # The check asks the cache which seal was the last that a running house saw. This one has seen none.
    cache = subprocess.Popen(
        [valkey.binary(), "--port", "0", "--unixsocket", str(socket), "--save", ""],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + CACHE_SECONDS
        while not socket.exists():
            if cache.poll() is not None or time.monotonic() > deadline:
                raise StartupError("The Valkey for the check of the record did not start.", BROKEN)
            time.sleep(0.1)
        said = run(sys.executable, "manage.py", "check_record", environment=environment)
        return said.strip().splitlines()[-1]
    finally:
        cache.terminate()
        cache.wait()


def pgbackrest(*arguments: str) -> str:
    if shutil.which("pgbackrest") is None:
        raise StartupError("pgBackRest is not installed: apt install pgbackrest.", BAD_SETTING)
    return run("pgbackrest", f"--stanza={STANZA}", *arguments)


def run(*command: str, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, cwd=PROJECT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise StartupError(f"{Path(command[0]).name}: {said[-1] if said else done.returncode}", BROKEN)
    return done.stdout


JOBS: dict[str, Callable[[], dict[str, object]]] = {"backup": backup, "restore-test": restore_test}


def result_file(job: str) -> Path:
    return RESULTS / f"{job}.json"


def read_result(job: str) -> dict[str, object]:
    """What is known of a job; nothing where it has not run on this machine, or nobody may see it."""
    try:
        return dict(json.loads(result_file(job).read_text()))
    except (OSError, ValueError):
        return {}


def write_result(job: str, **changes: object) -> None:
    """What is known of the last success stays when a later run fails."""
    path = result_file(job)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(read_result(job) | changes, indent=1) + "\n")
    new.chmod(0o644)
    new.replace(path)


def main(job: str) -> int:
    started = time.time()
    try:
        found = JOBS[job]()
    except (StartupError, OSError, ValueError, KeyError) as error:
        write_result(job, failed=time.time(), error=str(error))
        print(f"{job}: {error}", file=sys.stderr)
        return error.code if isinstance(error, StartupError) else BROKEN
    ended = time.time()
    write_result(job, succeeded=ended, seconds=round(ended - started, 1), failed=None, error="", **found)
    print(f"{job}: {ended - started:.1f} s, " + ", ".join(f"{name} {value}" for name, value in found.items()))
    return 0


if __name__ == "__main__":
    if sys.argv[1:] not in [[job] for job in JOBS]:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
