"""What a person may choose of a record of play: besides days and money, a game and a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import System, Table
from players.history.forms import ChoiceForm


class RecordForm(ChoiceForm):
    system = forms.ChoiceField(label=_("Game"), required=False, choices=[("", _("Every game")), *System.choices])
    table = forms.TypedChoiceField(label=_("Table"), required=False, coerce=int, empty_value=0)
    field_order = ("currency", "system", "table", "since", "until")

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        tables = Table.objects.order_by("name").values_list("pk", "name")
        self.fields["table"].choices = [("", _("Every table")), *tables]  # type: ignore[attr-defined]
