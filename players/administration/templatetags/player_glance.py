"""A player at a glance, above a decision about the player: the header of the player's page."""

from __future__ import annotations

from typing import Any

from django import template

from players.administration.player_page import header_of, note_disclosures
from players.models import Player

register = template.Library()


@register.inclusion_tag("backoffice/players/glance.html", takes_context=True)
def player_glance(context: template.Context, player: Player) -> dict[str, Any]:
    """What this person may see of it. Signs of risk leave the audit line that the player's page leaves."""
    request = context["request"]
    header = header_of(request, player)
    note_disclosures(request, player, {item.audit_kind for item, _facts in header})
    return {
        "player": player,
        "header": [{"title": item.title, "facts": facts} for item, facts in header],
        "may_open": request.user.has_perm("players.view_player"),
    }
