"""An attacker who controls one web process: its registered key, its database role and its Valkey user.

Its messages are well formed and correctly sealed, so they pass every check of the transport. Only the
session proof stops it: it has proofs only of people whose browsers are connected to it, and none are. It
sends commands for others with no proof, with invented proofs, and with the genuine proof of another person.
It receives what every web process receives, asks for snapshots, rounds and receipts of others, and opens
each answer with its keys.
"""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
import redis

from casino.services.folder import Folder
from casino.services.postgres import database_url
from casino.services.valkey import valkey_url
from games.tables.transport import protocol
from games.tables.transport.keyring import WEB, Keyring, Peer, RejectedMessageError

RENEW_SECONDS = 2.0
LISTENED_AT_ONCE = 200  # messages after one try
REGISTER = (
    "INSERT INTO games_processkey (id, kind, key) VALUES (%s, 'web', %s) "
    "ON CONFLICT (id) DO UPDATE SET kind = excluded.kind"
)
LIVE = "SELECT id, kind, key FROM games_processkey WHERE until > clock_timestamp()"
# Money and rights that a web process must not give itself. The first value of each is a player.
WRITES = (
    "UPDATE wallet_account SET balance = balance + 100000 WHERE player_id = %s",
    "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)"
    " SELECT gen_random_uuid(), 'deposit', min(id), max(id), 'EUR', 100000"
    " FROM wallet_account WHERE player_id = %s",
    "UPDATE players_person SET is_staff = true "
    "WHERE id = (SELECT person_id FROM players_player WHERE id = %s)",
    "INSERT INTO players_person_groups (person_id, group_id)"
    " SELECT p.person_id, g.id FROM players_player AS p, auth_group AS g WHERE p.id = %s",
    # To be somebody else: proofs are needed, and it has none.
    "INSERT INTO identity_signin (person_id, session, cause, device, method)"
    " SELECT person_id, md5(random()::text), '', '', '' FROM players_player WHERE id = %s",
    "UPDATE identity_signin SET session = md5(random()::text)"
    " WHERE ended IS NULL AND person_id = (SELECT person_id FROM players_player WHERE id = %s)",
    "UPDATE players_person SET password = 'md5_proven$x$y'"
    " WHERE id = (SELECT person_id FROM players_player WHERE id = %s)",
    "UPDATE players_person SET email = 'x' || email"
    " WHERE id = (SELECT person_id FROM players_player WHERE id = %s)",
    "INSERT INTO mfa_authenticator (user_id, type, data, created_at)"
    " SELECT person_id, 'webauthn', '{}', now() FROM players_player WHERE id = %s",
    "UPDATE identity_signin SET confirmed = clock_timestamp()"
    " WHERE person_id = (SELECT person_id FROM players_player WHERE id = %s)",
    "UPDATE identity_codeattempt SET is_right = true"
    " WHERE person_id = (SELECT person_id FROM players_player WHERE id = %s)",
    "SELECT sealed FROM identity_factorsecret"
    " WHERE person_id = (SELECT person_id FROM players_player WHERE id = %s)",
    "SET ROLE house_owner",
)


class HostileWeb:
    def __init__(
        self,
        folder: Path,
        gains: Any,
        tables: list[int],
        players: list[int],
        chance: random.Random,
        proof: bytes = b"",  # of another person's session
    ) -> None:
        self.gains, self.tables, self.players, self.chance = gains, tables, players, chance
        self.genuine_proof = proof
        self.database_url = database_url(Folder(folder), "house_web")
        self.valkey = redis.Redis.from_url(valkey_url(Folder(folder), "web"), socket_timeout=2)
        self.keyring = Keyring(WEB)
        self.database: psycopg.Connection[Any] | None = None
        self.renewed = 0.0
        self.listener: Any = None
        self.kinds = [
            *(self.play_for_others, self.play_for_others, self.play_under_another_name, self.play_as_house),
            *(self.look_for_others, self.play_as_house_for_others, self.write_to_database),
        ]

    def attempt(self) -> None:
        attack = self.chance.choice(self.kinds)
        try:
            self.register()
            self.listen()  # before the try, whose answer would otherwise find no listener
            attack()
            self.listen()
        except (redis.RedisError, psycopg.OperationalError, OSError):
            self.database, self.renewed, self.listener = None, 0.0, None
            time.sleep(0.1)  # Valkey or PostgreSQL was killed
            return
        self.gains.count(f"hostile web: {attack.__name__.replace('_', ' ')}")

    def register(self) -> None:
        if self.database is None:
            self.database = psycopg.connect(self.database_url, autocommit=True, connect_timeout=3)
        elif time.monotonic() - self.renewed < RENEW_SECONDS:
            return
        self.database.execute(REGISTER, [self.keyring.id, self.keyring.own.key])
        self.keyring.learn(
            Peer(sender, kind, bytes(key)) for sender, kind, key in self.database.execute(LIVE)
        )
        self.renewed = time.monotonic()

    def listen(self) -> None:
        """Receives what the hub of a web process receives, and the answers to questions of pages."""
        from games.tables.transport import envelope

        if self.listener is None:
            self.listener = self.valkey.pubsub()
            own = envelope.web_channel(self.keyring.id)
            answers = envelope.web_channel(envelope.internal_sender(self.keyring.id))
            tables = [envelope.table_channel(table) for table in self.tables]
            self.listener.subscribe(own, answers, envelope.BALANCES, *tables)
        for _ in range(LISTENED_AT_ONCE):
            message = self.listener.get_message(timeout=0.001)
            if message is None:
                return
            if message["type"] == "message":
                self.open(message["channel"].decode(), message["data"])

    def open(self, channel: str, sealed: bytes) -> None:
        """Opens the message with the keys of this process. What opens is judged."""
        try:
            opened = self.keyring.open(channel, sealed)
        except RejectedMessageError:  # not for this process, or from one that is not known yet
            return
        self.gains.learn(channel, opened.private)

    def send(
        self, sender: str, table: int, command: bytes, proof: bytes | None, *, names_player: bool = False
    ) -> None:
        from games.models import SHARDS
        from games.tables.transport import envelope
        from games.tables.transport.envelope import MessageBatch, QueuedMessage

        player = self.chance.choice(self.players)
        internal = envelope.is_internal(sender)
        message = QueuedMessage(
            socket=0 if internal else 1,
            player=0 if internal and not names_player else player,
            table=table,
            body=command,
            epoch=self.chance.randint(0, 3),
            proof=proof,
        )
        sealed = envelope.seal_batch(self.keyring, MessageBatch(sender, [message]))
        own = envelope.command_list(table)
        other = envelope.shard_list(self.chance.randrange(SHARDS))
        self.valkey.rpush(self.chance.choice((own, own, other)), sealed)

    def command(self) -> bytes:
        """A command as a browser sends it, under an id that no player uses."""
        number = str(uuid4())
        self.gains.forged.add(number)
        bet = {"t": "bet", "on": {"red": 100}}
        kinds: list[dict[str, Any]] = [
            {"t": "sit", "id": number},
            {"t": "leave", "id": number},
            {"t": "do", "id": number, "round": self.chance.randint(1, 50), "do": bet},
        ]
        return json.dumps(self.chance.choice(kinds)).encode()

    def play_for_others(self) -> None:
        proof = self.chance.choice((None, b"", os.urandom(32).hex().encode(), self.genuine_proof))
        self.send(self.keyring.id, self.chance.choice(self.tables), self.command(), proof)

    def look_for_others(self) -> None:
        """Asks for a snapshot as another person sees it."""
        proof = self.chance.choice((b"", os.urandom(32).hex().encode(), self.genuine_proof))
        self.send(self.keyring.id, self.chance.choice(self.tables), b'{"t":"look"}', proof)

    def play_as_house_for_others(self) -> None:
        """As `play_as_house`, but in the name of a player, whose frames then would come to this process."""
        proof, sender = self.chance.choice((b"", self.genuine_proof)), f"house:{self.keyring.id}"
        self.send(sender, self.chance.choice(self.tables), self.internal_command(), proof, names_player=True)

    def play_under_another_name(self) -> None:
        others = [peer for peer in self.keyring.peers if peer != self.keyring.id]
        if others:
            self.send(
                self.chance.choice(others),
                self.chance.choice(self.tables),
                self.command(),
                self.genuine_proof,
            )

    def play_as_house(self) -> None:
        """In the name of the system: people are shown out, connections lost, rounds and receipts opened."""
        table, proof = self.chance.choice(self.tables), self.chance.choice((b"", self.genuine_proof))
        self.send(f"house:{self.keyring.id}", table, self.internal_command(), proof)

    def internal_command(self) -> bytes:
        """A command that the croupier accepts from web processes, about another person."""
        player = self.chance.choice(self.players)
        return msgspec.json.encode(
            self.chance.choice(
                (
                    protocol.EndStay(player, "excluded"),
                    protocol.ReportDisconnect(player, 1),
                    protocol.RenewPresence((player,)),
                    protocol.Release(),
                    protocol.RequestReceipt(player, self.chance.randint(1, 500)),
                    protocol.RequestRound(self.chance.randint(1, 50), player=player),
                )
            )
        )

    def write_to_database(self) -> None:
        assert self.database is not None
        statement, player = self.chance.choice(WRITES), self.chance.choice(self.players)
        try:
            changed = self.database.execute(statement, [player] if "%s" in statement else None).rowcount
        except (psycopg.errors.InsufficientPrivilege, psycopg.errors.IntegrityError):
            return
        if changed:
            self.gains.rights.append(f"a web process may run: {statement}")
