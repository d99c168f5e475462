"""«Report a player»: a complaint about a player of the same table, with the rounds that both played.

[HE-11c] [HE-11e] [HE-11g]

The reporting player chooses among those who sit at the table or played there recently, and writes what
happened. The system lists the rounds. The complaint has a number and a deadline like any other, and staff can
replay the rounds.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.catalogue import GAMES, conduct
from games.models import Round, Stake, Table
from players.inbox import complaints
from players.inbox.forms import text_field
from players.inbox.models import Complaint
from players.models import Player, PlaySession
from players.shared.collation import collation_key
from players.shared.decorators import for_players

RECENT = timedelta(days=7)
MAX_ROUNDS = 20  # the newest rounds are listed in a report


def recent_rounds(player: Player, table: Table) -> QuerySet[Stake, Any]:
    """The rounds that a player recently played at a table."""
    stakes = Stake.objects.filter(player=player, round__table=table, at__gte=timezone.now() - RECENT)
    return stakes.values("round")


def reportable_players(player: Player, table: Table) -> list[Player]:
    """The players who sit at the table now, or recently played a round there with this player."""
    played = Stake.objects.filter(round__in=recent_rounds(player, table)).values("player")
    seated = PlaySession.objects.filter(table=table.pk, ended=None).values("player")
    others = Player.objects.filter(pk__in=played.union(seated)).exclude(pk=player.pk)
    return sorted(others.exclude(status=Player.Status.PARTNER), key=lambda other: collation_key(other.alias))


def shared_rounds(player: Player, other: Player, table: Table) -> list[Round]:
    """The rounds that both recently played at the table, newest first."""
    both = Stake.objects.filter(round__in=recent_rounds(player, table), player=other).values("round")
    return list(Round.objects.filter(pk__in=both).order_by("-number").only("pk", "number")[:MAX_ROUNDS])


class ReportForm(forms.Form):
    reported = forms.ChoiceField(label=gettext_lazy("Who is it about?"))
    why = forms.ChoiceField(label=gettext_lazy("What do you suspect?"))
    text = text_field(
        gettext_lazy("What did you see?"),
        gettext_lazy("You need no proof. The house finds the rounds that you both played."),
    )

    def __init__(self, players: list[Player], system: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        choices = [(str(player.pk), player.alias) for player in players]
        fields["reported"].choices = [("", _("Choose")), *choices]
        codes = GAMES[system].prohibitions
        fields["why"].choices = [
            ("", _("Choose")),
            *((code, conduct.FORBIDDEN[code]) for code in codes),
            ("other", _("Something else")),
        ]


@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def report(request: HttpRequest, player: Player, table_id: int) -> HttpResponse:
    """The form, and the complaint that it opens."""
    table = get_object_or_404(Table, pk=table_id)
    if not GAMES[table.system].engine.between_players:
        raise Http404
    players = reportable_players(player, table)
    form = ReportForm(players, table.system, request.POST if request.method == "POST" else None)
    if form.is_valid():
        other = next(other for other in players if str(other.pk) == form.cleaned_data["reported"])
        shared = shared_rounds(player, other, table)
        text = _complaint_text(other, form.cleaned_data, shared, table)
        newest = shared[0].pk if shared and complaints.belongs_to(player, shared[0].pk, None) else None
        try:
            opened = complaints.open_complaint(
                player=player,
                category=Complaint.Category.PLAYER,
                text=text,
                round=newest,
                table=table.pk,
                reported=other,
                request=request,
            )
        except complaints.ComplaintRefused as refused:
            form.add_error(None, refused.sentence)
        else:
            return redirect("complaint", number=opened.number)
    context = {"form": form, "table": table, "players": players, "days": complaints.DAYS}
    return render(request, "table/report_player.html", context, status=422 if form.errors else 200)


def _complaint_text(other: Player, data: dict[str, Any], shared: list[Round], table: Table) -> str:
    """The text of the complaint: the player, the suspicion, the rounds, and what the player wrote."""
    codes = GAMES[table.system].prohibitions
    why = _("Something else")
    if data["why"] in codes:
        why = f"{conduct.FORBIDDEN[data['why']]} ({codes[data['why']]})"
    rounds = ", ".join(f"{game_round.number} (#{game_round.pk})" for game_round in shared)
    head = [
        _("Reported player: %(alias)s") % {"alias": other.alias},
        _("Suspected: %(why)s") % {"why": why},
        _("Rounds played together: %(rounds)s") % {"rounds": rounds or _("no rounds together")},
    ]
    return "\n".join([*head, "", data["text"]])
