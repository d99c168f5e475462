"""What stands behind a figure of a report: the rounds that it counts, and the transfers that moved its money.

The sums come from folded days and, for days that are not over, from the record, as those of the report do; the list is the record's own,
a page at a time, and reads no more of it than it shows. What the days hold also says where there is nothing to look for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import Struct

from casino.compliance.reading import reading, rows
from casino.compliance.reports.daily_totals import bounds, days_of
from casino.compliance.reports.money import WON
from casino.compliance.reports.parameters import PARTS, STEPS, Choice, period_end
from casino.compliance.reports.transfer_queries import Streams, midnight_after
from games.catalogue import GAMES
from players.shared import clock
from players.wallet.cashier.posting import Kind, transfer_id

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
    transfer_kind: str = ""
    correction: int = 0
    after: tuple[datetime, str] = (START, "")

    def asked(self) -> dict[str, Any]:
        since, until = self.choice.bounds
        at, id = self.after
        return {
            "since": self.choice.since, "until": self.choice.until, **bounds(self.choice.since, self.choice.until),
            "from": since, "to": until, "system": self.choice.system, "table": self.choice.table, "testing": self.choice.testing,
            "name": self.name, "sheet": self.sheet, "transfer_kind": self.transfer_kind, "after_at": at,
            "correction": transfer_id(Kind.ADJUSTMENT, self.correction),
            "after_round": int(id) if id.isdecimal() else 0, "after_transfer": UUID(id) if id and not id.isdecimal() else NIL,
            "more": PAGE + 1,
        }  # fmt: skip


def behind_from(given: Mapping[str, str]) -> Behind:
    """What an address names. What makes no sense is a ValueError or an OverflowError."""
    told = {name: value[:80] for name, value in given.items()}
    since, until, period = (
        date.fromisoformat(told.get(name, ""))
        for name in ("since", "until", "period" if "period" in told else "since")
    )
    if not 2015 <= since.year <= until.year <= 9000 or not since.year - 1 <= period.year <= 9000:
        raise ValueError("no such days")
    if (
        since > until
        or told.get("step", "day") not in dict(STEPS)
        or told.get("part", "game") not in dict(PARTS)
    ):
        raise ValueError("no such row")
    first = max(since, period)
    last = min(until, period_end(period, told["step"])) if "period" in told else until
    kind, table, correction = (
        told.get("of", "rounds"),
        int(told.get("table") or 0),
        int(told.get("correction") or 0),
    )
    if (
        kind not in KINDS
        or told.get("system", "") not in ("", *GAMES)
        or not (0 <= table < 2**31 and 0 <= correction < 2**63)
    ):
        raise ValueError("no such list")
    at, _, id = told.get("after", "").partition("_")
    after = (
        (datetime.fromtimestamp(int(at) / 1_000_000, UTC), id if id.isdecimal() else str(UUID(id)))
        if at
        else (START, "")
    )
    choice = Choice(
        first,
        max(first, last),
        system=told.get("system", ""),
        table=table,
        testing=told.get("testing") in ("1", "on", "True"),
    )
    return Behind(
        choice,
        kind,
        told.get("name", ""),
        told.get("sheet", ""),
        told.get("transfer_kind", ""),
        correction,
        after,
    )


OF_TABLES = """
t.currency = 'EUR' AND (%(system)s = '' OR t.system = %(system)s) AND (%(name)s = '' OR t.name = %(name)s)
AND (%(table)s = 0 OR t.id = %(table)s) AND (%(sheet)s = '' OR t.system = split_part(%(sheet)s, ' · ', 1))
"""
SHEET = "(%(sheet)s = '' OR t.system || ' · ' || coalesce(h.version::text, '–') = %(sheet)s)"
OF_DAYS = f"""
JOIN games_table AS t ON t.id = d.table_id LEFT JOIN games_rulesheet AS h ON h.id = d.sheet_id WHERE {OF_TABLES} AND {SHEET}
"""
OF_RECORD = f"""
FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id LEFT JOIN games_rulesheet AS h ON h.id = r.sheet_id
WHERE r.ended >= %(from)s AND r.ended < %(to)s AND {OF_TABLES} AND {SHEET}
"""
PLAYED = f"""
SELECT d.day, coalesce(sum(d.rounds), 0)::bigint AS rounds, coalesce(sum(d.staked), 0)::bigint AS staked,
       coalesce(sum(d.back + d.prize), 0)::bigint AS returned, coalesce(sum(d.commission), 0)::bigint AS commission,
       coalesce(sum(d.gross), 0)::bigint AS gross, min(d.day) AS first, max(d.day) AS last
FROM ({days_of("played")}) AS d {OF_DAYS} AND d.testing = %(testing)s GROUP BY GROUPING SETS ((), (d.day)) ORDER BY d.day NULLS FIRST
"""
OTHERS = f"SELECT coalesce(sum(d.gross), 0)::bigint AS cents FROM ({days_of('played')}) AS d {OF_DAYS} AND d.testing <> %(testing)s"
THEIRS = "FROM games_stake AS s JOIN players_player AS p ON p.id = s.player_id AND p.testing = %(testing)s WHERE s.round_id = r.id"
VOIDS = f"SELECT count(*) AS void {OF_RECORD} AND r.status = 'void' AND EXISTS (SELECT {THEIRS})"
SUMS = """
SELECT coalesce(sum(s.staked) FILTER (WHERE r.status = 'ended'), 0)::bigint AS staked,
       coalesce(sum(s.back + s.prize) FILTER (WHERE r.status = 'ended'), 0)::bigint AS returned,
       sum(s.commission)::bigint AS commission,
       sum(s.commission + CASE WHEN t.system = 'holdem' THEN 0 ELSE s.lost - s.prize END)::bigint AS gross
"""
# Of every table the next rounds along its own index, and of these the first: nothing else is read.
ROUNDS = f"""
SELECT f.*, t.name, t.system FROM games_table AS t CROSS JOIN LATERAL (
    SELECT r.id, r.number, r.ended, r.status, k.staked, k.returned, k.commission, k.gross
    FROM games_round AS r LEFT JOIN games_rulesheet AS h ON h.id = r.sheet_id
    CROSS JOIN LATERAL ({SUMS} {THEIRS} HAVING count(*) > 0) AS k
    WHERE r.table_id = t.id AND r.ended >= greatest(%(first)s, %(after_at)s) AND r.ended < %(last)s
      AND (r.ended, r.id) > (%(after_at)s, %(after_round)s) AND {SHEET}
    ORDER BY r.ended, r.id LIMIT %(more)s
) AS f WHERE {OF_TABLES} ORDER BY f.ended, f.id LIMIT %(more)s
"""
# Test accounts are few, and so are their rounds: they are found by the player.
TESTED = f"""
SELECT r.id, r.number, r.ended, r.status, t.name, t.system, k.staked, k.returned, k.commission, k.gross
FROM (
    SELECT DISTINCT s.round_id AS id FROM games_stake AS s
    WHERE s.player_id = ANY(ARRAY(SELECT id FROM players_player WHERE testing)) AND s.at >= greatest(%(first)s, %(after_at)s)
      AND s.at < %(last)s
) AS one JOIN games_round AS r ON r.id = one.id JOIN games_table AS t ON t.id = r.table_id
LEFT JOIN games_rulesheet AS h ON h.id = r.sheet_id CROSS JOIN LATERAL ({SUMS} {THEIRS}) AS k
WHERE (r.ended, r.id) > (%(after_at)s, %(after_round)s) AND {OF_TABLES} AND {SHEET} ORDER BY r.ended, r.id LIMIT %(more)s
"""
MOVED = f"""
SELECT d.table_id, d.kind, d.sheet_id, d.day, sum(d.moves)::bigint AS moves, sum(d.cents)::bigint AS cents,
       coalesce(sum(d.moves) FILTER (WHERE %(transfer_kind)s IN ('', d.kind)), 0)::bigint AS listed, min(d.day) AS first, max(d.day) AS last
FROM ({days_of("moved")}) AS d {OF_DAYS} {{kinds}} GROUP BY GROUPING SETS ((d.table_id, d.kind, d.sheet_id), (d.day)) ORDER BY d.day
"""
# Between the cashier and the house: the transfers of no round, found at the house's own account of cash.
CASH = """
FROM wallet_transfer AS w WHERE w.round IS NULL AND w.at >= %(from)s AND w.at < %(to)s AND w.kind = '{transfer_kind}'
  AND w.{side}_id = (SELECT id FROM wallet_account WHERE kind = 'cash' AND currency = 'EUR' AND player_id IS NULL AND "table" IS NULL)
"""
PAID = {
    transfer_kind: CASH.format(transfer_kind=transfer_kind, side=side)
    for transfer_kind, side in (("deposit", "source"), ("withdrawal-paid", "target"))
}
CORRECTED = {"adjustment": "FROM wallet_transfer AS w WHERE w.id = %(correction)s"}
SUMS_BY_KIND = "SELECT w.kind, count(*) AS moves, sum(w.cents)::bigint AS cents {scope} GROUP BY 1"
MOVES = """
(SELECT w.id, w.at, w.kind, w.cents, w.currency, w.source_id, w.target_id, w.round, w.seat {scope}
   AND w.at >= %(after_at)s AND (w.at, w.id) > (%(after_at)s, %(after_transfer)s) ORDER BY w.at, w.id LIMIT %(more)s)
"""
TOLD = """
SELECT m.*, a.kind AS source_kind, coalesce(pa.alias, ta.name, '') AS source_owner, b.kind AS target_kind,
       coalesce(pb.alias, tb.name, '') AS target_owner, r.number, t.name
FROM (SELECT * FROM ({moves}) AS found ORDER BY at, id LIMIT %(more)s) AS m
LEFT JOIN games_round AS r ON r.id = m.round LEFT JOIN games_table AS t ON t.id = r.table_id
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
    with reading():
        asked = behind.asked()
        whole, *days = rows(PLAYED, asked)
        totals = {name: whole[name] for name in SUMMED} | rows(VOIDS, asked)[0]
        found: list[dict[str, Any]] = []
        if days:
            sql, first, last = (
                TESTED if behind.choice.testing else ROUNDS,
                clock.midnight(whole["first"]),
                midnight_after(whole["last"]),
            )
            found = until_full(
                [(day["day"], day["rounds"]) for day in days],
                behind.after[0],
                last,
                lambda last: rows(sql, asked | {"first": first, "last": last}),
            )
    return Rounds(found[:PAGE], totals, _next(found, "ended"))


SUMMED = ("rounds", "staked", "returned", "commission", "gross")


def until_full(
    days: list[tuple[date, int]],
    after: datetime,
    last: datetime,
    read: Callable[[datetime], list[dict[str, Any]]],
) -> list[dict[str, Any]]:
    """One page, read no further than to the day by which it must be full; where it is not, to the end."""
    count = 0
    for day, more in days:
        count += more if day > clock.day_of(after) else 0
        if count > PAGE:
            if midnight_after(day) < last and len(found := read(midnight_after(day))) > PAGE:
                return found
            break
    return read(last)


class Transfers(Struct):
    """Sums by kind of transfer of everything behind the figure, one page of the transfers, and what the house has of it all."""

    kinds: list[dict[str, Any]]
    rows: list[dict[str, Any]]
    next: str
    house: int
    others: int  # of it, what other accounts than those of the report brought

    @property
    def figure(self) -> int:
        return self.house - self.others


def transfers_behind(behind: Behind) -> Transfers:
    with reading():
        asked = behind.asked()
        if behind.kind in ("rounds", "jackpot"):
            kinds, found = _of_rounds(behind, asked)
        else:
            scopes = PAID if behind.kind == "cash" else CORRECTED
            kinds = [
                row for scope in scopes.values() for row in rows(SUMS_BY_KIND.format(scope=scope), asked)
            ]
            moves = " UNION ALL ".join(
                MOVES.format(scope=scopes[transfer_kind])
                for transfer_kind in scopes
                if behind.transfer_kind in ("", transfer_kind)
            )
            found = rows(TOLD.format(moves=moves), asked) if moves else []
        others = rows(OTHERS, asked)[0]["cents"] if behind.kind == "rounds" else 0
    counted = WON if behind.kind == "rounds" else f"{JACKPOT}, 'deposit', 'withdrawal-paid', 'adjustment'"
    house, entry = 0, 0
    for row in kinds:
        if f"'{row['kind']}'" in counted:
            row["counts"] = -1 if row["kind"] in OUT else 1
            house += row["counts"] * row["cents"]
        entry += row["cents"] if row["kind"] == "buy-in-commission" else 0
    apart = others + (entry if behind.choice.testing and behind.kind == "rounds" else 0)
    return Transfers(kinds, found[:PAGE], _next(found, "at"), house, apart)


def _of_rounds(behind: Behind, asked: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The sums by kind, and a page of these transfers."""
    told = rows(MOVED.format(kinds=f"AND d.kind IN ({JACKPOT})" if behind.kind == "jackpot" else ""), asked)
    parts = [row for row in told if row["table_id"] is not None]
    kinds: dict[str, dict[str, Any]] = {}
    for part in parts:
        sums = kinds.setdefault(part["kind"], {"kind": part["kind"], "moves": 0, "cents": 0})
        sums["moves"] += part["moves"]
        sums["cents"] += part["cents"]
    sheets = sorted({part["sheet_id"] or 0 for part in parts}) if behind.sheet else None
    listed = [part for part in parts if behind.transfer_kind in ("", part["kind"])]
    if not listed:
        return [kinds[transfer_kind] for transfer_kind in sorted(kinds)], []
    streams = Streams(listed, sheets)

    def read(last: datetime) -> list[dict[str, Any]]:
        moves, more = streams.until(last)
        return rows(TOLD.format(moves=moves), asked | more) if moves else []

    days = [(row["day"], row["listed"]) for row in told if row["day"] is not None]
    return [kinds[transfer_kind] for transfer_kind in sorted(kinds)], until_full(
        days, behind.after[0], streams.last, read
    )


def _next(rows: list[dict[str, Any]], hour: str) -> str:
    """Where the next page begins, if there is one."""
    if len(rows) <= PAGE:
        return ""
    last = rows[PAGE - 1]
    micro = round((last[hour] - datetime.fromtimestamp(0, UTC)) / timedelta(microseconds=1))
    return f"{micro}_{last['id']}"
