"""Who is blocked now, and what is compared of a person.

Only blocked people and the one who registers are read, by the functions that open sealed data.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Exists, OuterRef, Subquery

from casino.compliance.returning.models import Cause
from casino.compliance.returning.resembling import Registrant
from players.audit.models import Line
from players.identity.models import Erasure, Identity, SearchMark, SignIn
from players.models import Player
from players.protection.exclusions import is_excluded
from players.protection.models import DocumentMark
from players.shared import clock
from players.shared.personal_columns import ERASED

# Closings that bar nobody: who was too young may come back, and an exclusion has an end of its own.
NO_BLOCK = ("minor", "exclusion")
# How long before a sign-in counts: network addresses get other holders.
SIGN_INS = timedelta(days=90)


def blocked_now() -> dict[int, str]:
    """The players who may not play: suspended, excluded, or closed by the house and not by their own wish."""
    erased = Erasure.objects.filter(player=OuterRef("pk"), status=Erasure.Status.DONE)
    people = Player.objects.filter(~Exists(erased), testing=False)
    closing = Line.objects.filter(player=OuterRef("pk"), kind="account.closed").order_by("-id")
    closed = people.filter(status=Player.Status.CLOSED).annotate(
        closer=Subquery(closing.values("person")[:1]), why=Subquery(closing.values("details__reason")[:1])
    )
    causes: dict[int, str] = {}
    for player, person, closer, why in closed.values_list("pk", "person", "closer", "why"):
        if closer != person and why not in NO_BLOCK:
            causes[player] = Cause.CLOSED
    suspended = people.filter(status=Player.Status.SUSPENDED)
    causes |= dict.fromkeys(suspended.values_list("pk", flat=True), Cause.SUSPENDED.value)
    excluded = people.filter(is_excluded())
    return causes | dict.fromkeys(excluded.values_list("pk", flat=True), Cause.EXCLUDED.value)


def registrants(players: Iterable[int]) -> list[Registrant]:
    """What is compared of each. A person whose data are destroyed is compared with nobody."""
    chosen = list(players)
    identities = Identity.objects.filter(player__in=chosen).select_related("player__person")
    papers, accounts = defaultdict(set), defaultdict(set)
    for player, mark in DocumentMark.objects.filter(player__in=chosen).values_list("player", "mark"):
        papers[player].add(mark)
    marks = SearchMark.objects.filter(player__in=chosen, kind=SearchMark.Kind.IBAN)
    for player, mark in marks.values_list("player", "mark"):
        accounts[player].add(mark)
    devices = defaultdict(set)
    sign_ins = SignIn.objects.filter(person__player__in=chosen, began__gt=clock.now() - SIGN_INS)
    known = sign_ins.exclude(address=None).exclude(device="")
    for player, address, device in known.values_list("person__player", "address", "device").distinct():
        devices[player].add((str(address), device))
    return [
        Registrant(
            player=identity.player_id,
            name=identity.name,
            birth=identity.birth,
            email=identity.player.person.email,
            address="" if identity.address == ERASED else identity.address,
            postcode=identity.postcode,
            telephone="" if identity.telephone == ERASED else identity.telephone,
            papers=frozenset(papers[identity.player_id]),
            accounts=frozenset(accounts[identity.player_id]),
            devices=frozenset(devices[identity.player_id]),
        )
        for identity in identities.order_by("player")
        if identity.name != ERASED
    ]


def holders_of(person: Registrant) -> set[int]:
    """The players who have one of these papers or payment accounts."""
    papers = DocumentMark.objects.filter(mark__in=person.papers).values_list("player", flat=True)
    marks = SearchMark.objects.filter(mark__in=person.accounts, kind=SearchMark.Kind.IBAN)
    accounts = marks.values_list("player", flat=True)
    return {*papers, *accounts}
