"""What the regulator answers: an envelope was fetched, its files are accepted, or rejected with a reason.

Answers are files in the folder REGULATOR_ANSWERS. One that is malformed, unsigned, about another file, late
or doubled is recorded, raises an alarm and changes nothing.
"""

from __future__ import annotations

import hashlib
import time
from datetime import timedelta
from pathlib import Path

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from casino.compliance.regulator.models import Envelope, EnvelopedFile, RegulatorAnswer, RegulatorFile
from casino.compliance.regulator.packs import (
    FileVerdict,
    ReadAnswer,
    UnreadableAnswer,
    UnsignedAnswer,
    mapping_in_force,
    pack_in_force,
)  # fmt: skip
from casino.compliance.regulator.production import file_name_of
from players.audit import note
from players.shared import clock
from players.shared.exclusive_work import claim_work

log = structlog.get_logger(__name__)
Outcome, Verdict = RegulatorAnswer.Outcome, EnvelopedFile.Verdict
READ = "read"  # the folder of answers that were looked at
MAX_BYTES = 4 << 20
SETTLED = 10.0  # seconds after which a file is no longer being written
MAX_FILES = 200  # of a run
CLAIM = timedelta(minutes=10)


class RefusedAnswer(Exception):
    """The answer changes nothing, and this is why."""

    def __init__(self, outcome: str, detail: str = "", envelope: Envelope | None = None) -> None:
        super().__init__(detail)
        self.outcome, self.detail, self.envelope = outcome, detail, envelope


def read_answers(*, settled: float = SETTLED) -> int:
    """Take every answer in the folder; returns how many were looked at."""
    if not settings.REGULATOR_ANSWERS or not (folder := Path(settings.REGULATOR_ANSWERS)).is_dir():
        return 0
    with claim_work("regulator-answers", duration=CLAIM) as claim:
        if not claim:
            return 0
        before = time.time() - settled
        waiting = [path for path in sorted(folder.iterdir()) if _is_waiting(path, before)]
        for path in waiting[:MAX_FILES]:
            _take_file(path)
        return len(waiting[:MAX_FILES])


def _is_waiting(path: Path, before: float) -> bool:
    """A file that is complete; nothing that points elsewhere."""
    return path.is_file() and not path.is_symlink() and path.stat().st_mtime <= before


def _take_file(path: Path) -> None:
    size = path.stat().st_size
    content = path.read_bytes() if size <= MAX_BYTES else b""
    digest = hashlib.sha256(content).hexdigest() if content else ""
    try:
        if size > MAX_BYTES:
            raise RefusedAnswer(Outcome.MALFORMED, f"{size} bytes are too many")
        with transaction.atomic():
            envelope = take_answer(content, digest)
            _record(path.name, digest, Outcome.TAKEN, envelope)
    except RefusedAnswer as refusal:
        with transaction.atomic():
            _record(path.name, digest, refusal.outcome, refusal.envelope, refusal.detail)
            note(
                "regulator-files.answer-refused",
                about="regulator-files",
                name=path.name[:120],
                why=refusal.outcome,
            )
        log.error("answer refused", name=path.name, outcome=refusal.outcome, detail=refusal.detail)
    read = path.parent / READ
    read.mkdir(exist_ok=True)
    path.rename(read / f"{time.time_ns()}-{path.name}")


def _record(name: str, digest: str, outcome: str, envelope: Envelope | None, detail: str = "") -> None:
    RegulatorAnswer.objects.create(
        name=name[:120], digest=digest, outcome=outcome, envelope=envelope, detail=detail[:2000]
    )


def take_answer(content: bytes, digest: str) -> Envelope:
    """Apply an answer whole, or refuse it whole."""
    try:
        answer = mapping_in_force().read_answer(content)
    except UnreadableAnswer as error:
        raise RefusedAnswer(Outcome.MALFORMED, str(error)) from error
    except UnsignedAnswer as error:
        raise RefusedAnswer(Outcome.UNSIGNED) from error
    envelope = Envelope.objects.select_for_update().filter(name=answer.envelope).first()
    if envelope is None or envelope.digest != answer.digest or envelope.laid_down is None:
        raise RefusedAnswer(Outcome.OTHER, answer.envelope)
    _check_doubled(envelope, answer, digest)
    files = _answered_files(envelope, answer)
    _check_late(envelope, answer)
    if envelope.fetched is None:
        Envelope.objects.filter(pk=envelope.pk).update(fetched=Now())
    for verdict, file in files:
        file.verdict = Verdict.ACCEPTED if verdict.accepted else Verdict.REJECTED
        file.reason = "" if verdict.accepted else verdict.reason
        file.answered = clock.now()
    EnvelopedFile.objects.bulk_update([file for _verdict, file in files], ["verdict", "reason", "answered"])
    if names := [file.file.name for _verdict, file in files if file.verdict == Verdict.REJECTED]:
        note("regulator-files.rejected", about="regulator-files", names=names)
    return envelope


def _check_doubled(envelope: Envelope, answer: ReadAnswer, digest: str) -> None:
    """The same document again, or a second word on what was answered."""
    taken = RegulatorAnswer.objects.filter(outcome=Outcome.TAKEN, digest=digest).exists()
    names = {verdict.name for verdict in answer.files}
    if taken or len(names) < len(answer.files) or (not names and envelope.fetched is not None):
        raise RefusedAnswer(Outcome.DOUBLED, envelope=envelope)


def _answered_files(envelope: Envelope, answer: ReadAnswer) -> list[tuple[FileVerdict, EnvelopedFile]]:
    """Each verdict with its file, which must be in this envelope with that content and not be answered."""
    inside = {file_name_of(row.file): row for row in envelope.files.select_related("file")}
    found = []
    for verdict in answer.files:
        row = inside.get(verdict.name)
        if row is None or row.file.digest != verdict.digest:
            raise RefusedAnswer(Outcome.OTHER, verdict.name, envelope)
        if row.verdict:
            raise RefusedAnswer(Outcome.DOUBLED, verdict.name, envelope)
        found.append((verdict, row))
    return found


def _check_late(envelope: Envelope, answer: ReadAnswer) -> None:
    """After the days of the pack, or about a file in whose place another was made meanwhile."""
    days = timedelta(days=pack_in_force().envelope.answer_days)
    if envelope.laid_down is not None and clock.now() - envelope.laid_down > days:
        raise RefusedAnswer(Outcome.LATE, envelope=envelope)
    names = [verdict.name for verdict in answer.files]
    replaced = envelope.files.filter(_has_newer()).select_related("file")
    for row in replaced:
        if file_name_of(row.file) in names:
            raise RefusedAnswer(Outcome.LATE, row.file.name, envelope)


def _has_newer() -> Exists:
    return Exists(
        RegulatorFile.objects.filter(
            family=OuterRef("file__family"),
            since=OuterRef("file__since"),
            sequence__gt=OuterRef("file__sequence"),
        )
    )


def rejected() -> QuerySet[EnvelopedFile]:
    """Files that the regulator rejected and in whose place none was asked for yet."""
    return EnvelopedFile.objects.filter(~_has_newer(), verdict=Verdict.REJECTED)
