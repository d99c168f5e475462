"""From due to delivered: each file is made when the record behind it is sealed, checked, and handed over. Safe to run twice, late or never.

A file is made of a time that is sealed already (players.audit.seals), so that nothing can come into it afterwards. What is wrong with the
disk or the delivery is tried again; what is wrong with the content stays, named, until somebody looks and has the file made again.
"""

from __future__ import annotations

import hashlib
import io
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, Max, Min, OuterRef, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from casino.compliance.reading import reading
from casino.compliance.regulator import money, people, play, summary, validation
from casino.compliance.regulator.delivery import configured, delivery, written
from casino.compliance.regulator.document import Contents, faults, write
from casino.compliance.regulator.due_files import deadline, hours_of, named, owed
from casino.compliance.regulator.models import HOURLY, Family, RegulatorFile
from casino.compliance.regulator.validation import span_of
from players.audit import note
from players.audit.models import Seal
from players.models import Person
from players.shared import clock

log = structlog.get_logger(__name__)
State = RegulatorFile.State
LOCK = 0xF11E5
RECORDS: dict[str, Any] = {
    Family.JGDR: people.register,
    Family.SESS: play.stays,
    Family.AJOG: play.activity,
    Family.TRAN: money.transactions,
    Family.RESF: summary.summary,
    Family.EXCL: people.absences,
}
AGAIN = timedelta(minutes=1)
READY = (State.VALIDATED, State.RECONCILED, State.DELIVERED)
# What is wrong with a file is written as it was found; this alone is a sentence for people, who read it in their language.
OTHER = gettext_noop("the file on the disk is not the one that was made")
DONE = (State.RECONCILED, State.DELIVERED)


def folder_of(file: RegulatorFile) -> Path:
    return Path(settings.REGULATOR_FILES) / f"{file.day:%Y}" / f"{file.day:%m}" / f"{file.day:%d}"


def path_of(file: RegulatorFile) -> Path:
    return folder_of(file) / f"{file.name}.xml"


def expect(*, since: datetime | None = None, until: datetime | None = None) -> int:
    """A row for every file of a time that is over and that has none yet; how many are new. The first day is the one of the first look."""
    until = until or clock.now()
    if since is None:
        last = RegulatorFile.objects.filter(sequence=0).aggregate(last=Max("until"), first=Min("since"))
        today = clock.start_of(until, "day")
        # Looked at again from two days back: the files of a day come due later than the last of its hours.
        since = (
            today
            if last["last"] is None
            else max(last["first"], clock.start_of(last["last"] - timedelta(days=2), "day"))
        )
    known = set(RegulatorFile.objects.filter(since__gte=since, sequence=0).values_list("family", "since"))
    new = [
        RegulatorFile(
            family=family, day=span.day, hour=span.hour, since=span.since, until=span.until, name=named(family, span),
            deadline=deadline(span.since),
        )
        for family, span in owed(since, until) if (family, span.since) not in known
    ]  # fmt: skip
    RegulatorFile.objects.bulk_create(new, ignore_conflicts=True, batch_size=1000)
    return len(new)


def unfinished() -> QuerySet[RegulatorFile]:
    """Files that count, of each family and time the one with the last number, and that are not yet where they should be."""
    newer = RegulatorFile.objects.filter(
        family=OuterRef("family"), since=OuterRef("since"), sequence__gt=OuterRef("sequence")
    )
    left = [
        state
        for state in State.values
        if state != State.DELIVERED and (configured() or state != State.RECONCILED)
    ]
    return RegulatorFile.objects.filter(~Exists(newer), state__in=left)


def files_make(*, seconds: float = 5.0, since: datetime | None = None, until: datetime | None = None) -> int:
    """Takes every file as far as it goes, the oldest first, for so long; how many steps were done."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return 0
    try:
        return _make(time.monotonic() + seconds, since, until)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def _make(end: float, since: datetime | None, until: datetime | None) -> int:
    expect(since=since, until=until)
    sealed = Seal.objects.order_by("-number").values_list("number", "until").first()
    steps = 0
    waiting = (
        unfinished()
        .exclude(state=State.FAILED)
        .filter(next_try__lte=Now())
        .order_by("day", "since", "family")
    )
    for day, files in groupby(list(waiting), key=lambda file: file.day):
        of_day = list(files)
        for _since, group in groupby((file for file in of_day if file.hour), key=lambda file: file.since):
            steps += _advance(list(group), sealed)
            if time.monotonic() > end:
                return steps
        for family in (Family.EXCL, Family.RESF):
            steps += _advance([file for file in of_day if file.family == family], sealed)
        log.debug("regulator files", day=str(day), steps=steps)
    _note_late()
    return steps


def _note_late() -> None:
    unfinished().filter(deadline__lt=Now(), late=None).update(late=Now())


def _advance(files: list[RegulatorFile], sealed: tuple[int, datetime] | None) -> int:
    """The files of one time: made, validated, reconciled together, delivered."""
    steps = 0
    for file in files:
        if file.state == State.DUE and sealed and sealed[1] >= file.until and _complete(file):
            steps += _step(file, lambda file=file: _made(file, sealed[0]))
        if file.state == State.MADE:
            steps += _step(file, lambda file=file: _validated(file))
    if files:
        steps += _reconciled(files)
    if configured():
        for file in files:
            if file.state == State.RECONCILED:
                steps += _step(file, lambda file=file: _delivered(file))
    return steps


def _complete(file: RegulatorFile) -> bool:
    """The summary of a day waits for the details that it sums up."""
    if file.family != Family.RESF:
        return True
    states = [each.state for each in details(file)]
    return len(states) == len(HOURLY) * len(hours_of(file.day)) and all(state in DONE for state in states)


def details(file: RegulatorFile) -> list[RegulatorFile]:
    """The files of the hours of that day that count."""
    found: dict[tuple[str, datetime], RegulatorFile] = {}
    for each in RegulatorFile.objects.filter(day=file.day).exclude(hour="").order_by("sequence"):
        found[each.family, each.since] = each
    return list(found.values())


def _step(file: RegulatorFile, act: Any) -> int:
    """What cannot be done just now is tried again, later and later; the reason stands beside the file."""
    try:
        act()
    except (OSError, DatabaseError) as error:
        file.error, file.tries = f"{type(error).__name__}: {error}"[:500], file.tries + 1
        RegulatorFile.objects.filter(pk=file.pk).update(
            error=file.error, tries=file.tries, next_try=Now() + AGAIN * min(2 ** (file.tries - 1), 30)
        )
        log.warning("regulator file waits", name=file.name, error=file.error)
        return 0
    return 1


def _move(file: RegulatorFile, state: str, **told: Any) -> None:
    RegulatorFile.objects.filter(pk=file.pk).update(state=state, **{"error": "", "tries": 0, **told})
    file.state = state
    for name, value in told.items():
        if not hasattr(value, "resolve_expression"):
            setattr(file, name, value)


def _fail(file: RegulatorFile, found: list[str]) -> None:
    _move(file, State.FAILED, error="\n".join(found)[:4000])
    log.error("regulator file failed", name=file.name, faults=found[:3])


def _made(file: RegulatorFile, seal: int) -> None:
    text, contents = io.BytesIO(), Contents(records=())
    with reading() as cursor:
        contents.records = RECORDS[file.family](cursor, span_of(file), contents)
        header = {
            "from": file.since, "to": file.until, "sequence": file.sequence, "made": clock.now(), "seal": seal,
            "timezone": "Europe/Lisbon", "currency": "EUR", "reason": file.reason,
        }  # fmt: skip
        write(text, name=file.name, family=file.family, header=header, contents=contents)
    data = text.getvalue()
    written(path_of(file), data)
    totals = {
        what: {"count": count, "cents": amount} for what, (count, amount) in sorted(contents.sums.items())
    }
    digest = hashlib.sha256(data).hexdigest()
    _move(
        file,
        State.MADE,
        made=Now(),
        rows=contents.rows,
        totals=totals,
        digest=digest,
        size=len(data),
        seal=seal,
    )


def changed(file: RegulatorFile) -> list[str]:
    """Whether what lies on the disk is what was made."""
    data = path_of(file).read_bytes()
    return [] if hashlib.sha256(data).hexdigest() == file.digest else [OTHER]


def _validated(file: RegulatorFile) -> None:
    found = changed(file) or faults(path_of(file), file.family)
    if found:
        _fail(file, found)
    else:
        _move(file, State.VALIDATED, validated=Now())


def _reconciled(files: list[RegulatorFile]) -> int:
    """An hour is reconciled as a whole, with the files of it that were right before; a file of a day by itself."""
    waiting = [file for file in files if file.state == State.VALIDATED]
    if not waiting:
        return 0
    span = span_of(waiting[0])
    try:
        found = _faults_of(waiting, span)
    except OSError as error:
        found = {file.family: [f"{type(error).__name__}: {error}"] for file in waiting}
    if found is None:
        return 0
    for file in waiting:
        if faults_found := found.get(file.family):
            _fail(file, faults_found)
        else:
            _move(file, State.RECONCILED, reconciled=Now())
    return len(waiting)


def _faults_of(waiting: list[RegulatorFile], span: Any) -> dict[str, list[str]] | None:
    file = waiting[0]
    if file.family == Family.EXCL:
        return {file.family: validation.absence_faults(span, path_of(file))}
    if file.family == Family.RESF:
        of_hours = [(each.family, path_of(each)) for each in details(file)]
        return {file.family: validation.summary_faults(span, path_of(file), of_hours, _day_before(file))}
    whole = {each.family: each for each in _of_hour(file)}
    if any(each.state not in READY for each in whole.values()):
        return None
    return validation.hour_faults(span, {family: path_of(each) for family, each in whole.items()})


def _of_hour(file: RegulatorFile) -> Iterator[RegulatorFile]:
    found = {
        each.family: each
        for each in RegulatorFile.objects.filter(since=file.since).exclude(hour="").order_by("sequence")
    }
    return iter(found.values())


def _day_before(file: RegulatorFile) -> Path | None:
    """The summary that counts of the day before, where there is one."""
    before = (
        RegulatorFile.objects.filter(family=Family.RESF, until=file.since, state__in=DONE)
        .order_by("-sequence")
        .first()
    )
    return path_of(before) if before else None


def _delivered(file: RegulatorFile) -> None:
    if found := changed(file):
        _fail(file, found)
        return
    receipt = delivery().deliver(file.name, path_of(file).read_bytes())
    _move(file, State.DELIVERED, delivered=Now(), receipt=receipt[:120])


def file_again(
    *, file: RegulatorFile, person: Person, reason: str, request: Any = None
) -> list[RegulatorFile]:
    """Has a file made again, and with it the summary of its day; those there were stay. The rows that are due now."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK & 0xFFFF, file.day.toordinal()])
        wanted = [(file.family, span_of(file))]
        whole = RegulatorFile.objects.filter(family=Family.RESF, day=file.day).order_by("-sequence").first()
        if file.family != Family.RESF and whole is not None:
            wanted.append((Family.RESF, span_of(whole)))
        new = []
        for family, span in wanted:
            last = RegulatorFile.objects.filter(family=family, since=span.since).order_by("-sequence").first()
            if last is not None and last.state == State.DUE:
                continue  # it will be made anyway
            number = last.sequence + 1 if last else 0
            new.append(
                RegulatorFile.objects.create(
                    family=family, day=span.day, hour=span.hour, since=span.since, until=span.until, sequence=number,
                    name=named(family, span, number), deadline=deadline(clock.now()), asked_by=person, reason=reason[:200],
                )
            )  # fmt: skip
        if new:
            names = [each.name for each in new]
            note(
                "regulator-files.asked-again",
                person=person,
                about=f"regulatorfile:{file.pk}",
                request=request,
                reason=reason,
                names=names,
            )
    return new
