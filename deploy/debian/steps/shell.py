"""Running programs, writing files, and where things are on the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HOME = Path("/opt/feltro")
RELEASES = HOME / "releases"
CURRENT = HOME / "current"
ORDER = HOME / "order"
SETTINGS = Path("/etc/feltro")
KEYS = SETTINGS / "keys"
STATE = Path("/var/lib/feltro")
PERSON_KEYS = STATE / "person-keys"
UNITS = Path("/etc/systemd/system")
# Each has a user feltro-NAME and a folder of keys. The operator is whoever runs `feltro manage`.
PROCESSES = ("web", "croupier", "worker", "beat", "beacon", "operator")


class Failure(Exception):
    """What went wrong, in a sentence for the operator."""


def say(text: str) -> None:
    print(text, flush=True)


def run(*command: str | Path, text: str | None = None, environment: dict[str, str] | None = None) -> str:
    """Run a program and return what it printed; a program that fails ends the installation."""
    result = subprocess.run(
        [str(part) for part in command],
        input=text,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if result.returncode:
        shown = " ".join(str(part) for part in command)
        raise Failure(f"`{shown}` ended with {result.returncode}:\n{result.stdout.rstrip()}")
    return result.stdout


def works(*command: str | Path) -> bool:
    return (
        subprocess.run(
            [str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        ).returncode
        == 0
    )


def write(path: Path, text: str, mode: int) -> None:
    """Write a file in one step: at no time is half of it there, or all of it readable by others."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as file:
        os.fchmod(file.fileno(), mode)
        file.write(text)
    new.replace(path)


def write_once(path: Path, text: str, mode: int = 0o600) -> None:
    if not path.exists():
        write(path, text, mode)


def _groups(process: str) -> list[str]:
    """The operator reads the croupier's archive before months leave the database. Between hosts, a group
    of its own reads the key of TLS to Valkey.
    """
    archive = ["feltro-croupier"] if process == "operator" else []
    tls = ["feltro-tls"] if works("getent", "group", "feltro-tls") else []
    return ["feltro", *archive, *tls]


def as_process(process: str, *command: str, release: Path = CURRENT) -> int:
    """Run `deploy/run COMMAND` as one process of the system: with its user, keys, folders and limits."""
    interactive = "--pty" if sys.stdin.isatty() else "--pipe"
    group = "feltro" if process in ("worker", "operator") else f"feltro-{process}"
    states = {
        "web": "web feltro/media",
        "croupier": "croupier feltro/archive",
        "worker": "worker feltro/regulator feltro/regulator-outbox feltro/anchors feltro/public-log",
    }
    properties = {
        "User": f"feltro-{process}",
        "Group": group,
        "SupplementaryGroups": " ".join(_groups(process)),
        "EnvironmentFile": str(SETTINGS / "house.env"),
        "StateDirectory": f"feltro/{states.get(process, process)}",
        "StateDirectoryMode": "0750" if process in ("worker", "croupier") else "0700",
        "ReadWritePaths": f"-{PERSON_KEYS}" if process in ("web", "worker", "operator") else "",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "PrivateTmp": "yes",
        "NoNewPrivileges": "yes",
    }
    options = [f"--property={name}={value}" for name, value in properties.items()]
    # The beacon needs none of the common keys.
    folders = {"own": KEYS / process} | ({} if process == "beacon" else {"common": KEYS / "common"})
    options += [f"--property=LoadCredential={group}:{path}" for group, path in folders.items()]
    return subprocess.run(
        [
            "systemd-run", "--quiet", "--wait", "--collect", interactive, *options,
            str(release / "deploy" / "run"), *command,
        ],
        check=False,
    ).returncode  # fmt: skip
