"""What the proof panel looks at each minute: small questions, each answered from a few rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from casino.compliance.reading import reading
from casino.compliance.rtp_monitoring.ledger_comparison import comparison
from casino.compliance.self_checks import check_states
from casino.compliance.self_checks.anchors import files as anchor_files
from casino.compliance.self_checks.models import Proof, State
from players.audit import note
from players.audit.models import Horizon, Line
from players.protection.models import NationalFeed
from players.protection.national_register import LATE
from players.shared import clock

Found = tuple[bool, dict[str, Any]]
REPLAY = "record.proved"
# The proof of the record runs each night; once it was missed by so much, somebody should know.
PROVED_WITHIN = timedelta(hours=30)
ANCHORED_WITHIN = timedelta(hours=3)
SEALED_WITHIN = timedelta(minutes=10)

BALANCE = "SELECT kind, currency, count(*), sum(balance)::bigint FROM wallet_account GROUP BY kind, currency ORDER BY currency DESC, kind"
STAKES = """
SELECT t.id, t.name, a.currency, a.kind, a.balance,
       EXISTS (SELECT FROM games_round AS r WHERE r.table_id = t.id AND r.number = t.round AND r.status = 'open') AS open
FROM wallet_account AS a JOIN games_table AS t ON t.id = a.table
WHERE a.kind IN ('stakes', 'held') AND a.balance <> 0 ORDER BY t.name, a.kind
"""
METERS = """
SELECT t.id, t.name, a.currency, a.balance, a.moves, came.cents, went.cents, coalesce(came.moves, 0) + coalesce(went.moves, 0)
FROM wallet_account AS a JOIN games_table AS t ON t.id = a.table
LEFT JOIN LATERAL (SELECT sum(cents)::bigint AS cents, count(*) AS moves FROM wallet_transfer WHERE target_id = a.id) AS came ON true
LEFT JOIN LATERAL (SELECT sum(cents)::bigint AS cents, count(*) AS moves FROM wallet_transfer WHERE source_id = a.id) AS went ON true
WHERE a.kind = 'jackpot' ORDER BY t.name
"""
# Of the last day: a movement that joins two currencies, or a table of credits whose account holds money.
APART = """
SELECT (SELECT count(*) FROM wallet_transfer AS w JOIN wallet_account AS a ON a.id IN (w.source_id, w.target_id)
        WHERE w.at > now() - interval '1 day' AND a.currency <> w.currency)
     + (SELECT count(*) FROM wallet_account AS a JOIN games_table AS t ON t.id = a.table WHERE a.currency <> t.currency)
"""
UNANSWERED = "SELECT count(*) FROM returns_alarm AS a WHERE NOT EXISTS (SELECT FROM returns_answer AS w WHERE w.alarm_id = a.id)"
OPEN_TRANSACTIONS = """
SELECT min(a.xact_start) FROM pg_stat_activity AS a JOIN pg_locks AS l ON l.pid = a.pid AND l.locktype = 'virtualxid'
WHERE l.virtualtransaction = ANY(%s)
"""
SEALS = "SELECT number, until, chain FROM audit_seal ORDER BY number DESC LIMIT 1"


def asked(sql: str) -> list[tuple[Any, ...]]:
    with reading() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def balance(now: datetime) -> Found:
    """The sum of all accounts is nought in each currency."""
    found = asked(BALANCE)
    sums: dict[str, int] = {}
    for _, currency, _, cents in found:
        sums[currency] = sums.get(currency, 0) + cents
    lines = [
        {"kind": kind, "currency": currency, "accounts": count, "cents": cents}
        for kind, currency, count, cents in found
    ]
    return not any(sums.values()), {"lines": lines, "sums": sums}


def stakes(now: datetime) -> Found:
    """Stakes lie only where a round is open; what the rules carry on lies between rounds."""
    lines = [
        {"table": id, "name": name, "currency": currency, "kind": kind, "cents": cents, "open": open}
        for id, name, currency, kind, cents, open in asked(STAKES)
    ]
    return all(line["open"] or line["kind"] == "held" for line in lines), {"lines": lines}


def jackpots(now: datetime) -> Found:
    """What the meter shows is what went in less what came out."""
    lines = [
        {"table": id, "name": name, "currency": currency, "cents": cents, "came": came or 0, "went": went or 0,
         "good": cents == (came or 0) - (went or 0) and moves == counted}
        for id, name, currency, cents, moves, came, went, counted in asked(METERS)
    ]  # fmt: skip
    return all(line["good"] for line in lines), {"lines": lines}


def apart(now: datetime) -> Found:
    """Demonstration credits meet no money."""
    (count,) = asked(APART)[0]
    return count == 0, {"met": count}


def replay(now: datetime) -> Found:
    """The last proof of the record, folded again from its events."""
    line = Line.objects.filter(kind=REPLAY).order_by("-pk").first()
    if line is None:
        return True, {"ran": None}
    told = {
        "ran": line.at,
        "rounds": line.said.get("rounds"),
        "differences": line.said.get("differences"),
        "since": line.said.get("since"),
    }
    return not told["differences"] and now - line.at < PROVED_WITHIN, told


def sealing(now: datetime) -> Found:
    """That sealing goes on. Where it is behind, nothing is wrong with what is sealed; people are told what holds it up."""
    seal = next(iter(asked(SEALS)), None)
    if seal is None:
        return True, {"until": None}
    behind = now - seal[1]
    told: dict[str, Any] = {"until": seal[1], "minutes": int(behind.total_seconds() // 60)}
    if behind < SEALED_WITHIN:
        return True, told
    looked = State.objects.filter(pk="watch").values_list("at", flat=True).first()
    if looked is not None and now - looked > check_states.LATE:
        return False, told | {"cause": "stopped", "since": looked}
    began = transaction_waited_for()
    return False, told | (
        {"cause": "transaction", "since": began} if began is not None else {"cause": "worker"}
    )


def transaction_waited_for() -> datetime | None:
    """When the oldest transaction began whose end sealing waits for; nothing where it waits for none."""
    waiting = Horizon.objects.order_by("pk").last()
    if waiting is None:
        return None
    began: datetime | None
    with connection.cursor() as cursor:
        cursor.execute(OPEN_TRANSACTIONS, [waiting.running])
        (began,) = cursor.fetchone()
    return began


def chains(now: datetime) -> Found:
    """The last check of all chains. Whether sealing goes on is looked at by itself."""
    seal = next(iter(asked(SEALS)), None)
    proof = Proof.objects.filter(kind="chains").order_by("-pk").first()
    told: dict[str, Any] = {"seal": seal[0], "until": seal[1], "chain": seal[2]} if seal else {"seal": None}
    told["checked"] = proof.ended if proof else None
    if proof is not None:
        told |= {"rows": proof.rows, "differences": proof.differences, "said": proof.said[:5]}
    return proof is None or not proof.differences, told


def anchors(now: datetime) -> Found:
    """The chains were written where they can leave the house."""
    known = anchor_files()
    if not known:
        return True, {"last": None, "folder": str(settings.ANCHOR_DIR)}
    at = datetime.fromtimestamp(known[-1].stat().st_mtime, now.tzinfo)
    return now - at < ANCHORED_WITHIN, {
        "last": at,
        "name": known[-1].name,
        "count": len(known),
        "folder": str(settings.ANCHOR_DIR),
    }


def returns(now: datetime) -> Found:
    """Alarms of return control are answered."""
    (count,) = asked(UNANSWERED)[0]
    return count == 0, {"open": count}


def monitored(now: datetime) -> Found:
    """What return control counts of each game is what the transfers of that game sum to."""
    lines = [
        {
            "system": line.system,
            "monitored": line.monitored,
            "ledger": line.ledger,
            "difference": line.difference,
        }
        for line in comparison()
    ]
    return not any(line["difference"] for line in lines), {"lines": lines}


def national_list(now: datetime) -> Found:
    """The national list was taken over whole, and lately.  [903-B 2.2.3]"""
    feed = NationalFeed.objects.filter(pk=1).first()
    if feed is None or feed.loaded is None:
        return False, {"loaded": None, "trouble": feed.trouble if feed else ""}
    good = not feed.trouble and now - feed.loaded < LATE
    return good, {"loaded": feed.loaded, "entries": feed.entries, "trouble": feed.trouble}


GENERATOR = """
SELECT (SELECT count(*) FROM games_table WHERE status = 'held' AND reason = 'generator'),
       coalesce((SELECT kind = 'generator.failed' FROM audit_line WHERE kind LIKE 'generator.%' ORDER BY id DESC LIMIT 1), false)
"""


def generator(now: datetime) -> Found:
    """No table waits because the random generator failed, and the last croupier that started found it well.  [P23]"""
    tables, failed = asked(GENERATOR)[0]
    return not tables and not failed, {"tables": tables, "failed": failed}


REFUSED_TASKS = """
SELECT count(*), max(at) FROM audit_line WHERE kind = 'tasks.refused' AND at > now() - interval '1 day'
"""


def tasks(now: datetime) -> Found:
    """Nobody wrote an unsigned task to the broker during the last day."""
    count, last = asked(REFUSED_TASKS)[0]
    return count == 0, {"lines": count, "last": last}


EACH_MINUTE: dict[str, Callable[[datetime], Found]] = {
    "balance": balance, "stakes": stakes, "apart": apart, "replay": replay, "sealing": sealing, "chains": chains, "anchors": anchors,
    "returns": returns, "tasks": tasks,
}  # fmt: skip
EACH_HOUR: dict[str, Callable[[datetime], Found]] = {"jackpots": jackpots, "monitored": monitored}


def look(which: dict[str, Callable[[datetime], Found]]) -> list[str]:
    """Looks at each, keeps what was found, and writes into the log what has gone wrong or come right since; the names of what is wrong."""
    wrong, now = [], clock.now()
    for name, check in which.items():
        with transaction.atomic():
            good, told = check(now)
            before = State.objects.filter(pk=name).values_list("good", flat=True).first()
            check_states.keep(name, good, **told)
            if (before is None and not good) or (before is not None and before != good):
                note(f"watch.{'came-right' if good else 'went-wrong'}", about=f"watch:{name}")
        if not good:
            wrong.append(name)
    return wrong
