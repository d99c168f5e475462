"""The containers of deploy/compose.yaml: what each may write."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import yaml

from casino.services.folder import PROJECT
from tests.deploy.test_systemd_units import READS, WRITES

COMPOSE: dict[str, Any] = yaml.safe_load((PROJECT / "deploy" / "compose.yaml").read_text())
PROCESSES = {name: COMPOSE["services"][name] for name in WRITES}
TMP = PurePosixPath("/tmp")


def mounts(name: str, *, writable: bool) -> set[PurePosixPath]:
    """The folders of volumes that a process sees, or may write."""
    volumes = [volume.split(":") for volume in PROCESSES[name].get("volumes", [])]
    return {PurePosixPath(parts[1]) for parts in volumes if not writable or parts[2:] != ["ro"]}


def is_below(path: str, folders: set[PurePosixPath]) -> bool:
    place = PurePosixPath(path)
    return any(folder in (place, *place.parents) for folder in folders)


def test_each_process_writes_what_is_its_own() -> None:
    """Red before: one volume held the documents of players and what the worker reports to the regulator, and
    web and worker wrote both.
    """
    for name, settings in WRITES.items():
        environment = PROCESSES[name]["environment"]
        folders = mounts(name, writable=True) | {TMP}
        assert PROCESSES[name]["read_only"] and PROCESSES[name]["tmpfs"] == [str(TMP)]
        for setting in settings - {"ARCHIVE_DIR"}:  # written by a command, into a folder of its own
            assert is_below(environment[setting], folders), (name, setting)


def test_no_folder_is_written_by_two_processes() -> None:
    written = [folder for name in PROCESSES for folder in mounts(name, writable=True)]
    assert len(written) == len(set(written)) == 2


def test_web_reads_what_the_worker_writes_and_writes_none_of_it() -> None:
    environment = PROCESSES["web"]["environment"]
    for setting in READS | {"REGULATOR_OUTBOX"}:
        assert is_below(environment[setting], mounts("web", writable=False)), setting
        assert not is_below(environment[setting], mounts("web", writable=True)), setting
    assert not is_below(environment["MEDIA_ROOT"], mounts("worker", writable=False))


def test_every_volume_belongs_to_somebody() -> None:
    used = {
        volume.partition(":")[0]
        for service in COMPOSE["services"].values()
        for volume in service.get("volumes", [])
    }
    assert {name for name in used if not name.startswith(".")} == set(COMPOSE["volumes"])


def test_the_image_owns_the_folders_of_its_volumes() -> None:
    text = (PROJECT / "deploy" / "Dockerfile").read_text()
    for folder in {folder for name in PROCESSES for folder in mounts(name, writable=True)}:
        assert f" {folder}" in text, folder
