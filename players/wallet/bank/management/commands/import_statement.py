"""`manage.py import_statement FILE|FOLDER`: takes in files of bank and provider, and matches them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.shared.progress import progress
from players.wallet.bank.importing import import_file, receive_file, receive_folder
from players.wallet.bank.models import BankFile
from players.wallet.bank.reconciling import reconcile


class Command(BaseCommand):
    help = "Imports a file, or each new file of a folder, and closes the days that are level."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path)

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        try:
            if path.is_dir():
                files = receive_folder(path)
            else:
                files = [receive_file(name=path.name, content=path.read_bytes())]
        except OSError as error:
            raise CommandError(str(error)) from error
        with progress("Import", "files", len(files)) as shown:
            for file in files:
                import_file(file.pk)
                shown.advance()
            shown.begin("matching")
            closed = reconcile()
        refused = 0
        for file in files:
            file.refresh_from_db()
            self.stdout.write(f"{file.name}: {file.sentence or file.get_state_display()}")
            refused += file.state == BankFile.State.REFUSED
        for day in closed:
            self.stdout.write(f"{day}: closed")
        if refused:
            raise CommandError(f"{refused} of {len(files)} files refused.")
