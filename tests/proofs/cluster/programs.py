"""The programs that run on the hosts: started, stopped and paused by their process ids.

Every program ends with this process, whatever ends it. Programs are started by the main thread only, because
the kernel ends them with the thread that started them.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from casino.services.folder import PROJECT
from casino.services.postgres import tie_to_parent
from tests.proofs.cluster import configuration, network
from tests.proofs.cluster.network import Host

PACKAGES = {
    "etcd": "etcd-server",
    "etcdctl": "etcd-client",
    "haproxy": "haproxy",
    "pgbouncer": "pgbouncer",
    "ip": "iproute2",
    "nft": "nftables",
    "ss": "iproute2",
}
SEARCHED = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
STOP_SECONDS = 20.0


def path_of(program: str) -> str:
    return shutil.which(program, path=SEARCHED) or program


def missing() -> str | None:
    """Why the three hosts cannot run here, or None."""
    absent = [
        package for program, package in PACKAGES.items() if shutil.which(program, path=SEARCHED) is None
    ]
    if absent:
        return f"these packages are not installed: {' '.join(absent)}"
    if not (Path(sys.executable).parent / "patroni").exists():
        return "Patroni is not installed (locks/cluster.txt)"
    if not (configuration.postgres_programs() / "postgres").exists():
        return "these packages are not installed: postgresql"
    if not configuration.valkey_program().exists():
        return f"Valkey with TLS is not built ({configuration.BUILD_VALKEY.relative_to(PROJECT)})"
    return network.missing()


@dataclass
class Program:
    name: str
    host: Host
    command: list[str]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    user: str = "-"  # as parent_death.py reads it
    passed: Sequence[int] = ()
    stop_signal: int = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        wrapped = tie_to_parent(self.command, signal_number=self.stop_signal, user=self.user)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.host.inside(wrapped),
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=tuple(self.passed),
                cwd="/",
                start_new_session=True,
            )

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def send(self, number: int) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        if self.process is not None:
            self.process.wait(STOP_SECONDS)

    def stop(self) -> None:
        """Ask it to end, and end it if it does not."""
        self.send(self.stop_signal)
        if self.process is None:
            return
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()


def stop_all(programs: Sequence[Program]) -> None:
    """Ask all to end at once, then wait for each."""
    for program in programs:
        program.send(signal.SIGCONT)
        program.send(program.stop_signal)
    end = time.monotonic() + STOP_SECONDS
    for program in programs:
        if program.process is None:
            continue
        try:
            program.process.wait(max(0.1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            program.kill()
