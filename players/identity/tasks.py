"""Worker tasks for identity checks, e-mails, registrations and sign-ins.

Each is safe to run late, twice, or not for a while.
"""

from __future__ import annotations

from celery import shared_task

from players.identity.registration import registration
from players.identity.sign_in import code_proof, emails, passkey_proof, sign_ins
from players.identity.staff import keeping
from players.identity.verification import search_marks, verification


@shared_task
def ask_identity_service(identity: int) -> str:
    return verification.check_identity(identity)


@shared_task
def sweep_identities() -> int:
    """Repeats identity checks without an answer, and those whose message was lost."""
    identities = verification.identities_due()
    for identity in identities:
        verification.check_identity(identity)
    return len(identities)


@shared_task
def verify_passkey(attempt: int) -> bool:
    return passkey_proof.verify_passkey(attempt)


@shared_task
def verify_code(attempt: int) -> bool:
    return code_proof.verify_code(attempt)


@shared_task
def send_queued_email(number: int) -> bool:
    return emails.send_queued_email(number)


@shared_task
def sweep_emails() -> int:
    """Sends queued e-mails that are due, among them those whose message was lost."""
    return sum(emails.send_queued_email(number) for number in emails.due_emails())


@shared_task
def sweep_drafts() -> int:
    """Erases the data of abandoned registrations."""
    return registration.erase_drafts()


@shared_task
def sweep_sign_ins() -> int:
    """Ends sign-ins whose session has expired."""
    return sign_ins.expire_sign_ins()


@shared_task
def sweep_search_marks() -> int:
    """Makes the digests by which staff find players that are missing, as after a change of the key."""
    return search_marks.complete_search_marks()


@shared_task
def destroy_person_keys() -> int:
    """Takes keys that were destroyed out of their store, also those whose message was lost."""
    return keeping.destroy_keys()


@shared_task
def end_keeping() -> int:
    """Destroys the keys of data that no law keeps any longer."""
    return keeping.end_keeping()
