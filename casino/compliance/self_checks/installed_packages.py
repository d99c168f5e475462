"""Digests of files, and of the libraries that the generator's parts use, as they are installed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from django.conf import settings
from msgspec import Struct

from casino.compliance.self_checks.generator_parts import PARTS

NPM_LOCK = "locks/npm.txt"


class InstalledPackage(Struct, frozen=True):
    """A library of a part. The digest covers its own files as they are installed; of an npm package it is the
    integrity of its archive.
    """

    name: str
    version: str
    digest: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def files_digest(files: dict[str, str]) -> str:
    lines = [f"{digest}  {path}\n" for path, digest in sorted(files.items())]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


@cache
def installed_package(name: str) -> InstalledPackage:
    """Cached: installed packages do not change while the process runs."""
    if name.startswith("@"):
        return next(package for package in _npm_packages() if package.name == name)
    own = {
        path.as_posix(): hashlib.sha256(Path(str(path.locate())).read_bytes()).hexdigest()
        for path in metadata.files(name) or ()
        if path.suffix != ".pyc" and ".dist-info" not in path.parts[0]
    }
    return InstalledPackage(name, metadata.version(name), files_digest(own))


def _npm_packages() -> Iterator[InstalledPackage]:
    for line in (Path(settings.BASE_DIR) / NPM_LOCK).read_text().splitlines():
        fields = line.partition("#")[0].split()
        if fields:
            yield InstalledPackage(fields[0], fields[1], fields[4])


def generator_libraries() -> dict[str, str]:
    """Version and digest of each library of the generator's parts, by its name."""
    names = sorted({name for part in PARTS for name in part.packages})
    packages = [installed_package(name) for name in names]
    return {package.name: f"{package.version} {package.digest}" for package in packages}
