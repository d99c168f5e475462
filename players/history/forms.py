"""What a person may choose of a history: days, money or credits, a kind of movement. Asked in the address, so that it can be kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.history.totals import Choice

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
    # The browser's own calendar, where it has one; written, a day is as the page's language writes it.
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(
        label=label, required=False, widget=widget, input_formats=["%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y"]
    )


class ChoiceForm(forms.Form):
    currency = forms.ChoiceField(
        label=gettext_lazy("Played for"),
        required=False,
        choices=[("EUR", gettext_lazy("Money")), ("DEMO", gettext_lazy("Demonstration credits"))],
    )
    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))

    def __init__(self, data: Mapping[str, Any], usual: str = "EUR") -> None:
        """`usual` is the currency that is meant where the address names none."""
        super().__init__({**data, "currency": data.get("currency") or usual}, auto_id="choice-%s")
        for field in self.fields.values():
            field.widget.attrs.setdefault("autocomplete", "off")

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        since, until = given.get("since"), given.get("until")
        for name, day in (("since", since), ("until", until)):
            if day and not EARLIEST <= day <= LATEST:
                self.add_error(name, _("There is no record of that year."))
        if since and until and since > until:
            self.add_error("until", _("The last day is before the first."))
        return given

    @property
    def choice(self) -> Choice:
        """What was chosen; nothing but the currency where it makes no sense."""
        given = self.cleaned_data if self.is_valid() else {"currency": self.cleaned_data.get("currency")}
        return Choice(
            currency=given.get("currency") or "EUR",
            since=given.get("since"),
            until=given.get("until"),
            system=given.get("system") or "",
            table=int(given.get("table") or 0),
        )


class MovementsForm(ChoiceForm):
    kind = forms.ChoiceField(label=gettext_lazy("Movements"), required=False, choices=KINDS)
    field_order = ("currency", "kind", "since", "until")

    def __init__(self, data: Mapping[str, Any], usual: str = "EUR") -> None:
        super().__init__(data, usual)
        self.fields["currency"].label = _("Wallet")
