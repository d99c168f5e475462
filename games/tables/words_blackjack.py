"""The sentences of blackjack at its live table."""

from __future__ import annotations

from django.utils.functional import Promise

SENTENCES: dict[str, Promise] = {}
