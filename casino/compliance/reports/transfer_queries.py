"""The transfers behind rounds, found as they lie: along the accounts of each table, by the hour, no more of each kind than a page needs.

Every kind of transfer but the buying and cashing of chips has an account of the table at one end, and an index of it by the hour. So a page
costs what it shows, however long the list: of each kind at each table the next hundred are read, and of these the first are shown.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from casino.compliance.reading import rows
from casino.compliance.reports.daily_totals import BESIDE
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, TransferKind
from players.shared import clock

# At which end transfers of a kind are sought: the rarer the account, the fewer other transfers lie between.
RAREST = (AccountKind.JACKPOT, AccountKind.HELD, AccountKind.COMMISSION, AccountKind.BANK, AccountKind.STAKES)
MARGIN = timedelta(hours=1)  # a transaction may begin before the round that it finds open
ACCOUNTS = """
SELECT id, kind, "table" FROM wallet_account WHERE "table" = ANY(%(tables)s) AND player_id IS NULL AND currency = 'EUR'
"""
# The round that was under way at midnight: its first transfers stand in the day before.
UNDER_WAY = """
SELECT s."table", s.midnight, least(s.midnight, o.opened) AS since
FROM unnest(%(tables)s::bigint[], %(midnights)s::timestamptz[]) AS s ("table", midnight)
LEFT JOIN LATERAL (
    SELECT r.opened FROM games_round AS r WHERE r.table_id = s."table" AND r.ended >= s.midnight ORDER BY r.ended LIMIT 1
) AS o ON true
"""
COLUMNS = "w.id, w.at, w.kind, w.cents, w.currency, w.source_id, w.target_id, w.round, w.seat"
STREAM = ("places", "kinds", "firsts", "lasts")
LATER = "w.at >= greatest(s.first, %(after_at)s) AND w.at < s.last AND (w.at, w.id) > (%(after_at)s, %(after_transfer)s)"
ALONG = f"""
SELECT f.* FROM unnest(%(SIDE_places)s::bigint[], %(SIDE_roads)s::text[], %(SIDE_firsts)s::timestamptz[], %(SIDE_lasts)s::timestamptz[])
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
    SELECT {COLUMNS} FROM wallet_transfer AS w JOIN games_round AS r ON r.id = w.round, (SELECT a.first, b.last) AS s
    WHERE w.kind IN {BESIDE} AND {LATER} AND (r.table_id, w.kind) IN (
        SELECT * FROM unnest(%(seats_places)s::bigint[], %(seats_roads)s::text[])
    )
    ORDER BY w.at, w.id LIMIT %(more)s
) AS f
"""


def end_of(transfer_kind: str) -> tuple[str, str] | None:
    """The side of a transfer at which the table's own account stands, and the kind of that account; None for what is paid for a seat."""
    if f"'{transfer_kind}'" in BESIDE:
        return None
    source, target = TRANSFER_ACCOUNTS[TransferKind(transfer_kind)]
    kind = next(purse for purse in RAREST if purse in (source, target))
    return ("source" if kind is source else "target"), kind.value


class Streams:
    """The transfers of these days as they lie: by table and kind the account that each is found at, and from when till when."""

    def __init__(self, days: list[dict[str, Any]], sheets: list[int] | None) -> None:
        self.sheets = sheets
        spans: dict[tuple[int, str], tuple[date, date]] = {}
        for day in days:
            key = day["table_id"], day["kind"]
            first, last = spans.get(key, (day["first"], day["last"]))
            spans[key] = min(first, day["first"]), max(last, day["last"])
        self.last = max(midnight_after(last) for _, last in spans.values()) + MARGIN
        accounts, begins = (
            _accounts({table for table, _ in spans}),
            _begins({(table, first) for (table, _), (first, _) in spans.items()}),
        )
        self.parts: dict[str, list[tuple[Any, ...]]] = {"source": [], "target": [], "seats": []}
        for (table, kind), (first, last) in spans.items():
            if (end := end_of(kind)) is None:
                self.parts["seats"].append((table, kind, clock.midnight(first), midnight_after(last)))
            else:
                self.parts[end[0]].append(
                    (accounts[table, end[1]], kind, begins[table, first], midnight_after(last) + MARGIN)
                )

    def until(self, last: datetime) -> tuple[str, dict[str, Any]]:
        """The question for the next transfers before that hour, and what it is asked with."""
        asked: dict[str, Any] = {"sheets": self.sheets}
        questions = []
        for side, streams in self.parts.items():
            cut = [(*stream[:3], min(stream[3], last)) for stream in streams if stream[2] < last]
            if cut:
                questions.append(SEATS if side == "seats" else ALONG.replace("SIDE", side))
                asked |= {
                    f"{side}_{name}": list(values)
                    for name, values in zip(STREAM, zip(*cut, strict=True), strict=True)
                }
        return " UNION ALL ".join(questions), asked


def midnight_after(day: date) -> datetime:
    return clock.midnight(day + timedelta(days=1))


def _accounts(tables: set[int]) -> dict[tuple[int, str], int]:
    return {(row["table"], row["kind"]): row["id"] for row in rows(ACCOUNTS, {"tables": sorted(tables)})}


def _begins(wanted: set[tuple[int, date]]) -> dict[tuple[int, date], datetime]:
    """By table and day, from which hour on transfers may belong to a round that ended on it or later."""
    pairs = [(table, day, clock.midnight(day)) for table, day in sorted(wanted)]
    found = rows(
        UNDER_WAY,
        {"tables": [table for table, _, _ in pairs], "midnights": [midnight for _, _, midnight in pairs]},
    )
    since = {(row["table"], row["midnight"]): row["since"] - MARGIN for row in found}
    return {(table, day): since[table, midnight] for table, day, midnight in pairs}
