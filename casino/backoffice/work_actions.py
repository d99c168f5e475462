"""What staff do with items of the work queue: claim, release, take over, note, hand over at a shift's end.

Each action leaves one audit line. It never decides anything about the item itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from casino.backoffice.models import Shift, WorkClaim, WorkNote
from casino.backoffice.work_queue import may_work_on, waiting_keys
from players.audit import note
from players.models import Person
from players.work_sources import work_source


class AlreadyClaimed(Exception):
    """Another person claimed the item first."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class NotClaimed(Exception):
    """The claim has ended, or belongs to another person."""


class ShiftRefused(Exception):
    """The shift was begun or ended already, or the successor is not on duty."""


def audit_subject(source: str, key: str) -> str:
    return f"work:{source}:{key}"


def open_claims(source: str, key: str) -> QuerySet[WorkClaim]:
    return WorkClaim.objects.filter(source=source, key=key, ended=None)


def claim_work_item(*, source: str, key: str, person: Person, request: Any = None) -> WorkClaim:
    """Claims an item. Of two people who claim it at once, the database lets one win."""
    try:
        with transaction.atomic():
            claim = WorkClaim.objects.create(source=source, key=key, person=person)
            note("work.claimed", person=person, about=audit_subject(source, key), request=request)
    except IntegrityError:
        owner = open_claims(source, key).select_related("person").first()
        if owner is not None and owner.person_id == person.pk:
            return owner  # a repeated click
        raise AlreadyClaimed(owner.person.email if owner else "") from None
    return claim


def release_work_item(*, source: str, key: str, person: Person, request: Any = None) -> None:
    with transaction.atomic():
        if not open_claims(source, key).filter(person=person).update(ended=Now()):
            raise NotClaimed
        note("work.released", person=person, about=audit_subject(source, key), request=request)


class Reference(NamedTuple):
    """Names an item of the queue."""

    source: str
    key: str


def claim_work_items(
    items: Collection[Reference], *, person: Person, owner: Person, request: Any = None
) -> int:
    """Claims the items for the owner: the person, or a colleague on duty. Returns how many changed hands.

    What does not wait for both, or what somebody else works on, is left.
    """
    waiting = _waiting_for(items, person)
    if owner.pk != person.pk:
        waiting &= _waiting_for(items, owner)
    is_one_of_them = Q(source__in={item.source for item in waiting}, key__in={item.key for item in waiting})
    try:
        with transaction.atomic():
            if owner.pk != person.pk and not _is_on_duty(owner, person):
                raise ShiftRefused
            open_now = {
                Reference(claim.source, claim.key): claim
                for claim in WorkClaim.objects.select_for_update().filter(is_one_of_them, ended=None)
            }
            movable = {item for item in waiting if _is_movable(open_now.get(item), person, owner)}
            own = [claim.pk for item, claim in open_now.items() if item in movable]
            WorkClaim.objects.filter(pk__in=own).update(ended=Now())
            claimed = sorted(movable)
            WorkClaim.objects.bulk_create(
                [WorkClaim(source=item.source, key=item.key, person=owner) for item in claimed]
            )
            if claimed:
                kind = "work.several-claimed" if owner.pk == person.pk else "work.assigned"
                subjects = [audit_subject(*item) for item in claimed]
                details: dict[str, Any] = {} if owner.pk == person.pk else {"colleague": owner.email}
                note(kind, person=person, request=request, items=subjects, **details)
    except IntegrityError as error:  # claimed by somebody else in this moment
        raise AlreadyClaimed("") from error
    return len(claimed)


def _is_movable(claim: WorkClaim | None, person: Person, owner: Person) -> bool:
    """Free, or the person's own and to go to a colleague."""
    return claim is None or (claim.person_id == person.pk and owner.pk != person.pk)


def _waiting_for(items: Iterable[Reference], person: Person) -> set[Reference]:
    keys_by_source: dict[str, list[str]] = defaultdict(list)
    for item in items:
        keys_by_source[item.source].append(item.key)
    return {
        Reference(source, key)
        for source, keys in keys_by_source.items()
        for key in waiting_keys(person, source, keys)
    }


def release_work_items(items: Collection[Reference], *, person: Person, request: Any = None) -> int:
    """Ends those of the claims that are the person's own. Returns how many."""
    with transaction.atomic():
        claims = WorkClaim.objects.select_for_update().filter(
            person=person, ended=None,
            source__in={item.source for item in items}, key__in={item.key for item in items},
        )  # fmt: skip
        released = {Reference(claim.source, claim.key): claim.pk for claim in claims}
        released = {item: pk for item, pk in released.items() if item in items}
        WorkClaim.objects.filter(pk__in=released.values()).update(ended=Now())
        if released:
            subjects = [audit_subject(*item) for item in sorted(released)]
            note("work.several-released", person=person, request=request, items=subjects)
    return len(released)


def end_finished_claims(person: Person) -> None:
    """Ends the person's claims of items that no longer wait for them, because they or others decided."""
    claims = WorkClaim.objects.filter(person=person, ended=None)
    keys_by_source: dict[str, list[str]] = defaultdict(list)
    for source, key in claims.values_list("source", "key"):
        keys_by_source[source].append(key)
    for source, keys in keys_by_source.items():
        finished = set(keys) - waiting_keys(person, source, keys)
        claims.filter(source=source, key__in=finished).update(ended=Now())


def take_over_work_item(
    *, source: str, key: str, person: Person, reason: str, request: Any = None
) -> WorkClaim:
    """Ends another person's claim and claims the item, with a reason."""
    with transaction.atomic():
        claims = open_claims(source, key).select_for_update(of=("self",)).select_related("person")
        owner = claims.exclude(person=person).first()
        if owner is None:
            raise NotClaimed
        WorkClaim.objects.filter(pk=owner.pk).update(ended=Now())
        claim = WorkClaim.objects.create(source=source, key=key, person=person)
        note(
            "work.taken-over",
            person=person,
            about=audit_subject(source, key),
            request=request,
            owner=owner.person.email,
            reason=reason,
        )
    return claim


def note_work_item(*, source: str, key: str, person: Person, text: str, request: Any = None) -> WorkNote:
    """Adds a note. Some sources have no other decision: there it closes the item."""
    entry = work_source(source)
    kind = entry.closing_note if entry is not None and entry.closing_note else "work.noted"
    with transaction.atomic():
        written = WorkNote.objects.create(source=source, key=key, person=person, text=text)
        note(kind, person=person, about=audit_subject(source, key), request=request, note=written.pk)
    return written


def begin_shift(*, person: Person, request: Any = None) -> Shift:
    try:
        with transaction.atomic():
            shift = Shift.objects.create(person=person)
            note("shifts.begun", person=person, about=f"shift:{shift.pk}", request=request)
    except IntegrityError as error:
        raise ShiftRefused from error
    return shift


def end_shift(*, person: Person, successor: Person | None, text: str, request: Any = None) -> Shift:
    """Ends the shift. Open claims go to the successor; what they may not decide returns to the queue."""
    with transaction.atomic():
        shift = Shift.objects.select_for_update().filter(person=person, ended=None).first()
        if shift is None:
            raise ShiftRefused
        if successor is not None and not _is_on_duty(successor, person):
            raise ShiftRefused
        claims = list(WorkClaim.objects.select_for_update().filter(person=person, ended=None).order_by("pk"))
        WorkClaim.objects.filter(pk__in=[claim.pk for claim in claims]).update(ended=Now())
        handed = []
        if successor is not None:
            handed = [claim for claim in claims if may_work_on(successor, claim.source, claim.key)]
        WorkClaim.objects.bulk_create(
            [WorkClaim(source=claim.source, key=claim.key, person=successor) for claim in handed]
        )
        Shift.objects.filter(pk=shift.pk).update(
            ended=Now(), successor=successor, items=len(handed), note=text
        )
        note(
            "shifts.ended",
            person=person,
            about=f"shift:{shift.pk}",
            request=request,
            successor=successor.email if successor else None,
            handed_over=[audit_subject(claim.source, claim.key) for claim in handed],
            released=[audit_subject(claim.source, claim.key) for claim in claims if claim not in handed],
        )
    shift.refresh_from_db()
    return shift


def _is_on_duty(successor: Person, person: Person) -> bool:
    on_duty = Shift.objects.select_for_update().filter(person=successor, ended=None)
    return successor.pk != person.pk and successor.is_active and on_duty.exists()
