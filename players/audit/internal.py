"""Kinds of audit lines that no player reads in a copy of their own data.

They say whom the operator suspects, or whose data staff looked at because of that: nobody under suspicion is warned ("tipping off").
Each package registers the kinds that it writes.
"""

from __future__ import annotations

_prefixes: set[str] = {
    "account.doubted",
    "account.email-unmasked",
    "identity.unmasked",
    "identity.document-seen",
}


def register_internal_kinds(*prefixes: str) -> None:
    """Registers whole kinds, or their beginnings up to a point («care.»)."""
    _prefixes.update(prefixes)


def internal_kinds() -> list[str]:
    return sorted(_prefixes)
