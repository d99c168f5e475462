"""The form that filters a record of play by game and table, besides period and currency."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue import game_choices
from games.models import Table
from players.history.forms import HistorySelectionForm
from players.shared.collation import collation_key


class RecordForm(HistorySelectionForm):
    system = forms.ChoiceField(
        label=_("Game"), required=False, choices=lambda: [("", _("Every game")), *game_choices()]
    )
    # An empty choice is table 0, which means every table.
    table = forms.TypedChoiceField(
        label=_("Table"),
        required=False,
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]  # the stubs allow only text
    )
    field_order = ("system", "table", "since", "until", "currency")

    def __init__(self, data: Mapping[str, Any], default: str = "EUR") -> None:
        super().__init__(data, default)
        tables = sorted(Table.objects.values_list("pk", "name"), key=lambda table: collation_key(table[1]))
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Every table")), *tables]
