"""Capitalises the labels that precede the values of a list on a narrow screen."""

from __future__ import annotations

import re

from django import template

register = template.Library()
LABEL = re.compile(r'(?<= data-label=")\w')


@register.filter(is_safe=True)
def labels_begin_large(rows: str) -> str:
    return LABEL.sub(lambda first: first[0].upper(), rows)
