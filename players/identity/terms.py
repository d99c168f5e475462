"""The terms by version: what was shown, in both languages, and who accepted which. A new text is a new version."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation

from players.audit import note
from players.identity.models import Acceptance, Terms
from players.models import Player

DUE = "terms_due"  # in the session: that a version is in force which this player has not accepted


def text(language: str) -> str:
    """The terms as this version of the house says them."""
    with translation.override(language):
        return render_to_string("portal/information/terms_text.html").strip()


def digest(said: str) -> str:
    return hashlib.sha256(said.encode()).hexdigest()


def terms_publish() -> Terms:
    """The text of the house as the version in force: a new one if any word of it differs from the last."""
    portuguese, english = text("pt-pt"), text("en")
    last = Terms.objects.order_by("-version").first()
    if last is not None and (last.portuguese_digest, last.english_digest) == (
        digest(portuguese),
        digest(english),
    ):
        return last
    # Two houses that open at once publish the same text once.
    published, _new = Terms.objects.get_or_create(
        version=last.version + 1 if last else 1,
        defaults={
            "portuguese": portuguese,
            "english": english,
            "portuguese_digest": digest(portuguese),
            "english_digest": digest(english),
        },
    )
    return published


def current() -> Terms:
    """The version in force. A house that has published none yet has its own text in force."""
    return Terms.objects.order_by("-version").first() or terms_publish()


def accepted(player: Player) -> bool:
    return Acceptance.objects.filter(player=player, terms=current()).exists()


def due(players: Collection[int]) -> set[int]:
    """Which of these players have not accepted the version in force, in one query."""
    given = Acceptance.objects.filter(player=OuterRef("pk"), terms=current())
    return set(Player.objects.filter(~Exists(given), pk__in=players).values_list("pk", flat=True))


@transaction.atomic
def terms_accept(
    *, player: Player, terms: Terms, language: str, request: HttpRequest | None = None
) -> Acceptance:
    """Accepting twice is accepting once."""
    acceptance, new = Acceptance.objects.get_or_create(
        player=player, terms=terms, defaults={"language": language}
    )
    if new:
        said = terms.english_digest if language == "en" else terms.portuguese_digest
        note(
            "terms.accepted",
            person=player.person,
            player=player,
            about=f"terms:{terms.pk}",
            request=request,
            digest=said,
        )
    return acceptance
