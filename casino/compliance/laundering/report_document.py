"""The document of a report of suspicion, in a format of our own: JSON, and the same as XML.

The names of its fields are those of the public goAML schema where it has one. We know of no schema that the
authorities publish for operators of online games in Portugal: they say by which channel, and in which form,
they take a report (Lei 83/2017, article 44(1)(a)). What is unknown stands there as null.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import translation

from casino.compliance.laundering.holds import end_of_day
from casino.compliance.monitoring.models import Alert
from players.identity.models import Identity, PaymentAccount
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.models import Payment

FORMAT = "feltro-suspicion-1"
MOST_TRANSACTIONS = 5_000


def report_document(
    player: Player, person: Person, *, made: datetime, since: date, until: date, **texts: str
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "rentity_name": settings.HOUSE_NAME,
        "rentity_licence": settings.HOUSE_LICENCE or None,
        "submission_code": "E",
        "report_code": "STR",
        "submission_date": made.isoformat(),
        "currency_code_local": "EUR",
        "law": "Lei 83/2017, art. 43, 44",
        "reporting_person": {"email": person.email},
        "person_my_client": _person(player),
        "accounts": _accounts(player),
        "reason": texts["factors"],
        "activity": texts["activity"],
        "procedures": texts["procedures"],
        "action": texts["operations"],
        "report_indicators": _indicators(player, since, until),
        "transactions": _transactions(player, since, until),
    }


def _person(player: Player) -> dict[str, Any]:
    identity = Identity.objects.filter(player=player).first()
    person: dict[str, Any] = {
        "client_number": player.pk,
        "alias": player.alias,
        "email": player.person.email,
        "full_name": None,
        "birthdate": None,
        "nationality1": None,
        "occupation": None,
        "tax_number": None,
        "identification": None,
        "address": None,
    }
    if identity is None:
        return person
    return person | {
        "full_name": identity.name,
        "birthdate": identity.birth.isoformat(),
        "nationality1": identity.nationality,
        "occupation": identity.profession,
        "tax_number": identity.nif,
        "identification": {
            "type": identity.document_kind,
            "number": identity.document_number,
            "issue_country": identity.document_country,
        },
        "address": {
            "address": identity.address,
            "zip": identity.postcode,
            "city": identity.town,
            "country_code": identity.country,
        },
    }


def _accounts(player: Player) -> list[dict[str, Any]]:
    accounts = PaymentAccount.objects.filter(player=player).order_by("since", "pk")
    return [
        {
            "iban": account.iban,
            "account_name": account.holder,
            "opened": account.since.isoformat(),
            "closed": account.until.isoformat() if account.until else None,
        }
        for account in accounts
    ]


def _transactions(player: Player, since: date, until: date) -> list[dict[str, Any]]:
    """The deposits and withdrawals of these days of Lisbon. Attempts are reported too."""
    payments = (
        Payment.objects.filter(player=player, made__gte=clock.midnight(since), made__lt=end_of_day(until))
        .select_related("account")
        .order_by("made", "pk")
    )
    return [_transaction(payment) for payment in payments[:MOST_TRANSACTIONS]]


def _transaction(payment: Payment) -> dict[str, Any]:
    number: UUID = payment.pk
    return {
        "transactionnumber": str(number),
        "direction": payment.direction,
        "transmode_code": payment.method or None,
        "date_transaction": payment.made.isoformat(),
        "value_date": payment.credited.isoformat() if payment.credited else None,
        "amount_local": f"{payment.cents // 100}.{payment.cents % 100:02}",
        "status": payment.status,
        "instrument": payment.instrument or None,
        "payer": payment.payer or None,
        "iban": payment.payee.iban or None,
        "account_name": payment.payee.holder or None,
    }


def _indicators(player: Player, since: date, until: date) -> list[dict[str, Any]]:
    """What the rules said, in Portuguese: the authorities read it."""
    alerts = Alert.objects.filter(
        player=player,
        kind="laundering",
        at__gte=clock.midnight(since),
        at__lt=end_of_day(until),
    )
    with translation.override("pt"):
        return [
            {"indicator": alert.rule.name, "date": alert.at.isoformat(), "text": alert.sentence}
            for alert in alerts.select_related("version").order_by("at", "pk")
        ]


def to_xml(document: dict[str, Any]) -> bytes:
    """Each field is an element of its name; each entry of a list is an element `item`. Null is empty."""
    from lxml import etree  # where a report is taken out: a process is smaller without it

    root = etree.Element("report")
    _fill(etree, root, document)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True))


def _fill(etree: Any, parent: Any, value: Any) -> None:
    match value:
        case dict():
            for name, one in value.items():
                _fill(etree, etree.SubElement(parent, name), one)
        case list():
            for one in value:
                _fill(etree, etree.SubElement(parent, "item"), one)
        case None:
            pass
        case _:
            # XML has no control characters but these.
            parent.text = "".join(sign for sign in str(value) if sign >= " " or sign in "\t\n\r")
