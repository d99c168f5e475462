"""The sentence of each kind of audit line, with placeholders for the actor and the player concerned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.identity.masking import mask_email

SENTENCES: dict[str, Promise] = {
    "access.signed-in": _("%(who)s signed in."),
    "access.signed-out": _("%(who)s signed out."),
    "access.ended": _("A sign-in of %(who)s was ended."),
    "access.failed": _("Somebody failed to sign in."),
    "access.locked": _("Signing in was locked after too many failures."),
    "access.unlock-sent": _("A link to unlock the account was sent to its owner."),
    "access.reset-sent": _("A link to choose a new password was sent to the owner of the account."),
    "access.password-changed": _("The password was changed."),
    "access.password-reset": _("A new password was chosen with a link sent by e-mail."),
    "access.factor-added": _("A second factor was added."),
    "access.factor-removed": _("A second factor was removed."),
    "access.codes-made": _("New recovery codes were made."),
    "access.unlocked": _("%(who)s unlocked the account with a link sent by e-mail."),
    "access.email-change-asked": _("%(who)s asked to change the e-mail address."),
    "access.email-changed": _("The e-mail address of %(player)s was changed."),
    "account.opened": _("%(player)s opened an account."),
    "account.activated": _("The account of %(player)s became active."),
    "account.doubted": _("The identity of %(player)s was put in doubt, and the account waits."),
    "account.suspended": _("%(who)s suspended the account of %(player)s."),
    "account.restored": _("%(who)s restored the account of %(player)s."),
    "account.closed": _("%(who)s closed the account of %(player)s."),
    "account.marked-test": _("%(who)s marked %(player)s as a test account."),
    "account.email-unmasked": _("%(who)s looked at the e-mail address of %(player)s."),
    "account.note-written": _("%(who)s wrote a note about %(player)s."),
    "account.tag-added": _("%(who)s added a tag to %(player)s."),
    "account.tag-removed": _("%(who)s removed a tag from %(player)s."),
    "accounts.searched": _("%(who)s searched for a player."),
    "accounts.list-taken": _("%(who)s took a list of accounts away."),
    "registration.refused": _("A registration was refused."),
    "demonstration.past-written": _("The simulated past of the demonstration was written."),
    "terms.accepted": _("%(player)s accepted the terms."),
    "identity.changed": _("%(player)s changed personal details."),
    "identity.payment-account-changed": _("%(player)s changed the payment account."),
    "identity.document-seen": _("%(who)s looked at a document of %(player)s."),
    "identity.unmasked": _("%(who)s looked at the personal data of %(player)s."),
    "identity.confirmed": _("The identity service confirmed %(player)s."),
    "identity.unknown": _("The identity service does not know %(player)s."),
    "identity.mismatched": _("The identity service knows %(player)s by other details."),
    "identity.deceased": _("The identity service says that %(player)s is deceased."),
    "identity.minor": _("The identity service says that %(player)s is a minor."),
    "identity.unanswered": _("The identity service did not answer about %(player)s."),
    "identity.left-to-documents": _("The identity of %(player)s was left to documents."),
    "identity.corrected": _("%(player)s corrected the details to be confirmed."),
    "identity.documents-sent": _("%(player)s sent documents."),
    "identity.accepted": _("%(who)s accepted the documents of %(player)s."),
    "identity.returned": _("%(who)s returned the documents of %(player)s."),
    "identity.refused": _("%(who)s refused the documents of %(player)s."),
    "identity.doubted": _("%(who)s put the identity of %(player)s in doubt."),
    "personal-data.copy-asked": _("%(player)s asked for a copy of all personal data."),
    "personal-data.copy-made": _("The copy of personal data for %(player)s was made."),
    "personal-data.copy-taken": _("%(player)s took the copy of personal data."),
    "deposits.asked": _("%(player)s began a deposit."),
    "deposits.refused": _("A deposit of %(player)s was refused."),
    "deposits.paid": _("A deposit of %(player)s arrived."),
    "deposits.failed": _("A deposit of %(player)s was not paid."),
    "deposits.returned": _("A deposit of %(player)s was sent back."),
    "deposits.cancel-asked": _("%(player)s cancelled a deposit."),
    "withdrawals.asked": _("%(player)s asked for a withdrawal."),
    "withdrawals.refused": _("A withdrawal of %(player)s was refused."),
    "withdrawals.released": _("%(who)s released a withdrawal of %(player)s."),
    "withdrawals.cancelled": _("%(player)s cancelled a withdrawal."),
    "withdrawals.held-again": _("A withdrawal of %(player)s was held again before it was sent."),
    "withdrawals.paid": _("A withdrawal of %(player)s was paid."),
    "withdrawals.failed": _("A withdrawal of %(player)s could not be paid."),
    "payments.word-not-followed": _("A word of the payment service was not followed."),
    "adjustments.asked": _("%(who)s asked for a correction of the balance of %(player)s."),
    "adjustments.done": _("%(who)s approved a correction of the balance of %(player)s."),
    "adjustments.refused": _("%(who)s refused a correction of the balance of %(player)s."),
    "identity.document-infected": _("A document that %(player)s sent contained malware and was not kept."),
    "personal-data.erasure-asked": _("%(who)s asked for the personal data of %(player)s to be erased."),
    "personal-data.erasure-approved": _("%(who)s approved that the personal data of %(player)s are erased."),
    "personal-data.erasure-refused": _("%(who)s refused to erase the personal data of %(player)s."),
    "personal-data.erased": _(
        "%(who)s erased the personal data of %(player)s, which nothing asks to be kept any more."
    ),
    "exclusions.begun": _("%(player)s was excluded."),
    "exclusions.early-end-asked": _("%(player)s gave notice to end the exclusion early."),
    "exclusions.ended": _("The exclusion of %(player)s ended."),
    "exclusions.listed": _("%(player)s came on the national list of exclusions."),
    "exclusions.unlisted": _("%(player)s went off the national list of exclusions."),
    "exclusions.reported": _("The exclusion of %(player)s was reported to the national list."),
    "exclusions.list-failed": _(
        "The national list of exclusions could not be taken over; the last good one goes on counting."
    ),
    "exclusions.shorter-list-accepted": _(
        "%(who)s accepted a national list of exclusions that is much shorter than the last."
    ),
    "exclusions.paid-out": _("The balance of %(player)s was sent to the payment account."),
    "pauses.begun": _("%(player)s took a pause."),
    "pauses.ended": _("The pause of %(player)s ended."),
    "limits.declined": _("%(player)s declined to set limits."),
    "limits.raise-withdrawn": _("%(player)s withdrew the raising of a limit."),
    "limits.deposit-set": _("%(player)s set a limit of deposits."),
    "limits.deposit-lowered": _("%(player)s lowered a limit of deposits."),
    "limits.deposit-raise-asked": _("%(player)s asked to raise a limit of deposits."),
    "limits.deposit-raised": _("A limit of deposits of %(player)s was raised."),
    "limits.stake-set": _("%(player)s set a limit of bets."),
    "limits.stake-lowered": _("%(player)s lowered a limit of bets."),
    "limits.stake-raise-asked": _("%(player)s asked to raise a limit of bets."),
    "limits.stake-raised": _("A limit of bets of %(player)s was raised."),
    "limits.time-set": _("%(player)s set a limit of time at the tables."),
    "limits.time-lowered": _("%(player)s lowered a limit of time at the tables."),
    "limits.time-raise-asked": _("%(player)s asked to raise a limit of time at the tables."),
    "limits.time-raised": _("A limit of time at the tables of %(player)s was raised."),
    "limits.time-reached": _("%(player)s reached the limit of time at the tables."),
    "limits.reality-check-set": _("%(player)s set how often play is interrupted by a reality check."),
    "limits.reality-check-seen": _("%(player)s answered a reality check."),
    "alerts.sent": _("An alert was sent to the people on call."),
    "webhooks.given-up": _("A webhook message could not be sent."),
    "alerts.given-up": _("An alert could not be sent to the people on call."),
    "work.claimed": _("%(who)s claimed an item of the work queue."),
    "work.released": _("%(who)s released an item of the work queue."),
    "work.taken-over": _("%(who)s took over an item of the work queue from a colleague."),
    "work.noted": _("%(who)s wrote a note about an item of the work queue."),
    "shifts.begun": _("%(who)s began a shift."),
    "shifts.ended": _("%(who)s ended a shift and handed over."),
    "complaints.opened": _("%(player)s complained."),
    "complaints.written-to": _("%(who)s wrote in a complaint."),
    "complaints.answered": _("%(who)s answered a complaint of %(player)s."),
    "complaints.decided": _("%(who)s decided a complaint of %(player)s."),
    "chat.line-hidden": _("%(who)s hid a line of %(player)s in the chat."),
    "chat.player-muted": _("%(who)s muted %(player)s in the chat."),
    "tables.made": _("%(who)s made a table."),
    "tables.renamed": _("%(who)s renamed a table."),
    "tables.opened": _("%(who)s opened a table."),
    "tables.suspended": _("%(who)s suspended new rounds at a table."),
    "tables.suspension-ended": _("%(who)s lifted the suspension of a table."),
    "tables.drained": _("%(who)s had a table closed after its round."),
    "tables.closed": _("%(who)s closed a table."),
    "tables.looked-at-again": _("%(who)s had a table looked at again."),
    "tables.change-proposed": _("%(who)s proposed to change a table."),
    "tables.change-refused": _("%(who)s refused a change of a table."),
    "tables.change-withdrawn": _("%(who)s withdrew a change of a table."),
    "tables.setting-changed": _("%(who)s confirmed a change of a table."),
    "tables.setting-followed": _("The setting of a table followed new rules."),
    "tables.hours-set": _("%(who)s set the opening hours of a table."),
    "tables.bulk-proposed": _("%(who)s proposed a step for many tables."),
    "tables.bulk-confirmed": _("%(who)s confirmed a step for many tables."),
    "tables.bulk-refused": _("%(who)s refused a step for many tables."),
    "tables.bulk-withdrawn": _("%(who)s withdrew a step for many tables."),
    "generator.passed": _("The random generator passed its tests at the start of a croupier."),
    "generator.failed": _(
        "The random generator failed its tests at the start of a croupier, which did not begin its work."
    ),
    "tables.release-proposed": _("%(who)s proposed that a table on hold goes on."),
    "tables.release-confirmed": _("%(who)s confirmed that a table on hold goes on."),
    "tables.session-announced": _("%(who)s announced a session of a table."),
    "tables.session-cancelled": _("%(who)s cancelled a session of a table."),
    "tables.session-opened": _("A session of a table began."),
    "tables.registered": _("%(player)s registered for a session of a table."),
    "tables.unregistered": _("%(player)s left the list of a session of a table."),
    "rounds.seen-face-up": _("%(who)s looked at the covered cards of a round."),
    "rules.change-begun": _("%(who)s began a change of rules."),
    "rules.draft-saved": _("%(who)s saved a draft of rules."),
    "rules.draft-rebased": _("%(who)s put a draft on the rules now in force."),
    "rules.document-read": _("%(who)s read a document of a change of rules."),
    "rules.change-submitted": _("%(who)s submitted a change of rules."),
    "rules.change-endorsed": _("%(who)s endorsed a change of rules."),
    "rules.change-returned": _("%(who)s returned a change of rules."),
    "rules.change-authorised": _("%(who)s recorded the authorisation of a change of rules."),
    "rules.change-refused": _("%(who)s recorded the refusal of a change of rules."),
    "rules.change-scheduled": _("%(who)s scheduled a change of rules."),
    "rules.change-withdrawn": _("%(who)s withdrew a change of rules."),
    "rules.change-expired": _("A change of rules expired."),
    "rules.change-came-in-force": _("A change of rules came in force."),
    "record.proved": _("The record was folded again and compared."),
    "tasks.refused": _("The worker refused a task that nobody of the house had signed."),
    "returns.alarm-raised": _("Return control raised an alarm."),
    "returns.alarm-answered": _("%(who)s answered an alarm of return control."),
    "watch.went-wrong": _("The watch found something wrong."),
    "watch.came-right": _("What the watch had found wrong is right again."),
    "watch.chains-checked": _("The chains of the record were checked."),
    "watch.files-differ": _("Files of the house are not those that were recorded."),
    "watch.manifest-recorded": _("The files of the house were recorded as they are."),
    "watch.looked": _("%(who)s had the house looked at."),
    "watch.log-taken": _("%(who)s took a part of the log away."),
    "care.list-seen": _("%(who)s looked at the signs of care."),
    "care.player-seen": _("%(who)s looked at the signs of care of %(player)s."),
    "care.contact-noted": _("%(who)s noted a contact with %(player)s."),
    "care.list-taken": _("%(who)s took the signs of care away."),
    "sessions.stopped": _("No new stays at tables begin: files for the regulator do not leave the house."),
    "sessions.resumed": _("New stays at tables begin again."),
    "regulator-files.taken": _("%(who)s took a file for the regulator."),
    "regulator-files.asked-again": _("%(who)s asked for files for the regulator to be made again."),
    "reports.issued": _("%(who)s issued a report."),
    "reports.month-signed": _("%(who)s signed the closing of a month."),
    "reports.month-sent": _("%(who)s had the reports of a closed month sent."),
    "reports.scheduled": _("%(who)s scheduled a report by e-mail."),
    "reports.schedule-ended": _("%(who)s ended a scheduled report."),
    "reports.mailed": _("A report was sent by e-mail."),
    "reports.mail-refused": _("A report was not sent: its receiver had lost the right to read it."),
    "tables.change-deferred": _("A change of a table waits for its moment."),
    "office.filter-kept": _("%(who)s kept a filter of a list."),
    "office.filter-forgotten": _("%(who)s dropped a filter of a list."),
    "staff.first": _("The first members of staff were named."),
    "api-token.made": _("%(who)s made an API token."),
    "api-token.revoked": _("%(who)s revoked an API token."),
    "api-token.used": _("A program read with an API token of %(who)s."),
    "staff.change-proposed": _("%(who)s proposed a change of staff."),
    "staff.change-approved": _("%(who)s approved a change of staff."),
    "staff.change-refused": _("%(who)s refused a change of staff."),
    "staff.change-withdrawn": _("%(who)s withdrew a proposed change of staff."),
    "integrity.case-opened": _("The integrity desk opened a case."),
    "integrity.report-taken": _("A report of %(player)s joined a case of the integrity desk."),
    "integrity.case-taken": _("%(who)s took up a case of the integrity desk."),
    "integrity.case-written-to": _("%(who)s wrote to a case of the integrity desk."),
    "integrity.hands-opened": _("%(who)s looked at hands face up for a case of the integrity desk."),
    "integrity.decision-proposed": _("%(who)s proposed a decision in a case of the integrity desk."),
    "integrity.decision-returned": _("%(who)s returned a proposed decision of the integrity desk."),
    "integrity.case-closed": _("%(who)s signed a decision and closed a case of the integrity desk."),
}
# The groups of kinds, by the first part of their names.
GROUPS: dict[str, Promise] = {
    "access": _("Sign-ins"),
    "api-token": _("API tokens"),
    "webhooks": _("Webhooks"),
    "account": _("Accounts"),
    "accounts": _("Lists of accounts"),
    "registration": _("Registrations"),
    "terms": _("Terms"),
    "identity": _("Identity"),
    "personal-data": _("Personal data"),
    "deposits": _("Deposits"),
    "withdrawals": _("Withdrawals"),
    "payments": _("Payment service"),
    "adjustments": _("Corrections"),
    "exclusions": _("Exclusions"),
    "pauses": _("Pauses"),
    "limits": _("Limits"),
    "complaints": _("Complaints"),
    "chat": _("Chat"),
    "tables": _("Tables"),
    "generator": _("Random generator"),
    "rounds": _("Rounds"),
    "rules": _("Rule changes"),
    "record": _("Proof of the record"),
    "returns": _("Return control"),
    "tasks": _("Tasks of the worker"),
    "watch": _("Proof panel"),
    "care": _("Player protection"),
    "sessions": _("Stop of play"),
    "regulator-files": _("Regulator files"),
    "reports": _("Reports"),
    "office": _("Back office"),
    "staff": _("Staff"),
    "work": _("Work queue"),
    "shifts": _("Shifts"),
    "alerts": _("Alerts to people on call"),
    "integrity": _("Integrity of hold'em"),
    "demonstration": _("Demonstration"),
}


def kind_name(kind: str) -> str:
    """The name of a kind, without people: "Released a withdrawal of a player"."""
    template = str(SENTENCES[kind])
    people = {"who": gettext("somebody"), "player": gettext("a player")}
    text = template.removeprefix("%(who)s ") % people
    return text[:1].upper() + text[1:].rstrip(".")


_lazy_kind_name = lazy(kind_name, str)
KIND_NAMES: Mapping[str, str | Promise] = {kind: _lazy_kind_name(kind) for kind in SENTENCES}


def entry_sentence(row: dict[str, Any]) -> str:
    """Who did what to whom. Staff appear by e-mail address, players by alias.

    A kind without a sentence appears as its code.
    """
    actor = _actor_name(row)
    people = {"who": actor, "player": row["player_alias"] or gettext("somebody")}
    template = SENTENCES.get(row["kind"])
    text = str(template) % people if template else f"{row['kind']} · {actor}"
    starts_with_email = "@" in text.partition(" ")[0]
    return text if starts_with_email else text[:1].upper() + text[1:]


def _actor_name(row: dict[str, Any]) -> str:
    if not row["email"]:
        return gettext("the house")
    if row["own_alias"]:
        return str(row["own_alias"])
    return str(row["email"] if row["is_staff"] else mask_email(row["email"]))
