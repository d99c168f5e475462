"""Whole numbers in templates: `{{ count|whole }}` groups thousands. Not for numbers that name something."""

from __future__ import annotations

from django import template

from players.shared.number_formats import format_whole

register = template.Library()


@register.filter
def whole(number: int | str) -> str:
    """What is no number stays as it is, as in Django's own filters."""
    return format_whole(number) if isinstance(number, int) else number
