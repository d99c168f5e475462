"""Whether a payment account is its player's: its bank is asked before money goes there, and answers as in the
Verification of Payee scheme.

The worker asks with the key of payouts, because a web process that was taken over could answer for itself. A
new account is asked about at once, and again before its first payout if no answer has come.  [903-B 5.4.2.4]
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.audit import note
from players.identity.models import Identity, PaymentAccount
from players.inbox import send_message
from players.shared import clock
from players.shared.bound_queries import call
from players.shared.keeping import RECORD
from players.shared.person_keys import PersonKeyError
from players.shared.personal_columns import seal_detail
from players.shared.signed_http import UnreachableError
from players.wallet.account_owner import OwnerMatch
from players.wallet.cashier.gateway import gateway

log = structlog.get_logger(__name__)
BATCH = 100
# A bank that could not answer is asked again after this time, until a day after the account was named.
AGAIN = timedelta(minutes=15)
LAST = timedelta(days=1)

# What the player reads of each answer, where the account is shown.
TEXTS: dict[str, str | Promise] = {
    "": _("We are asking your bank whether this account is yours. You do not need to do anything."),
    OwnerMatch.MATCH: _("Your bank confirms that this account is yours."),
    OwnerMatch.CLOSE: _(
        "Your bank has this account under a similar name. We will check it before the first payment. If it "
        "is your account, you do not need to do anything; otherwise give us another one."
    ),
    OwnerMatch.NONE: _(
        "Your bank says that this account is not yours, so nothing can be paid to it. Add an account of "
        "your own."
    ),
    OwnerMatch.UNAVAILABLE: _(
        "Your bank could not say whether this account is yours. We will check it before the first payment. "
        "You do not need to do anything."
    ),
}


def ask_due_owners() -> int:
    """Asks about the accounts of verified players that are due. Returns how many were answered."""
    due = (
        PaymentAccount.objects.filter(
            until=None, owner_due__lte=clock.now(), player__identity__state="verified"
        )
        .order_by("owner_due")
        .values_list("pk", flat=True)
    )
    return sum(ask_owner(pk) for pk in list(due[:BATCH]))


def ask_owners_of(players: Iterable[int]) -> None:
    """Asks about the present accounts of these players that were never asked about.

    The gateway is asked outside a transaction: the wallet must not wait for it.
    """
    unasked = PaymentAccount.objects.filter(player__in=list(players), until=None, owner="")
    for pk in list(unasked.values_list("pk", flat=True)):
        ask_owner(pk)


def ask_owner(pk: int) -> bool:
    """Asks about one account, and keeps the answer. Returns whether the bank has given one."""
    account = PaymentAccount.objects.get(pk=pk)
    owner, name = _query(account)
    with transaction.atomic():
        account = (
            PaymentAccount.objects.select_for_update(of=("self",)).select_related("player__person").get(pk=pk)
        )
        if account.owner not in ("", OwnerMatch.UNAVAILABLE):
            return False  # another worker was faster
        is_first = not account.owner
        now = clock.now()
        account.owner, account.owner_name, account.owner_answered = owner, name, now
        account.owner_due = _next_question(account, owner, now)
        account.save(update_fields=["owner", "owner_name", "owner_answered", "owner_due"])
        if is_first or owner != OwnerMatch.UNAVAILABLE:
            note(
                "withdrawals.account-owner",
                player=account.player_id,
                about=f"payment-account:{pk}",
                answer=owner,
            )
        if owner in (OwnerMatch.CLOSE, OwnerMatch.NONE):
            send_message(
                account.player,
                "account-owner",
                ending=account.iban[-4:],
                owner=owner,
                name=seal_detail(account.player_id, RECORD, name) if name else "",
            )
    return owner != OwnerMatch.UNAVAILABLE


def _query(account: PaymentAccount) -> tuple[OwnerMatch, str]:
    if not settings.GATEWAY_URL:
        return OwnerMatch.UNAVAILABLE, ""
    identity = Identity.objects.filter(player=account.player_id).first()
    try:
        return gateway().account_owner(
            f"account-{account.pk}",
            iban=account.iban,
            name=account.holder,
            nif=identity.nif if identity is not None else "",
        )
    except (UnreachableError, PersonKeyError) as error:
        log.warning("owner of an account not verified", account=account.pk, trouble=str(error))
        return OwnerMatch.UNAVAILABLE, ""


def _next_question(account: PaymentAccount, owner: str, now: datetime) -> datetime | None:
    is_open = owner == OwnerMatch.UNAVAILABLE and now - account.since < LAST
    return now + AGAIN if is_open else None


def is_owner_unclear(player: int) -> bool:
    """Whether the bank has neither confirmed the player's account nor a person accepted it.

    A person accepts it by releasing a withdrawal to it after the answer. One that the bank has not been asked
    about is not unclear: it is asked before the money goes.
    """
    account = PaymentAccount.objects.filter(
        player=player, until=None, owner__in=(OwnerMatch.CLOSE, OwnerMatch.UNAVAILABLE)
    ).first()
    if account is None:
        return False
    (is_accepted,) = call("SELECT cashier_owner_allows(%s)", [account.pk])
    return not is_accepted
