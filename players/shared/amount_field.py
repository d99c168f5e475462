"""Amounts as people type them: «1 234,50», «1.234,50 €», «1,234.50», «20»; read to the cent, or refused with a sentence."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

# Either no thousands separators, or the same one between all groups; the cents behind another sign than that.
SPELLED = re.compile(
    r"(?P<whole>\d+|\d{1,3}(?:(?P<group>[.,\s])\d{3})(?:(?P=group)\d{3})*)(?:(?!(?P=group))[.,](?P<rest>\d{1,2}))?",
    re.ASCII,
)
PLAIN = re.compile(r"(?P<whole>\d+)(?:[.,](?P<rest>\d{1,2}))?", re.ASCII)
# «12,345» is twelve thousand to one reader and a little more than twelve to another.
AMBIGUOUS = re.compile(r"\d{1,3}[.,]\d{3}", re.ASCII)
LARGEST = 10**11  # cents


class Ambiguous(ValueError):
    """An amount that can be read in two ways: nobody guesses which was meant."""


def cents_read(text: str) -> int | None:
    """Whole cents; nothing where it is no amount. A point or a comma before one or two digits at the end parts the cents."""
    try:
        return amount_read(text)
    except Ambiguous:
        return None


def amount_read(text: str) -> int | None:
    """The same, and `Ambiguous` where people would read it differently."""
    plain = (
        text.replace("€", "")
        .replace("\N{NO-BREAK SPACE}", " ")
        .replace("\N{NARROW NO-BREAK SPACE}", " ")
        .strip()
    )
    if AMBIGUOUS.fullmatch(plain):
        raise Ambiguous(plain)
    found = PLAIN.fullmatch(plain) or SPELLED.fullmatch(plain)
    if found is None:
        return None
    whole = int(re.sub(r"\D", "", found["whole"]))
    cents = whole * 100 + int((found["rest"] or "0").ljust(2, "0"))
    return cents if cents < LARGEST else None


def cents_typed(cents: int) -> str:
    """An amount as it stands in a field, ready to be changed."""
    whole, rest = divmod(cents, 100)
    point = "." if (get_language() or "").startswith("en") else ","
    return f"{whole}{point}{rest:02}" if rest else str(whole)


class AmountField(forms.CharField):
    default_error_messages = {  # noqa: RUF012  (Django's own declaration)
        "invalid": _("Write an amount in euros, such as 20 or 20,50."),
        "ambiguous": _(
            "“%(typed)s” can be read in two ways. Write it without a thousands separator: %(whole)s or %(part)s."
        ),
    }

    def __init__(self, *, least: int = 0, **told: Any) -> None:
        super().__init__(max_length=20, **told)
        self.least = least
        self.widget.attrs.update({"inputmode": "decimal", "autocomplete": "off"})

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            cents = amount_read(text)
        except Ambiguous as ambiguous:
            told = self.both_ways(str(ambiguous))
            raise ValidationError(
                self.error_messages["ambiguous"], code="ambiguous", params=told
            ) from ambiguous
        if cents is None or cents < self.least:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return cents

    @staticmethod
    def both_ways(typed: str) -> dict[str, str]:
        """«12,345»: 12345 euros, or 12,34; as they are typed without a doubt."""
        whole, part = re.split(r"[.,]", typed)
        return {
            "typed": typed,
            "whole": f"{whole}{part}",
            "part": cents_typed(int(whole) * 100 + int(part[:2])),
        }

    def prepare_value(self, value: Any) -> Any:
        return cents_typed(value) if isinstance(value, int) else value
