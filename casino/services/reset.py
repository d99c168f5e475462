"""`make reset`: deletes the data of the demonstration, so that the next `make run` starts over.

It refuses while anything uses the data, and asks first. Backups and pictures in the same folder stay.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Iterator

from casino.services.errors import ALREADY_OPEN, StartupError
from casino.services.folder import Folder

LOCKS = ("house.lock", "postgres.users", "valkey.users", "postgres.keeper", "valkey.keeper")
DELETED = ("postgres", "valkey", "journal", "media", "run", "static", "static.mark", "keys", "logs", "locks")


def reset(folder: Folder, *, confirmed: bool) -> int:
    """Delete the data. Without `confirmed`, a person at the terminal must agree."""
    if not (folder.keys / "secret_key").exists():
        print(f"There is no house at {folder.path}.")  # nothing else is ever deleted
        return 0
    try:
        with _unused(folder):
            if not confirmed and not _agrees(folder):
                print("Nothing was deleted.")
                return 1
            for name in DELETED:
                path = folder.path / name
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink(missing_ok=True)
    except StartupError as error:
        print(error)
        return error.code
    print(f"The data of {folder.path} is deleted. The next `make run` starts over.")
    return 0


@contextlib.contextmanager
def _unused(folder: Folder) -> Iterator[None]:
    """Hold every lock of the installation, so that nothing starts meanwhile."""
    folder.make()
    with contextlib.ExitStack() as held:
        for name in LOCKS:
            lock = folder.lock(name, fcntl.LOCK_EX)
            if lock is None:
                raise StartupError(
                    f"The data of {folder.path} is in use. Stop `make run` and every command first.",
                    ALREADY_OPEN,
                )
            held.callback(os.close, lock)
        yield


def _agrees(folder: Folder) -> bool:
    if not sys.stdin.isatty():
        print("There is no terminal for the confirmation; ARGS=--yes deletes without one.")
        return False
    answer = input(f"Delete everyone and everything that was played in {folder.path}? [y/N] ")
    return answer.strip().lower() in ("y", "yes", "s", "sim")


def main() -> int:
    parser = ArgumentParser(prog="make reset", description=__doc__)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    return reset(Folder.default(), confirmed=parser.parse_args().yes)


if __name__ == "__main__":
    raise SystemExit(main())
