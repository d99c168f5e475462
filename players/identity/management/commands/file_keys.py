"""`manage.py file_keys`: --new adds a key for new documents; --reencrypt encrypts older ones under it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.identity.models import UploadedDocument
from players.identity.verification.uploads import reencrypt_documents
from players.shared.file_encryption import (
    DecryptionError,
    KeyFileError,
    add_key,
    key_id,
    read_keys,
)
from players.shared.progress import progress

RESUME = "Each document is readable under its old or its new key. Run the command again for the others."


class Command(BaseCommand):
    help = "Rotate the keys under which documents are encrypted (FILE_KEYS_FILE)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--new", action="store_true", help="append a new key; new documents are encrypted under it"
        )
        parser.add_argument(
            "--reencrypt", action="store_true", help="encrypt older documents under the newest key"
        )

    def handle(self, *args: Any, new: bool, reencrypt: bool, **options: Any) -> None:
        if not settings.FILE_KEYS_FILE:
            raise CommandError("Missing required setting: FILE_KEYS_FILE.")
        path = Path(settings.FILE_KEYS_FILE)
        if new and os.access(path, os.R_OK) and not os.access(path.parent, os.W_OK):
            raise CommandError(
                f"{path} is a copy that this process may only read. Where systemd hands over the keys, use "
                "`feltro keys rotate file_keys`."
            )
        try:
            if new:
                add_key(path)
            if reencrypt:
                total = UploadedDocument.objects.count()
                with progress("Encryption of documents", "documents", total, resume=RESUME) as shown:
                    count = reencrypt_documents(shown.advance)
                self.stdout.write(f"{count} documents encrypted under the newest key.")
            keys = read_keys(path)
        except (KeyFileError, DecryptionError, OSError) as error:
            raise CommandError(str(error)) from error
        *older, newest = map(key_id, keys)
        self.stdout.write("\n".join([*older, f"{newest} (new documents)"]))
