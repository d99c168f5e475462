"""Texts for the reasons why a payment was refused, held or ended."""

from __future__ import annotations

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.shared.money import format_money

REASONS: dict[str, str | Promise] = {
    "no-gateway": _(
        "The cashier cannot be reached at the moment. Nothing has moved; please try again later."
    ),
    "below-minimum": _("The amount is below the minimum."),
    "above-maximum": _("The amount is above the maximum of one deposit."),
    "closed": _("The account is closed."),
    "suspended": _("The account is suspended. Please write to the house."),
    "excluded": _("You are excluded from play, so that no deposit can be taken."),
    "paused": _("You are on a pause, so that no deposit can be taken until it ends."),
    "unverified": _("Your identity is not verified yet. Deposits and withdrawals open once it is."),
    "no-national-list": _(
        "The house cannot take deposits at the moment, because the national list of exclusions is not "
        "available."
    ),
    "limits-unasked": _("Before the first deposit you choose your limits, or say that you want none."),
    "limit-day": _("The amount is above what your deposit limit leaves for today."),
    "limit-week": _("The amount is above what your deposit limit leaves for this week."),
    "limit-month": _("The amount is above what your deposit limit leaves for this month."),
    "not-enough": _("The balance is lower than the amount."),
    "id-reused": _("This form was sent before with another amount. Please fill it in again."),
    "cancelling": _("The cancellation is on its way to the payment service."),
    "failed-at-gateway": _("The payment service did not carry it out."),
    "never-opened": _("The payment was never begun."),
    "refused-by-house": _("The house did not release it. The reason is in your messages."),
    # Reasons for which staff review a withdrawal first.
    "new-account": _(
        "The payment account was changed lately. Money to it waits, so that its owner can object."
    ),
    "account-changed": _(
        "The payment account was changed before the money went out, so it is back in the balance."
    ),
    "state": _("The account is not in its ordinary state."),
    "two-people": _("Above the sum that two people release."),
    "large": _("Above the sum that goes out by itself."),
    "first": _("The first withdrawal of the account."),
    "many": _("Several withdrawals within a day."),
}
# A player learns that a withdrawal is being reviewed, but not by which rule.
HELD = _("Withdrawals are looked at before they go out, usually within one working day.")


def reason_text(reason: str) -> str:
    bounds = {
        "below-minimum": settings.DEPOSIT_MINIMUM,
        "above-maximum": settings.DEPOSIT_MAXIMUM,
    }
    text = str(REASONS.get(reason, reason))
    return f"{text} ({format_money(bounds[reason], 'EUR')})" if reason in bounds else text
