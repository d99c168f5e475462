"""The version of the product, for the foot of the back office."""

from __future__ import annotations

from django import template

from casino.version import VERSION

register = template.Library()


@register.simple_tag
def product_version() -> str:
    return VERSION
