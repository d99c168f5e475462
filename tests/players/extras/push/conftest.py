"""Live tables, as the tests of tables open them."""

from tests.games.tables.conftest import room

__all__ = ["room"]
