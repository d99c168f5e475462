"""What each process loads before anybody plays.

A library that only some work needs is imported by that work: every process that imports it holds it for
ever.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from casino.services.folder import PROJECT
from casino.services.processes import BEAT_MODULES, CROUPIER_MODULES, WEB_MODULES, WORKER_MODULES

# What weighs two megabytes and more, or brings what does, and who may hold it at rest.
HEAVY = {
    "numpy": set(),
    "reportlab": set(),
    "lxml": {"web"},  # staff hand in files of the bank
    "fontTools": set(),
    "PIL": set(),
    "xlsxwriter": set(),
    "boto3": set(),
    "rapidfuzz": {"web"},  # the pages of screening compare names
    "fido2": {"web"},  # passkeys
    "requests": {"web"},  # the templates of rest_framework bring it, and markdown too
    "markdown": {"web"},
    "unfold.admin": {"web"},
    "drf_spectacular.openapi": {"web"},
    "casino.urls": {"web"},
    "uvicorn": {"web"},
}
PROCESSES = {
    "web": WEB_MODULES,
    "croupier": CROUPIER_MODULES,
    "worker": WORKER_MODULES,
    "beat": BEAT_MODULES,
}
PROGRAM = """
import json, sys
from casino.services.prefork import load
load(sys.argv[1].split(","))
print(json.dumps([name for name in json.loads(sys.argv[2]) if name in sys.modules]))
"""


@pytest.mark.parametrize("process", PROCESSES)
def test_a_process_loads_nothing_heavy_that_it_does_not_use_at_rest(process: str) -> None:
    environment = os.environ | {"SECRET_KEY": "unused", "REDIS_URL": "redis://127.0.0.1:1/0"}
    loaded = subprocess.run(
        [sys.executable, "-c", PROGRAM, PROCESSES[process], json.dumps(list(HEAVY))],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(json.loads(loaded.stdout)) == {name for name, users in HEAVY.items() if process in users}
