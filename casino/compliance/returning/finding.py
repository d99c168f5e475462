"""Keeps the traits of blocked people, and finds the new players who resemble them.

A new player is compared before the identity service is asked, by the worker: no web process can leave it out,
and the registration takes as long for everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef

from casino.compliance.returning.deciding import HOLDING
from casino.compliance.returning.models import BlockedPerson, Resemblance, Trait
from casino.compliance.returning.people import blocked_now, holders_of, registrants
from casino.compliance.returning.resembling import (
    ENOUGH,
    Registrant,
    Resembling,
    compare,
    keys_asked,
    keys_of,
)
from players.identity.models import Identity
from players.shared.exclusive_work import claim_work
from players.shared.sealing import digest

CLAIM = timedelta(minutes=15)
BATCH = 500
State = Resemblance.State


def marks(keys: Iterable[str]) -> list[str]:
    return sorted(digest("returning", key) for key in keys)


def digest_of(person: Registrant) -> str:
    """A decision about two people stays while both stay as they are."""
    compared = [person.name, str(person.birth), person.email, person.address, person.postcode]
    if person.telephone:
        compared.append(person.telephone)
    return digest("returning-person", "|".join((*compared, *sorted(person.papers | person.accounts))))


# --- who is blocked


def refresh_blocked(*, anew: bool = False) -> int:
    """Follows who is blocked now; `anew` compares the traits of all of them too. Returns how many changed.

    While another process is at it nothing is done: the next run makes up for it.
    """
    with claim_work("blocked-people", duration=CLAIM) as claim:
        if claim is None:
            return 0
        causes = blocked_now()
        known = dict(BlockedPerson.objects.values_list("player", "cause"))
        ended = known.keys() - causes.keys()
        Trait.objects.filter(blocked__in=ended).delete()
        BlockedPerson.objects.filter(player__in=ended).delete()
        looked_at = sorted(causes if anew else (one for one in causes if known.get(one) != causes[one]))
        changed = len(ended)
        for start in range(0, len(looked_at), BATCH):
            changed += _keep(registrants(looked_at[start : start + BATCH]), causes)
        _withdraw()
        return changed


@transaction.atomic
def _keep(people: Sequence[Registrant], causes: dict[int, str]) -> int:
    made = {person.player: marks(keys_of(person)) for person in people}
    digests = {player: digest("returning-traits", "|".join(all_)) for player, all_ in made.items()}
    known = dict(BlockedPerson.objects.filter(player__in=made).values_list("player", "digest"))
    BlockedPerson.objects.bulk_create(
        [
            BlockedPerson(player_id=player, cause=causes[player], digest=value)
            for player, value in digests.items()
        ],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["cause", "digest"],
    )
    other = [player for player in made if known.get(player) != digests[player]]
    Trait.objects.filter(blocked__in=other).delete()
    Trait.objects.bulk_create(
        [Trait(blocked_id=player, mark=mark) for player in other for mark in made[player]], batch_size=5000
    )
    return len(other)


def _withdraw() -> None:
    """Lets go of open cases about somebody who is blocked no more."""
    blocked = BlockedPerson.objects.filter(player=OuterRef("blocked"))
    Resemblance.objects.filter(~Exists(blocked), state=State.OPEN).update(state=State.GONE)


# --- who resembles them


def waits_for_a_person(identity: Identity) -> bool:
    """Whether somebody has to decide about this player first. Finds out, in the caller's transaction."""
    new = registrants([identity.player_id])
    for person in new:
        _store(person, resembling(person))
    return Resemblance.objects.filter(player=identity.player_id, state__in=HOLDING).exists()


def resembling(new: Registrant) -> dict[Registrant, Resembling]:
    """The blocked people whom the new player resembles enough, and how."""
    traits = Trait.objects.filter(mark__in=marks(keys_asked(new))).values_list("blocked", flat=True)
    found = {*traits, *holders_of(new)} - {new.player}
    blocked = BlockedPerson.objects.filter(player__in=found).values_list("player", flat=True)
    compared = {person: compare(new, person) for person in registrants(blocked)}
    return {person: likeness for person, likeness in compared.items() if likeness.bits >= ENOUGH}


def _store(new: Registrant, found: dict[Registrant, Resembling]) -> None:
    if not found:
        return
    players = [blocked.player for blocked in found]
    causes = dict(BlockedPerson.objects.filter(player__in=players).values_list("player", "cause"))
    known = set(
        Resemblance.objects.filter(player=new.player).values_list(
            "blocked", "player_digest", "blocked_digest"
        )
    )
    own = digest_of(new)
    Resemblance.objects.bulk_create(
        [
            Resemblance(
                player_id=new.player,
                blocked_id=blocked.player,
                cause=causes[blocked.player],
                player_digest=own,
                blocked_digest=digest_of(blocked),
                likeness=msgspec.json.encode(likeness).decode(),
            )
            for blocked, likeness in found.items()
            if (blocked.player, own, digest_of(blocked)) not in known
        ],
        ignore_conflicts=True,
    )
