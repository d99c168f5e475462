"""The operator's name (HOUSE_NAME) in every template."""

from __future__ import annotations

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def house_name() -> str:
    return str(settings.HOUSE_NAME)
