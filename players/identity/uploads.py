"""Documents that players send: looked at before they are kept, kept where no address leads, read by staff on the record."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.storage import FileSystemStorage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.audit import note
from players.identity import malware_scanning
from players.identity.models import Identity, Paper, State
from players.identity.transitions import STEPS, NotNow, identity_step
from players.models import Player
from players.shared.file_encryption import KeyFileError, decrypt_bytes, encrypt_bytes, key_id, keys_read

log = structlog.get_logger(__name__)
LARGEST = settings.UPLOAD_LARGEST
MOST = 10  # documents of one player that wait
# What a file is says its own beginning, never its name or the browser.
BEGINNINGS = (
    (b"%PDF-", "application/pdf"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
)
ENDINGS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png"}


def store() -> FileSystemStorage:
    """A folder of its own, which no address of the house leads to; only the house's user may enter it."""
    place = Path(settings.MEDIA_ROOT) / "papers"
    return FileSystemStorage(
        location=place, base_url=None, file_permissions_mode=0o600, directory_permissions_mode=0o700
    )


def type_of(beginning: bytes) -> str | None:
    return next((type for mark, type in BEGINNINGS if beginning.startswith(mark)), None)


def paper_keep(
    *, player: Player, kind: str, file: UploadedFile[Any], request: HttpRequest | None = None
) -> Paper:
    """Kept if it is what the house can look at; with it the identity waits for staff."""
    if not file.size or file.size > LARGEST:
        raise ValidationError(_("The file is empty, or larger than 8 MB."), code="size")
    data = file.read()
    type = type_of(data[:8])
    if type is None:
        raise ValidationError(_("Only PDF, JPEG and PNG can be looked at."), code="type")
    scanned, keys = _scanned(data, player, request), _keys()
    with transaction.atomic():
        identity = Identity.objects.select_for_update().get(player=player)
        if "send" not in STEPS[identity.state]:
            raise NotNow("send", identity.state)
        if Paper.objects.filter(player=player).count() >= MOST:
            raise ValidationError(_("You have sent enough documents; the house looks at them."), code="many")
        name = (
            "".join(sign for sign in Path(file.name or "").name if sign.isprintable())[:120]
            or f"document.{ENDINGS[type]}"
        )
        paper = Paper.objects.create(
            player=player,
            kind=kind,
            name=name,
            type=type,
            size=len(data),
            digest=hashlib.sha256(data).hexdigest(),
            scanned=scanned,
        )
        identity_step(identity=identity, verb="send", by=player.person, paper=str(paper.pk), what=kind)
        # Last, so that what fell before leaves no file; a file whose row is not committed is found by no one.
        store_write(paper, encrypt_bytes(data, keys))
    return paper


def _scanned(data: bytes, player: Player, request: HttpRequest | None) -> bool:
    try:
        return malware_scanning.scan(data)
    except malware_scanning.Infected as found:
        note("identity.document-infected", player=player, request=request, name=str(found))
        raise ValidationError(_("The file contains malware and was not kept."), code="infected") from found


def _keys() -> dict[bytes, bytes]:
    """The keys of documents. A house without them keeps no document: none is ever written in the clear."""
    try:
        return keys_read(Path(settings.FILE_KEYS_FILE))
    except KeyFileError as error:
        log.error("documents cannot be encrypted", trouble=str(error))
        raise ValidationError(
            _("Documents cannot be received at the moment. Please try again later."), code="keys"
        ) from error


def path_of(paper: Paper) -> Path:
    return Path(store().location) / str(paper.pk)


def store_write(paper: Paper, sealed: bytes) -> None:
    """On the disk before it has its name: a file that is written anew under another key is never half of each."""
    path = path_of(paper)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(sealed)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def papers_reencrypt() -> int:
    """Encrypts each document under the newest key that is not yet; afterwards the older keys can be taken out of the file."""
    keys = keys_read(Path(settings.FILE_KEYS_FILE))
    newest, done = list(keys)[-1], 0
    for paper in Paper.objects.order_by("at").iterator():
        sealed = path_of(paper).read_bytes() if path_of(paper).exists() else b""
        if sealed and key_id(sealed) != newest:
            store_write(paper, encrypt_bytes(decrypt_bytes(sealed, keys), keys))
            done += 1
    return done


def paper_read(paper: Paper) -> bytes:
    data = decrypt_bytes(path_of(paper).read_bytes(), keys_read(Path(settings.FILE_KEYS_FILE)))
    if hashlib.sha256(data).hexdigest() != paper.digest:
        raise ValueError("a document is not what was sent")
    return data


def wanted(identity: Identity) -> bool:
    return identity.state in (State.DOCUMENTS, State.QUEUED)
