"""The saved filters above a list."""

from __future__ import annotations

from typing import Any

from django import template

from casino.backoffice import filters

register = template.Library()


@register.inclusion_tag("backoffice/saved_filters.html", takes_context=True)
def saved_filters(context: template.Context, listed: Any) -> dict[str, Any]:
    request = context["request"]
    has_filters = (listed.has_filters or listed.search_fields) and not listed.is_popup
    return {
        **(filters.saved_filters_context(request, filters.list_name(listed.model)) if has_filters else {}),
        "request": request,
        "csrf_token": context.get("csrf_token"),
    }
