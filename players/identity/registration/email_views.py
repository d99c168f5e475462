"""The page on which a player changes the e-mail address: first the new address, then the code sent to it."""

from __future__ import annotations

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.identity.models import AddressChange
from players.identity.registration import email_change, forms
from players.identity.registration.views import within_rate
from players.identity.sign_in.reauthentication import reauthentication_required
from players.models import Player
from players.shared.decorators import for_players

WRONG_CODE = gettext_lazy("The code is wrong or has expired. Ask for another one.")


@never_cache
@for_players
@reauthentication_required
def email_page(request: HttpRequest, player: Player) -> HttpResponse:
    """Shows the form for the new address or, while a change is pending, the form for its code."""
    change = email_change.pending_change(player.person)
    if change is None:
        return _address_form_page(request, player)
    form = forms.CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if _confirm(request, player, form.cleaned_data["code"]):
            messages.success(
                request, _("Your e-mail address has been changed. You sign in with the new one from now on.")
            )
            return redirect("identity")
        if email_change.pending_change(player.person) is None:  # the tries are used up
            messages.error(request, WRONG_CODE)
            return redirect("identity-email")
        form.add_error("code", WRONG_CODE)
    return _render(request, player, form, change)


def _address_form_page(request: HttpRequest, player: Player) -> HttpResponse:
    form = forms.EmailForm(request.POST or None, email=player.person.email)
    if request.method == "POST" and form.is_valid():
        if _request_change(request, player, form.cleaned_data["email"]):
            return redirect("identity-email")
        form.add_error(
            "email", _("Too many codes were requested. Wait a while before you ask for another one.")
        )
    return _render(request, player, form, None)


def _request_change(request: HttpRequest, player: Player, email: str) -> bool:
    return within_rate(request, "begin") and email_change.request_email_change(
        player=player, email=email, request=request
    )


def _confirm(request: HttpRequest, player: Player, code: str) -> bool:
    return within_rate(request, "code") and email_change.confirm_email_change(
        player=player, code=code, request=request
    )


def _render(request: HttpRequest, player: Player, form: Form, change: AddressChange | None) -> HttpResponse:
    context = {"form": form, "change": change, "email": player.person.email}
    return render(request, "portal/identity/email.html", context, status=422 if form.errors else 200)


@require_POST
@for_players
def withdraw_email(request: HttpRequest, player: Player) -> HttpResponse:
    email_change.withdraw_email_change(player=player)
    messages.info(request, _("The address was not changed."))
    return redirect("identity-email")
