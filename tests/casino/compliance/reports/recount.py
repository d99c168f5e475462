"""A second calculation of a report's figures without its queries: the engines replay the events of every
table, round by round.

It reads only the journal and the players; the money follows from the events.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from msgspec import structs

from games.draw import hidden_events
from games.draw.seal_key import SealKey
from games.models import Event, Table
from games.rules.shared.money import TransferKind
from games.tables import journal_reading
from games.tables.domain.apply import apply
from games.tables.domain.events import TABLE_EVENTS, BetsOpened, RoundEnded
from games.tables.domain.state import Live
from players.shared.clock import day_of

Key = tuple[Any, str, int, bool]  # the month, the table, its sheet, whether a test account


class Recount:
    """Sums by month, table, sheet and kind of account: staked, gross, commission; by month and table:
    jackpots; void rounds.
    """

    def __init__(self, key: SealKey, testers: set[int]) -> None:
        self.key, self.testers = key, testers
        self.sums: dict[Key, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.jackpots: dict[tuple[Any, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.voids = 0
        self.refunded = 0

    def table(self, table: Table) -> None:
        live, rules, seeds = Live(table=table.pk), None, {}
        decode = journal_reading.event_decoder(table.system).decode
        pot: dict[str, int] = defaultdict(int)
        for seq, kind, stored, at in (
            Event.objects.filter(table=table).order_by("seq").values_list("seq", "kind", "data", "at")
        ):
            data = stored
            if hidden_events.is_hidden(stored):
                if live.round_id not in seeds:
                    seeds = {
                        live.round_id: self.key.seed(
                            table.pk, live.round, journal_reading.sealed_seed(live.round_id)
                        )
                    }
                data = hidden_events.reveal(seeds[live.round_id], table.pk, seq, stored).decode()
            event = decode(kind, data)
            if isinstance(event, BetsOpened):
                rules = journal_reading.rules_of(table.system, event.sheet, event.setting)
                live = structs.replace(live, rules=rules)
            elif not isinstance(event, TABLE_EVENTS):
                assert rules is not None
                for posting in rules.engine.postings(event):
                    if posting.kind.value.startswith("jackpot"):
                        pot[posting.kind.value] += posting.cents
            before, live = live, apply(live, event, round(at.timestamp() * 1000))
            if isinstance(event, RoundEnded):
                assert rules is not None
                self._ended(
                    table, before, live, rules, event, datetime.fromtimestamp(at.timestamp(), UTC), pot
                )
                pot.clear()

    def _ended(
        self,
        table: Table,
        before: Live,
        live: Live,
        rules: Any,
        event: RoundEnded,
        at: datetime,
        pot: dict[str, int],
    ) -> None:
        month = day_of(at).replace(day=1)
        results = rules.engine.results(live.game)
        in_pot = sum(result.lost for result in results.values())
        by_people = sum(
            result.lost for seat, result in results.items() if before.seats[seat].player not in self.testers
        )
        for seat, result in results.items():
            tester = before.seats[seat].player in self.testers
            sums = self.sums[month, table.name, live.sheet_id, tester]
            revenue, kept = (
                result.commission if rules.engine.between_players else -result.net,
                result.commission,
            )
            if tester and rules.engine.between_players and kept and by_people:
                # What people's chips in the pot paid is theirs. (A86)
                part = -(-kept * by_people // in_pot)
                people = self.sums[month, table.name, live.sheet_id, False]
                people["gross"] += part
                people["commission"] += part
                revenue, kept = revenue - part, kept - part
            sums["gross"] += revenue
            sums["commission"] += kept
            if event.void:
                self.refunded += result.back
            else:
                sums["staked"] += result.staked
                sums["returned"] += result.back + result.prize
        self.voids += bool(event.void)
        jackpot = self.jackpots[month, table.name]
        jackpot["contributions"] += pot[TransferKind.JACKPOT_SHARE] + pot[TransferKind.JACKPOT_HELD_SHARE]
        jackpot["filled"] += pot[TransferKind.JACKPOT_FILL]
        jackpot["prizes"] += pot[TransferKind.JACKPOT_PRIZE]
