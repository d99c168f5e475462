"""What `/metrics` tells Prometheus: figures of the whole system, read at each request.

Each figure is left out while its source does not answer, so that a graph shows a gap and no invented zero.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import cast

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from prometheus_client import REGISTRY, Gauge
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from casino.operation import liveness
from casino.operation.same_extras import other_processes
from casino.services import pgbackrest
from casino.tasks import task_runs
from casino.tasks.check_states import Verdict
from casino.tasks.queues import QUEUES
from games.models import SHARDS
from games.tables.croupier import metrics as croupier_metrics
from games.tables.transport.envelope import shard_list
from games.tables.web.presence import ALIVE
from players.wallet.cashier import refused_notifications

READY = Gauge("house_ready", "1 where a part of the house answers", ["part"])
AGE = Gauge("house_age_seconds", "Seconds since the youngest sign of life of a part of the house", ["part"])
PROCESSES = Gauge("house_processes", "Living processes of a part of the house", ["part"])
LEASES = Gauge("house_leases", f"Lists of commands that a croupier serves, of {SHARDS}")
# What each croupier counts: the name here, and what it is.
COUNTERS = {
    "commands": "Commands that this croupier decided",
    "refused": "Commands that this croupier refused",
    "rounds": "Rounds that ended at this croupier",
    "void": "Rounds among them that were void",
    "faults": "Turns that ended with a table on hold",
}
HELD_TABLES = "SELECT count(*) FROM games_table WHERE status = 'held'"
SEAL_LAG = "SELECT extract(epoch FROM clock_timestamp() - until) FROM audit_seal ORDER BY number DESC LIMIT 1"
REPLICATION_LAG = "SELECT house_replication_lag()"
# How far the monitoring rules have read the record.
MONITORING_LAG = "SELECT extract(epoch FROM clock_timestamp() - min(until)) FROM monitoring_shard"
# How far the public log has come; nothing where none is kept.
LOG_LAG = "SELECT extract(epoch FROM clock_timestamp() - until) FROM public_log_head"
# Since when no witness has signed: since ever, where none has. Nothing where the house names no witness.
LOG_UNSEEN = (
    "SELECT CASE WHEN count(*) > 0 "
    "THEN extract(epoch FROM clock_timestamp() - coalesce(max(at), '1970-01-01')) END "
    "FROM public_log_cosigning"
)
# Since the moment of the last published total of players' money; nothing where none was published.
PLAYERS_MONEY_AGE = "SELECT extract(epoch FROM clock_timestamp() - max(instant)) FROM players_funds_daytotal"
# Rows beyond the last month that is ready count as no month.
MONTHS_AHEAD = "SELECT CASE WHEN is_beyond THEN 0 ELSE months END FROM record_months_ahead()"
# Orders to pay money out that the gateway has not taken yet; 0 where none waits.
PAYOUT_WAIT = (
    "SELECT coalesce(extract(epoch FROM clock_timestamp() - min(made)), 0) FROM cashier_gatewayrequest "
    "WHERE done IS NULL AND kind IN ('pay-out', 'refund')"
)
# Withdrawals whose promised time ends soon, or has passed.
PROMISES_AT_RISK = (
    "SELECT count(*) FROM cashier_payment WHERE status IN ('held', 'released', 'sent') "
    f"AND promised < clock_timestamp() + interval '{int(settings.PAYOUT_ALARM_MINUTES)} minutes'"
)
WEB_PROCESSES = "SELECT id FROM games_processkey WHERE kind = 'web' AND until > clock_timestamp() ORDER BY id"
DATABASE_GAUGES = {
    "house_tables_held": ("Tables on hold, which wait for two people of the house", HELD_TABLES),
    "house_seal_lag_seconds": ("Seconds of the record that are not sealed yet", SEAL_LAG),
    "house_monitoring_lag_seconds": ("Seconds of the record that no rule has read yet", MONITORING_LAG),
    "house_public_log_lag_seconds": ("Seconds of the record that the public log has not yet", LOG_LAG),
    "house_public_log_unseen_seconds": ("Seconds for which no witness has signed the public log", LOG_UNSEEN),
    "house_players_money_age_seconds": (
        "Seconds since the moment of the last published total of players' money",
        PLAYERS_MONEY_AGE,
    ),
    "house_replication_lag_seconds": ("Seconds by which the slowest standby is behind", REPLICATION_LAG),
    "house_payout_wait_seconds": ("Seconds for which the oldest order to pay out waits", PAYOUT_WAIT),
    "house_payout_promises_at_risk": (
        "Withdrawals whose promised time ends within PAYOUT_ALARM_MINUTES, or has passed",
        PROMISES_AT_RISK,
    ),
    "house_record_months_ahead": ("Months to come for which the record has a place", MONTHS_AHEAD),
}


def read_value(query: str) -> float | None:
    with connection.cursor() as cursor:
        cursor.execute(query)
        row = cursor.fetchone()
    return None if row is None or row[0] is None else float(row[0])


def from_database() -> Iterator[Metric]:
    for name, (description, query) in DATABASE_GAUGES.items():
        value = read_value(query)
        if value is not None:
            yield GaugeMetricFamily(name, description, value)


def tasks() -> Iterator[Metric]:
    """How many tasks of the worker are in each state (`casino.tasks.check_states`)."""
    counts = Counter(standing.verdict for standing in task_runs.standings().values())
    gauge = GaugeMetricFamily("house_tasks", "Tasks of the worker by what is known of them", labels=["state"])
    for verdict in (Verdict.FINE, Verdict.UNKNOWN, Verdict.LATE, Verdict.ERROR):
        gauge.add_metric([verdict], counts[verdict])
    yield gauge


def croupiers(client: redis.Redis) -> Iterator[Metric]:
    """The counters of all croupiers, as they last published them, each under its own name."""
    published = list(croupier_metrics.read_all(client))
    for name, description in COUNTERS.items():
        counter = CounterMetricFamily(f"house_croupier_{name}", description, labels=["croupier"])
        for croupier, counters in published:
            counter.add_metric([croupier], getattr(counters, name))
        yield counter
    turns = HistogramMetricFamily(
        "house_croupier_turn_seconds",
        "How long one turn at one table took, its commit included",
        labels=["croupier"],
    )
    tables = GaugeMetricFamily(
        "house_croupier_tables", "Tables in this croupier's memory", labels=["croupier"]
    )
    for croupier, counters in published:
        buckets = zip(map(str, croupier_metrics.BOUNDS), counters.within, strict=True)
        turns.add_metric([croupier], [*buckets, ("+Inf", counters.turns)], counters.seconds)
        tables.add_metric([croupier], counters.tables)
    yield from (turns, tables)


def backlogs(client: redis.Redis) -> Iterator[Metric]:
    """What waits: for a croupier on each list, and for the worker."""
    pipe = client.pipeline(transaction=False)
    for shard in range(SHARDS):
        pipe.llen(shard_list(shard))
    backlog = GaugeMetricFamily(
        "house_backlog", "Batches of commands that wait for a croupier", labels=["shard"]
    )
    for shard, waiting in enumerate(pipe.execute()):
        backlog.add_metric([str(shard)], waiting)
    yield backlog
    tasks = GaugeMetricFamily("house_tasks_waiting", "Tasks that wait for a worker", labels=["queue"])
    for queue in QUEUES:
        tasks.add_metric([queue], cast(int, client.llen(queue)))
    yield tasks


def sockets(client: redis.Redis) -> Iterator[Metric]:
    with connection.cursor() as cursor:
        cursor.execute(WEB_PROCESSES)
        processes = [str(process_id) for (process_id,) in cursor.fetchall()]
    keys = [ALIVE + process for process in processes]
    counts = cast(list[str | None], client.mget(keys)) if keys else []
    gauge = GaugeMetricFamily("house_sockets", "Open sockets of a web process", labels=["process"])
    for process, count in zip(processes, counts, strict=True):
        if count is not None:
            gauge.add_metric([process], int(count))
    yield gauge


def extras(client: redis.Redis) -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "house_other_extras",
        "Living processes with another HOUSE_EXTRAS than the web process that was asked",
        len(other_processes(client)),
    )


def leases(client: redis.Redis) -> int:
    """How many lists of commands a croupier serves now."""
    owners = cast(list[str | None], client.mget([f"lease:{shard}" for shard in range(SHARDS)]))
    return sum(owner is not None for owner in owners)


def backups() -> Iterator[Metric]:
    """The age of the last backup and of the last test of a restore; left out where none was made here."""
    for name, job, what in (
        ("house_backup_age_seconds", "backup", "backup of PostgreSQL"),
        ("house_restore_test_age_seconds", "restore-test", "test that restored a backup"),
    ):
        ended = pgbackrest.read_result(job).get("succeeded")
        if isinstance(ended, int | float):
            description = f"Seconds since the last {what} that succeeded"
            yield GaugeMetricFamily(name, description, max(0.0, time.time() - ended))


def refused_payment_notifications() -> Iterator[Metric]:
    counter = CounterMetricFamily(
        "house_payment_notifications_refused",
        "Notifications of the payment gateway that were refused at the door",
        labels=["why"],
    )
    for why, number in refused_notifications.counts().items():
        counter.add_metric([why], number)
    yield counter


class HouseCollector:
    def describe(self) -> Iterable[Metric]:
        return ()

    def collect(self) -> Iterator[Metric]:
        client = liveness.connect()
        sources: tuple[Callable[[], Iterator[Metric]], ...] = (
            from_database,
            tasks,
            lambda: croupiers(client),
            lambda: backlogs(client),
            lambda: sockets(client),
            lambda: extras(client),
            refused_payment_notifications,
            backups,
        )
        try:
            for source in sources:
                try:
                    yield from list(source())
                except (DatabaseError, redis.RedisError):
                    continue
        finally:
            client.close()


REGISTRY.register(HouseCollector())
