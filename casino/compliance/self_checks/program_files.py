"""The check of the installed files against the recorded manifest.

A difference alerts staff and may hold the tables.

It covers all files of the product where the worker runs, except generated ones (byte code, compiled
translations).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.db import transaction

from casino.compliance.self_checks import check_states
from casino.compliance.self_checks.installed_packages import files_digest, generator_libraries
from casino.compliance.self_checks.models import Manifest
from games.models import Table
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import HoldTable
from players.audit import note
from players.models import Person

PARTS = (
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
REASON = "a file of the house is not the one that was recorded"
# The newest release, and the one before it: during an upgrade both run, and a rollback returns to it.
ACCEPTED_RELEASES = 2
MAX_STORED = 20  # differing files that are stored


def installed_files(root: Path | None = None, parts: Iterable[str] = PARTS) -> dict[str, str]:
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
            digest=digest, files=files, libraries=libraries, reason=reason[:200], person=person
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


def check_files(root: Path | None = None) -> bool | None:
    """Compare the installed files with the manifest and store the result.

    With `SELF_CHECK=hold`, a difference holds all open tables.
    """
    manifests = list(Manifest.objects.order_by("-pk")[:ACCEPTED_RELEASES])
    last = manifests[0] if manifests else None
    files = installed_files(root)
    is_accepted = files_digest(files) in {manifest.digest for manifest in manifests}
    changes = differences(last.files, files) if last is not None and not is_accepted else []
    holds = settings.SELF_CHECK == "hold"
    # Where files change all the time, as in development, `SELF_CHECK=tell` reports differences without an
    # alarm.
    # Without a record nothing was compared.
    compared = None if last is None else True
    good = (last is not None and not changes) if holds else compared
    details: dict[str, object] = {
        "files": len(files),
        "differing": len(changes),
        "first": changes[:MAX_STORED],
        "holds": holds,
        "recorded": last.at.isoformat() if last else None,
        "digest": last.digest if last else "",
    }
    if check_states.store_state("files", good, **details) and good is False:
        note(
            "watch.files-differ",
            about="manifest",
            differing=len(changes),
            first=[change["path"] for change in changes[:5]],
        )
    if changes and holds:
        open_tables = Table.objects.filter(status=Table.Status.OPEN).values_list("pk", flat=True)
        send_to_tables(list(open_tables), HoldTable(REASON))
    return good
