"""An applicant who opens an account through the pages, and what tests do with the account afterwards."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from players.identity.models import Identity
from players.identity.registration.demo_data import iban_from_account
from players.identity.registration.terms import publish_terms
from players.identity.sign_in import emails
from players.identity.verification import verification
from players.identity.verification.identifiers import nif_from_digits
from players.inbox.models import Message

PASSWORD = "uma-frase-comprida-9"
PDF = b"%PDF-1.7\n" + b"0" * 2000
STEPS = ("access", "email", "person", "home", "papers", "terms")


class Applicant:
    """The data of one person, in a house with terms. The seventh and eighth digits of the tax number select
    the answer of the sandbox.
    """

    def __init__(self, number: int = 1, answer: str = "00", language: str = "pt-pt", **changes: Any) -> None:
        publish_terms()
        self.client = Client(
            headers={
                "accept-language": language,
                "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
            }
        )
        self.email = f"candidata{number}@correio.example"
        self.data: dict[str, dict[str, Any]] = {
            "access": {
                "email": self.email,
                "password": PASSWORD,
                "alias": f"Candidata {number}",
            },
            "person": {
                "first_name": "Maria",
                "last_name": f"da Prova {number}",
                "birth": "1990-02-28",
                "nationality": "PT",
                "profession": "Arquiteta",
            },
            "home": {
                "address": "Rua da Prova, 1",
                "postcode": "1000-001",
                "town": "Lisboa",
                "country": "PT",
                "district": "Lisboa",
                "telephone": "912 345 678",
            },
            "papers": {
                "document_kind": "citizen-card",
                "document_country": "PT",
                "document_number": f"1234567{number:03} ZX{number % 10}",
                "nif": nif_from_digits(f"25{number:04}{answer}"),
                "iban": iban_from_account(f"0035000000000000001{number % 100:02}"),
            },
            "terms": {"accept": "on", "allowed": "on", "version": "1"},
        }
        for step, values in changes.items():
            self.data[step] |= values

    def submit(self, step: str, **changes: Any) -> Any:
        return self.client.post(f"/account/new/{step}/", {**self.data[step], **changes})

    def code(self) -> str:
        """The code in the last e-mail to this address."""
        send_due_emails()
        return code_in_last_email(self.email)

    def forget_password_proof(self) -> None:
        """As when the five minutes are over for which the password of the registration counts."""
        session = self.client.session
        for record in session["account_authentication_methods"]:
            record.pop("reauthenticated", None)
        session.save()

    def confirm(self) -> Any:
        return self.client.post("/account/new/email/", {"code": self.code()})

    def complete_until(self, last: str) -> None:
        """Completes every step before this one."""
        for step in STEPS[: STEPS.index(last)]:
            response = self.confirm() if step == "email" else self.submit(step)
            assert response.status_code == 302, (step, response.content.decode())

    def open(self) -> Any:
        self.complete_until("terms")
        return self.submit("terms")


def send_due_emails() -> None:
    for number in emails.due_emails():
        emails.send_queued_email(number)


def code_in_last_email(address: str) -> str:
    codes = [
        re.search(r"^(\d{6})$", email.body, re.MULTILINE) for email in mail.outbox if email.to == [address]
    ]
    assert codes and codes[-1], "no e-mail with a code"
    return codes[-1][1]


def open_account(answer: str = "00", number: int = 1) -> tuple[Applicant, Identity]:
    applicant = Applicant(number, answer)
    assert applicant.open().status_code == 302
    return applicant, Identity.objects.select_related("player").get(player__person__email=applicant.email)


def pass_identity_check(identity: Identity) -> Identity:
    verification.check_identity(identity.pk)
    return Identity.objects.select_related("player__person").get(pk=identity.pk)


def message_kinds(identity: Identity) -> list[str]:
    return list(Message.objects.filter(player=identity.player).order_by("id").values_list("kind", flat=True))


def send_document(
    applicant: Applicant, data: bytes = PDF, name: str = "cartao.pdf", kind: str = "identity"
) -> Any:
    file = SimpleUploadedFile(name, data, "application/pdf")
    return applicant.client.post("/account/identity/", {"kind": kind, "file": file})
