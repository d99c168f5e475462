"""The lobby of the demonstration house."""

from __future__ import annotations

from tests.players.conftest import demo, seeded

__all__ = ["demo", "seeded"]
