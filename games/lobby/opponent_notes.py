"""A player's own notes about others at a table between players (A80). Nobody else reads them, staff included.

A note is a colour and a few words. It can be written about those who sit at the table, or played there with
the player recently: the same people whom a player may report.
"""

from __future__ import annotations

from django import forms
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.catalogue import GAMES
from games.lobby.report_player import reportable_players
from games.models import OpponentNote, Table
from players.identity.sign_in.read_limits import limit_reads
from players.models import Player
from players.shared.decorators import for_players

MOST = 500  # notes of one player


class NoteForm(forms.Form):
    alias = forms.CharField(max_length=20)
    colour = forms.ChoiceField(choices=OpponentNote.Colour.choices, required=False)
    text = forms.CharField(max_length=300, required=False)


class NoteRefused(Exception):
    """The sentence that tells the player why."""


def write_note(*, player: Player, about: Player, colour: str, text: str) -> None:
    """Replaces the note about a player. One without colour and words is deleted."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # one note at a time
        own = OpponentNote.objects.filter(player=player)
        own.filter(about=about).delete()
        if not (colour or text):
            return
        if own.count() >= MOST:
            raise NoteRefused(_("You have %(most)d notes. Delete one first.") % {"most": MOST})
        OpponentNote.objects.create(player=player, about=about, colour=colour, text=text)


@require_http_methods(["GET", "HEAD", "POST"])
@limit_reads
@for_players
def notes(request: HttpRequest, player: Player, table_id: int) -> HttpResponse:
    """The player's notes about those at this table; or one of them, written anew."""
    table = get_object_or_404(Table, pk=table_id)
    if not GAMES[table.system].engine.between_players:
        raise Http404
    others = {other.alias: other for other in reportable_players(player, table)}
    if request.method == "POST":
        return _write(request, player, others)
    written = OpponentNote.objects.filter(player=player, about__in=others.values()).select_related("about")
    return JsonResponse({"notes": {note.about.alias: _note_data(note.colour, note.text) for note in written}})


def _write(request: HttpRequest, player: Player, others: dict[str, Player]) -> JsonResponse:
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _refused(_("Write at most 300 characters of text."))
    data = form.cleaned_data
    about = others.get(data["alias"])
    if about is None:
        return _refused(_("This player is not at the table, and has not played here with you recently."))
    try:
        write_note(player=player, about=about, colour=data["colour"], text=data["text"])
    except NoteRefused as refused:
        return _refused(str(refused))
    return JsonResponse({"note": _note_data(data["colour"], data["text"])})


def _note_data(colour: str, text: str) -> dict[str, str]:
    return {"colour": colour, "text": text}


def _refused(sentence: str) -> JsonResponse:
    return JsonResponse({"error": sentence}, status=422)
