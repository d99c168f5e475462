"""The audit log and its seals in the back office. They are read there and never written."""

from __future__ import annotations

import json

from django.contrib import admin
from django.db.models import Q
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.audit.details import detail_texts
from players.audit.models import Line, Seal
from players.models import Person, Player
from players.shared.admin_base import IndexedSearchAdmin, format_moment, parse_number


@admin.register(Line)
class LineAdmin(IndexedSearchAdmin):
    """The audit log: who did what, to whom and from where."""

    list_display = ("at_display", "kind", "who", "player", "about", "details_short")
    search_fields = ("id", "kind", "about", "player__alias", "person__email")
    search_help_text = _("kind, about, player's name or e-mail, as they stand")
    list_select_related = ("person__player", "player")
    ordering = ("-id",)
    fields = (
        "id",
        "at_display",
        "kind",
        "who",
        "player",
        "about",
        "details_display",
        "details_json",
        "address",
        "device",
    )
    readonly_fields = ("at_display", "who", "details_display", "details_json")

    def search_filter(self, key: str) -> Q:
        if (number := parse_number(key)) is not None:
            return Q(pk=number)
        if "@" in key:
            return Q(person__in=list(Person.objects.filter(email__iexact=key).values_list("pk", flat=True)))
        if ":" in key:
            return Q(about=key)
        return Q(kind=key) | Q(
            player__in=list(Player.objects.filter(alias__iexact=key).values_list("pk", flat=True))
        )

    @display(description=_("at"), ordering="id")
    def at_display(self, line: Line) -> str:
        return format_moment(line.at)

    @display(description=_("who did it"))
    def who(self, line: Line) -> str:
        """Staff by their e-mail address; players by their alias, because their addresses are masked."""
        if line.person is None:
            return str(_("the house"))
        player = getattr(line.person, "player", None)
        return str(player.alias if player else line.person.email)

    @display(description=_("details"))
    def details_short(self, line: Line) -> str:
        text = " · ".join(f"{label}: {value}" for label, value in detail_texts(line.kind, line.details))
        return text if len(text) <= 100 else f"{text[:99]}…"

    @display(description=_("details"))
    def details_display(self, line: Line) -> str:
        lines = ((f"{label}: {value}",) for label, value in detail_texts(line.kind, line.details))
        return format_html_join("", "<div>{}</div>", lines) or "–"

    @display(description=_("as it is written"))
    def details_json(self, line: Line) -> str:
        return format_html(
            '<pre class="office-written"><code>{}</code></pre>',
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
