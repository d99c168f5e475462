"""The header of a player's page: the account, its money, identity, limits, exclusions and complaints."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from players.administration.player_page import HeaderFact, HeaderItem, register_header_items
from players.identity.models import Identity
from players.inbox.models import Complaint
from players.models import Player
from players.play_records import play_records
from players.protection.exclusions import exclusions_of, pause_of
from players.protection.limit_text import limit_name, limit_value
from players.protection.limits import current_limits
from players.shared import clock
from players.shared.money import format_money
from players.wallet.models import Account

IDENTITY_STATES = {"verified": "good", "queued": "warning", "refused": "danger"}
RESULT_OF = timedelta(days=30)
STATUS_STATES = {"active": "good", "suspended": "warning", "closed": "danger"}


def _account(request: HttpRequest, player: Player) -> Sequence[HeaderFact]:
    since = date_format(localtime(player.since), "SHORT_DATE_FORMAT")
    facts = [HeaderFact(player.get_status_display(), STATUS_STATES.get(player.status, ""))]
    if player.testing:
        facts.append(HeaderFact(_("test account"), "warning"))
    return [*facts, HeaderFact(_("since %(day)s") % {"day": since})]


def _balance(request: HttpRequest, player: Player) -> Sequence[HeaderFact]:
    """The wallet, and the chips at tables if there are any."""
    accounts = Account.objects.filter(player=player, kind__in=(Account.Kind.WALLET, Account.Kind.STACK))
    sums = {
        (row["currency"], row["kind"]): row["cents"]
        for row in accounts.order_by().values("currency", "kind").annotate(cents=Sum("balance"))
    }
    facts = [HeaderFact(format_money(sums.get(("EUR", "wallet"), 0), "EUR"))]
    if chips := sums.get(("EUR", "stack")):
        facts.append(HeaderFact(_("%(amount)s in chips at tables") % {"amount": format_money(chips, "EUR")}))
    if ("DEMO", "wallet") in sums:
        facts.append(HeaderFact(format_money(sums["DEMO", "wallet"], "DEMO")))
    return facts


def _result(request: HttpRequest, player: Player) -> Sequence[HeaderFact]:
    since = clock.now() - RESULT_OF
    played = play_records().totals(player.pk, currency="EUR", since=since, until=None, system="", table=0)
    net = format_money(played.net, "EUR", signed=True)
    return [HeaderFact(_("%(net)s in thirty days") % {"net": net})]


def _identity(request: HttpRequest, player: Player) -> Sequence[HeaderFact]:
    identity = Identity.objects.filter(player=player).only("state").first()
    if identity is None:
        return [HeaderFact(_("no identity yet"))]
    url = reverse("admin:identity_identity_change", args=[identity.pk])
    return [HeaderFact(identity.get_state_display(), IDENTITY_STATES.get(identity.state, ""), url)]


def _limits(request: HttpRequest, player: Player) -> Sequence[HeaderFact]:
    limits = [limit for limit in current_limits(player, clock.now()).values() if limit.value is not None]
    if not limits:
        return [HeaderFact(_("no limit"))]
    return [
        HeaderFact(f"{limit_name(limit.kind, limit.period)}: {limit_value(limit.value, limit.kind)}")
        for limit in limits
    ]


def _exclusions(request: HttpRequest, player: Player) -> Sequence[HeaderFact]:
    now = clock.now()
    exclusions, pause = exclusions_of(player, now), pause_of(player, now)
    facts = [HeaderFact(_exclusion_text(exclusions[0].ends), "danger")] if exclusions else []
    if pause is not None:
        end = date_format(localtime(pause.ends), "SHORT_DATETIME_FORMAT")
        facts.append(HeaderFact(_("pause until %(end)s") % {"end": end}, "warning"))
    return facts or [HeaderFact(_("none in force"))]


def _exclusion_text(ends: datetime | None) -> str:
    if ends is None:
        return _("excluded with no end date")
    return _("excluded until %(end)s") % {"end": date_format(localtime(ends), "SHORT_DATETIME_FORMAT")}


def _complaints(request: HttpRequest, player: Player) -> Sequence[HeaderFact]:
    undecided = Complaint.objects.filter(player=player).exclude(state=Complaint.State.DECIDED)
    number = undecided.count()
    if not number:
        return []
    text = ngettext("%(number)s undecided", "%(number)s undecided", number) % {"number": number}
    return [HeaderFact(text, "warning", "?tab=complaints")]


register_header_items(
    HeaderItem("account", gettext_lazy("Account"), "players.view_player", 10, _account),
    HeaderItem("balance", gettext_lazy("Balance"), "wallet.view_account", 20, _balance),
    HeaderItem("result", gettext_lazy("Result"), "wallet.view_account", 25, _result),
    HeaderItem("identity", gettext_lazy("Identity"), "identity.view_identity", 30, _identity),
    HeaderItem("limits", gettext_lazy("Limits"), "protection.view_limit", 40, _limits),
    HeaderItem("exclusions", gettext_lazy("Exclusions"), "protection.view_exclusion", 50, _exclusions),
    HeaderItem("complaints", gettext_lazy("Complaints"), "inbox.view_complaint", 70, _complaints),
)
