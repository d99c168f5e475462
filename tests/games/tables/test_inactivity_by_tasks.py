"""The worker and beat of a running installation end a session: invitation, warning, end, and the
statement.

[AR-28a] [AR-29]
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from casino.demo.sample_data import TABLES
from casino.services.folder import Folder
from casino.services.server_lease import leased_servers
from tests.games.tables.web.test_running_sockets import Enter, enter, send_message, signed_in, wait_for_frame
from tests.running import RunningHouse

__all__ = ["enter"]
pytestmark = pytest.mark.house
ALONE = next(number for number, table in enumerate(TABLES, 1) if table.name == "Évora")


@contextlib.contextmanager
def record(house: RunningHouse) -> Iterator[psycopg.Connection[Any]]:
    """The house's database, as its owner: only he can move the hours of what has happened."""
    with (
        leased_servers(Folder(house.folder), ["postgres"]) as servers,
        psycopg.connect(servers["postgres"].url, autocommit=True) as connection,
    ):
        yield connection


def set_back(house: RunningHouse, seconds: int) -> None:
    """What happened at the table lies so much further back, and a croupier that remembers nothing reads it
    so.
    """
    with record(house) as connection:
        connection.execute("ALTER TABLE games_event DISABLE TRIGGER games_event_append_only")
        connection.execute(
            "UPDATE games_event SET at = at - make_interval(secs => %s) WHERE table_id = %s", [seconds, ALONE]
        )
        connection.execute("ALTER TABLE games_event ENABLE TRIGGER games_event_append_only")
        connection.execute("UPDATE games_table SET inactivity_due = clock_timestamp() WHERE id = %s", [ALONE])
    os.kill(house.process_id("croupier"), signal.SIGKILL)


def written(house: RunningHouse) -> list[str]:
    with record(house) as connection:
        rows = connection.execute(
            "SELECT kind FROM games_event WHERE table_id = %s ORDER BY seq", [ALONE]
        ).fetchall()
    return [row[0] for row in rows]


def until(house: RunningHouse, kind: str, within: float = 40) -> None:
    end = time.monotonic() + within
    while kind not in written(house):
        assert time.monotonic() < end, f"{kind} did not happen: {written(house)[-5:]}"
        time.sleep(0.5)


@pytest.mark.long
def test_AR_29_worker_and_beat_end_the_session_of_somebody_who_does_not_bet(
    house: RunningHouse, enter: Enter
) -> None:
    socket = enter(ALONE, signed_in(house, 2))
    send_message(socket, t="sit")
    assert wait_for_frame(socket, "ok", within=20)
    until(house, "bets-opened")
    for step in ("invited", "warned", "left"):
        set_back(house, 200 if step == "invited" else 65)
        until(house, step)
    with record(house) as connection:
        row = connection.execute(
            "SELECT cause, invited IS NOT NULL, warned IS NOT NULL, ended IS NOT NULL"
            " FROM players_playsession"
            ' WHERE "table" = %s ORDER BY id DESC LIMIT 1',
            [ALONE],
        ).fetchone()
    assert row == ("inactivity", True, True, True)
    kinds = written(house)
    assert kinds.index("invited") < kinds.index("warned") < kinds.index("left")
