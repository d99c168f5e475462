"""What attackers try while processes are killed: one controls Valkey, one a web process, and one is a
member of staff in every role.

An attempt counts when the system has answered or refused it. The gains are read from the database and from
the answers: bets under command ids that the attackers chose, hidden cards in what they read, sessions that
they can use, and euros that moved other than by the players' own play.
"""

from __future__ import annotations

import math
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from tests.proofs.chaos_hostile_web import HostileWeb
from tests.proofs.chaos_staff_attacker import StaffAttacker, fresh_cookie
from tests.proofs.chaos_valkey_attacker import ValkeyAttacker

# The shares of the tries. The staff's go through pages, which answer slowly.
VALKEY, HOSTILE_WEB, STAFF = 0.4, 0.35, 0.25
# Euros that move without play.
OTHERWISE = ("deposit", "withdrawal", "withdrawal-back", "withdrawal-paid", "adjustment", "opening")
MOVED = """
SELECT coalesce(sum(t.cents), 0)::bigint FROM wallet_transfer AS t
JOIN wallet_account AS s ON s.id = t.source_id JOIN wallet_account AS g ON g.id = t.target_id
WHERE t.at > %s AND t.currency = 'EUR' AND (t.kind = ANY(%s)
    OR (s.player_id IS NOT NULL AND NOT s.player_id = ANY(%s))
    OR (g.player_id IS NOT NULL AND NOT g.player_id = ANY(%s)))
"""
BETS = "SELECT count(*) FROM games_event WHERE command = ANY(%s::uuid[])"
NOW = "SELECT clock_timestamp()"
LOOKS_LIKE_SESSION = re.compile(rb"(?<![a-z0-9])[a-z0-9]{32}(?![a-z0-9])")


@dataclass
class Gains:
    """What the attackers share, and what they gained."""

    tries: Counter[str] = field(default_factory=Counter)
    forged: set[str] = field(default_factory=set)  # the ids of commands that no player sent
    cards: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    rights: list[str] = field(default_factory=list)  # what the database let a process do that it may not
    tokens: set[str] = field(default_factory=set)  # what looks like a session, still to be tried
    rounds: list[str] = field(default_factory=list)  # rounds and receipts of others
    opened: Counter[str] = field(default_factory=Counter)  # what the hostile web process could decrypt
    bets: int = 0
    cents: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, kind: str) -> None:
        with self.lock:
            self.tries[kind] += 1

    def read(self, message: bytes, where: str) -> None:
        """Look through a message that was intercepted."""
        if b'"mine"' in message or b'"hole"' in message:
            self.cards.append(where)
        if len(self.tokens) < 500:
            self.tokens.update(token.decode() for token in LOOKS_LIKE_SESSION.findall(message))

    def learn(self, channel: str, private: bytes) -> None:
        """Judge what a web process without any player could decrypt: nothing may be for a player alone."""
        from games.tables.transport import envelope

        kind, _, name = channel.partition(":")
        self.opened[kind] += 1
        if kind == "web" and envelope.is_internal(name) and private.startswith(b"{"):
            if msgspec.json.decode(private):  # a refused question is answered by an empty object
                self.rounds.append(f"an answer of the croupier: {private[:80]!r}")
        elif kind == "web":  # replies to commands, also to those in the name of the house
            for _socket, frame in envelope.decode_replies(private):
                fields = msgspec.json.decode(frame)
                if fields.keys() & {"mine", "purse"}:
                    self.cards.append(f"the snapshot of a player: {frame[:80]!r}")
                if fields["t"] in ("ok", "share"):
                    self.rights.append(f"a command for others was accepted: {frame[:80]!r}")
        elif private and envelope.decode_player_frames(private):
            self.cards.append(f"private frames on {channel}")


class Attackers:
    """They start with the first kill and stop when all attempts are made."""

    def __init__(
        self, house: Any, tables: list[int], players: list[int], tries: int, seed: int, query: Any
    ) -> None:
        from players.identity.sign_in.session_store import session_proof

        self.tables, self.players, self.wanted, self.query = tables, players, tries, query
        self.gains, self.stopped = Gains(), False
        self.threads: list[threading.Thread] = []
        self.quotas: dict[str, int] = {}
        ((self.began,),) = query(NOW, [])
        folder, chance = Path(house.folder), random.Random(seed)
        valkey = [
            ValkeyAttacker(folder, user, self.gains, tables, players, random.Random(chance.random()))
            for user in ("web", "admin")
        ]
        staff = StaffAttacker.of_every_role(house.url, self.gains, random.Random(chance.random()))
        self.staff = staff
        proof = session_proof(fresh_cookie(staff[0].person).partition("=")[2])
        hostile_web = HostileWeb(folder, self.gains, tables, players, random.Random(chance.random()), proof)
        self._begin("web", VALKEY / 2, [valkey[0].attempt], pause=0.01)
        self._begin("admin", VALKEY / 2, [valkey[1].attempt], pause=0.01)
        self._begin("hostile web", HOSTILE_WEB, [hostile_web.attempt], pause=0.01)
        for number in (0, 1):
            self._begin("staff", STAFF, [member.attempt for member in staff[number::2]])

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def finish(self, patience: float) -> None:
        end = time.monotonic() + patience
        for thread in self.threads:
            thread.join(max(0.0, end - time.monotonic()))
        self.stopped = True
        for thread in self.threads:
            thread.join(30)

    def _made(self, who: str = "") -> int:
        """The number of attempts so far, of all attackers or of one."""
        tries = self.gains.tries.copy()
        return sum(count for kind, count in tries.items() if not who or kind.startswith(f"{who}:"))

    def _begin(self, who: str, share: float, attempts: list[Callable[[], None]], pause: float = 0.0) -> None:
        """A thread that makes the attempts of `who`, until all attackers together reach this share."""
        wanted = math.ceil(share * self.wanted)
        self.quotas[who] = wanted

        def run() -> None:
            while self._made(who) < wanted and not self.stopped:
                for attempt in attempts:
                    attempt()
                time.sleep(pause)

        self.threads.append(threading.Thread(target=run, daemon=True))

    def judge(self) -> list[str]:
        """The closing line, and whatever contradicts that nothing was gained."""
        gains, query = self.gains, self.query
        self.staff[0].try_sessions(sorted(gains.tokens)[:200])
        ((gains.bets,),) = query(BETS, [sorted(gains.forged)])
        ((gains.cents,),) = query(MOVED, [self.began, list(OTHERWISE), self.players, self.players])
        print(", ".join(f"{count} {kind}" for kind, count in sorted(gains.tries.items())))
        print(
            f"the hostile web process opened {gains.opened.total()} messages, "
            f"{len(gains.rounds)} rounds or receipts of others among them"
        )
        print(
            f"{self._made()} tries, {gains.bets} bets for others, {len(gains.cards)} hidden cards read, "
            f"{len(gains.sessions)} sessions obtained, {gains.cents / 100:.0f} euros moved"
        )
        wrong = [*gains.cards[:3], *gains.sessions[:3], *gains.rights[:3], *gains.rounds[:3]]
        if gains.bets or gains.cents:
            wrong.append("the attackers moved money or placed bets")
        if "hostile web" in self.quotas and not (gains.opened["table"] and gains.opened["web"]):
            wrong.append("the hostile web process heard no answer, so that it could learn nothing")
        short = [who for who, wanted in self.quotas.items() if self._made(who) < wanted]
        if not gains.forged or short or self._made() < self.wanted:
            wrong.append(f"the attackers did not make their tries: {', '.join(short) or 'all'}")
        return wrong
