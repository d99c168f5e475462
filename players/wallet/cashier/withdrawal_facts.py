"""What staff weigh before they release a withdrawal, beside the decision."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q, Sum
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from msgspec import Struct

from players.identity.models import AddressChange, Identity, PaymentAccount
from players.models import Player
from players.play_records import PlayTotals, play_records
from players.protection.exclusions import exclusions_of, pause_of
from players.shared import clock
from players.shared.money import format_money
from players.wallet.account_owner import OwnerMatch
from players.wallet.cashier.models import Payee, Payment
from players.wallet.cashier.payment_reasons import reason_text
from players.wallet.cashier.selectors import requested_cents
from players.wallet.cashier.withdrawals import holds_of

RECENT = timedelta(days=7)  # a change of address or payment account counts as recent
EUR = "EUR"


# What staff read of the bank's answer about the owner of the account.
OWNER_SIGNS: dict[str, Promise] = {
    "": lazy("The bank has not been asked yet whose account it is. It is asked before the money goes."),
    OwnerMatch.CLOSE: lazy("The bank has the account under a similar name: %(name)s."),
    OwnerMatch.NONE: lazy("The bank says that the account is another person's."),
    OwnerMatch.UNAVAILABLE: lazy("The bank could not say whose account it is."),
}


class WithdrawalFacts(Struct, frozen=True):
    """Labelled figures, and the signs that call for a closer look."""

    figures: list[tuple[str, str, str]]  # label, value, detail
    signs: list[str]
    heading: list[
        tuple[str, str, bool]
    ]  # what is read first: label, value, whether it calls for a closer look


def withdrawal_facts(payment: Payment) -> WithdrawalFacts:
    now, player = clock.now(), payment.player
    earlier = Payment.objects.filter(player=player).exclude(pk=payment.pk)
    paid = Q(status=Payment.Status.PAID)
    deposits = earlier.filter(paid, direction=Payment.Direction.DEPOSIT)
    withdrawals = earlier.filter(paid, direction=Payment.Direction.WITHDRAWAL)
    last_paid = withdrawals.aggregate(last=Max("credited"))["last"]
    since = deposits.filter(credited__gt=last_paid) if last_paid else deposits
    deposited = since.aggregate(cents=Sum("cents"), count=Count("pk"))
    last_deposit = deposits.aggregate(last=Max("credited"))["last"]
    played = play_records().totals(
        player.pk, currency=EUR, since=last_deposit, until=None, system="", table=0
    )
    came = deposits.aggregate(cents=Sum("cents"))["cents"] or 0
    went = withdrawals.aggregate(cents=Sum("cents"))["cents"] or 0
    account = PaymentAccount.objects.filter(player=player, until=None).order_by("-pk").first()
    identity = Identity.objects.filter(player=player).first()
    whole = requested_cents(payment)
    figures = [
        (
            _("Goes to"),
            _goes_to(payment),
            _("part of %(amount)s") % {"amount": format_money(whole, EUR)} if whole != payment.cents else "",
        ),
        (
            _("Deposits since the last withdrawal"),
            format_money(deposited["cents"] or 0, EUR),
            ngettext("%(count)s deposit", "%(count)s deposits", deposited["count"]) % deposited,
        ),
        (
            _("Turnover since the last deposit"),
            format_money(played.staked, EUR),
            _("result %(net)s") % {"net": format_money(played.net, EUR, signed=True)},
        ),
        (
            _("Total deposits less withdrawals"),
            format_money(came - went, EUR, signed=True),
            _("before this withdrawal"),
        ),
        (
            _("Age of the IBAN"),
            _age(account.since, now) if account else "–",
            _payee_text(payment.payee),
        ),
        (
            _("Owner, as the bank says"),
            account.get_owner_display() if account and account.owner else "–",
            _on(account.owner_answered) if account and account.owner_answered else "",
        ),
        (
            _("Identity"),
            str(identity.get_state_display()) if identity else "–",
            _on(identity.verified) if identity and identity.verified else "",
        ),
        (_("Account"), str(player.get_status_display()), _on(player.person.date_joined)),
    ]
    signs = list(_signs(payment, account, played, came, now))
    heading = [
        (_("Amount"), format_money(payment.cents, EUR), False),
        (_("Result since the last deposit"), format_money(played.net, EUR, signed=True), False),
        (_("Deposits less withdrawals"), format_money(came - went, EUR, signed=True), False),
        (_("Signs"), str(len(signs)) if signs else _("none"), bool(signs)),
    ]
    return WithdrawalFacts(figures, signs, heading)


def _signs(
    payment: Payment, account: PaymentAccount | None, played: PlayTotals, deposited: int, now: datetime
) -> Iterator[str]:
    player: Player = payment.player
    if player.status != Player.Status.ACTIVE:
        yield _("The account is not active.")
    yield from map(reason_text, holds_of(player.pk))
    if not payment.instrument:
        yield from _signs_of_account(payment, account, now)
    if AddressChange.objects.filter(person=player.person_id, confirmed__gt=now - RECENT).exists():
        yield _("The e-mail address changed less than seven days ago.")
    if deposited and not played.rounds:
        yield _("Nothing has been staked since the last deposit.")
    others = Payment.objects.filter(
        player=player, direction=Payment.Direction.WITHDRAWAL, made__gt=now - timedelta(hours=24)
    ).exclude(pk=payment.pk)
    if count := others.exclude(status=Payment.Status.REFUSED).count():
        yield ngettext(
            "%(count)s other withdrawal in the last 24 hours.",
            "%(count)s other withdrawals in the last 24 hours.",
            count,
        ) % {"count": count}
    if exclusions_of(player, now) or pause_of(player, now):
        yield _("The player is excluded or paused. That alone never holds a withdrawal back.")


def _signs_of_account(payment: Payment, account: PaymentAccount | None, now: datetime) -> Iterator[str]:
    if account is None or not payment.goes_to(account):
        yield _("The payment account has changed since the withdrawal was requested.")
    elif now - account.since < RECENT:
        yield _("The payment account was entered less than seven days ago.")
    if account is not None and account.owner in OWNER_SIGNS:
        yield OWNER_SIGNS[account.owner] % {"name": account.owner_name}


def _goes_to(payment: Payment) -> str:
    if not payment.instrument:
        return _("the registered account")
    ending = payment.instrument[-4:]
    return _("back to what paid: %(method)s ···· %(ending)s") % {
        "method": payment.method_name,
        "ending": ending,
    }


def _payee_text(payee: Payee) -> str:
    return f"{payee.iban[:4]} ···· {payee.iban[-4:]} · {payee.holder}" if payee.iban else ""


def _age(since: datetime, now: datetime) -> str:
    days = (now - since).days
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}


def _on(moment: datetime) -> str:
    return _("since %(day)s") % {"day": date_format(localtime(moment), "SHORT_DATE_FORMAT")}
