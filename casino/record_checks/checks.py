"""The self-checks. Each returns whether all is well, and the details for the panel, from a few rows.

A check that had nothing to look at returns None: it vouches for nothing. One that ends with an error says so.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import connection, transaction
from msgspec import structs

from casino.compliance.reading import reading
from casino.compliance.reports.daily_totals import REFOLDED_DAYS
from casino.compliance.rtp_monitoring.ledger_comparison import comparison, monitored_days
from casino.compliance.rtp_monitoring.models import ReturnsFoldedUntil
from casino.record_checks import check_states, unfinished_rounds, voids_after_close
from casino.record_checks.anchors import newest_anchor
from casino.record_checks.models import Proof, State
from casino.record_checks.time_servers import check_clock
from casino.tasks import task_runs
from casino.tasks.check_states import Verdict
from players.audit import note
from players.audit.models import Horizon, Line
from players.protection.models import NationalFeed
from players.protection.national_register import MAX_LIST_AGE
from players.shared import clock
from players.wallet import books

log = structlog.get_logger(__name__)
CheckResult = tuple[bool | None, dict[str, Any]]
Check = Callable[[datetime], CheckResult]
REPLAY = "record.proved"
# The proof of the record runs each night; this allows one run to be six hours late.
PROVED_WITHIN = timedelta(hours=30)
ANCHORED_WITHIN = timedelta(hours=3)
SEALED_WITHIN = timedelta(minutes=10)
# Return control counts a day in the hours after it; the theory of a new sheet may take one of them.
COUNTED_WITHIN = timedelta(hours=6)

BALANCE = """
SELECT kind, currency, count(*), sum(balance)::bigint FROM wallet_account
GROUP BY kind, currency ORDER BY currency DESC, kind
"""
STAKES = """
SELECT t.id, t.name, a.currency, a.kind, a.balance,
       EXISTS (
           SELECT FROM games_round AS r WHERE r.table_id = t.id AND r.number = t.round AND r.status = 'open'
       ) AS open
FROM wallet_account AS a JOIN games_table AS t ON t.id = a.table
WHERE a.kind IN ('stakes', 'held') AND a.balance <> 0 ORDER BY t.name, a.kind
"""
# A meter is read from the last check of the books and the transfers since.
JACKPOTS = f"""
WITH last_check AS MATERIALIZED (SELECT coalesce(({books.LAST_CHECK}), '-infinity') AS at)
SELECT t.id, t.name, a.currency, a.balance, a.moves,
       coalesce(c.received, 0) + coalesce(paid_in.cents, 0),
       coalesce(c.paid, 0) + coalesce(paid_out.cents, 0),
       coalesce(c.moves, 0) + paid_in.moves + paid_out.moves
FROM wallet_account AS a JOIN games_table AS t ON t.id = a.table
CROSS JOIN last_check
LEFT JOIN wallet_checkedbalance AS c ON c.account_id = a.id
CROSS JOIN LATERAL (
    SELECT sum(w.cents)::bigint AS cents, count(*) AS moves FROM wallet_transfer AS w
    WHERE w.target_id = a.id AND w.at >= last_check.at
) AS paid_in
CROSS JOIN LATERAL (
    SELECT sum(w.cents)::bigint AS cents, count(*) AS moves FROM wallet_transfer AS w
    WHERE w.source_id = a.id AND w.at >= last_check.at
) AS paid_out
WHERE a.kind = 'jackpot' ORDER BY t.name
"""
# Transfers of the last day between two currencies, and table accounts in another currency than their table's.
MIXED_CURRENCIES = """
SELECT (SELECT count(*) FROM wallet_transfer AS w
        JOIN wallet_account AS a ON a.id IN (w.source_id, w.target_id)
        WHERE w.at > now() - interval '1 day' AND a.currency <> w.currency)
     + (SELECT count(*) FROM wallet_account AS a JOIN games_table AS t ON t.id = a.table
        WHERE a.currency <> t.currency)
"""
UNANSWERED_ALARMS = """
SELECT count(*) FROM rtp_monitoring_alarm AS a
WHERE NOT EXISTS (SELECT FROM rtp_monitoring_answer AS w WHERE w.alarm_id = a.id)
"""
OPEN_TRANSACTIONS = """
SELECT min(a.xact_start) FROM pg_stat_activity AS a
JOIN pg_locks AS l ON l.pid = a.pid AND l.locktype = 'virtualxid'
WHERE l.virtualtransaction = ANY(%s)
"""
LAST_SEAL = "SELECT number, until, chain FROM audit_seal ORDER BY number DESC LIMIT 1"


def fetch_rows(sql: str) -> list[tuple[Any, ...]]:
    with reading() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def balance(now: datetime) -> CheckResult:
    """The balances of all accounts sum to zero in each currency."""
    rows = fetch_rows(BALANCE)
    sums: dict[str, int] = {}
    for _, currency, _, cents in rows:
        sums[currency] = sums.get(currency, 0) + cents
    lines = [
        {"kind": kind, "currency": currency, "accounts": count, "cents": cents}
        for kind, currency, count, cents in rows
    ]
    return (not any(sums.values()) if rows else None), {"lines": lines, "sums": sums}


def stakes(now: datetime) -> CheckResult:
    """Stakes exist only where a round is open; held stakes may stay between rounds."""
    lines = [
        {"table": table, "name": name, "currency": currency, "kind": kind, "cents": cents, "open": is_open}
        for table, name, currency, kind, cents, is_open in fetch_rows(STAKES)
    ]
    return all(line["open"] or line["kind"] == "held" for line in lines), {"lines": lines}


def jackpots(now: datetime) -> CheckResult:
    """Each jackpot equals what was paid in less what was paid out."""
    lines = [
        {
            "table": table,
            "name": name,
            "currency": currency,
            "cents": cents,
            "came": paid_in,
            "went": paid_out,
            "good": cents == paid_in - paid_out and moves == transfer_count,
        }
        for table, name, currency, cents, moves, paid_in, paid_out, transfer_count in fetch_rows(JACKPOTS)
    ]
    return all_good(lines), {"lines": lines}


def all_good(lines: list[dict[str, Any]]) -> bool | None:
    """Whether every line is good; None without a line, because nothing was looked at."""
    return all(line["good"] for line in lines) if lines else None


def currencies_apart(now: datetime) -> CheckResult:
    """Demonstration credits and money never mix."""
    (count,) = fetch_rows(MIXED_CURRENCIES)[0]
    return count == 0, {"met": count}


def replay(now: datetime) -> CheckResult:
    """The last replay of the record found no difference, and is recent."""
    line = Line.objects.filter(kind=REPLAY).order_by("-pk").first()
    if line is None:
        return None, {"ran": None}
    details = {
        "ran": line.at,
        "rounds": line.details.get("rounds"),
        "differences": line.details.get("differences"),
        "since": line.details.get("since"),
    }
    return not details["differences"] and now - line.at < PROVED_WITHIN, details


def sealing(now: datetime) -> CheckResult:
    """Sealing is up to date. Late sealing does not affect what is sealed; the details name the cause."""
    seal = next(iter(fetch_rows(LAST_SEAL)), None)
    if seal is None:
        return None, {"until": None}
    delay = now - seal[1]
    details: dict[str, Any] = {"until": seal[1], "minutes": int(delay.total_seconds() // 60)}
    if delay < SEALED_WITHIN:
        return True, details
    last_run = State.objects.filter(pk="watch").values_list("at", flat=True).first()
    if last_run is not None and now - last_run > check_states.OVERDUE_AFTER:
        return False, details | {"cause": "stopped", "since": last_run}
    blocked_since = oldest_blocking_transaction()
    if blocked_since is not None:
        return False, details | {"cause": "transaction", "since": blocked_since}
    return False, details | {"cause": "worker"}


def oldest_blocking_transaction() -> datetime | None:
    """When the oldest transaction that sealing waits for began; None if it waits for none."""
    horizon = Horizon.objects.order_by("pk").last()
    if horizon is None:
        return None
    began: datetime | None
    with connection.cursor() as cursor:
        cursor.execute(OPEN_TRANSACTIONS, [horizon.running])
        (began,) = cursor.fetchone()
    return began


def chains(now: datetime) -> CheckResult:
    """The last check of the new chains and the last complete check found no difference.

    `sealing` checks separately that sealing is on time.
    """
    seal = next(iter(fetch_rows(LAST_SEAL)), None)
    proofs = Proof.objects.filter(kind="chains").order_by("-pk")
    proof, complete = proofs.first(), proofs.filter(complete=True).first()
    if complete is not None and complete.differences:
        proof = complete  # a difference in the past stays until a complete check no longer finds it
    details: dict[str, object] = {"seal": None}
    if seal is not None:
        details = {"seal": seal[0], "until": seal[1], "chain": seal[2]}
    details["checked"] = proof.ended if proof else None
    if proof is not None:
        details |= {"rows": proof.rows, "differences": proof.differences, "faults": proof.faults[:5]}
    return (None if proof is None else not proof.differences), details


def anchors(now: datetime) -> CheckResult:
    """A recent anchor file exists in the folder that is shipped elsewhere."""
    path = newest_anchor()
    if path is None:
        return None, {"last": None, "folder": str(settings.ANCHOR_DIR)}
    at = datetime.fromtimestamp(path.stat().st_mtime, now.tzinfo)
    return now - at < ANCHORED_WITHIN, {"last": at, "name": path.name, "folder": str(settings.ANCHOR_DIR)}


def returns(now: datetime) -> CheckResult:
    """No alarm of return control waits for an answer, and it has counted the days that are over."""
    (count,) = fetch_rows(UNANSWERED_ALARMS)[0]
    counted = ReturnsFoldedUntil.objects.values_list("day", flat=True).first()
    details = {"open": count, "counted": counted}
    if count:
        return False, details
    if counted is None or monitored_days() is None:
        return None, details
    return now < clock.midnight(counted + timedelta(days=1)) + COUNTED_WITHIN, details


def monitored(now: datetime, *, complete: bool = False) -> CheckResult:
    """The totals of return control equal the sums of transfers, for each game.

    Unless `complete`, only the days since the last comparison without a difference are compared.
    """
    days = monitored_days()
    if days is None:
        return None, {"lines": [], "since": None}
    before = State.objects.filter(pk="monitored").values_list("details", flat=True).first() or {}
    reached = None if complete else before.get("reached")
    since = date.fromisoformat(reached) if reached else days[0]
    lines = [
        {
            "system": line.system,
            "monitored": line.monitored,
            "ledger": line.ledger,
            "difference": line.difference,
        }
        for line in comparison(since)
    ]
    good = not any(line["difference"] for line in lines)
    # The last days are folded once more. After a difference, the next comparison begins where this one did.
    next_day = max(since, days[1] - timedelta(days=REFOLDED_DAYS)) if good else since
    return good, {"lines": lines, "since": since, "reached": next_day}


def national_list(now: datetime) -> CheckResult:
    """The national list was loaded completely and recently.  [903-B 2.2.3]"""
    feed = NationalFeed.objects.filter(pk=1).first()
    if feed is None or feed.loaded is None:
        return False, {"loaded": None, "trouble": feed.trouble if feed else ""}
    good = not feed.trouble and now - feed.loaded < MAX_LIST_AGE
    return good, {"loaded": feed.loaded, "entries": feed.entries, "trouble": feed.trouble}


GENERATOR = """
SELECT (SELECT count(*) FROM games_table WHERE status = 'held' AND reason = 'generator'),
       (SELECT kind = 'generator.failed' FROM audit_line WHERE kind LIKE 'generator.%'
        ORDER BY id DESC LIMIT 1)
"""


def generator(now: datetime) -> CheckResult:
    """No table is on hold because of the random generator, and its last start-up test passed. None where no
    croupier has ever tested it.  [P23]
    """
    tables, failed = fetch_rows(GENERATOR)[0]
    good = None if failed is None and not tables else not (tables or failed)
    return good, {"tables": tables, "failed": bool(failed)}


# A beacon without a report for this long is not followed any more.
BEACON_REPORTS_WITHIN = timedelta(seconds=30)
# A refused response stays an alarm for this long: staff should find out why a relay sent it.
BEACON_REFUSALS_FOR = timedelta(hours=1)
BEACONS = """
SELECT name, at, number, trouble, since, refused, refused_at, refused_why, refused_relay
FROM games_beaconwatch ORDER BY name
"""


def beacon(now: datetime) -> CheckResult:
    """Each beacon is followed and publishes in time, and no relay contradicted its key or its signature."""
    lines = []
    for name, at, number, trouble, since, refused, refused_at, why, relay in fetch_rows(BEACONS):
        is_silent = now - at > BEACON_REPORTS_WITHIN
        is_refused = refused_at is not None and now - refused_at < BEACON_REFUSALS_FOR
        lines.append(
            {
                "name": name,
                "number": number,
                "trouble": "silent" if is_silent else trouble,
                "since": at if is_silent else since,
                "refused": refused,
                "why": why if is_refused else "",
                "relay": relay if is_refused else "",
                "good": not (is_silent or trouble or is_refused),
            }
        )
    return all_good(lines), {"lines": lines}


REFUSED_TASKS = """
SELECT count(*), max(at) FROM audit_line WHERE kind = 'tasks.refused' AND at > now() - interval '1 day'
"""


def tasks(now: datetime) -> CheckResult:
    """The worker refused no unsigned task during the last day."""
    count, last = fetch_rows(REFUSED_TASKS)[0]
    return count == 0, {"lines": count, "last": last}


def schedule(now: datetime) -> CheckResult:
    """No task of the worker is late, failed, or began and never ended. Not known before each has run."""
    states = task_runs.standings()
    lines = [
        {"task": name, "verdict": state.verdict, "since": state.since, "error": state.error}
        for name, state in states.items()
        if state.raises_alarm
    ]
    is_known = all(state.verdict is not Verdict.UNKNOWN for state in states.values())
    return (not lines if is_known or lines else None), {"lines": lines}


def voids(now: datetime) -> CheckResult:
    """No table, and not the house, ended too many rounds after their close that the house would have lost."""
    ended = voids_after_close.voids_after_close(now)
    lines = [
        {**structs.asdict(line), "good": not line.is_suspect} for line in voids_after_close.by_table(ended)
    ]
    details = {
        "lines": lines,
        "occasions": voids_after_close.suspect_occasions(ended),
        "most": voids_after_close.MAX_VOIDS,
        "most_occasions": voids_after_close.MAX_OCCASIONS,
        "days": voids_after_close.WINDOW.days,
    }
    return not voids_after_close.needs_review(ended), details


def unfinished(now: datetime) -> CheckResult:
    """No round with stakes is so old that it may pass its last day unresolved.  [903-B 6.3.2.4]"""
    lines = unfinished_rounds.unfinished_rounds(now)
    details = {
        "lines": lines,
        "days": unfinished_rounds.RESOLVED_WITHIN.days,
        "before": unfinished_rounds.ALARM_BEFORE.days,
    }
    return all(line["good"] for line in lines), details


MINUTE_CHECKS: dict[str, Check] = {
    "balance": balance,
    "stakes": stakes,
    "apart": currencies_apart,
    "replay": replay,
    "sealing": sealing,
    "chains": chains,
    "anchors": anchors,
    "returns": returns,
    "tasks": tasks,
    "schedule": schedule,
    "national-list": national_list,
    "generator": generator,
    "beacon": beacon,
}
HOURLY_CHECKS: dict[str, Check] = {
    "jackpots": jackpots,
    "monitored": monitored,
    "voids": voids,
    "unfinished": unfinished,
    "clock": check_clock,
}


def run_checks(checks: dict[str, Check]) -> list[str]:
    """Run the checks, store the results and audit every change. Returns the names of the failing checks.

    An error of one check is its result, and the others still run.
    """
    failing, now = [], clock.now()
    for name, check in checks.items():
        good, details = _run_check(name, check, now)
        with transaction.atomic():
            before = State.objects.filter(pk=name).values_list("good", flat=True).first()
            check_states.store_state(name, good, **details)
            if (before is not False and good is False) or (before is False and good is not False):
                note(f"watch.{'went-wrong' if good is False else 'came-right'}", about=f"watch:{name}")
        if good is False:
            failing.append(name)
    return failing


def _run_check(name: str, check: Check, now: datetime) -> CheckResult:
    try:
        with transaction.atomic():
            return check(now)
    except Exception as error:
        log.exception("self-check failed", check=name)
        return False, {"error": task_runs.describe_error(error)}
