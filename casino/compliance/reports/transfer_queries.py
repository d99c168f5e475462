"""Pages of the transfers of rounds, read along the indexes of the tables' accounts.

Every kind of transfer except buying and cashing chips has an account of the table at one end, which is
indexed by time. So a page costs what it shows, however long the list: for each table and kind the next
hundred transfers are read, and the first hundred of these are shown.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from casino.compliance.reading import rows
from casino.compliance.reports.daily_totals import BESIDE
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, TransferKind
from players.shared import clock

# Which of the two accounts is searched: the account with the fewest transfers of other kinds.
RAREST = (AccountKind.JACKPOT, AccountKind.HELD, AccountKind.COMMISSION, AccountKind.BANK, AccountKind.STAKES)
MARGIN = timedelta(hours=1)  # a transaction may begin before its round opens
ACCOUNTS = """
SELECT id, kind, "table" FROM wallet_account
WHERE "table" = ANY(%(tables)s) AND player_id IS NULL AND currency = 'EUR'
"""
# The first transfers of a round that is open at midnight belong to the day before.
UNDER_WAY = """
SELECT s."table", s.midnight, least(s.midnight, o.opened) AS since
FROM unnest(%(tables)s::bigint[], %(midnights)s::timestamptz[]) AS s ("table", midnight)
LEFT JOIN LATERAL (
    SELECT r.opened FROM games_round AS r WHERE r.table_id = s."table" AND r.ended >= s.midnight
    ORDER BY r.ended LIMIT 1
) AS o ON true
"""
COLUMNS = "w.id, w.at, w.kind, w.cents, w.currency, w.source_id, w.target_id, w.round, w.seat"
STREAM = ("places", "kinds", "firsts", "lasts")
LATER = (
    "w.at >= greatest(s.first, %(after_at)s) AND w.at < s.last "
    "AND (w.at, w.id) > (%(after_at)s, %(after_transfer)s)"
)
ALONG = f"""
SELECT f.* FROM unnest(%(SIDE_places)s::bigint[], %(SIDE_kinds)s::text[],
                       %(SIDE_firsts)s::timestamptz[], %(SIDE_lasts)s::timestamptz[])
    AS s (account, kind, first, last)
CROSS JOIN LATERAL (
    SELECT {COLUMNS} FROM wallet_transfer AS w JOIN games_round AS r ON r.id = w.round
    WHERE w.SIDE_id = s.account AND w.kind = s.kind AND {LATER} AND r.ended >= %(from)s AND r.ended < %(to)s
      AND (%(sheets)s::bigint[] IS NULL OR coalesce(r.sheet_id, 0) = ANY(%(sheets)s::bigint[]))
    ORDER BY w.at, w.id LIMIT %(more)s
) AS f
"""
SEATS = f"""
SELECT f.* FROM (SELECT min(u) AS first FROM unnest(%(seats_firsts)s::timestamptz[]) AS u) AS a,
    (SELECT max(u) AS last FROM unnest(%(seats_lasts)s::timestamptz[]) AS u) AS b
CROSS JOIN LATERAL (
    SELECT {COLUMNS} FROM wallet_transfer AS w JOIN games_round AS r ON r.id = w.round,
    (SELECT a.first, b.last) AS s
    WHERE w.kind IN {BESIDE} AND {LATER} AND (r.table_id, w.kind) IN (
        SELECT * FROM unnest(%(seats_places)s::bigint[], %(seats_kinds)s::text[])
    )
    ORDER BY w.at, w.id LIMIT %(more)s
) AS f
"""


def table_side(transfer_kind: str) -> tuple[str, str] | None:
    """The end of a kind of transfer that is an account of the table, and the kind of account; None between
    rounds.
    """
    if f"'{transfer_kind}'" in BESIDE:
        return None
    source, target = TRANSFER_ACCOUNTS[TransferKind(transfer_kind)]
    kind = next(account for account in RAREST if account in (source, target))
    return ("source" if kind is source else "target"), kind.value


class TransferStreams:
    """The transfers of some days: for each table and kind, the account to search and the span of time."""

    def __init__(self, days: list[dict[str, Any]], sheets: list[int] | None) -> None:
        self.sheets = sheets
        spans: dict[tuple[int, str], tuple[date, date]] = {}
        for day in days:
            key = day["table_id"], day["kind"]
            first, last = spans.get(key, (day["first"], day["last"]))
            spans[key] = min(first, day["first"]), max(last, day["last"])
        self.last = max(midnight_after(last) for _, last in spans.values()) + MARGIN
        accounts = _accounts({table for table, _ in spans})
        begins = _begins({(table, first) for (table, _), (first, _) in spans.items()})
        self.parts: dict[str, list[tuple[Any, ...]]] = {"source": [], "target": [], "seats": []}
        for (table, kind), (first, last) in spans.items():
            if (side := table_side(kind)) is None:
                self.parts["seats"].append((table, kind, clock.midnight(first), midnight_after(last)))
            else:
                account, begin = accounts[table, side[1]], begins[table, first]
                self.parts[side[0]].append((account, kind, begin, midnight_after(last) + MARGIN))

    def query_until(self, last: datetime) -> tuple[str, dict[str, Any]]:
        """The query for the next transfers before a moment, and its parameters."""
        parameters: dict[str, Any] = {"sheets": self.sheets}
        queries = []
        for side, streams in self.parts.items():
            cut = [(*stream[:3], min(stream[3], last)) for stream in streams if stream[2] < last]
            if cut:
                queries.append(SEATS if side == "seats" else ALONG.replace("SIDE", side))
                columns = zip(*cut, strict=True)
                parameters |= {
                    f"{side}_{name}": list(values) for name, values in zip(STREAM, columns, strict=True)
                }
        return " UNION ALL ".join(queries), parameters


def midnight_after(day: date) -> datetime:
    return clock.midnight(day + timedelta(days=1))


def _accounts(tables: set[int]) -> dict[tuple[int, str], int]:
    return {(row["table"], row["kind"]): row["id"] for row in rows(ACCOUNTS, {"tables": sorted(tables)})}


def _begins(table_days: set[tuple[int, date]]) -> dict[tuple[int, date], datetime]:
    """For each table and day, the earliest time of a transfer of a round that ended on that day or later."""
    midnights = [(table, day, clock.midnight(day)) for table, day in sorted(table_days)]
    parameters = {
        "tables": [table for table, _, _ in midnights],
        "midnights": [midnight for _, _, midnight in midnights],
    }
    since = {(row["table"], row["midnight"]): row["since"] - MARGIN for row in rows(UNDER_WAY, parameters)}
    return {(table, day): since[table, midnight] for table, day, midnight in midnights}
