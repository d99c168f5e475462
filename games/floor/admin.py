"""The floor's screens register themselves."""

from games.floor import change_admin, round_admin, table_admin

__all__ = ["change_admin", "round_admin", "table_admin"]
