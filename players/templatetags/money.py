"""Amounts in templates: `{{ cents|money:currency }}`, and `|gain` where the sign is the news."""

from __future__ import annotations

from django import template

from players.shared.money import written

register = template.Library()


@register.filter
def money(cents: int, currency: str) -> str:
    return written(cents, currency)


@register.filter
def gain(cents: int, currency: str) -> str:
    """A profit or a loss is said by its sign, never by colour alone."""
    return written(cents, currency, signed=True)
