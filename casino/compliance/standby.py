"""Reports and exports read a standby of the database, where DATABASE_READER_URL names one.

Each says where the server stood from which it was read. A standby that cannot serve is not an error: the
primary is read instead, and the report says so.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import msgspec
import structlog
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, OperationalError, connections
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from casino.compliance.reading import is_reading, reading
from players.shared.decoding import prepare

log = structlog.get_logger(__name__)
Result = TypeVar("Result")
READER = "reader"
PRIMARY, STANDBY = "primary", "standby"
# Why a standby did not serve: it was behind, did not answer, cancelled the query because of what it had to
# replay, or is no standby of this database.
DELAYED, AWAY, CONFLICT, FOREIGN = "delayed", "away", "conflict", "foreign"
# Times of commits are taken a moment before their order in the journal is.
SETTLED = timedelta(minutes=1)
SERIALIZATION_FAILURE, QUERY_CANCELLED = "40001", "57014"
STATE = """
SELECT (pg_control_system()).system_identifier AS cluster, clock_timestamp() AS now,
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END::text AS wal,
    pg_is_in_recovery() AS is_standby, pg_last_xact_replay_timestamp() AS replayed
"""


class Position(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which server a report was read from, and where that server stood just before.

    The report contains every transaction that was acknowledged up to that place in the journal and that time.
    """

    server: str
    wal: str
    at: datetime
    refusal: str = ""  # why the standby did not serve
    seconds: int = 0  # by which it was behind

    def __str__(self) -> str:
        """For records and logs: always the same words."""
        place = f"{self.server} {self.wal} {self.at.isoformat(timespec='milliseconds')}"
        return f"{place} (standby: {self.refusal})" if self.refusal else place

    @property
    def file_name(self) -> str:
        """As a part of the name of a file."""
        return f"{self.server}-{self.wal.replace('/', '-')}-{self.at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


class StandbyRefused(Exception):
    """The standby cannot serve this report."""

    def __init__(self, reason: str, seconds: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.seconds = reason, seconds


class ServerState(msgspec.Struct, frozen=True):
    cluster: int
    now: datetime
    wal: str
    is_standby: bool
    replayed: datetime | None


def read_report(query: Callable[[Any, Position], Result], *, until: datetime | None = None) -> Result:
    """What `query` returns for a cursor of the reading role and the position it stands at.

    Of days that are over, up to `until`, a standby serves only a report that it has completely. `query` may
    run twice.
    """
    refusal = StandbyRefused("")
    if READER in connections.settings and not is_reading():
        try:
            return _read_standby(query, until)
        except StandbyRefused as refused:
            refusal = refused
        except (OperationalError, InterfaceError) as error:
            code = getattr(error.__cause__, "sqlstate", None)
            if code == QUERY_CANCELLED:  # it takes too long on any server
                raise
            refusal = StandbyRefused(CONFLICT if code == SERIALIZATION_FAILURE else AWAY)
        log.warning("standby not used", reason=refusal.reason, seconds=refusal.seconds)
    state = server_state(DEFAULT_DB_ALIAS)
    with reading(DEFAULT_DB_ALIAS) as cursor:
        position = Position(PRIMARY, state.wal, state.now, refusal.reason, refusal.seconds)
        return query(cursor, position)


def _read_standby(query: Callable[[Any, Position], Result], until: datetime | None) -> Result:
    position = standby_position(server_state(DEFAULT_DB_ALIAS), until)
    with reading(READER) as cursor:
        return query(cursor, position)


def standby_position(primary: ServerState, until: datetime | None = None) -> Position:
    """The position of the standby. Raises StandbyRefused unless it is fresh enough."""
    standby = server_state(READER)
    if not standby.is_standby or standby.cluster != primary.cluster:
        raise StandbyRefused(FOREIGN)
    if standby.replayed is None:  # nothing since it started
        raise StandbyRefused(DELAYED)
    # The primary's clock set both times.
    seconds = max(0, int((primary.now - standby.replayed).total_seconds()))
    is_incomplete = until is not None and until <= primary.now and standby.replayed < until + SETTLED
    if seconds > settings.DATABASE_READER_MAX_LAG or is_incomplete:
        raise StandbyRefused(DELAYED, seconds)
    return Position(STANDBY, standby.wal, standby.replayed)


def server_state(database: str) -> ServerState:
    """Queried before the snapshot of a report, which then contains at least what is stated."""
    with connections[database].cursor() as cursor:
        cursor.execute(STATE)
        return ServerState(*cursor.fetchone())


def reader_problem() -> str:
    """Why the standby would not serve now; empty if it would, or if none is configured."""
    if READER not in connections.settings:
        return ""
    try:
        standby_position(server_state(DEFAULT_DB_ALIAS))
    except StandbyRefused as refused:
        return f"{refused.reason} ({refused.seconds} s)" if refused.seconds else refused.reason
    except DatabaseError as error:
        return str(error).strip().partition("\n")[0]
    return ""


def describe(position: Position | None) -> str:
    """A position in the reader's language, for pages and files; empty if none is stated."""
    if position is None:
        return ""
    server = _("standby") if position.server == STANDBY else _("primary")
    moment = localtime(position.at)
    at = f"{date_format(moment, 'SHORT_DATE_FORMAT')} {moment:%H:%M:%S}"
    text = f"{server} · {position.wal} · {at}"
    if not position.refusal:
        return text
    return f"{text} · {_refusal_text(position)}"


def _refusal_text(position: Position) -> str:
    match position.refusal:
        case "delayed" if position.seconds:
            return _("the standby was %(seconds)s s behind") % {"seconds": position.seconds}
        case "delayed":
            return _("the standby was behind")
        case "conflict":
            return _("the standby cancelled the query")
        case "foreign":
            return _("the reader is not a standby of this database")
    return _("the standby did not answer")


def stored_position(position: Position | None) -> dict[str, Any] | None:
    """As values of JSON, for records and manifests."""
    return None if position is None else dict(msgspec.to_builtins(position))


def position_from(stored: dict[str, Any] | None) -> Position | None:
    """The position of a record; records of earlier releases have none."""
    return msgspec.convert(stored, Position) if stored else None


prepare(Position)
