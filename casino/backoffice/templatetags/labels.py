"""What stands before each value of a list on a telephone begins as it does above its column elsewhere."""

from __future__ import annotations

import re

from django import template

register = template.Library()
LABEL = re.compile(r'(?<= data-label=")\w')


@register.filter(is_safe=True)
def labels_begin_large(rows: str) -> str:
    return LABEL.sub(lambda first: first[0].upper(), rows)
