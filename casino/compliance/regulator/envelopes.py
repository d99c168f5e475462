"""How files leave the house: gathered, signed and encrypted in envelopes, and laid down for the regulator."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from casino.compliance.regulator.alerts import overdue_alerts, seal_alerts
from casino.compliance.regulator.answers import rejected
from casino.compliance.regulator.delivery import configured, delivery
from casino.compliance.regulator.due_files import ALARM_BEFORE, due_files
from casino.compliance.regulator.keys import expiring
from casino.compliance.regulator.models import Envelope, EnvelopedFile, RegulatorAnswer, RegulatorFile
from casino.compliance.regulator.packs import mapping_in_force, pack_in_force
from casino.compliance.regulator.production import (
    RETRY_AFTER,
    change_faults,
    content_of,
    file_name_of,
    latest,
)  # fmt: skip
from casino.compliance.regulator.sealing import REACH_DAYS, content_of_envelope, seal_envelope
from players.shared import clock
from players.shared.exclusive_work import claim_work

log = structlog.get_logger(__name__)
MAX_WAIT = 30  # minutes between two tries
CLAIM = timedelta(minutes=10)
# A refused answer raises the alarm for a day.
REFUSED_RINGS = timedelta(days=1)


def is_sealing() -> bool:
    """Whether envelopes are made: files are delivered, and the house has its keys."""
    return configured() and mapping_in_force().may_seal()


def send_envelopes() -> int:
    """Seal what is complete, and lay down what is sealed. Running it twice or late is safe."""
    if not is_sealing():
        return 0
    with claim_work("regulator-envelopes", duration=CLAIM) as claim:
        return _send() if claim else 0


def _send() -> int:
    steps = 0
    for files in complete_groups():
        steps += _seal(files)
    steps += seal_alerts()
    for envelope in due_envelopes(clock.now()):
        steps += _lay_down(envelope)
    return steps


def due_envelopes(now: datetime) -> QuerySet[Envelope]:
    """Those to lay down now."""
    waiting = Envelope.objects.filter(laid_down=None, next_try__lte=Now()).order_by("sealed", "pk")
    if again_waits_until(now) is None:
        return waiting
    # Alerts are nobody's first file, and none is made again.
    first = Envelope.objects.filter(day=OuterRef("day"), alert_file=None, pk__lt=OuterRef("pk"))
    return waiting.filter(Q(alert_file__isnull=False) | ~Exists(first))


def again_waits_until(now: datetime) -> datetime | None:
    """While the regulator fetches: when what is made again may be laid down.  [903-B Anexo 1, I]"""
    pack, local = pack_in_force(), now.astimezone(clock.LISBON)
    if not pack.envelope.again_waits or not pack.deadline <= local.hour < pack.envelope.fetched_by:
        return None
    return local.replace(hour=pack.envelope.fetched_by, minute=0, second=0, microsecond=0, fold=0)


def gathered() -> QuerySet[RegulatorFile]:
    """The latest files that were delivered and are in no envelope."""
    since = clock.day_of(clock.now()) - timedelta(days=REACH_DAYS)
    return latest().filter(state=RegulatorFile.State.DELIVERED, enveloped=None, day__gte=since)


def complete_groups() -> Iterator[list[RegulatorFile]]:
    """What goes into one envelope each: a file alone, or those of a day once all of it was delivered."""
    waiting = list(gathered().order_by("day", "since", "family"))
    if pack_in_force().envelope.gathers == "file":
        yield from ([file] for file in waiting)
        return
    whole = _delivered({file.day for file in waiting})
    for day, files in groupby(waiting, key=lambda file: file.day):
        due = due_files(clock.midnight(day), clock.midnight(day + timedelta(days=1)))
        if whole.get(day, set()) >= {(family, span.since) for family, span in due}:
            yield list(files)


def _delivered(days: set[date]) -> dict[date, set[tuple[str, datetime]]]:
    """By day, the family and begin of every file whose latest version was delivered."""
    found: dict[date, set[tuple[str, datetime]]] = {}
    files = latest().filter(day__in=days, state=RegulatorFile.State.DELIVERED)
    for day, family, since in files.values_list("day", "family", "since"):
        found.setdefault(day, set()).add((family, since))
    return found


def _seal(files: list[RegulatorFile]) -> int:
    pack, day = pack_in_force(), files[0].day
    name = files[0].name
    if pack.envelope.gathers == "day":
        name = pack.envelope_name(day, Envelope.objects.filter(day=day, alert_file=None).count())
    name += pack.envelope.extension
    envelope = seal_envelope(
        day=day, name=name, deadline=max(file.deadline for file in files), contents=_contents(files)
    )
    if envelope is None:
        return 0
    with transaction.atomic():
        envelope.save()
        EnvelopedFile.objects.bulk_create([EnvelopedFile(envelope=envelope, file=file) for file in files])
    return 1


def _contents(files: list[RegulatorFile]) -> Iterator[tuple[str, bytes]]:
    for file in files:
        content = content_of(file)
        if faults := change_faults(file, content):
            raise OSError(f"{file.name}: {faults[0]}")
        yield file_name_of(file), content


def _lay_down(envelope: Envelope) -> int:
    envelopes = Envelope.objects.filter(pk=envelope.pk)
    try:
        data = content_of_envelope(envelope)
        if hashlib.sha256(data).hexdigest() != envelope.digest:
            raise OSError("the envelope on the disk is not the one that was sealed")
        receipt = delivery().deliver(f"{pack_in_force().envelope.folder}/{envelope.name}", data)
    except OSError as error:
        wait = RETRY_AFTER * min(2**envelope.tries, MAX_WAIT)
        text = f"{type(error).__name__}: {error}"[:500]
        envelopes.update(error=text, tries=F("tries") + 1, next_try=Now() + wait)
        log.warning("envelope waits", name=envelope.name, error=text)
        return 0
    envelopes.update(laid_down=Now(), receipt=receipt[:120], error="", tries=0)
    return 1


# --- what is late


def unfetched(now: datetime) -> QuerySet[Envelope]:
    """Envelopes that the regulator should have fetched by the hour of its pack."""
    hour = pack_in_force().envelope.fetched_by
    local = now.astimezone(clock.LISBON)
    last = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if last > local:
        last -= timedelta(days=1)
    return Envelope.objects.filter(fetched=None, laid_down__lt=last)


def expiring_certificates(now: datetime) -> int | None:
    """How many certificates expire soon; None where they cannot be read, so that nothing is sealed either."""
    try:
        return len(expiring(now))
    except OSError as error:
        log.error("certificates not read", error=str(error))
        return None


def check_envelopes(now: datetime) -> tuple[bool | None, dict[str, object]]:
    """The check of the proof panel; None where the house seals nothing. Answers count where they come in.

    What has not left rings before its deadline.
    """
    if not is_sealing() and not Envelope.objects.exists():
        return None, {"sealing": False}
    answer_since = now - timedelta(days=pack_in_force().envelope.answer_days)
    unanswered = EnvelopedFile.objects.filter(verdict="", envelope__laid_down__lt=answer_since)
    hears, near = bool(settings.REGULATOR_ANSWERS), now + ALARM_BEFORE
    refused = RegulatorAnswer.objects.filter(
        ~Q(outcome=RegulatorAnswer.Outcome.TAKEN), at__gt=now - REFUSED_RINGS
    )
    counts: dict[str, Any] = {
        "alerts": overdue_alerts(now),
        "unsealed": gathered().filter(deadline__lte=near).count(),
        "waiting": Envelope.objects.filter(laid_down=None, deadline__lte=near).count(),
        "unfetched": unfetched(now).count() if hears else None,
        "unanswered": unanswered.count() if hears else None,
        "rejected": rejected().count(),
        "refused": refused.count(),
        "expiring": expiring_certificates(now),
    }
    return not any(counts.values()), {"sealing": is_sealing(), **counts}
