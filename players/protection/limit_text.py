"""The names of limits, and their values as money or time."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.shared.money import format_money

NAMES: dict[tuple[str, str], Promise] = {
    ("deposit", "day"): gettext_lazy("Deposits per day"),
    ("deposit", "week"): gettext_lazy("Deposits per week"),
    ("deposit", "month"): gettext_lazy("Deposits per month"),
    ("stake", "day"): gettext_lazy("Bets per day"),
    ("stake", "week"): gettext_lazy("Bets per week"),
    ("stake", "month"): gettext_lazy("Bets per month"),
    ("loss", "day"): gettext_lazy("Losses per day"),
    ("loss", "week"): gettext_lazy("Losses per week"),
    ("loss", "month"): gettext_lazy("Losses per month"),
    ("time", "day"): gettext_lazy("Time at the tables per day"),
}
PERIODS: dict[str, Promise] = {
    "day": gettext_lazy("per day"),
    "week": gettext_lazy("per week"),
    "month": gettext_lazy("per month"),
}


def limit_name(kind: str, period: str) -> str:
    return str(NAMES[kind, period])


def limit_value(value: int | None, kind: str) -> str:
    if value is None:
        return _("no limit")
    return f"{value // 60} h {value % 60:02} min" if kind == "time" else format_money(value, "EUR")


def limit_summary(limit: dict[str, object]) -> str:
    """The name and value of a limit as a message or a list stores it."""
    kind, value = str(limit["kind"]), limit["value"]
    value_text = limit_value(value if isinstance(value, int) else None, kind)
    return f"{limit_name(kind, str(limit['period']))}: {value_text}"
