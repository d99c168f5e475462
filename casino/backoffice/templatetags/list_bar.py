"""The bar above a list: days and players to filter by, usual periods, and the choice of columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django import template
from django.contrib.admin.utils import label_for_field

from players.shared.list_filters import BarFilter, DaysFilterBase

register = template.Library()
FEWEST_COLUMNS = 5  # of a list whose columns can be chosen
PAGE, ORDER, ERROR = "p", "o", "e"


@register.inclusion_tag("backoffice/list_bar.html")
def list_bar(changelist: Any) -> dict[str, Any]:
    if changelist.is_popup:
        return {}
    filters = [spec for spec in changelist.filter_specs if isinstance(spec, BarFilter)]
    names = [name for spec in filters for name in spec.names]
    days = next((spec for spec in filters if isinstance(spec, DaysFilterBase)), None)
    return {
        "filters": filters,
        "others": list(other_parameters(changelist, [*names, PAGE, ERROR])),
        "is_filtered": any(spec.values for spec in filters),
        "without": _query(changelist, [*names, PAGE, ERROR]),
        "most_sorted": changelist.most_sorted,
        "presets": days.presets(changelist) if days is not None else [],
        **_columns(changelist),
    }


def _columns(changelist: Any) -> dict[str, Any]:
    if len(changelist.all_columns) < FEWEST_COLUMNS:
        return {}
    columns = [
        (name, _label(name, changelist), name in changelist.columns) for name in changelist.all_columns
    ]
    # The order is written by the positions of columns, so it does not outlive a choice of columns.
    gone = [changelist.column_parameter, ORDER, PAGE, ERROR]
    return {
        "columns": columns,
        "shown": len(changelist.columns),
        "some_hidden": len(changelist.columns) < len(changelist.all_columns),
        "all": list(other_parameters(changelist, gone)),
        "all_columns": _query(changelist, gone),
    }


def _query(changelist: Any, removed: list[str]) -> str:
    """The list's address without some parameters. Django's own function removes by their beginning."""
    return f"?{urlencode(list(other_parameters(changelist, removed)))}"


def _label(name: str, changelist: Any) -> str:
    label = str(label_for_field(name, changelist.model, changelist.model_admin))
    return label[:1].upper() + label[1:]


def other_parameters(changelist: Any, removed: list[str]) -> Iterator[tuple[str, str]]:
    """The parameters of the list's address, without some of them."""
    for name, values in changelist.params.items():
        if name not in removed:
            for value in values if isinstance(values, list) else [values]:
                yield name, value
