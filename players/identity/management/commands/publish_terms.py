"""Publishes the terms in the templates. Players have to accept them at their next sign-in."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from players.identity.registration.terms import publish_terms


class Command(BaseCommand):
    help = "Publish the terms as they stand in the templates, as a new version if any word has changed."

    def handle(self, *args: Any, **options: Any) -> None:
        terms = publish_terms()
        self.stdout.write(f"version {terms.version}: pt {terms.portuguese_digest} en {terms.english_digest}")
