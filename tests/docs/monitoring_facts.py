"""What the house notices about people, from the shipped rules and the groups of personal data."""

from __future__ import annotations

from casino.compliance.bots.signs import SIGNS
from casino.compliance.monitoring.rules import EVENTS, Rule, read_rule, shipped_rules
from casino.web.personal_data import GROUPS
from tests.docs.markdown import code, table


def _rules() -> list[Rule]:
    rules = [read_rule(source) for source in shipped_rules().values()]
    return sorted(rules, key=lambda rule: (rule.kind, rule.name))


def shipped_rule_table() -> str:
    rows = [
        (
            code(rule.name),
            rule.kind,
            f"{rule.title.en}. {rule.why.en}",
            ", ".join(code(event) for event in sorted(rule.events)),
            ", ".join(sorted({window.over for window in rule.windows.values()})),
            "–" if rule.ages is None else f"{rule.ages[0]}–{rule.ages[1]}",
            ", ".join(f"{follow.kind} (from {follow.start})" for follow in rule.follows) or "note",
            rule.answers,
        )
        for rule in _rules()
    ]
    return table(
        ("rule", "kind", "purpose", "signals", "windows", "ages", "what follows (from alert)", "answers"),
        rows,
    )


def signal_table() -> str:
    """Every event that a rule may watch, and which shipped rules do."""
    rules = _rules()
    rows = [
        (code(event), ", ".join(code(rule.name) for rule in rules if event in rule.events) or "none yet")
        for event in EVENTS
    ]
    return table(("signal", "rules"), rows)


def bot_sign_table() -> str:
    return ", ".join(code(name) for name in SIGNS)


def personal_data_table() -> str:
    rows = [(group.what, group.why, group.basis, group.kept) for group in GROUPS]
    return table(("data", "purpose", "legal basis", "kept"), rows)
