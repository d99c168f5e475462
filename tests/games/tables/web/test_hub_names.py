"""No web process can use the name of another: the croupier addresses one socket by that name and a number."""

from __future__ import annotations

import subprocess
import sys

from casino.services.folder import PROJECT

FORKED = """
import asyncio, os
from casino.services import prefork
prefork.load(["casino.asgi"])
from games.tables.web.hub import hub
async def named():
    hub.start()
    print(hub.keyring.id, hub.presence.process, flush=True)
for _ in range(2):
    if (copy := os.fork()) == 0:
        asyncio.run(named())
        os._exit(0)
    assert os.waitpid(copy, 0)[1] == 0
"""


def test_two_copies_of_one_loaded_process_have_names_of_their_own() -> None:
    process = subprocess.run(
        [sys.executable, "-c", FORKED], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    named = [line.split() for line in process.stdout.splitlines()]
    assert len(named) == 2 and all(hub == presence != "" for hub, presence in named)
    assert named[0] != named[1]
