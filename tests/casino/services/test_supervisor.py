"""The whole installation from one command: start, crashes, restarts, errors and shutdown."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from casino.services import errors
from casino.services.child_process import STABLE_AFTER_SECONDS
from casino.services.folder import PROJECT
from casino.services.valkey import PROCESS_USERS
from tests.running import (
    OPENING_TIMEOUT,
    PREFORKED,
    RunningHouse,
    everything_below,
    house_environment,
    is_alive,
    start,
)

pytestmark = pytest.mark.house

VALKEY_SETTINGS = ("REDIS_URL", "CACHE_URL", "CELERY_BROKER_URL")
EVERYBODY = (
    "web", "croupier", "worker", "beat", "beacon", "sandbox", "sandbox-beacon", "postgres", "valkey",
)  # fmt: skip


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """An installation for destructive tests."""
    with RunningHouse.opened(tmp_path_factory.mktemp("own")) as running:
        yield running


def wait(done: object, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


def test_it_opens_and_every_part_answers_with_its_age(own: RunningHouse) -> None:
    ready = own.ready()
    assert ready.pop("ready") is True
    # Where no delivery is configured, nobody knows whether reports reach the regulator.
    assert ready.pop("reports") == {"ok": None, "stopped": ""}
    # The rules begin to read when the simulated past is there.
    assert ready.pop("monitoring").keys() == {"ok", "lag"}
    # The list of the demonstration is read with the first look for people on it.
    assert ready.pop("screening").keys() == {"ok", "age"}
    assert set(ready) == {"database", "valkey", "croupier", "worker", "beat"}
    assert all(part["ok"] and 0 <= part["age"] < 5 for part in ready.values())


def test_it_prints_its_address_and_the_sign_ins(own: RunningHouse) -> None:
    wait(lambda: "Ctrl-C closes it" in own.read_log())
    assert f"The house is open at http://127.0.0.1:{own.state['port']}" in own.read_log()
    assert "@feltro.example" in own.read_log()


def test_it_takes_less_than_800_megabytes(own: RunningHouse) -> None:
    processes = {
        process.pid: process for process in [own_process(own), *own_process(own).children(recursive=True)]
    }
    servers = [psutil.Process(own.process_id(name)) for name in ("postgres", "valkey")]
    for server in servers:
        processes |= {
            process.pid: process
            for process in [server, *server.parents()[:1], *server.children(recursive=True)]
        }
    resident = 0
    for process in processes.values():
        with suppress(psutil.NoSuchProcess):  # a connection of the database may end meanwhile
            resident += process.memory_full_info().pss
    print(f"house resident={resident / 1e6:.0f} MB goal<700")
    assert resident < 700e6


def own_process(own: RunningHouse) -> psutil.Process:
    return psutil.Process(own.process.pid)


def test_only_the_croupier_has_the_seal_key(own: RunningHouse) -> None:
    environments = {
        name: psutil.Process(own.process_id(name)).environ() for name in ("web", "croupier", "worker", "beat")
    }
    assert [name for name, environment in environments.items() if "SEAL_KEY_FILE" in environment] == [
        "croupier"
    ]
    assert [name for name, environment in environments.items() if "PAYOUT_KEY_FILE" in environment] == [
        "worker"
    ]
    assert "REGISTER_KEY_FILE" not in environments["web"]
    others_keys = ("COMMAND_KEY_FILE", "GATEWAY_KEY_FILE", "REGISTER_KEY_FILE", "FILE_KEYS_FILE")
    assert [name for name in others_keys if name in environments["croupier"]] == []
    users = {
        name: urlsplit(environment["DATABASE_URL"]).username for name, environment in environments.items()
    }
    assert users == {
        "web": "house_web",
        "croupier": "house_croupier",
        "worker": "house_worker",
        "beat": "house_worker",
    }
    for name, environment in environments.items():
        valkey_users = {
            setting: urlsplit(environment[setting]).username
            for setting in VALKEY_SETTINGS
            if setting in environment
        }
        assert valkey_users == PROCESS_USERS[name]
    assert own.refused_by_valkey() == []


def test_the_beacon_has_its_own_role_and_no_key(own: RunningHouse) -> None:
    """Only the sandbox beacon can sign a value, and it knows no database."""
    follower = psutil.Process(own.process_id("beacon")).environ()
    sandbox = psutil.Process(own.process_id("sandbox-beacon")).environ()
    assert urlsplit(follower["DATABASE_URL"]).username == "house_beacon"
    keys = ("SECRET_KEY_FILE", "COMMAND_KEY_FILE", "SEAL_KEY_FILE", "BEACON_KEY_FILE", *VALKEY_SETTINGS)
    assert [name for name in keys if name in follower] == []
    assert [name for name in keys if name in sandbox] == ["BEACON_KEY_FILE"]
    assert "DATABASE_URL" not in sandbox


def listening(own: RunningHouse, name: str) -> set[tuple[str, int]]:
    open_here = psutil.Process(own.process_id(name)).net_connections("inet")
    return {
        (socket.laddr.ip, socket.laddr.port) for socket in open_here if socket.status == psutil.CONN_LISTEN
    }


def test_nothing_of_the_house_listens_but_the_web_port(own: RunningHouse) -> None:
    addresses = {name: listening(own, name) for name in EVERYBODY}
    # The sandboxes of the payment service and the beacon stand for outside services; they listen locally.
    for sandbox in ("sandbox", "sandbox-beacon"):
        ((address, port),) = addresses.pop(sandbox)
        assert address == "127.0.0.1" and port != own.state["port"]
    assert set().union(*addresses.values()) == {("127.0.0.1", own.state["port"])}


def test_the_sandbox_has_no_access_to_the_record(own: RunningHouse) -> None:
    environments = psutil.Process(own.process_id("sandbox")).environ()
    secret = ("DATABASE", "REDIS", "CACHE", "CELERY", "SECRET_KEY", "COMMAND_KEY", "SEAL_KEY")
    assert [name for name in environments if name.startswith(secret)] == []
    assert {"GATEWAY_KEY_FILE", "PAYOUT_KEY_FILE", "REGISTER_KEY_FILE"} <= environments.keys()


def test_a_second_house_in_the_same_folder_is_refused(own: RunningHouse, tmp_path: Path) -> None:
    second = start(own.folder, tmp_path / "second.log", PORT="0")
    assert second.wait(60) == errors.ALREADY_OPEN
    log = (tmp_path / "second.log").read_text()
    assert f"This installation is running already: {own.url}, process {own.process.pid}" in log


def test_a_port_in_use_is_refused(own: RunningHouse, tmp_path: Path) -> None:
    port = str(own.state["port"])
    other = start(tmp_path / "other", tmp_path / "other.log", PORT=port)
    assert other.wait(60) == errors.IN_USE
    assert f"Port {port} of 127.0.0.1 is in use by another program" in (tmp_path / "other.log").read_text()


@pytest.mark.parametrize("name", EVERYBODY)
def test_a_killed_process_is_restarted(own: RunningHouse, name: str) -> None:
    before = own.process_id(name)
    os.kill(before, signal.SIGKILL)
    called = {"postgres": "PostgreSQL", "valkey": "Valkey"}.get(name, name)
    wait(lambda: re.search(rf"\b{called}\b.* ended unexpectedly \(killed by SIGKILL\)", own.read_log()))
    wait(lambda: came_back(own, name, before), 60)


def came_back(own: RunningHouse, name: str, before: int) -> bool:
    try:
        return own.process_id(name) != before and own.ready()["ready"]
    except (OSError, KeyError, ValueError):
        return False


def seconds_at_work(own: RunningHouse, name: str) -> float:
    """Known to a second only: the start of the machine, which it is computed from, has no fractions."""
    return time.time() - psutil.Process(own.process_id(name)).create_time()


@pytest.mark.parametrize("name", PREFORKED)
def test_who_is_killed_at_work_is_followed_by_a_copy_that_was_loaded_before(
    own: RunningHouse, name: str
) -> None:
    wait(lambda: seconds_at_work(own, name) > STABLE_AFTER_SECONDS + 1)
    before, understudy = own.process_id(name), own.state["children"][name]
    os.kill(before, signal.SIGKILL)
    wait(lambda: came_back(own, name, before), 60)
    assert psutil.Process(own.process_id(name)).ppid() == understudy
    assert re.search(
        rf"^{name} +\| ended unexpectedly \(killed by SIGKILL\): the next copy takes over",
        own.read_log(),
        re.MULTILINE,
    )


@pytest.mark.parametrize("name", PREFORKED)
def test_a_killed_understudy_takes_the_one_at_work_along_and_both_are_mended(
    own: RunningHouse, name: str
) -> None:
    before = psutil.Process(own.process_id(name))
    os.kill(before.ppid(), signal.SIGKILL)
    wait(lambda: came_back(own, name, before.pid), 60)
    assert not is_alive(before)


def test_a_killed_keeper_takes_its_server_along_and_both_are_mended(own: RunningHouse) -> None:
    before = own.process_id("valkey")
    os.kill(psutil.Process(before).ppid(), signal.SIGKILL)
    wait(lambda: came_back(own, "valkey", before), 60)


def test_a_command_joins_the_running_servers_and_leaves_them_running(own: RunningHouse) -> None:
    before = own.process_id("postgres")
    started = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--check"],
        cwd=PROJECT,
        env=own.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 0, started.stderr
    assert own.process_id("postgres") == before
    assert own.ready()["ready"]


def test_a_house_that_cannot_be_prepared_says_why(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        house = start(
            tmp_path / "h",
            tmp_path / "log",
            PORT="0",
            DATABASE_URL=f"postgresql://nobody@127.0.0.1:{port}/none",
        )
        assert house.wait(OPENING_TIMEOUT) == errors.BROKEN
    assert "The house could not be prepared" in (tmp_path / "log").read_text()
    assert everything_below(tmp_path) == []


def test_a_port_that_is_no_number_is_refused(tmp_path: Path) -> None:
    house = start(tmp_path / "h", tmp_path / "log", PORT="eight")
    assert house.wait(60) == errors.BAD_SETTING
    assert "PORT must be a number" in (tmp_path / "log").read_text()


def test_the_environment_names_other_servers_and_the_embedded_ones_stay_off(
    own: RunningHouse, tmp_path: Path
) -> None:
    borrowed_environment = psutil.Process(own.process_id("worker")).environ()
    named = {
        name: borrowed_environment[name]
        for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY_FILE", "COMMAND_KEY_FILE", "HOUSE_DEMO")
    }
    started = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--check"],
        cwd=PROJECT,
        env=house_environment(tmp_path / "none", named),
        capture_output=True,
        check=False,
    )
    assert started.returncode == 0, started.stderr
    assert not (tmp_path / "none").exists()


def test_at_last_ctrl_c_ends_everything_in_five_seconds(own: RunningHouse) -> None:
    assert len(everything_below(own.folder)) >= len(EVERYBODY)
    started = time.monotonic()
    own.close()
    assert time.monotonic() - started < 5
    assert own.process.returncode == 0
    assert everything_below(own.folder) == []
    # test_past_beside_the_house.py kills the supervisor, and opens again on what is there.
