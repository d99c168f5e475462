"""What stands behind a figure of a report: the rounds that it counts, and the transfers that moved its money.

Nothing here is folded: the same days are asked of the record itself, so that a list and the report it comes from can differ only if
one of them is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from msgspec import Struct

from casino.compliance.reading import reading
from casino.compliance.reports.choice import PARTS, STEPS, Choice, period_end
from casino.compliance.reports.folding import BESIDE
from casino.compliance.reports.money import WON
from games.models import System
from players.wallet.cashier.adjustments import SPACE

PAGE = 100
KINDS = ("rounds", "jackpot", "cash", "correction")
JACKPOT = "'jackpot-share', 'jackpot-held-share', 'jackpot-fill', 'jackpot-prize'"
OUT = ("lost-back", "prize", "jackpot-prize", "withdrawal-paid")
START = datetime(2000, 1, 1, tzinfo=UTC)
NIL = UUID(int=0)


class Behind(Struct, frozen=True):
    """Which days, tables and accounts a figure is made of, and how far its list has been read."""

    choice: Choice
    kind: str = "rounds"
    name: str = ""
    sheet: str = ""
    road: str = ""
    correction: int = 0
    after: tuple[datetime, str] = (START, "")

    def asked(self) -> dict[str, Any]:
        since, until = self.choice.bounds
        at, id = self.after
        return {
            "from": since, "to": until, "system": self.choice.system, "table": self.choice.table, "testing": self.choice.testing,
            "name": self.name, "sheet": self.sheet, "road": self.road, "correction": uuid5(SPACE, str(self.correction)), "after_at": at,
            "after_round": int(id) if id.isdecimal() else 0, "after_transfer": UUID(id) if id and not id.isdecimal() else NIL,
            "more": PAGE + 1,
        }  # fmt: skip


def behind_from(given: Mapping[str, str]) -> Behind:
    """What an address names. What makes no sense is a ValueError or an OverflowError."""
    told = {name: value.replace("\x00", "")[:80] for name, value in given.items()}
    since, until, period = (
        date.fromisoformat(told.get(name, "")) for name in ("since", "until", "period" if "period" in told else "since")
    )
    if not 2015 <= since.year <= until.year <= 9000 or not since.year - 1 <= period.year <= 9000:
        raise ValueError("no such days")
    if since > until or told.get("step", "day") not in dict(STEPS) or told.get("part", "game") not in dict(PARTS):
        raise ValueError("no such row")
    first = max(since, period)
    last = min(until, period_end(period, told["step"])) if "period" in told else until
    kind, table, correction = told.get("of", "rounds"), int(told.get("table") or 0), int(told.get("correction") or 0)
    if kind not in KINDS or told.get("system", "") not in ("", *System.values) or not (0 <= table < 2**31 and 0 <= correction < 2**63):
        raise ValueError("no such list")
    at, _, id = told.get("after", "").partition("_")
    after = (datetime.fromtimestamp(int(at) / 1_000_000, UTC), id if id.isdecimal() else str(UUID(id))) if at else (START, "")
    choice = Choice(first, max(first, last), system=told.get("system", ""), table=table, testing=told.get("testing") in ("1", "on", "True"))
    return Behind(choice, kind, told.get("name", ""), told.get("sheet", ""), told.get("road", ""), correction, after)


OF_TABLES = """
t.currency = 'EUR' AND (%(system)s = '' OR t.system = %(system)s) AND (%(name)s = '' OR t.name = %(name)s)
AND (%(table)s = 0 OR t.id = %(table)s)
"""
PLAYED = f"""
FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id
JOIN players_player AS p ON p.id = s.player_id LEFT JOIN games_rulesheet AS h ON h.id = r.sheet_id
WHERE s.at >= %(from)s AND s.at < %(to)s AND {OF_TABLES}
  AND (%(sheet)s = '' OR t.system || ' · ' || coalesce(h.version::text, '–') = %(sheet)s)
"""
GROSS = "s.commission + CASE WHEN t.system = 'holdem' THEN 0 ELSE s.lost - s.prize END"
ROUNDS = f"""
WITH found AS (
    SELECT r.id, r.number, r.ended, r.status, t.name, t.system, (r.status = 'ended')::int AS counted,
           coalesce(sum(s.staked) FILTER (WHERE r.status = 'ended'), 0)::bigint AS staked,
           coalesce(sum(s.back + s.prize) FILTER (WHERE r.status = 'ended'), 0)::bigint AS returned,
           sum(s.commission)::bigint AS commission, sum({GROSS})::bigint AS gross
    {PLAYED} AND p.testing = %(testing)s GROUP BY r.id, t.id
), total AS (
    SELECT coalesce(sum(counted), 0)::bigint AS all_rounds, count(*) - coalesce(sum(counted), 0)::bigint AS all_void,
           coalesce(sum(staked), 0)::bigint AS all_staked, coalesce(sum(returned), 0)::bigint AS all_returned,
           coalesce(sum(commission), 0)::bigint AS all_commission, coalesce(sum(gross), 0)::bigint AS all_gross FROM found
)
SELECT * FROM total LEFT JOIN found ON (found.ended, found.id) > (%(after_at)s, %(after_round)s) ORDER BY ended, id LIMIT %(more)s
"""
OTHERS = f"SELECT coalesce(sum({GROSS}), 0)::bigint AS cents {PLAYED} AND p.testing <> %(testing)s"
# A round's transfers belong to the day on which it ended; what is paid for a seat belongs to its own hour, and to no rule sheet.
HOUR = f"CASE WHEN w.road IN {BESIDE} THEN w.at ELSE r.ended END"
OF_ROUNDS = f"""
FROM wallet_transfer AS w JOIN games_round AS r ON r.id = w.round JOIN games_table AS t ON t.id = r.table_id
LEFT JOIN games_rulesheet AS h ON h.id = r.sheet_id
WHERE w.at >= %(from)s::timestamptz - interval '3 days' AND w.at < %(to)s AND {HOUR} >= %(from)s AND {HOUR} < %(to)s AND {OF_TABLES}
  AND (%(sheet)s = ''
       OR t.system || ' · ' || CASE WHEN w.road = 'buy-in-commission' THEN '–' ELSE coalesce(h.version::text, '–') END = %(sheet)s)
"""
BESIDES = "FROM wallet_transfer AS w LEFT JOIN games_round AS r ON r.id = w.round LEFT JOIN games_table AS t ON t.id = r.table_id"
SCOPES = {
    "rounds": OF_ROUNDS,
    "jackpot": f"{OF_ROUNDS} AND w.road IN ({JACKPOT})",
    "cash": f"{BESIDES} WHERE w.at >= %(from)s AND w.at < %(to)s AND w.round IS NULL AND w.currency = 'EUR' "
    "AND w.road IN ('deposit', 'withdrawal-paid')",
    "correction": f"{BESIDES} WHERE w.id = %(correction)s",
}
ROADS = "SELECT w.road, count(*) AS moves, sum(w.cents)::bigint AS cents {scope} GROUP BY 1 ORDER BY 1"
TRANSFERS = """
SELECT m.*, a.kind AS source_kind, coalesce(pa.alias, ta.name, '') AS source_owner, b.kind AS target_kind,
       coalesce(pb.alias, tb.name, '') AS target_owner
FROM (
    SELECT w.id, w.at, w.road, w.cents, w.currency, w.source_id, w.target_id, w.round, w.seat, r.number, t.name {scope}
      AND (%(road)s = '' OR w.road = %(road)s) AND (w.at, w.id) > (%(after_at)s, %(after_transfer)s)
    ORDER BY w.at, w.id LIMIT %(more)s
) AS m
JOIN wallet_account AS a ON a.id = m.source_id LEFT JOIN players_player AS pa ON pa.id = a.player_id
LEFT JOIN games_table AS ta ON ta.id = a."table"
JOIN wallet_account AS b ON b.id = m.target_id LEFT JOIN players_player AS pb ON pb.id = b.player_id
LEFT JOIN games_table AS tb ON tb.id = b."table"
ORDER BY m.at, m.id
"""


class Rounds(Struct):
    rows: list[dict[str, Any]]
    totals: dict[str, int]
    next: str


def rounds_behind(behind: Behind) -> Rounds:
    """The rounds of these days at which such players had a bet, the void ones among them, and their sums over all pages."""
    found = _rows([ROUNDS], behind)[0]
    totals = {name.removeprefix("all_"): value for name, value in found[0].items() if name.startswith("all_")}
    rows = [row for row in found if row["id"] is not None]
    return Rounds(rows[:PAGE], totals, _next(rows, "ended"))


class Transfers(Struct):
    """Sums by road of everything behind the figure, one page of the transfers, and what the house has of it all."""

    roads: list[dict[str, Any]]
    rows: list[dict[str, Any]]
    next: str
    house: int
    others: int  # of it, what other accounts than those of the report brought

    @property
    def figure(self) -> int:
        return self.house - self.others


def transfers_behind(behind: Behind) -> Transfers:
    scope = SCOPES[behind.kind]
    roads, rows, others = _rows([ROADS.format(scope=scope), TRANSFERS.format(scope=scope), OTHERS], behind)
    counted = WON if behind.kind == "rounds" else f"{JACKPOT}, 'deposit', 'withdrawal-paid', 'adjustment'"
    house, entry = 0, 0
    for row in roads:
        if f"'{row['road']}'" in counted:
            row["counts"] = -1 if row["road"] in OUT else 1
            house += row["counts"] * row["cents"]
        entry += row["cents"] if row["road"] == "buy-in-commission" else 0
    apart = others[0]["cents"] + (entry if behind.choice.testing else 0) if behind.kind == "rounds" else 0
    return Transfers(roads, rows[:PAGE], _next(rows, "at"), house, apart)


def _rows(queries: list[str], behind: Behind) -> list[list[dict[str, Any]]]:
    asked, found = behind.asked(), []
    with reading() as cursor:
        for sql in queries:
            cursor.execute(sql, asked)
            names = [column.name for column in cursor.description]
            found.append([dict(zip(names, row, strict=True)) for row in cursor.fetchall()])
    return found


def _next(rows: list[dict[str, Any]], hour: str) -> str:
    """Where the next page begins, if there is one."""
    if len(rows) <= PAGE:
        return ""
    last = rows[PAGE - 1]
    micro = round((last[hour] - datetime.fromtimestamp(0, UTC)) / timedelta(microseconds=1))
    return f"{micro}_{last['id']}"
