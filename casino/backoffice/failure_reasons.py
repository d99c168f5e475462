"""Why a message to another system did not arrive, in words, of the technical text that is recorded with it.

That text begins with the name of the exception's class (`casino.backoffice.outgoing`), and it says in English
what the operating system, a server or a library said.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from http.client import RemoteDisconnected
from socket import gaierror

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.backoffice.standard_webhooks import InvalidSecret
from players.shared.public_http import ForbiddenAddress, UnexpectedStatus

REFUSED = lazy("the receiver refused the connection")
BROKEN_OFF = lazy("the connection broke off")
INVALID_CERTIFICATE = lazy("the receiver's certificate is not valid")
REASONS = {
    ConnectionRefusedError.__name__: REFUSED,
    smtplib.SMTPConnectError.__name__: REFUSED,
    ConnectionResetError.__name__: BROKEN_OFF,
    BrokenPipeError.__name__: BROKEN_OFF,
    RemoteDisconnected.__name__: BROKEN_OFF,
    smtplib.SMTPServerDisconnected.__name__: BROKEN_OFF,
    ssl.SSLError.__name__: INVALID_CERTIFICATE,
    ssl.SSLCertVerificationError.__name__: INVALID_CERTIFICATE,
    TimeoutError.__name__: lazy("no answer in time"),
    gaierror.__name__: lazy("the name of the receiver was not found"),
    ForbiddenAddress.__name__: lazy("the address leads into the house's own network"),
    InvalidSecret.__name__: lazy("the secret of this address is not valid"),
    smtplib.SMTPRecipientsRefused.__name__: lazy("the mail server does not accept this address"),
    smtplib.SMTPAuthenticationError.__name__: lazy("the mail server did not accept the house's password"),
}
ANSWERED = re.compile(rf"{UnexpectedStatus.__name__}: status (\d{{3}})\Z")
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


def failure_reason(trouble: str) -> str:
    """Nothing of an empty text."""
    if not trouble:
        return ""
    if answered := ANSWERED.match(trouble):
        status = int(answered[1])
        sentence = ANSWERS.get(status) or CLASSES.get(status // 100)
        if sentence is not None:
            return str(sentence) % {"status": status}
    return str(REASONS.get(trouble.partition(":")[0], _("it could not be sent")))
