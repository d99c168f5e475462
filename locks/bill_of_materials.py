"""Write the bill of materials of a release (CycloneDX 1.6): every package that its lock files name.

`python locks/bill_of_materials.py FILE LOCK...` needs no package besides Python: each release and each image
carries the file, made where it was built. The same lock files give the same bytes.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from locks import fetch_npm

PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")
DIGEST = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def python_packages(lock: str) -> Iterator[dict[str, Any]]:
    """The packages of a pip lock file, each with the digests of the files that may be installed."""
    for entry in re.split(r"\n(?=[A-Za-z0-9])", lock):
        if (pinned := PINNED.match(entry)) is None:
            continue
        name, version = pinned.groups()
        hashes = [{"alg": "SHA-256", "content": digest} for digest in DIGEST.findall(entry)]
        yield component(
            name, version, f"pkg:pypi/{name}@{version}", f"https://pypi.org/simple/{name}/", hashes
        )


def npm_packages(lock: str) -> Iterator[dict[str, Any]]:
    """The packages for browsers, once for each even if several of their files are used."""
    for file in {(file.package, file.version): file for file in fetch_npm.locked_files(lock)}.values():
        content = base64.b64decode(file.integrity.partition("-")[2]).hex()
        address = f"pkg:npm/{file.package.replace('@', '%40')}@{file.version}"
        yield component(
            file.package, file.version, address, file.url, [{"alg": "SHA-512", "content": content}]
        )


def component(
    name: str, version: str, address: str, source: str, hashes: list[dict[str, str]]
) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "externalReferences": [{"type": "distribution", "url": source, "hashes": hashes}],
    }


def bill_of_materials(locks: Iterable[Path]) -> dict[str, Any]:
    packages: dict[str, dict[str, Any]] = {}
    for lock in locks:
        text = lock.read_text()
        read = npm_packages if lock.name == fetch_npm.LOCK.name else python_packages
        packages |= {entry["purl"]: entry for entry in read(text)}
    components = [packages[address] for address in sorted(packages)]
    content = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(components))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{content}",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "feltro", "name": "feltro"}},
        "components": components,
    }


def main(arguments: list[str]) -> None:
    if len(arguments) < 2:
        raise SystemExit("Usage: python locks/bill_of_materials.py FILE LOCK...")
    target, *locks = map(Path, arguments)
    target.write_text(json.dumps(bill_of_materials(locks), indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
