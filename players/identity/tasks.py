"""What the worker does for identities, letters, registrations and sign-ins: safe to run twice, late, or not at all for a while."""

from __future__ import annotations

from celery import shared_task

from players.identity import emails, registration, sign_ins, verification


@shared_task
def identity_ask(identity: int) -> str:
    return verification.identity_check(identity)


@shared_task
def identity_sweep() -> int:
    """Asks again where the service did not answer, or where the message that asked it was lost."""
    found = verification.due()
    for identity in found:
        verification.identity_check(identity)
    return len(found)


@shared_task
def letter_send(number: int) -> bool:
    return emails.letter_post(number)


@shared_task
def letter_sweep() -> int:
    return sum(emails.letter_post(number) for number in emails.due())


@shared_task
def drafts_sweep() -> int:
    """Registrations that nobody came back to: that there was one is kept, what was said in it is not."""
    return registration.drafts_forget()


@shared_task
def sign_ins_sweep() -> int:
    """Sign-ins whose session ran out while nobody was looking."""
    return sign_ins.sign_ins_expire()
