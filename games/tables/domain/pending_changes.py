"""What would happen, before it has: the events and transfers of one transaction at one table, staged on a copy.

Nothing in memory changes before the commit. A wish is taken whole or refused whole; the next wish of the same transaction
is decided on what the last left behind.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec

from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, Posting, Seat, TransferKind
from games.rules.shared.refusals import Refusal, Refused
from games.tables.domain.events import TABLE_TYPES
from games.tables.domain.recent_refusals import Declined
from games.tables.domain.state import Live, Rules, apply
from players.protection.eligibility import NO_LIST, Eligibility
from players.wallet.ledger import Balance, Move

_encode = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A line of the journal."""

    seq: int
    kind: str
    data: bytes
    round: int | None
    player: int | None
    command: UUID | None
    digest: int | None
    chain: bytes


def linked(chain: bytes, at: int, *columns: object) -> bytes:
    """The link of one event: it holds every column of it and all events before it at its table, so that nothing changes unseen."""
    return hashlib.sha256(chain + _pack((at, *columns))).digest()


def transfer_id(table: int, seq: int, index: int) -> UUID:
    """The id of the transfer that an event causes: the same event can only cause it once.

    It says which (RFC 9562, version 8): 48 bits of table, 54 of the event's number, 20 of the transfer's place in it. So the ids of
    a table follow each other, and what is written together lies together.
    """
    return UUID(
        int=table << 80 | 0x8 << 76 | seq >> 42 << 64 | 0b10 << 62 | (seq & 0x3FF_FFFF_FFFF) << 20 | index
    )


class Step(msgspec.Struct, frozen=True, gc=False):
    """An event between the table before it and the table after it."""

    event: Any
    before: Live
    after: Live


# What a bar stops, and what a limit counts. Chips count when they are bought, because a stack is played without another
# question. The commission on them is a price and not a bet: no limit counts it (A77).
STAKED = (TransferKind.STAKE, TransferKind.JACKPOT_BET, TransferKind.BUY_IN, TransferKind.CHIPS)
COUNTED = (TransferKind.STAKE, TransferKind.JACKPOT_BET, TransferKind.BUY_IN)
FREE = Eligibility()


def barred_refusal(why: str) -> Refused:
    """Why somebody may not play: the account, or a house that cannot say who is excluded."""
    return Refused(Refusal.NO_SESSIONS) if why == NO_LIST else Refused(Refusal.EXCLUDED, why=why)


Conceal = Callable[[Live, int, bytes], bytes]


class Stage:
    """One transaction at one table: what it decided so far, and what the people at it can still spend."""

    def __init__(
        self,
        live: Live,
        rules: Rules | None,
        *,
        at: int,
        chain: bytes,
        currency: str,
        accounts: dict[str, int],
        purses: dict[int, Balance],
        conceal: Conceal,
    ) -> None:
        self.live, self.rules, self.at, self.chain, self.conceal = live, rules, at, chain, conceal
        self.currency, self.accounts = currency, accounts
        self.purses = purses
        self.left = {account: balance.cents for account, balance in purses.items()}
        self.standings: dict[int, Eligibility] = {}
        self.laid: dict[
            int, int
        ] = {}  # by player, what this transaction has staked of what may still be staked
        self.count: dict[int, int] = {}
        self.entries: list[Entry] = []
        self.steps: list[Step] = []
        self.accepted: dict[tuple[int, UUID], tuple[int, int]] = {}
        self.declined: dict[tuple[int, UUID], Declined] = {}
        self.moves: list[Move] = []
        self.shares: dict[int, str] = {}  # by player, for the draw of the round that is promised

    def happen(
        self,
        events: Sequence[Any],
        *,
        player: int | None = None,
        command: UUID | None = None,
        digest: int | None = None,
        own: bool = False,
    ) -> None:
        """Takes the events of one wish, or of one step of the house: all of them with their money, or none."""
        postings = [() if type(event) in TABLE_TYPES else self._engine.postings(event) for event in events]
        if own and player is not None:
            self._allow(player, postings)
        self._afford(postings)
        for index, event in enumerate(events):
            self._take(
                event,
                postings[index],
                player,
                command if index == 0 else None,
                digest if index == 0 else None,
            )

    @property
    def _engine(self) -> Any:
        assert self.rules is not None
        return self.rules.engine

    def standing(self, player: int) -> Eligibility:
        """What protects this player: asked in this very transaction, with the wallet locked."""
        return self.standings.get(player, FREE)

    def _allow(self, player: int, postings: Sequence[Sequence[Posting]]) -> None:
        """A bar stops every new stake, and a limit what goes above it; a decision that stakes nothing stays open to everybody."""
        standing = self.standing(player)
        if standing.barred and any(posting.kind in STAKED for group in postings for posting in group):
            raise barred_refusal(standing.barred)
        if standing.stake_left is None:
            return
        staked = sum(posting.cents for group in postings for posting in group if posting.kind in COUNTED)
        back = sum(
            posting.cents
            for group in postings
            for posting in group
            if posting.kind is TransferKind.STAKE_BACK
        )
        room = standing.stake_left - self.laid.get(player, 0)
        if staked and staked > room + back:
            raise Refused(Refusal.LIMIT, left=max(0, room), limit=standing.limit)
        self.laid[player] = self.laid.get(player, 0) + staked - back

    def _afford(self, postings: Sequence[Sequence[Posting]]) -> None:
        """A wallet pays before it receives: nobody stakes what a later event of the same wish would bring.  [AR-3a] [FR-3a]"""
        asked: dict[int, int] = {}
        for group in postings:
            for posting in group:
                source, target = TRANSFER_ACCOUNTS[posting.kind]
                if source is AccountKind.WALLET or target is AccountKind.WALLET:
                    assert posting.seat is not None
                    wallet = self.live.seats[posting.seat].wallet
                    asked[wallet] = asked.get(wallet, 0) + (
                        posting.cents if target is AccountKind.WALLET else -posting.cents
                    )
        for wallet, cents in asked.items():
            if (left := self.left[wallet]) + cents < 0:
                raise Refused(Refusal.NOT_ENOUGH, balance=left, missing=-(left + cents))
        for wallet, cents in asked.items():
            self.left[wallet] += cents

    def _take(
        self,
        event: Any,
        postings: Sequence[Posting],
        player: int | None,
        command: UUID | None,
        digest: int | None,
    ) -> None:
        seq = self.live.seq + 1
        for index, posting in enumerate(postings):
            self.moves.append(self._move(seq, index, posting))
        before, self.live = self.live, apply(self.live, self.rules, event, self.at, asked=command is not None)
        data = _encode(event)
        if type(event) not in TABLE_TYPES and self._engine.is_hidden(event):
            data = self.conceal(self.live, seq, data)  # what not everybody may know lies sealed
        kind: str = event.__struct_config__.tag
        round = self.live.round_id if before.running or self.live.running else None
        self.chain = linked(self.chain, self.at, seq, kind, data, round, player, command, digest)
        if player is not None and command is not None and digest is not None:
            self.accepted[player, command] = (seq, digest)
        self.entries.append(Entry(seq, kind, data, round, player, command, digest, self.chain))
        self.steps.append(Step(event, before, self.live))

    def tellings(self) -> dict[int, Balance]:
        """By player, what the wallets that moved hold once this is committed."""
        if not self.count:
            return {}
        chairs = {chair.wallet: chair.player for chair in self.live.seats.values()}
        for step in self.steps:
            if len(step.before.seats) > len(step.after.seats):  # somebody left in this transaction
                chairs |= {chair.wallet: chair.player for chair in step.before.seats.values()}
        return {
            chairs[wallet]: Balance(self.left[wallet], self.purses[wallet].moves + more)
            for wallet, more in self.count.items()
        }

    def _move(self, seq: int, index: int, posting: Posting) -> Move:
        source, target = TRANSFER_ACCOUNTS[posting.kind]
        return Move(
            transfer_id(self.live.table, seq, index),
            posting.kind.value,
            self._account(source, posting.seat),
            self._account(target, posting.seat),
            self.currency,
            posting.cents,
            self.live.round_id or None,
            posting.seat,
        )

    def _account(self, purse: AccountKind, seat: Seat | None) -> int:
        if purse is AccountKind.WALLET:
            assert seat is not None
            wallet = self.live.seats[seat].wallet
            self.count[wallet] = self.count.get(wallet, 0) + 1
            return wallet
        if purse is AccountKind.STACK:
            assert seat is not None
            return self.live.seats[seat].stack
        return self.accounts[purse.value]
