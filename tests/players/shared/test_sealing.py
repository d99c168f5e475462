"""Sealed values stay readable after a change of SECRET_KEY, as long as the older key is configured."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from players.shared import sealing

ROOT = Path(__file__).resolve().parents[3]
PRINT = (
    "import django; django.setup(); from django.conf import settings; "
    "print(*settings.SECRET_KEY_FALLBACKS, sep=',')"
)


def test_a_value_sealed_with_an_older_key_can_be_unsealed(settings: Any) -> None:
    settings.SECRET_KEY = "the key of last year"
    sealed = sealing.seal("second-factor", "JBSWY3DP")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the key of today", []
    with pytest.raises(sealing.UnsealError):
        sealing.unseal("second-factor", sealed)
    settings.SECRET_KEY_FALLBACKS = ["an even older key", "the key of last year"]
    assert sealing.unseal("second-factor", sealed) == "JBSWY3DP"


def test_older_keys_are_read_from_a_file(tmp_path: Path) -> None:
    keys = tmp_path / "older_keys"
    keys.write_text("last-year\nthe-year-before\n")
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "HOUSE_PURE": "1",
        "SECRET_KEY": "today",
        "SECRET_KEY_FALLBACKS_FILE": str(keys),
    }
    command = [sys.executable, "-c", PRINT]
    printed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "last-year,the-year-before"
