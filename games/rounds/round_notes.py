"""A player's own notes about their rounds. Nobody else reads them, staff included."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy

from games.models import RoundNote
from players.history.totals import HistorySelection
from players.models import Player

MOST = 1000  # notes of one player
SHOWN = 20  # on the review


class RoundNoteForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Your note"),
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 3, "autocomplete": "off"}),
        error_messages={"max_length": gettext_lazy("Write at most %(limit_value)d characters.")},
    )


def note_about(player: Player, round_id: int) -> str:
    """What the player wrote about the round; empty if nothing."""
    written = RoundNote.objects.filter(player=player, round=round_id).first()
    return written.text if written is not None else ""


def notes_of(player: Player, choice: HistorySelection) -> Sequence[RoundNote]:
    """The newest notes about rounds of the chosen days and game."""
    notes = RoundNote.objects.filter(player=player, round__table__currency=choice.currency)
    if choice.begins:
        notes = notes.filter(round__ended__gte=choice.begins)
    if choice.ends:
        notes = notes.filter(round__ended__lt=choice.ends)
    if choice.system:
        notes = notes.filter(round__table__system=choice.system)
    if choice.table:
        notes = notes.filter(round__table=choice.table)
    return list(notes.select_related("round__table").order_by("-round__ended", "-pk")[:SHOWN])


@transaction.atomic
def write_note(*, player: Player, round_id: int, text: str) -> bool:
    """Replaces the note; an empty one is deleted. Whether there was room for it."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # one note at a time
    own = RoundNote.objects.filter(player=player)
    if text and not own.filter(round=round_id).exists() and own.count() >= MOST:
        return False
    own.filter(round=round_id).delete()
    if text:
        RoundNote.objects.create(player=player, round_id=round_id, text=text)
    return True
