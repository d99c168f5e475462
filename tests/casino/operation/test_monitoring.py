"""The files for Prometheus and Grafana ask for metrics that exist, and each alert leads to what to do."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml

from casino.operation import metrics
from casino.services.folder import PROJECT
from games.models import SHARDS

MONITORING = PROJECT / "deploy" / "monitoring"
RULES: list[dict[str, Any]] = yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"][0]["rules"]
DASHBOARD: dict[str, Any] = json.loads((MONITORING / "grafana.json").read_text())
QUERIES = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
RUNBOOK = (PROJECT / "docs" / "operating" / "monitoring.md").read_text()
METRIC = re.compile(r"\bhouse_\w+")
SUFFIX = re.compile(r"_(total|bucket)$")


GAUGES = (metrics.READY, metrics.AGE, metrics.PROCESSES, metrics.LEASES)
PUBLISHED = {
    *(f"house_croupier_{name}" for name in (*metrics.COUNTERS, "turn_seconds", "tables")),
    *(family.name for gauge in GAUGES for family in gauge.describe()),
    *metrics.DATABASE_GAUGES,
    *("house_backlog", "house_tasks", "house_tasks_waiting", "house_sockets", "house_other_extras"),
}


@pytest.mark.parametrize("query", [*(rule["expr"] for rule in RULES), *QUERIES])
def test_queries_use_only_published_metrics(query: str) -> None:
    names = {SUFFIX.sub("", name) for name in METRIC.findall(query)}
    assert names <= PUBLISHED and (names or query.startswith("up{"))


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
    assert rule["expr"] == f"house_leases < {SHARDS}"
