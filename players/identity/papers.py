"""Documents that players send: looked at before they are kept, kept where no address leads, read by staff on the record."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.storage import FileSystemStorage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.identity.models import Identity, Paper, State
from players.identity.steps import STEPS, NotNow, identity_step
from players.models import Player

LARGEST = 8 * 1024 * 1024
MOST = 10  # documents of one player that wait
# What a file is says its own beginning, never its name or the browser.
BEGINNINGS = ((b"%PDF-", "application/pdf"), (b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n\x1a\n", "image/png"))
ENDINGS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png"}


def store() -> FileSystemStorage:
    """A folder of its own, which no address of the house leads to; only the house's user may enter it."""
    place = Path(settings.MEDIA_ROOT) / "papers"
    return FileSystemStorage(location=place, base_url=None, file_permissions_mode=0o600, directory_permissions_mode=0o700)


def type_of(beginning: bytes) -> str | None:
    return next((type for mark, type in BEGINNINGS if beginning.startswith(mark)), None)


def paper_keep(*, player: Player, kind: str, file: UploadedFile[Any], request: HttpRequest | None = None) -> Paper:
    """Kept if it is what the house can look at; with it the identity waits for staff."""
    if not file.size or file.size > LARGEST:
        raise ValidationError(_("The file is empty, or larger than 8 MB."), code="size")
    data = file.read()
    type = type_of(data[:8])
    if type is None:
        raise ValidationError(_("Only PDF, JPEG and PNG can be looked at."), code="type")
    with transaction.atomic():
        identity = Identity.objects.select_for_update().get(player=player)
        if "send" not in STEPS[identity.state]:
            raise NotNow("send", identity.state)
        if Paper.objects.filter(player=player).count() >= MOST:
            raise ValidationError(_("You have sent enough documents; the house looks at them."), code="many")
        name = "".join(sign for sign in Path(file.name or "").name if sign.isprintable())[:120] or f"document.{ENDINGS[type]}"
        paper = Paper.objects.create(
            player=player, kind=kind, name=name, type=type, size=len(data), digest=hashlib.sha256(data).hexdigest()
        )
        identity_step(identity=identity, verb="send", by=player.person, paper=str(paper.pk), what=kind)
        # Last, so that what fell before leaves no file; a file whose row is not committed is found by no one.
        store_write(paper, data)
    return paper


def store_write(paper: Paper, data: bytes) -> None:
    place = Path(store().location)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = place / str(paper.pk)
    path.touch(mode=0o600)
    path.write_bytes(data)


def paper_read(paper: Paper) -> bytes:
    data = (Path(store().location) / str(paper.pk)).read_bytes()
    if hashlib.sha256(data).hexdigest() != paper.digest:
        raise ValueError("a document is not what was sent")
    return data


def wanted(identity: Identity) -> bool:
    return identity.state in (State.DOCUMENTS, State.QUEUED)
