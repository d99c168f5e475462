"""Every rule of the regulations, with the code that enforces it, its tests and its screens."""

from __future__ import annotations

from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue import GAMES
from games.rulebook.base_rules import Regulation, base_rules
from games.rulebook.trace import NO_DUTY, ROOT, SourceLine, TracedRule, area_of, name_tests, trace_rules
from players.languages import page_language

ENFORCED_BY: dict[str, Promise] = {
    "engine": _("the game's engine enforces it"),
    "table": _("the live table enforces it"),
    "session": _("the player's account and session enforce it"),
    "money": _("the ledger enforces it"),
    "rulebook": _("no rules that break it can take effect"),
    "screen": _("a screen shows it"),
    "report": _("a report shows it"),
}
MISSING: dict[str, Promise] = {
    "home": _("no place enforces it"),
    "test": _("no test"),
    "screen": _("no screen"),
}


class RuleCoverage(Struct):
    """One row of a regulation's page."""

    id: str
    text: str
    enforced_by: list[str]
    homes: tuple[SourceLine, ...]
    tests: tuple[SourceLine, ...]
    screens: tuple[SourceLine, ...]
    missing: list[str]
    is_option: bool
    is_definition: bool


@lru_cache(maxsize=1)
def traced_rules() -> dict[str, list[TracedRule]]:
    """The traced rules by game. Cached: the installed files do not change while the process runs.

    Only the page of a regulation names its tests: the first page would wait seconds for all of them.
    """
    by_system: dict[str, list[TracedRule]] = {}
    for traced in trace_rules(with_names=False):
        by_system.setdefault(traced.rule.system, []).append(traced)
    return by_system


def has_tests() -> bool:
    """Whether the tests are installed. Without them, missing tests are not counted."""
    return (ROOT / "tests").is_dir()


def missing_parts(traced: TracedRule) -> tuple[str, ...]:
    return tuple(name for name in traced.open if name != "test" or has_tests())


def systems() -> list[dict[str, object]]:
    """The figures of each regulation."""
    language = page_language().code
    return [
        {
            "system": system,
            "name": GAMES[system].name,
            "regulation": base_rules(system, language),
            "rules": len(rules),
            "duties": sum(traced.rule.kind != NO_DUTY for traced in rules),
            "tests": sum(len(traced.tests) for traced in rules),
            "open": sum(bool(missing_parts(traced)) for traced in rules),
        }
        for system, rules in traced_rules().items()
    ]


def rule_rows(system: str) -> list[RuleCoverage]:
    texts = _rule_texts(base_rules(system, page_language().code))
    return [
        RuleCoverage(
            id=traced.rule.id,
            text=texts.get(traced.rule.id, traced.rule.says),
            enforced_by=[str(ENFORCED_BY[name]) for name in traced.areas],
            homes=tuple(line for line in traced.citations if area_of(line.file) != "screen"),
            tests=name_tests(traced.tests),
            screens=traced.screens,
            missing=[str(MISSING[name]) for name in missing_parts(traced)],
            is_option=traced.rule.option,
            is_definition=traced.rule.kind == NO_DUTY,
        )
        for traced in traced_rules()[system]
    ]


def _rule_texts(regulation: Regulation) -> dict[str, str]:
    rules = (regulation.approval, *regulation.rules)
    return {text.id: text.wording for rule in rules for text in rule.texts}
