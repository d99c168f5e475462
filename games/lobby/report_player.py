"""«Report a player»: from every table between players to a complaint that names the rounds both took part in.  [HE-11c] [HE-11e] [HE-11g]

Whoever reports chooses among those who sit at the table or played there lately, and writes what happened; the rounds are found by the
house. The complaint has its number and its clock as any other, and whoever looks into it tells those rounds again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
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

LATELY = timedelta(days=7)
NAMED = 20  # rounds that a report names, the newest


def company(player: Player, table: Table) -> list[Player]:
    """Who sits at that table now, or played a round there with this player lately."""
    mine = Stake.objects.filter(player=player, round__table=table, at__gte=timezone.now() - LATELY).values(
        "round"
    )
    played = Stake.objects.filter(round__in=mine).values("player")
    seated = PlaySession.objects.filter(table=table.pk, ended=None).values("player")
    found = Player.objects.filter(pk__in=played.union(seated)).exclude(pk=player.pk)
    return sorted(found.exclude(status=Player.Status.PARTNER), key=lambda other: collation_key(other.alias))


def rounds_shared(player: Player, other: Player, table: Table) -> list[Round]:
    """The rounds that both took part in at that table lately, the newest first."""
    mine = Stake.objects.filter(player=player, round__table=table, at__gte=timezone.now() - LATELY).values(
        "round"
    )
    both = Stake.objects.filter(round__in=mine, player=other).values("round")
    return list(Round.objects.filter(pk__in=both).order_by("-number").only("pk", "number")[:NAMED])


class ReportForm(forms.Form):
    reported = forms.ChoiceField(label=gettext_lazy("Whom is it about?"))
    why = forms.ChoiceField(label=gettext_lazy("What do you suspect?"))
    text = text_field(
        gettext_lazy("What did you see?"),
        gettext_lazy("You need no proof. The house finds the rounds that you both played."),
    )

    def __init__(self, around: list[Player], system: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["reported"].choices = [("", _("Choose")), *((str(each.pk), each.alias) for each in around)]
        codes = GAMES[system].prohibitions
        fields["why"].choices = [
            ("", _("Choose")),
            *((code, conduct.FORBIDDEN[code]) for code in codes),
            ("other", _("Something else")),
        ]


@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def report(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    table = get_object_or_404(Table, pk=id)
    if not GAMES[table.system].engine.between_players:
        raise Http404
    around = company(player, table)
    form = ReportForm(around, table.system, request.POST if request.method == "POST" else None)
    if form.is_valid():
        other = next(each for each in around if str(each.pk) == form.cleaned_data["reported"])
        shared = rounds_shared(player, other, table)
        said = _written(other, form.cleaned_data, shared, table)
        newest = shared[0].pk if shared and complaints.belongs_to(player, shared[0].pk, None) else None
        try:
            opened = complaints.complaint_open(
                player=player,
                category=Complaint.Category.PLAYER,
                text=said,
                round=newest,
                table=table.pk,
                reported=other,
                request=request,
            )
        except complaints.Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            return redirect("complaint", number=opened.number)
    context = {"form": form, "table": table, "around": around, "days": complaints.DAYS}
    return render(request, "table/report_player.html", context, status=422 if form.errors else 200)


def _written(other: Player, given: dict[str, Any], shared: list[Round], table: Table) -> str:
    """The report as the complaint keeps it: whom, what, which rounds, and then the player's own words."""
    codes = GAMES[table.system].prohibitions
    why = (
        f"{conduct.FORBIDDEN[given['why']]} ({codes[given['why']]})"
        if given["why"] in codes
        else _("Something else")
    )
    rounds = ", ".join(f"{round.number} (#{round.pk})" for round in shared) or _("none together")
    head = [
        _("Reported player: %(alias)s") % {"alias": other.alias},
        _("Suspected: %(why)s") % {"why": why},
        _("Rounds played together: %(rounds)s") % {"rounds": rounds},
    ]
    return "\n".join([*head, "", given["text"]])
