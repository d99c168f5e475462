"""Figures as people type them: no field reads one in a way that its author did not mean.

«12,345» and «5.000» are thousands to one reader and decimals to another.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils import translation

from games.catalogue import GAMES
from games.floor.forms import AmountsField, form_for
from games.rulebook.forms import RateField, build_field
from players.shared.amount_field import AmountField
from players.shared.whole_number_field import WholeNumberField

ROOT = Path(__file__).resolve().parents[3]
BOTH_READINGS = {
    "en": "“12,345” can be read in two ways. Write it without a thousands separator: 12345 or 12.35.",
    "pt-pt": "«12,345» pode ler-se de duas maneiras. Escreva sem separador de milhares: 12345 ou 12,35.",
    "es": "«12,345» se puede leer de dos maneras. Escríbalo sin separador de miles: 12345 o 12,35.",
}


def refusal(field: forms.Field, typed: str) -> str:
    with pytest.raises(ValidationError) as caught:
        field.clean(typed)
    (message,) = caught.value.messages
    return str(message)


@pytest.mark.parametrize("language", BOTH_READINGS)
@pytest.mark.parametrize(
    ("field", "typed"),
    [(AmountField(), "12,345"), (AmountsField(), "12,345"), (AmountsField(), "50; 12,345; 100")],
)
def test_HE_14_an_ambiguous_amount_is_refused_with_both_readings_alone_and_in_a_list(
    field: forms.Field, typed: str, language: str
) -> None:
    with translation.override(language):
        assert refusal(field, typed) == BOTH_READINGS[language]


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("50; 100", (5_000, 10_000)),
        ("50;100,5", (5_000, 10_050)),
        ("12345; 12,34", (1_234_500, 1_234)),
        ("1.234,50 €; 1,234.50", (123_450, 123_450)),
        ("", ()),
    ],
)
def test_HE_14_a_list_of_clear_amounts_is_read(typed: str, cents: tuple[int, ...]) -> None:
    assert AmountsField(required=False).clean(typed) == cents


@pytest.mark.parametrize("language", ["en", "pt-pt"])
@pytest.mark.parametrize("typed", ["5,000", "5.000", "5,000 %", "1.250"])
def test_HE_17a_an_ambiguous_rate_is_refused_with_both_readings(typed: str, language: str) -> None:
    """Before, «5,000» was 5000 per cent on an English page, and «5.000» on a Portuguese one."""
    figure = typed.removesuffix(" %")
    with translation.override(language):
        message = refusal(RateField(), typed)
    point = "." if language == "en" else ","
    whole, part = figure.replace(",", "").replace(".", ""), f"1{point}25" if "25" in figure else "5"
    assert figure in message and whole in message and message.rstrip(".").endswith(f" {part}")


@pytest.mark.parametrize("language", ["en", "pt-pt"])
@pytest.mark.parametrize(
    ("typed", "hundredths"),
    [("5", 500), ("5,25", 525), ("5.25", 525), ("0,5", 50), ("5 %", 500), ("20%", 2_000), ("100", 10_000)],
)
def test_HE_17a_a_clear_rate_is_read_in_hundredths_of_one_per_cent(
    typed: str, hundredths: int, language: str
) -> None:
    with translation.override(language):
        assert RateField().clean(typed) == hundredths
        assert RateField().clean(RateField().prepare_value(hundredths)) == hundredths


@pytest.mark.parametrize("typed", ["", "x", "5000", "5 000", "-5", "5,2567", "101", "%"])
def test_HE_17a_what_is_no_rate_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        RateField().clean(typed)


@pytest.mark.parametrize("typed", ["5.000", "5,000", "5 000", "1.234.567", "5.0", "-5.000"])
def test_a_whole_number_with_a_separator_is_refused(typed: str) -> None:
    """Django's own field reads «5.000» as 5."""
    with translation.override("en"):
        assert refusal(WholeNumberField(), typed) == (
            f"Write “{typed}” using digits only, without a point, a comma or a space."
        )
    with translation.override("pt-pt"):
        assert "só com algarismos" in refusal(WholeNumberField(), typed)


@pytest.mark.parametrize(("typed", "number"), [("5000", 5_000), (" 7 ", 7), ("-3", -3), ("", None)])
def test_a_whole_number_in_digits_is_read(typed: str, number: int | None) -> None:
    assert WholeNumberField(required=False).clean(typed) == number


@pytest.mark.parametrize("typed", ["x", "5e3", "0x10", "\uff11\uff12", "5."])
def test_what_is_no_whole_number_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        WholeNumberField().clean(typed)


# --- every form


def typed_fields() -> Iterator[tuple[str, forms.Field]]:
    """The fields of every form class of the product, as declared, and those of every table's setting."""
    sources = [path for package in ("casino", "games", "players") for path in (ROOT / package).rglob("*.py")]
    for path in sorted(sources):
        if "forms.Form" not in (text := path.read_text("utf-8")) and "ModelForm" not in text:
            continue
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name, form in inspect.getmembers(module, inspect.isclass):
            if issubclass(form, forms.BaseForm) and form.__module__ == module.__name__:
                for label, field in form.base_fields.items():
                    yield f"{module.__name__}.{name}.{label}", field
    for system in GAMES:
        for label, field in form_for(system).base_fields.items():
            yield f"setting of {system}: {label}", field
        for entry in GAMES[system].sheet.options:
            yield f"sheet of {system}: {entry.path}", build_field(entry)


def is_typed(field: forms.Field) -> bool:
    return not isinstance(field.widget, forms.HiddenInput)


def test_no_form_reads_typed_figures_with_a_field_of_django(db: None) -> None:
    """A new form takes amounts, rates and counts by the fields that refuse what can be read in two ways."""
    fields = dict(typed_fields())
    figures: tuple[type[Any], ...] = (forms.IntegerField, forms.FloatField)  # a DecimalField is the former
    assert [
        name
        for name, field in fields.items()
        if isinstance(field, figures) and not isinstance(field, WholeNumberField) and is_typed(field)
    ] == []
    assert len(fields) > 100 and sum(isinstance(field, AmountField) for field in fields.values()) > 10
