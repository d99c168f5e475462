"""The files of the house, each with its digest: what runs is what somebody answers for, or staff are told and the tables held.

Looked at are all files of the product as they lie where the worker runs; what is made from them (byte code, compiled words) is not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from casino.compliance.self_checks import check_states
from casino.compliance.self_checks.models import Manifest
from games.models import Table
from games.tables.transport.client import summon
from games.tables.transport.protocol import Stop
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
LEFT_OUT = {".pyc", ".mo"}
REASON = "a file of the house is not the one that was recorded"
# The newest release, and the one before it: during an upgrade both run, and a rollback returns to it.
ACCEPTED = 2
SHOWN = 20  # names told of many


def installed(root: Path | None = None) -> dict[str, str]:
    """Every file of the product by its path, with its SHA-256."""
    root = Path(root or settings.BASE_DIR)
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in _files(root)
    }


def _files(root: Path) -> Iterator[Path]:
    for part in PARTS:
        start = root / part
        if start.is_file():
            yield start
        for path in sorted(start.rglob("*")) if start.is_dir() else ():
            if path.suffix not in LEFT_OUT and path.is_file() and "__pycache__" not in path.parts:
                yield path


def digest_of(files: dict[str, str]) -> str:
    return hashlib.sha256(
        "".join(f"{digest}  {path}\n" for path, digest in sorted(files.items())).encode()
    ).hexdigest()


def manifest_record(
    *, reason: str, person: Person | None = None, root: Path | None = None
) -> Manifest | None:
    """Writes down the files as they are now, if they are not what was written last. Whoever records answers for them."""
    files = installed(root)
    digest = digest_of(files)
    last = Manifest.objects.order_by("-pk").first()
    if last is not None and last.digest == digest:
        return None
    with transaction.atomic():
        new = Manifest.objects.create(digest=digest, files=files, reason=reason[:200], person=person)
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


def differences(wanted: dict[str, str], found: dict[str, str]) -> list[dict[str, str]]:
    """Each file that is gone, new, or another than it was."""
    told = []
    for path in sorted(wanted.keys() | found.keys()):
        if wanted.get(path) != found.get(path):
            how = "gone" if path not in found else "new" if path not in wanted else "changed"
            told.append({"path": path, "how": how})
    return told


def check(root: Path | None = None) -> bool:
    """Compares, keeps what was found, and where the house is asked to do so holds every open table."""
    recorded = list(Manifest.objects.order_by("-pk")[:ACCEPTED])
    last = recorded[0] if recorded else None
    found = installed(root)
    known = digest_of(found) in {manifest.digest for manifest in recorded}
    wrong = differences(last.files, found) if last is not None and not known else []
    holds = settings.SELF_CHECK == "hold"
    # A house that only tells is one in which files are changed all the time, while it is open: it says so and sounds no alarm.
    good = (last is not None and not wrong) or not holds
    said: dict[str, Any] = {
        "files": len(found), "differing": len(wrong), "first": wrong[:SHOWN], "holds": holds,
        "recorded": last.at.isoformat() if last else None, "digest": last.digest if last else "",
    }  # fmt: skip
    if check_states.keep("files", good, **said) and not good:
        note(
            "watch.files-differ",
            about="manifest",
            differing=len(wrong),
            first=[each["path"] for each in wrong[:5]],
        )
    if wrong and holds:
        summon(
            list(Table.objects.filter(status=Table.Status.OPEN).values_list("pk", flat=True)), Stop(REASON)
        )
    return good
