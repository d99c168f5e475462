"""The check of the installed files against the recorded manifest.

A difference alerts staff and may hold the tables.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from casino.generator.manifests import differences, files_digest, installed_files
from casino.generator.models import Manifest
from casino.record_checks import check_states
from games.models import Table
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import HoldTable
from players.audit import note

REASON = "a file of the house is not the one that was recorded"
# The newest release, and the one before it: during an upgrade both run, and a rollback returns to it.
ACCEPTED_RELEASES = 2
MAX_STORED = 20  # differing files that are stored


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
