"""The rows of a list as the house prints them: the theme's classes of each cell are one class, the columns of
amounts and states are marked, and the labels that precede the values on a narrow screen begin with a capital.
"""

from __future__ import annotations

import re

from django import template
from unfold.templatetags.unfold_list import LINK_CLASSES, ROW_CLASSES

register = template.Library()
AMOUNT = re.compile(r'class="field-(\w+)[^"]*"[^>]*>\s*(?:<a [^>]*>)?<span class="amount"')
STATE = re.compile(r"\bfield-\w+_badge\b")
LABEL = re.compile(r'(?<= data-label=")\w')
# These names, in every cell, made two thirds of a list's page. css/backoffice/lists.css styles the one class.
CELL = f" {' '.join(ROW_CLASSES)}"
LINK = f' class="{" ".join(LINK_CLASSES)}"'


@register.filter(is_safe=True)
def compact_rows(rows: str) -> str:
    shorter = rows.replace(CELL, " cell").replace(LINK, "")
    for name in set(AMOUNT.findall(shorter)):
        shorter = re.sub(rf"\b(?:field|column)-{name}\b", r"\g<0> figure", shorter)
    shorter = STATE.sub(r"\g<0> state", shorter)
    return LABEL.sub(lambda first: first[0].upper(), shorter)
