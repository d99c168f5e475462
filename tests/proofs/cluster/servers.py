"""The servers on three hosts, and what an operator sees of them.

On every host PgBouncer and HAProxy lead to whichever PostgreSQL is the primary. The primary and the master
of Valkey move in the drills.
"""

from __future__ import annotations

import csv
import http.client
import json
import os
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from casino.services import postgres, valkey
from casino.services.folder import PROJECT, Folder
from tests.proofs.cluster import configuration
from tests.proofs.cluster.network import Host, Network, connect, listen, mount_disk
from tests.proofs.cluster.programs import Program, path_of

HOSTS = ("a", "b", "c")
PLACES = {
    "a": ("web", "worker celery", "beat"),
    "b": ("web", "croupier", "worker slow"),
    "c": ("croupier", "worker celery", "beat"),
}
OPENING_SECONDS = 300.0
SANDBOX = 8090
DISK = "1g"  # of each host, in memory
ROLES = {"web": "house_web", "croupier": "house_croupier", "worker": "house_worker", "beat": "house_worker"}
ADMINISTRATORS = ("postgres", "replicator", "rewinder")


class ClusterError(Exception):
    """The hosts did not come to the expected state in time."""


class CannotRunError(ClusterError):
    """A drill lacks something on this machine."""


def wait_for(condition: Callable[[], Any], seconds: float, what: str) -> float:
    """Wait until the condition holds; return how many seconds that took."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > seconds:
            raise ClusterError(f"{what} was not reached within {seconds:.0f} s")
        time.sleep(0.2)
    return time.monotonic() - begun


class Servers:
    """The network, the disks and the servers on them."""

    def __init__(self, network: Network, place: Path, port: int) -> None:
        self.network, self.place = network, place
        self.hosts = network.hosts
        self.folder = Folder(place)
        self.folder.make()
        self.sockets = self.folder.sockets()
        for host in (*self.hosts, network.switch):
            mount_disk(place / host.name, DISK)
        self.listener = socket.create_server(("127.0.0.1", port))
        self.site = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.url = f"http://{self.site}"
        self.release = PROJECT
        self.sign_ins = ""
        self.programs: dict[str, Program] = {}
        self.user = server_user(self.folder)

    # --- starting them

    def start_servers(self) -> None:
        self._start_on_hosts(self._etcd)
        self._start_on_hosts(self._haproxy)
        self._start_on_hosts(self._pgbouncer)
        for host in self.hosts[1:]:
            self._valkey(host)
        self._start_on_hosts(self._sentinel)
        self._entrance()
        self._sandbox()
        first, *others = self.hosts
        self._patroni(first)
        wait_for(lambda: self._all_run() and self.primary(), OPENING_SECONDS, "a first primary")
        wait_for(self.reaches_primary, OPENING_SECONDS, "the way to the primary")
        self._create_database()
        for host in others:
            self._patroni(host)
        self.wait_until_whole()

    def _start_on_hosts(self, start: Callable[[Host], None]) -> None:
        for host in self.hosts:
            start(host)

    def _own(self, host: Host, name: str) -> Path:
        """The folder of one server on one host."""
        path = self.place / host.name / name
        path.mkdir(mode=0o700, exist_ok=True)
        if self.user.isdigit():
            os.chown(path, int(self.user), int(self.user))
        return path

    def _start(self, host: Host, name: str, command: list[str], **options: Any) -> str:
        """The name of the program that was started."""
        program = Program(
            f"{name}-{host.name}",
            host,
            command,
            self.folder.logs / f"{name.replace(' ', '-')}-{host.name}.log",
            **({"environment": base_environment()} | options),
        )
        self.programs[program.name] = program
        program.start()
        return program.name

    def _etcd(self, host: Host) -> None:
        data = self._own(host, "etcd")
        self._start(host, "etcd", configuration.etcd(host, self.hosts, data, path_of("etcd")), user=self.user)

    def _haproxy(self, host: Host) -> None:
        file = self._own(host, "haproxy") / "haproxy.cfg"
        file.write_text(configuration.haproxy(self.hosts))
        self._start(host, "haproxy", [path_of("haproxy"), "-db", "-q", "-f", str(file)])

    def _entrance(self) -> None:
        webs = [host for host in self.hosts if "web" in PLACES[host.name]]
        file = self._own(self.network.switch, "haproxy") / "haproxy.cfg"
        number = self.listener.fileno()
        file.write_text(configuration.entrance(webs, self.hosts, number, self.site, self.sockets))
        self._start(
            self.network.switch, "haproxy", [path_of("haproxy"), "-db", "-q", "-f", str(file)],
            passed=(number,),
        )  # fmt: skip

    def _sandbox(self) -> None:
        """The payment gateway and the national register, which are not on our hosts."""
        self.outside = listen(self.network.switch, SANDBOX)
        number = self.outside.fileno()
        command = [str(PROJECT / ".venv" / "bin" / "python"), "-m", "players.wallet.cashier.sandbox"]
        environment = base_environment() | self._settings(self.network.switch)
        self._start(
            self.network.switch, "sandbox", [*command, "--fd", str(number)],
            environment=environment | {"PYTHONPATH": str(PROJECT)}, passed=(number,),
        )  # fmt: skip

    def _pgbouncer(self, host: Host) -> None:
        folder = self._own(host, "pgbouncer")
        passwords = {role: self.folder.database_password(role).read_text().strip() for role in ROLES.values()}
        (folder / "pgbouncer.ini").write_text(configuration.pgbouncer(folder, passwords))
        self._give(folder)
        self._start(
            host, "pgbouncer", [path_of("pgbouncer"), "--quiet", str(folder / "pgbouncer.ini")],
            user=self.user,
        )  # fmt: skip

    def _patroni(self, host: Host) -> None:
        folder = self._own(host, "patroni")
        passwords = {name: self.folder.database_password(name).read_text().strip() for name in ADMINISTRATORS}
        file = folder / "patroni.json"
        file.write_text(json.dumps(configuration.patroni(host, self.hosts, folder, passwords)))
        self._give(folder)
        self._start(host, "patroni", configuration.patroni_command(file), user=self.user)

    def _valkey(self, host: Host) -> None:
        folder = self._own(host, "valkey")
        users = folder / "users.acl"
        users.write_text(valkey.users_with_passwords(self.folder))
        master, password = self.hosts[1], valkey.user_password(self.folder, valkey.ADMIN)
        file = folder / "valkey.conf"
        file.write_text(configuration.valkey(host, folder, users, master, password))
        self._give(folder)
        self._start(host, "valkey", [str(valkey.binary()), str(file)], user=self.user)

    def _sentinel(self, host: Host) -> None:
        folder = self._own(host, "sentinel")
        file = folder / "sentinel.conf"
        password = valkey.user_password(self.folder, valkey.ADMIN)
        file.write_text(configuration.sentinel(host, folder, self.hosts[1], password))
        self._give(folder)
        self._start(host, "sentinel", [str(valkey.binary()), str(file), "--sentinel"], user=self.user)

    def _give(self, folder: Path) -> None:
        """To the user as whom the servers run."""
        if self.user.isdigit():
            for path in folder.rglob("*"):
                os.chown(path, int(self.user), int(self.user))

    def _create_database(self) -> None:
        """The roles with their passwords, and the database, as deploy/roles.sql says."""
        with psycopg.connect(self.address("postgres", "postgres"), autocommit=True) as administrator:
            administrator.execute(postgres.ROLES_FILE.read_text().encode())
            for role in postgres.LOGINS:
                password = postgres.role_password(self.folder, role)
                administrator.execute(f"ALTER ROLE {role} PASSWORD '{password}'".encode())
            administrator.execute(
                f"CREATE DATABASE {postgres.DATABASE} OWNER {postgres.OWNER} TEMPLATE template0".encode()
            )

    def _settings(self, host: Host) -> dict[str, str]:
        home = self.place / host.name / "house"
        home.mkdir(mode=0o711, exist_ok=True)
        return {
            "HOUSE_DIR": str(home),
            "HOUSE_URL": self.url,
            "HOUSE_DEMO": "1",
            "HOUSE_EMBEDDED": "no",
            "STATIC_ROOT": str(self.place / "static"),
            "BEHIND_PROXY": "1",
            "WORKER_PROCESSES": "1",
            "ODDS_EVERY": "86400",
            "LOG_FORMAT": "json",
            "GATEWAY_URL": f"http://{self.network.switch.address}:{SANDBOX}",
            "REGISTER_URL": f"http://{self.network.switch.address}:{SANDBOX}/register",
            "GATEWAY_KEY_FILE": str(self.folder.gateway_key()),
            "REGISTER_KEY_FILE": str(self.folder.register_key()),
            "SECRET_KEY_FILE": str(self.folder.secret_key()),
            "COMMAND_KEY_FILE": str(self.folder.command_key()),
        }

    # --- what an operator sees

    def address(self, role: str, database: str) -> str:
        """The primary, from outside: through the entrance."""
        password = self.folder.database_password(role).read_text().strip()
        return f"postgresql://{role}:{password}@/{database}?host={self.sockets}"

    def member(self, host: Host) -> dict[str, Any]:
        """What Patroni says of the server on this host; nothing if it does not answer."""
        with suppress(OSError, ValueError, http.client.HTTPException):
            client = http.client.HTTPConnection(host.address)
            client.sock = connect(host, (host.address, configuration.PATRONI))
            try:
                client.request("GET", "/patroni")
                return dict(json.loads(client.getresponse().read()))
            finally:
                client.close()
        return {}

    def primary(self) -> Host | None:
        """The host whose server takes writes."""
        for host in self.hosts:
            member = self.member(host)
            if member.get("role") in ("primary", "master") and member.get("state") == "running":
                return host
        return None

    def the_primary(self) -> Host:
        host = self.primary()
        if host is None:
            raise ClusterError("no server is the primary")
        return host

    def reaches_primary(self) -> bool:
        """Whether the entrance leads to a server that takes writes."""
        with suppress(psycopg.Error):
            psycopg.connect(self.address("postgres", "postgres"), connect_timeout=3).close()
            return True
        return False

    def hosts_in_rotation(self) -> set[str]:
        """The names of the hosts that the entrance takes for ready."""
        with socket.socket(socket.AF_UNIX) as entrance:
            entrance.connect(str(self.sockets / "haproxy"))
            entrance.sendall(b"show stat\n")
            with entrance.makefile() as reply:
                lines = reply.read().splitlines()
        rows = csv.DictReader(line.removeprefix("# ") for line in lines)
        return {row["svname"] for row in rows if row["pxname"] == "ready" and row["status"].startswith("UP")}

    def standbys(self) -> list[Host]:
        """The hosts whose servers follow the primary, as the primary says."""
        try:
            with psycopg.connect(self.address("postgres", "postgres"), connect_timeout=3) as administrator:
                rows = administrator.execute(
                    "SELECT host(client_addr) FROM pg_stat_replication "
                    "WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')"
                ).fetchall()
        except psycopg.Error:
            return []
        return [host for host in self.hosts if (host.address,) in rows]

    def valkey_master(self) -> Host | None:
        for host in self.hosts[1:]:
            if "role:master" in self.ask_valkey(host, "INFO replication"):
                return host
        return None

    def ask_valkey(self, host: Host, command: str) -> str:
        with suppress(OSError), connect(host, (host.address, configuration.VALKEY)) as client:
            client.sendall(
                f"AUTH admin {valkey.user_password(self.folder, valkey.ADMIN)}\r\n{command}\r\n".encode()
            )
            client.settimeout(3)
            text = b""
            with suppress(TimeoutError):
                while b"\r\n" not in text or len(text) < 6:
                    text += client.recv(65536)
                client.settimeout(0.2)
                while part := client.recv(65536):
                    text += part
            return text.decode(errors="replace")
        return ""

    def hand_valkey_over(self) -> None:
        """A Sentinel moves the master, which goes on running."""
        host = self.hosts[0]
        with connect(host, (host.address, configuration.SENTINEL)) as client:
            client.sendall(f"SENTINEL FAILOVER {configuration.MASTER}\r\n".encode())
            answer = client.recv(200).decode()
        if not answer.startswith("+OK"):
            raise ClusterError(f"the Sentinel refused: {answer}")

    def wait_until_whole(self) -> None:
        """A primary, both standbys, and two servers of Valkey."""
        wait_for(lambda: len(self.standbys()) == len(HOSTS) - 1, OPENING_SECONDS, "two standbys")
        wait_for(self._valkey_is_whole, OPENING_SECONDS, "a replica of Valkey")

    def _valkey_is_whole(self) -> bool:
        master = self.valkey_master()
        return master is not None and "connected_slaves:1" in self.ask_valkey(master, "INFO replication")

    def _all_run(self) -> bool:
        if ended := self.ended():
            log = self.programs[ended[0]].log.read_text(errors="replace")
            raise ClusterError(f"{ended[0]} has ended: {log[-1500:]}")
        return True

    def ended(self) -> list[str]:
        """The programs that should run and do not."""
        return [name for name, program in self.programs.items() if not program.running]


def server_user(folder: Folder) -> str:
    """The user of servers that refuse to run as root: `nobody`, if that user can reach Python too."""
    user = postgres.Postgres(folder).user
    python = Path(sys.executable).resolve()
    return user if not user.isdigit() or postgres.open_to_others(python) else f"map:{user}"


def base_environment() -> dict[str, str]:
    """What a program on a host gets from this machine: nothing but the search path and the language."""
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")
    return {name: os.environ[name] for name in kept if name in os.environ} | {"PYTHONUNBUFFERED": "1"}
