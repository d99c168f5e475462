"""Forms that select a part of a history: days, currency and kind of movement.

The selection is in the URL, so it can be bookmarked.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.history.totals import HistorySelection

EARLIEST = date(2000, 1, 1)
LATEST = date(2999, 12, 31)
KINDS = [
    ("", gettext_lazy("Everything")),
    ("cash", gettext_lazy("Deposits and withdrawals")),
    ("bets", gettext_lazy("Bets")),
    ("prizes", gettext_lazy("Prizes")),
    ("back", gettext_lazy("Stakes back")),
]


def day_field(label: Any) -> forms.DateField:
    # The browser's date picker, or a date typed in a common format.
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(
        label=label, required=False, widget=widget, input_formats=["%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y"]
    )


class HistorySelectionForm(forms.Form):
    currency = forms.ChoiceField(
        label=gettext_lazy("Played for"),
        required=False,
        choices=[("EUR", gettext_lazy("Money")), ("DEMO", gettext_lazy("Demonstration"))],
    )
    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))

    def __init__(self, data: Mapping[str, object], default: str = "EUR") -> None:
        """`default` is the currency if the URL names none."""
        super().__init__({**data, "currency": data.get("currency") or default}, auto_id="choice-%s")
        for field in self.fields.values():
            field.widget.attrs.setdefault("autocomplete", "off")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        for name, day in (("since", since), ("until", until)):
            if day and not EARLIEST <= day <= LATEST:
                self.add_error(name, _("There are no records for that year."))
        if since and until and since > until:
            self.add_error("until", _("The last day is before the first."))
        return cleaned

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but the currency is chosen: an empty list is empty because of it."""
        return any(value for name, value in self.cleaned_data.items() if name != "currency")

    @property
    def choice(self) -> HistorySelection:
        """The selection; only the currency if the form is invalid."""
        cleaned = self.cleaned_data if self.is_valid() else {"currency": self.cleaned_data.get("currency")}
        return HistorySelection(
            currency=cleaned.get("currency") or "EUR",
            since=cleaned.get("since"),
            until=cleaned.get("until"),
            system=cleaned.get("system") or "",
            table=int(cleaned.get("table") or 0),
        )


class MovementsForm(HistorySelectionForm):
    kind = forms.ChoiceField(label=gettext_lazy("Movements"), required=False, choices=KINDS)
    field_order = ("kind", "since", "until", "currency")

    def __init__(self, data: Mapping[str, object], default: str = "EUR") -> None:
        super().__init__(data, default)
        self.fields["currency"].label = _("Wallet")
