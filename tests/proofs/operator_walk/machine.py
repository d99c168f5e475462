"""An empty Debian of its own with systemd as process 1, for the walk: real units, timers and credentials.

debootstrap makes the root from the package sources of this machine, systemd-nspawn boots it, and slirp4netns
gives it a network behind which nobody reaches it: it fetches packages, and its ports are its own. Everything
lives in namespaces that end with this program.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.proofs.bare.__main__ import BIN, apt_proxies, debian_mirror, trust_what_this_machine_trusts

PACKAGES = "ca-certificates,dbus,libpam-systemd,openssl,systemd,systemd-sysv"
PROGRAMS = {
    "debootstrap": "debootstrap",
    "systemd-nspawn": "systemd-container",
    "slirp4netns": "slirp4netns",
    "nsenter": "util-linux",
    "curl": "curl",
    "git": "git",
}
BOOT_SECONDS = 120
NAMESERVER = "10.0.2.3"  # slirp4netns answers there
WITH_PARENT = ("setpriv", "--pdeathsig", "KILL")
# A tree of control groups and a /run of its own, whatever this machine has.
BOOT = """
umount --lazy /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup
mkdir -p "/sys/fs/cgroup/$1" && echo 0 > "/sys/fs/cgroup/$1/cgroup.procs"
exec unshare --cgroup --pid --fork --kill-child --mount-proc sh -euc '
    umount --lazy /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup && mount -t tmpfs tmpfs /run
    exec systemd-nspawn --quiet --directory="$0" --machine="$1" --boot --register=no --keep-unit \
        --private-network --resolv-conf=off --timezone=off --link-journal=no --console=pipe' "$0" "$1"
"""
ENVIRONMENT = {"PATH": BIN, "LANG": "C.UTF-8", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}


class MachineError(Exception):
    """Why the machine cannot be had, in a sentence."""


def check_requirements() -> None:
    if os.geteuid() != 0:
        raise MachineError("only root can boot another machine; run it as root.")
    missing = {package for program, package in PROGRAMS.items() if shutil.which(program) is None}
    if missing:
        raise MachineError(f"missing here; on Debian: apt install {' '.join(sorted(missing))}")


def make_root(root: Path, suite: str) -> None:
    log = root.with_name("debootstrap.log")
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, str(root)]
    command += [mirror] if (mirror := debian_mirror()) else []
    with log.open("wb") as file:
        made = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, env=apt_proxies(), check=False)
    if made.returncode:
        raise MachineError(
            f"debootstrap failed ({made.returncode}):\n{log.read_text(errors='replace')[-600:]}"
        )
    trust_what_this_machine_trusts(root)
    (root / "etc/resolv.conf").unlink(missing_ok=True)
    (root / "etc/resolv.conf").write_text(f"nameserver {NAMESERVER}\n")
    # The guide says `apt install`; nobody is there to say yes.
    (root / "etc/apt/apt.conf.d/90walk").write_text(
        'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n'
    )


class Machine:
    def __init__(self, root: Path) -> None:
        self.root, self.name = root, f"walk-{os.getpid()}"
        self.console = root.with_name("console.log")
        self.processes: list[subprocess.Popen[bytes]] = []
        self.init = 0

    def boot(self) -> None:
        with self.console.open("wb") as console:
            boot = subprocess.Popen(
                [*WITH_PARENT, "unshare", "--mount", "--propagation", "private",
                 "sh", "-euc", BOOT, str(self.root), self.name],
                stdin=subprocess.DEVNULL, stdout=console, stderr=console,
            )  # fmt: skip
        self.processes.append(boot)
        deadline = time.monotonic() + BOOT_SECONDS
        while not (self.init and self.succeeds("systemctl is-system-running | grep -Eq 'running|degraded'")):
            if boot.poll() is not None or time.monotonic() > deadline:
                raise MachineError(f"it did not boot:\n{self.console.read_text(errors='replace')[-1500:]}")
            time.sleep(0.5)
            self.init = self._find_init(boot.pid)
        with self.console.with_name("network.log").open("wb") as log:
            self.processes.append(
                subprocess.Popen(
                    [
                        *WITH_PARENT,
                        "slirp4netns",
                        "--configure",
                        "--disable-host-loopback",
                        str(self.init),
                        "tap0",
                    ],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )  # fmt: skip
            )
        self.wait("grep -Eq '^tap0\\s+00000000' /proc/net/route", 30)

    def shut_down(self) -> None:
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def inside(self, *command: str) -> list[str]:
        variables = [f"{name}={value}" for name, value in ENVIRONMENT.items()]
        return [
            "nsenter", f"--target={self.init}", "--mount", "--uts", "--ipc", "--net", "--pid", "--root",
            "env", "-i", "--chdir=/root", *variables, *command,
        ]  # fmt: skip

    def run(self, script: str, seconds: float = 1800) -> str:
        """Run a script as root on the machine; one that fails ends the walk with what it printed."""
        done = subprocess.run(
            self.inside("bash", "-euo", "pipefail", "-c", script), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds, check=False,
        )  # fmt: skip
        if done.returncode:
            raise MachineError(
                f"ended with {done.returncode}:\n{script}\n--- printed:\n{done.stdout[-4000:]}"
            )
        return done.stdout

    def lines(self, script: str, seconds: float = 3600) -> Iterator[str]:
        """Run a script and give each line as it is printed, the commands among them."""
        process = subprocess.Popen(
            self.inside("bash", "-evuo", "pipefail", "-c", script), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        deadline = time.monotonic() + seconds
        assert process.stdout is not None
        for line in process.stdout:
            yield line.rstrip("\n")
            if time.monotonic() > deadline:
                process.kill()
        if code := process.wait():
            raise MachineError(f"a command of this block ended with {code}")

    def succeeds(self, script: str) -> bool:
        command = self.inside("bash", "-c", script)
        return (
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode
            == 0
        )

    def wait(self, script: str, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not self.succeeds(script):
            if time.monotonic() > deadline:
                raise MachineError(f"not within {seconds:.0f} s: {script}")
            time.sleep(0.5)

    def curl(self, *arguments: str) -> str:
        """Ask a server of the machine with the curl of this one."""
        done = subprocess.run(
            ["nsenter", f"--target={self.init}", "--net",
             "curl", "--silent", "--insecure", "--max-time", "40",
             "--resolve", "casino.example:443:127.0.0.1", *arguments],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout

    @staticmethod
    def _find_init(parent: int) -> int:
        """The systemd below this process that is number 1 for itself."""
        pending = [parent]
        while pending:
            pid = pending.pop()
            try:
                status = Path(f"/proc/{pid}/status").read_text()
                children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
            except OSError:
                continue
            if (
                status.startswith("Name:\tsystemd\n")
                and status.split("NSpid:")[1].split("\n")[0].split()[-1] == "1"
            ):
                return pid
            pending += map(int, children.split())
        return 0
