"""The forms of the rule sheets: every field has its words, its bound is the regulation's, every choice of the house has its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.utils import translation
from msgspec import structs

from casino.demo.sample_data import SHEETS as LAWFUL
from games.catalogue import GAMES
from games.catalogue.sheet_fields import with_value
from games.rulebook.breach_messages import breach_said
from games.rulebook.options import ELSEWHERE, options
from games.rulebook.sheet_fields import fields_of
from games.rulebook.trace import matrix

# What a sheet has for another game of its family, and this game never reads.
OTHERS = {
    "american-roulette": {"second_zero", "calls"},
    "holdem": {"inactivity.invited_after_seconds", "inactivity.warned_after_seconds"},
    "caribbean-stud": {"house_maximum", "dealings", "jackpot"},
    "macau-stud": {"cor"},
}


def sheet_of(system: str) -> Any:
    return msgspec.convert(LAWFUL[system], GAMES[system].engine.sheet_type, strict=False)


def leaves(sheet: Any, path: str = "") -> Iterator[str]:
    for name in sheet.__struct_fields__:
        value = getattr(sheet, name)
        if isinstance(value, msgspec.Struct):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield path + name


@pytest.mark.parametrize("system", GAMES)
def test_every_field_of_a_sheet_is_a_field_of_its_form(system: str) -> None:
    shown = [field.path for field in fields_of(system)]
    assert len(shown) == len(set(shown))
    assert set(shown) == set(leaves(sheet_of(system))) - {"system"} - OTHERS.get(system, set())


@pytest.mark.parametrize("language", ["pt-pt", "en"])
@pytest.mark.parametrize("system", GAMES)
def test_every_field_says_what_it_is_and_what_it_changes_in_both_languages(
    system: str, language: str
) -> None:
    with translation.override(language):
        for field in fields_of(system):
            assert str(field.label) and str(field.help) and field.said(field.of(sheet_of(system)))


FIGURES = [
    (system, field)
    for system in GAMES
    for field in fields_of(system)
    if field.kind in ("count", "count?", "rate")
]


@pytest.mark.parametrize(
    ("system", "field"), FIGURES, ids=[f"{system} {field.path}" for system, field in FIGURES]
)
def test_the_bound_beside_a_figure_is_the_one_that_the_engine_enforces(system: str, field: Any) -> None:
    """One beyond it is a breach of a rule that stands beside the field; the bound itself is lawful."""
    sheet, engine = sheet_of(system), GAMES[system].engine
    least, most = (100, 500) if field.kind == "rate" else (field.least, field.most)
    for figure in (least, most):
        if figure is not None:
            assert engine.check_sheet(with_value(sheet, field.path, figure)) == []
    for figure in (None if least is None else least - 1, None if most is None else most + 1):
        if figure is None:
            continue
        (breach,) = engine.check_sheet(with_value(sheet, field.path, figure))
        assert breach.field == field.path and (not field.rules or breach.rule in field.rules)
        assert "%(" not in breach_said(breach, field)


CHOICES = [
    (system, field)
    for system in GAMES
    for field in fields_of(system)
    if field.kind in ("choice", "set", "yes")
]


@pytest.mark.parametrize(
    ("system", "field"), CHOICES, ids=[f"{system} {field.path}" for system, field in CHOICES]
)
def test_every_choice_that_is_offered_is_lawful(system: str, field: Any) -> None:
    sheet, engine = sheet_of(system), GAMES[system].engine
    for value in (True, False) if field.kind == "yes" else field.words:
        told = with_value(sheet, field.path, (value,) if field.kind == "set" else value)
        found = [breach for breach in engine.check_sheet(told) if breach.field == field.path]
        # The least commission of a purchase of chips is more than the most of a pot: the rate beside it must follow.
        assert found == [] or field.path == "dealings", (value, found)


def test_every_choice_that_the_regulations_leave_is_a_field_or_says_why_not() -> None:
    nowhere = [each.id for each in options() if not each.fields and not each.elsewhere]
    assert nowhere == []
    both = [each.id for each in options() if each.fields and each.elsewhere]
    assert both == [], "what is a field needs no excuse"
    assert set(ELSEWHERE) <= {rule.id for rule in matrix() if rule.option}


def test_one_field_is_set_and_nothing_else() -> None:
    sheet = sheet_of("baccarat")
    told = with_value(sheet, "max_times.tie", 9)
    assert told == structs.replace(sheet, max_times=structs.replace(sheet.max_times, tie=9))
