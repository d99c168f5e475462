"""Whether files are right: each against its schema, one against another, and all against the ledger asked another way.

What is compared is read back from the files on the disk, not from what was in memory when they were written.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from casino.compliance.reading import reading
from casino.compliance.regulator.document import cents, euros, records_of, totals_of
from casino.compliance.regulator.due_files import Span
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.money import PLAY
from casino.compliance.regulator.play import FIGURES

MOST = 20
Paths = dict[str, Path]

# The same movements asked for from the accounts' side, wallet by wallet, with what each held as the hour ended.
NETS = """
SELECT a.id, came.n + went.n, (came.cents - went.cents)::bigint, (a.balance - later.cents)::bigint
FROM wallet_account AS a JOIN players_player AS p ON p.id = a.player_id AND NOT p.testing,
LATERAL (SELECT count(*) AS n, coalesce(sum(cents), 0) AS cents FROM wallet_transfer
         WHERE target_id = a.id AND at >= %(since)s AND at < %(until)s) AS came,
LATERAL (SELECT count(*) AS n, coalesce(sum(cents), 0) AS cents FROM wallet_transfer
         WHERE source_id = a.id AND at >= %(since)s AND at < %(until)s) AS went,
LATERAL (SELECT coalesce((SELECT sum(cents) FROM wallet_transfer WHERE target_id = a.id AND at >= %(until)s), 0)
              - coalesce((SELECT sum(cents) FROM wallet_transfer WHERE source_id = a.id AND at >= %(until)s), 0) AS cents) AS later
WHERE a.kind = 'wallet' AND a.currency = 'EUR' AND a.id = ANY(%(accounts)s)
"""
MOVERS = """
SELECT count(*) FROM wallet_transfer AS t JOIN wallet_account AS a ON a.id IN (t.source_id, t.target_id)
JOIN players_player AS p ON p.id = a.player_id AND NOT p.testing
WHERE a.kind = 'wallet' AND a.currency = 'EUR' AND t.at >= %(since)s AND t.at < %(until)s
"""
# What the rounds themselves say was staked and came back, test accounts apart: the rounds are written by another hand than the stakes.
ROUNDS = """
SELECT coalesce(sum(r.staked), 0)::bigint, coalesce(sum(r.returned), 0)::bigint,
       coalesce(sum(x.staked), 0)::bigint, coalesce(sum(x.returned), 0)::bigint
FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
LEFT JOIN LATERAL (
    SELECT sum(s.staked) AS staked, sum(s.back + s.prize - s.commission) AS returned
    FROM games_stake AS s JOIN players_player AS p ON p.id = s.player_id AND p.testing WHERE s.round_id = r.id
) AS x ON true
WHERE r.ended >= %(since)s AND r.ended < %(until)s AND r.status IN ('ended', 'void')
"""
STAYS = """
SELECT count(*) FILTER (WHERE s.started >= %(since)s AND s.started < %(until)s),
       count(*) FILTER (WHERE s.ended >= %(since)s AND s.ended < %(until)s),
       coalesce(sum(s.staked) FILTER (WHERE s.ended >= %(since)s AND s.ended < %(until)s), 0)::bigint
FROM players_playsession AS s JOIN players_player AS p ON p.id = s.player_id AND NOT p.testing WHERE s.currency = 'EUR'
"""
CHANGED = """
SELECT count(DISTINCT l.player_id) FROM audit_line AS l
JOIN players_player AS p ON p.id = l.player_id AND NOT p.testing AND p.status NOT IN ('visitor', 'partner')
WHERE l.at >= %(since)s AND l.at < %(until)s AND l.kind ~ '^(account|identity|terms)\\.|^access\\.email-changed'
"""
# What rounds that ended brought the house by the ledger alone: into its bank, commission and meters, less what came out of them.
BROUGHT = """
SELECT coalesce(sum(CASE WHEN a.id = t.target_id THEN t.cents ELSE -t.cents END), 0)::bigint
FROM games_round AS r JOIN wallet_transfer AS t ON t.round = r.id AND t.currency = 'EUR' AND t.kind <> 'buy-in-commission'
JOIN wallet_account AS a ON a.id IN (t.source_id, t.target_id) AND a.kind IN ('bank', 'commission', 'jackpot')
WHERE r.ended >= %(since)s AND r.ended < %(until)s
"""


def _one(sql: str, span: Span, **more: Any) -> tuple[Any, ...]:
    with reading() as cursor:
        cursor.execute(sql, {"since": span.since, "until": span.until, **more})
        return tuple(cursor.fetchone())


def _differ(found: list[str], what: str, ours: Any, theirs: Any) -> None:
    if ours != theirs and len(found) < MOST:
        found.append(f"{what}: {ours} in the file, {theirs} in the record")


def _euros(found: list[str], what: str, ours: int, theirs: int, source: str = "in the record") -> None:
    if ours != theirs and len(found) < MOST:
        found.append(f"{what}: {euros(ours)} in the file, {euros(theirs)} {source}")


def hour_faults(span: Span, paths: Paths) -> dict[str, list[str]]:
    """The four files of an hour, by family: what is wrong with each."""
    found: dict[str, list[str]] = {family: _totals_hold(path) for family, path in paths.items()}
    held: dict[str, dict[int, list[tuple[int, int, int, int]]]] = {}
    for family in ("AJOG", "TRAN"):
        held[family] = _movements(paths[family], family, found[family])
    _interlock(held, found)
    _against_ledger(span, held, found)
    _rounds_hold(span, paths["AJOG"], found["AJOG"])
    _stays_hold(span, paths["SESS"], found["SESS"])
    players = sum(1 for name, _facts in records_of(paths["JGDR"]) if name == "player")
    _differ(found["JGDR"], "players changed", players, _one(CHANGED, span)[0])
    return found


def _totals_hold(path: Path) -> list[str]:
    """Of what a file adds up by itself, its own records are the proof."""
    sums: Counter[str] = Counter()
    for name, facts in records_of(path):
        if name == "movement":
            sums[f"movement.{facts['road']}"] += cents(facts["movement"])
        elif name == "round":
            for what in FIGURES:
                sums[f"{what}.{facts['game']}"] += cents(facts[what])
        elif name == "session" and "ended" in facts:
            for what in ("staked", "returned"):
                sums[f"session.{what}"] += cents(facts[what])
    told = {
        what: amount
        for what, (_count, amount) in totals_of(path).items()
        if what.partition(".")[0] in ("movement", "session", *FIGURES)
    }
    return [
        f"{what}: the total says {euros(told.get(what, 0))} and the records come to {euros(sums[what])}"
        for what in sorted(told.keys() | sums.keys())
        if told.get(what, 0) != sums[what]
    ][:MOST]


def _movements(path: Path, family: str, found: list[str]) -> dict[int, list[tuple[int, int, int, int]]]:
    """By wallet, its movements as place, before, movement and after; each must be right in itself and stand in the file of its kind."""
    held: dict[int, list[tuple[int, int, int, int]]] = defaultdict(list)
    for name, facts in records_of(path):
        if name != "movement":
            continue
        before, moved, after = (cents(facts[what]) for what in ("before", "movement", "after"))
        if before + moved != after and len(found) < MOST:
            found.append(
                f"movement {facts['id']}: {euros(before)} and {euros(moved)} do not make {euros(after)}"
            )
        if (facts["road"] in PLAY) != (family == "AJOG") and len(found) < MOST:
            found.append(f"movement {facts['id']}: {facts['road']} does not belong here")
        held[int(facts["account"])].append((int(facts["place"]), before, moved, after))
    return held


def _interlock(
    held: dict[str, dict[int, list[tuple[int, int, int, int]]]], found: dict[str, list[str]]
) -> None:
    """Both files together hold every movement of a wallet once, each beginning with what the one before it left."""
    for account in sorted(held["AJOG"].keys() | held["TRAN"].keys()):
        both = sorted(held["AJOG"].get(account, []) + held["TRAN"].get(account, []))
        if [place for place, *_ in both] != list(range(1, len(both) + 1)):
            _both(found, f"wallet {account}: its movements are not numbered without a gap")
        if any(before[3] != after[1] for before, after in zip(both, both[1:], strict=False)):
            _both(found, f"wallet {account}: a movement does not begin with what the one before it left")


def _both(found: dict[str, list[str]], fault: str) -> None:
    for family in ("AJOG", "TRAN"):
        if len(found[family]) < MOST:
            found[family].append(fault)


def _against_ledger(
    span: Span, held: dict[str, dict[int, list[tuple[int, int, int, int]]]], found: dict[str, list[str]]
) -> None:
    accounts = sorted(held["AJOG"].keys() | held["TRAN"].keys())
    with reading() as cursor:
        cursor.execute(NETS, {"since": span.since, "until": span.until, "accounts": accounts})
        ledger = {account: (count, net, after) for account, count, net, after in cursor.fetchall()}
    for account in accounts:
        both = sorted(held["AJOG"].get(account, []) + held["TRAN"].get(account, []))
        ours = (len(both), sum(moved for _, _, moved, _ in both), both[-1][3])
        if ours != ledger.get(account):
            theirs = ledger.get(account, (0, 0, 0))
            told = f"{ours[0]} movements of {euros(ours[1])} to {euros(ours[2])}"
            _both(
                found,
                f"wallet {account}: {told} in the files, {theirs[0]} of {euros(theirs[1])} to {euros(theirs[2])} in the ledger",
            )
    count = sum(len(moves) for each in held.values() for moves in each.values())
    if count != (movers := _one(MOVERS, span)[0]):
        _both(found, f"{count} movements in the files and {movers} in the ledger")


def _rounds_hold(span: Span, path: Path, found: list[str]) -> None:
    staked = returned = 0
    for name, facts in records_of(path):
        if name == "round":
            figures = {what: cents(facts[what]) for what in FIGURES}
            staked += figures["staked"]
            returned += figures["back"] + figures["prize"] - figures["commission"]
    theirs = _one(ROUNDS, span)
    _euros(found, "staked", staked, theirs[0] - theirs[2])
    _euros(found, "returned", returned, theirs[1] - theirs[3])


def _stays_hold(span: Span, path: Path, found: list[str]) -> None:
    begun = ended = staked = 0
    for name, facts in records_of(path):
        if name == "session":
            begun += _inside(facts["started"], span)
            if "ended" in facts:
                ended, staked = ended + 1, staked + cents(facts["staked"])
    theirs = _one(STAYS, span)
    _differ(found, "stays begun", begun, theirs[0])
    _differ(found, "stays ended", ended, theirs[1])
    _euros(found, "staked in stays that ended", staked, theirs[2])


def _inside(text: str, span: Span) -> bool:
    # Files tell milliseconds; the hour's first one belongs to it whole.
    return span.since - timedelta(milliseconds=1) < datetime.fromisoformat(text) < span.until


def absence_faults(span: Span, path: Path) -> list[str]:
    found: list[str] = []
    kinds = Counter(facts["kind"] for name, facts in records_of(path) if name == "absence")
    for kind, table in (("exclusion", "protection_exclusion"), ("pause", "protection_pause")):
        (count,) = _one(
            f"SELECT count(*) FROM {table} AS x JOIN players_player AS p ON p.id = x.player_id WHERE NOT p.testing "
            "AND tstzrange(x.starts, x.ends) && tstzrange(%(since)s, %(until)s)",
            span,
        )
        _differ(found, f"{kind}s", kinds[kind], count)
    return found


def summary_faults(
    span: Span, path: Path, details: Iterable[tuple[str, Path]], before: Path | None
) -> list[str]:
    """RESF against the files of its day, against the ledger, and against the RESF of the day before."""
    found: list[str] = []
    accounts: dict[str, tuple[int, int, int]] = {}
    ways: Counter[str] = Counter()
    games: dict[str, dict[str, int]] = {}
    result = 0
    for name, facts in records_of(path):
        if name == "accounts":
            accounts[facts["kind"]] = cents(facts["before"]), cents(facts["movement"]), cents(facts["after"])
        elif name == "way" and facts["test"] == "false":
            ways[facts["road"]] += cents(facts["came"]) - cents(facts["went"])
        elif name == "game":
            result += cents(facts["result"]) - cents(facts["entry"])
            if facts["test"] == "false":
                games[facts["game"]] = {what: cents(facts[what]) for what in FIGURES}
    for kind, (was, moved, after) in accounts.items():
        if was + moved != after:
            found.append(f"{kind}: {euros(was)} and {euros(moved)} do not make {euros(after)}")
    for place, what in enumerate(("before", "movement", "after")):
        _euros(
            found,
            f"all accounts, {what}",
            sum(each[place] for each in accounts.values()),
            0,
            "by the law of the ledger",
        )
    _euros(
        found,
        "players' balances, movement",
        accounts.get("wallet", (0, 0, 0))[1],
        sum(ways.values()),
        "by its own roads",
    )
    _details_hold(found, details, ways, games)
    _euros(found, "what the rounds brought the house", result, _one(BROUGHT, span)[0], "by the ledger")
    if before is not None:
        for name, facts in records_of(before):
            if name == "accounts":
                ours = accounts.get(facts["kind"], (0, 0, 0))[0]
                _euros(
                    found, f"{facts['kind']}, before", ours, cents(facts["after"]), "as the day before ended"
                )
    return found[:MOST]


def _details_hold(
    found: list[str],
    details: Iterable[tuple[str, Path]],
    ways: Counter[str],
    games: dict[str, dict[str, int]],
) -> None:
    sums: Counter[str] = Counter()
    for _family, path in details:
        for what, (_count, amount) in totals_of(path).items():
            sums[what] += amount
    for road in sorted(
        ways.keys() | {what.removeprefix("movement.") for what in sums if what.startswith("movement.")}
    ):
        _euros(found, f"road {road}", ways[road], sums[f"movement.{road}"], "in the files of its hours")
    systems = games.keys() | {what.partition(".")[2] for what in sums if what.partition(".")[0] in FIGURES}
    for system in sorted(systems):
        for what in FIGURES:
            _euros(
                found,
                f"{what}, {system}",
                games.get(system, {}).get(what, 0),
                sums[f"{what}.{system}"],
                "in the files of its hours",
            )


def span_of(file: RegulatorFile) -> Span:
    return Span(file.day, file.hour, file.since, file.until)
