"""Amounts in templates: `{{ cents|money:currency }}`, and `|gain` for profits and losses."""

from __future__ import annotations

from django import template

from players.shared.money import format_money

register = template.Library()


@register.filter
def money(cents: int, currency: str) -> str:
    return format_money(cents, currency)


@register.filter
def gain(cents: int, currency: str) -> str:
    """A profit or a loss is shown by its sign, never by colour alone."""
    return format_money(cents, currency, signed=True)
