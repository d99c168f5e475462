"""Compares people with lists: new and changed people with everything, everybody else with what changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import lru_cache

import msgspec
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from msgspec import Struct

from casino.compliance.screening.comparing import Listed, Subject
from casino.compliance.screening.likeness import Likeness
from casino.compliance.screening.matching import Index
from casino.compliance.screening.models import Entry, ListImport, Match, Screened
from players.identity.models import Identity
from players.models import Player
from players.shared import clock
from players.shared.exclusive_work import claim_work
from players.shared.personal_columns import opened_rows

CLAIM = timedelta(minutes=15)
LONGEST_CHANGE = timedelta(hours=1)  # from the time that a change is dated to its commit, and more
BATCH = 2000
SCREENED_STATUSES = (Player.Status.PENDING, Player.Status.ACTIVE, Player.Status.SUSPENDED)


class Screening(Struct, frozen=True):
    """What a run did."""

    compared: int  # people with the whole lists
    changes: int  # entries with everybody else
    found: int


def digest_of(name: str, birth: date) -> str:
    return hashlib.sha256(f"{name}|{birth}".encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def whole_index(until: int) -> Index:
    """Everybody on the lists as of an import. A process keeps the last, so that nobody waits for it."""
    return Index(_listed(Entry.objects.filter(removed=None)))


def _listed(entries: Iterable[Entry]) -> list[Listed]:
    return [Listed(entry.pk, tuple(entry.names), tuple(entry.births)) for entry in entries]


def screen(only: int | None = None) -> Screening | None:
    """Compares what has changed since the last run; of one player alone, if one is named.

    Returns None while another process is at it: the next run makes up for it.
    """
    with claim_work("screening" if only is None else f"screening-{only}", duration=CLAIM) as claim:
        if claim is None:
            return None
        until: int = (
            ListImport.objects.filter(state=ListImport.State.IMPORTED).aggregate(last=Max("pk"))["last"] or 0
        )
        people = Identity.objects.filter(player__status__in=SCREENED_STATUSES, player__testing=False)
        subjects = _subjects(_unseen(people, until) if only is None else people.filter(player=only))
        known = {
            player: (digest, seen)
            for player, digest, seen in Screened.objects.filter(
                Q() if only is None else Q(player=only)
            ).values_list("player", "digest", "until")
        }
        fresh = [one for one in subjects if known.get(one.key, ("",))[0] != digest_of(one.name, one.birth)]
        newly = {one.key for one in fresh}
        others = [one for one in subjects if one.key not in newly and known[one.key][1] < until]
        found = compared = changes = 0
        if fresh and until:
            found += _compare(fresh, whole_index(until), until)
        if others:
            since = min(known[one.key][1] for one in others)
            changed = _listed(Entry.objects.filter(removed=None, since__gt=since))
            changes = len(changed)
            index = Index(changed, whole_index(until).frequencies) if changed else None
            found += _compare(others, index, until)
        if fresh and not until:
            _keep(fresh, until)  # nothing to compare with yet; the first list does it
        compared = len(fresh)
        _withdraw_stale()
        return Screening(compared, changes, found)


def _unseen(people: QuerySet[Identity], until: int) -> QuerySet[Identity]:
    """Without those who were compared with all of it and have not changed since: names are sealed, and only
    what is needed is opened.
    """
    seen = Screened.objects.filter(
        player=OuterRef("player"), until=until, at__gt=OuterRef("changed") + LONGEST_CHANGE
    )
    return people.filter(~Exists(seen))


def _subjects(people: QuerySet[Identity]) -> list[Subject]:
    rows = people.order_by("player").values("player_id", "name", "birth", "papers")
    return [
        Subject(row["player_id"], row["name"], row["birth"])
        for row in opened_rows(Identity, rows.iterator(BATCH))
    ]


def _compare(people: Sequence[Subject], index: Index | None, until: int) -> int:
    """Stores matches and whom was looked at, a batch at a time, so that a killed worker loses little."""
    found = 0
    for start in range(0, len(people), BATCH):
        part = people[start : start + BATCH]
        likenesses = list(index.matches(part)) if index is not None else []
        with transaction.atomic():
            found += _store(part, likenesses)
            _keep(part, until)
    return found


def _store(people: Sequence[Subject], likenesses: Sequence[tuple[int, Likeness]]) -> int:
    digests = {person.key: digest_of(person.name, person.birth) for person in people}
    entries = Entry.objects.in_bulk({likeness.entry for _player, likeness in likenesses})
    rows = [
        Match(
            player_id=player,
            entry=entries[likeness.entry],
            kind=entries[likeness.entry].kind,
            player_digest=digests[player],
            entry_digest=entries[likeness.entry].digest,
            likeness=msgspec.to_builtins(likeness),
        )
        for player, likeness in likenesses
    ]
    before = Match.objects.filter(player__in=digests).count()
    Match.objects.bulk_create(rows, ignore_conflicts=True)
    return Match.objects.filter(player__in=digests).count() - before


def _keep(people: Sequence[Subject], until: int) -> None:
    now = clock.now()
    Screened.objects.bulk_create(
        [
            Screened(player_id=one.key, digest=digest_of(one.name, one.birth), until=until, at=now)
            for one in people
        ],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["digest", "until", "at"],
    )


def _withdraw_stale() -> int:
    """Lets go of open matches about an entry or a player as they no longer are."""
    changed = Screened.objects.filter(player=OuterRef("player")).exclude(digest=OuterRef("player_digest"))
    stale = Match.objects.filter(
        Q(entry__removed__isnull=False) | ~Q(entry__digest=F("entry_digest")) | Exists(changed),
        state=Match.State.OPEN,
    )
    return Match.objects.filter(pk__in=stale.values("pk")).update(state=Match.State.GONE)
