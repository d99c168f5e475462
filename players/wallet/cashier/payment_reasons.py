"""Texts for the reasons why a payment was refused, held or ended."""

from __future__ import annotations

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.shared.money import format_money

ANSWER_AWAITED = _(
    "Somebody else answers first: the bank that keeps the payment account, or compliance, which looks at "
    "some withdrawals. It then continues automatically."
)
REASONS: dict[str, str | Promise] = {
    "no-gateway": _(
        "The cashier is not available at the moment. No money has moved; please try again later."
    ),
    "below-minimum": _("The amount is below the minimum."),
    "below-withdrawal": _(
        "The amount is below the minimum withdrawal. A smaller amount is possible only if it is the "
        "whole balance."
    ),
    "above-maximum": _("The amount is above the maximum of one deposit."),
    "other-payer": _("It came from an account of another person, so it goes back there."),
    "no-payer": _("The payment service does not say who paid it, so it goes back."),
    "no-method": _("This payment method is not offered."),
    "out-of-method": _("The amount is outside what this payment method takes."),
    "no-such-phone": _("This phone number has no MB WAY. Check it, or choose another method."),
    "closed": _("The account is closed."),
    "suspended": _("The account is suspended. Please write to the house."),
    "excluded": _("You are excluded from play and cannot deposit."),
    "paused": _("Your play is paused, so you cannot deposit until the pause ends."),
    "unverified": _("You can deposit and withdraw as soon as your identity is verified."),
    "no-national-list": _(
        "Deposits are not possible at the moment, because the national list of exclusions is not available."
    ),
    "deposits-held": _(
        "Deposits are paused on this account until we have looked at it. Your balance and withdrawals are "
        "not affected. You can write to us or complain at any time."
    ),
    "limits-unasked": _("Before your first deposit, choose your limits or say that you want none."),
    "protection-unread": _(
        "Before your first deposit, confirm that you have read how your money is protected."
    ),
    "limit-day": _("The amount is above your deposit limit for today."),
    "limit-week": _("The amount is above your deposit limit for this week."),
    "limit-month": _("The amount is above your deposit limit for this month."),
    "not-enough": _("The balance is lower than the amount."),
    "id-reused": _("This form was sent before with another amount. Please fill it in again."),
    "cancelling": _("The cancellation is on its way to the payment service."),
    "failed-at-gateway": _("The payment service did not carry it out."),
    "never-opened": _("The payment was not started."),
    "declined-by-payer": _("It was declined by the payer."),
    "declined-funds": _("The payer's bank declined it: not enough funds."),
    "declined-bank": _("The payer's bank declined it. The bank knows why."),
    "declined-proof": _("The bank's confirmation (3-D Secure) was not given."),
    "expired": _("The time to pay has passed."),
    "withdrawn": _("It was cancelled before it was paid."),
    "refused-by-house": _("We did not release it. The reason is in your messages."),
    # Reasons for which staff review a withdrawal first.
    "new-account": _(
        "The payment account was changed recently. Withdrawals to it wait, so that the account's "
        "owner can object."
    ),
    "account-changed": _(
        "The payment account was changed before the money was sent, so the money is back in the balance."
    ),
    "other-owner": _(
        "Your bank says that the payment account is not yours. Add an account of your own, then withdraw."
    ),
    # Two causes, one text: who releases withdrawals learns from it nothing about a suspicion.
    "account-owner": ANSWER_AWAITED,
    "chargeback": _("A bank is taking back a deposit of the player, and nobody has decided about it yet."),
    "review": ANSWER_AWAITED,
    "state": _("The account is not active."),
    "two-people": _("Above the amount that one person may release."),
    "large": _("Above the amount that is paid automatically."),
    "first": _("The first withdrawal of the account."),
    "many": _("Several withdrawals within a day."),
}


def reason_text(reason: str) -> str:
    bounds = {
        "below-minimum": settings.DEPOSIT_MINIMUM,
        "below-withdrawal": settings.WITHDRAWAL_MINIMUM,
        "above-maximum": settings.DEPOSIT_MAXIMUM,
    }
    text = str(REASONS.get(reason, reason))
    return f"{text} ({format_money(bounds[reason], 'EUR')})" if reason in bounds else text
