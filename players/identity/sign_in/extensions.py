"""Registration checks and sign-in details that higher packages add. They register at startup."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from players.models import Player


class DocumentData(Struct, frozen=True):
    """The documents of an applicant."""

    nationality: str
    document_kind: str
    document_country: str
    document_number: str
    nif: str


RegistrationCheck = Callable[[DocumentData], str]
SignInDetails = Callable[[Player | None], dict[str, str]]

_registration_checks: list[RegistrationCheck] = []
_sign_in_details: list[SignInDetails] = []


def register_registration_check(check: RegistrationCheck) -> None:
    """Adds a check. It returns the reason code for a refusal, or an empty string."""
    _registration_checks.append(check)


def register_sign_in_details(details: SignInDetails) -> None:
    """Adds a function that returns further details for the audit line of a sign-in."""
    _sign_in_details.append(details)


def registration_refusal(documents: DocumentData) -> str:
    """Returns the first reason to refuse this applicant an account, or an empty string."""
    for check in _registration_checks:
        if reason := check(documents):
            return reason
    return ""


def sign_in_details(player: Player | None) -> dict[str, str]:
    merged: dict[str, str] = {}
    for details in _sign_in_details:
        merged |= details(player)
    return merged
