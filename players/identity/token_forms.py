"""The form with which somebody makes an API token."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from players.identity.api_tokens import LIFETIMES, MAX_OPEN, TooManyTokens, create_token
from players.models import Person


def lifetime_choices() -> list[tuple[int, str]]:
    return [(days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in LIFETIMES]


class ApiTokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("What the token is for, so that you recognise it later."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, choices=lifetime_choices, initial=30)

    def create(self, person: Person, request: Any) -> str | None:
        """The new token; None if the person has too many."""
        try:
            return create_token(person=person, request=request, **self.cleaned_data)
        except TooManyTokens:
            message = gettext("You have %(count)s tokens. Revoke one that you no longer need.")
            self.add_error(None, message % {"count": MAX_OPEN})
            return None
