"""The reconciliation of files with each other and with independent queries of the ledger.

The files are read back from the disk, not taken from memory.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from casino.compliance.reading import reading
from casino.compliance.regulator.document import cents, euros, records_of, totals_of
from casino.compliance.regulator.due_files import Span
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.money import PLAY
from casino.compliance.regulator.play import FIGURES

MAX_FAULTS = 20
Files = dict[str, bytes]  # by family

# The movements by wallet, queried from the accounts, with the balance at the end of the hour.
NETS = """
SELECT a.id, came.n + went.n, (came.cents - went.cents)::bigint, (a.balance - later.cents)::bigint
FROM wallet_account AS a JOIN players_player AS p ON p.id = a.player_id AND NOT p.testing,
LATERAL (SELECT count(*) AS n, coalesce(sum(cents), 0) AS cents FROM wallet_transfer
         WHERE target_id = a.id AND at >= %(since)s AND at < %(until)s) AS came,
LATERAL (SELECT count(*) AS n, coalesce(sum(cents), 0) AS cents FROM wallet_transfer
         WHERE source_id = a.id AND at >= %(since)s AND at < %(until)s) AS went,
LATERAL (SELECT coalesce((SELECT sum(cents) FROM wallet_transfer
                          WHERE target_id = a.id AND at >= %(until)s), 0)
              - coalesce((SELECT sum(cents) FROM wallet_transfer
                          WHERE source_id = a.id AND at >= %(until)s), 0) AS cents) AS later
WHERE a.kind = 'wallet' AND a.currency = 'EUR' AND a.id = ANY(%(accounts)s)
"""
MOVERS = """
SELECT count(*) FROM wallet_transfer AS t JOIN wallet_account AS a ON a.id IN (t.source_id, t.target_id)
JOIN players_player AS p ON p.id = a.player_id AND NOT p.testing
WHERE a.kind = 'wallet' AND a.currency = 'EUR' AND t.at >= %(since)s AND t.at < %(until)s
"""
# Staked and returned according to the rounds, which are written independently of the stakes; without test
# accounts.
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
FROM players_playsession AS s JOIN players_player AS p ON p.id = s.player_id AND NOT p.testing
WHERE s.currency = 'EUR' AND s.started < %(until)s
  AND (s.started >= %(since)s OR (s.ended >= %(since)s AND s.ended < %(until)s))
"""
CHANGED = """
SELECT count(DISTINCT l.player_id) FROM audit_line AS l
JOIN players_player AS p ON p.id = l.player_id AND NOT p.testing AND p.status NOT IN ('visitor', 'partner')
WHERE l.at >= %(since)s AND l.at < %(until)s
  AND l.kind ~ '^(account|identity|terms)\\.|^access\\.email-changed'
"""
# The operator's result of ended rounds from the ledger alone: net movements of banks, commission accounts and
# meters.
BROUGHT = """
SELECT coalesce(sum(CASE WHEN a.id = t.target_id THEN t.cents ELSE -t.cents END), 0)::bigint
FROM games_round AS r JOIN wallet_transfer AS t ON t.round = r.id AND t.currency = 'EUR'
  AND t.kind <> 'buy-in-commission'
  AND t.at >= r.opened - interval '1 minute' AND t.at < r.ended + interval '1 day'
JOIN wallet_account AS a ON a.id IN (t.source_id, t.target_id) AND a.kind IN ('bank', 'commission', 'jackpot')
WHERE r.ended >= %(since)s AND r.ended < %(until)s
"""


def _one(sql: str, span: Span, **more: Any) -> tuple[Any, ...]:
    with reading() as cursor:
        cursor.execute(sql, {"since": span.since, "until": span.until, **more})
        return tuple(cursor.fetchone())


def _compare(faults: list[str], label: str, in_file: Any, in_record: Any) -> None:
    if in_file != in_record and len(faults) < MAX_FAULTS:
        faults.append(f"{label}: {in_file} in the file, {in_record} in the record")


def _compare_euros(
    faults: list[str], label: str, in_file: int, expected: int, source: str = "in the record"
) -> None:
    if in_file != expected and len(faults) < MAX_FAULTS:
        faults.append(f"{label}: {euros(in_file)} in the file, {euros(expected)} {source}")


def hour_faults(span: Span, files: Files) -> dict[str, list[str]]:
    """The faults of the four files of an hour, by family."""
    faults: dict[str, list[str]] = {family: _total_faults(file) for family, file in files.items()}
    movements: dict[str, dict[int, list[tuple[int, int, int, int]]]] = {}
    for family in ("AJOG", "TRAN"):
        movements[family] = _movements(files[family], family, faults[family])
    _check_sequence(movements, faults)
    _check_ledger(span, movements, faults)
    _check_rounds(span, files["AJOG"], faults["AJOG"])
    _check_sessions(span, files["SESS"], faults["SESS"])
    players = sum(1 for name, _facts in records_of(files["JGDR"]) if name == "player")
    _compare(faults["JGDR"], "players changed", players, _one(CHANGED, span)[0])
    return faults


def _total_faults(file: bytes) -> list[str]:
    """Totals that differ from the sums of the file's records."""
    sums: Counter[str] = Counter()
    for name, facts in records_of(file):
        if name == "movement":
            sums[f"movement.{facts['road']}"] += cents(facts["movement"])
        elif name == "round":
            for code in FIGURES:
                sums[f"{code}.{facts['game']}"] += cents(facts[code])
        elif name == "session" and "ended" in facts:
            for code in ("staked", "returned"):
                sums[f"session.{code}"] += cents(facts[code])
    totals = {
        code: amount
        for code, (_count, amount) in totals_of(file).items()
        if code.partition(".")[0] in ("movement", "session", *FIGURES)
    }
    return [
        f"{code}: the total says {euros(totals.get(code, 0))} and the records come to {euros(sums[code])}"
        for code in sorted(totals.keys() | sums.keys())
        if totals.get(code, 0) != sums[code]
    ][:MAX_FAULTS]


def _movements(file: bytes, family: str, faults: list[str]) -> dict[int, list[tuple[int, int, int, int]]]:
    """The movements of a file by wallet, as place, before, movement and after; checks each by itself and its
    kind.
    """
    movements: dict[int, list[tuple[int, int, int, int]]] = defaultdict(list)
    for name, facts in records_of(file):
        if name != "movement":
            continue
        before, moved, after = (cents(facts[what]) for what in ("before", "movement", "after"))
        if before + moved != after and len(faults) < MAX_FAULTS:
            faults.append(
                f"movement {facts['id']}: {euros(before)} and {euros(moved)} do not make {euros(after)}"
            )
        if (facts["road"] in PLAY) != (family == "AJOG") and len(faults) < MAX_FAULTS:
            faults.append(f"movement {facts['id']}: {facts['road']} does not belong here")
        movements[int(facts["account"])].append((int(facts["place"]), before, moved, after))
    return movements


def _check_sequence(
    movements: dict[str, dict[int, list[tuple[int, int, int, int]]]], faults: dict[str, list[str]]
) -> None:
    """Both files together must contain every movement of a wallet, each from the previous balance."""
    for account in sorted(movements["AJOG"].keys() | movements["TRAN"].keys()):
        moves = sorted(movements["AJOG"].get(account, []) + movements["TRAN"].get(account, []))
        if [place for place, *_ in moves] != list(range(1, len(moves) + 1)):
            _add_to_both(faults, f"wallet {account}: gap in the numbers of its movements")
        if any(before[3] != after[1] for before, after in zip(moves, moves[1:], strict=False)):
            _add_to_both(
                faults,
                f"wallet {account}: a movement does not begin with the balance that the previous one left",
            )


def _add_to_both(faults: dict[str, list[str]], fault: str) -> None:
    for family in ("AJOG", "TRAN"):
        if len(faults[family]) < MAX_FAULTS:
            faults[family].append(fault)


def _check_ledger(
    span: Span, movements: dict[str, dict[int, list[tuple[int, int, int, int]]]], faults: dict[str, list[str]]
) -> None:
    accounts = sorted(movements["AJOG"].keys() | movements["TRAN"].keys())
    with reading() as cursor:
        cursor.execute(NETS, {"since": span.since, "until": span.until, "accounts": accounts})
        ledger = {account: (count, net, after) for account, count, net, after in cursor.fetchall()}
    for account in accounts:
        moves = sorted(movements["AJOG"].get(account, []) + movements["TRAN"].get(account, []))
        count, net, after = len(moves), sum(moved for _, _, moved, _ in moves), moves[-1][3]
        if (count, net, after) != ledger.get(account):
            ledger_count, ledger_net, ledger_after = ledger.get(account, (0, 0, 0))
            in_files = f"{count} movements of {euros(net)} to {euros(after)} in the files"
            in_ledger = f"{ledger_count} of {euros(ledger_net)} to {euros(ledger_after)} in the ledger"
            _add_to_both(faults, f"wallet {account}: {in_files}, {in_ledger}")
    count = sum(len(moves) for by_account in movements.values() for moves in by_account.values())
    if count != (movers := _one(MOVERS, span)[0]):
        _add_to_both(faults, f"{count} movements in the files and {movers} in the ledger")


def _check_rounds(span: Span, file: bytes, faults: list[str]) -> None:
    staked = returned = 0
    for name, facts in records_of(file):
        if name == "round":
            figures = {what: cents(facts[what]) for what in FIGURES}
            staked += figures["staked"]
            returned += figures["back"] + figures["prize"] - figures["commission"]
    record = _one(ROUNDS, span)
    _compare_euros(faults, "staked", staked, record[0] - record[2])
    _compare_euros(faults, "returned", returned, record[1] - record[3])


def _check_sessions(span: Span, file: bytes, faults: list[str]) -> None:
    started = ended = staked = 0
    for name, facts in records_of(file):
        if name == "session":
            started += _is_in_span(facts["started"], span)
            if "ended" in facts:
                ended, staked = ended + 1, staked + cents(facts["staked"])
    record = _one(STAYS, span)
    _compare(faults, "sessions begun", started, record[0])
    _compare(faults, "sessions ended", ended, record[1])
    _compare_euros(faults, "staked in ended sessions", staked, record[2])


def _is_in_span(text: str, span: Span) -> bool:
    # Files contain milliseconds; the first one of the hour belongs to it.
    return span.since - timedelta(milliseconds=1) < datetime.fromisoformat(text) < span.until


def absence_faults(span: Span, file: bytes) -> list[str]:
    faults: list[str] = []
    kinds = Counter(facts["kind"] for name, facts in records_of(file) if name == "absence")
    for kind, table in (("exclusion", "protection_exclusion"), ("pause", "protection_pause")):
        (count,) = _one(
            f"SELECT count(*) FROM {table} AS x JOIN players_player AS p ON p.id = x.player_id "
            "WHERE NOT p.testing "
            "AND tstzrange(x.starts, x.ends) && tstzrange(%(since)s, %(until)s)",
            span,
        )
        _compare(faults, f"{kind}s", kinds[kind], count)
    return faults


def summary_faults(span: Span, file: bytes, details: Iterable[bytes], before: bytes | None) -> list[str]:
    """RESF against the files of its day, against the ledger, and against the RESF of the day before."""
    faults: list[str] = []
    accounts: dict[str, tuple[int, int, int]] = {}
    by_kind: Counter[str] = Counter()
    games: dict[str, dict[str, int]] = {}
    result = 0
    for name, facts in records_of(file):
        if name == "accounts":
            accounts[facts["kind"]] = cents(facts["before"]), cents(facts["movement"]), cents(facts["after"])
        elif name == "way" and facts["test"] == "false":
            by_kind[facts["road"]] += cents(facts["came"]) - cents(facts["went"])
        elif name == "game":
            result += cents(facts["result"]) - cents(facts["entry"])
            if facts["test"] == "false":
                games[facts["game"]] = {figure: cents(facts[figure]) for figure in FIGURES}
    for kind, (opening, moved, after) in accounts.items():
        if opening + moved != after:
            faults.append(f"{kind}: {euros(opening)} and {euros(moved)} do not make {euros(after)}")
    for position, figure in enumerate(("before", "movement", "after")):
        _compare_euros(
            faults,
            f"all accounts, {figure}",
            sum(values[position] for values in accounts.values()),
            0,
            "as all accounts sum to zero",
        )
    _compare_euros(
        faults,
        "players' balances, movement",
        accounts.get("wallet", (0, 0, 0))[1],
        sum(by_kind.values()),
        "by kinds of transfer",
    )
    _check_details(faults, details, by_kind, games)
    _compare_euros(faults, "result of the rounds", result, _one(BROUGHT, span)[0], "by the ledger")
    if before is not None:
        for name, facts in records_of(before):
            if name == "accounts":
                opening = accounts.get(facts["kind"], (0, 0, 0))[0]
                _compare_euros(
                    faults,
                    f"{facts['kind']}, before",
                    opening,
                    cents(facts["after"]),
                    "as the day before ended",
                )
    return faults[:MAX_FAULTS]


def _check_details(
    faults: list[str],
    details: Iterable[bytes],
    by_kind: Counter[str],
    games: dict[str, dict[str, int]],
) -> None:
    sums: Counter[str] = Counter()
    for file in details:
        for code, (_count, amount) in totals_of(file).items():
            sums[code] += amount
    for kind in sorted(
        by_kind.keys() | {code.removeprefix("movement.") for code in sums if code.startswith("movement.")}
    ):
        _compare_euros(
            faults, f"transfers {kind}", by_kind[kind], sums[f"movement.{kind}"], "in the files of its hours"
        )
    systems = games.keys() | {code.partition(".")[2] for code in sums if code.partition(".")[0] in FIGURES}
    for system in sorted(systems):
        for code in FIGURES:
            _compare_euros(
                faults,
                f"{code}, {system}",
                games.get(system, {}).get(code, 0),
                sums[f"{code}.{system}"],
                "in the files of its hours",
            )


def span_of(file: RegulatorFile) -> Span:
    return Span(file.day, file.hour, file.since, file.until)
