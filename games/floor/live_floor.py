"""The live floor: every table with its present state, read in one query."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import connection
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy
from msgspec import Struct, structs

from games.catalogue import GAMES
from games.catalogue.labels import fault_label
from games.floor.open_costs import open_costs
from games.floor.staff_actions import ACTIONS, allowed_actions, permission_for
from games.models import Table
from games.rounds.replay.event_descriptions import event_label
from players.shared.collation import collation_key
from players.shared.list_filters import chosen_value
from players.shared.money import format_money

FLOOR = """
SELECT t.id AS table_id, t.name, t.system, t.currency, t.status, t.reason, t.seated, t.partners,
       t.round AS round_number, clock_timestamp() AS now,
       CASE WHEN r.status = 'open' THEN r.opened END AS opened, t.due,
       e.kind AS event_kind, e.at AS event_at, money.stakes, money.stacks, money.jackpot,
       i.id AS incident_id, i.reason AS incident_reason, i.proposer_id,
       l.reason AS solved_reason, l.closed AS solved_at, r.id AS round_id, c.id AS change_id,
       t.setting_id IS NOT NULL AS is_set, s.reason AS suspended_reason, today.staked, today.result
FROM games_table AS t
LEFT JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round
LEFT JOIN games_event AS e ON e.table_id = t.id AND e.seq = t.version
LEFT JOIN floor_tablechange AS c ON c.table_id = t.id AND c.state IN ('proposed', 'deferred')
LEFT JOIN floor_tablesuspension AS s ON s.table_id = t.id AND s.ended IS NULL
LEFT JOIN LATERAL (
    SELECT sum(a.balance) FILTER (WHERE a.kind IN ('stakes', 'held'))::bigint AS stakes,
           sum(a.balance) FILTER (WHERE a.kind = 'stack')::bigint AS stacks,
           sum(a.balance) FILTER (WHERE a.kind = 'jackpot')::bigint AS jackpot
    FROM wallet_account AS a WHERE a."table" = t.id
) AS money ON true
LEFT JOIN LATERAL (
    SELECT n.id, n.reason, n.proposer_id FROM games_incident AS n
    WHERE n.table_id = t.id AND n.closed IS NULL ORDER BY n.id LIMIT 1
) AS i ON true
LEFT JOIN LATERAL (
    SELECT n.reason, n.closed FROM games_incident AS n
    WHERE n.table_id = t.id AND n.closed > now() - interval '8 hours' ORDER BY n.closed DESC LIMIT 1
) AS l ON true
LEFT JOIN LATERAL (
    SELECT sum(p.staked)::bigint AS staked, sum(p.staked - p.returned)::bigint AS result
    FROM games_round AS p WHERE p.table_id = t.id AND p.status = 'ended'
      AND p.ended >= date_trunc('day', now() AT TIME ZONE 'Europe/Lisbon') AT TIME ZONE 'Europe/Lisbon'
) AS today ON true
WHERE (%(system)s = '' OR t.system = %(system)s) AND (%(currency)s = '' OR t.currency = %(currency)s)
  AND (%(status)s = '' OR t.status = %(status)s) AND (%(table)s = 0 OR t.id = %(table)s)
"""
SHOWN_EVENTS = 12  # on the page of a table
LATE_AFTER_SECONDS = 15  # seconds after which an overdue step is shown as late
BETTING = frozenset({"bets-opened", "bet-placed", "bet-taken", "call-placed", "launched"})
PHASES: Mapping[str, Promise] = {
    "held": lazy("on hold"),
    "closed": pgettext_lazy("table", "closed"),
    "betting": lazy("betting"),
    "playing": lazy("round in play"),
    "resting": lazy("between rounds"),
    "asleep": lazy("nobody sits here"),
}


class FloorRow(Struct, frozen=True):
    """One table on the floor page: codes for its marks, text for its cells."""

    id: int
    name: str
    game: str
    currency: str
    status: str
    status_label: str
    phase: str
    phase_label: str
    seated: int
    round: int
    age: str
    exposure: str
    worst: str  # what the open round would cost the bank at worst
    other_money: str
    last: str
    last_at: str
    trouble: str
    # What is over: a trouble that two people have solved in the last hours, or why the table closes.
    solved: str
    late: bool
    incident: str
    pending: str
    change: str
    address: str
    round_address: str
    actions: tuple[tuple[str, str], ...]
    staked_today: str
    result_today: str
    # No player is seated, and nothing waits for staff.
    idle: bool
    cents: int = 0
    worst_cents: int = 0

    @property
    def in_trouble(self) -> bool:
        return self.status == Table.Status.HELD or self.late or bool(self.incident or self.trouble)


class WrongNow(Struct, frozen=True):
    """One line of what is wrong at this moment."""

    table: str
    text: str
    url: str


class FloorFilters(Struct, frozen=True):
    """The filters of the page, or one table."""

    system: str = ""
    currency: str = ""
    status: str = ""
    trouble: bool = False
    table: int = 0

    @property
    def is_empty(self) -> bool:
        return self == FloorFilters()


def parse_filters(query: Mapping[str, str]) -> FloorFilters:
    """The filters in a query string. An unknown value is refused."""
    return FloorFilters(
        chosen_value(query, "system", GAMES, _("game")),
        chosen_value(query, "currency", ("EUR", "DEMO"), _("currency")),
        chosen_value(query, "status", Table.Status.values, _("status")),
        chosen_value(query, "trouble", ("1",), _("problem")) == "1",
    )


def nothing_allowed(permission: str) -> bool:
    return False


def floor_rows(filters: FloorFilters, *, may: Callable[[str], bool] = nothing_allowed) -> list[FloorRow]:
    """The tables that pass the filters, with the actions that the permissions allow.

    Each table has its place, whatever happens at it: nobody has to look for it, or acts on its neighbour.
    """
    values: dict[str, str | int] = {
        "system": filters.system,
        "currency": filters.currency,
        "status": filters.status,
        "table": filters.table,
    }
    with connection.cursor() as cursor:
        cursor.execute(FLOOR, values)
        columns = [column.name for column in cursor.description or ()]
        records = [dict(zip(columns, record, strict=True)) for record in cursor.fetchall()]
    costs = open_costs({record["table_id"]: record["stakes"] or 0 for record in records})
    rows = [_build_row(record, costs.get(record["table_id"], 0), may) for record in records]
    rows.sort(
        key=lambda row: (
            row.currency != "EUR",
            collation_key(row.game),
            collation_key(row.name),
        )
    )
    return [row for row in rows if not filters.trouble or row.in_trouble]


def wrong_now(rows: list[FloorRow]) -> list[WrongNow]:
    """What is wrong at the tables now, each with the page on which it is put right."""
    return [
        WrongNow(row.name, _what_is_wrong(row), row.incident or row.address) for row in rows if row.in_trouble
    ]


def _what_is_wrong(row: FloorRow) -> str:
    overdue = _("a step is overdue") if row.late else ""
    return " · ".join(part for part in (row.trouble or row.status_label, overdue, row.pending) if part)


def _build_row(record: Mapping[str, Any], cost: int, may: Callable[[str], bool]) -> FloorRow:
    table_id, currency, status, now = (record[name] for name in ("table_id", "currency", "status", "now"))
    phase = _phase(status, record["opened"] is not None, record["event_kind"], record["seated"])
    is_late = _is_late(status, record["due"], now)
    stakes, event_kind = record["stakes"] or 0, record["event_kind"]
    row = FloorRow(
        id=table_id,
        name=record["name"],
        game=str(GAMES[record["system"]].name),
        currency=currency,
        status=status,
        status_label=str(Table.Status(status).label),
        phase=phase,
        # A table on hold has no other phase; its status says so already.
        phase_label="" if phase == status == Table.Status.HELD else str(PHASES[phase]),
        seated=record["seated"] - record["partners"],
        round=record["round_number"],
        age=format_age(record["opened"], now),
        exposure=format_money(stakes, currency) if stakes else "–",
        worst=_("at most %(sum)s") % {"sum": format_money(cost, currency)} if cost else "",
        other_money=_other_money(record["stacks"], record["jackpot"], currency),
        last=event_label(record["system"], event_kind) if event_kind else "–",
        last_at=format_age(record["event_at"], now),
        trouble=_trouble(record),
        solved=_closing_reason(record) or _solved(record["solved_reason"], record["solved_at"], now),
        late=is_late,
        incident=_admin_url("games_incident_change", record["incident_id"]),
        pending=_("waiting for a second person") if record["proposer_id"] else "",
        change=_admin_url("floor_tablechange_change", record["change_id"]),
        address=_admin_url("games_table_change", table_id),
        round_address=_admin_url("games_round_change", record["round_id"]),
        actions=_actions(record, is_late, may),
        staked_today=format_money(record["staked"], currency) if record["staked"] else "–",
        result_today=format_money(record["result"], currency, signed=True) if record["staked"] else "",
        idle=False,
        cents=stakes if currency == "EUR" else 0,
        worst_cents=cost if currency == "EUR" else 0,
    )
    return structs.replace(row, idle=_is_idle(row))


def _is_idle(row: FloorRow) -> bool:
    return row.phase in ("asleep", "closed") and not row.in_trouble and not row.change


def _trouble(record: Mapping[str, Any]) -> str:
    if record["suspended_reason"] is not None:
        return _("new rounds suspended: %(reason)s") % {"reason": record["suspended_reason"]}
    if record["status"] != Table.Status.HELD:
        return str(fault_label(record["incident_reason"]))
    return fault_label(record["incident_reason"]) or fault_label(record["reason"])


def _closing_reason(record: Mapping[str, Any]) -> str:
    """Why a person closes the table, or has closed it. That is no trouble."""
    is_closing = record["status"] in (Table.Status.DRAINING, Table.Status.CLOSED)
    return fault_label(record["reason"]) if is_closing and record["suspended_reason"] is None else ""


def _is_late(status: str, due: datetime | None, now: datetime) -> bool:
    runs = status in (Table.Status.OPEN, Table.Status.DRAINING)
    return runs and due is not None and (now - due).total_seconds() > LATE_AFTER_SECONDS


def _actions(
    record: Mapping[str, Any], is_late: bool, may: Callable[[str], bool]
) -> tuple[tuple[str, str], ...]:
    """What staff may do now. They retry a late table only, and open a table only if it has a setting."""
    allowed = [
        action
        for action in allowed_actions(record["status"], is_suspended=record["suspended_reason"] is not None)
        if (action != "retry" or is_late) and (action != "open" or record["is_set"])
    ]
    return tuple((action, str(ACTIONS[action])) for action in allowed if may(permission_for(action)))


def _solved(reason: str | None, solved_at: datetime | None, now: datetime) -> str:
    if not reason:
        return ""
    return _("solved %(ago)s ago: %(what)s") % {
        "ago": format_age(solved_at, now),
        "what": fault_label(reason),
    }


def _admin_url(name: str, pk: int | None) -> str:
    return reverse(f"admin:{name}", args=[pk]) if pk else ""


def _phase(status: str, running: bool, kind: str | None, seated: int) -> str:
    if status == Table.Status.HELD:
        return "held"
    if running:
        return "betting" if kind in BETTING else "playing"
    if status == Table.Status.CLOSED:
        return "closed"
    return "resting" if seated else "asleep"


def _other_money(stacks: int | None, jackpot: int | None, currency: str) -> str:
    """The money at the table besides the stakes: stacks of chips, the pot of a jackpot."""
    parts = []
    if stacks:
        parts.append(_("stacks %(sum)s") % {"sum": format_money(stacks, currency)})
    if jackpot:
        parts.append(_("jackpot %(sum)s") % {"sum": format_money(jackpot, currency)})
    return " · ".join(parts)


def format_age(since: datetime | None, now: datetime) -> str:
    """The time since then: «12 s», «3 min», «2 h 05», «4 d»."""
    if since is None:
        return "–"
    seconds = max(0, int((now - since).total_seconds()))
    if seconds < 120:
        return f"{seconds} s"
    minutes = seconds // 60
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02}" if minutes < 48 * 60 else f"{minutes // (24 * 60)} d"


def table_figures(row: FloorRow) -> list[tuple[str, str, str, bool]]:
    """The head of a table's page: label, value, detail, and whether it is an alarm."""
    return [
        (_("Status"), row.status_label, row.phase_label, row.in_trouble),
        (_("Seated"), str(row.seated), "", False),
        (_("Round"), str(row.round), row.age if row.age != "–" else "", row.late),
        (_("Stakes now"), row.exposure, row.worst or row.other_money, False),
        (_("Staked today"), row.staked_today, row.result_today, False),
    ]


def last_events(table: Table) -> list[tuple[datetime, str, int | None, str]]:
    """The last events of a table in words: when, what, its round and the address of that."""
    events = table.events.filter(seq__gt=table.version - SHOWN_EVENTS).order_by("-seq")
    rows = events.values_list("at", "kind", "round_id", "round__number")[:SHOWN_EVENTS]
    return [
        (at, event_label(table.system, kind), number, _admin_url("games_round_change", pk))
        for at, kind, pk, number in rows
    ]


def summarise(rows: list[FloorRow]) -> list[tuple[str, str, bool]]:
    """The figures above the tables. Each says whether it is an alarm."""
    held = sum(row.status == Table.Status.HELD for row in rows)
    late = sum(row.late for row in rows)
    return [
        (_("Tables open"), str(sum(row.status == Table.Status.OPEN for row in rows)), False),
        (_("People seated"), str(sum(row.seated for row in rows)), False),
        (_("Rounds running"), str(sum(row.phase in ("betting", "playing") for row in rows)), False),
        (_("Stakes on the tables"), format_money(sum(row.cents for row in rows), "EUR"), False),
        (_("Highest prizes possible"), format_money(sum(row.worst_cents for row in rows), "EUR"), False),
        (_("Tables on hold"), str(held), held > 0),
        (_("Steps overdue"), str(late), late > 0),
    ]
