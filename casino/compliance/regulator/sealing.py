"""An envelope is sealed into the house's own store before it is laid down. Sealing it again would make other
bytes, and what lies before the regulator never changes.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from datetime import date, datetime

import structlog

from casino.compliance.regulator.models import Envelope
from casino.compliance.regulator.packs import mapping_in_force
from players.shared.file_store import REGULATOR_FILES, read_file, store_of, write_file

log = structlog.get_logger(__name__)
# What is older is not sealed: a house that begins to seal does not send its past.
REACH_DAYS = 31


def stored_name(day: date, name: str) -> str:
    return f"{day:%Y/%m/%d}/envelopes/{name}"


def content_of_envelope(envelope: Envelope) -> bytes:
    """The house's own copy."""
    return read_file(store_of(REGULATOR_FILES), stored_name(envelope.day, envelope.name))


def seal_envelope(
    *, day: date, name: str, deadline: datetime, contents: Iterable[tuple[str, bytes]]
) -> Envelope | None:
    """The envelope, which the caller saves with what is in it; None where it could not be made now."""
    buffer = io.BytesIO()
    try:
        mapping_in_force().seal(buffer, name, contents)
        data = buffer.getvalue()
        write_file(store_of(REGULATOR_FILES), stored_name(day, name), data)
    except OSError as error:
        log.error("envelope not sealed", name=name, error=f"{type(error).__name__}: {error}")
        return None
    digest = hashlib.sha256(data).hexdigest()
    return Envelope(day=day, name=name, deadline=deadline, digest=digest, size=len(data))
