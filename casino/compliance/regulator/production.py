"""The steps of a file from due to delivered. Running it twice or late is safe.

A file is made when its span is sealed (players.audit.seals), so that nothing can be added to the span
afterwards. Problems with the disk or the delivery are retried. A file with wrong content fails, until a
person has it reprocessed.
"""

from __future__ import annotations

import hashlib
import io
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any

import structlog
from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, Max, Min, OuterRef, QuerySet
from django.db.models.functions import Now
from django.utils import translation
from django.utils.translation import gettext_noop

from casino.compliance.reading import reading
from casino.compliance.regulator import validation
from casino.compliance.regulator.delivery import configured, delivery
from casino.compliance.regulator.due_files import deadline, due_files
from casino.compliance.regulator.facts import Facts
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.packs import Family, Figures, Header, Kind, mapping_in_force, pack_in_force
from casino.compliance.regulator.validation import span_of
from players.audit import note
from players.audit.models import Seal
from players.models import Person
from players.shared import clock
from players.shared.exclusive_work import claim_work
from players.shared.file_store import REGULATOR_FILES, read_file, store_of, write_file

log = structlog.get_logger(__name__)
State = RegulatorFile.State
LOCK = 0xF11E5
RETRY_AFTER = timedelta(minutes=1)
READY = (State.VALIDATED, State.RECONCILED, State.DELIVERED)
# Faults are stored in English; this one is a sentence for people and is translated.
FILE_CHANGED = gettext_noop("the file on the disk is not the one that was produced")
SUMMED = (Kind.PLAY, Kind.MONEY)
DONE = (State.RECONCILED, State.DELIVERED)


def stored_name(file: RegulatorFile) -> str:
    return f"{file.day:%Y/%m/%d}/{file_name_of(file)}"


def file_name_of(file: RegulatorFile) -> str:
    return file.name + pack_in_force().extension


def family_of(file: RegulatorFile) -> Family:
    return pack_in_force().family(file.family)


def content_of(file: RegulatorFile) -> bytes:
    return read_file(store_of(REGULATOR_FILES), stored_name(file))


def expect(*, since: datetime | None = None, until: datetime | None = None) -> int:
    """Add a row for every due file that has none; returns how many are new.

    The first run starts with the current day.
    """
    until = until or clock.now()
    if since is None:
        since = _first_expected(until)
    files = RegulatorFile.objects.filter(day__gte=clock.day_of(since), since__gte=since, sequence=0)
    known = set(files.values_list("family", "since"))
    new = [
        RegulatorFile(
            family=family, day=span.day, hour=span.hour, since=span.since, until=span.until,
            name=pack_in_force().file_name(family, span),
            deadline=deadline(span.since),
        )
        for family, span in due_files(since, until) if (family, span.since) not in known
    ]  # fmt: skip
    RegulatorFile.objects.bulk_create(new, ignore_conflicts=True, batch_size=1000)
    return len(new)


def _first_expected(until: datetime) -> datetime:
    """From when on files may be missing. Read from the first and the last day, not from the files of all
    years.
    """
    files = RegulatorFile.objects.filter(sequence=0)
    last_day = files.order_by("-day").values("day")[:1]
    last = files.filter(day=last_day).aggregate(last=Max("until"))["last"]
    if last is None:
        return clock.start_of(until, "day")
    first_day = files.order_by("day").values("day")[:1]
    first: datetime = files.filter(day=first_day).aggregate(first=Min("since"))["first"]
    # Two days back: daily files are due later than the last hour of their day.
    return max(first, clock.start_of(last - timedelta(days=2), "day"))


def unfinished() -> QuerySet[RegulatorFile]:
    """Files that have more steps to take: of each family and span the latest one.

    Those of a pack that is no longer in force are left as they are.
    """
    states = [
        state
        for state in State.values
        if state != State.DELIVERED and (configured() or state != State.RECONCILED)
    ]
    known = [family.code for family in pack_in_force().families]
    return latest().filter(state__in=states, family__in=known)


def latest() -> QuerySet[RegulatorFile]:
    """Of each family and span the file that was made last."""
    newer = RegulatorFile.objects.filter(
        family=OuterRef("family"), since=OuterRef("since"), sequence__gt=OuterRef("sequence")
    )
    return RegulatorFile.objects.filter(~Exists(newer))


def make_files(*, seconds: float = 5.0, since: datetime | None = None, until: datetime | None = None) -> int:
    """Take every file as far as it goes, oldest first, for `seconds`; returns the number of steps."""
    # The task's own time limit comes before the end of the claim.
    with claim_work("regulator-files", duration=timedelta(seconds=seconds + 600)) as claim:
        return _make_until(time.monotonic() + seconds, since, until) if claim else 0


def _make_until(end: float, since: datetime | None, until: datetime | None) -> int:
    expect(since=since, until=until)
    _note_late()  # before the work: a house that catches up for hours says so from its first minute
    sealed = Seal.objects.order_by("-number").values_list("number", "until").first()
    steps = 0
    waiting = (
        unfinished()
        .exclude(state=State.FAILED)
        .filter(next_try__lte=Now())
        .order_by("day", "since", "until", "family")
    )
    for day, files in groupby(list(waiting), key=lambda file: file.day):
        files_of_day = list(files)
        for _span, group in groupby(
            (file for file in files_of_day if file.hour), key=lambda file: (file.since, file.until)
        ):
            steps += _advance(list(group), sealed)
            if time.monotonic() > end:
                return steps
        for family in pack_in_force().daily:
            steps += _advance([file for file in files_of_day if file.family == family.code], sealed)
        log.debug("regulator files", day=str(day), steps=steps)
    return steps


def _note_late() -> None:
    now = clock.now()
    unfinished().filter(deadline__lt=now, late=None).update(late=now)


def _advance(files: list[RegulatorFile], sealed: tuple[int, datetime] | None) -> int:
    """Make, validate, reconcile and deliver the files of one span."""
    steps = 0
    for file in files:
        if file.state == State.DUE and sealed and sealed[1] >= file.until and _complete(file):
            steps += _step(file, partial(_make, file, sealed[0]))
        if file.state == State.MADE:
            steps += _step(file, partial(_validate, file))
    if files:
        steps += _reconcile(files)
    if configured():
        for file in files:
            if file.state == State.RECONCILED:
                steps += _step(file, partial(_deliver, file))
    return steps


def _complete(file: RegulatorFile) -> bool:
    """Whether the files that this one summarises are done; the sums of a day wait for its play and money."""
    pack = pack_in_force()
    if file.family not in pack.codes_of(Kind.TOTALS):
        return True
    due = sum(len(pack.spans(pack.family(code), file.day)) for code in pack.codes_of(*SUMMED))
    states = [detail.state for detail in details(file)]
    return len(states) == due and all(state in DONE for state in states)


def details(file: RegulatorFile) -> list[RegulatorFile]:
    """The latest files of that day which its sums are about."""
    codes = pack_in_force().codes_of(*SUMMED)
    of_day = RegulatorFile.objects.filter(day=file.day, family__in=codes).order_by("sequence")
    return list({(detail.family, detail.since): detail for detail in of_day}.values())


def _step(file: RegulatorFile, action: Callable[[], None]) -> int:
    """Take a step; if it fails, store the reason and retry with growing delays."""
    try:
        action()
    except (OSError, DatabaseError) as error:
        file.error, file.tries = f"{type(error).__name__}: {error}"[:500], file.tries + 1
        RegulatorFile.objects.filter(pk=file.pk).update(
            error=file.error, tries=file.tries, next_try=Now() + RETRY_AFTER * min(2 ** (file.tries - 1), 30)
        )
        log.warning("regulator file waits", name=file.name, error=file.error)
        return 0
    return 1


def _move(file: RegulatorFile, state: str, **values: Any) -> None:
    RegulatorFile.objects.filter(pk=file.pk).update(state=state, **{"error": "", "tries": 0, **values})
    file.state = state
    for name, value in values.items():
        if not hasattr(value, "resolve_expression"):
            setattr(file, name, value)


def _fail(file: RegulatorFile, faults: list[str]) -> None:
    _move(file, State.FAILED, error="\n".join(faults)[:4000])
    log.error("regulator file failed", name=file.name, faults=faults[:3])


def _make(file: RegulatorFile, seal: int) -> None:
    pack, family, mapping, buffer = pack_in_force(), family_of(file), mapping_in_force(), io.BytesIO()
    header = Header(family=family, span=span_of(file), number=file.pk, made=clock.now())
    with reading() as cursor, translation.override(pack.language):
        facts = Facts(cursor, span_of(file))
        rows = mapping.write(buffer, pack, header, mapping.records(pack, family, facts))
    data = buffer.getvalue()
    write_file(store_of(REGULATOR_FILES), stored_name(file), data)
    totals = {code: {"count": count, "cents": amount} for code, (count, amount) in sorted(facts.sums.items())}
    digest = hashlib.sha256(data).hexdigest()
    _move(file, State.MADE, made=Now(), rows=rows, totals=totals, digest=digest, size=len(data), seal=seal)


def change_faults(file: RegulatorFile, content: bytes) -> list[str]:
    """A fault if the stored content is not the one that was made."""
    return [] if hashlib.sha256(content).hexdigest() == file.digest else [FILE_CHANGED]


def _validate(file: RegulatorFile) -> None:
    content = content_of(file)
    if faults := change_faults(file, content) or mapping_in_force().faults(family_of(file), content):
        _fail(file, faults)
    else:
        _move(file, State.VALIDATED, validated=Now())


def _reconcile(files: list[RegulatorFile]) -> int:
    """Reconcile the files of an hour together, with those reconciled before; a daily file alone."""
    waiting = [file for file in files if file.state == State.VALIDATED]
    if not waiting:
        return 0
    try:
        faults = _faults_of(waiting)
    except FileNotFoundError as error:
        faults = {file.family: [f"{type(error).__name__}: {error}"] for file in waiting}
    except OSError as error:  # the store is away: the next run tries again
        log.warning("regulator files wait", since=str(waiting[0].since), error=str(error))
        return 0
    if faults is None:
        return 0
    for file in waiting:
        if file_faults := faults.get(file.family):
            _fail(file, file_faults)
        else:
            _move(file, State.RECONCILED, reconciled=Now())
    return len(waiting)


def _faults_of(waiting: list[RegulatorFile]) -> dict[str, list[str]] | None:
    """The faults by family; None while a file of the same period is not valid yet."""
    file = waiting[0]
    if family_of(file).kind is Kind.TOTALS:
        of_play = (figures_of(detail) for detail in details(file) if family_of(detail).kind is Kind.PLAY)
        return {file.family: validation.totals_faults(figures_of(file), of_play)}
    together = _of_period(file)
    if any(other.state not in READY for other in together):
        return None
    read = {family_of(other).kind: figures_of(other) for other in together}
    faults = validation.period_faults(span_of(file), read)
    return {other.family: faults[family_of(other).kind] for other in together}


def figures_of(file: RegulatorFile) -> Figures:
    """The file read back."""
    return mapping_in_force().figures(pack_in_force(), family_of(file), content_of(file))


def _of_period(file: RegulatorFile) -> list[RegulatorFile]:
    """The latest files of the same period, one per family; a file of a whole day alone."""
    files = RegulatorFile.objects.filter(day=file.day, since=file.since, until=file.until).order_by(
        "sequence"
    )
    if not file.hour:
        files = files.filter(family=file.family)
    return list({other.family: other for other in files}.values())


def _deliver(file: RegulatorFile) -> None:
    content = content_of(file)
    if faults := change_faults(file, content):
        _fail(file, faults)
        return
    receipt = delivery().deliver(file_name_of(file), content)
    _move(file, State.DELIVERED, delivered=Now(), receipt=receipt[:120])


def reprocess(
    *, file: RegulatorFile, person: Person, reason: str, request: object = None
) -> list[RegulatorFile]:
    """Have a file made again, with the summary of its day; earlier files stay.

    Returns the files that are due now.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK & 0xFFFF, file.day.toordinal()])
        requested = [(file.family, span_of(file))]
        totals = pack_in_force().codes_of(Kind.TOTALS)
        summaries = RegulatorFile.objects.filter(family__in=totals, day=file.day, sequence=0)
        requested += [(summary.family, span_of(summary)) for summary in summaries.exclude(family=file.family)]
        new = []
        for family, span in requested:
            last = RegulatorFile.objects.filter(family=family, since=span.since).order_by("-sequence").first()
            if last is not None and last.state == State.DUE:
                continue  # it is due already
            number = last.sequence + 1 if last else 0
            new.append(
                RegulatorFile.objects.create(
                    family=family, day=span.day, hour=span.hour, since=span.since, until=span.until,
                    sequence=number, name=pack_in_force().file_name(family, span, number),
                    deadline=deadline(clock.now()), requested_by=person, reason=reason[:200],
                )
            )  # fmt: skip
        if new:
            names = [new_file.name for new_file in new]
            note(
                "regulator-files.asked-again",
                person=person,
                about=f"regulatorfile:{file.pk}",
                request=request,
                reason=reason,
                names=names,
            )
    return new
