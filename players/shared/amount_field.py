"""Amounts as people type them: «1 234,50», «1.234,50 €», «1,234.50», «20».

They are read to the cent, or refused.
"""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from players.languages import page_language
from players.shared.money import format_money
from players.shared.number_formats import number_format_of
from players.shared.number_words import number_words

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


def ambiguity_error(error: AmbiguousAmountError, field: str = "") -> ValidationError:
    """«12,345»: 12345 euros, or 12,35. Both readings are written so that they cannot be misread.

    With the name of the field they are offered in words, to choose from: what is chosen comes after what was
    typed, and the last value of a name counts. The Enter key chooses nothing.
    """
    typed = str(error)
    units, rest = re.split(r"[.,]", typed)
    readings = (int(units + rest) * 100, int(units) * 100 + (int(rest) + 5) // 10)
    whole, part = (format_for_input(cents) for cents in readings)
    sentence = AMBIGUOUS_AMOUNT % {"typed": typed, "whole": whole, "part": part}
    if not field:
        return ValidationError(sentence, code="ambiguous")
    choices = format_html_join(
        "",
        '<label class="amount-reading"><input type="radio" name="{}" value="{}"> {} ({})</label>',
        (
            (field, format_for_input(cents), format_money(cents, "EUR"), _in_words(cents))
            for cents in readings
        ),
    )
    return ValidationError(
        format_html('{}<span class="amount-readings">{}</span>', sentence, choices), code="ambiguous"
    )


def _in_words(cents: int) -> str:
    language = page_language().code
    euros, rest = divmod(cents, 100)
    words = ngettext("%(words)s euro", "%(words)s euros", euros) % {"words": number_words(euros, language)}
    if not rest:
        return words
    part = ngettext("%(words)s cent", "%(words)s cents", rest) % {"words": number_words(rest, language)}
    return gettext("%(euros)s and %(cents)s") % {"euros": words, "cents": part}


class AmountField(forms.CharField):
    default_error_messages = {
        "invalid": _("Enter an amount in euros, such as 20 or 20,50."),
    }

    def __init__(self, *, minimum: int = 0, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)
        self.minimum = minimum
        self.html_name = ""
        self.widget.attrs.update({"inputmode": "decimal", "autocomplete": "off"})

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        bound: forms.BoundField = super().get_bound_field(form, field_name)
        self.html_name = bound.html_name
        return bound

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            cents = parse_amount(text)
        except AmbiguousAmountError as error:
            raise ambiguity_error(error, self.html_name) from error
        if cents is None or cents < self.minimum:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return cents

    def prepare_value(self, value: object) -> object:
        return format_for_input(value) if isinstance(value, int) else value
