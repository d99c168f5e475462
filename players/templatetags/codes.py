"""The numbers of complaints in sentences: `{{ text|whole_codes }}` keeps each in one line."""

from __future__ import annotations

import re

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

CODE = re.compile(r"\b(R-\d{4}-\d{6})\b")

register = template.Library()


@register.filter
def whole_codes(text: object) -> SafeString:
    """The text with each number in a mark that does not break at its hyphens."""
    first, *rest = CODE.split(str(text))
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return format_html("{}{}", first, format_html_join("", '<span class="whole-code">{}</span>{}', pairs))
