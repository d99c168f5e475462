"""Kinds of audit lines that are left out of the player's copy of their data.

They show whom the operator suspects, or whose data staff looked at for that reason; a suspect must not be
warned ("tipping off"). Each package registers the kinds that it writes.
"""

from __future__ import annotations

_prefixes: set[str] = {
    "account.doubted",
    "account.email-unmasked",
    "account.note-written",
    "account.tag-",
    "identity.unmasked",
    "identity.document-seen",
}


def register_internal_kinds(*prefixes: str) -> None:
    """Registers kinds, or prefixes that end with a point ("care.")."""
    _prefixes.update(prefixes)


def internal_kinds() -> list[str]:
    return sorted(_prefixes)
