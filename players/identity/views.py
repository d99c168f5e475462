"""A player's own pages: identity check, address, payment account, terms, sign-ins and unlocking."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.identity.models import Identity, IdentityState, PaymentAccount, UploadedDocument
from players.identity.registration import forms, terms
from players.identity.sign_in import lockout, sign_ins
from players.identity.sign_in.reauthentication import reauthentication_required, second_factor_redirect
from players.identity.sign_in.session_store import SIGN_IN
from players.identity.sign_in.sign_ins import device_name
from players.identity.verification import changes, uploads
from players.identity.verification.countries import country_name
from players.identity.verification.identifiers import format_iban
from players.identity.verification.transitions import TransitionNotAllowed
from players.languages import legal_language
from players.models import Person, Player
from players.shared.decorators import for_players

IdentityForm = forms.CorrectionForm | forms.DocumentUploadForm | forms.ChangeProofForm


@never_cache
@for_players
def identity_page(request: HttpRequest, player: Player) -> HttpResponse:
    """The state of the check and the form that it requires.

    The page refreshes itself while the service is queried.
    """
    identity = Identity.objects.filter(player=player).first()
    if identity is not None and identity.state == IdentityState.VERIFIED and request.GET.get("new"):
        messages.success(request, _("Your identity is verified."))
        return redirect("deposit")  # which asks for the limits first
    form = _identity_form(request, identity)
    status = 200
    if request.method == "POST" and identity is not None and form is not None:
        if form.is_valid() and _submit(request, player, identity, form):
            return redirect("identity")
        status = 422
    account = PaymentAccount.objects.filter(player=player, until=None).first()
    context = {
        "player": player,
        "identity": identity,
        "form": form,
        "documents": player.documents.order_by("-at")[: uploads.MAX_DOCUMENTS],
        "account": format_iban(account.iban) if account else "",
        "nationality": country_name(identity.nationality) if identity else "",
        "country": country_name(identity.country) if identity else "",
        "is_being_checked": identity is not None and identity.state == IdentityState.ASKED,
    }
    return render(request, "portal/identity/identity.html", context, status=status)


def _identity_form(request: HttpRequest, identity: Identity | None) -> IdentityForm | None:
    """The form for the present state: corrections, a document, or none."""
    if identity is None:
        return None
    if identity.state == IdentityState.CORRECT:
        initial = {name: getattr(identity, name) for name in forms.CorrectionForm.base_fields}
        return forms.CorrectionForm(request.POST or None, initial=initial)
    if uploads.accepts_documents(identity):
        return forms.DocumentUploadForm(request.POST or None, request.FILES or None)
    if identity.state == IdentityState.VERIFIED:
        return forms.ChangeProofForm(request.POST or None, request.FILES or None)
    return None


def _submit(request: HttpRequest, player: Player, identity: Identity, form: IdentityForm) -> bool:
    try:
        if isinstance(form, forms.CorrectionForm):
            changes.correct_identity(identity=identity, by=player.person, **form.cleaned_data)
            messages.success(request, _("Thank you. The data are being checked again."))
        elif isinstance(form, forms.ChangeProofForm):
            file, kind = form.cleaned_data["file"], UploadedDocument.Kind.CHANGE
            uploads.store_document(player=player, kind=kind, file=file, request=request)
            messages.success(request, _("We have received the document and keep it with the change."))
        else:
            kind, file = form.cleaned_data["kind"], form.cleaned_data["file"]
            uploads.store_document(player=player, kind=kind, file=file, request=request)
            messages.success(request, _("We have received the document. We will check it and write to you."))
    except ValidationError as error:
        form.add_error("file", error)
        return False
    except IntegrityError:
        form.add_error(None, _("These data belong to another account. Write to us if you do not know why."))
        return False
    except TransitionNotAllowed:
        messages.info(request, _("This has already been dealt with."))
    return True


@never_cache
@for_players
@reauthentication_required
def address_page(request: HttpRequest, player: Player) -> HttpResponse:
    """Address and profession, which the player may change without a new check."""
    identity = get_object_or_404(Identity, player=player)
    initial = {name: getattr(identity, name) for name in forms.AddressAndProfessionForm.base_fields}
    form = forms.AddressAndProfessionForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        changes.change_identity(identity=identity, by=player.person, request=request, **form.cleaned_data)
        messages.success(request, _("Your data have been changed."))
        return redirect("identity")
    return render(request, "portal/identity/home.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@for_players
@reauthentication_required
def payment_account_page(request: HttpRequest, player: Player) -> HttpResponseBase:
    """Replaces the payment account, which must be in the player's own name."""
    identity = get_object_or_404(Identity, player=player)
    if (second_factor := second_factor_redirect(request)) is not None:
        return second_factor
    form = forms.PaymentAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        changes.change_payment_account(
            identity=identity, iban=form.cleaned_data["iban"], by=player.person, request=request
        )
        messages.success(
            request,
            _(
                "The payment account was changed. We have sent you a message with the time "
                "from which it can receive withdrawals."
            ),
        )
        return redirect("identity")
    context = {"form": form, "holder": identity.name, "hours": settings.PAYMENT_ACCOUNT_WAIT_HOURS}
    return render(request, "portal/identity/payment.html", context, status=422 if form.errors else 200)


@never_cache
@for_players
def terms_page(request: HttpRequest, player: Player) -> HttpResponse:
    """The terms in force, with a form to accept them. Players see it at the first sign-in after a change."""
    if not terms.are_published():
        raise Http404
    version = terms.current()
    form = forms.TermsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if request.POST.get("version") == str(version.version):
            terms.accept_terms(player=player, terms=version, language=legal_language().code, request=request)
            request.session.pop(terms.TERMS_DUE, None)
            return redirect(settings.LOGIN_REDIRECT_URL)
        form.add_error(None, _("The terms changed while you were reading them. Please read them again."))
    context = {"form": form, "terms": version, "due": not terms.has_accepted(player)}
    return render(request, "portal/identity/terms.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
def sign_ins_page(request: HttpRequest) -> HttpResponse:
    """The open sign-ins of this account, and the past ones."""
    person = _signed_in_person(request)
    present = _present_sign_in(request)
    past = Paginator(sign_ins.past_sign_ins(person), 20).get_page(request.GET.get("page"))
    rows = [
        {"entry": entry, "here": entry.pk == present, "device": device_name(entry.device)}
        for entry in sign_ins.open_sign_ins(person)
    ]
    context = {
        "rows": rows,
        "page": past,
        "past": [{"entry": entry, "device": device_name(entry.device)} for entry in past],
    }
    return render(request, "portal/identity/signins.html", context)


def _signed_in_person(request: HttpRequest) -> Person:
    """The person of a request that `login_required` has admitted."""
    assert isinstance(request.user, Person)
    return request.user


def _present_sign_in(request: HttpRequest) -> int:
    """The id of the sign-in of this session, or 0."""
    stored = request.session.get(SIGN_IN) or [0]
    return int(stored[0])


@require_POST
@login_required
def end_sign_ins(request: HttpRequest) -> HttpResponse:
    """Ends one other sign-in, or all others."""
    person, chosen = _signed_in_person(request), request.POST.get("entry", "")
    entries = sign_ins.open_sign_ins(person).exclude(pk=_present_sign_in(request))
    if chosen != "others":
        is_number = chosen.isascii() and chosen.isdigit() and len(chosen) < 19
        entries = entries.filter(pk=int(chosen)) if is_number else entries.none()
    if sum(sign_ins.end_sign_in(entry=entry, by=person, request=request) for entry in entries):
        messages.success(request, _("That session was signed out. If it was not you, change your password."))
    else:
        messages.info(request, _("That session had already ended."))
    return redirect("sign-ins")


@never_cache
def unlock_page(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an unlock link.

    A button unlocks the account, because e-mail programs may open links by themselves.
    """
    if request.method == "POST":
        if lockout.unlock(request, token) is not None:
            messages.success(request, _("The account is open again: sign in."))
            return redirect("account_login")
        return render(request, "portal/identity/unlock.html", {"is_valid": False}, status=410)
    is_valid = lockout.owner_of(token) is not None
    context = {"is_valid": is_valid}
    return render(request, "portal/identity/unlock.html", context, status=200 if is_valid else 410)
