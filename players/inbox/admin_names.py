"""What staff call each kind of message to a player: its text speaks to the player, and has a subject."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from players.inbox.notice_texts import NOTICE_KIND

MESSAGE_NAMES = {
    "access-new-device": _("Sign-in from a new device"),
    "account-closed": _("Account closed"),
    "account-opened": _("Account opened"),
    "account-owner": _("Answer about the owner of the payment account"),
    "account-restored": _("Account open again"),
    "account-suspended": _("Account suspended"),
    "balance-corrected": _("Balance corrected"),
    "complaint-answered": _("Complaint answered"),
    "complaint-decided": _("Complaint decided"),
    "complaint-received": _("Complaint received"),
    "deposit-paid": _("Deposit credited"),
    "deposit-returned": _("Deposit sent back"),
    "email-changed": _("E-mail address changed"),
    "exclusion-begun": _("Exclusion started"),
    "exclusion-early-end": _("Early end of the exclusion requested"),
    "exclusion-ended": _("Exclusion ended"),
    "exclusion-listed": _("On the national list of excluded people"),
    "exclusion-without-end": _("Exclusion without end started"),
    "identity-correct": _("Identity data to correct"),
    "identity-documents": _("Identity document requested"),
    "identity-refused": _("Identity refused"),
    "identity-verified": _("Identity verified"),
    "limit-raised": _("Higher limit in force"),
    "limits-changed": _("Limits changed"),
    "pause-begun": _("Pause started"),
    "care-message": _("A message about your play"),
    "pause-ended": _("Pause ended"),
    "payment-account-changed": _("Payment account changed"),
    "personal-data-ready": _("Copy of the personal data ready"),
    "registration-repeated": _("Second registration refused"),
    "security-changed": _("Security of the account changed"),
    "session-begun": _("Table session started"),
    "session-cancelled": _("Table session cancelled"),
    "withdrawal-asked": _("Withdrawal requested"),
    "withdrawal-failed": _("Withdrawal not carried out"),
    "withdrawal-paid": _("Withdrawal paid"),
    "withdrawal-refused": _("Withdrawal not released"),
    "withdrawal-released": _("Withdrawal released"),
    NOTICE_KIND: _("Notice to many players"),
}
