"""A rule that cannot be read, divides by zero, or says what it does not know is refused with the reason."""

from __future__ import annotations

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from casino.compliance.monitoring.expressions import RuleFault, constant, named_value, parse
from casino.compliance.monitoring.rules import read_rule, shipped_rules

NAMES = {"a": named_value(0), "b": named_value(1), "three": constant(3), "none": constant(0)}


@pytest.mark.parametrize("name", shipped_rules())
def test_every_shipped_rule_is_read_and_named_as_its_file(name: str) -> None:
    rule = read_rule(shipped_rules()[name])
    assert rule.name == name and rule.kind in ("bots", "care", "laundering")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a + b * 2", 7 + 4), ("(a + b) * 2", 18), ("a - b - 1", 4), ("-a + 8", 1), ("a / three", 2),
        ("-a / 2", -4), ("max(a, b) - min(a, b)", 5), ("2 * three", 6),
        ("a > b and not a < b", True), ("a < b or a == 7", True), ("a >= 8 or b != 2", False),
        ("not (a >= 7 and b >= 2)", False),
    ],
)  # fmt: skip
def test_an_expression_computes(text: str, value: int) -> None:
    assert parse(text, NAMES).compute([7, 2]) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a >", "ends too early"), ("", "ends too early"), ("a b", "cannot be read at “b”"),
        ("a >= b >= 1", "cannot be read"), ("c > 1", "the name “c”"), ("a / b", "may be zero"),
        ("a / none", "divides by zero"), ("a / (three - 3)", "divides by zero"),
        ("a and b", "comparison is needed"),
        ("(a > b) + 1", "number is needed"), ("a; b", "cannot be read"), ("max(a)", "cannot be read"),
        ("__import__", "cannot be read"), ("exec", "the name “exec”"), ("a.b", "cannot be read at “.b”"),
        ("(" * 400, "nested too deeply"),
        ("1" * 501, "at most 500"), ("9" * 100, "cannot be read"),
    ],
)  # fmt: skip
def test_a_mistake_is_named(text: str, why: str) -> None:
    with translation.override("en"), pytest.raises(RuleFault, match=why):
        parse(text, NAMES)


@given(st.text(alphabet="ab three()+-*/<>=!,0123456789andornot", max_size=40))
def test_any_text_is_an_expression_or_a_fault(text: str) -> None:
    """No text raises anything else, and none that is accepted ever divides by zero."""
    try:
        part = parse(text, NAMES)
    except RuleFault:
        return
    for values in ([0, 0], [1, -1], [10**12, 3]):
        assert isinstance(part.compute(values), int)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("condition", "conditions", "cannot be read"),
        ("quiet = \"14 days\"", "quiet = \"a while\"", "not a length of time"),
        ("watches = [\"round\"]", "watches = [\"thoughts\"]", "no event “thoughts”"),
        ("value = 4", "value = 400", "times must be between 2 and 20"),
        ("is = \"eight_weeks / 8\"", "is = \"eight_weeks / week\"", "may be zero"),
        ("oldest >= 1 and", "oldest and", "comparison is needed"),
        ("%(usual)s a week", "%(habit)s a week", "names “habit”"),
        ("%(usual)s a week", "50 % a week", "written twice"),
        ("en = \"Stakes grow fast\"", "en = \" \"", "in Portuguese and in English"),
        ("over = \"56 days\"", "over = \"5600 days\"", "more than 400 steps"),
        ("over = \"56 days\"", "over = \"90 minutes\"", "whole steps"),
        ("over = \"56 days\"", "over = \"56 days\"\nstep = \"1 week\"", "A step is one of"),
        ("over = \"56 days\"", "over = \"56 days\"\nbetween = \"06:00-02:00\"", "not a time of day"),
        ("adds = \"cents\"", "adds = \"minutes\"", "between session-begun and session-ended"),
        ("quiet = \"14 days\"", "quiet = \"14 days\"\nages = [24, 18]", "from the younger to the older"),
        ("quiet = \"14 days\"", "quiet = \"14 days\"\nages = [12, 18]", "between 18 and 120"),
        ("name = \"growth\"", "name = \"Growth!\"", "is not a name"),
    ],
)  # fmt: skip
def test_a_rule_that_cannot_be_in_force_says_why(old: str, new: str, why: str) -> None:
    source = shipped_rules()["growth"]
    assert old in source
    with translation.override("en"), pytest.raises(RuleFault, match=why):
        read_rule(source.replace(old, new))
