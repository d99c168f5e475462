"""The systemd units of deploy/: a user per process, its keys, and only the folders that it writes."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from casino.operation.doctor import ROLES
from casino.services import pgbackrest
from casino.services.folder import PROJECT
from casino.services.valkey import PROCESS_USERS

DEPLOY = PROJECT / "deploy"
SERVICES = {
    path.stem.removeprefix("feltro-").rstrip("@"): path
    for path in (DEPLOY / "systemd").glob("feltro-*.service")
}
# What a timer starts, as the user of PostgreSQL; everything else is a process of the house.
JOBS = {"backup", "restore-test"}
UNITS = {name: path for name, path in SERVICES.items() if name not in JOBS}
# For every unit whose name begins with feltro-.
HARDENING = DEPLOY / "systemd" / "feltro-.service.d" / "hardening.conf"
sys.path.insert(0, str(DEPLOY / "debian"))
# What each process writes, by the setting that says where. HOUSE_DIR: the typefaces that are cut for papers.
WRITES = {
    "web": {"HOUSE_DIR", "MEDIA_ROOT"},
    "worker": {"HOUSE_DIR", "REGULATOR_FILES", "REGULATOR_OUTBOX", "ANCHOR_DIR", "PUBLIC_LOG_DIR"},
    "croupier": {"HOUSE_DIR", "ARCHIVE_DIR"},
    "beat": {"HOUSE_DIR"},
    "beacon": set(),
}
# The one folder that two users write: keys of players, whose files say nothing without the key of the house.
SHARED = {"PERSON_KEYS_DIR": {"web", "worker"}}
# What web shows of what the worker writes.
READS = {"REGULATOR_FILES", "ANCHOR_DIR", "PUBLIC_LOG_DIR"}


def unit(name: str) -> dict[str, list[str]]:
    """Every line of a unit's section «Service», by its name; several lines of one name are one list of
    words.
    """
    section: dict[str, list[str]] = {}
    lines = [
        line
        for path in (SERVICES[name], HARDENING, *(DEPLOY / "systemd" / f"feltro-{name}.service.d").glob("*"))
        for line in path.read_text().partition("[Service]")[2].partition("\n[")[0].splitlines()
    ]
    for line in lines:
        key, equals, value = line.partition("=")
        if equals and not value:  # an empty value takes back what came before
            section[key] = []
        elif equals and not key.startswith("#"):
            section.setdefault(key, []).extend(value.split())
    return section


def environment_of(name: str) -> dict[str, str]:
    """The environment of a process: the common settings and its own."""
    lines = (DEPLOY / "house.env.example").read_text().splitlines()
    common = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    own = dict(word.split("=", 1) for word in unit(name).get("Environment", []))
    # deploy/run takes the first folder of the unit.
    if folders := unit(name).get("StateDirectory"):
        own["HOUSE_DIR"] = f"/var/lib/{folders[0]}"
    return {key: value.replace("%S", "/var/lib") for key, value in (common | own).items()}


def writable(name: str) -> set[Path]:
    return {Path("/var/lib") / folder for folder in unit(name).get("StateDirectory", [])}


def test_there_is_a_unit_for_each_process() -> None:
    assert set(UNITS) == set(WRITES)


def test_each_process_has_a_user_of_its_own() -> None:
    users = [unit(name)["User"][0] for name in UNITS]
    assert (
        len(set(users)) == len(users)
        and "root" not in users
        and all(user.startswith("feltro-") for user in users)
    )


def test_the_group_of_the_proxy_opens_nothing_but_the_socket() -> None:
    web = unit("web")
    assert web["RuntimeDirectoryMode"] == ["0700"] and web["StateDirectoryMode"] == ["0700"]
    socket = (DEPLOY / "systemd" / "feltro-web@.socket").read_text()
    assert f"SocketGroup={web['Group'][0]}\nSocketMode=0660\n" in socket
    assert web["Group"][0] not in {group for name in set(UNITS) - {"web"} for group in unit(name)["Group"]}


@pytest.mark.parametrize("name", sorted(WRITES))
def test_a_process_is_handed_the_common_keys_and_its_own(name: str) -> None:
    credentials = dict(word.split(":", 1) for word in unit(name)["LoadCredential"])
    own = {"own": f"/etc/feltro/keys/{name}"}
    assert credentials == own | ({} if name == "beacon" else {"common": "/etc/feltro/keys/common"})


def test_each_key_is_only_in_the_folders_that_need_it(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from steps import machine

    release = tmp_path_factory.mktemp("release")
    for part, source in ((".venv", Path(sys.prefix)), ("players", PROJECT / "players")):
        (release / part).symlink_to(source)
    monkeypatch.setattr(machine, "KEYS", tmp_path)
    machine.keys(release)
    keys = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert keys == {
        "common/secret_key", "croupier/seal_key", "web/metrics_token", "web/file_keys",
        "web/person_keys", "worker/person_keys", "operator/person_keys",
        "web/command_key", "worker/command_key", "beat/command_key", "operator/command_key",
    }  # fmt: skip
    for shared in ("command_key", "person_keys"):
        assert len({(tmp_path / key).read_text() for key in keys if key.endswith(shared)}) == 1
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in tmp_path.rglob("*") if path.is_file())
    before = {key: (tmp_path / key).read_text() for key in keys}
    machine.keys(release)
    assert before == {key: (tmp_path / key).read_text() for key in keys}, "a key that exists stays"


def test_the_installer_gives_each_process_its_own_users() -> None:
    from steps import machine

    settings_of = {
        process: {name.upper(): user for name, user in users.items()}
        for process, users in machine.VALKEY_USERS.items()
        if process != "operator"
    }
    assert settings_of == {name: users for name, users in PROCESS_USERS.items() if name != "admin"}
    # The process that follows a beacon has no settings that the doctor could read.
    assert machine.DATABASE_ROLES == ROLES | {"beacon": "house_beacon"}


@pytest.mark.parametrize("name", sorted(WRITES))
def test_the_disk_is_read_only_but_for_what_a_process_writes(name: str) -> None:
    service = unit(name)
    assert (
        service["ProtectSystem"] == ["strict"]
        and service["ProtectHome"] == ["yes"]
        and service["PrivateTmp"] == ["yes"]
    )
    shared = [f"-{environment_of(name)[setting]}" for setting in SHARED if name in SHARED[setting]]
    assert service.get("ReadWritePaths", []) == shared
    expected = {Path(environment_of(name)[setting]) for setting in WRITES[name]}
    assert writable(name) == expected
    others = {path for other in set(WRITES) - {name} for path in writable(other)}
    assert not others & expected, "no other folder is written by two users"


def test_no_writable_path_of_the_settings_was_forgotten() -> None:
    """A folder below HOUSE_DIR that a new setting names has to be given to some process."""
    text = (PROJECT / "casino" / "settings.py").read_text()
    named = set(re.findall(r"^(\w+) = (?!.*if PRODUCTION).*str\(HOUSE_DIR / ", text, re.MULTILINE))
    assert named - {"STATIC_ROOT"} == set().union(*WRITES.values(), SHARED) - {"HOUSE_DIR"}


def test_web_reads_only_what_the_worker_writes() -> None:
    web, worker = unit("web"), unit("worker")
    assert (
        worker["Group"] == web["SupplementaryGroups"]
        and worker["UMask"] == ["0027"]
        and worker["StateDirectoryMode"] == ["0750"]
    )
    assert {Path(environment_of("web")[setting]) for setting in READS} <= writable("worker")
    assert all("SupplementaryGroups" not in unit(name) for name in set(UNITS) - {"web"})
    assert all(unit(name)["UMask"] == ["0077"] for name in set(UNITS) - {"worker"})


@pytest.mark.parametrize("name", sorted(WRITES))
def test_a_process_gains_no_rights(name: str) -> None:
    service = SimpleNamespace(**unit(name))
    assert (
        service.NoNewPrivileges == ["yes"]
        and service.CapabilityBoundingSet == []
        and service.RestrictSUIDSGID == ["yes"]
    )


def test_the_proxy_lets_through_what_may_be_uploaded_and_no_more() -> None:
    (limit,) = re.findall(r"max_size (\d+)KiB", (DEPLOY / "Caddyfile").read_text())
    assert int(limit) * 1024 == settings.UPLOAD_LARGEST + settings.UPLOAD_FORM


VALKEY = DEPLOY / "systemd" / "valkey-feltro.service"
# What is no hardening, or what Valkey, which has no settings of the house, does in a way of its own.
NO_HARDENING = {"EnvironmentFile", "LoadCredential", "Restart", "RestartSec", "LimitCORE"}


def directives(path: Path) -> dict[str, str]:
    lines = path.read_text().partition("[Service]")[2].partition("\n[")[0].splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def test_valkey_is_hardened_like_the_processes() -> None:
    """Red before: its unit has another name, so that the common lines do not reach it."""
    common, own = directives(HARDENING), directives(VALKEY)
    wanted = {name: value for name, value in common.items() if name not in NO_HARDENING}
    # It listens on a socket of this machine alone, so that less is enough.
    wanted["RestrictAddressFamilies"] = "AF_UNIX"
    assert {name: own.get(name) for name in wanted} == wanted and len(wanted) > 15
    assert own["PrivateNetwork"] == "yes" and own["IPAddressDeny"] == "any"


@pytest.mark.parametrize("name", sorted(JOBS))
def test_a_job_of_a_timer_has_no_key_of_the_house_and_ends(name: str) -> None:
    service = unit(name)
    assert service["Type"] == ["oneshot"] and service["User"] == service["Group"] == ["postgres"]
    # The common lines come first: a oneshot that restarts is refused by systemd.
    assert service["Restart"][-1] == "no" and service["LoadCredential"] == []
    assert service["ExecStart"] == ["/opt/feltro/current/deploy/run", name]
    assert "\nbackup | restore-test) exec" in (DEPLOY / "run").read_text() and name in pgbackrest.JOBS
    assert service["NoNewPrivileges"] == ["yes"] and service["CapabilityBoundingSet"] == []
    assert str(pgbackrest.RESULTS) == f"/var/lib/{service['StateDirectory'][0]}"
    assert all(path.startswith("-/var/") for path in service["ReadWritePaths"]), "they need not exist"


@pytest.mark.parametrize(("name", "when"), [("backup", r"\*-\*-\* "), ("restore-test", r"Mon \*-\*-\* ")])
def test_its_timer_starts_it_in_lisbon_time_and_catches_up(name: str, when: str) -> None:
    timer = (DEPLOY / "systemd" / f"feltro-{name}.timer").read_text()
    assert re.search(rf"^OnCalendar={when}\d\d:\d\d Europe/Lisbon$", timer, re.MULTILINE)
    assert "\nPersistent=true\n" in timer and "\nWantedBy=timers.target\n" in timer
