"""A round of the record beside what is decided about it: its events, and whether it replays to the cent."""

from __future__ import annotations

from django import template

from games.models import Round
from games.rounds.replay.explanations import result_label
from games.rounds.replay.reconciliation import reconcile_round
from games.rounds.replay.timeline import timeline

register = template.Library()


@register.inclusion_tag("backoffice/floor/round_beside.html", takes_context=True)
def round_beside(context: template.Context, round_id: int | None) -> dict[str, object]:
    """Empty without the permission to see rounds, or if there is no such round."""
    if round_id is None or not context["request"].user.has_perm("games.view_round"):
        return {}
    row = Round.objects.select_related("table", "sheet", "setting").filter(pk=round_id).first()
    if row is None:
        return {}
    is_over = row.status in (Round.Status.ENDED, Round.Status.VOID) and not row.is_archived
    return {
        "round": row,
        "result": result_label(row),
        "currency": row.table.currency,
        "timeline": timeline(row),
        "reconciliation": reconcile_round(row) if is_over else None,
    }
