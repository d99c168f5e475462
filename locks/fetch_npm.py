"""Fetch files of npm packages, or all modules of one, each archive checked by its integrity hash.

`python locks/fetch_npm.py FOLDER [PACKAGE...]` fetches the files of these packages, or of all; `@scope`
stands for every package of the scope. `locks/npm.txt` names them, one per line: package, version, path inside
the archive, name of the file, integrity, and for a program its platform: programs of other platforms are left
out. The path `/` stands for all modules of a package, and `bin/` for all files of that folder and the
licence; the name is then that of a folder. No Node is needed. A file that is present for the same line is not
fetched again.
NPM_CONFIG_REGISTRY names another registry.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import platform
import sys
import tarfile
import urllib.request
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

LOCK = Path(__file__).with_name("npm.txt")
REGISTRY = "https://registry.npmjs.org"
PLATFORM = f"{platform.system()}-{platform.machine()}".lower()


@dataclass(frozen=True)
class LockedFile:
    package: str
    version: str
    path: str
    name: str
    integrity: str
    platform: str = ""  # of a program; a file for browsers has none

    def is_wanted(self, packages: list[str]) -> bool:
        """Whether it belongs to this machine, and to the packages if any are named."""
        if self.platform not in ("", PLATFORM):
            return False
        return not packages or self.package in packages or self.package.partition("/")[0] in packages

    @property
    def url(self) -> str:
        registry = os.environ.get("NPM_CONFIG_REGISTRY", REGISTRY).rstrip("/")
        archive = self.package.rpartition("/")[2]
        return f"{registry}/{self.package}/-/{archive}-{self.version}.tgz"


def locked_files(text: str) -> list[LockedFile]:
    lines = (line.split("#")[0].split() for line in text.splitlines())
    return [LockedFile(*fields) for fields in lines if fields]


def check_integrity(archive: bytes, integrity: str) -> None:
    algorithm, _, expected = integrity.partition("-")
    if algorithm != "sha512":
        raise ValueError(f"{algorithm} is not accepted; the integrity must be sha512.")
    actual = base64.b64encode(hashlib.sha512(archive).digest()).decode()
    if actual != expected:
        raise ValueError(f"integrity mismatch: expected {expected}, got {actual}.")


def extract(archive: bytes, path: str) -> bytes:
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
        member = tar.extractfile(f"package/{path}")
        if member is None:
            raise ValueError(f"{path} is not a file of the archive.")
        return member.read()


def is_module(path: PurePosixPath) -> bool:
    """Whether browsers load it, or it says how it is licensed and what it exports."""
    return path.suffix == ".js" or path.name in ("package.json", "LICENSE")


def extract_folder(archive: bytes, within: str, folder: Path) -> None:
    """The modules of a package, or all files of a folder within it and the licence."""
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
        for member in tar.getmembers():
            path = PurePosixPath(member.name).relative_to("package")
            if within == "/":
                is_wanted = is_module(path)
            else:
                is_wanted = path.is_relative_to(within) or path.name == "LICENSE"
            content = tar.extractfile(member)
            if not is_wanted or content is None or ".." in path.parts:
                continue
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content.read())


def fetch(file: LockedFile, folder: Path) -> bool:
    """Write the file into the folder; whether it had to be downloaded."""
    target, record = folder / file.name, folder / f"{file.name}.lock"
    line = f"{file.package} {file.version} {file.path} {file.name} {file.integrity}\n"
    if target.exists() and record.exists() and record.read_text() == line:
        return False
    with urllib.request.urlopen(file.url, timeout=60) as response:
        archive = response.read()
    check_integrity(archive, file.integrity)
    target.parent.mkdir(parents=True, exist_ok=True)
    if file.path.endswith("/"):
        extract_folder(archive, file.path, target)
    else:
        target.write_bytes(extract(archive, file.path))
    if file.platform and target.is_file():
        target.chmod(0o755)
    record.write_text(line)
    return True


def main(arguments: list[str]) -> int:
    folder, *packages = arguments
    for file in locked_files(LOCK.read_text()):
        if not file.is_wanted(packages):
            continue
        try:
            if fetch(file, Path(folder)):
                print(f"fetched {file.package} {file.version}")
        except (OSError, ValueError, KeyError, tarfile.TarError) as error:
            print(f"Cannot fetch {file.package} {file.version} from {file.url}: {error}", file=sys.stderr)
            return 69
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
