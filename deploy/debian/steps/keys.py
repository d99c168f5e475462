"""New keys for what is sealed or encrypted here, without a pause.

systemd hands each process the key files as they are when it starts. So a key is first added where it opens
and seals nothing yet, and every process that has the file restarts; only then it becomes the last line, the
one for what is new, and they restart again. At no moment does one process write what another cannot open.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from steps import releases
from steps.shell import CURRENT, KEYS, Failure, run, say, write

PYTHON = CURRENT / ".venv/bin/python"
FILE_ENCRYPTION = CURRENT / "players/shared/file_encryption.py"
# Prints the ids of a file's keys, as the processes name them, in the order of the file.
SEAL_KEY_IDS = """
import sys
from pathlib import Path
from games.draw.seal_key import read_keys
print(*(key_id.hex() for key_id in read_keys(Path(sys.argv[1]))))
"""


@dataclass(frozen=True)
class KeyFile:
    """A file with one key a line. The last one is for what is new, the others open what is older. Every
    process that has it has the same.
    """

    processes: tuple[str, ...]
    name: str

    @property
    def path(self) -> Path:
        return KEYS / self.processes[0] / self.name

    @property
    def lines(self) -> list[str]:
        if not self.path.exists():
            raise Failure(f"{self.path} does not exist: this machine has no such key.")
        lines = map(str.strip, self.path.read_text().splitlines())
        return [line for line in lines if line and not line.startswith("#")]

    def ids(self) -> list[str]:
        if self.name == "seal_key":
            shown = run(
                PYTHON, "-c", SEAL_KEY_IDS, self.path, environment={"PYTHONPATH": os.path.realpath(CURRENT)}
            )
        else:
            shown = run(PYTHON, FILE_ENCRYPTION, "ids", self.path)
        return shown.split()

    def generate(self) -> str:
        if self.name == "seal_key":
            return secrets.token_hex(32)
        return run(PYTHON, FILE_ENCRYPTION, "key").strip()

    def save(self, lines: list[str]) -> None:
        for process in self.processes:
            write(KEYS / process / self.name, "".join(f"{line}\n" for line in lines), 0o600)

    def restart(self) -> None:
        """The processes that run all the time; the operator's commands read the file when they begin."""
        for process in self.processes:
            if process != "operator":
                releases.restart_each(process)


FILES = {
    "seal_key": KeyFile(("croupier",), "seal_key"),
    "file_keys": KeyFile(("web",), "file_keys"),
    "person_keys": KeyFile(("web", "worker", "operator"), "person_keys"),
}


def show(name: str) -> None:
    *older, newest = FILES[name].ids()
    say("\n".join([*older, f"{newest} (for what is new)"]))


def add(name: str) -> str:
    """Add a key that opens and seals nothing yet."""
    file = FILES[name]
    *older, newest = file.lines
    file.save([*older, file.generate(), newest])
    new = file.ids()[-2]
    say(f"{file.path}: the key {new} is added, and seals nothing yet.")
    file.restart()
    return new


def use(name: str, chosen: str) -> None:
    """Make a key that every process has the one for what is new."""
    file = FILES[name]
    ids, lines = file.ids(), file.lines
    if chosen not in ids:
        raise Failure(f"{file.path} has no key {chosen}. Its keys: {', '.join(ids)}.")
    if chosen == ids[-1]:
        say(f"{file.path}: the key {chosen} is already the one for what is new.")
    else:
        moved = lines.pop(ids.index(chosen))
        file.save([*lines, moved])
        say(f"{file.path}: the key {chosen} is now the one for what is new.")
    file.restart()


def rotate(name: str) -> None:
    use(name, add(name))
