"""Prepares an installation: translations, static files, migrations and, for the demonstration, sample data.

Progress goes to standard error. Standard output carries the result for the supervisor, as JSON: the sign-ins
of the demonstration, and whether its simulated past is to be written. What needs no database comes first.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext

from casino.demo.simulated_past import demonstration_past
from casino.management.migrated_schema import load_schema
from casino.management.pending_migrations import migrate_pending
from casino.services.gate import open_gate, wait_at_gate
from players.audit.simulated_past import is_past_awaited


class Command(BaseCommand):
    help = "Migrate, seed the demonstration house, collect the static files; each only where it is needed."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("compilemessages", stderr=self.stderr)
        self.static_files()
        open_gate()
        wait_at_gate()
        self.tables()
        signins = io.StringIO()
        if settings.HOUSE_DEMO:
            self.demonstration()
            call_command("demo_signins", stdout=signins)
        result = {"signins": signins.getvalue().splitlines(), "past_awaited": is_past_awaited()}
        self.stdout.write(json.dumps(result))

    def demonstration(self) -> None:
        self.stderr.write("demonstration house: people and tables")
        if settings.HOUSE_LIVELY:
            demonstration_past.begin_past(self.stderr.write)
        else:
            demonstration_past.skip_past()
        call_command("seed_demo", stdout=self.stderr)
        if settings.HOUSE_LIVELY:
            demonstration_past.wake_demonstration_tables()
        # The reason is stored, so it is written in the default language.
        with translation.override(settings.LANGUAGE_CODE):
            call_command("manifest", record=gettext("the demonstration house opens"), stdout=self.stderr)

    def tables(self) -> None:
        if known := load_schema():
            self.stderr.write(f"tables, as {known} migrations leave them")
        if applied := migrate_pending():
            self.stderr.write(f"{applied} migrations")

    def static_files(self) -> None:
        """Collect the static files if a name, size or time has changed."""
        root = Path(settings.STATIC_ROOT)
        mark = root.with_name(root.name + ".mark")
        fingerprint = hashlib.sha256()
        for finder in get_finders():
            for name, storage in finder.list([]):
                state = Path(storage.path(name)).stat()
                fingerprint.update(f"{name} {state.st_size} {state.st_mtime_ns}\n".encode())
        if mark.exists() and mark.read_text() == fingerprint.hexdigest():
            return
        self.stderr.write("static files")
        call_command("collectstatic", interactive=False, verbosity=0, clear=True)
        mark.write_text(fingerprint.hexdigest())
