"""The events and transfers of one transaction at one table, collected on a copy of its state.

The cache does not change before the commit. A command is accepted or refused as a whole; the next command of
the same transaction is decided on the state that the last one left.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import structs

from games.draw import hidden_events
from games.rules.engine import Wait
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, Posting, Seat, TransferKind
from games.rules.shared.refusals import Refusal, Refused
from games.tables.domain.apply import apply
from games.tables.domain.events import TABLE_TYPES, BeaconNumberChosen, BetsOpened, Held, RoundEnded
from games.tables.domain.state import Live, Rules
from games.tables.domain.stored_events import BETS_OPENED, PINNED_CHAINS
from players.protection.eligibility import NO_LIST, Eligibility, StakesAtTable
from players.wallet.ledger import Balance, Move

_encode = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode

# What a command is known by: its player, and its id as a number. A table remembers the commands of a round.
# Python's garbage collector visits every UUID in memory, but no number: with ninety thousand ids it stopped
# all tables of a croupier for a tenth of a second.
CommandKey = tuple[int, int]


def command_key(player: int, command: UUID) -> CommandKey:
    return player, command.int


def stored_event(event: Any) -> bytes:
    """An event as it is stored."""
    kind, data = event.__struct_config__.tag, _encode(event)
    after_tag = len(kind) + 7  # {"t":"kind"
    assert data[:after_tag] == b'{"t":"' + kind.encode() + b'"'
    rest = data[after_tag:]
    if kind == BETS_OPENED:
        for description, name in PINNED_CHAINS:
            rest = rest.replace(description, name, 1)
    return b"{" + rest.removeprefix(b",")


class JournalEntry(msgspec.Struct, frozen=True, gc=False):
    """A line of the journal."""

    seq: int
    kind: str
    data: bytes
    round: int | None
    player: int | None
    command: UUID | None
    digest: int | None
    chain: bytes


def chain_hash(chain: bytes, at: int, *columns: object) -> bytes:
    """The hash of one event. It covers every column of the event and all earlier events of the table."""
    return hashlib.sha256(chain + _pack((at, *columns))).digest()


def transfer_id(table: int, seq: int, index: int) -> UUID:
    """The id of the transfer that an event causes: the same event can cause it only once.

    It is a UUID of version 8 (RFC 9562): 48 bits of table, 54 of the event's number, 20 of the transfer's
    position in it. The ids of a table follow each other, so that rows written together are stored together.
    """
    return UUID(
        int=table << 80 | 0x8 << 76 | seq >> 42 << 64 | 0b10 << 62 | (seq & 0x3FF_FFFF_FFFF) << 20 | index
    )


class RecentRefusal(msgspec.Struct, frozen=True, gc=False):
    """A refusal: the digest of the command, the reason and the time.

    Both copies of a command that was sent twice may reach the table. In between the table may change: money
    arrives, a bet is taken back. A bet that was refused to the player must not be accepted afterwards.
    """

    digest: int
    refused: Refused
    at: int

    def repeat(self, digest: int) -> Refused:
        """The same refusal, or a refusal of an id that was used for another command."""
        return self.refused if self.digest == digest else Refused(Refusal.ID_REUSED)


class SharedDevice(msgspec.Struct, frozen=True):
    """A player who enters, and those at the table who use the same device.  [903-B 6.6.1.3]"""

    player: int
    neighbours: list[int]
    refused: bool


class AppliedEvent(msgspec.Struct, frozen=True, gc=False):
    """An event with the state of the table before and after it."""

    event: Any
    before: Live
    after: Live


# What a bar stops, and what a limit counts. Chips count when they are bought, because bets from a stack are
# not checked again. The commission on them is a price and not a bet: no limit counts it (A77).
BARRED_TRANSFERS = (TransferKind.STAKE, TransferKind.JACKPOT_BET, TransferKind.BUY_IN, TransferKind.CHIPS)
LIMITED_TRANSFERS = (TransferKind.STAKE, TransferKind.JACKPOT_BET, TransferKind.BUY_IN)
UNRESTRICTED = Eligibility()


# The paragraph of 903-B/2015 behind each bar.
BAR_RULES = {
    "paused": "903-B 5.3.2",
    "excluded": "903-B 5.3.2",
    "session-time": "903-B 5.3.2",
    "unverified": "903-B 5.2.1",
}
OTHER_BAR = "903-B 5.3.1"


def barred_refusal(why: str, *, in_hand: bool = False) -> Refused:
    """Why a player may not play: the account, or an exclusion list that is not available.

    With `in_hand` the refused stake belongs to a hand in play, in which all other decisions stay open (A84).
    """
    if why == NO_LIST:
        return Refused(Refusal.NO_SESSIONS)
    details = {"why": why} if why else {}
    if not in_hand:
        return Refused(Refusal.EXCLUDED, **details)
    return Refused(Refusal.EXCLUDED, BAR_RULES.get(why, OTHER_BAR), **details, in_hand=True)


# Counted as `protection_stakes_in_play` does: only a bet that was taken back before the close leaves room for
# another.
STAKED = (TransferKind.STAKE, TransferKind.JACKPOT_BET)
BET_TAKEN = "bet-taken"


def count_stakes(round_stakes: dict[int, int], event: Any, postings: Sequence[Posting], before: Live) -> None:
    """Adds an event to what each player has staked in the round."""
    if isinstance(event, BetsOpened | RoundEnded):
        round_stakes.clear()
    for posting in postings:
        if posting.kind in STAKED:
            cents = posting.cents
        elif posting.kind is TransferKind.STAKE_BACK and event.__struct_config__.tag == BET_TAKEN:
            cents = -posting.cents
        else:
            continue
        assert posting.seat is not None
        player = before.seats[posting.seat].player
        round_stakes[player] = round_stakes.get(player, 0) + cents


class PendingChanges:
    """What one transaction has decided so far, and what the players can still spend."""

    def __init__(
        self,
        live: Live,
        *,
        at: int,
        chain: bytes,
        currency: str,
        accounts: dict[str, int],
        balances: dict[int, Balance],
        round_stakes: Mapping[int, int] | None = None,
    ) -> None:
        self.live, self.at, self.chain = live, at, chain
        self.currency, self.accounts = currency, accounts
        self.balances = balances
        self.available = {account: balance.cents for account, balance in balances.items()}
        self.eligibility: dict[int, Eligibility] = {}
        self.staked: dict[int, int] = {}  # by player, what this transaction has used of a stake limit
        self.round_stakes = dict(round_stakes or {})  # by player, staked in this round
        self.transfer_counts: dict[int, int] = {}
        self.entries: list[JournalEntry] = []
        self.steps: list[AppliedEvent] = []
        self.accepted: dict[CommandKey, tuple[int, int]] = {}
        self.refusals: dict[CommandKey, RecentRefusal] = {}
        self.moves: list[Move] = []
        self.shares: dict[int, str] = {}  # by player, for the draw of the round that is promised
        self.cipher: AESGCM | None = None  # of the round, for hidden events
        self.number_chosen: BeaconNumberChosen | None = None  # bets are closed in this transaction
        self.doubtful: list[tuple[int, UUID]] = []  # commands that the record may have accepted earlier
        self.shared_devices: list[SharedDevice] = []  # to be told to the officers
        self.hold_reason = ""  # the table's row goes on hold, with this text for the staff

    def record(
        self,
        events: Sequence[Any],
        *,
        player: int | None = None,
        command: UUID | None = None,
        digest: int | None = None,
        own: bool = False,
    ) -> None:
        """Records the events of one command or automatic step with their transfers: all of them, or none."""
        postings: list[Sequence[Posting]] = []
        hidden: list[bool] = []
        for event in events:
            is_of_table = type(event) in TABLE_TYPES
            postings.append(() if is_of_table else self._engine.postings(event))
            hidden.append(not is_of_table and self._engine.is_hidden(event))
        if own and player is not None:
            self._allow(player, postings)
        self._afford(postings)
        is_betting = self._is_before_close
        for index, event in enumerate(events):
            self._take(
                event,
                postings[index],
                player,
                command if index == 0 else None,
                digest if index == 0 else None,
                is_hidden=hidden[index],
            )
        if is_betting and self._is_after_close:
            self._choose_beacon_number()

    @property
    def _is_before_close(self) -> bool:
        """Whether the bets of a round that will depend on a beacon are not closed yet."""
        live = self.live
        return live.beacon is not None and not live.beacon.number and live.running

    @property
    def _is_after_close(self) -> bool:
        """Whether the house continues now. A round that nobody bet on may be over without a draw."""
        return self.live.running and self._engine.waiting_for(self.live.game) is Wait.HOUSE

    def _choose_beacon_number(self) -> None:
        """With the close, in its transaction, however bets were closed: its time picks the value."""
        beacon = self.live.beacon
        assert beacon is not None
        number = beacon.number_for(self.at)
        scheduled = beacon.rule.chain.scheduled_ms(number)
        self.number_chosen = BeaconNumberChosen(number, scheduled)
        self._take(self.number_chosen, (), None, None, None)

    def hold(self, reason: str, *, for_staff: str = "") -> None:
        """Stops the table. Viewers see the reason. Staff see the text of the error, which stays in the
        table's row.
        """
        if not self.live.held:
            self.record([Held(reason[:200])])
        self.hold_reason = (for_staff or reason)[:200]

    def known_stakes(self, players: Sequence[int]) -> dict[int, StakesAtTable]:
        """What these players have staked in the running round, so that the database need not add it up.

        At a table between players chips count when they are bought, and the database knows them all.
        """
        if self.rules is None or self.rules.engine.between_players:
            return {}
        table, stakes = self.live.table, self.round_stakes
        return {player: StakesAtTable(table, stakes.get(player, 0)) for player in players}

    @property
    def rules(self) -> Rules | None:
        return self.live.rules

    def use_rules(self, rules: Rules | None) -> None:
        """The table plays by these rules from now on."""
        self.live = structs.replace(self.live, rules=rules)

    @property
    def _engine(self) -> Any:
        assert self.live.rules is not None
        return self.live.rules.engine

    def eligibility_for(self, player: int) -> Eligibility:
        """The player's limits and bars, read in this transaction with the wallet locked."""
        return self.eligibility.get(player, UNRESTRICTED)

    def _allow(self, player: int, postings: Sequence[Sequence[Posting]]) -> None:
        """A bar stops every new stake, and a limit stops stakes above it.

        Decisions without a stake are always allowed. A player whose absence begins after the hand plays it as
        usual (A85).
        """
        eligibility = self.eligibility_for(player)
        in_hand = self.live.running and self._engine.waiting_for(self.live.game) is Wait.CHOICE
        if (
            eligibility.barred
            and not (eligibility.finishes and in_hand)
            and any(posting.kind in BARRED_TRANSFERS for group in postings for posting in group)
        ):
            raise barred_refusal(eligibility.barred, in_hand=in_hand)
        if eligibility.stake_left is None:
            return
        staked = sum(
            posting.cents for group in postings for posting in group if posting.kind in LIMITED_TRANSFERS
        )
        back = sum(
            posting.cents
            for group in postings
            for posting in group
            if posting.kind is TransferKind.STAKE_BACK
        )
        room = eligibility.stake_left - self.staked.get(player, 0)
        if staked and staked > room + back:
            raise Refused(Refusal.LIMIT, left=max(0, room), limit=eligibility.limit)
        self.staked[player] = self.staked.get(player, 0) + staked - back

    def _afford(self, postings: Sequence[Sequence[Posting]]) -> None:
        """A wallet pays before it receives: a later event of the same command cannot fund a stake.
        [AR-3a] [FR-3a]
        """
        amounts: dict[int, int] = {}
        for group in postings:
            for posting in group:
                source, target = TRANSFER_ACCOUNTS[posting.kind]
                if source is AccountKind.WALLET or target is AccountKind.WALLET:
                    assert posting.seat is not None
                    wallet = self.live.seats[posting.seat].wallet
                    amount = posting.cents if target is AccountKind.WALLET else -posting.cents
                    amounts[wallet] = amounts.get(wallet, 0) + amount
        for wallet, cents in amounts.items():
            if (left := self.available[wallet]) + cents < 0:
                raise Refused(Refusal.NOT_ENOUGH, balance=left, missing=-(left + cents))
        for wallet, cents in amounts.items():
            self.available[wallet] += cents

    def _take(
        self,
        event: Any,
        postings: Sequence[Posting],
        player: int | None,
        command: UUID | None,
        digest: int | None,
        *,
        is_hidden: bool = False,
    ) -> None:
        seq = self.live.seq + 1
        for index, posting in enumerate(postings):
            self.moves.append(self._move(seq, index, posting))
        count_stakes(self.round_stakes, event, postings, self.live)
        before, self.live = (
            self.live,
            apply(self.live, event, self.at, by_command=command is not None),
        )
        kind: str = event.__struct_config__.tag
        data = stored_event(event)
        if is_hidden:  # stored sealed, under the seed of the round
            assert self.cipher is not None
            data = hidden_events.hide(self.cipher, self.live.table, seq, data)
        round_id = self.live.round_id if before.running or self.live.running else None
        self.chain = chain_hash(self.chain, self.at, seq, kind, data, round_id, player, command, digest)
        if player is not None and command is not None and digest is not None:
            self.accepted[command_key(player, command)] = (seq, digest)
        self.entries.append(JournalEntry(seq, kind, data, round_id, player, command, digest, self.chain))
        self.steps.append(AppliedEvent(event, before, self.live))

    def changed_balances(self) -> dict[int, Balance]:
        """By player, the balances after the commit of the wallets that changed."""
        if not self.transfer_counts:
            return {}
        chairs = {chair.wallet: chair.player for chair in self.live.seats.values()}
        for step in self.steps:
            if len(step.before.seats) > len(step.after.seats):  # a player left in this transaction
                chairs |= {chair.wallet: chair.player for chair in step.before.seats.values()}
        return {
            chairs[wallet]: Balance(self.available[wallet], self.balances[wallet].moves + more)
            for wallet, more in self.transfer_counts.items()
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

    def _account(self, kind: AccountKind, seat: Seat | None) -> int:
        if kind is AccountKind.WALLET:
            assert seat is not None
            wallet = self.live.seats[seat].wallet
            self.transfer_counts[wallet] = self.transfer_counts.get(wallet, 0) + 1
            return wallet
        if kind is AccountKind.STACK:
            assert seat is not None
            return self.live.seats[seat].stack
        return self.accounts[kind.value]
