"""The reconciliation of files with each other and with independent queries of the ledger, for every pack.

The files are read back from their store, not taken from memory, by the pack's own reader. The queries here
are not those that the facts were read with: they go by account, and by the sums of accounts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from casino.compliance.reading import reading
from casino.compliance.regulator.facts import INTERNAL, PLAY
from casino.compliance.regulator.facts.queries import REGISTER_ACTS
from casino.compliance.regulator.facts.spans import Span
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.packs import Figures, Kind
from casino.compliance.regulator.packs.document import MAX_FAULTS, euros

# By player: what play and everything else moved, and the balance at the end of the period.
LEDGER = """
WITH side AS MATERIALIZED (
    SELECT target_id AS account, kind, cents FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR' AND kind <> ALL(%(internal)s)
    UNION ALL
    SELECT source_id, kind, -cents FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR' AND kind <> ALL(%(internal)s)
), moved AS (
    SELECT a.player_id, coalesce(sum(s.cents) FILTER (WHERE s.kind = ANY(%(play)s)), 0) AS play,
           coalesce(sum(s.cents) FILTER (WHERE s.kind <> ALL(%(play)s)), 0) AS money
    FROM side AS s JOIN wallet_account AS a ON a.id = s.account AND a.kind IN ('wallet', 'stack')
    JOIN players_player AS p ON p.id = a.player_id AND NOT p.testing
    GROUP BY 1
)
SELECT m.player_id::text, m.play::bigint, m.money::bigint, (
    SELECT sum(a.balance - coalesce((SELECT sum(t.cents) FROM wallet_transfer AS t
                                     WHERE t.target_id = a.id AND t.at >= %(until)s), 0)
                         + coalesce((SELECT sum(t.cents) FROM wallet_transfer AS t
                                     WHERE t.source_id = a.id AND t.at >= %(until)s), 0))
    FROM wallet_account AS a
    WHERE a.player_id = m.player_id AND a.kind IN ('wallet', 'stack') AND a.currency = 'EUR'
)::bigint FROM moved AS m
"""
# What the rounds that ended told of themselves, which are written independently of the transfers; between
# players one wins what another loses, who may be a test account, so each player's own part is taken.
COMMISSION = """
SELECT coalesce(sum(s.commission), 0)::bigint FROM games_stake AS s
JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
JOIN players_player AS p ON p.id = s.player_id AND NOT p.testing
WHERE s.at >= %(since)s AND s.at < %(until)s
"""
ENTRIES = """
SELECT coalesce(sum(w.cents), 0)::bigint FROM wallet_transfer AS w
JOIN wallet_account AS a ON a.id = w.source_id
JOIN players_player AS p ON p.id = a.player_id AND NOT p.testing
WHERE w.at >= %(since)s AND w.at < %(until)s AND w.kind = 'buy-in-commission' AND w.currency = 'EUR'
"""
VISITS = """
WITH action AS MATERIALIZED (
    SELECT person_id FROM identity_signin WHERE began >= %(since)s AND began < %(until)s
    UNION ALL
    SELECT person_id FROM identity_signin WHERE ended >= %(since)s AND ended < %(until)s
)
SELECT count(*) FROM action AS n JOIN players_player AS p ON p.person_id = n.person_id
WHERE NOT p.testing AND p.status NOT IN ('visitor', 'partner')
"""
CHANGED = """
SELECT count(DISTINCT l.player_id) FROM audit_line AS l
JOIN players_player AS p ON p.id = l.player_id AND NOT p.testing AND p.status NOT IN ('visitor', 'partner')
WHERE l.at >= %(since)s AND l.at < %(until)s AND l.kind ~ %(acts)s
"""
EXCLUDED = """
SELECT count(*) FROM protection_exclusion AS x JOIN players_player AS p ON p.id = x.player_id
WHERE NOT p.testing AND x.source = 'own' AND x.starts >= %(since)s AND x.starts < %(until)s
"""
COUNTED = {Kind.SESSIONS: VISITS, Kind.PEOPLE: CHANGED, Kind.EXCLUSIONS: EXCLUDED}
Read = dict[Kind, Figures]
Faults = dict[Kind, list[str]]


def period_faults(span: Span, files: Read) -> Faults:
    """The faults of the files of one period, by kind."""
    faults: Faults = {kind: list(figures.faults) for kind, figures in files.items()}
    for kind, sql in COUNTED.items():
        if kind in files:
            _compare(faults[kind], "records", files[kind].rows, _number(sql, span))
    if files.keys() & {Kind.PLAY, Kind.MONEY}:
        _check_ledger(span, files, faults)
    return {kind: found[:MAX_FAULTS] for kind, found in faults.items()}


def _number(sql: str, span: Span) -> int:
    acts = "|".join(f"^{act.replace('.', chr(92) + '.')}" for act in REGISTER_ACTS)
    with reading() as cursor:
        cursor.execute(sql, {"since": span.since, "until": span.until, "acts": acts})
        return int(cursor.fetchone()[0])


def _compare(faults: list[str], label: str, in_file: int, in_record: int) -> None:
    if in_file != in_record:
        faults.append(f"{label}: {in_file} in the file, {in_record} in the record")


def _compare_euros(faults: list[str], label: str, in_file: int, expected: int, source: str) -> None:
    if in_file != expected:
        faults.append(f"{label}: {euros(in_file)} in the file, {euros(expected)} {source}")


def _check_ledger(span: Span, files: Read, faults: Faults) -> None:
    """Each player's play and money equal the ledger, and the account begins and ends as the ledger says."""
    with reading() as cursor:
        cursor.execute(LEDGER, {"since": span.since, "until": span.until, "internal": INTERNAL, "play": PLAY})
        ledger: dict[str, tuple[int, int, int]] = {row[0]: row[1:] for row in cursor.fetchall()}
    for kind, position in ((Kind.PLAY, 0), (Kind.MONEY, 1)):
        if kind not in files:
            continue
        moved = files[kind].moved
        for player in sorted(moved.keys() | ledger.keys()):
            expected = ledger.get(player, (0, 0, 0))[position]
            _compare_euros(faults[kind], f"player {player}", moved[player], expected, "in the ledger")
    if Kind.PLAY in files:
        _check_accounts(files[Kind.PLAY], ledger, faults[Kind.PLAY])
        commission = sum(
            cents for code, cents in files[Kind.PLAY].sums.items() if code.startswith("commission.")
        )
        expected = _number(COMMISSION, span) + _number(ENTRIES, span)
        _compare_euros(faults[Kind.PLAY], "commission", commission, expected, "in the rounds")


def _check_accounts(figures: Figures, ledger: dict[str, tuple[int, int, int]], faults: list[str]) -> None:
    for player, (_opening, moved, closing) in sorted(figures.told.items()):
        if player in ledger:
            play, money, balance = ledger[player]
            _compare_euros(faults, f"account of player {player}", moved, play + money, "in the ledger")
            _compare_euros(faults, f"balance of player {player}", closing, balance, "in the ledger")
        elif moved:
            faults.append(f"account of player {player}: {euros(moved)} in the file, nothing in the ledger")


def totals_faults(totals: Figures, details: Iterable[Figures]) -> list[str]:
    """The sums of the day against those of the files of its play."""
    faults, sums = list(totals.faults), Counter[str]()
    for figures in details:
        sums.update(figures.sums)
    for code in sorted(totals.sums.keys() | sums.keys()):
        _compare_euros(faults, code, totals.sums[code], sums[code], "in the files of its day")
    return faults[:MAX_FAULTS]


def span_of(file: RegulatorFile) -> Span:
    return Span(file.day, file.hour, file.since, file.until)
