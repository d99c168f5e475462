"""The files for Prometheus and Grafana ask for metrics that exist, and each alert leads to what to do."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import yaml

from casino.operation import metrics
from casino.services.folder import PROJECT
from games.models import SHARDS
from games.tables.croupier import metrics as croupier_metrics
from players.shared import clock
from players.wallet.cashier.models import GatewayRequest, Payment
from tests.live_table import players_with

MONITORING = PROJECT / "deploy" / "monitoring"
GROUPS: list[dict[str, Any]] = yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"]
ALL_RULES: list[dict[str, Any]] = [rule for group in GROUPS for rule in group["rules"]]
RULES = [rule for rule in ALL_RULES if "alert" in rule]
RECORDED = {rule["record"] for rule in ALL_RULES if "record" in rule}
SCRAPES: dict[str, dict[str, Any]] = {
    scrape["job_name"]: scrape
    for scrape in yaml.safe_load((MONITORING / "prometheus.yaml").read_text())["scrape_configs"]
}
DASHBOARD: dict[str, Any] = json.loads((MONITORING / "grafana.json").read_text())
QUERIES = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
RUNBOOK = (PROJECT / "docs" / "operating" / "monitoring.md").read_text()
METRIC = re.compile(r"\bhouse_\w+")
SUFFIX = re.compile(r"_(total|bucket|count)$")
# What stands in a query beside names of metrics: labels in braces and after `on`, strings, windows.
BESIDE = re.compile(r"\{[^}]*\}|\b(?:on|by)\s*\([^)]*\)|\[[^]]*\]|\"[^\"]*\"")
NAME = re.compile(r"(?<![\w.:])([a-z_][\w:]*)(?![\w:])(?!\s*\()")
# What Debian's exporters publish, by the job of prometheus.yaml that asks them.
EXPORTED = {
    "node": {
        *("node_filesystem_avail_bytes", "node_filesystem_size_bytes", "node_memory_MemAvailable_bytes"),
        *("node_memory_MemTotal_bytes", "node_load5", "node_cpu_seconds_total"),
        *("node_timex_offset_seconds", "node_timex_sync_status"),
    },
    "postgres": {
        *(
            "pg_up",
            "pg_stat_activity_count",
            "pg_stat_activity_max_tx_duration",
            "pg_settings_max_connections",
        ),
        *("pg_stat_archiver_failed_count", "pg_stat_database_deadlocks"),
    },
    "feltro-pages": {"probe_success", "probe_ssl_earliest_cert_expiry"},
}


GAUGES = (metrics.READY, metrics.AGE, metrics.PROCESSES, metrics.LEASES)
PUBLISHED = {
    *(f"house_croupier_{name}" for name in (*metrics.COUNTERS, "turn_seconds", "tables")),
    *(family.name for gauge in GAUGES for family in gauge.describe()),
    *metrics.DATABASE_GAUGES,
    *("house_backlog", "house_tasks", "house_tasks_waiting", "house_sockets", "house_other_extras"),
    *("house_backup_age_seconds", "house_restore_test_age_seconds"),
}


def names(query: str) -> set[str]:
    """The metrics of a query."""
    return set(NAME.findall(BESIDE.sub(" ", query))) - {"or", "and", "unless", "bool", "on", "by"}


@pytest.mark.parametrize("query", [*(rule["expr"] for rule in ALL_RULES), *QUERIES])
def test_queries_use_only_metrics_that_somebody_publishes(query: str) -> None:
    known = {"up", *RECORDED, *(name for exported in EXPORTED.values() for name in exported)}
    used = names(query)
    assert {name for name in used if SUFFIX.sub("", name) not in PUBLISHED} <= known
    assert used or query.startswith("vector(")


def test_every_name_in_a_query_is_seen() -> None:
    query = 'sum by (le) (rate(house_a_bucket{le="0.25", part=~"b"}[2m])) > on (slo) 2 * slo:b:c or vector(1)'
    assert names(query) == {"house_a_bucket", "slo:b:c"}


def test_the_example_asks_for_everything_that_the_rules_use() -> None:
    """Red before: there was no example, and no rule knew of hosts, PostgreSQL, pages or backups."""
    assert SCRAPES.keys() == {"feltro", *EXPORTED}
    jobs = {job for rule in ALL_RULES for job in re.findall(r'job="([\w-]+)"', rule["expr"])}
    assert jobs <= SCRAPES.keys()
    caddyfile = (PROJECT / "deploy" / "Caddyfile").read_text()
    (target,) = SCRAPES["feltro"]["static_configs"][0]["targets"]
    assert f"METRICS:{target}}}" in caddyfile


def test_what_is_not_known_is_not_good() -> None:
    """A figure that is missing makes an alert fire, where its absence could hide what the alert is for."""
    by_name = {rule["alert"]: rule["expr"] for rule in RULES}
    unseen = (
        "MetricsAway",
        "ListsUnserved",
        "SealingLate",
        "BackupOld",
        "RestoreTestOld",
        "HostAway",
        "PostgresAway",
    )
    assert [
        name for name in (*unseen, "CertificateEnds", "ObjectivesUnknown") if "absent(" not in by_name[name]
    ] == []
    shares = [rule for rule in ALL_RULES if rule.get("record") == "slo:bad:share"]
    assert [rule["labels"] for rule in shares if not rule["expr"].strip().endswith("or vector(1)")] == []


def test_every_objective_is_documented_with_its_budget() -> None:
    section = RUNBOOK.partition("## Objectives")[2].partition("\n## ")[0]
    documented = {
        objective: float(percent) / 100
        for objective, percent in re.findall(r"^\| `(\w+)` \|.*\| ([\d.]+) %", section, re.MULTILINE)
    }
    budgets = {
        rule["labels"]["slo"]: float(rule["expr"].removeprefix("vector(").removesuffix(")"))
        for rule in ALL_RULES
        if rule.get("record") == "slo:budget:share"
    }
    assert documented == pytest.approx(budgets)
    assert {
        rule["labels"]["slo"] for rule in ALL_RULES if rule.get("record") == "slo:bad:share"
    } == budgets.keys()
    (unknown,) = [rule["expr"] for rule in RULES if rule["alert"] == "ObjectivesUnknown"]
    assert f"count(slo:bad:share) < {len(budgets)} " in unknown


def test_the_limit_of_a_slow_turn_is_one_that_is_counted() -> None:
    bounds = {bound for rule in ALL_RULES for bound in re.findall(r'le="([^"]+)"', rule["expr"])}
    assert bounds and bounds <= {str(bound) for bound in croupier_metrics.BOUNDS}


def promtool() -> str:
    program = shutil.which("promtool")
    if program is None:
        pytest.skip("NOT RUN: no promtool here (Debian: apt install prometheus)")
    return program


def test_prometheus_reads_the_rules_and_they_say_what_they_should(tmp_path: Path) -> None:
    for file in (MONITORING / "alerts.yaml", PROJECT / "tests" / "deploy" / "alerts_test.yaml"):
        shutil.copy(file, tmp_path)
    for command in (("check", "rules", "alerts.yaml"), ("test", "rules", "alerts_test.yaml")):
        said = subprocess.run(
            [promtool(), *command], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert said.returncode == 0, said.stdout + said.stderr


def test_prometheus_reads_the_example(tmp_path: Path) -> None:
    text = (MONITORING / "prometheus.yaml").read_text()
    (token := tmp_path / "token").write_text("x")
    text = text.replace("/etc/prometheus/metrics_token", str(token))
    text = text.replace("/etc/prometheus/feltro-alerts.yaml", str(MONITORING / "alerts.yaml"))
    (tmp_path / "prometheus.yml").write_text(text)
    command = [promtool(), "check", "config", str(tmp_path / "prometheus.yml")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0 and "rules found" in said.stdout, said.stdout + said.stderr


@pytest.mark.django_db
def test_an_order_to_pay_out_that_waits_is_seen() -> None:
    """Red before: nothing outside the back office told that money did not leave."""
    assert metrics.read_value(metrics.PAYOUT_WAIT) == 0
    payment = Payment.objects.create(
        id=uuid4(), player=players_with(0, 1)[0], direction="withdrawal", cents=2_000, status="released"
    )
    GatewayRequest.objects.create(payment=payment, kind="pay-out", made=clock.now() - timedelta(minutes=10))
    waited = metrics.read_value(metrics.PAYOUT_WAIT)
    assert waited is not None and 600 <= waited < 660


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_an_alert_has_its_section_in_the_runbook(rule: dict[str, Any]) -> None:
    page, _, anchor = rule["annotations"]["runbook"].partition("#")
    assert page == "docs/operating/monitoring.md"
    headings = [line.removeprefix("### ") for line in RUNBOOK.splitlines() if line.startswith("### ")]
    assert anchor in [heading.lower().replace(" ", "-") for heading in headings]
    assert rule["labels"]["severity"] in ("page", "ticket") and rule["annotations"]["summary"]


def test_every_published_metric_is_explained() -> None:
    table = RUNBOOK.partition("## Alerts")[0].replace("`…_", "`house_croupier_")
    explained = {SUFFIX.sub("", name) for name in METRIC.findall(table)}
    assert explained >= PUBLISHED


def test_the_alert_for_lists_knows_how_many_there_are() -> None:
    (rule,) = [rule for rule in RULES if rule["alert"] == "ListsUnserved"]
    assert rule["expr"] == f"house_leases < {SHARDS} or absent(house_leases)"
    (share,) = [rule["expr"] for rule in ALL_RULES if rule.get("labels", {}).get("slo") == "tables"
                and rule["record"] == "slo:bad:share"]  # fmt: skip
    assert f"max(house_leases) / {SHARDS} " in share
