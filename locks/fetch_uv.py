"""Put uv into a new environment that has no pip. `python locks/fetch_uv.py VENV`

The package index is asked for the file of this machine whose hash `locks/uv.txt` names. PIP_INDEX_URL names
another index. Where none can be had, the exit code is 69, and pip does the work of uv.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import re
import sys
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

LOCK = Path(__file__).with_name("uv.txt")
INDEX = "https://pypi.org/simple"
ACCEPT = "application/vnd.pypi.simple.v1+json"


def locked_digests(text: str) -> set[str]:
    return set(re.findall(r"--hash=sha256:([0-9a-f]{64})", text))


def wheel_of(files: list[dict[str, Any]], digests: set[str]) -> tuple[str, str]:
    """The address and the digest of the locked wheel for this machine."""
    libc = "manylinux" if platform.libc_ver()[0] == "glibc" else "musllinux"
    fitting = re.compile(rf"{libc}.*_{platform.machine()}\.whl$")
    for file in files:
        digest = file.get("hashes", {}).get("sha256", "")
        if digest in digests and fitting.search(file["filename"]):
            return str(file["url"]), str(digest)
    raise ValueError(f"there is no locked wheel of uv for {platform.machine()} with this C library")


def read(url: str) -> bytes:
    request = urllib.request.Request(url, headers={"Accept": ACCEPT})
    with urllib.request.urlopen(request, timeout=60) as response:
        return bytes(response.read())


def extract(wheel: bytes, target: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".data/scripts/uv"))
        fresh = target.with_name("uv.new")
        fresh.write_bytes(archive.read(name))
    fresh.chmod(0o755)
    fresh.rename(target)


def main(venv: Path) -> int:
    index = os.environ.get("PIP_INDEX_URL", INDEX).rstrip("/")
    try:
        files = json.loads(read(f"{index}/uv/"))["files"]
        url, digest = wheel_of(files, locked_digests(LOCK.read_text()))
        wheel = read(url)
        if hashlib.sha256(wheel).hexdigest() != digest:
            raise ValueError("the wheel of uv is not the locked one")
        extract(wheel, venv / "bin" / "uv")
    except (OSError, ValueError, KeyError, StopIteration, zipfile.BadZipFile) as error:
        print(f"uv cannot be fetched from {index} ({error}): pip installs, and is slower", file=sys.stderr)
        return os.EX_UNAVAILABLE
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
