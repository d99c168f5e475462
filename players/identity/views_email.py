"""The page on which a player changes the e-mail address: the new one, then the code that was sent to it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.identity import email_change, forms
from players.identity.reauthentication import reauthentication_required
from players.identity.views_registration import allowed
from players.models import Player
from players.shared.decorators import for_players


@never_cache
@for_players
@reauthentication_required
def email(request: HttpRequest, player: Player) -> HttpResponse:
    """Asks for the new address and, once a code is under way, for the code."""
    change = email_change.waiting(player.person)
    form = (
        forms.CodeForm(request.POST or None)
        if change
        else forms.EmailForm(request.POST or None, email=player.person.email)
    )
    if request.method == "POST" and form.is_valid():
        if isinstance(form, forms.CodeForm):
            if allowed(request, "code") and email_change.address_confirm(
                player=player, code=form.cleaned_data["code"], request=request
            ):
                messages.success(
                    request,
                    _("Your e-mail address has been changed. You sign in with the new one from now on."),
                )
                return redirect("identity")
            form.add_error("code", _("This is not the code, or it is too old. Ask for another one."))
            change = email_change.waiting(player.person)
        elif allowed(request, "begin") and email_change.address_ask(
            player=player, email=form.cleaned_data["email"], request=request
        ):
            return redirect("identity-email")
        else:
            form.add_error(
                "email", _("Too many codes were asked for. Wait a while before you ask for another one.")
            )
    if change is None and isinstance(form, forms.CodeForm):  # the tries are used up: an address again
        messages.error(request, _("This is not the code, or it is too old. Ask for another one."))
        return redirect("identity-email")
    context = {"form": form, "change": change, "email": player.person.email}
    return render(request, "portal/identity/email.html", context, status=422 if form.errors else 200)


@require_POST
@for_players
def email_withdraw(request: HttpRequest, player: Player) -> HttpResponse:
    email_change.address_withdraw(player=player)
    messages.info(request, _("The address stays as it was."))
    return redirect("identity-email")
