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
from casino.services.processes import (
    BEAT_MODULES,
    BEAT_SETTINGS,
    CROUPIER_MODULES,
    SANDBOX,
    WEB_MODULES,
    WORKER_MODULES,
)

# What weighs two megabytes and more, or brings what does, and who may hold it at rest.
HEAVY = {
    "numpy": set(),
    "reportlab": set(),
    "lxml": {"web", "worker"},  # staff hand in files of the bank, and tasks read them
    "fontTools": set(),
    "PIL": set(),
    "xlsxwriter": set(),
    "boto3": set(),
    "prompt_toolkit": set(),  # the shell of Celery's command line
    "rapidfuzz": {"web", "worker"},  # the pages of screening compare names, and so do tasks
    "fido2": {"web", "worker"},  # passkeys; a task ends sessions
    "requests": {"web"},  # the templates of rest_framework bring it, and markdown too
    "markdown": {"web"},
    "unfold.admin": {"web"},
    "drf_spectacular.openapi": {"web"},
    "casino.urls": {"web"},
    "uvicorn": {"web"},
    "redis": {"web", "croupier", "worker"},
    "games.models": {"web", "croupier", "worker"},
    "players.models": {"web", "croupier", "worker"},
    "django.contrib.auth.models": {"web", "croupier", "worker"},
    "django.db.models": {"web", "croupier", "worker", "beat"},
}
PROCESSES = {
    "web": WEB_MODULES,
    "croupier": CROUPIER_MODULES,
    "worker": WORKER_MODULES,
    "beat": BEAT_MODULES,
}
# A worker and a beat load what Celery's signals ask for before they begin.
LOAD = """
from casino.services.prefork import load
load({modules!r}.split(","))
from celery import current_app
if {process!r} in ("worker", "beat"):
    current_app.loader.import_default_modules()
"""
SAY = """
import json, sys
print(json.dumps([name for name in {names!r} if name in sys.modules]))
"""


def loaded_by(program: str, **environment: str) -> set[str]:
    ended = subprocess.run(
        [sys.executable, "-c", program + SAY.format(names=list(HEAVY))],
        cwd=PROJECT,
        env=os.environ | {"SECRET_KEY": "unused", "REDIS_URL": "redis://127.0.0.1:1/0"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(ended.stdout))


@pytest.mark.parametrize("process", PROCESSES)
def test_a_process_loads_nothing_heavy_that_it_does_not_use_at_rest(process: str) -> None:
    """Red while workers and beats ran Django's checks, which load every page of the house."""
    settings = {"DJANGO_SETTINGS_MODULE": BEAT_SETTINGS} if process == "beat" else {}
    loaded = loaded_by(LOAD.format(modules=PROCESSES[process], process=process), **settings)
    assert loaded == {name for name, users in HEAVY.items() if process in users}


def test_the_sandbox_of_the_payment_gateway_loads_no_database() -> None:
    assert loaded_by(f"import {SANDBOX[1]}.__main__") == set()
