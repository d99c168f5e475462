"""Key rings for tests in which several processes exchange messages; no process is started."""

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
    """A process whose key is registered. Later messages of this test are sealed for it as well."""
    own_keyring.forget()
    keyring = Keyring(kind)
    registry.register(keyring)
    return keyring


def received(keyring: Keyring, channel: str, message: bytes) -> Opened:
    """Open a message as this process, with the keys that are registered now."""
    registry.renew(keyring)
    return keyring.open(channel, message)
