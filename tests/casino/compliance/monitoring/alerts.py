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
    version = version_in_force(shipped_rules()[rule])
    moment = at or clock.now()
    return Alert.objects.create(
        version=version, player=player, kind=kind, at=moment, since=moment - timedelta(days=1), event="time",
        figures=figures,
    )  # fmt: skip


def version_in_force(source: str, number: int = 1, decided: datetime | None = None) -> RuleVersion:
    """A version of a rule that counts. It begins as a proposal, as every version does."""
    rule = read_rule(source)
    version, is_new = RuleVersion.objects.get_or_create(
        name=rule.name, number=number, defaults={"kind": rule.kind, "source": source}
    )
    if is_new:
        RuleVersion.objects.filter(pk=version.pk).update(state="in-force", decided=decided)
    return version


def rule_of_laundering(source: str, name: str) -> str:
    """The same rule about laundering, under another name: only officers follow."""
    begun = source.partition("[[follows]]")[0].replace('kind = "care"', 'kind = "laundering"')
    old = read_rule(source).name
    return begun.replace(f'name = "{old}"', f'name = "{name}"', 1) + '[[follows]]\nkind = "case"\n'
