"""Amounts as people type them: «1 234,50», «1.234,50 €», «1,234.50», «20».

They are read to the cent, or refused.
"""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.languages import page_language
from players.shared.number_formats import number_format_of

# Groups of thousands have either no separator, or all the same one; the decimal separator is another
# character.
GROUPED = re.compile(
    r"(?P<units>\d+|[1-9]\d{0,2}(?:(?P<group>[.,\s])\d{3})(?:(?P=group)\d{3})*)(?:(?!(?P=group))[.,](?P<cents>\d{1,2}))?",
    re.ASCII,
)
PLAIN = re.compile(r"(?P<units>\d+)(?:[.,](?P<cents>\d{1,2}))?", re.ASCII)
# «12,345» is twelve thousand to one reader and a little more than twelve to another.
AMBIGUOUS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}", re.ASCII)
LIMIT = 10**11  # cents
AMBIGUOUS_AMOUNT = _(
    "“%(typed)s” can be read in two ways. Write it without a thousands separator: %(whole)s or %(part)s."
)


class AmbiguousAmountError(ValueError):
    """The amount can be read in two ways."""


def parse_amount(text: str) -> int | None:
    """Whole cents, or None if the text is no amount. Raises `AmbiguousAmountError`.

    A point or a comma before the last one or two digits is the decimal separator.
    """
    plain = text.replace("€", "")
    plain = plain.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ").strip()
    if AMBIGUOUS.fullmatch(plain):
        raise AmbiguousAmountError(plain)
    match = PLAIN.fullmatch(plain) or GROUPED.fullmatch(plain)
    if match is None:
        return None
    units = int(re.sub(r"\D", "", match["units"]))
    cents = units * 100 + int((match["cents"] or "0").ljust(2, "0"))
    return cents if cents < LIMIT else None


def format_for_input(cents: int) -> str:
    """An amount as the text of a form field."""
    units, rest = divmod(cents, 100)
    return f"{units}{number_format_of(page_language().code).point}{rest:02}" if rest else str(units)


def ambiguity_error(error: AmbiguousAmountError) -> ValidationError:
    """«12,345»: 12345 euros, or 12,34. Both readings are written so that they cannot be misread."""
    typed = str(error)
    units, rest = re.split(r"[.,]", typed)
    params = {
        "typed": typed,
        "whole": f"{units}{rest}",
        "part": format_for_input(int(units) * 100 + int(rest[:2])),
    }
    return ValidationError(AMBIGUOUS_AMOUNT, code="ambiguous", params=params)


class AmountField(forms.CharField):
    default_error_messages = {
        "invalid": _("Enter an amount in euros, such as 20 or 20,50."),
    }

    def __init__(self, *, minimum: int = 0, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)
        self.minimum = minimum
        self.widget.attrs.update({"inputmode": "decimal", "autocomplete": "off"})

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            cents = parse_amount(text)
        except AmbiguousAmountError as error:
            raise ambiguity_error(error) from error
        if cents is None or cents < self.minimum:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return cents

    def prepare_value(self, value: object) -> object:
        return format_for_input(value) if isinstance(value, int) else value
