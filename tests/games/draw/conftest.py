"""The fixtures of live tables, whose draws are tested here."""

from __future__ import annotations

from tests.games.tables.conftest import room

__all__ = ["room"]
