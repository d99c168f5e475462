"""Tables on hold: one person proposes to let the table go on, another confirms, and the mechanism decides what becomes of its round.

Nobody chooses between resuming and voiding: it follows from the time lost (`clock.outage`), and both people see it first.
"""

from __future__ import annotations

from typing import Any

from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.models import Incident, Round, Table
from games.rulebook.selectors import sheet_of
from games.tables.transport.client import summon
from games.tables.transport.protocol import Release
from players.audit import note
from players.models import Person, Player
from players.shared.clock import now

PROPOSALS = {
    "release": _("The table goes on: no round stood still."),
    "resume": _("The round resumes from its journal: the time lost is within what the rule sheet allows."),
    "void": _("The round is void, and every stake goes back: too much time was lost."),
}
# What became of it, once two people have let the table go on.
DONE = {
    "release": _("The table went on: no round stood still."),
    "resume": _("The round resumed from its journal: the time lost was within what the rule sheet allows."),
    "void": _("The round was void, and every stake went back: too much time was lost."),
}
AT_STAKE = """
SELECT a.player_id, sum(CASE WHEN w.source_id = a.id THEN w.cents ELSE -w.cents END)::bigint
FROM wallet_transfer AS w
JOIN wallet_account AS a ON a.id IN (w.source_id, w.target_id) AND a.kind IN ('wallet', 'stack')
WHERE w.round = %s AND w.kind IN ('stake', 'stake-back', 'jackpot-bet', 'chips', 'chips-back')
GROUP BY a.player_id HAVING sum(CASE WHEN w.source_id = a.id THEN w.cents ELSE -w.cents END) <> 0 ORDER BY a.player_id
"""


class NotYours(Exception):
    """Whoever proposed cannot confirm."""


class Closed(Exception):
    """Somebody has closed it meanwhile."""


class Refund(Struct, frozen=True):
    alias: str
    cents: int


def standing_round(incident: Incident) -> Round | None:
    """The round that stands still at the table, if one does."""
    table = incident.table
    return (
        Round.objects.filter(table=table, number=table.round, status=Round.Status.OPEN)
        .select_related("sheet", "table")
        .first()
    )


def proposed_for(incident: Incident) -> str:
    """What the mechanism will make of it, as of now."""
    round = standing_round(incident)
    if round is None or round.sheet is None:
        return "release"
    lost = (now() - incident.opened).total_seconds()
    return "void" if lost > sheet_of(round.sheet).resume_within and refunds(round) else "resume"


def refunds(round: Round) -> list[Refund]:
    """Exactly what a void round gives back, and to whom: what the ledger says lies on the table."""
    with connection.cursor() as cursor:
        cursor.execute(AT_STAKE, [round.pk])
        rows = cursor.fetchall()
    names = dict(Player.objects.filter(pk__in=[player for player, _ in rows]).values_list("pk", "alias"))
    return [Refund(names.get(player, "–"), cents) for player, cents in rows]


def incident_propose(*, incident: int, person: Person, reason: str) -> Incident:
    """The first of two people: has looked, and says why the table may go on."""
    with transaction.atomic():
        found = _locked(incident)
        found.proposal, found.proposer, found.note = proposed_for(found), person, reason
        found.save(update_fields=["proposal", "proposer", "note"])
        Incident.objects.filter(pk=found.pk).update(proposed=Now())
        note(
            "tables.release-proposed",
            person=person,
            about=f"incident:{found.pk}",
            proposal=found.proposal,
            reason=reason,
        )
    return found


def incident_confirm(*, incident: int, person: Person) -> Incident:
    """The second: the table goes on once none of its incidents is open."""
    with transaction.atomic():
        found = _locked(incident)
        if found.proposer_id is None or found.proposer_id == person.pk:
            raise NotYours
        proposal = proposed_for(found)
        Incident.objects.filter(pk=found.pk).update(confirmer=person, closed=Now(), proposal=proposal)
        note("tables.release-confirmed", person=person, about=f"incident:{found.pk}", proposal=proposal)
        if not Incident.objects.filter(table=found.table_id, closed=None).exists():
            Table.objects.filter(pk=found.table_id, status=Table.Status.HELD).update(
                status=Table.Status.OPEN, reason=""
            )
            transaction.on_commit(lambda: summon([found.table_id], Release()))
    return found


def _locked(incident: int) -> Incident:
    found = (
        Incident.objects.select_for_update(of=("self",)).select_related("table").filter(pk=incident).first()
    )
    if found is None or found.closed is not None:
        raise Closed
    return found


def told(incident: Incident, person: Any) -> dict[str, Any]:
    """What both people see before they sign: what will happen, and every cent that would go back."""
    if incident.closed is not None:
        return {"incident": incident, "proposal": DONE.get(incident.proposal, ""), "refunds": []}
    round, proposal = standing_round(incident), proposed_for(incident)
    back = refunds(round) if round is not None else []
    may = person.has_perm("games.change_incident")
    return {
        "incident": incident,
        "proposal": PROPOSALS[proposal],
        "standing": round,
        "refunds": back,
        "total": sum(each.cents for each in back),
        "currency": incident.table.currency,
        "may_propose": may and incident.proposer_id is None,
        "may_confirm": may and incident.proposer_id not in (None, person.pk),
        "own": incident.proposer_id == person.pk,
    }
