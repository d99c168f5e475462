"""The component register of the random generator as it is installed: versions and digests of its declared
parts, whether they are those of the recorded manifest, and which sheet in force draws with which beacon.
[903-B 9.4.2]
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from django.conf import settings
from msgspec import Struct

from casino.compliance.self_checks.generator_parts import PARTS, GeneratorPart
from casino.compliance.self_checks.models import Manifest
from casino.compliance.self_checks.program_files import differences, files_digest, installed_files
from games.catalogue import GAMES
from games.catalogue.text import Text
from games.draw.beacon import PINNED
from games.rules.shared.draw_terms import DrawTerms
from games.tables import sheet_selectors

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


class RegisteredPart(Struct, frozen=True):
    """A declared part as it is installed."""

    declared: GeneratorPart
    files: dict[str, str]
    digest: str
    packages: list[InstalledPackage]
    changed: list[str] | None  # files that differ from the manifest; None without one


class SheetDraw(Struct, frozen=True):
    """What decides the results of a game, by its sheet in force."""

    game: Text
    version: int
    terms: DrawTerms
    chain_hash: str  # empty for a beacon that is not pinned


def registered_parts(manifest: Manifest | None) -> list[RegisteredPart]:
    return [_registered(part, manifest) for part in PARTS]


def _registered(part: GeneratorPart, manifest: Manifest | None) -> RegisteredPart:
    files = installed_files(parts=part.files)
    changed = None
    if manifest is not None:
        recorded = {path: digest for path, digest in manifest.files.items() if _belongs(path, part)}
        changed = [difference["path"] for difference in differences(recorded, files)]
    packages = [installed_package(name) for name in part.packages]
    return RegisteredPart(part, files, files_digest(files), packages, changed)


def _belongs(path: str, part: GeneratorPart) -> bool:
    return any(path == start or path.startswith(f"{start}/") for start in part.files)


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


def draws_in_force() -> list[SheetDraw]:
    """One line for each game with a sheet in force."""
    draws = []
    for system, sheet in sheet_selectors.sheets_in_force().items():
        terms: DrawTerms = sheet_selectors.sheet_of(sheet).draw
        pinned = PINNED.get(terms.beacon)
        draws.append(SheetDraw(GAMES[system].name, sheet.version, terms, pinned.hash if pinned else ""))
    return draws
