"""The areas of the navigation: those that the rights of a person concern are open, the others are folded. The
path of a page leads through its area and its list.
"""

from __future__ import annotations

from html import unescape
from typing import Any

from django import template
from django.contrib import admin
from django.db.models.options import Options
from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import capfirst
from msgspec import Struct

from casino.backoffice.roles import AREA_RIGHTS, MAX_OPEN_AREAS
from casino.backoffice.theme import NAVIGATION

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


class PathStep(Struct, frozen=True):
    """One step of the path of a page; without an address it leads nowhere."""

    title: str
    url: str = ""


@register.inclusion_tag("backoffice/path.html", takes_context=True)
def page_path(context: template.Context) -> dict[str, list[PathStep]]:
    """The area, the list and the record of a page, in the words of the navigation; or the page that a page of
    ours belongs to, and its title.
    """
    request: HttpRequest = context["request"]
    # The theme captures the title from a template, so it is HTML already and would be escaped again.
    title = unescape(str(context.get("content_title") or "")).strip()
    opts = context.get("opts")
    if opts is None:
        return {"steps": [*_above(request), PathStep(title)]}
    area, listed = _list_of(opts)
    page = admin.site.get_model_admin(opts.model)
    url = reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
    above = [PathStep(area)] if area else []
    name = str(context.get("record_name") or "")
    if not name and title != listed and context.get("cl") is None:
        name = title
    if not name:
        return {"steps": [*above, PathStep(listed)]}
    return {
        "steps": [*above, PathStep(listed, url if page.has_view_permission(request) else ""), PathStep(name)]
    }


def _list_of(opts: Options[Any]) -> tuple[str, str]:
    """The names of its area and of its list. A list without an entry has the name of its records."""
    url = reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
    for group in NAVIGATION:
        for item in group["items"]:
            if str(item["link"]) == url:
                return str(group.get("title", "")), str(item["title"])
    return "", capfirst(str(opts.verbose_name_plural))


def _above(request: HttpRequest) -> list[PathStep]:
    """The area of a page of the navigation, and that page above a page whose address continues its own."""
    groups = [(group, item) for group in NAVIGATION[1:] for item in group["items"]]
    above = [(group, item) for group, item in groups if request.path.startswith(str(item["link"]))]
    if not above:
        return []
    group, nearest = max(above, key=lambda pair: len(str(pair[1]["link"])))
    area, url = PathStep(str(group["title"])), str(nearest["link"])
    if request.path == url:
        return [area]
    return [area, PathStep(str(nearest["title"]), url if nearest["permission"](request) else "")]
