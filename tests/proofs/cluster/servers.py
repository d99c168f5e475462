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
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from casino.services import postgres, valkey
from casino.services.folder import PROJECT, Folder
from deploy.cluster import files
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
FAILOVER_SECONDS = 30.0  # until a Sentinel that accepted to move the master has done so
SANDBOX = 8090
DISK = "1g"  # of each host, in memory
ROLES = {"web": "house_web", "croupier": "house_croupier", "worker": "house_worker", "beat": "house_worker"}
ADMINISTRATORS = ("postgres", "replicator", "rewinder")
# The certificates of those who come from the operator's host.
OPERATORS = {"postgres": "administrator", postgres.OWNER: "owner"}


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
        self.record = socket.create_server(("127.0.0.1", 0))  # leads to the primary
        self.authority = files.Authority(place / "authority")
        self.passwords = self._passwords()
        self.common = configuration.common(self.hosts, network.switch, self.passwords)
        self.site = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.url = f"http://{self.site}"
        self.release = PROJECT
        self.sign_ins = ""
        self.programs: dict[str, Program] = {}
        self.user = server_user(self.folder)

    def _passwords(self) -> dict[str, str]:
        """Of the servers, and of the roles of the processes as the rest of the system knows them."""
        passwords = {name: files.kept_password(self.place / "passwords", name) for name in files.PASSWORDS}
        for role in (*postgres.LOGINS, *ADMINISTRATORS):
            passwords[role] = self.folder.database_password(role).read_text().strip()
        return passwords

    # --- starting them

    def start_servers(self) -> None:
        self._issue_certificates()
        self._start_on_hosts(self._etcd)
        self._create_etcd_users()
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

    def _write(self, host: Host, name: str, folder: Path) -> Path:
        """A server's configuration on a host, from its template."""
        master = self.hosts[1]
        replicaof = "" if host == master else f"replicaof {master.address} {configuration.VALKEY}"
        own = {"host": host.name, "address": host.address, "replicaof": replicaof, "tls": self.tls(host)}
        return configuration.write(name, folder, self.common | own, self.hosts)

    def tls(self, host: Host) -> Path:
        """The folder of certificates and keys of a host."""
        return self.place / host.name / "tls"

    def _issue_certificates(self) -> None:
        operator = self.network.switch
        for host in self.hosts:
            self.authority.issue(self.tls(host), files.Member(host.name, host.address), files.ROLES)
            self._give(self.tls(host))
        self.authority.issue(
            self.tls(operator), files.Member("operator", operator.address), files.OPERATOR_ROLES
        )

    def _etcd(self, host: Host) -> None:
        folder = self._own(host, "etcd")
        self._write(host, "etcd.yaml", folder)
        self._give(folder)
        self._start(host, "etcd", [path_of("etcd"), f"--config-file={folder / 'etcd.yaml'}"], user=self.user)

    def _create_etcd_users(self) -> None:
        first, operator = self.hosts[0], self.network.switch
        environment = base_environment() | {
            "ETCDCTL_ENDPOINTS": f"https://{first.address}:{configuration.ETCD}",
            "ETCDCTL_CACERT": str(self.tls(operator) / "ca.crt"),
            "ETCDCTL_CERT": str(self.tls(operator) / "operator.crt"),
            "ETCDCTL_KEY": str(self.tls(operator) / "operator.key"),
            "ETCD_ROOT_PASSWORD": self.passwords["etcd_root"],
            "ETCD_PATRONI_PASSWORD": self.passwords["etcd_patroni"],
        }

        def healthy() -> bool:
            asked = subprocess.run(
                operator.inside([path_of("etcdctl"), "endpoint", "health", "--cluster"]),
                env=environment | {"ETCDCTL_API": "3"}, capture_output=True, check=False,
            )  # fmt: skip
            return self._all_run() and asked.returncode == 0

        wait_for(healthy, OPENING_SECONDS, "an etcd of three members")
        made = subprocess.run(
            operator.inside([str(configuration.ETCD_USERS)]),
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if made.returncode:
            raise ClusterError(f"etcd-users: {made.stderr[-1000:]}")

    def _haproxy(self, host: Host) -> None:
        file = self._write(host, "haproxy.cfg", self._own(host, "haproxy"))
        self._start(host, "haproxy", [path_of("haproxy"), "-db", "-q", "-f", str(file)])

    def _entrance(self) -> None:
        operator = self.network.switch
        folder = self._own(operator, "haproxy")
        site, record = self.listener.fileno(), self.record.fileno()
        # The way to the primary is open to this process and, at the same address, inside the operator's host.
        binds = f"fd@{record}\n    bind 127.0.0.1:{self.record.getsockname()[1]}"
        values: dict[str, object] = {
            "data": self.sockets,
            "tls": self.tls(operator),
            "site": self.site,
            "site_bind": f"fd@{site}",
            "primary_bind": binds,
        }
        webs = [host for host in self.hosts if "web" in PLACES[host.name]]
        file = configuration.write_entrance(folder, values, self.hosts, webs)
        self._start(
            operator, "haproxy", [path_of("haproxy"), "-db", "-q", "-f", str(file)], passed=(site, record)
        )

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
        self._write(host, "pgbouncer-users.txt", folder)
        file = self._write(host, "pgbouncer.ini", folder)
        self._give(folder)
        self._start(host, "pgbouncer", [path_of("pgbouncer"), "--quiet", str(file)], user=self.user)

    def _patroni(self, host: Host) -> None:
        folder = self._own(host, "patroni")
        file = self._write(host, "patroni.yaml", folder)
        lines = self._write(host, "patroni.env", folder).read_text().splitlines()
        etcdctl = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
        self._give(folder)
        command = configuration.patroni_command(file)
        self._start(host, "patroni", command, user=self.user, environment=base_environment() | etcdctl)

    def _valkey(self, host: Host) -> None:
        folder = self._own(host, "valkey")
        self._write(host, "valkey-users.acl", folder).write_text(self._valkey_users())
        file = self._write(host, "valkey.conf", folder)
        self._give(folder)
        self._start(host, "valkey", [str(configuration.valkey_program()), str(file)], user=self.user)

    def _valkey_users(self) -> str:
        """The processes' users, and those of the servers."""
        own = (files.TEMPLATES / "valkey-users.acl").read_text()
        lines = valkey.users_of(own).items()
        servers = "".join(f"user {entry} >{self.passwords[f'valkey_{name}']}\n" for name, entry in lines)
        return valkey.users_with_passwords(self.folder) + servers

    def _sentinel(self, host: Host) -> None:
        folder = self._own(host, "sentinel")
        file = self._write(host, "sentinel.conf", folder)
        self._give(folder)
        command = [str(configuration.valkey_program()), str(file), "--sentinel"]
        self._start(host, "sentinel", command, user=self.user)

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

    def close_disks(self) -> None:
        """And what leads to the hosts."""
        self.listener.close()
        self.record.close()
        for host in (*self.hosts, self.network.switch):
            subprocess.run(["umount", "--lazy", str(self.place / host.name)], check=False)

    # --- what an operator sees

    def address(self, role: str, database: str) -> str:
        """The primary, from outside: through the entrance."""
        password = self.folder.database_password(role).read_text().strip()
        tls, name = self.tls(self.network.switch), OPERATORS[role]
        return (
            f"postgresql://{role}:{password}@127.0.0.1:{self.record.getsockname()[1]}/{database}"
            f"?sslmode=verify-full&sslrootcert={tls}/ca.crt&sslcert={tls}/{name}.crt&sslkey={tls}/{name}.key"
        )

    def operator_tls(self) -> ssl.SSLContext:
        """For a client with the operator's certificate."""
        tls = self.tls(self.network.switch)
        context = ssl.create_default_context(cafile=tls / "ca.crt")
        context.load_cert_chain(tls / "operator.crt", tls / "operator.key")
        return context

    def connect(self, host: Host, port: int, timeout: float = 3.0) -> ssl.SSLSocket:
        """As the operator, to a server of a host, from inside that host."""
        plain = connect(host, (host.address, port), timeout)
        try:
            return self.operator_tls().wrap_socket(plain, server_hostname=host.address)
        except OSError:
            plain.close()
            raise

    def member(self, host: Host) -> dict[str, Any]:
        """What Patroni says of the server on this host; nothing if it does not answer."""
        with suppress(OSError, ValueError, http.client.HTTPException):
            client = http.client.HTTPConnection(host.address)
            client.sock = self.connect(host, configuration.PATRONI)
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
        with suppress(OSError), self.connect(host, configuration.VALKEY) as client:
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
        """A Sentinel moves the master, which goes on running. Returns when the other server is the master."""
        host, before = self.hosts[0], self.valkey_master()
        sign_in = f"AUTH operator {self.passwords['sentinel_operator']}\r\n"
        with self.connect(host, configuration.SENTINEL) as client:
            client.sendall(f"{sign_in}SENTINEL FAILOVER {configuration.MASTER}\r\n".encode())
            with client.makefile() as reply:
                answers = [reply.readline(), reply.readline()]
        if answers != ["+OK\n", "+OK\n"]:
            raise ClusterError(f"the Sentinel refused: {answers}")
        # For some seconds both say that they are; the new one says so last.
        replica = next(other for other in self.hosts[1:] if other != before)
        wait_for(
            lambda: "role:master" in self.ask_valkey(replica, "INFO replication"),
            FAILOVER_SECONDS,
            f"Valkey on {replica.name} as the master",
        )

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
