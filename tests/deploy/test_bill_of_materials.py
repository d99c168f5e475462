"""Each release and each image carries a bill of materials that names every package of its lock files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from casino.services.folder import PROJECT
from locks import bill_of_materials

SCRIPT = PROJECT / "locks/bill_of_materials.py"


def write_bill(target: Path, *locks: str) -> dict[str, object]:
    """As a release does: with no package besides Python, from another folder."""
    command = [sys.executable, "-I", SCRIPT, target, *(PROJECT / lock for lock in locks)]
    subprocess.run(command, cwd=target.parent, check=True)
    bill: dict[str, object] = json.loads(target.read_text())
    return bill


@pytest.mark.parametrize("lock", ["requirements.txt", "locks/production.txt", "locks/s3.txt"])
def test_the_bill_names_every_locked_package(tmp_path: Path, lock: str) -> None:
    bill = write_bill(tmp_path / "sbom.cdx.json", lock)
    locked = {
        line.split(";")[0].rstrip("\\ ")
        for line in (PROJECT / lock).read_text().splitlines()
        if "==" in line and not line.startswith((" ", "#"))
    }
    components = bill["components"]
    assert isinstance(components, list) and bill["bomFormat"] == "CycloneDX"
    assert {f"{entry['name']}=={entry['version']}" for entry in components} == locked
    assert all(entry["externalReferences"][0]["hashes"] for entry in components)
    assert all(entry["purl"] == f"pkg:pypi/{entry['name']}@{entry['version']}" for entry in components)


def test_packages_for_browsers_are_named_too(tmp_path: Path) -> None:
    bill = write_bill(tmp_path / "sbom.cdx.json", "requirements.txt", "locks/npm.txt")
    components = bill["components"]
    assert isinstance(components, list)
    (alpine,) = [entry for entry in components if entry["name"] == "@alpinejs/csp"]
    assert alpine["purl"].startswith("pkg:npm/%40alpinejs/csp@")
    assert len(alpine["externalReferences"][0]["hashes"][0]["content"]) == 128
    assert len({entry["purl"] for entry in components}) == len(components)


def test_the_same_locks_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_bill(tmp_path / name, "requirements.txt")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    other = bill_of_materials.bill_of_materials([PROJECT / "locks/s3.txt"])
    assert other["serialNumber"] != json.loads((tmp_path / "one").read_text())["serialNumber"]


def test_releases_and_images_are_built_with_it() -> None:
    """On Debian the release's folder has it before its files are recorded; the image beside the program."""
    release = (PROJECT / "deploy/debian/steps/releases.py").read_text()
    assert release.index("    _set_up(release)\n") < release.index('".complete").touch()')
    assert "_write_bill_of_materials(release)" in release.partition("def _set_up")[2].partition("\ndef ")[0]
    image = (PROJECT / "deploy/Dockerfile").read_text()
    assert "python locks/bill_of_materials.py sbom.cdx.json locks/production.txt locks/npm.txt" in image
