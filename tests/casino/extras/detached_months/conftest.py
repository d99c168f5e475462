"""The fixtures of the regulator's files, beside whose record the archives are tested."""

from __future__ import annotations

from tests.casino.compliance.regulator.conftest import folders

__all__ = ["folders"]
