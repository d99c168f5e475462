"""A table's setting as people set it: amounts in euros or credits, every breach of the rules beside its field."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from games.models import Table
from games.rules import GAMES
from games.rules.engine import Breach
from games.selectors import setting_of, sheet_of, sheets_in_force
from games.wording import MODES, WHEELS
from players.money import written

MONEY = ("minimum", "step", "cap")
COUNTS = ("betting_seconds", "rest_seconds", "seats")
FIELDS = ("variant", "mode", *MONEY, *COUNTS)
# What a new table's form begins with.
NEW: dict[str, Any] = {"minimum": Decimal("0.50"), "step": Decimal("0.10"), "betting_seconds": 20, "rest_seconds": 12, "seats": 40}
BREACHES: dict[str, Promise] = {
    "not-in-sheet": gettext_lazy("The rule sheet in force does not allow this."),
    "individual-has-one": gettext_lazy("A table for one player has one seat."),
    "not-positive": gettext_lazy("It must be more than zero."),
    "too-short": gettext_lazy("It may not be less than %(least)s."),
    "breaks-a-cent": gettext_lazy("With half prizes or halved stakes, the step must be an even number of cents."),
    "not-a-step": gettext_lazy("It must be a whole number of steps of %(step)s."),
    "above-sheet": gettext_lazy("It may not be above %(most)s."),
    "out-of-range": gettext_lazy("It must be between %(least)s and %(most)s."),
    "below-minimum": gettext_lazy("It may not be below the table's minimum, %(least)s."),
}


def amount_field(label: Promise, help_text: Promise | str = "", *, required: bool = True) -> forms.DecimalField:
    # As text, because a number field of a browser refuses the comma that Portuguese writes.
    widget = UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"})
    return forms.DecimalField(
        label=label, help_text=help_text, required=required, max_digits=12, decimal_places=2, localize=True, widget=widget
    )


def count_field(label: Promise, help_text: Promise | str = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, widget=UnfoldAdminIntegerFieldWidget)


class TableForm(forms.ModelForm):
    """The table itself and its setting in one form. Saving a changed setting makes a new version of it."""

    variant = forms.ChoiceField(label=gettext_lazy("Wheel"), choices=list(WHEELS.items()), widget=UnfoldAdminSelectWidget)
    mode = forms.ChoiceField(label=gettext_lazy("Players"), choices=list(MODES.items()), widget=UnfoldAdminSelectWidget)
    minimum = amount_field(gettext_lazy("Minimum bet"), gettext_lazy("Every maximum follows from it."))
    step = amount_field(gettext_lazy("Step"), gettext_lazy("Every stake is a multiple of it."))
    cap = amount_field(
        gettext_lazy("Most per player and round"), gettext_lazy("All chances together; empty for no limit of its own."), required=False
    )
    betting_seconds = count_field(gettext_lazy("Seconds for betting"))
    rest_seconds = count_field(
        gettext_lazy("Seconds between rounds"), gettext_lazy("The wheel, the collection and the payment need about ten.")
    )
    seats = count_field(gettext_lazy("Seats"))

    class Meta:
        model = Table
        fields = ("name", "system", "currency", "status", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before: Any = None
        table = self.instance
        if table.setting is not None:
            self.before = setting_of(table.system, table.setting)
            for name in FIELDS:
                value = getattr(self.before, name)
                self.initial.setdefault(name, Decimal(value).scaleb(-2) if name in MONEY and value is not None else value)
        else:
            self.initial = {**NEW, **self.initial}
        if "status" in self.fields and table.status != Table.Status.HELD:
            # Only the croupier puts a table on hold, when its record and its state disagree.
            choices = [choice for choice in Table.Status.choices if choice[0] != Table.Status.HELD]
            self.fields["status"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        system = self.instance.system if self.instance.pk else given["system"]
        currency = self.instance.currency if self.instance.pk else given["currency"]
        sheet = sheets_in_force().get(system)
        if sheet is None:
            raise forms.ValidationError(_("No rule sheet of this game is in force."))
        engine = GAMES[system]
        wanted = {name: self._cents(given[name]) if name in MONEY else given[name] for name in FIELDS}
        kept = msgspec.to_builtins(self.before) if self.before is not None else {}
        self.setting = msgspec.convert({**kept, **wanted, "currency": currency}, type=engine.Setting)
        for breach in engine.check_setting(sheet_of(sheet), self.setting):
            self.add_error(breach.field if breach.field in self.fields else None, breach_said(breach, currency))
        return given

    @staticmethod
    def _cents(amount: Decimal | None) -> int | None:
        return None if amount is None else int(amount * 100)

    @property
    def changed(self) -> bool:
        return self.before is None or bool(self.setting != self.before)


def breach_said(breach: Breach, currency: str) -> str:
    """A breach as a sentence with the rule it breaks: an ordinary refusal, not a fault."""
    money = breach.field.partition(".")[0] in (*MONEY, "minimums")
    figures = {name: written(value, currency) if money and isinstance(value, int) else value for name, value in breach.said.items()}
    sentence = str(BREACHES.get(breach.code, breach.code)) % figures
    return f"{sentence} [{breach.rule}]" if breach.rule else sentence
