"""Fixtures of the tests of identity."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def document_folder(demo: None, settings: Any, tmp_path: Path) -> Path:
    """A demonstration house whose documents are stored in a temporary folder."""
    settings.MEDIA_ROOT = str(tmp_path)
    return tmp_path
