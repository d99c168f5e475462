"""The embedded servers: leased, shared, released, and every way in which a folder can be unsuitable."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from casino.services import errors
from casino.services.errors import StartupError
from casino.services.folder import PROJECT, Folder
from casino.services.postgres import Postgres, binaries, open_to_others
from casino.services.server_lease import leased_servers, servers_to_run
from casino.services.valkey import ADMIN, Valkey, valkey_url
from tests import prepared_database
from tests.running import house_environment, is_alive, run_in_turn

BOTH = ["postgres", "valkey"]


@contextlib.contextmanager
def new_folder() -> Iterator[Folder]:
    path = Path(tempfile.mkdtemp(prefix="feltro-servers-"))
    path.chmod(0o711)
    yield Folder(path)
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def folder() -> Iterator[Folder]:
    with new_folder() as folder:
        yield folder


@pytest.fixture(scope="module")
def cluster() -> Iterator[Path]:
    """The files of a new database, which tests copy that are not about how it is made."""
    with new_folder() as folder:
        with leased_servers(folder, ["postgres"]):
            assert server(folder, "postgres").is_running()
        prepared_database.wait_until_stopped(folder)
        yield folder.data


@pytest.fixture
def filled(folder: Folder, cluster: Path) -> Folder:
    prepared_database.copy(cluster, folder.data)
    return folder


def server(folder: Folder, name: str) -> psutil.Process:
    import json

    return psutil.Process(json.loads((folder.locks / f"{name}.json").read_text())["server"])


def test_servers_start_answer_and_stop_without_users(folder: Folder) -> None:
    with leased_servers(folder, BOTH) as servers:
        with psycopg.connect(servers["postgres"].url) as connection:
            shown = [
                connection.execute(f"SHOW {name}").fetchone()
                for name in ("fsync", "full_page_writes", "data_checksums", "listen_addresses")
            ]
        assert shown == [("on",), ("on",), ("on",), ("",)]
        running = [server(folder, name) for name in BOTH]
    assert not any(is_alive(process) for process in running)


def test_a_second_user_joins_and_the_last_one_ends_them(folder: Folder) -> None:
    with leased_servers(folder, ["valkey"]):
        first = server(folder, "valkey")
        with leased_servers(folder, ["valkey"]):
            assert server(folder, "valkey") == first
        assert is_alive(first)
    assert not (folder.locks / "valkey.json").exists()


def test_data_survives_kill_9_of_everything(filled: Folder) -> None:
    folder = filled
    with leased_servers(folder, ["postgres"]) as servers:
        with psycopg.connect(servers["postgres"].url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS seven")
        running = server(folder, "postgres")
        keeper = psutil.Process(running.ppid())
        keeper.kill()
        running.kill()
        keeper.wait(5)
    with (
        leased_servers(folder, ["postgres"]) as servers,
        psycopg.connect(servers["postgres"].url) as connection,
    ):
        assert connection.execute("SELECT seven FROM kept").fetchone() == (7,)


def test_stale_locks_that_name_a_living_stranger_are_cleared(filled: Folder) -> None:
    folder = filled
    with leased_servers(folder, ["postgres"]):
        sockets = Postgres(folder).sockets
    # Alive, of the right user, and no PostgreSQL.
    stranger = subprocess.Popen(["sleep", "60"], user=folder.data.stat().st_uid)
    for lock in (folder.data / "postmaster.pid", sockets / ".s.PGSQL.5432.lock"):
        lock.write_text(f"{stranger.pid}\n{folder.data}\n{int(time.time())}\n5432\n{sockets}\n\n\n")
    with (
        leased_servers(folder, ["postgres"]) as servers,
        psycopg.connect(servers["postgres"].url) as connection,
    ):
        assert connection.execute("SELECT 1").fetchone() == (1,)
    stranger.kill()
    stranger.wait()
    log = (folder.logs / "keeper.log").read_text()
    assert all(
        f"{name} names process {stranger.pid}" in log for name in ("postmaster.pid", ".s.PGSQL.5432.lock")
    )


def test_half_a_cluster_is_never_used(folder: Folder) -> None:
    folder.make()
    half = folder.path / "postgres.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    with (
        leased_servers(folder, ["postgres"]) as servers,
        psycopg.connect(servers["postgres"].url) as connection,
    ):
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert not half.exists()


def test_a_killed_user_is_no_user(folder: Folder) -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-c",
         "import sys, time; from pathlib import Path; "
         "from casino.services.server_lease import leased_servers; "
         "from casino.services.folder import Folder\n"
         "with leased_servers(Folder(Path(sys.argv[1])), ['valkey']): print('up', flush=True); "
         "time.sleep(60)",
         str(folder.path)],
        cwd=PROJECT, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert waiting.stdout is not None
    assert waiting.stdout.readline() == b"up\n"
    running = server(folder, "valkey")
    waiting.send_signal(signal.SIGKILL)
    waiting.wait()
    running.wait(5)
    assert not is_alive(running)


def test_a_path_too_long_for_a_socket_gets_a_short_one(folder: Folder) -> None:
    deep = Folder(folder.path / ("deep" * 25))
    with leased_servers(deep, BOTH) as servers:
        assert len(servers["valkey"].url) < 120
        with psycopg.connect(servers["postgres"].url) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        shutil.rmtree(deep.sockets().parent / "nothing", ignore_errors=True)
    shutil.rmtree(deep.sockets())


def test_a_full_disk_is_reported_before_writing(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.make()
    monkeypatch.setattr(Folder, "free_space", lambda self: 5 * 1024 * 1024)
    with pytest.raises(StartupError, match="The disk is full: 5 MB are free") as raised:
        Postgres(folder).prepare()
    assert raised.value.code == errors.CANNOT_WRITE
    assert not folder.data.exists()


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StartupError, match="cannot write") as raised:
        Folder(tmp_path / "file" / "house").make()
    assert raised.value.code == errors.CANNOT_WRITE


def test_a_folder_of_another_user_is_refused(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: folder.path.stat().st_uid + 1)
    with pytest.raises(StartupError, match="belongs to another user"):
        folder.make()


def test_missing_programs_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PG_BINDIR", str(tmp_path))
    with pytest.raises(StartupError, match="no program named postgres"):
        binaries()


def test_root_drops_privileges_for_postgresql(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.make()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    for reachable, user in ((True, "65534"), (False, "map:65534")):
        monkeypatch.setattr("casino.services.postgres.open_to_others", lambda path, answer=reachable: answer)
        assert Postgres(folder).user == user


def test_what_others_cannot_enter_is_not_open_to_them(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o700)
    assert not open_to_others(tmp_path / "shut")


@pytest.mark.parametrize(
    ("environment", "ours"),
    [
        ({}, BOTH),
        ({"DATABASE_URL": "postgresql://elsewhere/house"}, ["valkey"]),
        ({"REDIS_URL": "redis://elsewhere"}, ["postgres"]),
        ({"DATABASE_URL": "postgresql://elsewhere/house", "REDIS_URL": "redis://elsewhere"}, []),
        ({"HOUSE_EMBEDDED": "no"}, []),
    ],
)
def test_what_the_environment_names_stays_off(environment: dict[str, str], ours: list[str]) -> None:
    assert servers_to_run(environment) == ours


def test_keys_are_made_once_and_only_for_their_owner(folder: Folder) -> None:
    folder.make()
    made = [folder.secret_key(), folder.command_key(), folder.seal_key()]
    first = [path.read_text() for path in made]
    assert first == [
        path.read_text() for path in (folder.secret_key(), folder.command_key(), folder.seal_key())
    ]
    assert len(set(first)) == 3
    assert {path.stat().st_mode & 0o777 for path in made} == {0o600}
    assert [len(bytes.fromhex(text)) for text in first[1:]] == [32, 32]


def test_any_command_works_without_a_running_house(folder: Folder) -> None:
    result = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c",
         "from django.db import connection as c; k = c.cursor(); k.execute('SELECT 6 * 7'); "
         "print(k.fetchone()[0])"],
        cwd=PROJECT, env=house_environment(folder.path), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stdout) == (0, "42\n"), result.stderr
    assert not list(folder.locks.glob("*.json"))


def command_in(folder: Folder, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command, cwd=PROJECT, env=house_environment(folder.path), capture_output=True, text=True, check=False
    )


@pytest.mark.long
def test_a_house_is_simulated_in_a_new_folder(folder: Folder) -> None:
    """In every run: test_simulation.py, that the command begins with the tables."""
    done = command_in(
        folder, "simulate_house", "--rounds", "20", "--players", "12", "--days", "5", "--jobs", "1"
    )
    assert (done.returncode, done.stdout[:9]) == (0, "20 rounds"), done.stderr[-2000:]
    assert "Traceback" not in done.stderr


@pytest.fixture(scope="module")
def unprepared() -> Iterator[Folder]:
    """A folder with new servers, which hold nothing yet; commands join them."""
    with new_folder() as folder, leased_servers(folder, BOTH):
        yield folder


def test_a_command_says_what_a_new_folder_lacks(unprepared: Folder) -> None:
    # The first needs a key more than the others, and the settings of a process are read once.
    for end in run_in_turn(unprepared.path, ("prove",), ("check_record",), ("close_month", "2026-10")):
        assert end.code == 78 and "Run `python manage.py prepare` first." in end.stderr
        assert "Traceback" not in end.stderr


PURE_COMMANDS = ("help", "check", "makemigrations --check --dry-run", "compilemessages", "migrate --help")


def test_a_pure_command_starts_nothing(folder: Folder) -> None:
    for end in run_in_turn(folder.path, *(command.split() for command in PURE_COMMANDS)):
        assert (end.code, end.left) == (0, []), end.stderr


def test_valkey_keeps_nothing_on_the_disk(folder: Folder) -> None:
    import redis

    with leased_servers(folder, ["valkey"]), redis.Redis.from_url(valkey_url(folder, ADMIN)) as client:
        assert client.config_get("save") == {"save": ""}
        assert client.config_get("appendonly") == {"appendonly": "no"}
        assert client.config_get("port") == {"port": "0"}
    assert Valkey(folder).socket.parent.stat().st_mode & 0o777 == 0o700
