"""Django looks for admin classes in this module. Each class is in the module named after its table."""

from games.floor import change_admin, incident_admin, round_admin, table_admin, table_session_admin

__all__ = ["change_admin", "incident_admin", "round_admin", "table_admin", "table_session_admin"]
