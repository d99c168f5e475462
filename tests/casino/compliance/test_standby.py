"""Reports read a standby that is fresh enough, else the primary, and say where that server stood."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connections
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from casino import env
from casino.compliance import standby
from casino.compliance.reports import exports
from casino.compliance.reports.building import build
from casino.compliance.reports.definition import ReportDefinition
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.standby import (
    READER,
    Position,
    describe,
    position_from,
    read_report,
    reader_problem,
    stored_position,
)
from casino.services.folder import Folder
from casino.services.postgres import ADMIN, DATABASE, Postgres, database_url, role_password
from casino.services.server_lease import leased_servers
from players.shared import clock
from players.shared.exports.list_document import Column
from tests.standby import standby_sockets, start_standby, stop_standby

LOGIN = "house_web"
PATIENCE = 30.0
BETS = ReportDefinition(
    "bets",
    "Bets",
    "",
    "SELECT cents FROM bet ORDER BY 1",
    (Column("Bet", "count", key="cents", total=True),),
)


@dataclass
class Pair:
    primary: psycopg.Connection[Any]
    standby: psycopg.Connection[Any]
    url: str  # of the primary, for LOGIN

    def bet(self) -> None:
        """A row on the primary that the standby has."""
        self.primary.execute("INSERT INTO bet VALUES (5)")
        [(wal,)] = self.primary.execute("SELECT pg_current_wal_lsn()::text")
        query = f"SELECT pg_last_wal_replay_lsn() >= '{wal}'"
        wait_until(lambda: self.standby.execute(query).fetchone() == (True,))


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture(scope="module")
def servers(django_db_blocker: DjangoDbBlocker) -> Iterator[Pair]:
    place = Path(tempfile.mkdtemp(prefix="feltro-reader-"))
    place.chmod(0o711)
    folder = Folder(place / "house")
    try:
        with django_db_blocker.unblock(), leased_servers(folder, ["postgres"]):
            login = {"user": ADMIN, "dbname": DATABASE, "password": role_password(folder, ADMIN)}
            postgres = Postgres(folder)
            with psycopg.connect(host=str(postgres.sockets), autocommit=True, **login) as primary:
                primary.execute("CREATE TABLE bet (cents int); CREATE TABLE reports_upto (day date)")
                primary.execute("GRANT SELECT ON bet, reports_upto TO house_reader")
                server = start_standby(postgres, place, max_standby_streaming_delay="0")
                address = {"host": str(standby_sockets(place)), **login}
                wait_until(lambda: can_connect(address))
                with psycopg.connect(autocommit=True, **address) as following:
                    yield Pair(primary, following, database_url(folder, LOGIN))
                stop_standby(server)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def can_connect(address: dict[str, str]) -> bool:
    try:
        psycopg.connect(**address).close()
    except psycopg.OperationalError:
        return False
    return True


def use(alias: str, url: str, host: str | None = None) -> None:
    close(alias)
    address = env.database(url, pool=0) | ({} if host is None else {"HOST": host})
    connections.settings[alias] = connections.settings["default"] | address


def close(alias: str) -> None:
    if alias in connections.settings:
        connections[alias].close()
        del connections[alias]
        del connections.settings[alias]


@pytest.fixture
def pair(servers: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """The house reads these two servers instead of its own."""
    monkeypatch.setattr(standby, "DEFAULT_DB_ALIAS", LOGIN)
    monkeypatch.setattr(clock, "now", lambda: datetime.now(UTC))
    use(LOGIN, servers.url)
    use(READER, servers.url, servers.standby.info.host)
    servers.bet()
    yield servers
    for alias in (LOGIN, READER):
        close(alias)


def position(until: datetime | None = None) -> Position:
    return read_report(lambda _cursor, where: where, until=until)


def test_a_report_reads_the_standby_and_says_where_it_stood(pair: Pair) -> None:
    before = datetime.now(UTC) - timedelta(seconds=5)
    today = date.today()  # noqa: DTZ011
    built = build(BETS, ReportChoice(today, today))
    [(bets,)] = pair.primary.execute("SELECT count(*) FROM bet")
    assert len(built.rows) == bets
    assert built.position is not None and built.position.server == "standby"
    [(is_replayed,)] = pair.standby.execute(
        f"SELECT pg_last_wal_replay_lsn() >= '{built.position.wal}'::pg_lsn"
    )
    assert is_replayed and built.position.at >= before
    with translation.override("en"):
        assert dict(exports.facts(built))["Position"].startswith(f"standby · {built.position.wal} · ")
    name, _content, _type = exports.file_bytes(built, "csv")
    assert name.endswith(f"-{built.position.file_name}.csv")
    assert reader_problem() == ""


def test_nobody_writes_and_every_query_reads_one_server(pair: Pair) -> None:
    def query(cursor: Any, _position: Position) -> list[Any]:
        cursor.execute("SELECT current_user, pg_is_in_recovery()")
        users = cursor.fetchall()
        with standby.reading() as nested:
            nested.execute("SELECT current_user, pg_is_in_recovery()")
            return users + nested.fetchall()

    assert read_report(query) == [("house_reader", True)] * 2


def test_a_standby_that_is_behind_is_not_read(pair: Pair, settings: Any) -> None:
    settings.DATABASE_READER_MAX_LAG = 0
    pair.standby.execute("SELECT pg_wal_replay_pause()")
    try:
        wait_until(lambda: position().refusal == "delayed")
        stated = position()
        assert stated.server == "primary" and stated.seconds >= 1
        assert reader_problem() == f"delayed ({stated.seconds} s)"
        with translation.override("en"):
            assert describe(stated).endswith(f"the standby was {stated.seconds} s behind")
    finally:
        pair.standby.execute("SELECT pg_wal_replay_resume()")


def test_days_that_are_over_are_read_where_they_are_complete(pair: Pair) -> None:
    """An issued report never changes, so it must not lack the last seconds of its days."""
    now = datetime.now(UTC)
    assert position(now - timedelta(seconds=1)).refusal == "delayed"
    assert position(now - timedelta(minutes=5)).server == "standby"
    assert position(now + timedelta(hours=1)).server == "standby"


def test_a_primary_is_no_standby(pair: Pair) -> None:
    use(READER, pair.url)
    assert (position().server, position().refusal) == ("primary", "foreign")


def test_a_standby_that_does_not_answer_is_not_read(pair: Pair, tmp_path: Path) -> None:
    use(READER, pair.url, str(tmp_path))
    assert (position().server, position().refusal) == ("primary", "away")
    assert "refused" in reader_problem() or "No such file" in reader_problem()


def test_a_query_that_replay_cancels_is_repeated_on_the_primary(pair: Pair) -> None:
    def query(cursor: Any, where: Position) -> str:
        cursor.execute("SELECT count(*) FROM bet")
        if where.server == "standby":
            pair.primary.execute("DELETE FROM bet")
            pair.primary.execute("VACUUM bet")
            wait_until(lambda: cursor.execute("SELECT count(*) FROM bet") is None and False)
        return f"{where.server} {where.refusal}"

    assert read_report(query) in ("primary conflict", "primary away")


def test_a_query_that_takes_too_long_is_not_repeated(pair: Pair) -> None:
    runs = []

    def query(cursor: Any, where: Position) -> None:
        runs.append(where.server)
        cursor.execute("SET LOCAL statement_timeout = 1")
        cursor.execute("SELECT pg_sleep(10)")

    with pytest.raises(OperationalError):
        read_report(query)
    assert runs == ["standby"]


def test_without_a_standby_the_primary_is_read(pair: Pair) -> None:
    close(READER)
    stated = position()
    assert (stated.server, stated.refusal) == ("primary", "")
    assert reader_problem() == ""


def test_a_stored_position_is_read_back() -> None:
    stated = Position("primary", "0/3000148", datetime(2026, 11, 27, 3, tzinfo=UTC), "delayed", 95)
    assert position_from(stored_position(stated)) == stated
    assert str(stated) == "primary 0/3000148 2026-11-27T03:00:00.000+00:00 (standby: delayed)"
    assert position_from(None) is None and describe(None) == ""
