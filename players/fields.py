"""Amounts as people type them: «1 234,50», «1.234,50 €», «1,234.50», «20»; read to the cent, or refused with a sentence."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

SPELLED = re.compile(r"(?P<whole>\d{1,3}(?:[.,\s]\d{3})+|\d+)(?:[.,](?P<rest>\d{1,2}))?", re.ASCII)
LARGEST = 10**11  # cents


def cents_read(text: str) -> int | None:
    """Whole cents; nothing where it is no amount. A point or a comma before one or two digits at the end parts the cents."""
    found = SPELLED.fullmatch(text.replace("€", "").replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ").strip())
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
    }

    def __init__(self, *, least: int = 0, **told: Any) -> None:
        super().__init__(max_length=20, **told)
        self.least = least
        self.widget.attrs.update({"inputmode": "decimal", "autocomplete": "off"})

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        cents = cents_read(text)
        if cents is None or cents < self.least:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return cents

    def prepare_value(self, value: Any) -> Any:
        return cents_typed(value) if isinstance(value, int) else value
