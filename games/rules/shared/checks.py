"""Checks that the rule sheets and table settings of several games share.

Each returns the breaches it finds.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.rules.shared.refusals import Breach

CURRENCIES = ("EUR", "DEMO")
MAX_RESUME_SECONDS = 3600
LEAST_BETTING_SECONDS = 5  # of every game whose bets close for all players at once


def check_range(rule: str, field: str, given: int, least: int, most: int) -> list[Breach]:
    if least <= given <= most:
        return []
    return [Breach(rule, field, "out-of-range", {"least": least, "most": most, "given": given})]


def check_seconds(rule: str, field: str, given: int, least: int) -> list[Breach]:
    if given >= least:
        return []
    return [Breach(rule, field, "too-short", {"least": least, "given": given})]


def check_step(rule: str, field: str, given: int, step: int) -> list[Breach]:
    if given % step == 0:
        return []
    return [Breach(rule, field, "not-a-step", {"given": given, "step": step})]


def check_choices(rule: str, field: str, given: Sequence[object], lawful: Collection[object]) -> list[Breach]:
    """A list of what tables may use: not empty, nothing unknown, nothing twice."""
    breaches = [] if given else [Breach(rule, field, "missing")]
    breaches += [
        Breach(rule, field, "unknown", {"given": choice}) for choice in given if choice not in lawful
    ]
    if len(set(given)) != len(given):
        breaches.append(Breach(rule, field, "twice"))
    return breaches


def check_currency(currency: str, *, demo: bool, unknown_rule: str, demo_rule: str) -> list[Breach]:
    """A known currency, and demonstration credits only where the rule sheet offers the game for them."""
    if currency not in CURRENCIES:
        return [Breach(unknown_rule, "currency", "unknown", {"given": currency})]
    if currency == "DEMO" and not demo:
        return [Breach(demo_rule, "currency", "not-in-sheet", {"given": currency})]
    return []


def check_resume_within(rule: str, seconds: int) -> list[Breach]:
    return check_range(rule, "resume_within", seconds, 1, MAX_RESUME_SECONDS)
