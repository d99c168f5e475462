"""The audit log and its seals in the back office. They are read there and never written."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.audit.details import detail_texts
from players.audit.log_page import kind_label, log_address
from players.audit.models import Line, Seal
from players.shared.admin_base import IndexedSearchAdmin, ReadOnlyAdmin, format_moment, parse_number
from players.shared.personal_columns import open_details


def _filter_of(key: str) -> str:
    """The filter of the audit log that a search means, by its form."""
    if "@" in key:
        return "who"
    if ":" in key:
        return "about"
    return "kind" if "." in key else "player"


@admin.register(Line)
class LineAdmin(ReadOnlyAdmin):
    """One line of the audit log. The log itself is read on its own page, which the list leads to."""

    list_select_related = ("person__player", "player")
    ordering = ("-id",)
    fields = (
        "id",
        "at_display",
        "kind_display",
        "who",
        "player",
        "about_link",
        "details_display",
        "details_json",
        "address",
        "device",
    )
    readonly_fields = (
        "at_display",
        "kind_display",
        "who",
        "about_link",
        "details_display",
        "details_json",
    )

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The page of the log, with a search of this list as its filter."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        key = request.GET.get("q", "").strip()
        if parse_number(key) is not None:
            return redirect("admin:audit_line_change", key)
        return redirect(log_address({_filter_of(key): key} if key else {}))

    @display(description=_("at"), ordering="id")
    def at_display(self, line: Line) -> str:
        return format_moment(line.at)

    @display(description=_("what happened"))
    def kind_display(self, line: Line) -> str:
        label = kind_label(line.kind)
        if label == line.kind:
            return label
        return format_html("{} · <code>{}</code>", label, line.kind)

    @display(description=_("who did it"))
    def who(self, line: Line) -> str:
        """Staff by their e-mail address; players by their alias, because their addresses are masked."""
        if line.person is None:
            return str(_("the house"))
        player = getattr(line.person, "player", None)
        return str(player.alias if player else line.person.email)

    @display(description=_("about"))
    def about_link(self, line: Line) -> str:
        """The key of what the line is about, which leads to all lines about it."""
        if not line.about:
            return "–"
        return format_html(
            '<a class="text-link" href="{}"><code>{}</code></a>',
            log_address({"about": line.about}),
            line.about,
        )

    @display(description=_("details"))
    def details_display(self, line: Line) -> str:
        lines = (
            (f"{label}: {value}",) for label, value in detail_texts(line.kind, open_details(line.details))
        )
        return format_html_join("", "<div>{}</div>", lines) or "–"

    @display(description=_("as stored"))
    def details_json(self, line: Line) -> str:
        return format_html(
            '<pre class="written"><code>{}</code></pre>',
            json.dumps(line.details, ensure_ascii=False, indent=2),
        )


@admin.register(Seal)
class SealAdmin(IndexedSearchAdmin):
    """The seals of the hash chain."""

    list_display = ("number", "since_display", "until_display", "lines", "transfers", "chain_short")
    search_fields = ("number", "chain")
    ordering = ("-number",)
    fields = (
        "number",
        "since_display",
        "until_display",
        "lines",
        "lines_digest",
        "transfers",
        "transfers_digest",
        "chain",
    )
    readonly_fields = ("since_display", "until_display")

    def search_filter(self, key: str) -> Q:
        number = parse_number(key)
        return Q(chain=key.lower()) if number is None else Q(number=number)

    @display(description=_("from"), ordering="number")
    def since_display(self, seal: Seal) -> str:
        return format_moment(seal.since)

    @display(description=_("until"))
    def until_display(self, seal: Seal) -> str:
        return format_moment(seal.until)

    @display(description=_("chain"))
    def chain_short(self, seal: Seal) -> str:
        return f"{seal.chain[:16]}…"
