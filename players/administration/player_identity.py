"""The panels of identity and documents. Personal data stay masked until staff give a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from players.administration.player_page import (
    Panel,
    PanelCell,
    PanelTable,
    register_panels,
)
from players.identity.models import Identity, PaymentAccount, UploadedDocument
from players.identity.sign_in.masking import mask_value
from players.identity.staff.views import identity_details, is_unmasked
from players.identity.verification.identifiers import format_iban
from players.models import Player
from players.shared.admin_base import format_moment
from players.shared.exports.list_document import Column


def _identity_of(player: Player) -> Identity | None:
    identity = Identity.objects.filter(player=player).first()
    if identity is not None:
        identity.player = player  # with its person, which is loaded
    return identity


def _identity(request: HttpRequest, player: Player) -> Mapping[str, Any] | None:
    identity = _identity_of(player)
    if identity is None:
        return None
    unmasked = is_unmasked(request, identity)
    return {
        "identity": identity,
        "details": identity_details(identity, unmasked=unmasked),
        "unmasked": unmasked,
    }


def _documents(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    rows = [
        [
            PanelCell(document.name, reverse("admin:identity_document", args=[document.pk])),
            PanelCell(document.get_kind_display()),
            PanelCell(format_moment(document.at)),
            PanelCell(
                _("no malware found") if document.scanned else _("not scanned"),
                state="" if document.scanned else "danger",
            ),
        ]
        for document in UploadedDocument.objects.filter(player=player).order_by("-at", "-id")[:50]
    ]
    columns = [
        Column(_("file")),
        Column(_("what it is")),
        Column(pgettext("document", "sent")),
        Column(_("malware scan")),
    ]
    return {"table": PanelTable(columns, rows)}


def _payment_accounts(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    identity = _identity_of(player)
    unmasked = identity is not None and is_unmasked(request, identity)
    accounts = PaymentAccount.objects.filter(player=player).order_by("-since", "-id")[:20]
    rows = [
        [
            PanelCell(format_iban(account.iban) if unmasked else mask_value(account.iban)),
            PanelCell(account.holder if unmasked else mask_value(account.holder)),
            PanelCell(format_moment(account.since)),
            PanelCell(format_moment(account.until) if account.until else _("current")),
            PanelCell(format_moment(account.usable)),
            PanelCell(account.get_owner_display() if account.owner else "–"),
        ]
        for account in accounts
    ]
    columns = [
        Column("IBAN"),
        Column(_("holder")),
        Column(_("since")),
        Column(_("until")),
        Column(_("receives withdrawals from")),
        Column(_("owner, as the bank says")),
    ]
    return {"table": PanelTable(columns, rows)}


register_panels(
    Panel(
        "identity",
        "identity",
        gettext_lazy("Identity"),
        "identity.view_identity",
        10,
        _identity,
        "backoffice/players/panel_identity.html",
    ),
    Panel(
        "documents",
        "identity",
        gettext_lazy("Documents sent"),
        "identity.view_uploadeddocument",
        20,
        _documents,
    ),
    Panel(
        "payment-accounts",
        "identity",
        gettext_lazy("Payment accounts"),
        "identity.view_identity",
        30,
        _payment_accounts,
    ),
)
