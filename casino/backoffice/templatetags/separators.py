"""No line of a page begins with a separator: «·» stays with what precedes it, wherever the line breaks."""

from __future__ import annotations

import re

from django import template

register = template.Library()
# In text alone, also at the beginning of an element; what a field holds is sent back as it is.
SEPARATOR = re.compile(r"\s+((?:<(?!/)[^<>]*>)?·)(?=[^<>]*<(?!/textarea|/option))")


@register.filter(is_safe=True)
def keep_separators(page: str) -> str:
    return SEPARATOR.sub("\N{NO-BREAK SPACE}\\1", page)
