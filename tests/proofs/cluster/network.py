"""Hosts as network namespaces, joined by a switch in a namespace of its own; the machine's own network is
not used.

A host is isolated, not switched off: its packets are dropped without notice, as when a cable is cut.
"""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

SUBNET = "10.77.0"
CLONE_NEWNET = 0x40000000
CLONE_NEWNS = 0x20000
Made = TypeVar("Made")


@dataclass(frozen=True)
class Host:
    name: str
    address: str
    namespace: str

    def inside(self, command: list[str]) -> list[str]:
        """The command line that runs a program on this host."""
        return ["nsenter", f"--net=/run/netns/{self.namespace}", *command]


class NetworkError(Exception):
    """The namespaces could not be made or changed."""


class Network:
    """Use as a context manager: at its end the namespaces are gone."""

    def __init__(self, names: tuple[str, ...]) -> None:
        prefix = f"feltro-{os.getpid()}"
        self.switch = Host("switch", f"{SUBNET}.254", f"{prefix}-switch")
        self.hosts = [
            Host(name, f"{SUBNET}.{number}", f"{prefix}-{name}") for number, name in enumerate(names, 1)
        ]
        # Somebody else's machine on the same network.
        self.stranger = Host("stranger", f"{SUBNET}.99", f"{prefix}-stranger")

    def __enter__(self) -> Network:
        try:
            self._make()
        except NetworkError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for host in (*self.hosts, self.stranger, self.switch):
            subprocess.run(["ip", "netns", "del", host.namespace], capture_output=True, check=False)

    def _make(self) -> None:
        for host in (self.switch, *self.hosts, self.stranger):
            _run("ip", "netns", "add", host.namespace)
            self._ip(host, "link", "set", "lo", "up")
        self._ip(self.switch, "link", "add", "ports", "type", "bridge")
        self._ip(self.switch, "address", "add", f"{self.switch.address}/24", "dev", "ports")
        self._ip(self.switch, "link", "set", "ports", "up")
        for host in (*self.hosts, self.stranger):
            port = _port(host)
            self._ip(
                self.switch, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns",
                host.namespace,
            )  # fmt: skip
            self._ip(self.switch, "link", "set", port, "up", "master", "ports")
            self._ip(host, "address", "add", f"{host.address}/24", "dev", "eth0")
            self._ip(host, "link", "set", "eth0", "up")

    def _ip(self, host: Host, *words: str) -> None:
        _run("ip", "-n", host.namespace, *words)

    def silence(self, host: Host) -> None:
        """Its packets no longer leave the switch. The link stays up, so no connection is refused."""
        self._ip(self.switch, "link", "set", _port(host), "nomaster")

    def drop(self, source: Host, target: Host, port: int) -> None:
        """What `source` sends to this port of `target` vanishes. Open connections stay open and silent."""
        rules = (
            "add table inet drill",
            "add chain inet drill arriving { type filter hook input priority 0; }",
            f"add rule inet drill arriving ip saddr {source.address} tcp dport {port} drop",
        )
        for rule in rules:
            _run(*target.inside(["nft", *rule.split()]))

    def heal(self) -> None:
        """End everything that `silence` and `drop` did."""
        for host in self.hosts:
            self._ip(self.switch, "link", "set", _port(host), "master", "ports")
            subprocess.run(
                host.inside(["nft", "delete", "table", "inet", "drill"]), capture_output=True, check=False
            )


def _port(host: Host) -> str:
    return f"to-{host.name}"


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NetworkError(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")


def keep_mounts_apart() -> None:
    """What is mounted from now on, network namespaces included, is seen by this process and its children
    only, and is gone with them.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS):
        raise OSError(ctypes.get_errno(), "unshare")
    _run("mount", "--make-rprivate", "/")


def mount_disk(place: Path, size: str) -> None:
    """A small disk in memory."""
    place.mkdir()
    _run("mount", "-t", "tmpfs", "-o", f"size={size},mode=711", "none", str(place))


def missing() -> str | None:
    """Why no hosts can be made here, or None."""
    if os.geteuid() != 0:
        return "namespaces need root"
    try:
        keep_mounts_apart()
        with tempfile.TemporaryDirectory() as place:
            mount_disk(Path(place) / "disk", "1m")
            _run("umount", str(Path(place) / "disk"))
        with Network(("probe",)) as network:
            network.drop(network.switch, network.hosts[0], 9)
    except (NetworkError, OSError) as error:
        return f"no namespace or disk can be made ({error})"
    return None


def connect(host: Host, address: tuple[str, int], timeout: float = 3.0) -> socket.socket:
    """A connection from inside a host: the socket belongs to the namespace in which it was made."""
    return inside(host, lambda: socket.create_connection(address, timeout))


def listen(host: Host, port: int) -> socket.socket:
    """A listening socket of this host."""
    return inside(host, lambda: socket.create_server((host.address, port)))


def inside(host: Host, make: Callable[[], Made]) -> Made:
    """What is made on a host. Its namespace is entered by one thread, which ends with this call."""
    libc = ctypes.CDLL(None, use_errno=True)

    def enter_and_make() -> Made:
        with open(f"/run/netns/{host.namespace}", "rb") as namespace:
            if libc.setns(namespace.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")
        return make()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(enter_and_make).result()
