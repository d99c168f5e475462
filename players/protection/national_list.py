"""The national list of excluded people laid on the house's players: whole lists, pushed changes, and documents that change.

Whoever matches gets an exclusion of their own here, at once. So the question of every bet, whether an exclusion holds, stays the same
small one, however long the list is.  [903-B 2.2.3]
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
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
from players.inbox import tell
from players.models import Player
from players.protection.document_marks import Kind, Papers, entry_mark, key_id, marks_of
from players.protection.models import DocumentMark, Exclusion, NationalEntry, NationalFeed, NationalList
from players.shared import clock
from players.shared.bulk_copy import copy_rows
from players.signals import request_disconnect

log = structlog.get_logger(__name__)
AT_ONCE = 5000  # rows in memory at a time, whatever the size of the list
MOMENT = timedelta(microseconds=1)
# A list that has lost more of the last one than this is held back until a person accepts it.
MAY_VANISH, MAY_VANISH_OF_HUNDRED = 20, 10

Moment = Annotated[datetime, Meta(tz=True)]
IDENTITY_FIELDS = frozenset({"nationality", "document_kind", "document_country", "document_number", "nif"})

INCOMING = """
CREATE TEMPORARY TABLE national_incoming (reference text, mark text, starts timestamptz, ends timestamptz) ON COMMIT DROP
"""
COPY = "COPY national_incoming (reference, mark, starts, ends) FROM STDIN"
# What a push changed since this list was asked for is newer than the list.
MERGE = """
INSERT INTO protection_nationalentry AS known (reference, mark, starts, ends, removed, changed)
SELECT DISTINCT ON (reference) reference, mark, starts, ends, NULL::timestamptz, %(now)s FROM national_incoming
ON CONFLICT (reference) DO UPDATE
SET mark = excluded.mark, starts = excluded.starts, ends = excluded.ends, removed = NULL, changed = excluded.changed
WHERE known.changed < %(asked)s AND (known.mark, known.starts, known.ends, known.removed)
      IS DISTINCT FROM (excluded.mark, excluded.starts, excluded.ends, NULL::timestamptz)
"""
VANISHED = """
FROM protection_nationalentry AS known WHERE known.removed IS NULL AND known.changed < %(asked)s
AND NOT EXISTS (SELECT FROM national_incoming AS incoming WHERE incoming.reference = known.reference)
"""
COUNT_VANISHED = f"SELECT count(*) {VANISHED}"
REMOVE = f"""
UPDATE protection_nationalentry SET removed = %(now)s, changed = %(now)s
WHERE id IN (SELECT known.id {VANISHED})
"""
BEGUN = """
SELECT DISTINCT m.player_id, e.reference, e.starts, until.ends
FROM protection_documentmark AS m JOIN protection_nationalentry AS e ON e.mark = m.mark
LEFT JOIN protection_exclusion AS x ON x.player_id = m.player_id AND x.source = 'national' AND x.reference = e.reference
-- An exclusion keeps the beginning that it has, so its end comes after that one.
CROSS JOIN LATERAL (SELECT CASE WHEN e.ends IS NOT NULL THEN greatest(e.ends, x.starts + interval '1 microsecond') END) AS until(ends)
WHERE e.removed IS NULL AND (e.ends IS NULL OR e.ends > %(now)s)
AND (x.id IS NULL OR x.ends IS DISTINCT FROM until.ends)
AND (%(references)s::text[] IS NULL OR e.reference = ANY(%(references)s)) AND (%(player)s::bigint IS NULL OR m.player_id = %(player)s)
ORDER BY m.player_id, e.reference
"""
OVER = """
SELECT x.id FROM protection_exclusion AS x JOIN protection_nationalentry AS e ON e.reference = x.reference
WHERE x.source = 'national' AND (x.ends IS NULL OR x.ends > %(now)s) AND (e.removed IS NOT NULL OR e.ends <= %(now)s)
AND (%(references)s::text[] IS NULL OR e.reference = ANY(%(references)s))
"""


class Entry(msgspec.Struct, frozen=True):
    """Somebody on the list, by one document: from when, until when (nothing: without end), or no more."""

    kind: Kind
    number: Annotated[str, Meta(min_length=1, max_length=40)]
    nationality: Annotated[str, Meta(pattern=r"^[A-Za-z]{2}$")]
    starts: Moment
    ends: Moment | None = None
    removed: bool = False
    # What the list calls this entry; a list that has no names for them is keyed by document and beginning.
    reference: Annotated[str, Meta(max_length=60)] = ""


class Change(msgspec.Struct, frozen=True):
    """What one push changes, under its number."""

    number: Annotated[str, Meta(min_length=1, max_length=60)]
    entries: list[Entry]


class ListRefused(Exception):
    """A list that cannot be the whole one. What was loaded last goes on counting."""


_change = msgspec.json.Decoder(Change)


def change_read(body: bytes) -> Change:
    return _change.decode(body)


def listed(papers: Papers) -> bool:
    """Whether somebody with these documents is on the list now: asked before an account is opened."""
    now = clock.now()
    entries = NationalEntry.objects.filter(mark__in=marks_of(papers), removed=None, starts__lte=now)
    return entries.filter(Q(ends=None) | Q(ends__gt=now)).exists()


def registration_check(documents: Papers) -> str:
    """Why nobody with these documents may open an account."""
    return "national-list" if listed(documents) else ""


def is_listed(person: Any) -> bool:
    """Whether an exclusion by the list holds for this person's account now."""
    now = clock.now()
    held = Exclusion.objects.filter(player__person=person, source=Exclusion.Source.NATIONAL, starts__lte=now)
    return held.filter(Q(ends=None) | Q(ends__gt=now)).exists()


# --- changes that are pushed


@transaction.atomic
def change_apply(change: Change) -> int:
    """Applies a push; the same number again changes nothing. How many players it concerns."""
    received = _received(change.number, pushed=True)
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
    concerned = _follow(now, references=list(rows))
    digest = hashlib.sha256(msgspec.json.encode(change.entries)).hexdigest()
    NationalList.objects.filter(pk=received.pk).update(entries=len(rows), applied=concerned, digest=digest)
    return concerned


def _received(number: str, *, pushed: bool) -> NationalList | None:
    """The row of a list or of a change that is new here."""
    blank = {"pushed": pushed, "entries": 0, "applied": 0, "digest": ""}
    received, new = NationalList.objects.get_or_create(key=number, defaults=blank)
    return received if new else None


def _reference(entry: Entry) -> str:
    if entry.reference:
        return entry.reference
    named = f"{entry_mark(entry.kind, entry.number, entry.nationality)}|{entry.starts.isoformat()}"
    return hashlib.sha256(named.encode()).hexdigest()[:60]


def _row(entry: Entry) -> tuple[str, str, datetime, datetime | None]:
    ends = entry.ends and max(entry.ends, entry.starts + MOMENT)
    return _reference(entry), entry_mark(entry.kind, entry.number, entry.nationality), entry.starts, ends


# --- whole lists


@transaction.atomic
def list_apply(
    number: str, count: int, entries: Iterable[Entry], *, asked: datetime, accept_shorter: bool = False
) -> int:
    """Takes over a whole list, streamed, or refuses it whole. How many players it concerns."""
    feed = feed_locked()
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(INCOMING)
    digest = _stage(entries, count)
    concerned = 0
    if (received := _received(number, pushed=False)) is not None:
        _check_whole(asked, accept_shorter=accept_shorter)
        with connection.cursor() as cursor:
            cursor.execute(MERGE, {"now": now, "asked": asked})
            cursor.execute(REMOVE, {"now": now, "asked": asked})
        _marks_complete(feed)
        concerned = _follow(now)
        NationalList.objects.filter(pk=received.pk).update(entries=count, applied=concerned, digest=digest)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE national_incoming")
    feed.loaded, feed.tried, feed.entries, feed.trouble, feed.key = now, now, count, "", key_id()
    feed.save()
    return concerned


def feed_locked() -> NationalFeed:
    NationalFeed.objects.get_or_create(pk=1)
    return NationalFeed.objects.select_for_update().get(pk=1)


def _stage(entries: Iterable[Entry], count: int) -> str:
    """Copies the list beside the known one; refuses one that is empty or has not as many entries as it says. Its digest."""
    digest, seen = hashlib.sha256(), 0
    for some in _in_parts(entries):
        seen += len(some)
        rows = [_row(entry) for entry in some if not entry.removed]
        digest.update(msgspec.json.encode(rows))
        copy_rows(COPY, rows)
    if seen != count:
        raise ListRefused(f"the list is truncated: {seen} of {count} entries")
    if not seen:
        raise ListRefused("the list is empty")
    return digest.hexdigest()


def _in_parts(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    left = iter(entries)
    while some := list(islice(left, AT_ONCE)):
        yield some


def _check_whole(asked: datetime, *, accept_shorter: bool) -> None:
    """A list may be cut short before it is counted: one that has lost many at once is a question for a person."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT_VANISHED, {"asked": asked})
        (vanished,) = cursor.fetchone()
    known = NationalEntry.objects.filter(removed=None).count()
    if vanished > max(MAY_VANISH, known * MAY_VANISH_OF_HUNDRED // 100) and not accept_shorter:
        raise ListRefused(f"the list has lost {vanished} of {known} entries at once")


# --- the players whom it concerns


def _follow(now: datetime, *, references: Sequence[str] | None = None, player: int | None = None) -> int:
    """Brings exclusions in line with the list, for some entries, for one player, or for all. How many changed."""
    asked = {"now": now, "references": references, "player": player}
    with connection.cursor() as cursor:
        cursor.execute(BEGUN, asked)
        begun = cursor.fetchall()
        cursor.execute(OVER, asked)
        over = [row[0] for row in cursor.fetchall()]
    players = Player.objects.in_bulk([row[0] for row in begun])
    for number, reference, starts, ends in begun:
        _exclude(players[number], reference, starts, ends, now)
    for exclusion in Exclusion.objects.select_related("player").filter(pk__in=over):
        Exclusion.objects.filter(pk=exclusion.pk).update(ends=max(now, exclusion.starts + MOMENT), told=False)
        note("exclusions.unlisted", player=exclusion.player, about=f"exclusion:{exclusion.pk}", until=now)
    return len(begun) + len(over)


def _exclude(player: Player, reference: str, starts: datetime, ends: datetime | None, now: datetime) -> None:
    """Lays an entry on a player. A bet that lies is played out; then the stays at tables end."""
    exclusion, new = Exclusion.objects.get_or_create(
        player=player,
        reference=reference,
        source=Exclusion.Source.NATIONAL,
        defaults={"starts": starts, "ends": ends, "asked_until": ends},
    )
    begins = new or (exclusion.ends is not None and exclusion.ends <= now)
    Exclusion.objects.filter(pk=exclusion.pk).update(ends=ends, told=False)
    note("exclusions.listed", player=player, about=f"exclusion:{exclusion.pk}", until=ends)
    if begins:
        tell(player, "exclusion-listed", until=ends)
        request_disconnect("excluded", player=player.pk, leave="excluded")


@receiver(post_save, sender=Identity)
def documents_follow(
    sender: object, instance: Identity, raw: bool, update_fields: frozenset[str] | None, **kwargs: object
) -> None:
    """Documents that are new or changed are looked for on the list in the transaction that wrote them."""
    if raw or (update_fields is not None and not IDENTITY_FIELDS & set(update_fields)):
        return
    wanted = marks_of(instance)
    known = set(DocumentMark.objects.filter(player=instance.player_id).values_list("mark", flat=True))
    if wanted == known:
        return
    DocumentMark.objects.filter(player=instance.player_id, mark__in=known - wanted).delete()
    DocumentMark.objects.bulk_create(
        [DocumentMark(player_id=instance.player_id, mark=mark) for mark in wanted - known]
    )
    _follow(clock.now(), player=instance.player_id)


def _marks_complete(feed: NationalFeed) -> None:
    """Marks for identities that were written as a set; for all of them after the key has changed."""
    if feed.key not in ("", key_id()):
        DocumentMark.objects.all().delete()
    marked = DocumentMark.objects.filter(player=OuterRef("player"))
    while some := list(Identity.objects.filter(~Exists(marked))[:AT_ONCE]):
        rows = [(identity.player_id, marks_of(identity)) for identity in some]
        DocumentMark.objects.bulk_create(
            [DocumentMark(player_id=player, mark=mark) for player, marks in rows for mark in marks],
            batch_size=AT_ONCE,
        )
