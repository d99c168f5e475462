"""Behind PgBouncer in transaction mode, where each transaction may meet another session of the database."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from casino import env
from casino.services.postgres import tie_to_parent
from players.models import Player
from players.shared.exclusive_work import claim_work
from players.wallet import ledger
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.gateway_notifications import receive_notification
from players.wallet.cashier.sandbox.server import SandboxServer
from tests.concurrency import run_concurrently
from tests.live_table import LiveTable, balance, bet, players_with, table_open
from tests.sandbox_cashier import known, reload

PROGRAM = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [
    pytest.mark.usefixtures("pooled"),
    pytest.mark.skipif(
        PROGRAM is None, reason="NOT TESTED: PgBouncer is not installed (apt install pgbouncer)"
    ),
]
CONFIGURATION = """
[databases]
* = host={host} port={port}
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 3
server_round_robin = 1
"""


@pytest.fixture
def pooled(lasting_db: None) -> Iterator[None]:
    """This thread's connection, and those of new threads, lead to PgBouncer."""
    assert PROGRAM is not None
    direct = dict(connection.settings_dict)
    folder = Path(tempfile.mkdtemp(prefix="feltro-pool-"))
    (folder / "users").write_text(f'"{direct["USER"]}" "{direct["PASSWORD"]}"\n')
    configuration = CONFIGURATION.format(host=direct["HOST"], port=direct["PORT"] or 5432, folder=folder)
    (folder / "pgbouncer.ini").write_text(configuration)
    user = "-"
    if os.geteuid() == 0:  # it refuses to run as root: it runs as PostgreSQL does
        owner = Path(direct["HOST"]).stat().st_uid
        for path in (folder, *folder.iterdir()):
            os.chown(path, owner, owner)
        # Where only root may read the project, PostgreSQL is somebody else in a namespace of users alone.
        user = str(owner) if owner else "map:1000"
    process = subprocess.Popen(
        tie_to_parent(
            [PROGRAM, "--quiet", str(folder / "pgbouncer.ini")], signal_number=signal.SIGTERM, user=user
        )
    )
    connection.close()
    settings = env.database(f"postgresql://u@/x?host={folder}", pool=0, pooler=True)
    options = ("HOST", "OPTIONS", "DISABLE_SERVER_SIDE_CURSORS")
    connection.settings_dict.update({name: settings[name] for name in options} | {"PORT": "6432"})
    try:
        wait_until_it_answers(folder, process)
        yield
    finally:
        connection.close()
        connection.settings_dict.clear()
        connection.settings_dict.update(direct)
        process.terminate()
        process.wait(10)
        shutil.rmtree(folder)


def wait_until_it_answers(folder: Path, process: subprocess.Popen[bytes]) -> None:
    settings, end = connection.settings_dict, time.monotonic() + 30
    while True:
        try:
            psycopg.connect(
                host=str(folder), port=6432, dbname=settings["NAME"], user=settings["USER"]
            ).close()
        except psycopg.OperationalError:
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.1)
        else:
            return


def open_sessions() -> set[int]:
    """The sessions of the database that transactions of this connection meet, in turn."""

    def hold() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.2)")
        connection.close()

    run_concurrently(hold, hold, hold)
    sessions = set()
    for _ in range(9):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            sessions.add(cursor.fetchone()[0])
    return sessions


def test_a_round_is_played_and_a_deposit_made(sandbox: SandboxServer, tmp_path: Path) -> None:
    assert len(open_sessions()) > 1, "one session for everything would prove nothing"
    room = LiveTable(tmp_path, table_open(betting_seconds=120))
    ana, rui = players_with(10_000, 2)
    room.sit([ana, rui])
    room.until("bets-opened")
    results = room.send((ana, bet(room.round, {"red": 500})), (rui, bet(room.round, {"black": 500})))
    assert [result.refused for result in results] == [None, None]
    room.until("round-ended")
    assert {balance(ana), balance(rui)} <= {9_500, 10_500}

    player: Player = known(players_with(0, 1)[0])
    payment = request_deposit(player, uuid4(), 5_000)
    gateway_requests.send_due_requests()
    sandbox.state.end(str(payment.pk), "paid")
    for due in sandbox.state.due_notifications():
        receive_notification(json.dumps(due["body"]).encode())
    gateway_requests.reconcile_payments()
    assert (reload(payment).status, balance(player)) == ("paid", 5_000)
    assert ledger.total()["EUR"] == 0


def test_rows_are_read_in_parts() -> None:
    players_with(0, 5)
    seen = 0
    for _player in Player.objects.order_by("pk").iterator(chunk_size=2):
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        seen += 1
    assert seen == Player.objects.count()


def test_one_process_at_a_time_does_exclusive_work() -> None:
    open_sessions()
    hour = timedelta(hours=1)
    with claim_work("a-test", duration=hour) as claim:
        assert claim is not None
        for _ in range(4):
            with claim_work("a-test", duration=hour) as other:
                assert other is None
            assert claim.renew()
    with claim_work("a-test", duration=timedelta(seconds=-1)) as claim:
        assert claim is not None
        with claim_work("a-test", duration=hour) as other:
            assert other is not None, "the claim of a process that died ends"
        with claim_work("a-test", duration=hour) as third:
            assert third is not None
