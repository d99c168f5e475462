"""Alerts for tests of the pages that show them."""

from __future__ import annotations

from datetime import datetime, timedelta

from casino.compliance.monitoring.models import Alert, RuleVersion
from casino.compliance.monitoring.rules import read_rule, shipped_rules
from players.models import Player
from players.shared import clock


def raised_alert(
    player: Player, rule: str, figures: dict[str, int], at: datetime | None = None, kind: str = "care"
) -> Alert:
    """An alert of the first version of a rule that the house comes with."""
    source = shipped_rules()[rule]
    version, _ = RuleVersion.objects.get_or_create(
        name=rule, number=1, defaults={"kind": read_rule(source).kind, "source": source, "state": "in-force"}
    )
    moment = at or clock.now()
    return Alert.objects.create(
        version=version, player=player, kind=kind, at=moment, since=moment - timedelta(days=1), event="time",
        figures=figures,
    )  # fmt: skip
