"""The names of the kinds of transfer."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TRANSFER_KIND_NAMES: dict[str, Promise] = {
    "stake": _("Bet"),
    "stake-lost": _("Losing stake collected"),
    "stake-back": _("Stake back"),
    "prize": _("Prize"),
    "stake-held": _("Stake held for the next round"),
    "held-lost": _("Held stake collected"),
    "held-back": _("Held stake back"),
    "lost-back": _("Lost stake back: the round is void"),
    "prize-back": _("Prize taken back: the round is void"),
    "commission": _("Commission"),
    "buy-in": _("Buy-in"),
    "buy-in-commission": _("Commission on the buy-in"),
    "chips": _("Chips bet"),
    "chips-back": _("Chips back"),
    "pot": _("Pot won"),
    "rake": _("Commission on the pot"),
    "cash-out": _("Stack cashed"),
    "jackpot-bet": _("Jackpot bet"),
    "jackpot-share": _("Jackpot bet, into the pot"),
    "jackpot-bank": _("Jackpot bet, the house's part"),
    "jackpot-held-share": _("Carried jackpot bet, into the pot"),
    "jackpot-fill": _("Put into the jackpot by the house"),
    "jackpot-prize": _("Jackpot prize"),
    "deposit": _("Deposit"),
    "withdrawal": _("Withdrawal requested"),
    "withdrawal-back": _("Withdrawal back in the balance"),
    "withdrawal-paid": _("Withdrawal paid"),
    "adjustment": _("Correction by the house"),
    "chargeback": _("Deposit taken back by a bank"),
    "chargeback-won": _("Deposit won back from a bank"),
    "chargeback-recovered": _("Deposit that your bank took back"),
    "opening": _("Opening balance of the demonstration"),
}


def transfer_kind_name(kind: str) -> str:
    return str(TRANSFER_KIND_NAMES.get(kind, kind))
