"""What staff do with items of the work queue: claim, release, take over, note, give to a colleague on duty.

Each action leaves one audit line. It never decides anything about the item itself.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from casino.backoffice.models import Shift, WorkClaim, WorkMention, WorkNote
from casino.backoffice.work_queue import waiting_keys
from players.audit import note
from players.models import Person
from players.work_sources import work_source

# Not inside a word: the address of a player in a note mentions nobody.
MENTION = re.compile(r"(?<![\w.@])@([\w.+-]+(?:@[\w.-]+)?)")


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


class Mentions(NamedTuple):
    """The colleagues whom a note tells, and the names in it that mean nobody, or several people."""

    people: list[Person]
    unknown: list[str]


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
            if owner.pk != person.pk and not is_on_duty(owner, person):
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


def note_work_item(
    *, source: str, key: str, person: Person, text: str, request: Any = None
) -> tuple[WorkNote, Mentions]:
    """Adds a note, and tells the colleagues whom it mentions.

    Some sources have no other decision: there a note closes the item.
    """
    entry = work_source(source)
    kind = entry.closing_note if entry is not None and entry.closing_note else "work.noted"
    mentions = find_mentions(text, source, person)
    told = [colleague.email for colleague in mentions.people]
    details: dict[str, Any] = {"mentioned": told} if told else {}
    with transaction.atomic():
        written = WorkNote.objects.create(source=source, key=key, person=person, text=text)
        WorkMention.objects.bulk_create(
            [WorkMention(note=written, person=colleague) for colleague in mentions.people]
        )
        note(
            kind, person=person, about=audit_subject(source, key), request=request, note=written.pk, **details
        )
    return written, mentions


def find_mentions(text: str, code: str, author: Person) -> Mentions:
    """Whom «@name» or «@name@house» in a note means, among the colleagues who work on the queue."""
    names = list(dict.fromkeys(name.lower().rstrip(".") for name in MENTION.findall(text)))
    source = work_source(code)
    if not names or source is None:
        return Mentions([], names)
    app, _dot, codename = source.permission.partition(".")
    colleagues = (
        Person.objects.filter(
            is_staff=True,
            is_active=True,
            groups__permissions__codename=codename,
            groups__permissions__content_type__app_label=app,
        )
        .exclude(pk=author.pk)
        .distinct()
    )
    named: dict[str, list[Person]] = {name: [] for name in names}
    for colleague in colleagues:
        email = colleague.email.lower()
        for name in {email, email.partition("@")[0]} & named.keys():
            named[name].append(colleague)
    found = {
        people[0].pk: people[0] for people in named.values() if len(people) == 1 and source.allows(people[0])
    }
    unknown = [name for name, people in named.items() if not found.keys() & {one.pk for one in people}]
    return Mentions(list(found.values()), unknown)


def unseen_mentions(person: Person) -> QuerySet[WorkMention]:
    return WorkMention.objects.filter(person=person, seen=None)


def dismiss_mention(*, pk: int, person: Person, request: Any = None) -> bool:
    with transaction.atomic():
        mention = unseen_mentions(person).filter(pk=pk).select_related("note").first()
        if mention is None or not unseen_mentions(person).filter(pk=pk).update(seen=Now()):
            return False
        about = audit_subject(mention.note.source, mention.note.key)
        note("work.mention-dismissed", person=person, about=about, request=request, note=mention.note_id)
    return True


def is_on_duty(colleague: Person, person: Person) -> bool:
    """Whether work can be given to this colleague: somebody else who is on duty, and stays so meanwhile."""
    shifts = Shift.objects.on_duty().select_for_update(of=("self",)).filter(person=colleague)
    return colleague.pk != person.pk and shifts.first() is not None
