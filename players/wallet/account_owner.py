"""Whether two names are of one person, in the four answers of the Verification of Payee scheme.

Banks write names in many ways: without accents, in capitals, without middle names, the family name first.
"""

from __future__ import annotations

import re
import unicodedata

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

# Left out by many banks and registers.
PARTICLES = {"da", "das", "de", "di", "do", "dos", "du", "e", "la", "las", "los", "van", "von", "y"}


class OwnerMatch(TextChoices):
    MATCH = "match", _("match")
    CLOSE = "close-match", _("close match")
    NONE = "no-match", _("no match")
    UNAVAILABLE = "unavailable", _("no answer")


def compare_names(name: str, other: str) -> OwnerMatch:
    """A close match has every part of the shorter name in the longer one, and at least two of them."""
    parts, others = _parts(name), _parts(other)
    if not parts or not others:
        return OwnerMatch.UNAVAILABLE
    if sorted(parts) == sorted(others):
        return OwnerMatch.MATCH
    shorter, longer = sorted((set(parts), set(others)), key=len)
    return OwnerMatch.CLOSE if len(shorter) >= 2 and shorter <= longer else OwnerMatch.NONE


def _parts(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(character for character in plain if not unicodedata.combining(character))
    return [part for part in re.findall(r"[^\W\d_]+", letters) if part not in PARTICLES]
