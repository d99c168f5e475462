"""Processes of a test that send messages to each other, without the processes: their keys alone."""

from __future__ import annotations

from games.tables.transport import registry
from games.tables.transport.client import own_keyring
from games.tables.transport.keyring import Keyring, Opened


def connected(*kinds: str) -> list[Keyring]:
    """Processes of these kinds that know each other's keys."""
    keyrings = [Keyring(kind, f"{kind}{number}") for number, kind in enumerate(kinds)]
    for keyring in keyrings:
        keyring.learn(other.own for other in keyrings)
    return keyrings


def registered(kind: str) -> Keyring:
    """A process whose key is registered. What this test sends from now on is sealed for it as well."""
    own_keyring.forget()
    keyring = Keyring(kind)
    registry.register(keyring)
    return keyring


def received(keyring: Keyring, channel: str, message: bytes) -> Opened:
    """What a process reads of a message, by the keys that are registered now."""
    registry.renew(keyring)
    return keyring.open(channel, message)
