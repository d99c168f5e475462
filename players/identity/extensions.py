"""What packages above this one add to registration and to the record of sign-ins. They register at startup."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from players.models import Player


class DocumentData(Struct, frozen=True):
    """The documents of a person who has no account yet."""

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
    """`check` returns why this person may not open an account, as a code, or an empty string."""
    _registration_checks.append(check)


def register_sign_in_details(details: SignInDetails) -> None:
    """`details` returns what the audit line of a sign-in says besides."""
    _sign_in_details.append(details)


def registration_refusal(documents: DocumentData) -> str:
    """The first reason for which this person may not open an account; empty if there is none."""
    return next((reason for check in _registration_checks if (reason := check(documents))), "")


def sign_in_details(player: Player | None) -> dict[str, str]:
    return {name: value for details in _sign_in_details for name, value in details(player).items()}
