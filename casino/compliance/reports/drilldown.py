"""The drill-down of a figure: the rounds that it counts, and the transfers that moved its money.

Like those of the report, the sums come from folded days and, for later days, from live data. The lists are
read from the record a page at a time; the daily sums tell which spans can be skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import Struct

from casino.compliance.reading import reading, rows
from casino.compliance.reports.daily_totals import RESULTS, days_sql, fold_bounds, folded_until
from casino.compliance.reports.money import WON
from casino.compliance.reports.parameters import PARTS, STEPS, ReportChoice, period_end
from casino.compliance.reports.transfer_queries import TransferStreams, midnight_after
from games.catalogue import GAMES
from players.shared import clock
from players.wallet.cashier.posting import Kind, transfer_id

PAGE = 100
KINDS = ("rounds", "jackpot", "cash", "correction")
JACKPOT = "'jackpot-share', 'jackpot-held-share', 'jackpot-fill', 'jackpot-prize'"
OUT = ("lost-back", "prize", "jackpot-prize", "withdrawal-paid")
START = datetime(2000, 1, 1, tzinfo=UTC)
NIL = UUID(int=0)


class Selection(Struct, frozen=True):
    """The days, tables and accounts that a figure counts, and the position in its list."""

    choice: ReportChoice
    kind: str = "rounds"
    name: str = ""
    sheet: str = ""
    transfer_kind: str = ""
    correction: int = 0
    after: tuple[datetime, str] = (START, "")

    def query_parameters(self) -> dict[str, Any]:
        since, until = self.choice.bounds
        at, last_id = self.after
        return {
            "since": self.choice.since, "until": self.choice.until,
            **fold_bounds(self.choice.since, self.choice.until, folded_until()),
            "from": since, "to": until, "system": self.choice.system, "table": self.choice.table,
            "testing": self.choice.testing,
            "name": self.name, "sheet": self.sheet, "transfer_kind": self.transfer_kind, "after_at": at,
            "correction": transfer_id(Kind.ADJUSTMENT, self.correction),
            "after_round": int(last_id) if last_id.isdecimal() else 0,
            "after_transfer": UUID(last_id) if last_id and not last_id.isdecimal() else NIL,
            "more": PAGE + 1,
        }  # fmt: skip


def selection_from(parameters: Mapping[str, str]) -> Selection:
    """The selection of an address; raises ValueError or OverflowError if it is not valid."""
    query = {name: value[:80] for name, value in parameters.items()}
    first, last = _days(query)
    kind, system = query.get("of", "rounds"), query.get("system", "")
    table, correction = int(query.get("table") or 0), int(query.get("correction") or 0)
    if kind not in KINDS or system not in ("", *GAMES):
        raise ValueError("unknown list or game")
    if not (0 <= table < 2**31 and 0 <= correction < 2**63):
        raise ValueError("number out of range")
    testing = query.get("testing") in ("1", "on", "True")
    return Selection(
        ReportChoice(first, max(first, last), system=system, table=table, testing=testing),
        kind,
        query.get("name", ""),
        query.get("sheet", ""),
        query.get("transfer_kind", ""),
        correction,
        _position(query.get("after", "")),
    )


def _days(query: Mapping[str, str]) -> tuple[date, date]:
    """The first and last day of an address; its period narrows them."""
    since, until = (date.fromisoformat(query.get(name, "")) for name in ("since", "until"))
    period = date.fromisoformat(query["period"]) if "period" in query else since
    if not 2015 <= since.year <= until.year <= 9000 or not since.year - 1 <= period.year <= 9000:
        raise ValueError("days out of range")
    if (
        since > until
        or query.get("step", "day") not in dict(STEPS)
        or query.get("part", "game") not in dict(PARTS)
    ):
        raise ValueError("unknown step or part, or no days")
    last = min(until, period_end(period, query["step"])) if "period" in query else until
    return max(since, period), last


def _position(after: str) -> tuple[datetime, str]:
    """The time and id after which a page begins."""
    at, _, last_id = after.partition("_")
    if not at:
        return START, ""
    moment = datetime.fromtimestamp(int(at) / 1_000_000, UTC)
    return moment, last_id if last_id.isdecimal() else str(UUID(last_id))


OF_TABLES = """
t.currency = 'EUR' AND (%(system)s = '' OR t.system = %(system)s) AND (%(name)s = '' OR t.name = %(name)s)
AND (%(table)s = 0 OR t.id = %(table)s) AND (%(sheet)s = '' OR t.system = split_part(%(sheet)s, ' · ', 1))
"""
SHEET = "(%(sheet)s = '' OR t.system || ' · ' || coalesce(h.version::text, '–') = %(sheet)s)"
OF_DAYS = f"""
JOIN games_table AS t ON t.id = d.table_id LEFT JOIN games_rulesheet AS h ON h.id = d.sheet_id
WHERE {OF_TABLES} AND {SHEET}
"""
OF_RECORD = f"""
FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id
LEFT JOIN games_rulesheet AS h ON h.id = r.sheet_id
WHERE r.ended >= %(from)s AND r.ended < %(to)s AND {OF_TABLES} AND {SHEET}
"""
PLAYED = f"""
SELECT d.day, coalesce(sum(d.rounds), 0)::bigint AS rounds, coalesce(sum(d.staked), 0)::bigint AS staked,
       coalesce(sum(d.back + d.prize), 0)::bigint AS returned,
       coalesce(sum(d.commission), 0)::bigint AS commission,
       coalesce(sum(d.gross), 0)::bigint AS gross, min(d.day) AS first, max(d.day) AS last
FROM ({days_sql("played")}) AS d {OF_DAYS} AND d.testing = %(testing)s GROUP BY GROUPING SETS ((), (d.day))
ORDER BY d.day NULLS FIRST
"""
OTHERS = f"""
SELECT coalesce(sum(d.gross), 0)::bigint AS cents
FROM ({days_sql("played")}) AS d {OF_DAYS} AND d.testing <> %(testing)s
"""
THEIRS = (
    "FROM games_stake AS s JOIN players_player AS p ON p.id = s.player_id AND p.testing = %(testing)s "
    "WHERE s.round_id = r.id"
)
RESULTS_OF = f"FROM ({RESULTS}) AS s WHERE s.testing = %(testing)s AND s.round_id = r.id"
VOIDS = f"SELECT count(*) AS void {OF_RECORD} AND r.status = 'void' AND EXISTS (SELECT {THEIRS})"
SUMS = """
SELECT coalesce(sum(s.staked) FILTER (WHERE r.status = 'ended'), 0)::bigint AS staked,
       coalesce(sum(s.back + s.prize) FILTER (WHERE r.status = 'ended'), 0)::bigint AS returned,
       sum(s.commission)::bigint AS commission, sum(s.gross)::bigint AS gross
"""
# The next rounds of each table along its index, and the first of these: nothing else is read.
ROUNDS = f"""
SELECT f.*, t.name, t.system FROM games_table AS t CROSS JOIN LATERAL (
    SELECT r.id, r.number, r.ended, r.status, k.staked, k.returned, k.commission, k.gross
    FROM games_round AS r LEFT JOIN games_rulesheet AS h ON h.id = r.sheet_id
    CROSS JOIN LATERAL ({SUMS} {RESULTS_OF} HAVING count(*) > 0) AS k
    WHERE r.table_id = t.id AND r.ended >= greatest(%(first)s, %(after_at)s) AND r.ended < %(last)s
      AND (r.ended, r.id) > (%(after_at)s, %(after_round)s) AND {SHEET}
    ORDER BY r.ended, r.id LIMIT %(more)s
) AS f WHERE {OF_TABLES} ORDER BY f.ended, f.id LIMIT %(more)s
"""
# Test accounts have few rounds: these are found by player.
TESTED = f"""
SELECT r.id, r.number, r.ended, r.status, t.name, t.system, k.staked, k.returned, k.commission, k.gross
FROM (
    SELECT DISTINCT s.round_id AS id FROM games_stake AS s
    WHERE s.player_id = ANY(ARRAY(SELECT id FROM players_player WHERE testing))
      AND s.at >= greatest(%(first)s, %(after_at)s)
      AND s.at < %(last)s
) AS one JOIN games_round AS r ON r.id = one.id JOIN games_table AS t ON t.id = r.table_id
LEFT JOIN games_rulesheet AS h ON h.id = r.sheet_id CROSS JOIN LATERAL ({SUMS} {RESULTS_OF}) AS k
WHERE (r.ended, r.id) > (%(after_at)s, %(after_round)s) AND {OF_TABLES} AND {SHEET}
ORDER BY r.ended, r.id LIMIT %(more)s
"""
MOVED = f"""
SELECT d.table_id, d.kind, d.sheet_id, d.day, sum(d.moves)::bigint AS moves, sum(d.cents)::bigint AS cents,
       coalesce(sum(d.moves) FILTER (WHERE %(transfer_kind)s IN ('', d.kind)), 0)::bigint AS listed,
       min(d.day) AS first, max(d.day) AS last
FROM ({days_sql("moved")}) AS d {OF_DAYS} {{kinds}}
GROUP BY GROUPING SETS ((d.table_id, d.kind, d.sheet_id), (d.day)) ORDER BY d.day
"""
# The transfers of the cashier belong to no round; one end is the operator's cash account.
CASH = """
FROM wallet_transfer AS w WHERE w.round IS NULL AND w.at >= %(from)s AND w.at < %(to)s
  AND w.kind = '{transfer_kind}'
  AND w.{side}_id = (SELECT id FROM wallet_account
      WHERE kind = 'cash' AND currency = 'EUR' AND player_id IS NULL AND "table" IS NULL)
"""
PAID = {
    transfer_kind: CASH.format(transfer_kind=transfer_kind, side=side)
    for transfer_kind, side in (("deposit", "source"), ("withdrawal-paid", "target"))
}
CORRECTED = {"adjustment": "FROM wallet_transfer AS w WHERE w.id = %(correction)s"}
SUMS_BY_KIND = "SELECT w.kind, count(*) AS moves, sum(w.cents)::bigint AS cents {scope} GROUP BY 1"
MOVES = """
(SELECT w.id, w.at, w.kind, w.cents, w.currency, w.source_id, w.target_id, w.round, w.seat {scope}
   AND w.at >= %(after_at)s AND (w.at, w.id) > (%(after_at)s, %(after_transfer)s)
   ORDER BY w.at, w.id LIMIT %(more)s)
"""
LISTED = """
SELECT m.*, a.kind AS source_kind, coalesce(pa.alias, ta.name, '') AS source_owner, b.kind AS target_kind,
       coalesce(pb.alias, tb.name, '') AS target_owner, r.number, t.name
FROM (SELECT * FROM ({moves}) AS all_moves ORDER BY at, id LIMIT %(more)s) AS m
LEFT JOIN games_round AS r ON r.id = m.round LEFT JOIN games_table AS t ON t.id = r.table_id
JOIN wallet_account AS a ON a.id = m.source_id LEFT JOIN players_player AS pa ON pa.id = a.player_id
LEFT JOIN games_table AS ta ON ta.id = a."table"
JOIN wallet_account AS b ON b.id = m.target_id LEFT JOIN players_player AS pb ON pb.id = b.player_id
LEFT JOIN games_table AS tb ON tb.id = b."table"
ORDER BY m.at, m.id
"""


class RoundPage(Struct):
    """A page of rounds, and the totals of the whole list."""

    rows: list[dict[str, Any]]
    totals: dict[str, int]
    next: str


def rounds_of(selection: Selection) -> RoundPage:
    """The rounds with bets of the selected players, void ones included, and the totals over all pages."""
    with reading():
        parameters = selection.query_parameters()
        sums, *days = rows(PLAYED, parameters)
        totals = {name: sums[name] for name in SUMMED} | rows(VOIDS, parameters)[0]
        page: list[dict[str, Any]] = []
        if days:
            sql = TESTED if selection.choice.testing else ROUNDS
            first, end = clock.midnight(sums["first"]), midnight_after(sums["last"])

            def read(last: datetime) -> list[dict[str, Any]]:
                return rows(sql, parameters | {"first": first, "last": last})

            counts = [(day["day"], day["rounds"]) for day in days]
            page = read_page(counts, selection.after[0], end, read)
    return RoundPage(page[:PAGE], totals, _next(page, "ended"))


SUMMED = ("rounds", "staked", "returned", "commission", "gross")


def read_page(
    days: list[tuple[date, int]],
    after: datetime,
    last: datetime,
    read: Callable[[datetime], list[dict[str, Any]]],
) -> list[dict[str, Any]]:
    """One page, read to the first day by which the daily counts fill it, and further only if it is not full
    then.
    """
    count = 0
    for day, rows_of_day in days:
        count += rows_of_day if day > clock.day_of(after) else 0
        if count > PAGE:
            if midnight_after(day) < last and len(page := read(midnight_after(day))) > PAGE:
                return page
            break
    return read(last)


class TransferPage(Struct):
    """A page of transfers, the sums by kind over the whole list, and the operator's result of them."""

    kinds: list[dict[str, Any]]
    rows: list[dict[str, Any]]
    next: str
    house: int
    others: int  # the part of the result from accounts that the report leaves out

    @property
    def figure(self) -> int:
        return self.house - self.others


def transfers_of(selection: Selection) -> TransferPage:
    with reading():
        parameters = selection.query_parameters()
        if selection.kind in ("rounds", "jackpot"):
            sums, page = _transfers_of_rounds(selection, parameters)
        else:
            scopes = PAID if selection.kind == "cash" else CORRECTED
            sums = [
                row for scope in scopes.values() for row in rows(SUMS_BY_KIND.format(scope=scope), parameters)
            ]
            listed = [
                scope
                for transfer_kind, scope in scopes.items()
                if selection.transfer_kind in ("", transfer_kind)
            ]
            moves = " UNION ALL ".join(MOVES.format(scope=scope) for scope in listed)
            page = rows(LISTED.format(moves=moves), parameters) if moves else []
        others = rows(OTHERS, parameters)[0]["cents"] if selection.kind == "rounds" else 0
    counted = WON if selection.kind == "rounds" else f"{JACKPOT}, 'deposit', 'withdrawal-paid', 'adjustment'"
    house, entry = 0, 0
    for row in sums:
        if f"'{row['kind']}'" in counted:
            row["counts"] = -1 if row["kind"] in OUT else 1
            house += row["counts"] * row["cents"]
        entry += row["cents"] if row["kind"] == "buy-in-commission" else 0
    if selection.choice.testing and selection.kind == "rounds":
        others += entry
    return TransferPage(sums, page[:PAGE], _next(page, "at"), house, others)


def _transfers_of_rounds(
    selection: Selection, parameters: dict[str, Any]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The sums by kind, and a page of the transfers."""
    only_jackpot = f"AND d.kind IN ({JACKPOT})" if selection.kind == "jackpot" else ""
    grouped = rows(MOVED.format(kinds=only_jackpot), parameters)
    parts = [row for row in grouped if row["table_id"] is not None]
    by_kind: dict[str, dict[str, Any]] = {}
    for part in parts:
        total = by_kind.setdefault(part["kind"], {"kind": part["kind"], "moves": 0, "cents": 0})
        total["moves"] += part["moves"]
        total["cents"] += part["cents"]
    sums = [by_kind[kind] for kind in sorted(by_kind)]
    sheets = sorted({part["sheet_id"] or 0 for part in parts}) if selection.sheet else None
    listed = [part for part in parts if selection.transfer_kind in ("", part["kind"])]
    if not listed:
        return sums, []
    streams = TransferStreams(listed, sheets)

    def read(last: datetime) -> list[dict[str, Any]]:
        moves, more = streams.query_until(last)
        return rows(LISTED.format(moves=moves), parameters | more) if moves else []

    days = [(row["day"], row["listed"]) for row in grouped if row["day"] is not None]
    return sums, read_page(days, selection.after[0], streams.last, read)


def _next(page: list[dict[str, Any]], time_column: str) -> str:
    """The position after which the next page begins, or nothing on the last page."""
    if len(page) <= PAGE:
        return ""
    last = page[PAGE - 1]
    micro = round((last[time_column] - datetime.fromtimestamp(0, UTC)) / timedelta(microseconds=1))
    return f"{micro}_{last['id']}"
