"""What failed on the way to another system, of the technical text that is recorded with it."""

from __future__ import annotations

import ast
import smtplib
import ssl
from http.client import HTTPException, RemoteDisconnected
from socket import gaierror

import pytest
from django.utils import translation

from casino.backoffice.standard_webhooks import InvalidSecret
from casino.services.folder import PROJECT
from players.shared import signed_http
from players.shared.failure_reasons import failure_reason
from players.shared.public_http import ForbiddenAddress, UnexpectedStatus
from players.wallet.cashier import gateway_requests


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


@pytest.mark.parametrize(
    ("recorded", "reason"),
    [
        ("HTTPError: HTTP Error 503: Service Unavailable", "a fault of its own (503)"),
        ("HTTPError: HTTP Error 401: Unauthorized", "did not accept who sent it (401)"),
        ("URLError: <urlopen error [Errno 111] Connection refused>", "refused the connection"),
        ("URLError: <urlopen error [Errno -2] Name or service not known>", "name of the receiver"),
        ("URLError: <urlopen error timed out>", "no answer in time"),
        (
            "URLError: <urlopen error [SSL: CERTIFICATE_VERIFY_FAILED] self-signed>",
            "certificate is not valid",
        ),
        (signed_http.NOT_SIGNED, "is not signed correctly"),
        ("the response ends 12 bytes too early", "broke off"),
        ("the response names another amount", "does not fit what was asked"),
        ("the amount is malformed", "does not fit what was asked"),
        ("the response has a foreign URL", "not at an address that is allowed"),
        ("GATEWAY_URL or PAYOUT_KEY is not set", "its address or its key is not set"),
        (gateway_requests.NOT_READ, "have not read this far"),
        ("the list is truncated: 3 of 9 entries", "the last good one stays in force"),
        ("something else", "could not be sent"),
    ],
)
def test_what_a_request_recorded_has_its_sentence(recorded: str, reason: str) -> None:
    with translation.override("en"):
        assert reason in failure_reason(recorded)


def test_every_sentence_of_a_request_is_known() -> None:
    """Whoever reads the page must not get the general sentence for what the program knows."""
    arguments = [
        node.args[0]
        for path in ("wallet/cashier", "protection", "shared")
        for file in (PROJECT / "players" / path).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("UnreachableError", "ListRefused")
    ]
    sentences = [str(text.value) for text in arguments if isinstance(text, ast.Constant)]
    assert len(sentences) > 10
    with translation.override("en"):
        assert not [text for text in sentences if failure_reason(text) == "it could not be sent"]


def test_what_did_not_fail_has_no_reason() -> None:
    assert failure_reason("") == ""
