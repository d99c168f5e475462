"""The sentences of póquer sem descarte and Macau stud at their live tables."""

from __future__ import annotations

from django.utils.functional import Promise

SENTENCES: dict[str, Promise] = {}
