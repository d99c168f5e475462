"""The component register of the random generator as it is installed: versions and digests of its declared
parts, whether they are those of the recorded manifest, and which sheet in force draws with which beacon.
[903-B 9.4.2]
"""

from __future__ import annotations

from msgspec import Struct

from casino.generator.manifests import (
    InstalledPackage,
    differences,
    files_digest,
    installed_files,
    installed_package,
)
from casino.generator.models import Manifest
from casino.generator.parts import PARTS, GeneratorPart
from games.catalogue import GAMES
from games.catalogue.text import Text
from games.draw.beacon import PINNED
from games.rules.shared.draw_terms import DrawTerms
from games.tables import sheet_selectors


class RegisteredPart(Struct, frozen=True):
    """A declared part as it is installed."""

    declared: GeneratorPart
    files: dict[str, str]
    digest: str
    packages: list[InstalledPackage]
    changed: list[str] | None  # files and libraries other than recorded; None without one


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
    packages = [installed_package(name) for name in part.packages]
    changed = None
    if manifest is not None:
        recorded = {path: digest for path, digest in manifest.files.items() if part.holds(path)}
        changed = [difference["path"] for difference in differences(recorded, files)]
        changed += _changed_libraries(packages, manifest.libraries)
    return RegisteredPart(part, files, files_digest(files), packages, changed)


def _changed_libraries(packages: list[InstalledPackage], recorded: dict[str, str]) -> list[str]:
    """Libraries other than recorded. A manifest of an earlier release records none."""
    return [
        str(package)
        for package in packages
        if recorded.get(package.name, "") not in ("", f"{package.version} {package.digest}")
    ]


def draws_in_force() -> list[SheetDraw]:
    """One line for each game with a sheet in force."""
    draws = []
    for system, sheet in sheet_selectors.sheets_in_force().items():
        terms: DrawTerms = sheet_selectors.sheet_of(sheet).draw
        pinned = PINNED.get(terms.beacon)
        draws.append(SheetDraw(GAMES[system].name, sheet.version, terms, pinned.hash if pinned else ""))
    return draws
