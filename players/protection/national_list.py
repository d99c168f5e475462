"""Applies the national list of excluded people to players: whole lists, pushed changes, changed documents.

A player who matches an entry gets an exclusion at once. So a bet only checks exclusions, and the length of
the list does not matter.  [903-B 2.2.3]
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Annotated, Any

import msgspec
import structlog
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.signals import post_save
from django.dispatch import receiver
from msgspec import Meta

from players.audit import note
from players.identity.models import Identity
from players.identity.verification.search_marks import known_identities
from players.inbox import send_message
from players.models import Player
from players.protection.document_marks import DocumentType, IdentityDocuments, entry_mark, key_id, marks_of
from players.protection.models import DocumentMark, Exclusion, NationalEntry, NationalFeed, NationalList
from players.shared import clock, person_keys
from players.shared.bulk_copy import copy_rows
from players.shared.decoding import UNREADABLE
from players.shared.signed_notifications import UnreadableNotification
from players.signals import request_disconnect

log = structlog.get_logger(__name__)
BATCH_ROWS = 5000  # the rows in memory at a time
SHORTEST = timedelta(microseconds=1)  # an exclusion ends after it begins
# A list that lacks more entries of the last one than both of these is refused until a person accepts it.
MAX_VANISHED, MAX_VANISHED_PERCENT = 20, 10

Timestamp = Annotated[datetime, Meta(tz=True)]
IDENTITY_FIELDS = frozenset({"nationality", "document_kind", "document_country", "document_number", "nif"})

INCOMING = """
CREATE TEMPORARY TABLE national_incoming
(reference text, mark text, starts timestamptz, ends timestamptz) ON COMMIT DROP
"""
COPY = "COPY national_incoming (reference, mark, starts, ends) FROM STDIN"
# A push that arrived after this list was requested is newer than the list.
MERGE = """
INSERT INTO protection_nationalentry AS known (reference, mark, starts, ends, removed, changed)
SELECT DISTINCT ON (reference) reference, mark, starts, ends, NULL::timestamptz, %(now)s
FROM national_incoming
ON CONFLICT (reference) DO UPDATE
SET mark = excluded.mark, starts = excluded.starts, ends = excluded.ends, removed = NULL,
    changed = excluded.changed
WHERE known.changed < %(requested)s AND (known.mark, known.starts, known.ends, known.removed)
      IS DISTINCT FROM (excluded.mark, excluded.starts, excluded.ends, NULL::timestamptz)
"""
VANISHED = """
FROM protection_nationalentry AS known WHERE known.removed IS NULL AND known.changed < %(requested)s
AND NOT EXISTS (SELECT FROM national_incoming AS incoming WHERE incoming.reference = known.reference)
"""
COUNT_VANISHED = f"SELECT count(*) {VANISHED}"
REMOVE = f"""
UPDATE protection_nationalentry SET removed = %(now)s, changed = %(now)s
WHERE id IN (SELECT known.id {VANISHED})
"""
TO_BEGIN = """
SELECT DISTINCT m.player_id, e.reference, e.starts, until.ends
FROM protection_documentmark AS m JOIN protection_nationalentry AS e ON e.mark = m.mark
LEFT JOIN protection_exclusion AS x
    ON x.player_id = m.player_id AND x.source = 'national' AND x.reference = e.reference
-- An existing exclusion keeps its beginning, so the end must come after that.
CROSS JOIN LATERAL (
    SELECT CASE WHEN e.ends IS NOT NULL THEN greatest(e.ends, x.starts + interval '1 microsecond') END
) AS until(ends)
WHERE e.removed IS NULL AND (e.ends IS NULL OR e.ends > %(now)s)
AND (x.id IS NULL OR x.ends IS DISTINCT FROM until.ends)
AND (%(references)s::text[] IS NULL OR e.reference = ANY(%(references)s))
AND (%(player)s::bigint IS NULL OR m.player_id = %(player)s)
ORDER BY m.player_id, e.reference
"""
TO_END = """
SELECT x.id FROM protection_exclusion AS x JOIN protection_nationalentry AS e ON e.reference = x.reference
WHERE x.source = 'national' AND (x.ends IS NULL OR x.ends > %(now)s)
AND (e.removed IS NOT NULL OR e.ends <= %(now)s)
AND (%(references)s::text[] IS NULL OR e.reference = ANY(%(references)s))
"""


class ListedDocument(msgspec.Struct, frozen=True):
    """One document of an excluded person, and the time of the exclusion.

    `removed` takes the entry off the list.
    """

    kind: DocumentType
    number: Annotated[str, Meta(min_length=1, max_length=40)]
    nationality: Annotated[str, Meta(pattern=r"^[A-Za-z]{2}$")]
    starts: Timestamp
    ends: Timestamp | None = None  # None: without end
    removed: bool = False
    # The list's own key. An entry without one is identified by its document and its beginning.
    reference: Annotated[str, Meta(max_length=60)] = ""


class Change(msgspec.Struct, frozen=True):
    """A numbered push with the entries that changed."""

    number: Annotated[str, Meta(min_length=1, max_length=60)]
    entries: list[ListedDocument]


class ListRefused(Exception):
    """The list is incomplete. The last good list stays in force."""


_change_decoder = msgspec.json.Decoder(Change)


def receive_change(body: bytes) -> int:
    """Applies a pushed change and returns how many exclusions changed."""
    try:
        change = _change_decoder.decode(body)
    except UNREADABLE as error:
        raise UnreadableNotification(str(error)) from error
    return apply_listed_change(change)


def is_on_list(documents: IdentityDocuments) -> bool:
    """Whether a person with these documents is on the list now."""
    now = clock.now()
    entries = NationalEntry.objects.filter(mark__in=marks_of(documents), removed=None, starts__lte=now)
    return entries.filter(Q(ends=None) | Q(ends__gt=now)).exists()


def check_registration(documents: IdentityDocuments) -> str:
    """The code for which a person with these documents may not open an account; empty if there is none."""
    return "national-list" if is_on_list(documents) else ""


def is_excluded_by_list(person: Any) -> bool:
    """Whether an exclusion by the list is in force for this person's account."""
    now = clock.now()
    exclusions = Exclusion.objects.filter(
        player__person=person, source=Exclusion.Source.NATIONAL, starts__lte=now
    )
    return exclusions.filter(Q(ends=None) | Q(ends__gt=now)).exists()


# --- pushed changes


@transaction.atomic
def apply_listed_change(change: Change) -> int:
    """Applies a push and returns how many exclusions changed. A repeated number changes nothing."""
    received = _create_received(change.number, pushed=True)
    if received is None:
        return 0
    now = clock.now()
    rows = {row[0]: row for row in map(_row, change.entries)}
    removed = {_reference(entry) for entry in change.entries if entry.removed}
    NationalEntry.objects.bulk_create(
        [
            NationalEntry(
                reference=name,
                mark=mark,
                starts=starts,
                ends=ends,
                changed=now,
                removed=now if name in removed else None,
            )
            for name, mark, starts, ends in rows.values()
        ],
        update_conflicts=True,
        unique_fields=["reference"],
        update_fields=["mark", "starts", "ends", "removed", "changed"],
    )
    updated = _update_exclusions(now, references=list(rows))
    digest = hashlib.sha256(msgspec.json.encode(change.entries)).hexdigest()
    NationalList.objects.filter(pk=received.pk).update(entries=len(rows), applied=updated, digest=digest)
    return updated


def _create_received(number: str, *, pushed: bool) -> NationalList | None:
    """Records a list or a change under its number; None if the number was recorded before."""
    defaults = {"pushed": pushed, "entries": 0, "applied": 0, "digest": ""}
    received, created = NationalList.objects.get_or_create(key=number, defaults=defaults)
    return received if created else None


def _reference(entry: ListedDocument) -> str:
    if entry.reference:
        return entry.reference
    key = f"{entry_mark(entry.kind, entry.number, entry.nationality)}|{entry.starts.isoformat()}"
    return hashlib.sha256(key.encode()).hexdigest()[:60]


def _row(entry: ListedDocument) -> tuple[str, str, datetime, datetime | None]:
    ends = entry.ends and max(entry.ends, entry.starts + SHORTEST)
    return _reference(entry), entry_mark(entry.kind, entry.number, entry.nationality), entry.starts, ends


# --- whole lists


@transaction.atomic
def apply_national_list(
    number: str,
    count: int,
    entries: Iterable[ListedDocument],
    *,
    requested: datetime,
    accept_shorter: bool = False,
) -> int:
    """Applies a streamed list as a whole or refuses it as a whole. Returns how many exclusions changed."""
    feed = lock_feed()
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(INCOMING)
    digest = _copy_incoming_list(entries, count)
    updated = 0
    if (received := _create_received(number, pushed=False)) is not None:
        _check_vanished(requested, accept_shorter=accept_shorter)
        with connection.cursor() as cursor:
            cursor.execute(MERGE, {"now": now, "requested": requested})
            cursor.execute(REMOVE, {"now": now, "requested": requested})
        _complete_marks(feed)
        updated = _update_exclusions(now)
        NationalList.objects.filter(pk=received.pk).update(entries=count, applied=updated, digest=digest)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE national_incoming")
    feed.loaded, feed.tried, feed.entries, feed.trouble, feed.key = now, now, count, "", key_id()
    feed.save()
    return updated


def lock_feed() -> NationalFeed:
    NationalFeed.objects.get_or_create(pk=1)
    return NationalFeed.objects.select_for_update().get(pk=1)


def _copy_incoming_list(entries: Iterable[ListedDocument], count: int) -> str:
    """Copies the list into a temporary table and returns its digest.

    Refuses a list that is empty or truncated.
    """
    digest, seen = hashlib.sha256(), 0
    for batch in _batches(entries):
        seen += len(batch)
        rows = [_row(entry) for entry in batch if not entry.removed]
        digest.update(msgspec.json.encode(rows))
        copy_rows(COPY, rows)
    if seen != count:
        raise ListRefused(f"the list is truncated: {seen} of {count} entries")
    if not seen:
        raise ListRefused("the list is empty")
    return digest.hexdigest()


def _batches(entries: Iterable[ListedDocument]) -> Iterator[list[ListedDocument]]:
    remaining = iter(entries)
    while batch := list(islice(remaining, BATCH_ROWS)):
        yield batch


def _check_vanished(requested: datetime, *, accept_shorter: bool) -> None:
    """Refuses a list that lost many entries at once: it may have been cut before its entries were counted."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT_VANISHED, {"requested": requested})
        (vanished,) = cursor.fetchone()
    known = NationalEntry.objects.filter(removed=None).count()
    if vanished > max(MAX_VANISHED, known * MAX_VANISHED_PERCENT // 100) and not accept_shorter:
        raise ListRefused(f"the list has lost {vanished} of {known} entries at once")


# --- exclusions of players


def _update_exclusions(
    now: datetime, *, references: list[str] | None = None, player: int | None = None
) -> int:
    """Makes exclusions agree with the list, for some entries, one player or all. Returns how many changed."""
    parameters: dict[str, Any] = {"now": now, "references": references, "player": player}
    with connection.cursor() as cursor:
        cursor.execute(TO_BEGIN, parameters)
        to_begin = cursor.fetchall()
        cursor.execute(TO_END, parameters)
        to_end = [row[0] for row in cursor.fetchall()]
    players = Player.objects.in_bulk([row[0] for row in to_begin])
    for player_id, reference, starts, ends in to_begin:
        _begin_exclusion(players[player_id], reference, starts, ends, now)
    for exclusion in Exclusion.objects.select_related("player").filter(pk__in=to_end):
        end = max(now, exclusion.starts + SHORTEST)
        Exclusion.objects.filter(pk=exclusion.pk).update(ends=end, notified=False)
        note("exclusions.unlisted", player=exclusion.player, about=f"exclusion:{exclusion.pk}", until=now)
    return len(to_begin) + len(to_end)


def _begin_exclusion(
    player: Player, reference: str, starts: datetime, ends: datetime | None, now: datetime
) -> None:
    """Excludes a player by an entry.

    Bets on a table are played to their end, then the player's table sessions end.
    """
    exclusion, created = Exclusion.objects.get_or_create(
        player=player,
        reference=reference,
        source=Exclusion.Source.NATIONAL,
        defaults={"starts": starts, "ends": ends, "requested_until": ends},
    )
    begins = created or (exclusion.ends is not None and exclusion.ends <= now)
    Exclusion.objects.filter(pk=exclusion.pk).update(ends=ends, notified=False)
    note("exclusions.listed", player=player, about=f"exclusion:{exclusion.pk}", until=ends)
    if begins:
        send_message(player, "exclusion-listed", until=ends)
        request_disconnect("excluded", player=player.pk, leave="excluded")


@receiver(post_save, sender=Identity)
def update_document_marks(
    sender: object, instance: Identity, raw: bool, update_fields: frozenset[str] | None, **kwargs: object
) -> None:
    """Matches new or changed documents with the list, in the transaction that wrote them.

    The marks of changed documents have gone with them (players/protection/database/national_list.sql).
    """
    if raw or (update_fields is not None and not IDENTITY_FIELDS & set(update_fields)):
        return
    marks = marks_of(instance)
    stored = set(DocumentMark.objects.filter(player=instance.player_id).values_list("mark", flat=True))
    if marks == stored:
        return
    DocumentMark.objects.bulk_create(
        [DocumentMark(player_id=instance.player_id, mark=mark) for mark in marks - stored]
    )
    _update_exclusions(clock.now(), player=instance.player_id)


def _complete_marks(feed: NationalFeed) -> None:
    """Adds the marks of identities that were written in bulk, and replaces all marks after a change of
    key.
    """
    if feed.key not in ("", key_id()):
        DocumentMark.objects.all().delete()
    marked = DocumentMark.objects.filter(player=OuterRef("player"))
    while batch := list(known_identities().filter(~Exists(marked))[:BATCH_ROWS]):
        person_keys.fetch(identity.papers for identity in batch)
        rows = [(identity.player_id, marks_of(identity)) for identity in batch]
        DocumentMark.objects.bulk_create(
            [DocumentMark(player_id=player, mark=mark) for player, marks in rows for mark in marks],
            batch_size=BATCH_ROWS,
        )
