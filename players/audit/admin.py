"""The audit log and its seals in the back office: read line by line, never written."""

from __future__ import annotations

import json

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.paginator import InfinitePaginator

from players.audit.models import Line, Seal
from players.office import ReadOnly, moment


@admin.register(Line)
class LineAdmin(ReadOnly):
    """Who did what, to whom, from where. Pages are turned without counting what may be millions of lines."""

    paginator = InfinitePaginator
    list_display = ("at_said", "kind", "who", "player", "about", "said_short")
    search_fields = ("=id", "=kind", "=about", "=player__alias", "=person__email")
    search_help_text = _("kind, about, player's name or e-mail, as they stand")
    list_select_related = ("person__player", "player")
    ordering = ("-id",)
    fields = ("id", "at_said", "kind", "who", "player", "about", "said_whole", "address", "device")
    readonly_fields = ("at_said", "who", "said_whole")

    @display(description=_("at"), ordering="id")
    def at_said(self, line: Line) -> str:
        return moment(line.at)

    @display(description=_("who did it"))
    def who(self, line: Line) -> str:
        """Staff by their address, players by their name at the tables: theirs is masked elsewhere too."""
        if line.person is None:
            return str(_("the house"))
        player = getattr(line.person, "player", None)
        return str(player.alias if player else line.person.email)

    @display(description=_("said"))
    def said_short(self, line: Line) -> str:
        told = ", ".join(f"{name}: {value}" for name, value in line.said.items())
        return told if len(told) <= 100 else f"{told[:99]}…"

    @display(description=_("said"))
    def said_whole(self, line: Line) -> str:
        return json.dumps(line.said, ensure_ascii=False, indent=2)


@admin.register(Seal)
class SealAdmin(ReadOnly):
    """The chain, minute by minute."""

    paginator = InfinitePaginator
    list_display = ("number", "since_said", "until_said", "lines", "transfers", "chain_short")
    search_fields = ("=number", "=chain")
    ordering = ("-number",)
    fields = ("number", "since_said", "until_said", "lines", "lines_digest", "transfers", "transfers_digest", "chain")
    readonly_fields = ("since_said", "until_said")

    @display(description=_("from"), ordering="number")
    def since_said(self, seal: Seal) -> str:
        return moment(seal.since)

    @display(description=_("until"))
    def until_said(self, seal: Seal) -> str:
        return moment(seal.until)

    @display(description=_("chain"))
    def chain_short(self, seal: Seal) -> str:
        return f"{seal.chain[:16]}…"
