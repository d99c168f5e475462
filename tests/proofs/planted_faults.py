"""Faults planted in the croupier, so that the simulation itself is proved: each must be found, and for what it is."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import structs

from games.draw import generator
from games.rules.shared.money import TransferKind
from games.tables.croupier import automatic_steps, journal, transaction, worker
from games.tables.domain import commands, pending_changes
from games.tables.domain.events import TABLE_EVENTS, TimeCalled
from games.tables.transport import envelope, protocol
from tests.proofs.simulation import Simulation

# Each with words of the failure that tells of it.
FAULTS: dict[str, tuple[str, ...]] = {
    "prizes paid twice": ("moved",),
    "answered before the commit": ("stands nowhere",),
    "the version under the lock not looked at": (
        "do not end",
        "is held",
        "keeps its players",
        "duplicate key",
    ),
    "a void round's shoe dealt on": ("void round's seed",),
    "a seed promised again": ("promised twice",),
    "something done before a refusal": ("changed it", "which stands"),
    "frames that take nothing away": ("asked it would see", "holds"),
    "funds not looked at": ("never_below_zero",),
    "an accepted id not remembered": ("which stands", "is refused"),
}


@contextlib.contextmanager
def planted(fault: str, simulation: Simulation) -> Iterator[None]:
    place, name, spoilt = PLANTS[fault](simulation)
    before = getattr(place, name)
    setattr(place, name, spoilt)
    try:
        yield
    finally:
        setattr(place, name, before)


Plant = tuple[Any, str, Any]


def prizes_paid_twice(simulation: Simulation) -> Plant:
    take = pending_changes.Stage._take

    def _take(self: Any, event: Any, postings: Any, *rest: Any) -> None:
        take(self, event, postings, *rest)
        if not isinstance(event, TABLE_EVENTS):
            for index, posting in enumerate(postings):
                if posting.kind is TransferKind.PRIZE:
                    again = self._move(self.live.seq, 1000 + index, posting)
                    self.moves.append(again)

    return pending_changes.Stage, "_take", _take


def answered_before_the_commit(simulation: Simulation) -> Plant:
    serve = transaction.Desk._serve

    def _serve(self: Any, asked: Any) -> Any:
        served = serve(self, asked)
        replies: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
        for answer in served.answers:
            if answer.refused is None and (frame := worker.reply(answer)):
                replies[answer.asked.back[0]].append((answer.asked.back[1], frame))
        simulation.hear(
            [(envelope.web_channel(web), envelope.encode(frames)) for web, frames in replies.items()]
        )
        return served

    return transaction.Desk, "_serve", _serve


def version_not_looked_at(simulation: Simulation) -> Plant:
    lock = journal.lock

    def _lock(table: int) -> Any:
        row = lock(table)
        for croupier in simulation.croupiers:
            found = croupier.stations.get(table)
            if (
                row is not None
                and found is not None
                and found.desk.place is not None
                and simulation.last.get(table) == simulation.croupiers.index(croupier)
            ):
                return structs.replace(row, version=found.desk.place.live.seq)
        return row

    return journal, "lock", _lock


def void_shoe_dealt_on(simulation: Simulation) -> Plant:
    def _keeps_shoe(live: Any, rules: Any) -> bool:
        return (
            live.game is not None
            and not live.seed
            and (live.void or bool(rules.engine.keeps_shoe(live.game)))
        )

    return automatic_steps, "_keeps_shoe", _keeps_shoe


def seed_promised_again(simulation: Simulation) -> Plant:
    kept: list[bytes] = []

    def seed_new() -> bytes:
        kept.append(simulation.seed_new() if len(kept) % 5 else kept[0] if kept else simulation.seed_new())
        return kept[-1]

    return generator, "seed_new", seed_new


def done_before_a_refusal(simulation: Simulation) -> Plant:
    do = commands.do

    def _do(on: Any, wish: Any, player: int, asked: int) -> None:
        if on.live.running and player in on.live.players:
            on.happen([TimeCalled(())])
        do(on, wish, player, asked)

    return commands, "do", _do


def frames_take_nothing_away(simulation: Simulation) -> Plant:
    patch = protocol.patch

    def _patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in patch(old, new).items() if value is not None}

    return protocol, "patch", _patch


def funds_not_looked_at(simulation: Simulation) -> Plant:
    afford = pending_changes.Stage._afford

    def _afford(self: Any, postings: Any) -> None:
        with contextlib.suppress(pending_changes.Refused):
            afford(self, postings)

    return pending_changes.Stage, "_afford", _afford


def accepted_by_place(simulation: Simulation) -> Plant:
    def _said_before(self: Any, on: Any, answers: Any) -> Any:
        return answers

    return transaction.Desk, "_said_before", _said_before


PLANTS: dict[str, Callable[[Simulation], Plant]] = {
    "prizes paid twice": prizes_paid_twice,
    "answered before the commit": answered_before_the_commit,
    "the version under the lock not looked at": version_not_looked_at,
    "a void round's shoe dealt on": void_shoe_dealt_on,
    "a seed promised again": seed_promised_again,
    "something done before a refusal": done_before_a_refusal,
    "frames that take nothing away": frames_take_nothing_away,
    "funds not looked at": funds_not_looked_at,
    "an accepted id not remembered": accepted_by_place,
}
