"""A Debian machine of its own for a test: this machine's files under an overlay in memory, booted with
systemd in a container.

What is installed and changed there never reaches the real machine. It has no network but its own loopback. It
needs root, an overlay file system and systemd-nspawn (Debian's systemd-container); `missing()` says what is
not there.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKAGES = ("postgresql", "caddy", "systemd-container", "python3-venv", "curl")
SIZE = "6g"
BOOT_SECONDS = 90
# However the test ends, the machine ends with it.
WITH_PARENT = ("setpriv", "--pdeathsig", "KILL")


def missing() -> str | None:
    """Why no machine can be booted here, or None."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "this needs root on Linux"
    if shutil.which("apt-get") is None or not Path("/lib/systemd/systemd").exists():
        return "this needs Debian with systemd"
    if shutil.which("systemd-nspawn") is None:
        installed = subprocess.run(
            ["apt-get", "install", "--yes", "--no-install-recommends", "systemd-container"],
            capture_output=True,
            check=False,
        )
        if installed.returncode or shutil.which("systemd-nspawn") is None:
            return "systemd-container cannot be installed"
    probe = (
        "mkdir {0}/u {0}/w {0}/m && mount -t overlay overlay -o lowerdir=/,upperdir={0}/u,workdir={0}/w {0}/m"
    )
    with tempfile.TemporaryDirectory() as folder:
        script = f"mount -t tmpfs none {folder} && {probe.format(folder)}"
        tried = subprocess.run(
            ["unshare", "--mount", "sh", "-c", script], capture_output=True, text=True, check=False
        )
    return None if tried.returncode == 0 else f"no overlay can be mounted: {tried.stderr.strip()}"


class Machine:
    """Use as a context manager. `prepare` runs commands with this machine's network before `boot`; `run`
    after it.
    """

    def __init__(self, source: Path) -> None:
        self.source = source
        self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
        self.root = self.folder / "root"
        self.boot_log = self.folder.with_suffix(".boot")
        self.holder: subprocess.Popen[bytes] | None = None
        self.container: subprocess.Popen[bytes] | None = None
        self.init = 0

    def __enter__(self) -> Machine:
        # One process holds the mount namespace; everything else joins it, and with its end all mounts
        # are gone.
        script = (
            f"mount -t tmpfs -o size={SIZE} none {self.folder} && cd {self.folder} && mkdir upper work root "
            f"&& mount -t overlay overlay -o lowerdir=/,upperdir=$PWD/upper,workdir=$PWD/work root "
            f"&& mkdir -p root/source && mount --bind {self.source} root/source "
            "&& echo ready && exec sleep 3600"
        )
        self.holder = subprocess.Popen(
            [*WITH_PARENT, "unshare", "--mount", "--propagation", "private", "sh", "-c", script],
            stdout=subprocess.PIPE,
        )
        assert self.holder.stdout is not None
        assert self.holder.stdout.readline() == b"ready\n"
        return self

    def __exit__(self, *error: object) -> None:
        for process in (self.container, self.holder):
            if process is not None:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.boot_log.unlink(missing_ok=True)

    def prepare(self, script: str) -> str:
        """Run a script in the machine's files, before it boots, with the network of this machine."""
        assert self.holder is not None
        mounts = (
            f"mount -t proc proc {self.root}/proc && mount --bind /dev {self.root}/dev "
            f"&& cp --remove-destination /etc/resolv.conf {self.root}/etc/resolv.conf; "
            f"exec chroot {self.root} sh -eu"
        )
        command = [
            "nsenter",
            f"--mount=/proc/{self.holder.pid}/ns/mnt",
            "unshare",
            "--mount",
            "--pid",
            "--fork",
        ]
        return self._output([*command, "sh", "-c", mounts], script)

    def boot(self) -> None:
        assert self.holder is not None
        self.container = subprocess.Popen(
            [
                *WITH_PARENT, "nsenter", f"--mount=/proc/{self.holder.pid}/ns/mnt", "systemd-nspawn",
                "--quiet", "--boot", "--register=no", "--keep-unit", "--private-network", "--link-journal=no",
                "--resolv-conf=off", "--timezone=off", "--console=read-only", f"--directory={self.root}",
                f"--bind-ro={self.root}/source:/source", "systemd.unit=multi-user.target",
            ],
            stdin=subprocess.DEVNULL,
            stdout=self.boot_log.open("wb"),
            stderr=subprocess.STDOUT,
        )  # fmt: skip
        deadline = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < deadline:
            self.init = self._find_init()
            if self.init and self._try("systemctl is-system-running | grep -Eq 'running|degraded'"):
                return
            time.sleep(0.3)
        raise AssertionError(
            f"the machine did not boot within {BOOT_SECONDS} s:\n"
            f"{self.boot_log.read_text(errors='replace')[-3000:]}"
        )

    def run(self, script: str) -> str:
        """Run a script as root on the booted machine; a command that fails ends the test with what was
        printed.
        """
        return self._output([*self._inside(), "sh", "-eu"], script)

    def wait(self, script: str, seconds: float) -> None:
        """Run a script again and again until it succeeds."""
        deadline = time.monotonic() + seconds
        while not self._try(script):
            if time.monotonic() > deadline:
                raise AssertionError(
                    f"not within {seconds} s: {script}\n{self.run('journalctl --no-pager -n 60')}"
                )
            time.sleep(0.3)

    def _try(self, script: str) -> bool:
        command = [*self._inside(), "sh", "-c", script]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def _inside(self) -> list[str]:
        environment = [
            "env",
            "-i",
            "--chdir=/",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG=C.UTF-8",
        ]
        return [
            "nsenter",
            f"--target={self.init}",
            "--mount",
            "--uts",
            "--ipc",
            "--net",
            "--pid",
            "--root",
            "--wd=/",
            *environment,
        ]

    def _find_init(self) -> int:
        """The process that is number 1 inside: the child of the container that runs systemd."""
        assert self.container is not None
        pending = [self.container.pid]
        while pending:
            pid = pending.pop()
            try:
                status = Path(f"/proc/{pid}/status").read_text()
                children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
            except OSError:
                continue
            numbers = next(
                (line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:")), []
            )
            if len(numbers) > 1 and numbers[-1] == "1":
                return pid
            pending += [int(child) for child in children.split()]
        return 0

    @staticmethod
    def _output(command: list[str], script: str) -> str:
        result = subprocess.run(
            command, input=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        assert result.returncode == 0, (
            f"ended with {result.returncode}:\n{script}\n--- printed:\n{result.stdout[-6000:]}"
        )
        return result.stdout
