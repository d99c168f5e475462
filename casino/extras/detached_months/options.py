"""`manage.py archive --detach` and `--attach`."""

from __future__ import annotations

from collections.abc import Callable

from django.core.files.storage import Storage
from django.core.management.base import CommandError
from django.db import OperationalError

from casino.archive.options import ArchiveOption
from casino.extras.detached_months.detaching import NotDetachable, attach_last, detach_oldest
from players.audit.models import DetachedPart
from players.shared import clock
from players.shared.progress import Advance, progress

RESUME = "It has changed nothing. Run the command again."


def detach(store: Storage) -> list[str]:
    return [*_move(store, "Detaching", detach_oldest), "now in the archive alone"]


def attach(store: Storage) -> list[str]:
    return [*_move(store, "Attaching", attach_last), "back in the database"]


def _move(store: Storage, title: str, move: Callable[[Storage, Advance], DetachedPart]) -> list[str]:
    try:
        with progress(title, "files", resume=RESUME) as shown:
            part = move(store, shown.advance)
    except NotDetachable as refusal:
        raise CommandError(str(refusal)) from refusal
    except OperationalError as error:
        raise CommandError(f"The tables are in use: {error}. Nothing was changed; try again.") from error
    days = f"up to {clock.day_of(part.until):%Y-%m-%d}"
    return [f"{part.events} events and {part.transfers} transfers {days}:"]


DETACH = ArchiveOption(
    name="detach",
    help="drop the transfers and events of the oldest months from the database, once their archives are "
    "compared; as the owner of the tables",
    run=detach,
)
ATTACH = ArchiveOption(name="attach", help="bring back from the archive what was detached last", run=attach)
