"""The fixtures of live tables, whose finished rounds are tested here."""

from __future__ import annotations

from tests.games.tables.conftest import room

__all__ = ["room"]
