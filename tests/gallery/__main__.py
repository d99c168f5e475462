"""`make gallery` (ARGS="--only blackjack", ARGS="--to FOLDER"): pictures of every page and of every phase
of every table.

They are taken in a house of their own, with known draws and a set clock. The last line is `N pictures, 0
errors`. An error is a message in the browser's console, a failed request, a page wider than its window, text
in the wrong language, a serious finding of axe, or a missing picture of the manifest.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from casino.services.folder import PROJECT, Folder
from tests.gallery.cells import manifest
from tests.players.wallet.bank.files import IBAN
from tests.proofs.running_system import connected
from tests.running import REMOVED_VARIABLES, RunningHouse


@contextlib.contextmanager
def house() -> Iterator[RunningHouse]:
    """A whole demonstration house whose croupier and schedule stand still: here the gallery deals."""
    for name in REMOVED_VARIABLES:
        os.environ.pop(name, None)
    # The browser's library keeps a loop of its own in this thread, where Django would see one of the web's.
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        "LOG_LEVEL": "WARNING",
    }
    with tempfile.TemporaryDirectory() as place:
        variables = {
            "LOG_LEVEL": "WARNING",
            "TABLE_MESSAGES_A_SECOND": "500",
            "API_REQUESTS_A_MINUTE": "6000",
            "BANK_ACCOUNTS": IBAN,
        }
        with RunningHouse.opened(Path(place), **variables) as running:
            stopped = [running.process_id(name) for name in ("croupier", "beat")]
            for number in stopped:
                os.kill(number, signal.SIGSTOP)
            try:
                with connected(running.folder):
                    yield running
            finally:
                for number in stopped:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(number, signal.SIGCONT)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.gallery")
    parser.add_argument(
        "--only",
        default="",
        help="pages whose name in the manifest begins so; several with commas between them",
    )
    parser.add_argument(
        "--to", type=Path, default=PROJECT / ".house" / "gallery", help="where the pictures go"
    )
    for name in ("sizes", "themes", "languages"):
        parser.add_argument(f"--{name}", default="", help="only these, with commas between them")
    options = parser.parse_args()
    wanted = manifest(sizes=options.sizes, themes=options.themes, languages=options.languages)
    if not any(wanted.all_cells(options.only)):
        parser.error(f"no page of the manifest begins with {options.only!r}")
    with house() as running:
        from tests.gallery.runner import take_pictures

        camera = take_pictures(running, Folder(running.folder), wanted, options.to, options.only)
    for cell in camera.missing():
        camera.error(cell, "no picture")
    print(f"{len(camera.taken)} pictures, {len(camera.errors)} errors")
    return 1 if camera.errors else 0


if __name__ == "__main__":
    sys.exit(main())
