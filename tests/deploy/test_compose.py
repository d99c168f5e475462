"""The containers of deploy/compose.yaml: what each may read and write, and what goes into their image."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml

from casino.services.folder import PROJECT, Folder
from casino.services.postgres import Postgres
from tests.deploy.test_alive import LOOPS
from tests.deploy.test_systemd_units import READS, WRITES, unit

COMPOSE: dict[str, Any] = yaml.safe_load((PROJECT / "deploy" / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
PROCESSES = {name: SERVICES[name] for name in WRITES}
DOCKERFILE = (PROJECT / "deploy" / "Dockerfile").read_text()
CADDYFILE = (PROJECT / "deploy" / "Caddyfile").read_text()
TMP = PurePosixPath("/tmp")


def mounts(name: str, *, writable: bool) -> set[PurePosixPath]:
    """The folders of volumes that a process sees, or may write; but for its keys."""
    volumes = [volume.split(":") for volume in PROCESSES[name].get("volumes", [])]
    return {
        PurePosixPath(parts[1])
        for parts in volumes
        if not parts[0].startswith(".") and (not writable or parts[2:] != ["ro"])
    }


def is_below(path: str, folders: set[PurePosixPath]) -> bool:
    place = PurePosixPath(path)
    return any(folder in (place, *place.parents) for folder in folders)


def test_each_process_writes_what_is_its_own() -> None:
    """Red before: one volume held the documents of players and what the worker reports to the regulator, and
    web and worker wrote both; and the croupier had no place for the archive.
    """
    for name, settings in WRITES.items():
        environment = PROCESSES[name]["environment"]
        folders = mounts(name, writable=True) | {TMP}
        assert PROCESSES[name]["read_only"] and PROCESSES[name]["tmpfs"] == [str(TMP)]
        for setting in settings:
            assert is_below(environment[setting], folders), (name, setting)


def test_no_folder_is_written_by_two_processes() -> None:
    """But that of the keys of players: whoever writes about somebody first makes the key."""
    writers = Counter(folder for name in PROCESSES for folder in mounts(name, writable=True))
    assert len(writers) == 4
    assert {str(folder) for folder, count in writers.items() if count > 1} == {"/var/lib/feltro/person-keys"}


@pytest.mark.parametrize("name", [*WRITES, "migrate"])
def test_a_process_sees_its_own_keys_and_no_passwords_of_others(name: str) -> None:
    service = SERVICES[name]
    keys = [volume for volume in service["volumes"] if volume.startswith("./keys")]
    assert keys == [f"./keys/{'operator' if name == 'migrate' else name}:/run/secrets:ro"]
    assert service["env_file"] == ["house.env"]
    secret = [name for name in service["environment"] if "PASSWORD" in name or name.endswith("_URL")]
    assert secret == ["HOUSE_URL"]


def test_only_the_servers_get_the_passwords_that_they_check() -> None:
    files = {name: service.get("env_file") for name, service in SERVICES.items()}
    assert [name for name, listed in files.items() if listed != ["house.env"]] == [
        "postgres",
        "valkey",
        "proxy",
    ]
    assert files["postgres"] == ["keys/postgres.env"] and files["valkey"] == ["keys/valkey.env"]
    assert files["proxy"] is None


def test_the_server_of_the_containers_reads_the_users_of_valkey() -> None:
    valkey = SERVICES["valkey"]
    mounted = {volume.split(":")[1] for volume in valkey["volumes"]}
    assert mounted == {"/users/valkey-users.acl", "/users/valkey-users.sh"}
    assert all(path in valkey["command"][2] for path in mounted)


def seconds(time: str) -> int:
    return int(time[:-1]) * {"s": 1, "m": 60}[time[-1]]


def test_nothing_is_stopped_by_force_in_the_middle_of_its_work() -> None:
    """Red before: ten seconds, after which Docker kills; a task of the worker may take ten minutes."""
    ends = {name: seconds(SERVICES[name]["stop_grace_period"]) for name in (*WRITES, "postgres")}
    assert ends["worker"] >= int(unit("worker")["TimeoutStopSec"][0]) and ends["postgres"] >= 60
    assert min(ends[name] for name in ("web", "croupier", "beat", "beacon")) >= 30


def test_every_process_is_asked_whether_it_is_alive() -> None:
    questions = {name: SERVICES[name]["healthcheck"]["test"] for name in WRITES}
    assert "/healthz" in questions.pop("web")[-1]
    assert questions == {name: ["CMD", "deploy/run", "alive", "60", *loops] for name, loops in LOOPS.items()}


def test_monitoring_reaches_the_figures_from_this_machine_alone() -> None:
    """Red before: the proxy listened for monitoring, and no port led there."""
    proxy = SERVICES["proxy"]
    (port,) = [port for port in proxy["ports"] if port.endswith(proxy["environment"]["METRICS"])]
    assert port.startswith("127.0.0.1:")


def test_nothing_but_the_program_goes_into_the_image() -> None:
    """Red before: no .dockerignore, so that every build sent the keys, .house and .git to the builder."""
    first, *rules = [
        line for line in (PROJECT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"
    ]
    assert first == "*"
    taken = {rule[1:] for rule in rules if rule.startswith("!")}
    assert {rule for rule in rules if rule[0] != "!"} == {"**/__pycache__", "**/*.py[cod]"}
    copied = {
        word
        for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
        for word in line.split()[:-1]
    }
    assert {
        path for path in copied if not any(path == name or path.startswith(f"{name}/") for name in taken)
    } == set()
    assert {
        name for name in taken if not any(path == name or path.startswith(f"{name}/") for path in copied)
    } == set()


def test_web_reads_what_the_worker_writes_and_writes_none_of_it() -> None:
    environment = PROCESSES["web"]["environment"]
    for setting in READS | {"REGULATOR_OUTBOX"}:
        assert is_below(environment[setting], mounts("web", writable=False)), setting
        assert not is_below(environment[setting], mounts("web", writable=True)), setting
    assert not is_below(environment["MEDIA_ROOT"], mounts("worker", writable=False))


def test_the_proxy_shows_the_pages_that_migrate_writes() -> None:
    """Red before: the proxy had neither folder, so an answer without a web process was an empty one."""
    written = [volume.split(":") for volume in SERVICES["migrate"]["volumes"] if volume[0] != "."]
    shown = [volume.split(":") for volume in SERVICES["proxy"]["volumes"]]
    for variable in ("MAINTENANCE", "STATIC"):
        (default,) = set(re.findall(rf"{{\${variable}:(\S+)}}", CADDYFILE))
        (volume,) = [parts[0] for parts in written if parts[1] == default]
        assert [volume, default, "ro"] in shown
        assert default in SERVICES["migrate"]["command"][-1] and f" {default}" in DOCKERFILE


def test_every_volume_belongs_to_somebody() -> None:
    used = {
        volume.partition(":")[0]
        for service in COMPOSE["services"].values()
        for volume in service.get("volumes", [])
    }
    assert {name for name in used if not name.startswith(".")} == set(COMPOSE["volumes"])


def test_the_image_owns_the_folders_of_its_volumes() -> None:
    for folder in {folder for name in PROCESSES for folder in mounts(name, writable=True)}:
        assert f" {folder}" in DOCKERFILE, folder


def test_the_database_of_the_containers_can_be_created(tmp_path: Path) -> None:
    """Red before: the locale C alone means the encoding SQL_ASCII, which the built-in provider refuses, so
    PostgreSQL ended at its first start.
    """
    folder = Folder(tmp_path)
    folder.make()
    postgres = Postgres(folder)
    arguments = SERVICES["postgres"]["environment"]["POSTGRES_INITDB_ARGS"].split()
    data = tmp_path / "data"
    postgres.private(data)
    done = postgres.run("initdb", f"--pgdata={data}", "--username=postgres", "--auth=trust", *arguments)
    assert done.returncode == 0, done.stderr
