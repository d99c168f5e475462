"""How messages between processes are protected. Each process has its own key pair, made when it starts.

Two processes agree on a key with X25519 from their registered public keys. A message has a part for each
process that may receive it, encrypted with AES-256-GCM under the key of that pair. The part contains what
only that process may read, and authenticates the public content of the message, the channel and the sender.
So only the sender can have made a part, and only the recipient can open it.

A message is refused when it is older than `MAX_AGE_SECONDS`, was received before, or comes from a kind of
process that does not send on that channel.
"""

from __future__ import annotations

import hmac
import os
import struct
import time
from collections.abc import Iterable, Mapping
from uuid import uuid4

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from players.shared import database_time

NONCE = 12  # bytes
MAX_AGE_SECONDS = 15.0  # seconds of the database's time for which a message is accepted
TIME = struct.Struct("<d")  # when a message was sent
PURPOSE = b"feltro/messages/v2"

WEB, CROUPIER, WORKER = "web", "croupier", "worker"
# Which kinds of process send on a channel, by the part of its name before the colon.
SENDERS: dict[str, tuple[str, ...]] = {
    "commands": (WEB, WORKER, CROUPIER),
    "table": (CROUPIER,),
    "web": (CROUPIER,),
    "balances": (CROUPIER,),
    "heartbeats": (CROUPIER,),
    "closings": (WEB, WORKER),
    "shared-players": (WEB,),
}


class Peer(Struct, frozen=True):
    """A process whose public key is registered."""

    id: str
    kind: str
    key: bytes


class Sealed(Struct, frozen=True, array_like=True):
    """A message as it travels: public content, and an encrypted part for each recipient."""

    sender: str
    public: bytes
    parts: dict[str, bytes]


class Opened(Struct, frozen=True):
    sender: Peer
    public: bytes
    private: bytes


class RejectedMessageError(Exception):
    """A message that no process sent to this one on this channel, an old message, or one that was received
    before.
    """


class UnknownSenderError(RejectedMessageError):
    """The sender's key is not known here. Either it has just been registered, or the message is forged."""


class NoPartError(RejectedMessageError):
    """A message without a part for this process."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Sealed).decode


class Keyring:
    """The key pair of one process and the public keys of the others."""

    def __init__(self, kind: str, peer_id: str = "") -> None:
        self._private = X25519PrivateKey.generate()
        self.own = Peer(peer_id or uuid4().hex[:12], kind, self._private.public_key().public_bytes_raw())
        self.peers: dict[str, Peer] = {}
        self._sending: dict[Peer, AESGCM] = {}
        self._receiving: dict[Peer, AESGCM] = {}
        self._recent: set[bytes] = set()
        self._earlier: set[bytes] = set()
        self._turned = time.monotonic()
        self.learn(())

    @property
    def id(self) -> str:
        return self.own.id

    def learn(self, peers: Iterable[Peer]) -> None:
        """Replaces the known processes. A process always knows itself: it may receive what it publishes."""
        self.peers = {peer.id: peer for peer in peers} | {self.id: self.own}
        known = set(self.peers.values())
        self._sending = {peer: cipher for peer, cipher in self._sending.items() if peer in known}
        self._receiving = {peer: cipher for peer, cipher in self._receiving.items() if peer in known}

    def of_kind(self, kind: str) -> list[str]:
        return [peer.id for peer in self.peers.values() if peer.kind == kind]

    def seal(self, channel: str, parts: Mapping[str, bytes], public: bytes = b"") -> bytes:
        """The message for these recipients, each with what only it may read.

        Unknown recipients are left out.
        """
        bound, sent, sealed = _bound(channel, public), TIME.pack(database_time.now_seconds()), {}
        for process, private in parts.items():
            if (peer := self.peers.get(process)) is not None:
                nonce = os.urandom(NONCE)
                sealed[process] = nonce + self._sending_cipher(peer).encrypt(nonce, sent + private, bound)
        return _encode(Sealed(self.id, public, sealed))

    def seal_for_all(self, channel: str, kind: str, private: bytes) -> bytes:
        """The same private content for every process of a kind."""
        return self.seal(channel, dict.fromkeys(self.of_kind(kind), private))

    def open(self, channel: str, message: bytes) -> Opened:
        try:
            sealed = _decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RejectedMessageError("form") from error
        sender, part = self.peers.get(sealed.sender), sealed.parts.get(self.id)
        if sender is None:
            raise UnknownSenderError(sealed.sender[:40])
        if sender.kind not in SENDERS[channel.partition(":")[0]]:
            raise RejectedMessageError("sender")
        if part is None:
            raise NoPartError("not for this process")
        try:
            bound = _bound(channel, sealed.public)
            plain = self._receiving_cipher(sender).decrypt(part[:NONCE], part[NONCE:], bound)
        except (InvalidTag, ValueError) as error:
            raise RejectedMessageError("seal") from error
        (sent,) = TIME.unpack_from(plain)
        # Not `> MAX_AGE_SECONDS`: a time that is no number compares as false with everything.
        if not abs(database_time.now_seconds() - sent) <= MAX_AGE_SECONDS:
            raise RejectedMessageError("age")
        self._refuse_repetition(part[:NONCE])
        return Opened(sender, sealed.public, plain[TIME.size :])

    def _sending_cipher(self, peer: Peer) -> AESGCM:
        if peer not in self._sending:
            self._sending[peer] = self._cipher(peer, self.own, peer)
        return self._sending[peer]

    def _receiving_cipher(self, peer: Peer) -> AESGCM:
        if peer not in self._receiving:
            self._receiving[peer] = self._cipher(peer, peer, self.own)
        return self._receiving[peer]

    def _cipher(self, other: Peer, sender: Peer, recipient: Peer) -> AESGCM:
        """Each direction has its own key, so that no message can be sent back to its sender."""
        shared = self._private.exchange(X25519PublicKey.from_public_bytes(other.key))
        context = _encode((PURPOSE, sender, recipient))
        return AESGCM(hmac.digest(shared, context, "sha256"))

    def _refuse_repetition(self, nonce: bytes) -> None:
        """Two generations of nonces. When one is dropped, its messages are too old to be accepted."""
        now = time.monotonic()
        if now - self._turned > 2 * MAX_AGE_SECONDS:
            self._recent, self._earlier, self._turned = set(), self._recent, now
        if nonce in self._recent or nonce in self._earlier:
            raise RejectedMessageError("seen before")
        self._recent.add(nonce)


def _bound(channel: str, public: bytes) -> bytes:
    return channel.encode() + b"\0" + public
