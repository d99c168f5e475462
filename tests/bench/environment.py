"""The environment of both sides: the same embedded servers, the same database, the same durability."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil

from casino.services import valkey
from casino.services.environment import embedded_settings, person_key_settings, seal_key_settings
from casino.services.folder import PROJECT, Folder
from casino.services.gate import WAITING
from casino.services.postgres import ADMIN, database_url, tie_to_parent
from casino.services.processes import WEB
from casino.services.server_lease import leased_servers
from tests.proofs.running_system import connected
from tests.running import REMOVED_VARIABLES, RunningHouse


def alone() -> None:
    """Removes the addresses of other servers: each benchmark starts its own."""
    for name in REMOVED_VARIABLES:
        os.environ.pop(name, None)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.bench.settings", "LOG_LEVEL": "WARNING"}


@contextlib.contextmanager
def folder_for_a_while() -> Iterator[Folder]:
    # A database that has put root's rights down passes through here.
    path = Path(tempfile.mkdtemp(prefix="feltro-bench-"))
    path.chmod(0o711)
    try:
        yield Folder(path)
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def servers(*, as_administrator: bool = False) -> Iterator[Folder]:
    """PostgreSQL and Valkey for this process, with the product's tables and the plain ones. No installation
    runs on them. The administrator of the database may deal as the croupier, and switch triggers off.
    """
    alone()
    with folder_for_a_while() as folder, leased_servers(folder, ["postgres", "valkey"]) as given:
        os.environ.update(
            embedded_settings(folder, given) | seal_key_settings(folder) | valkey.addresses(folder, "admin")
        )
        os.environ.update(person_key_settings(folder) | {"PERSON_KEYS_DIR": str(folder.path / "person-keys")})
        if as_administrator:
            os.environ["DATABASE_URL"] = database_url(folder, ADMIN)
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        load_national_list()
        plain_tables_make()
        try:
            yield folder
        finally:
            connections.close_all()


def load_national_list() -> None:
    """Without a load of the national exclusion list, play for money is closed."""
    from players.protection.models import NationalFeed
    from players.shared import clock

    NationalFeed.objects.create(loaded=clock.now(), tried=clock.now())


@contextlib.contextmanager
def house(**environment: str) -> Iterator[RunningHouse]:
    """A complete running installation without limits for one address. This process uses the same database,
    which also has the plain tables.
    """
    limits = {"TABLE_MESSAGES_A_SECOND": "1000000", "TABLE_SOCKETS_AN_ADDRESS": "100000"}
    alone()
    with contextlib.ExitStack() as kept:
        place = Path(kept.enter_context(tempfile.TemporaryDirectory()))
        running = kept.enter_context(
            RunningHouse.opened(place, LOG_LEVEL="WARNING", **(limits | environment))
        )
        kept.enter_context(connected(running.folder))
        from django.db import connections

        kept.callback(connections.close_all)
        plain_tables_make()
        yield running


@contextlib.contextmanager
def plain_server() -> Iterator[str]:
    """Runs the plain project under the same server and options as the product's web process; gives its
    address.
    """
    plain = {"casino.asgi:application": "tests.bench.plain.asgi:application"}
    with _served([*(plain.get(word, word) for word in WEB), "--fd"]) as (url, _):
        yield url


@contextlib.contextmanager
def websockets_server(frame: bytes) -> Iterator[str]:
    """Runs a server of the library websockets alone, which tells everybody this frame; gives its address."""
    with _served(["-m", "tests.bench.peers.sockets"], frame.decode()) as (url, _):
        yield url


def another_web(house: RunningHouse) -> contextlib.AbstractContextManager[tuple[str, int]]:
    """Runs a second web process with the settings of the first; gives its address and its number."""
    settings = psutil.Process(house.process_id("web")).environ()
    settings.pop(WAITING, None)  # the house is prepared
    return _served([*WEB, "--fd"], variables=settings)


@contextlib.contextmanager
def _served(
    program: Sequence[str], *options: str, variables: Mapping[str, str] | None = None
) -> Iterator[tuple[str, int]]:
    """Runs a server, which is told the number of its listening socket, until the end."""
    with socket.socket() as listening:
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind(("127.0.0.1", 0))
        listening.listen(1024)
        port = listening.getsockname()[1]
        command = [sys.executable, *program, str(listening.fileno()), *options]
        process = subprocess.Popen(
            tie_to_parent(command, signal_number=signal.SIGTERM),
            cwd=PROJECT,
            env={**(os.environ if variables is None else variables), "MALLOC_ARENA_MAX": "1"},
            pass_fds=(listening.fileno(),),
        )
        try:
            _until_it_answers(port)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            process.wait(10)


def _until_it_answers(port: int) -> None:
    end = time.monotonic() + 240
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        finally:
            connection.close()


def plain_tables_make() -> None:
    from django.apps import apps
    from django.db import connection

    with connection.schema_editor() as editor:
        for model in apps.get_app_config("plain").get_models():
            editor.create_model(model)


def query(sql: str, values: list[Any] | None = None) -> list[tuple[Any, ...]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, values or [])
        return list(cursor.fetchall())


def server_seconds() -> float:
    """What the server's process of this connection has used of a processor so far."""
    ((server,),) = query("SELECT pg_backend_pid()")
    fields = Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def execute(sql: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql)


@contextlib.contextmanager
def rights_of(role: str) -> Iterator[None]:
    """With the rights of that role, so that every law of the database that concerns it is asked."""
    execute(f"SET ROLE {role}")
    try:
        yield
    finally:
        execute("RESET ROLE")


def plain_round(table: int, minimum: int, players: list[int], cents: int) -> int:
    """An open round of the plain project, with a wallet for each of these players."""
    from tests.bench.plain.models import Account, Round

    new = set(players) - set(Account.objects.filter(player__in=players).values_list("player", flat=True))
    Account.objects.bulk_create(
        [Account(name=f"wallet {player}", player=player, balance=cents) for player in sorted(new)]
    )
    own = Account.objects.bulk_create(
        [Account(name=f"{kind} {uuid4()}", balance=0) for kind in ("stakes", "bank")]
    )
    return int(Round.objects.create(table=table, minimum=minimum, stakes=own[0], bank=own[1]).pk)
