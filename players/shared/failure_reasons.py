"""Why a message to another system did not arrive, in words, of the technical text that is recorded with it.

That text says in English what the operating system, a server, a library or the reader of an answer said. If
an exception of theirs was recorded, it begins with the name of its class.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from http.client import RemoteDisconnected
from socket import gaierror

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.shared.public_http import ForbiddenAddress, UnexpectedStatus

REFUSED = lazy("the receiver refused the connection")
BROKEN_OFF = lazy("the connection broke off")
INVALID_CERTIFICATE = lazy("the receiver's certificate is not valid")
FOREIGN = lazy("the page to pay on is not at an address that is allowed")
LATE = lazy("no answer in time")
UNFIT = lazy("the answer does not fit what was asked")
UNKNOWN_NAME = lazy("the name of the receiver was not found")
REASONS = {
    ConnectionRefusedError.__name__: REFUSED,
    smtplib.SMTPConnectError.__name__: REFUSED,
    ConnectionResetError.__name__: BROKEN_OFF,
    BrokenPipeError.__name__: BROKEN_OFF,
    RemoteDisconnected.__name__: BROKEN_OFF,
    smtplib.SMTPServerDisconnected.__name__: BROKEN_OFF,
    ssl.SSLError.__name__: INVALID_CERTIFICATE,
    ssl.SSLCertVerificationError.__name__: INVALID_CERTIFICATE,
    TimeoutError.__name__: LATE,
    gaierror.__name__: UNKNOWN_NAME,
    ForbiddenAddress.__name__: lazy("the address leads into the house's own network"),
    "InvalidSecret": lazy("the secret of this address is not valid"),
    smtplib.SMTPRecipientsRefused.__name__: lazy("the mail server does not accept this address"),
    smtplib.SMTPAuthenticationError.__name__: lazy("the mail server did not accept the house's password"),
}
ANSWERED = re.compile(rf"(?:{UnexpectedStatus.__name__}: status|HTTPError: HTTP Error) (\d{{3}})\b")
ANSWERS = {
    401: lazy("the receiver did not accept who sent it (%(status)s)"),
    403: lazy("the receiver did not accept who sent it (%(status)s)"),
    404: lazy("the receiver has no such address (%(status)s)"),
    410: lazy("the receiver has no such address (%(status)s)"),
    429: lazy("the receiver asks for fewer messages (%(status)s)"),
}
CLASSES = {
    3: lazy("the receiver sends on to another address, which is not followed (%(status)s)"),
    4: lazy("the receiver did not accept the message (%(status)s)"),
    5: lazy("the receiver has a fault of its own (%(status)s)"),
}
# What else is recorded, by a part of it: what stands inside `URLError`, then what readers of answers say.
PARTS = {
    "Connection refused": REFUSED,
    "Connection reset": BROKEN_OFF,
    "bytes too early": BROKEN_OFF,
    "CERTIFICATE_VERIFY_FAILED": INVALID_CERTIFICATE,
    "timed out": LATE,
    "Name or service not known": UNKNOWN_NAME,
    "is not set": lazy("its address or its key is not set"),
    "not signed correctly": lazy("the answer is not signed correctly"),
    "rules over play": lazy("the rules over play have not read this far"),
    "its reference yet": lazy("the gateway has not given its reference yet"),
    "foreign URL": FOREIGN,
    "page to pay on": FOREIGN,
    "the list ": lazy("the list is not whole, and the last good one stays in force"),
    "the response ": UNFIT,
    "malformed": UNFIT,
    "is missing": UNFIT,
}


def failure_reason(trouble: str) -> str:
    """Nothing of an empty text."""
    if not trouble:
        return ""
    if answered := ANSWERED.match(trouble):
        status = int(answered[1])
        sentence = ANSWERS.get(status) or CLASSES.get(status // 100)
        if sentence is not None:
            return str(sentence) % {"status": status}
    if reason := REASONS.get(trouble.partition(":")[0]):
        return str(reason)
    return str(next((reason for part, reason in PARTS.items() if part in trouble), _("it could not be sent")))
