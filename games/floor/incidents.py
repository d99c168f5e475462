"""Tables on hold: one person proposes to release the table, and another confirms.

Staff do not choose between resuming and voiding the round. The time lost decides (`deadlines.outage`), and
both people see the outcome first.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.models import Incident, Round, Table
from games.tables.sheet_selectors import sheet_of
from games.tables.transport.client import send_to_tables
from games.tables.transport.protocol import Release
from players.audit import note
from players.decisions.deciding import SecondPersonRequired
from players.models import Person, Player
from players.shared.clock import now

PROPOSALS = {
    "release": _("The table continues: no round was interrupted."),
    "resume": _("The round resumes from its journal: the time lost is within what the rule sheet allows."),
    "void": _("The round is void, and every stake is returned: too much time was lost."),
}
# The outcome, after two people have released the table.
DONE = {
    "release": _("The table continued: no round was interrupted."),
    "resume": _("The round resumed from its journal: the time lost was within what the rule sheet allows."),
    "void": _("The round was void, and every stake was returned: too much time was lost."),
}
# What a void round gives back: the player's stakes in it less what came back already, and what the round
# before carried into it, such as a stake in prison (A65) or a carried jackpot bet. A prize of it that is paid
# goes back to the bank, as far as the wallet has it (A66).  [BJ-28] [FR-R22]
AT_STAKE = """
SELECT player_id, sum(back)::bigint, sum(prize)::bigint FROM (
    SELECT a.player_id,
           sum(CASE WHEN w.source_id = a.id THEN w.cents ELSE -w.cents END)
               FILTER (WHERE w.kind <> 'prize') AS back,
           sum(w.cents) FILTER (WHERE w.kind = 'prize') AS prize
    FROM wallet_transfer AS w
    JOIN wallet_account AS a ON a.id IN (w.source_id, w.target_id) AND a.kind IN ('wallet', 'stack')
    WHERE w.round = %(round)s
      AND w.kind IN ('stake', 'stake-back', 'jackpot-bet', 'held-back', 'chips', 'chips-back', 'prize')
    GROUP BY a.player_id
    UNION ALL
    SELECT s.player_id, s.held, 0 FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id
    WHERE r.table_id = %(table)s AND r.number = %(before)s AND s.held > 0
) AS moved
GROUP BY player_id HAVING sum(back) <> 0 OR sum(prize) > 0
ORDER BY player_id
"""


class AlreadyClosed(Exception):
    """Another person has already closed this incident."""


class Refund(Struct, frozen=True):
    """What a player gets if the round is void, and the prize that goes back to the bank, at most."""

    alias: str
    cents: int
    prize: int = 0


def interrupted_round(incident: Incident) -> Round | None:
    """The open round of the table, if there is one."""
    table = incident.table
    return (
        Round.objects.filter(table=table, number=table.round, status=Round.Status.OPEN)
        .select_related("sheet", "table")
        .first()
    )


def outcome_of(incident: Incident) -> str:
    """What happens to the round if the table is released now: "release", "resume" or "void"."""
    open_round = interrupted_round(incident)
    if open_round is None or open_round.sheet is None:
        return "release"
    lost = (now() - incident.opened).total_seconds()
    return "void" if lost > sheet_of(open_round.sheet).resume_within and refunds(open_round) else "resume"


def void_after(incident: Incident) -> datetime | None:
    """When the round that stands still becomes void; None if no round with stakes stands still."""
    open_round = interrupted_round(incident)
    if open_round is None or open_round.sheet is None or not refunds(open_round):
        return None
    return incident.opened + timedelta(seconds=sheet_of(open_round.sheet).resume_within)


def refunds(open_round: Round) -> list[Refund]:
    """What each player gets and gives back if the round is void, according to the ledger."""
    numbers = {"round": open_round.pk, "table": open_round.table_id, "before": open_round.number - 1}
    with connection.cursor() as cursor:
        cursor.execute(AT_STAKE, numbers)
        rows = cursor.fetchall()
    names = dict(Player.objects.filter(pk__in=[row[0] for row in rows]).values_list("pk", "alias"))
    return [Refund(names.get(player, "–"), back, prize or 0) for player, back, prize in rows]


def propose_incident(*, incident: int, person: Person, reason: str) -> Incident:
    """Proposes, as the first of two people, to release the table, and says why."""
    with transaction.atomic():
        row = _lock_incident(incident)
        row.proposal, row.proposer, row.note = outcome_of(row), person, reason
        row.save(update_fields=["proposal", "proposer", "note"])
        Incident.objects.filter(pk=row.pk).update(proposed=Now())
        note(
            "tables.release-proposed",
            person=person,
            about=f"incident:{row.pk}",
            proposal=row.proposal,
            reason=reason,
        )
    return row


def confirm_incident(*, incident: int, person: Person) -> Incident:
    """Confirms as the second person. The table is released when none of its incidents is open."""
    with transaction.atomic():
        row = _lock_incident(incident)
        if row.proposer_id is None or row.proposer_id == person.pk:
            raise SecondPersonRequired
        proposal = outcome_of(row)
        Incident.objects.filter(pk=row.pk).update(confirmer=person, closed=Now(), proposal=proposal)
        note("tables.release-confirmed", person=person, about=f"incident:{row.pk}", proposal=proposal)
        if not Incident.objects.filter(table=row.table_id, closed=None).exists():
            Table.objects.filter(pk=row.table_id, status=Table.Status.HELD).update(
                status=Table.Status.OPEN, reason=""
            )
            transaction.on_commit(lambda: send_to_tables([row.table_id], Release()))
    return row


def _lock_incident(incident: int) -> Incident:
    row = Incident.objects.select_for_update(of=("self",)).select_related("table").filter(pk=incident).first()
    if row is None or row.closed is not None:
        raise AlreadyClosed
    return row


def incident_context(incident: Incident, person: Any) -> dict[str, Any]:
    """What both people see before they sign: the outcome, and every refund."""
    if incident.closed is not None:
        return {"incident": incident, "proposal": DONE.get(incident.proposal, ""), "refunds": []}
    open_round, proposal = interrupted_round(incident), outcome_of(incident)
    amounts = refunds(open_round) if open_round is not None else []
    is_allowed = person.has_perm("games.change_incident")
    return {
        "incident": incident,
        "proposal": PROPOSALS[proposal],
        "open_round": open_round,
        "void_at": void_after(incident),
        "now": now(),
        "refunds": amounts,
        "total": sum(refund.cents for refund in amounts),
        "prizes": sum(refund.prize for refund in amounts),
        "currency": incident.table.currency,
        "may_propose": is_allowed and incident.proposer_id is None,
        "may_confirm": is_allowed and incident.proposer_id not in (None, person.pk),
        "own": incident.proposer_id == person.pk,
    }
