"""An attacker with a Valkey user: forged and replayed messages, tampered tasks, flushed keys, and
everything that can be read.
"""

from __future__ import annotations

import base64
import json
import os
import random
import time
from collections import deque
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import redis
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from redis.backoff import NoBackoff
from redis.retry import Retry

from casino.services.folder import Folder
from casino.services.valkey import valkey_url

SHARDS = 64
TASKS = (
    "players.identity.tasks.sweep_emails",
    "players.wallet.cashier.tasks.pay_out_balances",
    "casino.record_checks.tasks.check_record",
    "games.floor.tasks.prove_record",
)
USERS = {"web": ("web", "web_cache", "web_broker"), "admin": ("admin",)}


class ValkeyAttacker:
    """`web` has the permissions of a web process; `admin` has all."""

    def __init__(
        self,
        folder: Path,
        user: str,
        gains: Any,
        tables: list[int],
        players: list[int],
        chance: random.Random,
    ) -> None:
        self.user, self.gains, self.tables, self.players, self.chance = user, gains, tables, players, chance
        at_once = Retry(NoBackoff(), 0)
        self.clients = [
            redis.Redis.from_url(valkey_url(Folder(folder), name), socket_timeout=2, retry=at_once)
            for name in USERS[user]
        ]
        self.seen: deque[tuple[str, bytes]] = deque(maxlen=2000)
        self.packs: deque[tuple[float, bytes]] = deque(maxlen=200)
        self.listener: Any = None
        kinds = [self.forge_command, self.forge_frame, self.replay_frame, self.forge_task, self.poison_cache]
        self.kinds = [*kinds, self.replay_command, self.listen, self.listen, self.read_keys, self.disturb]

    def attempt(self) -> None:
        attack = self.chance.choice(self.kinds)
        try:
            attack()
        except redis.exceptions.NoPermissionError:
            pass  # refused: that is an answer
        except (redis.RedisError, OSError):
            self.listener = None
            time.sleep(0.05)  # Valkey was killed
            return
        self.gains.count(f"{self.user}: {attack.__name__.replace('_', ' ')}")

    def run(self, *words: Any) -> Any:
        """Runs a command as any user that may."""
        for client in self.clients[:-1]:
            try:
                return client.execute_command(*words)
            except redis.exceptions.NoPermissionError:
                continue
        return self.clients[-1].execute_command(*words)

    def command(self) -> bytes:
        """A bet for another player, as a browser sends it, under an id that no player uses."""
        number = str(uuid4())
        self.gains.forged.add(number)
        kinds = [
            {"t": "sit", "id": number},
            {"t": "leave", "id": number},
            {
                "t": "do",
                "id": number,
                "round": self.chance.randint(1, 50),
                "do": {"t": "bet", "on": {"red": 100}},
            },
        ]
        return json.dumps(self.chance.choice(kinds)).encode()

    def pack(self) -> bytes:
        player, table = self.chance.choice(self.players), self.chance.choice(self.tables)
        carried = [[1, player, table, self.command(), self.chance.randint(0, 3)]]
        return msgspec.msgpack.encode([self.chance.choice(("house", "web1")), time.time(), carried])

    def disguise(self, message: bytes) -> bytes:
        """The message in clear, sealed under an own key, or replaced by noise of the same length."""
        nonce = os.urandom(12)
        sealed = nonce + AESGCM(os.urandom(32)).encrypt(nonce, message, b"commands")
        return self.chance.choice((message, sealed, os.urandom(len(sealed))))

    def forge_command(self) -> None:
        self.run("RPUSH", f"commands:{self.chance.randrange(SHARDS)}", self.disguise(self.pack()))

    def forge_frame(self) -> None:
        channel = self.channel()
        frame = msgspec.msgpack.encode([1, b'{"t":"purse","n":9,"cents":99999999}', {}])
        self.run("PUBLISH", channel, self.disguise(frame))

    def channel(self) -> str:
        table = self.chance.choice(self.tables)
        return self.chance.choice((f"table:{table}", "balances", "closings", "shared-players", "heartbeats"))

    def replay_frame(self) -> None:
        """Replay a received message: on its channel, on another, or with one bit changed."""
        if not self.seen:
            return self.listen()
        channel, message = self.chance.choice(self.seen)
        changed = bytearray(message)
        changed[self.chance.randrange(len(changed))] ^= 1
        where, what = self.chance.choice(
            ((channel, message), (self.channel(), message), (channel, bytes(changed)))
        )
        self.run("PUBLISH", where, what)
        return None

    def replay_command(self) -> None:
        """Takes a real command from its list and returns it: twice, changed, to another list, or much
        later.
        """
        name = f"commands:{self.chance.randrange(SHARDS)}"
        taken = self.run("BLPOP", name, 0.05)
        if taken is not None:
            message = bytes(taken[1])
            self.gains.read(message, f"command on {name}")
            self.packs.append((time.monotonic(), message))
            for copy in (message, message, message[:-1] + bytes([message[-1] ^ 1])):
                self.run("RPUSH", name, copy)
        elif self.packs:
            message = self.chance.choice(self.packs)[1]
            self.run("RPUSH", f"commands:{self.chance.randrange(SHARDS)}", message)

    def forge_task(self) -> None:
        """Sends an invented task, and a genuine one with a changed name or arguments."""
        taken = self.run("RPOP", "celery") if self.user == "admin" and self.chance.random() < 0.3 else None
        if taken is not None:
            message = json.loads(taken)
            message["headers"]["task"] = self.chance.choice(TASKS)
        else:
            message = task_by_hand(self.chance.choice(TASKS), [self.chance.randint(1, 99)])
        self.run("LPUSH", "celery", json.dumps(message))

    def poison_cache(self) -> None:
        name = self.chance.choice(("web_cache:1:national", "web_cache:1:seal", "worker_cache:1:seal"))
        value = self.chance.choice((b"0", b"null", b"cos\nsystem\n(S'true'\ntR.", b"{", os.urandom(20)))
        self.run("SET", name, value, "EX", 5)

    def listen(self) -> None:
        """Reads everything that is published, or what a web process may read."""
        if self.listener is None:
            self.listener = self.clients[0].pubsub(ignore_subscribe_messages=True)
            if self.user == "admin":
                self.listener.psubscribe("*")
            else:
                self.listener.subscribe(
                    *[f"table:{table}" for table in self.tables], "balances", "heartbeats"
                )
        for _ in range(50):
            message = self.listener.get_message(timeout=0.01)
            if message is None:
                break
            self.seen.append((message["channel"].decode(), message["data"]))
            self.gains.read(message["data"], f"frame on {message['channel'].decode()}")

    def read_keys(self) -> None:
        for key in self.run("KEYS", "*")[:50]:
            self.gains.read(bytes(key), "the name of a key")
            if self.run("TYPE", key) == b"string":
                self.gains.read(bytes(self.run("GET", key) or b""), f"the key {key!r}")

    def disturb(self) -> None:
        """Flushes keys, steals leases and resets counters. Rare, because it only costs time."""
        if self.chance.random() > 0.1:
            self.run("MGET", f"lease:{self.chance.randrange(SHARDS)}")
            return
        words = (
            ("FLUSHALL",),
            ("SET", f"lease:{self.chance.randrange(SHARDS)}", "attacker", "PX", 500),
            ("DEL", f"sockets:{self.chance.choice(self.players)}"),
            ("ZADD", "croupier:alive", time.time(), "attacker"),
        )
        self.run(*self.chance.choice(words))


def task_by_hand(name: str, arguments: list[int]) -> dict[str, Any]:
    """A task as Celery writes it, without the key."""
    number = str(uuid4())
    body = base64.b64encode(json.dumps([arguments, {}, {}]).encode()).decode()
    properties = {
        "correlation_id": number,
        "reply_to": number,
        "delivery_mode": 2,
        "delivery_info": {"exchange": "", "routing_key": "celery"},
        "priority": 0,
        "body_encoding": "base64",
        "delivery_tag": number,
    }
    return {
        "body": body,
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": {"lang": "py", "task": name, "id": number, "root_id": number, "retries": 0},
        "properties": properties,
    }
