"""Build the image from its context alone, and ask it for its version: `python -m tests.release.image`.

It needs podman or docker, and the digest of Python in deploy/images.lock. Without either it ends with 69 and
says so.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from casino.services.folder import PROJECT
from casino.version import VERSION
from tests.release.artefacts import ReleaseError, image_context

TAG = f"localhost/feltro-release-proof:{VERSION}"


def main() -> int:
    try:
        builder, digest = find_builder(), python_digest((PROJECT / "deploy/images.lock").read_text("utf-8"))
    except ReleaseError as missing:
        print(missing)
        return os.EX_UNAVAILABLE
    with tempfile.TemporaryDirectory(prefix="feltro-image-") as temporary:
        context = Path(temporary)
        for name, data in image_context():
            path = context / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o755 if data.startswith(b"#!") else 0o644)
        arguments = [
            "--file",
            "deploy/Dockerfile",
            "--build-arg",
            f"PYTHON_DIGEST={digest}",
            "--tag",
            TAG,
            ".",
        ]
        built = subprocess.run([builder, "build", *arguments], cwd=context, check=False)
    if built.returncode:
        print("The image cannot be built from its context.")
        return 1
    try:
        return look_into(builder)
    finally:
        subprocess.run([builder, "rmi", "--force", TAG], capture_output=True, check=False)


def look_into(builder: str) -> int:
    command = [builder, "run", "--rm", TAG, "sh", "-c", "deploy/run manage version; id -u; ls sbom.cdx.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout.split()
    if done.returncode or said != [VERSION, "10001", "sbom.cdx.json"]:
        print(f"The image answers {said} ({done.returncode}): {done.stderr.strip()[-300:]}")
        return 1
    print(f"The image is built from its context and runs Feltro {VERSION} as user 10001.")
    return 0


def find_builder() -> str:
    """The first that answers: docker without its service does not."""
    for name in ("podman", "docker"):
        path = shutil.which(name)
        if path and subprocess.run([path, "info"], capture_output=True, check=False).returncode == 0:
            return path
    raise ReleaseError("Neither podman nor docker works on this machine.")


def python_digest(lock: str) -> str:
    found = re.search(r"^PYTHON_DIGEST=(\S+)$", lock, re.MULTILINE)
    if found is None:
        raise ReleaseError("deploy/images.lock has no digest of Python: write what `docker pull` prints.")
    return found[1]


if __name__ == "__main__":
    sys.exit(main())
