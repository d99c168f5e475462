"""A player's own pages about identity and sign-in: where the check stands, what is missing, who is signed in, which terms hold."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.identity import changes, forms, lockout, sign_ins, terms, uploads
from players.identity.countries import name_of
from players.identity.identifiers import iban_written
from players.identity.models import Identity, PaymentAccount, State
from players.identity.reauthentication import reauthentication_required, second_factor_redirect
from players.identity.sign_ins import device_said
from players.identity.transitions import NotNow
from players.models import Player
from players.shared.decorators import for_players


def _identity(player: Player) -> Identity | None:
    return Identity.objects.filter(player=player).first()


@never_cache
@for_players
def identity(request: HttpRequest, player: Player) -> HttpResponse:
    """Where the check stands and what the player may do about it. While the service is asked, the page looks again by itself."""
    known = _identity(player)
    asked: Any = None
    status = 200
    if known is not None and known.state == State.CORRECT:
        asked = forms.CorrectForm(
            request.POST or None,
            initial={name: getattr(known, name) for name in forms.CorrectForm.base_fields},
        )
    elif known is not None and uploads.wanted(known):
        asked = forms.PaperForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and asked is not None and known is not None:
        if asked.is_valid() and _done(request, player, known, asked):
            return redirect("identity")
        status = 422
    account = PaymentAccount.objects.filter(player=player, until=None).first()
    context = {
        "player": player,
        "identity": known,
        "form": asked,
        "papers": player.papers.order_by("-at")[: uploads.MOST],
        "account": iban_written(account.iban) if account else "",
        "nationality": name_of(known.nationality) if known else "",
        "country": name_of(known.country) if known else "",
        "waits": known is not None and known.state == State.ASKED,
    }
    return render(request, "portal/identity/identity.html", context, status=status)


def _done(request: HttpRequest, player: Player, known: Identity, asked: Any) -> bool:
    try:
        if isinstance(asked, forms.CorrectForm):
            changes.identity_correct(identity=known, by=player.person, **asked.cleaned_data)
            messages.success(request, _("Thank you. The data are being checked again."))
        else:
            uploads.paper_keep(
                player=player,
                kind=asked.cleaned_data["kind"],
                file=asked.cleaned_data["file"],
                request=request,
            )
            messages.success(
                request, _("The document has arrived. Somebody of the house looks at it and writes to you.")
            )
    except ValidationError as error:
        asked.add_error("file", error)
        return False
    except IntegrityError:
        asked.add_error(None, _("These data belong to another account. Write to us if you do not know why."))
        return False
    except NotNow:
        messages.info(request, _("This was settled meanwhile."))
    return True


@never_cache
@for_players
@reauthentication_required
def home(request: HttpRequest, player: Player) -> HttpResponse:
    """The address and the profession: what the player may change without being verified anew."""
    known = get_object_or_404(Identity, player=player)
    form = forms.ChangeForm(
        request.POST or None, initial={name: getattr(known, name) for name in forms.ChangeForm.base_fields}
    )
    if request.method == "POST" and form.is_valid():
        changes.identity_change(identity=known, by=player.person, request=request, **form.cleaned_data)
        messages.success(request, _("Your data have been changed."))
        return redirect("identity")
    return render(request, "portal/identity/home.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@for_players
@reauthentication_required
def payment(request: HttpRequest, player: Player) -> HttpResponse:
    """Another payment account, in the player's own name."""
    known = get_object_or_404(Identity, player=player)
    if (missing := second_factor_redirect(request)) is not None:
        return missing
    form = forms.PaymentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        changes.payment_change(
            identity=known, iban=form.cleaned_data["iban"], by=player.person, request=request
        )
        messages.success(
            request, _("The payment account was changed. A message says from when money goes to it.")
        )
        return redirect("identity")
    context = {"form": form, "holder": known.name, "hours": settings.PAYMENT_ACCOUNT_WAIT_HOURS}
    return render(request, "portal/identity/payment.html", context, status=422 if form.errors else 200)


@never_cache
@for_players
def accept(request: HttpRequest, player: Player) -> HttpResponse:
    """The version in force, asked for at the first sign-in after it changed."""
    version = terms.current()
    form = forms.TermsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if request.POST.get("version") == str(version.version):
            terms.terms_accept(
                player=player, terms=version, language=get_language() or "pt-pt", request=request
            )
            request.session.pop(terms.DUE, None)
            return redirect(settings.LOGIN_REDIRECT_URL)
        form.add_error(None, _("The terms have changed while you read them. Please read them once more."))
    context = {"form": form, "terms": version, "due": not terms.accepted(player)}
    return render(request, "portal/identity/terms.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
def sign_ins_page(request: HttpRequest) -> HttpResponse:
    """Who is signed in with this account, from where, and since when; and those before."""
    known = request.session.get(sign_ins.SIGN_IN) or [0]
    past = Paginator(sign_ins.sign_ins_past(request.user), 20).get_page(request.GET.get("page"))
    rows = [
        {"entry": entry, "here": entry.pk == known[0], "device": device_said(entry.device)}
        for entry in sign_ins.sign_ins_of(request.user)
    ]
    context = {
        "rows": rows,
        "page": past,
        "past": [{"entry": entry, "device": device_said(entry.device)} for entry in past],
    }
    return render(request, "portal/identity/signins.html", context)


@require_POST
@login_required
def sign_in_end(request: HttpRequest) -> HttpResponse:
    """One of them, or all but this one."""
    known = request.session.get(sign_ins.SIGN_IN) or [0]
    chosen = request.POST.get("entry", "")
    found = sign_ins.sign_ins_of(request.user).exclude(pk=known[0])
    if chosen != "others":
        found = (
            found.filter(pk=int(chosen))
            if chosen.isascii() and chosen.isdigit() and len(chosen) < 19
            else found.none()
        )
    ended = sum(sign_ins.sign_in_end(entry=entry, by=request.user, request=request) for entry in found)
    if ended:
        messages.success(request, _("Signed out there. If it was not you, change your password."))
    else:
        messages.info(request, _("There was nothing to end."))
    return redirect("sign-ins")


@never_cache
def unlock(request: HttpRequest, token: str) -> HttpResponse:
    """The way back after too many failures: the link that its owner got by mail, and a button, so that no mail reader opens it."""
    if request.method == "POST":
        if lockout.unlock(request, token) is not None:
            messages.success(request, _("The account is open again: sign in."))
            return redirect("account_login")
        return render(request, "portal/identity/unlock.html", {"good": False}, status=410)
    good = lockout.owner_of(token) is not None
    return render(request, "portal/identity/unlock.html", {"good": good}, status=200 if good else 410)
