"""What is installed, and the manifests of it: digests of the product's files and of the libraries that the
generator's parts use. A person records a manifest and vouches for it.

It covers all files of the product where the worker runs, except generated ones (byte code, compiled
translations).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from django.conf import settings
from django.db import transaction
from msgspec import Struct

from casino.generator.models import Manifest
from casino.generator.parts import PARTS
from casino.version import VERSION
from players.audit import note
from players.models import Person

PRODUCT = (
    "casino",
    "games",
    "players",
    "templates",
    "static",
    "locks",
    "manage.py",
    "requirements.txt",
    "pyproject.toml",
)
GENERATED = {".pyc", ".mo"}
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


def installed_files(root: Path | None = None, parts: Iterable[str] = PRODUCT) -> dict[str, str]:
    """The SHA-256 of every file of the product, or of these files and folders of it, by path."""
    root = Path(root or settings.BASE_DIR)
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in _files(root, parts)
    }


def _files(root: Path, parts: Iterable[str]) -> Iterator[Path]:
    for part in parts:
        start = root / part
        if start.is_file():
            yield start
        elif start.is_dir():
            yield from _source_files(sorted(start.rglob("*")))


def _source_files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.suffix not in GENERATED and path.is_file() and "__pycache__" not in path.parts:
            yield path


def record_manifest(
    *, reason: str, person: Person | None = None, root: Path | None = None
) -> Manifest | None:
    """Record the installed files and libraries, if they differ from the last manifest. The person vouches for
    them.
    """
    files, libraries = installed_files(root), generator_libraries()
    digest = files_digest(files)
    last = Manifest.objects.order_by("-pk").first()
    if last is not None and (last.digest, last.libraries) == (digest, libraries):
        return None
    with transaction.atomic():
        new = Manifest.objects.create(
            digest=digest,
            files=files,
            libraries=libraries,
            reason=reason[:200],
            version=VERSION,
            person=person,
        )
        changed = differences(last.files, files) if last is not None else []
        note(
            "watch.manifest-recorded",
            person=person,
            about=f"manifest:{new.pk}",
            digest=digest,
            files=len(files),
            changed=len(changed),
            reason=reason,
            version=VERSION,
        )
    return new


def differences(recorded: dict[str, str], installed: dict[str, str]) -> list[dict[str, str]]:
    """The files that are gone, new or changed."""
    changes = []
    for path in sorted(recorded.keys() | installed.keys()):
        if path not in installed:
            changes.append({"path": path, "how": "gone"})
        elif path not in recorded:
            changes.append({"path": path, "how": "new"})
        elif recorded[path] != installed[path]:
            changes.append({"path": path, "how": "changed"})
    return changes
