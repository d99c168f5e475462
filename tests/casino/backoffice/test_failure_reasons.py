"""What failed on the way to another system, of the technical text that is recorded with it."""

from __future__ import annotations

import smtplib
import ssl
from http.client import HTTPException, RemoteDisconnected
from socket import gaierror

import pytest
from django.utils import translation

from casino.backoffice.failure_reasons import failure_reason
from casino.backoffice.standard_webhooks import InvalidSecret
from players.shared.public_http import ForbiddenAddress, UnexpectedStatus


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (UnexpectedStatus(302), "sends on to another address"),
        (UnexpectedStatus(401), "did not accept who sent it (401)"),
        (UnexpectedStatus(404), "no such address (404)"),
        (UnexpectedStatus(422), "did not accept the message (422)"),
        (UnexpectedStatus(429), "asks for fewer messages (429)"),
        (UnexpectedStatus(503), "a fault of its own (503)"),
        (UnexpectedStatus(700), "could not be sent"),
        (ConnectionRefusedError(111, "Connection refused"), "refused the connection"),
        (RemoteDisconnected("closed"), "broke off"),
        (TimeoutError("timed out"), "no answer in time"),
        (gaierror(-2, "Name or service not known"), "the name of the receiver"),
        (ssl.SSLCertVerificationError(1, "self-signed certificate"), "certificate is not valid"),
        (ForbiddenAddress("x leads to 10.0.0.1"), "own network"),
        (InvalidSecret(), "the secret of this address"),
        (smtplib.SMTPRecipientsRefused({}), "does not accept this address"),
        (HTTPException("status 503"), "could not be sent"),
    ],
)
def test_each_failure_has_its_sentence(error: Exception, reason: str) -> None:
    recorded = f"{type(error).__name__}: {error}"[:200]  # as `outgoing.mail_message` records it
    with translation.override("en"):
        assert reason in failure_reason(recorded)


def test_what_did_not_fail_has_no_reason() -> None:
    assert failure_reason("") == ""
