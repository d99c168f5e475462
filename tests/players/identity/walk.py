"""Somebody who opens an account, by the pages alone."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail
from django.test import Client

from players.identity import emails
from players.identity.demo_data import iban_with
from players.identity.identifiers import nif_with

PASSWORD = "uma-frase-comprida-9"


class Applicant:
    """The answers of one person; the seventh and eighth digits of the tax number choose what the sandbox says."""

    def __init__(self, number: int = 1, answer: str = "00", language: str = "pt-pt", **other: Any) -> None:
        self.client = Client(
            headers={
                "accept-language": language,
                "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
            }
        )
        self.email = f"candidata{number}@correio.example"
        self.said: dict[str, dict[str, Any]] = {
            "access": {"email": self.email, "password": PASSWORD, "again": PASSWORD, "alias": f"Candidata {number}"},
            "person": {"first_name": "Maria", "last_name": f"da Prova {number}", "birth": "1990-02-28", "nationality": "PT",
                       "profession": "Arquiteta"},
            "papers": {"address": "Rua da Prova, 1", "postcode": "1000-001", "town": "Lisboa", "country": "PT",
                       "document_kind": "citizen-card", "document_country": "PT", "document_number": f"1234567{number:03} ZX{number % 10}",
                       "nif": nif_with(f"25{number:04}{answer}")},
            "payment": {"iban": iban_with(f"0035000000000000001{number % 100:02}"), "own": "on"},
            "terms": {"accept": "on", "allowed": "on", "version": "1"},
        }  # fmt: skip
        for step, changes in other.items():
            self.said[step] |= changes

    def give(self, step: str, **changes: Any) -> Any:
        return self.client.post(f"/account/new/{step}/", {**self.said[step], **changes})

    def code(self) -> str:
        """The one in the last letter to this address."""
        for number in emails.due():
            emails.letter_post(number)
        found = [
            re.search(r"^(\d{6})$", letter.body, re.MULTILINE)
            for letter in mail.outbox
            if letter.to == [self.email]
        ]
        assert found and found[-1], "no letter with a code"
        return found[-1][1]

    def confirm(self) -> Any:
        return self.client.post("/account/new/email/", {"code": self.code()})

    def until(self, step: str) -> None:
        """Everything before that step."""
        for each in ("access", "email", "person", "papers", "payment", "terms"):
            if each == step:
                return
            answer = self.confirm() if each == "email" else self.give(each)
            assert answer.status_code == 302, (
                each,
                answer.context["form"].errors if answer.context else answer,
            )

    def open(self) -> Any:
        self.until("terms")
        return self.give("terms")
