"""The areas of the navigation. Those that the rights of a person concern are open, the others are folded."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest
from msgspec import Struct

from casino.backoffice.roles import AREA_RIGHTS, MAX_OPEN_AREAS

register = template.Library()


class Area(Struct, frozen=True):
    title: str
    items: list[dict[str, Any]]
    is_open: bool


@register.simple_tag(takes_context=True)
def navigation_areas(context: template.Context) -> list[Area]:
    """The areas with an entry for this person. The area of the current page is open."""
    request: HttpRequest = context["request"]
    own_areas = [area for area, rights in AREA_RIGHTS.items() if any(map(request.user.has_perm, rights))]
    open_areas = own_areas[:MAX_OPEN_AREAS]
    areas = []
    for group in context.get("sidebar_navigation") or ():
        items = [item for item in group["items"] if item["has_permission"]]
        is_current = any(item["active"] for item in items)
        is_open = is_current or not group.get("title") or group["code"] in open_areas
        if items:
            areas.append(Area(str(group.get("title", "")), items, is_open))
    return areas
