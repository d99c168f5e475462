"""Identities of the demonstration players: verified, with invented documents, so that they can play."""

from __future__ import annotations

from datetime import date

from django.db.models.functions import Now

from players.identity.models import Acceptance, Document, Identity, IdentityState, PaymentAccount
from players.identity.registration import terms
from players.identity.verification.identifiers import nif_from_digits, parse_iban
from players.languages import legal_language
from players.models import Player


def iban_from_account(account: str) -> str:
    """Returns the Portuguese IBAN of this account number, with its check digits."""
    number = str(int(account + "252900") % 97)
    return f"PT{98 - int(number):02}{account}"


def seed_identity(player: Player, number: int) -> None:
    """Creates the identity once. Its tax number starts with digits that are no longer issued."""
    name = f"{player.alias} da Demonstração"
    _identity, created = Identity.objects.get_or_create(
        player=player,
        defaults={
            "name": name,
            "birth": date(1980 + number, 5, 1 + number),
            "nationality": "PT",
            "profession": "Figurante",
            "address": f"Rua do Feltro, {number + 1}",
            "postcode": "1000-001",
            "town": "Lisboa",
            "country": "PT",
            "district": "Lisboa",
            "telephone": f"+3519100000{number:02}",
            "document_kind": Document.CITIZEN_CARD,
            "document_country": "PT",
            "document_number": f"0000000{number}ZZ{number}",
            "nif": nif_from_digits(f"3000000{number}"),
            "state": IdentityState.VERIFIED,
            "reason": "yes",
            "verified": Now(),
        },
    )
    if created:
        iban = parse_iban(iban_from_account(f"0035000000000000000{number:02}"))
        assert iban is not None
        PaymentAccount.objects.create(player=player, iban=iban, holder=name)
    Acceptance.objects.get_or_create(
        player=player,
        terms=terms.publish_terms(),
        defaults={"language": legal_language(player.person.language).code},
    )
