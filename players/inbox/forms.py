"""The forms of complaints."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from players.inbox.complaints import REFUSALS, belongs_to
from players.inbox.models import Complaint
from players.models import Player
from players.shared.whole_number_field import WholeNumberField


def text_field(label: Any, help_text: Any = "") -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": 6, "maxlength": 4000})
    return forms.CharField(label=label, help_text=help_text, min_length=3, max_length=4000, widget=widget)


class ComplaintForm(forms.Form):
    category = forms.ChoiceField(
        label=_("What is it about?"), choices=[("", _("Choose")), *Complaint.Category.choices]
    )
    round = WholeNumberField(
        label=_("Round, by its number in your account"),
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text=_("It is filled in when you come here from the round's page."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    transfer = forms.UUIDField(required=False, widget=forms.HiddenInput)
    table = forms.CharField(required=False, widget=forms.HiddenInput)
    text = text_field(
        _("What happened, and what did you expect?"),
        _("In your own words, up to 4000 characters."),
    )

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_round(self) -> int | None:
        round_id: int | None = self.cleaned_data["round"]
        if round_id is not None and not belongs_to(self.player, round_id, None):
            raise forms.ValidationError(str(REFUSALS["not-yours"]))
        return round_id

    def clean_transfer(self) -> UUID | None:
        transfer: UUID | None = self.cleaned_data["transfer"]
        if transfer is not None and not belongs_to(self.player, None, transfer):
            raise forms.ValidationError(str(REFUSALS["not-yours"]))
        return transfer

    def clean_table(self) -> int | None:
        return parse_table(self.cleaned_data["table"])


def parse_table(value: object) -> int | None:
    """The table number of a URL.

    A link sets it, so an invalid value is ignored and the complaint continues.
    """
    text = str(value or "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


class ReplyForm(forms.Form):
    text = text_field(_("Write to the house"))
