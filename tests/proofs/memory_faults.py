"""How the record in memory fails: as a killed process, a lost connection, or a deadlock."""

from __future__ import annotations

from django.db import OperationalError


class Killed(BaseException):
    """The process is gone: no code in it may catch this."""


class Deadlock(Exception):
    sqlstate = "40P01"


def lost() -> OperationalError:
    """The connection broke: it is unknown whether the current statement was executed."""
    return OperationalError("server closed the connection unexpectedly")


def deadlock() -> OperationalError:
    error = OperationalError("deadlock detected")
    error.__cause__ = Deadlock()
    return error
