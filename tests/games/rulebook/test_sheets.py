"""The forms of the rule sheets: labels, bounds of the regulation, and the choices of the house."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.utils import translation
from msgspec import structs

from casino.demo.sample_data import SHEETS as LAWFUL_SHEETS
from games import catalogue
from games.catalogue import GAMES
from games.catalogue.options import Option, with_value
from games.catalogue.shared_options import ONE_PERSON
from games.floor.models import ONE_PERSON_FIELDS
from games.rulebook.breach_messages import describe_breach
from games.rulebook.options import ELSEWHERE, house_options
from games.rulebook.trace import load_matrix
from games.rules.shared.jackpot import Jackpot

BREACHES = {"Breach", "check_range", "check_seconds"}
# Fields for another game of the family, which this game does not use.
UNUSED_FIELDS = {
    "american-roulette": {"second_zero", "calls"},
    "holdem": {"inactivity.invited_after_seconds", "inactivity.warned_after_seconds"},
    "caribbean-stud": {"house_maximum", "dealings", "jackpot"},
    "macau-stud": {"cor"},
}
# Of a setting: the currency is the table's, and hold'em has tables for several players alone.
UNUSED_SETTINGS = {
    "holdem": {"currency", "mode"},
    "caribbean-stud": {"currency", "house_maximum", "dealing", "jackpot"},
}
BOUNDS = {"least", "most", "least_extra", "bound"}  # arguments of an option that state a bound
FIGURE = re.compile(r"(?<![-A-Za-z.\d])([2-9]|\d{2,})(?![-\w])")  # more than one, and no part of a rule's id
HINTS = {"between", "at_least", "at_most", "one_of", "filled", "table_decks", "decks"}


def sheet_of(system: str) -> Any:
    return msgspec.convert(LAWFUL_SHEETS[system], GAMES[system].engine.sheet_type, strict=False)


def leaves(sheet: Any, path: str = "") -> Iterator[str]:
    for name in sheet.__struct_fields__:
        value = getattr(sheet, name)
        if isinstance(value, msgspec.Struct):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield path + name


@pytest.mark.parametrize("system", GAMES)
def test_every_field_of_a_sheet_is_a_field_of_its_form(system: str) -> None:
    shown = [field.path for field in GAMES[system].sheet.options]
    assert len(shown) == len(set(shown))
    assert set(shown) == set(leaves(sheet_of(system))) - {"system"} - UNUSED_FIELDS.get(system, set())


@pytest.mark.parametrize("system", GAMES)
def test_every_field_of_a_setting_is_an_option_of_its_tables(system: str) -> None:
    game = GAMES[system]
    declared = [option.path for option in game.tables.options]
    setting = msgspec.convert(
        {**game.tables.initial, "currency": "EUR"}, game.engine.setting_type, strict=False
    )
    assert len(declared) == len(set(declared))
    parts_of_jackpot = {path for path in declared if path.startswith("jackpot.")}
    assert set(declared) - parts_of_jackpot == set(leaves(setting)) - UNUSED_SETTINGS.get(
        system, {"currency"}
    )
    bound_to = structs.fields(Jackpot)
    assert {path.split(".")[1] for path in parts_of_jackpot} in (set(), {field.name for field in bound_to})


@pytest.mark.parametrize("system", GAMES)
def test_the_form_says_which_options_one_person_may_change(system: str) -> None:
    """The database enforces the names; the form tells them by a group."""
    groups = GAMES[system].tables.groups
    alone = {option.path for group in groups if group.note is ONE_PERSON for option in group.fields}
    assert alone == {option.path for option in GAMES[system].tables.options} & set(ONE_PERSON_FIELDS)
    assert alone


def other_values(option: Option, value: Any) -> list[Any]:
    match option.kind:
        case "yes":
            return [not value] if isinstance(value, bool) else []
        case "choice":
            return list(option.words)
        case "count" | "money" | "money?":
            return [(value or 400) * 2, (value or 400) // 2, 6]
    return []


EXACT_AT_ONCE = [
    slug for slug, game in GAMES.items() if game.odds.simulated is None and game.odds.published_cases is None
]


@pytest.mark.parametrize("system", EXACT_AT_ONCE)
def test_an_option_of_a_table_says_whether_it_affects_the_odds(system: str) -> None:
    game, sheet = GAMES[system], sheet_of(system)
    initial = {**game.tables.initial, "currency": "EUR"}
    setting = msgspec.convert(initial, game.engine.setting_type, strict=False)
    worths, tried = list(game.odds.worths(sheet, setting)), 0
    for option in game.tables.options:
        if option.affects_odds or "." in option.path:
            continue
        for value in other_values(option, option.of(setting)):
            data = msgspec.to_builtins(with_value(setting, option.path, value))
            changed = msgspec.convert(data, game.engine.setting_type)
            if not game.engine.check_setting(sheet, changed):
                assert list(game.odds.worths(sheet, changed)) == worths, (option.path, value)
                tried += 1
    assert tried > 5 and game.tables.affect_odds


def stated_bounds(source: str) -> list[str]:
    """The bounds that a declaration states itself, where it should name a figure of the engine.

    That there must be one at least needs no name.
    """
    stated: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        values = [keyword.value for keyword in node.keywords if keyword.arg in BOUNDS]
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in HINTS:
            values += [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg != "default")]
        elif name == "table_option":
            values += node.args
        stated += [
            leaf.value for value in values for leaf in ast.walk(value) if isinstance(leaf, ast.Constant)
        ]
    return [str(value) for value in stated if FIGURE.search(str(value))]


def test_a_bound_has_its_home_in_the_engine() -> None:
    files = sorted(Path(catalogue.__file__).parent.rglob("*options.py"))
    assert len(files) > 5
    assert [stated for file in files for stated in stated_bounds(file.read_text("utf-8"))] == []
    for planted in (
        'sheet_option("max_times", "count", "Maximum", "", "CG-3", least=1, most=100)',
        'table_option("seats", "count", SEATS, "CG-2", lazy("At most 9."))',
        'table_option("seats", "count", SEATS, "CG-2", between(1, 9))',
    ):
        assert stated_bounds(planted), planted


@pytest.mark.parametrize("language", ["pt-pt", "en"])
@pytest.mark.parametrize("system", GAMES)
def test_every_field_has_a_label_and_a_help_text_in_both_languages(system: str, language: str) -> None:
    with translation.override(language):
        for field in GAMES[system].sheet.options:
            assert str(field.label) and str(field.help) and field.format_value(field.of(sheet_of(system)))


FIGURES = [
    (system, field)
    for system in GAMES
    for field in GAMES[system].sheet.options
    if field.kind in ("count", "count?", "rate")
]


@pytest.mark.parametrize(
    ("system", "field"), FIGURES, ids=[f"{system} {field.path}" for system, field in FIGURES]
)
def test_the_bounds_of_a_field_are_those_of_the_engine(system: str, field: Any) -> None:
    """A bound is lawful. One beyond it breaks a rule of the field."""
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
        assert "%(" not in describe_breach(breach, field)


CHOICES = [
    (system, field)
    for system in GAMES
    for field in GAMES[system].sheet.options
    if field.kind in ("choice", "set", "yes")
]


@pytest.mark.parametrize(
    ("system", "field"), CHOICES, ids=[f"{system} {field.path}" for system, field in CHOICES]
)
def test_every_offered_choice_is_lawful(system: str, field: Any) -> None:
    sheet, engine = sheet_of(system), GAMES[system].engine
    for value in (True, False) if field.kind == "yes" else field.words:
        changed = with_value(sheet, field.path, (value,) if field.kind == "set" else value)
        breaches = [breach for breach in engine.check_sheet(changed) if breach.field == field.path]
        # The minimum commission on bought chips exceeds the maximum on pots, so the rate must change with it.
        assert breaches == [] or field.path == "dealings", (value, breaches)


def test_every_choice_of_the_house_is_a_field_or_has_a_reason() -> None:
    nowhere = [option.id for option in house_options() if not option.fields and not option.elsewhere]
    assert nowhere == []
    both = [option.id for option in house_options() if option.fields and option.elsewhere]
    assert both == [], "a field needs no reason"
    assert set(ELSEWHERE) <= {rule.id for rule in load_matrix() if rule.option}


def test_setting_one_field_changes_no_other() -> None:
    sheet = sheet_of("baccarat")
    changed = with_value(sheet, "max_times.tie", 9)
    assert changed == structs.replace(sheet, max_times=structs.replace(sheet.max_times, tie=9))


@pytest.mark.parametrize("system", GAMES)
def test_every_fact_of_a_sheet_is_a_field_of_it_under_rules_that_exist(system: str) -> None:
    sheet, rules = sheet_of(system), {rule.id for rule in load_matrix()}
    for fact in GAMES[system].sheet.facts(sheet):
        assert hasattr(sheet, fact.field.partition(".")[0]), fact.field
        assert set(fact.rules) <= rules, fact.field


@pytest.mark.parametrize("system", GAMES)
def test_every_breach_names_a_field_and_a_rule(system: str) -> None:
    """The forms show a breach beside its field. Read from the source: some need a rare setting."""
    engine, rules = GAMES[system].engine, {rule.id for rule in load_matrix()}
    fields = {*engine.sheet_type.__struct_fields__, *engine.setting_type.__struct_fields__}
    folder = Path(inspect.getfile(engine.sheet_type)).parent
    calls = [
        node.args
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in BREACHES
    ]
    named = [field.value for _, field, *_ in calls if isinstance(field, ast.Constant)]
    cited = [rule.value for rule, *_ in calls if isinstance(rule, ast.Constant)]
    assert len(named) > 5
    assert {str(field).partition(".")[0] for field in named} - fields == set()
    assert set(cited) - rules - {""} == set(), "a game of the wrong family breaks no rule"


def test_the_catalogue_is_imported_before_anybody_has_settings() -> None:
    """Programs of the proofs read it first. Red before: a text was translated while options were declared."""
    without = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-c", "import games.catalogue"]
    done = subprocess.run(command, env=without, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
