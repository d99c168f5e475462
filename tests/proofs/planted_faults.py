"""Faults planted in the croupier to test the simulation: it must detect every one, with the right message."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec import structs

from games.draw import generator
from games.rules.shared.money import TransferKind
from games.tables.croupier import (
    automatic_steps,
    beacon_values,
    journal,
    transaction,
    worker,
)
from games.tables.domain import commands, pending_changes, round_beacon
from games.tables.domain.events import TABLE_EVENTS, RoundEnded, TimeCalled
from games.tables.transport import envelope, protocol
from tests.proofs.memory_beacon import signature_of
from tests.proofs.simulation import Simulation

# Every fault with possible words of the check's message.
FAULTS: dict[str, tuple[str, ...]] = {
    "prizes paid twice": ("moved",),
    "answered before the commit": ("not recorded",),
    "the version under the lock not checked": (
        "do not end",
        "is held",
        "keeps its players",
        "duplicate key",
    ),
    "a void round's seed opened": ("what is opened",),
    "a seed promised twice": ("promised twice",),
    "something done before a refusal": ("changed it", "which is recorded"),
    "frames that delete nothing": ("a snapshot has", "holds"),
    "funds not checked": ("never_below_zero",),
    "an accepted id not remembered": ("which is recorded", "is refused"),
    "a later value of the beacon picked": ("the close picks",),
    "another value of the beacon used": ("is not genuine",),
    "no wait for the value of the beacon": ("void before the wait",),
}


@contextlib.contextmanager
def planted(fault: str, simulation: Simulation) -> Iterator[None]:
    target, name, replacement = PLANTS[fault](simulation)
    original = getattr(target, name)
    setattr(target, name, replacement)
    try:
        yield
    finally:
        setattr(target, name, original)


Plant = tuple[Any, str, Any]


def prizes_paid_twice(simulation: Simulation) -> Plant:
    original_take = pending_changes.PendingChanges._take

    def _take(self: Any, event: Any, postings: Any, *rest: Any, **options: Any) -> None:
        original_take(self, event, postings, *rest, **options)
        if not isinstance(event, TABLE_EVENTS):
            for index, posting in enumerate(postings):
                if posting.kind is TransferKind.PRIZE:
                    repeated_move = self._move(self.live.seq, 1000 + index, posting)
                    self.moves.append(repeated_move)

    return pending_changes.PendingChanges, "_take", _take


def answered_before_the_commit(simulation: Simulation) -> Plant:
    transact = transaction.TableTransaction._transact

    def _transact(self: Any, requests: Any) -> Any:
        result = transact(self, requests)
        replies: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
        for outcome in result.results:
            if outcome.refused is None and (frame := worker.reply_frame(outcome)):
                sender, socket = outcome.request.reply_to
                replies[sender].append((socket, frame))
        simulation.publish(
            [(envelope.web_channel(web), envelope.encode(frames)) for web, frames in replies.items()]
        )
        return result

    return transaction.TableTransaction, "_transact", _transact


def version_not_checked(simulation: Simulation) -> Plant:
    original_lock = journal.lock_rows

    def _current(table: int, row: journal.TableRow) -> journal.TableRow:
        for croupier in simulation.croupiers:
            table_worker = croupier.workers.get(table)
            if (
                table_worker is not None
                and table_worker.transaction.loaded is not None
                and simulation.last.get(table) == simulation.croupiers.index(croupier)
            ):
                return structs.replace(row, version=table_worker.transaction.loaded.live.seq)
        return row

    def _lock(tables: Collection[int], **options: bool) -> Any:
        return {table: _current(table, row) for table, row in original_lock(tables, **options).items()}

    return journal, "lock_rows", _lock


def void_seed_opened(simulation: Simulation) -> Plant:
    def _ended(seed: str, void: str, *rest: Any) -> RoundEnded:
        return RoundEnded(seed or ("1" * 64 if void else ""), void, *rest)

    return automatic_steps, "RoundEnded", _ended


def seed_promised_twice(simulation: Simulation) -> Plant:
    kept: list[bytes] = []

    def new_seed() -> bytes:
        kept.append(simulation.new_seed() if len(kept) % 5 else kept[0] if kept else simulation.new_seed())
        return kept[-1]

    return generator, "new_seed", new_seed


def done_before_a_refusal(simulation: Simulation) -> Plant:
    do = commands.play

    def _do(on: Any, command: Any, player: int, request: int) -> None:
        if on.live.running and player in on.live.players:
            on.record([TimeCalled(())])
        do(on, command, player, request)

    return commands, "play", _do


def frames_delete_nothing(simulation: Simulation) -> Plant:
    patch = protocol.merge_patch

    def _patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in patch(old, new).items() if value is not None}

    return protocol, "merge_patch", _patch


def funds_not_checked(simulation: Simulation) -> Plant:
    afford = pending_changes.PendingChanges._afford

    def _afford(self: Any, postings: Any) -> None:
        with contextlib.suppress(pending_changes.Refused):
            afford(self, postings)

    return pending_changes.PendingChanges, "_afford", _afford


def accepted_id_not_remembered(simulation: Simulation) -> Plant:
    def with_recorded(table: int, results: Any, recorded: Any) -> Any:
        return results

    return commands, "with_recorded", with_recorded


def later_value_picked(simulation: Simulation) -> Plant:
    def number_for(self: Any, closed: int) -> int:
        return int(self.rule.chain.first_from(closed + self.rule.margin)) + 1

    return round_beacon.RoundBeacon, "number_for", number_for


def other_value_used(simulation: Simulation) -> Plant:
    def read_signature(beacon: Any) -> str:
        return signature_of(beacon.number - 1)

    return beacon_values, "read_signature", read_signature


def no_wait_for_value(simulation: Simulation) -> Plant:
    def is_given_up(self: Any, at: int) -> bool:
        return bool(self.is_awaited)

    return round_beacon.RoundBeacon, "is_given_up", is_given_up


PLANTS: dict[str, Callable[[Simulation], Plant]] = {
    "prizes paid twice": prizes_paid_twice,
    "answered before the commit": answered_before_the_commit,
    "the version under the lock not checked": version_not_checked,
    "a void round's seed opened": void_seed_opened,
    "a seed promised twice": seed_promised_twice,
    "something done before a refusal": done_before_a_refusal,
    "frames that delete nothing": frames_delete_nothing,
    "funds not checked": funds_not_checked,
    "an accepted id not remembered": accepted_id_not_remembered,
    "a later value of the beacon picked": later_value_picked,
    "another value of the beacon used": other_value_used,
    "no wait for the value of the beacon": no_wait_for_value,
}
