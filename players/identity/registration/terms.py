"""Versions of the terms in both languages, and who accepted which. A changed text becomes a new version."""

from __future__ import annotations

import hashlib

from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation

from players.audit import note
from players.identity.models import Acceptance, Terms
from players.languages import LANGUAGE_CODE, SOURCE_LANGUAGE
from players.models import Player

TERMS_DUE = "terms_due"  # session key: the player has not accepted the version in force


class TermsNotPublished(Exception):
    """A house without terms opens no account."""


def terms_text(language: str) -> str:
    """The terms as the templates contain them now."""
    with translation.override(language):
        return render_to_string("portal/information/terms_text.html").strip()


def text_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def publish_terms() -> Terms:
    """Publishes the text of the templates as a new version, unless it equals the version in force."""
    portuguese, english = terms_text(LANGUAGE_CODE), terms_text(SOURCE_LANGUAGE)
    digests = (text_digest(portuguese), text_digest(english))
    last = Terms.objects.order_by("-version").first()
    if last is not None and (last.portuguese_digest, last.english_digest) == digests:
        return last
    # Two processes that start together publish the same text once.
    published, _created = Terms.objects.get_or_create(
        version=last.version + 1 if last else 1,
        defaults={
            "portuguese": portuguese,
            "english": english,
            "portuguese_digest": digests[0],
            "english_digest": digests[1],
        },
    )
    return published


def current() -> Terms:
    """The version in force. The operator publishes it: a web process could publish anything."""
    newest = Terms.objects.order_by("-version").first()
    if newest is None:
        raise TermsNotPublished("No terms have been published yet.")
    return newest


def are_published() -> bool:
    return Terms.objects.exists()


def has_accepted(player: Player) -> bool:
    """Whether the player owes nothing: the version in force is accepted, or none was published yet."""
    newest = Terms.objects.order_by("-version").first()
    return newest is None or Acceptance.objects.filter(player=player, terms=newest).exists()


@transaction.atomic
def accept_terms(
    *, player: Player, terms: Terms, language: str, request: HttpRequest | None = None
) -> Acceptance:
    """Records the acceptance. A repeated call changes nothing."""
    acceptance, created = Acceptance.objects.get_or_create(
        player=player, terms=terms, defaults={"language": language}
    )
    if created:
        note(
            "terms.accepted",
            person=player.person,
            player=player,
            about=f"terms:{terms.pk}",
            request=request,
            digest=terms.english_digest if language == SOURCE_LANGUAGE else terms.portuguese_digest,
        )
    return acceptance
