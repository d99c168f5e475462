"""The project's own deployment checks (`manage.py check --deploy`)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import Error, Tags, register
from django.core.checks import Warning as CheckWarning

from casino.compliance.regulator.packs import pack_in_force
from players.wallet.methods.descriptions import DEPOSIT_CODES

# Names that players cannot reach (RFC 2606, 6761, 6762; .internal by ICANN): examples and trials have them.
UNREACHABLE = (".example", ".test", ".invalid", ".localhost", ".local", ".internal")


@register(Tags.security, deploy=True)
def valkey_user(app_configs: Any, **kwargs: Any) -> list[CheckWarning]:
    """Without a user of its own, a process shares the user `default`, which has all permissions."""
    user = urlsplit(settings.REDIS_URL).username
    if not settings.REDIS_URL or user not in (None, "", "default"):
        return []
    return [
        CheckWarning(
            "REDIS_URL names no user of its own.",
            hint="Create the users of deploy/valkey-users.acl.",
            id="casino.W001",
        )
    ]


@register(Tags.security, deploy=True)
def name_of_the_house(app_configs: Any, **kwargs: Any) -> list[CheckWarning]:
    """Players from Portugal are led to a name that ends as their regulator wants.  [903-B 2.1.1, 5.1.2.1]"""
    ending, host = pack_in_force().site, urlsplit(settings.HOUSE_URL).hostname or ""
    if host.endswith((ending, *UNREACHABLE)):
        return []
    return [
        CheckWarning(
            f"The house is at {host}, and its regulator wants a name that ends in {ending}.",
            hint="Set HOUSE_URL to it, and HOUSE_OTHER_NAMES to the names from which players are led there.",
            id="casino.W003",
        )
    ]


@register
def payment_instruments(app_configs: Any, **kwargs: Any) -> list[Error]:
    """Players are told of instruments that the product knows by name.  [903-B 5.1.2.6]"""
    unknown = [code for code in settings.PAYMENT_INSTRUMENTS if code not in DEPOSIT_CODES]
    if not unknown:
        return []
    return [
        Error(
            f"PAYMENT_INSTRUMENTS names {', '.join(unknown)}, which is not known.",
            hint=f"Known are: {', '.join(DEPOSIT_CODES)}.",
            id="casino.E002",
        )
    ]


@register(Tags.security, deploy=True)
def instruments_are_named(app_configs: Any, **kwargs: Any) -> list[CheckWarning]:
    """A cashier that takes money says by which instruments.  [903-B 5.1.2.6]"""
    if settings.PAYMENT_INSTRUMENTS or not settings.GATEWAY_URL:
        return []
    return [
        CheckWarning(
            "PAYMENT_INSTRUMENTS is empty, so players are not told how they may pay.",
            hint="Name the instruments that the payment service offers.",
            id="casino.W002",
        )
    ]


@register(Tags.security)
def lively_demonstration(app_configs: Any, **kwargs: Any) -> list[Error]:
    """Invented people and house players exist in a demonstration only, never in production."""
    if not settings.HOUSE_LIVELY or (settings.HOUSE_DEMO and not settings.PRODUCTION and not settings.DEBUG):
        return []
    return [
        Error(
            "HOUSE_LIVELY is set outside a demonstration.",
            hint="Unset HOUSE_LIVELY; only `make run` sets it.",
            id="casino.E001",
        )
    ]
