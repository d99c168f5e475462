"""Documents uploaded by players: scanned, encrypted in a private store, and read by staff under audit."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.audit import note
from players.identity import malware_scanning
from players.identity.models import Identity, IdentityState, Paper
from players.identity.transitions import TRANSITIONS, TransitionNotAllowed, identity_transition
from players.models import Player
from players.shared.file_encryption import KeyFileError, decrypt_bytes, encrypt_bytes, key_id, keys_read

log = structlog.get_logger(__name__)
MAX_BYTES = settings.UPLOAD_LARGEST
MAX_DOCUMENTS = 10  # of one player
# The first bytes of a file determine its type, never its name or the browser.
SIGNATURES = (
    (b"%PDF-", "application/pdf"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
)
EXTENSIONS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png"}


def document_folder() -> Path:
    """A folder that no URL serves and only the service's own user may enter."""
    return Path(settings.MEDIA_ROOT) / "papers"


def content_type_of(data: bytes) -> str | None:
    return next((name for signature, name in SIGNATURES if data.startswith(signature)), None)


def paper_store(
    *, player: Player, kind: str, file: UploadedFile[Any], request: HttpRequest | None = None
) -> Paper:
    """Checks, scans, encrypts and stores an uploaded file. The identity then waits for staff."""
    if not file.size or file.size > MAX_BYTES:
        raise ValidationError(_("The file is empty, or larger than 8 MB."), code="size")
    data = file.read()
    content_type = content_type_of(data)
    if content_type is None:
        raise ValidationError(_("Only PDF, JPEG and PNG files are accepted."), code="type")
    scanned, keys = _scan(data, player, request), _read_keys()
    with transaction.atomic():
        identity = Identity.objects.select_for_update().get(player=player)
        if "send" not in TRANSITIONS[identity.state]:
            raise TransitionNotAllowed("send", identity.state)
        if Paper.objects.filter(player=player).count() >= MAX_DOCUMENTS:
            raise ValidationError(_("You have sent enough documents; we are checking them."), code="many")
        paper = Paper.objects.create(
            player=player,
            kind=kind,
            name=_printable_name(file) or f"document.{EXTENSIONS[content_type]}",
            type=content_type,
            size=len(data),
            digest=hashlib.sha256(data).hexdigest(),
            scanned=scanned,
        )
        identity_transition(identity=identity, verb="send", by=player.person, paper=str(paper.pk), what=kind)
        # Last, so that an earlier error leaves no file. A file without a committed row is never read.
        document_write(paper, encrypt_bytes(data, keys))
    return paper


def _printable_name(file: UploadedFile[Any]) -> str:
    return "".join(letter for letter in Path(file.name or "").name if letter.isprintable())[:120]


def _scan(data: bytes, player: Player, request: HttpRequest | None) -> bool:
    try:
        return malware_scanning.scan(data)
    except malware_scanning.Infected as error:
        note("identity.document-infected", player=player, request=request, name=str(error))
        raise ValidationError(_("The file contains malware and was not kept."), code="infected") from error


def _read_keys() -> dict[bytes, bytes]:
    """Reads the document keys.

    Without them an upload is refused, so that no document is stored unencrypted.
    """
    try:
        return keys_read(Path(settings.FILE_KEYS_FILE))
    except KeyFileError as error:
        log.error("documents cannot be encrypted", error=str(error))
        raise ValidationError(
            _("Documents cannot be received at the moment. Please try again later."), code="keys"
        ) from error


def path_of(paper: Paper) -> Path:
    return document_folder() / str(paper.pk)


def document_write(paper: Paper, encrypted: bytes) -> None:
    """Writes and syncs a temporary file, then renames it, so that a document is never partly written."""
    path = path_of(paper)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_suffix(".new")
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(encrypted)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def papers_reencrypt() -> int:
    """Encrypts every document under the newest key.

    Afterwards the older keys can be removed from the file.
    """
    keys = keys_read(Path(settings.FILE_KEYS_FILE))
    newest, count = list(keys)[-1], 0
    for paper in Paper.objects.order_by("at").iterator():
        encrypted = path_of(paper).read_bytes() if path_of(paper).exists() else b""
        if encrypted and key_id(encrypted) != newest:
            document_write(paper, encrypt_bytes(decrypt_bytes(encrypted, keys), keys))
            count += 1
    return count


def paper_read(paper: Paper) -> bytes:
    data = decrypt_bytes(path_of(paper).read_bytes(), keys_read(Path(settings.FILE_KEYS_FILE)))
    if hashlib.sha256(data).hexdigest() != paper.digest:
        raise ValueError("The stored document does not match its digest.")
    return data


def accepts_documents(identity: Identity) -> bool:
    return identity.state in (IdentityState.DOCUMENTS, IdentityState.QUEUED)
