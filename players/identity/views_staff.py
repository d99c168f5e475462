"""What staff do about identities and accounts: each act with a reason, on the record, and nothing personal shown without one."""

from __future__ import annotations

import time
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from players.audit import note
from players.identity.account_status import player_close, player_restore, player_suspend
from players.identity.countries import name_of
from players.identity.identifiers import iban_written
from players.identity.models import Identity, Paper, TestAccount
from players.identity.reauthentication import step_up_required
from players.identity.transitions import BY_STAFF, STEPS, NotNow, identity_step
from players.identity.uploads import paper_read
from players.models import Player
from players.shared.staff_reasons import reason_of

UNMASKED = "unmasked"  # in the session: which identities may be read in full, until when
UNMASKED_FOR = 10 * 60
MASK = "•••"


def masked(value: str) -> str:
    """Enough to tell two apart on the telephone, and no more."""
    return f"{value[:1]}{MASK}{value[-2:]}" if len(value) > 4 else MASK


def is_unmasked(request: HttpRequest, identity: Identity) -> bool:
    return bool(request.session.get(UNMASKED, {}).get(str(identity.pk), 0) > time.time())


def unmasked_players(request: HttpRequest) -> list[int]:
    """Whose e-mail address may be read in full now, because somebody has said why."""
    now = time.time()
    return [
        int(key[1:])
        for key, until in request.session.get(UNMASKED, {}).items()
        if key.startswith("p") and until > now
    ]


def _show_for_a_while(request: HttpRequest, key: str) -> None:
    open_now = {
        each: until for each, until in request.session.get(UNMASKED, {}).items() if until > time.time()
    }
    request.session[UNMASKED] = {**open_now, key: time.time() + UNMASKED_FOR}


def facts(identity: Identity, *, full: bool) -> list[tuple[str, str]]:
    """What is known, line by line; masked unless somebody has said why it must be read."""
    account = identity.player.payment_accounts.filter(until=None).first()
    lines = [
        (_("Full name"), identity.name),
        (_("Date of birth"), identity.birth.strftime("%d/%m/%Y")),
        (_("Nationality"), name_of(identity.nationality)),
        (_("Profession"), identity.profession),
        (
            _("Address"),
            f"{identity.address}, {identity.postcode} {identity.town}, {name_of(identity.country)}",
        ),
        (identity.get_document_kind_display(), f"{identity.document_number} ({identity.document_country})"),
        (_("Tax number (NIF)"), identity.nif),
        (_("E-mail"), identity.player.person.email),
        (_("Payment account"), iban_written(account.iban) if account else "–"),
    ]
    return [(label, value if full else masked(value)) for label, value in lines]


def may(request: HttpRequest, right: str) -> None:
    if not request.user.has_perm(right):
        raise PermissionDenied


@require_POST
@step_up_required
def unmask(request: HttpRequest, pk: int) -> HttpResponse:
    may(request, "identity.view_identity")
    identity = get_object_or_404(Identity, pk=pk)
    if reason := reason_of(request):
        note(
            "identity.unmasked",
            player=identity.player_id,
            about=f"identity:{pk}",
            request=request,
            reason=reason,
        )
        _show_for_a_while(request, str(pk))
    return redirect("admin:identity_identity_change", pk)


@require_POST
@step_up_required
def email_unmask(request: HttpRequest, pk: int) -> HttpResponse:
    """The e-mail address of one player, for ten minutes, wherever it stands in the back office."""
    may(request, "players.view_player")
    player = get_object_or_404(Player, pk=pk)
    if reason := reason_of(request):
        note("account.email-unmasked", player=player, about=f"player:{pk}", request=request, reason=reason)
        _show_for_a_while(request, f"p{pk}")
    return redirect("admin:players_player_change", pk)


@require_POST
@step_up_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Staff's own steps of the table, by somebody whose right it is; never about oneself, because staff have no account."""
    may(request, "identity.change_identity")
    identity = get_object_or_404(Identity, pk=pk)
    verb = request.POST.get("verb", "")
    if verb not in BY_STAFF:
        messages.error(request, _("There is no such step."))
    elif reason := reason_of(request):
        try:
            identity_step(identity=identity, verb=verb, by=request.user, why=reason)  # type: ignore[arg-type]
            messages.success(request, _("Done, and the player is told."))
        except NotNow:
            messages.error(request, _("Somebody else has decided meanwhile."))
    return redirect("admin:identity_identity_change", pk)


@step_up_required
def paper(request: HttpRequest, pk: Any) -> HttpResponse:
    """A document as it was sent. Who looked at it is on the record before it is shown."""
    may(request, "identity.view_paper")
    found = get_object_or_404(Paper, pk=pk)
    note("identity.document-seen", player=found.player_id, about=f"paper:{found.pk}", request=request)
    try:
        answer = HttpResponse(paper_read(found), content_type=found.type)
    except FileNotFoundError:
        return HttpResponse(_("The file is not in the store."), status=404, content_type="text/plain")
    answer["Content-Disposition"] = "inline"
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer["Cache-Control"] = "no-store"
    return answer


def offered(identity: Identity) -> list[str]:
    return [verb for verb in STEPS[identity.state] if verb in BY_STAFF]


# --- the account of a player

ACTS = {"suspend": player_suspend, "restore": player_restore, "close": player_close}


@require_POST
@step_up_required
def account_act(request: HttpRequest, pk: int) -> HttpResponse:
    may(request, "players.change_player")
    player = get_object_or_404(Player.objects.select_related("person"), pk=pk)
    act = request.POST.get("act", "")
    if reason := reason_of(request):
        if act == "test":
            _test_account(request, player, reason)
        elif act in ACTS and ACTS[act](player, reason, request.user):  # type: ignore[arg-type]
            messages.success(request, _("Done, and the player is told."))
        else:
            messages.error(request, _("The account is not in a state for this."))
    return redirect("admin:players_player_change", pk)


def _test_account(request: HttpRequest, player: Player, reason: str) -> None:
    """Authorised by name and for good: an account that reports left out once is never counted again."""
    try:
        with transaction.atomic():
            TestAccount.objects.create(player=player, reason=reason, by=request.user)
            Player.objects.filter(pk=player.pk).update(testing=True)
            note(
                "account.marked-test",
                player=player,
                about=f"player:{player.pk}",
                request=request,
                reason=reason,
            )
        messages.success(request, _("From now on no report counts this account."))
    except IntegrityError:
        messages.error(request, _("This is a test account already."))
