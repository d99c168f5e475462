"""Documents uploaded by players: scanned, encrypted in a private store, and read by staff under audit.

A document is sealed under the key of its player and then encrypted under the keys of documents: who has the
store and one of both reads nothing, and what was deleted is not read from a backup.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.storage import Storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.audit import note
from players.identity.models import Identity, IdentityState, UploadedDocument
from players.identity.verification import malware_scanning
from players.identity.verification.transitions import TRANSITIONS, TransitionNotAllowed, identity_transition
from players.models import Player
from players.shared import clock, file_encryption, file_store, person_keys
from players.shared.file_encryption import (
    DecryptionError,
    KeyFileError,
    decrypt_bytes,
    encrypt_bytes,
    read_keys,
)
from players.shared.person_keys import ForgedError, KeyDestroyed
from players.shared.progress import Advance, ignore_progress

log = structlog.get_logger(__name__)
MAX_BYTES = settings.UPLOAD_LARGEST
MAX_DOCUMENTS = 10  # of one player; as many again that prove changes, in a year
PROOFS_ARE_COUNTED = timedelta(days=365)
# The first bytes of a file determine its type, never its name or the browser.
SIGNATURES = (
    (b"%PDF-", "application/pdf"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
)
EXTENSIONS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png"}


def content_type_of(data: bytes) -> str | None:
    return next((name for signature, name in SIGNATURES if data.startswith(signature)), None)


def store_document(
    *, player: Player, kind: str, file: UploadedFile[Any], request: HttpRequest | None = None
) -> UploadedDocument:
    """Checks, scans, encrypts and stores an uploaded file.

    The identity then waits for staff, unless the document proves a change of data that is already in force.
    [903-B 5.2.3.4]
    """
    is_proof = kind == UploadedDocument.Kind.CHANGE
    if not file.size or file.size > MAX_BYTES:
        raise ValidationError(_("The file is empty, or larger than 8 MB."), code="size")
    data = file.read()
    content_type = content_type_of(data)
    if content_type is None:
        raise ValidationError(_("Only PDF, JPEG and PNG files are accepted."), code="type")
    scanned, keys = _scan(data, player, request), _read_keys()
    with transaction.atomic():
        identity = Identity.objects.select_for_update().get(player=player)
        if not (
            identity.state == IdentityState.VERIFIED if is_proof else "send" in TRANSITIONS[identity.state]
        ):
            raise TransitionNotAllowed("send", identity.state)
        if _counted_documents(player, is_proof=is_proof) >= MAX_DOCUMENTS:
            raise ValidationError(_("You have sent enough documents; we are checking them."), code="many")
        try:
            document = UploadedDocument.objects.create(
                player=player,
                kind=kind,
                name=_printable_name(file) or f"document.{EXTENSIONS[content_type]}",
                type=content_type,
                size=len(data),
                digest=hashlib.sha256(data).hexdigest(),
                scanned=scanned,
            )
        except OSError as error:
            log.error("document not sealed", error=str(error))
            raise _not_received("store") from error
        if is_proof:
            note(
                "identity.change-proven", player=player, request=request, about=f"identity:{identity.pk}",
                paper=str(document.pk),
            )  # fmt: skip
        else:
            identity_transition(
                identity=identity, verb="send", by=player.person, paper=str(document.pk), what=kind
            )
        # Last, so that an earlier error leaves no file. A file without a committed row is never read.
        try:
            write_document(document, encrypt_bytes(_seal(document, data), keys, _label(document)))
        except OSError as error:
            log.error("document not stored", error=str(error))
            raise _not_received("store") from error
    return document


def _counted_documents(player: Player, *, is_proof: bool) -> int:
    documents, proofs = UploadedDocument.objects.filter(player=player), UploadedDocument.Kind.CHANGE
    if is_proof:
        return documents.filter(kind=proofs, at__gt=clock.now() - PROOFS_ARE_COUNTED).count()
    return documents.exclude(kind=proofs).count()


def _printable_name(file: UploadedFile[Any]) -> str:
    return "".join(letter for letter in Path(file.name or "").name if letter.isprintable())[:120]


def _scan(data: bytes, player: Player, request: HttpRequest | None) -> bool:
    try:
        return malware_scanning.scan(data)
    except malware_scanning.Infected as error:
        note("identity.document-infected", player=player, request=request, name=str(error))
        raise ValidationError(_("The file contains malware and was not kept."), code="infected") from error


def _read_keys() -> list[file_encryption.Identity]:
    """Reads the document keys.

    Without them an upload is refused, so that no document is stored unencrypted.
    """
    try:
        return read_keys(Path(settings.FILE_KEYS_FILE))
    except KeyFileError as error:
        log.error("documents cannot be encrypted", error=str(error))
        raise _not_received("keys") from error


def _not_received(code: str) -> ValidationError:
    return ValidationError(
        _("Documents cannot be received at the moment. Please try again later."), code=code
    )


def document_store() -> Storage:
    """A store that no URL serves: a folder that only the service's own user may enter, or a bucket."""
    return file_store.store_of(file_store.DOCUMENTS)


def _label(document: UploadedDocument) -> str:
    """Encrypted with the document, so that no file is shown in the place of another."""
    return f"document {document.pk}"


def _seal(document: UploadedDocument, data: bytes) -> bytes:
    return person_keys.seal(document.player_id, document.KEEPING, _label(document), data)


def _is_sealed(content: bytes) -> bool:
    """A document of an older release begins as what it is."""
    return content_type_of(content) is None


def _open(document: UploadedDocument, content: bytes) -> bytes:
    if not _is_sealed(content):
        return content
    try:
        return person_keys.unseal(_label(document), content)
    except (KeyDestroyed, ForgedError) as error:
        raise DecryptionError(file_encryption.ANOTHER_FILE) from error


def write_document(document: UploadedDocument, encrypted: bytes) -> None:
    file_store.write_file(document_store(), str(document.pk), encrypted)


def reencrypt_documents(advance: Advance = ignore_progress) -> int:
    """Encrypts every document under the newest key, and seals those of older releases.

    Afterwards the older keys can be removed from the file.
    """
    keys, count = read_keys(Path(settings.FILE_KEYS_FILE)), 0
    for document in UploadedDocument.objects.order_by("at").iterator():
        advance(1)
        try:
            encrypted = file_store.read_file(document_store(), str(document.pk))
        except FileNotFoundError:
            continue
        try:
            is_done = _is_sealed(decrypt_bytes(encrypted, keys[-1:], _label(document)))
        except DecryptionError:
            is_done = False
        if not is_done:
            content = decrypt_bytes(encrypted, keys, _label(document))
            sealed = content if _is_sealed(content) else _seal(document, content)
            write_document(document, encrypt_bytes(sealed, keys, _label(document)))
            count += 1
    return count


def read_document(document: UploadedDocument) -> bytes:
    encrypted = file_store.read_file(document_store(), str(document.pk))
    content = decrypt_bytes(encrypted, read_keys(Path(settings.FILE_KEYS_FILE)), _label(document))
    data = _open(document, content)
    if hashlib.sha256(data).hexdigest() != document.digest:
        raise ValueError("The stored document does not match its digest.")
    return data


def accepts_documents(identity: Identity) -> bool:
    return identity.state in (IdentityState.DOCUMENTS, IdentityState.QUEUED)


def delete_document_files(player: int) -> int:
    """Deletes the document files of a player and returns how many there were."""
    names = [
        str(number) for number in UploadedDocument.objects.filter(player=player).values_list("pk", flat=True)
    ]
    return sum(file_store.delete_file(document_store(), name) for name in names)
