"""The live floor: every table with what happens at it now, read in one query whatever their number."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import connection
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.labels import fault_label
from games.floor.staff_actions import ACTS, MAY
from games.models import Table
from games.rounds.event_descriptions import event_label
from players.shared.collation import collation_key
from players.shared.money import format_money

FLOOR = """
SELECT t.id, t.name, t.system, t.currency, t.status, t.reason, t.seated, t.round, clock_timestamp(),
       CASE WHEN r.status = 'open' THEN r.opened END, t.due, e.kind, e.at, money.stakes, money.stacks, money.jackpot,
       i.id, i.reason, i.proposer_id, l.reason, l.closed, r.id, c.id, t.setting_id IS NOT NULL
FROM games_table AS t
LEFT JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round
LEFT JOIN games_event AS e ON e.table_id = t.id AND e.seq = t.version
LEFT JOIN floor_tablechange AS c ON c.table_id = t.id AND c.state IN ('proposed', 'deferred')
LEFT JOIN LATERAL (
    SELECT sum(a.balance) FILTER (WHERE a.kind IN ('stakes', 'held'))::bigint AS stakes,
           sum(a.balance) FILTER (WHERE a.kind = 'stack')::bigint AS stacks,
           sum(a.balance) FILTER (WHERE a.kind = 'jackpot')::bigint AS jackpot
    FROM wallet_account AS a WHERE a."table" = t.id
) AS money ON true
LEFT JOIN LATERAL (
    SELECT n.id, n.reason, n.proposer_id FROM games_incident AS n WHERE n.table_id = t.id AND n.closed IS NULL ORDER BY n.id LIMIT 1
) AS i ON true
LEFT JOIN LATERAL (
    SELECT n.reason, n.closed FROM games_incident AS n WHERE n.table_id = t.id AND n.closed IS NOT NULL ORDER BY n.closed DESC LIMIT 1
) AS l ON true
WHERE (%(system)s = '' OR t.system = %(system)s) AND (%(currency)s = '' OR t.currency = %(currency)s)
  AND (%(status)s = '' OR t.status = %(status)s)
"""
LATE = 15  # seconds after which a step that is due and not taken is shown as late
BETTING = frozenset({"bets-opened", "bet-placed", "bet-taken", "call-placed", "launched"})
PHASES: Mapping[str, Promise] = {
    "held": lazy("on hold"),
    "closed": lazy("closed"),
    "betting": lazy("betting"),
    "playing": lazy("round in play"),
    "resting": lazy("between rounds"),
    "asleep": lazy("nobody sits here"),
}


class Row(Struct, frozen=True):
    """One table as the floor shows it: codes for what marks it, words for what is read."""

    id: int
    name: str
    game: str
    currency: str
    status: str
    status_said: str
    phase: str
    phase_said: str
    seated: int
    round: int
    age: str
    exposure: str
    beside: str
    last: str
    last_at: str
    trouble: str
    solved: str  # the last trouble, once two people have let the table go on
    late: bool
    incident: str
    waits: str
    change: str
    address: str
    round_address: str
    acts: tuple[tuple[str, str], ...]
    cents: int = 0


class Wanted(Struct, frozen=True):
    """The filters of the page."""

    system: str = ""
    currency: str = ""
    status: str = ""
    trouble: bool = False


def wanted_of(given: Mapping[str, str]) -> Wanted:
    """What the address asks for; what it should not know is no filter."""
    system, currency, status = given.get("system", ""), given.get("currency", ""), given.get("status", "")
    return Wanted(
        system if system in GAMES else "",
        currency if currency in ("EUR", "DEMO") else "",
        status if status in Table.Status.values else "",
        given.get("trouble") == "1",
    )


def floor(wanted: Wanted, *, may_act: bool) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(FLOOR, {"system": wanted.system, "currency": wanted.currency, "status": wanted.status})
        rows = [_row(found, may_act) for found in cursor.fetchall()]
    rows.sort(
        key=lambda row: (
            row.status != Table.Status.HELD,
            row.currency != "EUR",
            collation_key(row.game),
            collation_key(row.name),
        )
    )
    return [
        row
        for row in rows
        if not wanted.trouble or row.status == Table.Status.HELD or row.late or row.incident
    ]


def _row(found: tuple[Any, ...], may_act: bool) -> Row:
    (id, name, system, currency, status, reason, seated, number, at, opened, due, kind, kind_at, stakes, stacks, jackpot,
     incident, why, proposer, solved, solved_at, round, change, ready) = found  # fmt: skip
    phase = _phase(status, opened is not None, kind, seated)
    late = (
        status in (Table.Status.OPEN, Table.Status.DRAINING)
        and due is not None
        and (at - due).total_seconds() > LATE
    )
    allowed = [act for act in MAY[status] if (act != "retry" or late) and (act != "open" or ready)]
    return Row(
        id=id,
        name=name,
        game=str(GAMES[system].name),
        currency=currency,
        status=status,
        status_said=str(Table.Status(status).label),
        phase=phase,
        phase_said=str(PHASES[phase]),
        seated=seated,
        round=number,
        age=age_said(opened, at),
        exposure=format_money(stakes or 0, currency) if stakes else "–",
        beside=_beside(stacks, jackpot, currency),
        last=event_label(system, kind) if kind else "–",
        last_at=age_said(kind_at, at),
        trouble=fault_label(why) or fault_label(reason),
        solved=_("solved %(ago)s ago: %(what)s")
        % {"ago": age_said(solved_at, at), "what": fault_label(solved)}
        if solved
        else "",
        late=late,
        incident=reverse("admin:games_incident_change", args=[incident]) if incident else "",
        waits=_("waits for a second person") if proposer else "",
        change=reverse("admin:floor_tablechange_change", args=[change]) if change else "",
        address=reverse("admin:games_table_change", args=[id]),
        round_address=reverse("admin:games_round_change", args=[round]) if round else "",
        acts=tuple((act, str(ACTS[act])) for act in allowed) if may_act else (),
        cents=stakes or 0 if currency == "EUR" else 0,
    )


def _phase(status: str, running: bool, kind: str | None, seated: int) -> str:
    if status == Table.Status.HELD:
        return "held"
    if running:
        return "betting" if kind in BETTING else "playing"
    if status == Table.Status.CLOSED:
        return "closed"
    return "resting" if seated else "asleep"


def _beside(stacks: int | None, jackpot: int | None, currency: str) -> str:
    """What lies at the table beside the stakes: stacks of chips, the pot of a jackpot."""
    told = []
    if stacks:
        told.append(_("stacks %(sum)s") % {"sum": format_money(stacks, currency)})
    if jackpot:
        told.append(_("jackpot %(sum)s") % {"sum": format_money(jackpot, currency)})
    return " · ".join(told)


def age_said(since: datetime | None, at: datetime) -> str:
    """How long ago: «12 s», «3 min», «2 h 05», «4 d»."""
    if since is None:
        return "–"
    seconds = max(0, int((at - since).total_seconds()))
    if seconds < 120:
        return f"{seconds} s"
    minutes = seconds // 60
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02}" if minutes < 48 * 60 else f"{minutes // (24 * 60)} d"


def summary(rows: list[Row]) -> list[tuple[str, str, bool]]:
    """The figures above the tables, and whether each is an alarm."""
    held = sum(row.status == Table.Status.HELD for row in rows)
    late = sum(row.late for row in rows)
    return [
        (_("Tables open"), str(sum(row.status == Table.Status.OPEN for row in rows)), False),
        (_("People seated"), str(sum(row.seated for row in rows)), False),
        (_("Rounds running"), str(sum(row.phase in ("betting", "playing") for row in rows)), False),
        (_("Stakes on the tables"), format_money(sum(row.cents for row in rows), "EUR"), False),
        (_("Tables on hold"), str(held), held > 0),
        (_("Steps late"), str(late), late > 0),
    ]
