"""`manage.py doctor` sees dm-crypt below data about people, and says what it cannot see.  [903-B 7.4.5.2]"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from casino.operation import encrypted_storage as storage

CRYPT, LVM = "CRYPT-LUKS2-0a-sda3_crypt\n", "LVM-abc\n"
# By device: what device-mapper calls it, and the devices that it is made of.
Devices = dict[str, tuple[str, tuple[str, ...]]]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(storage, "DEVICES", tmp_path / "sys")
    monkeypatch.setattr(storage, "MOUNTS", tmp_path / "mountinfo")
    return tmp_path


def write_devices(machine: Path, devices: Devices) -> None:
    for number, (name, parts) in devices.items():
        device = machine / "sys" / number
        (device / "slaves").mkdir(parents=True)
        if name:
            (device / "dm").mkdir()
            (device / "dm" / "uuid").write_text(name)
        for part in parts:
            (device / "slaves" / part.replace(":", "-")).mkdir()
            (device / "slaves" / part.replace(":", "-") / "dev").write_text(f"{part}\n")


def on_device(monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    major, minor = map(int, number.split(":"))
    monkeypatch.setattr(storage.os, "major", lambda device: major)
    monkeypatch.setattr(storage.os, "minor", lambda device: minor)


@pytest.mark.parametrize(
    ("devices", "encrypted"),
    [
        ({"8:3": ("", ())}, False),
        ({}, False),
        ({"8:3": (CRYPT, ("8:1",))}, True),
        ({"8:3": (LVM, ("253:0",)), "253:0": (CRYPT, ())}, True),
        ({"8:3": (LVM, ("8:1",)), "8:1": ("", ())}, False),
        ({"8:3": ("", ("253:0", "253:1")), "253:0": (CRYPT, ()), "253:1": (CRYPT, ())}, True),
        ({"8:3": ("", ("253:0", "8:9")), "253:0": (CRYPT, ())}, False),  # half of a RAID
    ],
)
def test_a_device_is_encrypted_if_everything_below_it_is(
    machine: Path, monkeypatch: pytest.MonkeyPatch, devices: Devices, encrypted: bool
) -> None:
    write_devices(machine, devices)
    on_device(monkeypatch, "8:3")
    assert storage.is_encrypted(machine / "not" / "made" / "yet") is encrypted


def test_a_file_system_with_its_own_number_is_found_by_its_mount(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = os.stat("/dev/null").st_rdev
    write_devices(machine, {f"{os.major(device)}:{os.minor(device)}": (CRYPT, ())})
    own = os.makedev(0, 45)
    line = "29 1 0:{} / /srv rw shared:1 - btrfs {} rw"
    (machine / "mountinfo").write_text(line.format(44, "tmpfs") + "\n" + line.format(45, "/dev/null") + "\n")
    assert storage._has_crypt(storage._source_of(own) or "") is True
    (machine / "mountinfo").write_text(line.format(45, "pool/data") + "\n")
    assert storage._source_of(own) is None


def found(machine: Path) -> list[tuple[str, bool]]:
    return [(line.problem, line.is_unknown) for line in storage.check_storage("operator")]


def test_what_is_not_seen_is_unknown_and_named(machine: Path, settings: Any, monkeypatch: Any) -> None:
    settings.HOUSE_DIR, settings.FILE_STORE = machine / "house", ""
    settings.REGULATOR_FILES, settings.REGULATOR_OUTBOX = str(machine / "files"), ""
    monkeypatch.setitem(connection.settings_dict, "HOST", "db.internal")
    monkeypatch.setattr(storage, "is_encrypted", lambda path: False)
    files = f"No encryption is seen below {machine / 'files'}."
    away = "The database lies on another machine, whose storage cannot be seen from here."
    assert found(machine) == [(away, True), (files, True)]
    monkeypatch.setitem(connection.settings_dict, "HOST", "/run/postgresql")
    monkeypatch.setattr(storage, "SERVER_FOLDER", machine)
    assert found(machine) == [(f"No encryption is seen below {machine}, {machine / 'files'}.", True)]
    settings.FILE_STORE = "s3://bucket"
    assert found(machine) == [(f"No encryption is seen below {machine}.", True)]
    monkeypatch.setattr(storage, "is_encrypted", lambda path: True)
    assert found(machine) == [] and list(storage.check_storage("web")) == []
