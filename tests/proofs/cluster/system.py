"""The system on three hosts: its processes beside the servers.

| host | servers                          | processes                          |
|------|----------------------------------|------------------------------------|
| a    | PostgreSQL, etcd, Sentinel       | web, worker of fast tasks, beat    |
| b    | the same, and Valkey (master)    | web, croupier, worker of slow ones |
| c    | the same, and Valkey (replica)   | croupier, worker, beat             |

On every host PgBouncer and HAProxy lead to whichever PostgreSQL is the primary. The primary and the master
move in the drills.
"""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from casino.services import postgres, valkey
from casino.services.folder import PROJECT
from tests.proofs.cluster import configuration
from tests.proofs.cluster.network import Host, Network
from tests.proofs.cluster.programs import Program, stop_all
from tests.proofs.cluster.servers import (
    HOSTS,
    OPENING_SECONDS,
    PLACES,
    ROLES,
    ClusterError,
    Servers,
    base_environment,
    wait_for,
)

SHARDS = 64  # games.models.SHARDS, which cannot be imported before Django is set up
CROUPIER_ID = 12  # characters


class System(Servers):
    """The servers and the processes of the system."""

    def prepare(self, *, pages: bool) -> None:
        """Migrate; with `pages`, also collect the static files and make the demonstration's people and
        tables.
        """
        self.sign_ins = self.manage("prepare" if pages else "migrate").stdout.strip()
        self.manage("national_list")  # without the list there is no play for money

    def manage(self, *words: str, release: Path | None = None) -> subprocess.CompletedProcess[str]:
        """A management command, with the rights of the owner of the database."""
        done = subprocess.run(
            self.network.switch.inside([str(PROJECT / ".venv" / "bin" / "python"), "manage.py", *words]),
            cwd=release or self.release,
            env=base_environment() | self.owner_settings(),
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        if done.returncode:
            raise ClusterError(f"manage.py {' '.join(words)}: {done.stderr[-2000:]}")
        return done

    def owner_settings(self) -> dict[str, str]:
        """For this process and for management commands."""
        return (
            self._settings(self.network.switch)
            | self._valkey_settings(self.network.switch, "worker")
            | {
                "DATABASE_URL": self.address(postgres.OWNER, postgres.DATABASE),
                "SEAL_KEY_FILE": str(self.folder.seal_key()),
                "DJANGO_SETTINGS_MODULE": "casino.settings",
            }
        )

    def start_processes(self) -> None:
        for host in self.hosts:
            for process in PLACES[host.name]:
                self.start_process(host, process)
        self.wait_until_ready()

    def start_process(self, host: Host, process: str, number: int = 1, **more: str) -> str:
        """The name of the program that was started."""
        kind, *arguments = process.split()
        command = [str(self.release / "deploy" / "run"), kind, *arguments]
        name = process if number == 1 else f"{process}-{number}"
        return self._start(host, name, command, environment=self.environment(host, kind) | more)

    def restart_process(self, host: Host, process: str, **more: str) -> None:
        """Stop it and start it again, from the release of now. Returns when it serves."""
        begun = self.lists_served()
        self.programs[f"{process}-{host.name}"].stop()
        self.start_process(host, process, **more)
        if process == "web":
            # The next one may stop only when the entrance sends people to this one.
            wait_for(
                lambda: self._all_run() and self.ready_at(host) and host.name in self.hosts_in_rotation(),
                OPENING_SECONDS,
                f"web on {host.name}",
            )
        elif process == "croupier":
            wait_for(
                lambda: self._all_run() and len(self.lists_served()) == len(begun),
                OPENING_SECONDS,
                f"the lists of the croupier on {host.name}",
            )

    def lists_served(self) -> Counter[str]:
        """How many lists of commands each croupier serves, by the leases."""
        master = self.valkey_master()
        leases = " ".join(f"lease:{shard}" for shard in range(SHARDS))
        answer = self.ask_valkey(master, f"MGET {leases}") if master else ""
        return Counter(line for line in answer.splitlines() if line.isalnum() and len(line) == CROUPIER_ID)

    def environment(self, host: Host, kind: str) -> dict[str, str]:
        role = ROLES[kind]
        password = self.folder.database_password(role).read_text().strip()
        pooled = f"postgresql://{role}:{password}@127.0.0.1:{configuration.POOL}/{postgres.DATABASE}"
        settings = base_environment() | self._settings(host) | self._valkey_settings(host, kind)
        settings |= {"DATABASE_URL": pooled, "DATABASE_POOLER": "1"}
        if kind == "web":
            settings |= {"FILE_KEYS_FILE": str(self.folder.file_keys()), "DATABASE_POOL": "8"}
            settings["WEB_ADDRESS"] = host.address
            for setting, file in (("CERT", "web.crt"), ("KEY", "web.key"), ("CA", "ca.crt")):
                settings[f"WEB_{setting}_FILE"] = str(self.tls(host) / file)
        if kind == "croupier":
            settings["SEAL_KEY_FILE"] = str(self.folder.seal_key())
            del settings["COMMAND_KEY_FILE"]
        if kind == "worker":
            settings["PAYOUT_KEY_FILE"] = str(self.folder.payout_key())
        return settings

    def _valkey_settings(self, host: Host, kind: str) -> dict[str, str]:
        tls = self.tls(host)
        sentinels = ",".join(f"{host.address}:{configuration.SENTINEL}" for host in self.hosts)
        parameters = (
            f"ssl_ca_certs={tls}/ca.crt&ssl_certfile={tls}/house.crt&ssl_keyfile={tls}/house.key"
            f"&sentinel_username=house&sentinel_password={self.passwords['sentinel_house']}"
        )
        return {
            setting: f"rediss+sentinel://{user}:{valkey.user_password(self.folder, user)}@{sentinels}"
            f"/{configuration.MASTER}/0?{parameters}"
            for setting, user in valkey.PROCESS_USERS[kind].items()
        }

    def croupier_of(self, table: int) -> Program:
        """The croupier that serves a table, by its lease."""
        master = self.valkey_master()
        answer = self.ask_valkey(master, f"GET lease:{table % SHARDS}") if master else ""
        for name, program in self.programs.items():
            own = [line for line in answer.splitlines() if line.isalnum()]
            if name.startswith("croupier") and own and own[-1] in program.log.read_text():
                return program
        raise ClusterError(f"no croupier serves table {table}")

    def ready(self) -> bool:
        """Whether the site says so, and every host that serves it."""
        return all(self.ready_at(host) for host in self.hosts if f"web-{host.name}" in self.programs)

    def ready_at(self, host: Host) -> bool:
        with suppress(OSError, ValueError, http.client.HTTPException):
            client = http.client.HTTPConnection(self.site, timeout=10)
            client.sock = self.connect(host, configuration.WEB, 10)
            try:
                client.request("GET", "/readyz", headers={"Host": self.site})
                return client.getresponse().status == http.client.OK
            finally:
                client.close()
        return False

    def wait_until_ready(self) -> None:
        wait_for(lambda: self._all_run() and self.ready(), OPENING_SECONDS, "readiness of every web process")

    def close(self) -> None:
        processes = [p for p in self.programs.values() if p.command[0].endswith("deploy/run")]
        stop_all(processes)
        stop_all([program for program in self.programs.values() if program not in processes])
        self.close_disks()


@contextmanager
def running(port: int, *, pages: bool) -> Iterator[System]:
    """The three hosts with everything on them; at the end nothing of it is left. The drills need no pages."""
    # Where PostgreSQL, which does not run as root, can reach it.
    place = Path(tempfile.mkdtemp(prefix="feltro-cluster-"))
    place.chmod(0o711)
    with Network(HOSTS) as network:
        system = System(network, place, port)
        try:
            system.start_servers()
            system.prepare(pages=pages)
            system.start_processes()
            yield system
        finally:
            system.close()
            if keep := os.environ.get("CLUSTER_KEEP"):
                shutil.copytree(system.folder.logs, keep, dirs_exist_ok=True)
            shutil.rmtree(place, ignore_errors=True)
