"""Staff actions on identities and accounts.

Each one requires a reason and is audited; so does showing personal data.
"""

from __future__ import annotations

import time
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from players.audit import note
from players.identity.models import Identity, UploadedDocument
from players.identity.sign_in.masking import mask_value
from players.identity.sign_in.reauthentication import step_up_required
from players.identity.verification.countries import country_name
from players.identity.verification.identifiers import format_iban
from players.identity.verification.transitions import (
    STAFF_VERBS,
    TRANSITIONS,
    TransitionNotAllowed,
    identity_transition,
)
from players.identity.verification.uploads import read_document
from players.models import Person, Player
from players.shared.staff_errors import DecidedMeanwhile, MissingPermission
from players.shared.staff_reasons import MAX_LENGTH, reason_of

UNMASKED = (
    "unmasked"  # session key: which identities ("12") and players ("p12") are shown in full, until when
)
UNMASKED_SECONDS = 10 * 60
TYPED = "typed-refusal"  # session key: the identity, reason and name of a refusal that was not carried out


def is_unmasked(request: HttpRequest, identity: Identity) -> bool:
    return bool(request.session.get(UNMASKED, {}).get(str(identity.pk), 0) > time.time())


def unmasked_players(request: HttpRequest) -> list[int]:
    """The players whose e-mail address this session may show in full now."""
    return [int(key[1:]) for key in _unmasked_keys(request) if key.startswith("p")]


def _unmasked_keys(request: HttpRequest) -> dict[str, float]:
    now = time.time()
    return {key: until for key, until in request.session.get(UNMASKED, {}).items() if until > now}


def _unmask_temporarily(request: HttpRequest, key: str) -> None:
    request.session[UNMASKED] = {**_unmasked_keys(request), key: time.time() + UNMASKED_SECONDS}


def identity_details(identity: Identity, *, unmasked: bool) -> list[tuple[str, str]]:
    """The labels and values of an identity, masked unless staff have given a reason."""
    account = identity.player.payment_accounts.filter(until=None).first()
    details = [
        (_("Full name"), identity.name),
        (_("Date of birth"), identity.birth.strftime("%d/%m/%Y")),
        (_("Nationality"), country_name(identity.nationality)),
        (_("Profession"), identity.profession),
        (
            _("Address"),
            f"{identity.address}, {identity.postcode} {identity.town}, {country_name(identity.country)}",
        ),
        (_("District"), identity.district or "–"),
        (_("Telephone"), identity.telephone or "–"),
        (identity.get_document_kind_display(), f"{identity.document_number} ({identity.document_country})"),
        (_("Tax number (NIF)"), identity.nif),
        (_("E-mail"), identity.player.person.email),
        (_("Payment account"), format_iban(account.iban) if account else "–"),
    ]
    return [(label, value if unmasked else mask_value(value)) for label, value in details]


def require_permission(request: HttpRequest, permission: str) -> Person:
    """Returns the member of staff if they have the permission; raises MissingPermission otherwise."""
    if not isinstance(request.user, Person) or not request.user.has_perm(permission):
        raise MissingPermission(permission)
    return request.user


@require_POST
@step_up_required
def unmask(request: HttpRequest, pk: int) -> HttpResponse:
    require_permission(request, "identity.view_identity")
    identity = get_object_or_404(Identity, pk=pk)
    if reason := reason_of(request):
        note(
            "identity.unmasked",
            player=identity.player_id,
            about=f"identity:{pk}",
            request=request,
            reason=reason,
        )
        _unmask_temporarily(request, str(pk))
    if request.POST.get("page") == "player":
        return redirect(f"{reverse('admin:players_player_change', args=[identity.player_id])}?tab=identity")
    return redirect("admin:identity_identity_change", pk)


@require_POST
@step_up_required
def unmask_email(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows one player's e-mail address everywhere in the back office for ten minutes."""
    require_permission(request, "players.view_player")
    player = get_object_or_404(Player, pk=pk)
    if reason := reason_of(request):
        note("account.email-unmasked", player=player, about=f"player:{pk}", request=request, reason=reason)
        _unmask_temporarily(request, f"p{pk}")
    return redirect("admin:players_player_change", pk)


@require_POST
@step_up_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Applies a staff verb to an identity.

    Staff cannot decide about themselves, because they have no account.
    """
    person = require_permission(request, "identity.change_identity")
    identity = get_object_or_404(Identity, pk=pk)
    verb = request.POST.get("verb", "")
    alias = " ".join(request.POST.get("alias", "").split())
    if verb not in STAFF_VERBS:
        messages.error(request, _("This step does not exist."))
    elif verb == "refuse" and alias != identity.player.alias:
        messages.error(
            request,
            _("Nothing was changed. To close the account for good, type its name at the tables: %(alias)s.")
            % {"alias": identity.player.alias},
        )
        request.session[TYPED] = [pk, request.POST.get("reason", "")[:MAX_LENGTH], alias[:MAX_LENGTH]]
    elif reason := reason_of(request):
        try:
            identity_transition(identity=identity, verb=verb, by=person, why=reason)
            messages.success(request, _("Done; the player has been notified."))
        except TransitionNotAllowed as error:
            raise _decided_meanwhile(pk) from error
    return redirect("admin:identity_identity_change", pk)


def typed_refusal(request: HttpRequest, pk: int) -> dict[str, str]:
    """The reason and the name that were typed for a refusal that was not carried out, once."""
    of_identity, reason, alias = request.session.pop(TYPED, None) or (0, "", "")
    return {"reason": reason, "alias": alias} if of_identity == pk else {}


def _decided_meanwhile(pk: int) -> DecidedMeanwhile:
    identity = Identity.objects.select_related("player", "by").get(pk=pk)
    return DecidedMeanwhile(
        record=_("Identity of %(player)s") % {"player": identity.player.alias},
        url=reverse("admin:identity_identity_change", args=[pk]),
        by=identity.by.email if identity.by else "",
        at=identity.changed,
        outcome=identity.get_state_display(),
    )


@step_up_required
def document_file(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The document as it was uploaded. The access is audited before the document is shown."""
    require_permission(request, "identity.view_uploadeddocument")
    document = get_object_or_404(UploadedDocument, pk=pk)
    note("identity.document-seen", player=document.player_id, about=f"paper:{document.pk}", request=request)
    try:
        response = HttpResponse(read_document(document), content_type=document.type)
    except FileNotFoundError:
        return HttpResponse(_("The file is not in the store."), status=404, content_type="text/plain")
    response["Content-Disposition"] = "inline"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "no-store"
    return response


def available_verbs(identity: Identity) -> list[str]:
    return [verb for verb in TRANSITIONS[identity.state] if verb in STAFF_VERBS]
