"""The public key of the log, how far it has come, what its witnesses say, and its checkpoint."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.public_log import sequencer
from casino.public_log.models import Cosigning, Head
from casino.public_log.notes import read_checkpoint
from casino.public_log.tree import Tree
from players.shared import clock


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        key, head = sequencer.log_key(), Head.objects.first()
        self.stdout.write(str(key.public) if key else "This process has no key of a log.")
        if head is None:
            raise CommandError(
                "No log is kept: the worker has no PUBLIC_LOG_KEY_FILE, or has not run yet.",
                returncode=os.EX_UNAVAILABLE,
            )
        age = (clock.now() - head.until).total_seconds()
        self.stdout.write(f"{head.size} entries, {head.published} published, {age:.0f} s behind")
        note = sequencer.files().published()
        if note:
            checkpoint = read_checkpoint(note)
            if Tree(sequencer.files(), checkpoint.size).root() != checkpoint.root:
                raise CommandError("The published checkpoint is not that of the files.")
        for row in Cosigning.objects.order_by("witness"):
            signed = f"{row.size} entries, {row.at.isoformat()}" if row.at else "nothing yet"
            self.stdout.write(f"{row.witness}: {signed}{'; ' + row.failure if row.failure else ''}")
        if note:
            self.stdout.write(f"\n{note}")
