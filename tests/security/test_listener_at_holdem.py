"""Somebody reads everything that passes through Valkey while a hand of hold'em is dealt.

The way is the real one: commands through the list of the table, frames through the channels of a Valkey
server. Before messages were sealed, 57 of 99 frames carried hole cards in clear.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import redis

from games.models import SHARDS
from games.rules.shared.cards import names
from games.tables.croupier.process import Croupier
from games.tables.croupier.worker import TableWorker
from games.tables.transport import envelope
from games.tables.transport.envelope import MessageBatch, QueuedMessage
from games.tables.transport.keyring import Keyring, RejectedMessageError
from players.models import Player
from tests.live_table import LiveTable, do, players_with, seal_key, table_open
from tests.processes import connected
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db


class Wire:
    """A croupier, two web processes with a player each, a third without any, and what Valkey sees of them."""

    def __init__(self, valkey: redis.Redis, room: LiveTable, players: list[Player]) -> None:
        self.valkey, self.room, self.players = valkey, room, players
        self.croupier = Croupier()
        self.croupier.keyring, *self.webs = connected("croupier", "web", "web", "web")
        table = room.table.pk
        self.croupier.lists, self.croupier.lists_until = [table % SHARDS], time.monotonic() + 60
        self.worker: TableWorker = self.croupier._worker(table)
        self.worker.transaction = room.transaction
        self.proofs = [sign_in(player.person) for player in players]
        self.epochs = [player.person.credential_epoch for player in players]
        self.listener: Any = valkey.pubsub(ignore_subscribe_messages=True)
        self.listener.psubscribe("*")
        self.listener.get_message(timeout=1)
        self.frames: list[tuple[str, bytes]] = []
        self.commands: list[bytes] = []

    def send(self, number: int, command: dict[str, Any]) -> None:
        """From the browser of a player, through the list in Valkey, to the table."""
        web, table = self.webs[number], self.room.table.pk
        body = json.dumps(command).encode()
        message = QueuedMessage(
            1, self.players[number].pk, table, body, self.epochs[number], self.proofs[number]
        )
        self.valkey.rpush(
            envelope.command_list(table), envelope.seal_batch(web, MessageBatch(web.id, [message]))
        )
        self.commands += self.valkey.lrange(envelope.command_list(table), 0, -1)
        self.croupier._listen()
        self.work()

    def step(self) -> None:
        self.room._set_due(0)
        self.worker.step_due = True
        self.work()

    def work(self) -> None:
        self.worker.flushed = 0.0  # a frame follows each turn
        self.worker.work()
        while (message := self.listener.get_message(timeout=0.05)) is not None:
            self.frames.append((message["channel"].decode(), message["data"]))

    def opened(self, web: Keyring) -> list[tuple[str, bytes, bytes]]:
        """What this process can decrypt, of which the first is public and the second for it alone."""
        messages = []
        for channel, sealed in self.frames:
            try:
                message = web.open(channel, sealed)
            except RejectedMessageError:
                continue
            messages.append((channel, message.public, message.private))
        return messages


@pytest.fixture
def wire(valkey_url: str, tmp_path: Path, settings: Any) -> Iterator[Wire]:
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))
    room, players = LiveTable(tmp_path, table_open("holdem")), players_with(100_000, 2)
    room.sit(players)
    room.until("bets-opened")
    for player in players:
        (result,) = room.send((player, do(room.round, {"t": "buy-in"})))
        assert result.refused is None
    with redis.Redis.from_url(valkey_url) as valkey:
        yield Wire(valkey, room, players)


def hole_cards(room: LiveTable, player: Player) -> list[str]:
    """As a frame of their owner names them. One pack has each card once, and no other hand is turned yet."""
    return names(room.live.game.seats[room.live.players[player.pk]].cards)


def played_to_the_flop(wire: Wire) -> None:
    for number in (0, 1):
        wire.send(number, {"t": "look"})
    while not wire.room.live.running:
        wire.step()
    for _ in range(12):
        game = wire.room.live.game
        if len(game.board) >= 3:
            return
        if game.actor:
            number = [wire.room.live.players[player.pk] for player in wire.players].index(game.actor)
            owed = game.to_match > game.seats[game.actor].bet
            act = {"t": "do", "id": str(uuid4()), "round": wire.room.round}
            wire.send(number, {**act, "do": {"t": "call" if owed else "check"}})
        else:
            wire.step()
    raise AssertionError("no flop was dealt")


def test_who_listens_at_valkey_finds_no_hole_card(wire: Wire) -> None:
    played_to_the_flop(wire)
    passed = b"\n".join([*(sealed for _channel, sealed in wire.frames), *wire.commands])
    assert len(wire.frames) >= 8 and len(wire.commands) >= 4
    for web, player in zip(wire.webs, wire.players, strict=False):
        private = b"\n".join(content for _channel, _public, content in wire.opened(web))
        cards = hole_cards(wire.room, player)
        assert len(cards) == 2
        for card in cards:
            assert f'"{card}"'.encode() in private, "the player gets it"
            assert f'"{card}"'.encode() not in passed, "and nobody sees it on its way"
    for word in (b'"mine"', b'"purse"', *wire.proofs):
        assert word not in passed, word


def test_a_private_frame_opens_in_the_process_of_its_player_alone(wire: Wire) -> None:
    played_to_the_flop(wire)
    channel = envelope.table_channel(wire.room.table.pk)
    first, second = wire.players
    stranger = Keyring("web")  # with all public keys, but registered nowhere
    stranger.learn([wire.croupier.keyring.own, *(web.own for web in wire.webs)])
    seen = []
    for web in (*wire.webs, stranger):
        opened = wire.opened(web)
        frames = [envelope.decode_player_frames(part) for name, _, part in opened if name == channel and part]
        seen.append({player for frame in frames for player in frame})
    assert seen == [{first.pk}, {second.pk}, set(), set()]
