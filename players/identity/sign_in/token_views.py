"""A player's API tokens: the list, the form for a new one, which is shown once, and revoking."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.identity.sign_in.api_tokens import (
    LIFETIMES,
    MAX_OPEN,
    TooManyTokens,
    create_token,
    open_tokens,
    revoke_token,
)
from players.identity.sign_in.reauthentication import reauthentication_required
from players.models import Person, Player
from players.shared.decorators import for_players


def lifetime_choices() -> list[tuple[int, str]]:
    return [(days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in LIFETIMES]


class ApiTokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("What the token is for, so that you recognise it later."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), coerce=int, choices=lifetime_choices, initial=30
    )

    def create(self, person: Person, request: Any) -> str | None:
        """The new token; None if the person has too many."""
        try:
            return create_token(person=person, request=request, **self.cleaned_data)
        except TooManyTokens:
            message = gettext("You have %(count)s tokens. Revoke one that you no longer need.")
            self.add_error(None, message % {"count": MAX_OPEN})
            return None


@never_cache
@for_players
@reauthentication_required
def tokens_page(request: HttpRequest, player: Player) -> HttpResponse:
    """The token is part of this response only: loading the page again does not show it."""
    form = ApiTokenForm(request.POST or None)
    token = None
    if request.method == "POST" and form.is_valid():
        token = form.create(player.person, request)
        form = ApiTokenForm() if token else form
    context = {"form": form, "token": token, "tokens": open_tokens(player.person).order_by("-pk")}
    return render(request, "portal/identity/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@for_players
def end_token(request: HttpRequest, player: Player) -> HttpResponse:
    chosen = request.POST.get("token", "")
    number = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 19 else 0
    if revoke_token(token=number, owner=player.person, by=player.person, request=request):
        messages.success(request, gettext("The token has been revoked. It no longer reads anything."))
    else:
        messages.info(request, gettext("That token had already ended."))
    return redirect("api-tokens")
