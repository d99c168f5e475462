"""What the house does by itself at one table: promise, open, deal, call the time, settle, void, and put a shoe away.

It only stages what happens; the desk around it has the lock, writes and commits.
"""

from __future__ import annotations

import structlog

from games.draw import card_commitments, generator
from games.draw.entropy import GENERATOR, GeneratorFailed
from games.models import Table
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal, Refused
from games.rules.shared.sessions import Mode
from games.tables.bots import strategy
from games.tables.croupier import journal
from games.tables.croupier.journal import Row
from games.tables.croupier.keys import SealKey
from games.tables.domain import commands, deadlines
from games.tables.domain.events import (
    BetsOpened,
    Closing,
    Held,
    Reopened,
    Resumed,
    RoundEnded,
    RoundPrepared,
    SessionClosed,
    ShoeOpened,
    Shut,
    TimeCalled,
)
from games.tables.domain.pending_changes import Stage
from games.tables.domain.state import Live, Rules

log = structlog.get_logger("croupier")
HOLDING = (
    "not-resumed",
    "system",
    "check-failed",
)  # causes that are faults of the house: it looks before it deals again


class House:
    def __init__(self, table: int, key: SealKey) -> None:
        self.table, self.key = table, key
        self.seeds: dict[int, bytes] = {}  # of the shoe that is being dealt from

    def step(self, stage: Stage, row: Row, current: Rules | None, seals: dict[int, bytes]) -> None:
        """What the house does next by itself."""
        live = stage.live
        if live.running and not self._waits_in_vain(stage, row, current):
            self._play_on(stage, row, current, seals)
        elif self._session_is_over(stage):
            self._close_session(stage)
        elif row.status != Table.Status.OPEN or current is None:
            for seat, chair in list(live.seats.items()):
                commands.request_disconnect(stage, seat, chair.leaving or "house")
            # A stake that was carried on is settled before its player goes.  [FR-R20c] (A49) Where the sheet in force
            # does not allow the setting, the last round has the rules of the round before it. (A78)
            last = current or stage.rules
            if stage.live.seats and last is not None:
                self._open(stage, last, seals)
        else:
            self._open(stage, current, seals)

    def _open(self, stage: Stage, current: Rules, seals: dict[int, bytes]) -> None:
        """The next round: first its promise, then, once people had time to give their shares, its bets."""
        live = stage.live
        if not live.next_round or (live.next_kept and _changed(live, current)):
            self._prepare(stage, current, seals)
        else:
            stage.rules = current
            stage.happen([self._bets_opened(stage.live, current)])

    @staticmethod
    def _session_is_over(stage: Stage) -> bool:
        """The hour is past and everybody has had the hand, or nobody plays any more.  [HE-2s]"""
        live, rules = stage.live, stage.rules
        if not live.session or stage.at < live.session_ends:
            return False
        return rules is None or live.game is None or bool(rules.engine.ends_orbit(live.game))

    def _close_session(self, stage: Stage) -> None:
        for seat in list(stage.live.seats):
            commands.request_disconnect(stage, seat, "house")
        stage.happen([SessionClosed(stage.live.session)])
        journal.close(self.table)

    @staticmethod
    def _waits_in_vain(stage: Stage, row: Row, current: Rules | None) -> bool:
        """A table that is to close, or whose session is over, while it only waits for a second player."""
        closing = row.status != Table.Status.OPEN or current is None or House._session_is_over(stage)
        return closing and stage.rules is not None and deadlines.phase_waiting(stage.live, stage.rules)

    def _play_on(self, stage: Stage, row: Row, current: Rules | None, seals: dict[int, bytes]) -> None:
        live, rules = stage.live, stage.rules
        assert rules is not None
        engine = rules.engine
        wait = engine.waiting_for(live.game)
        if cause := deadlines.outage(live, rules, stage.at) if engine.stakes(live.game) else "":
            log.warning("round void", table=self.table, round=live.round, cause=cause)
            self._void(stage, cause)
        elif live.stopped:
            stage.happen([Resumed()])
            return
        elif wait is Wait.BETS and rules.setting.mode == Mode.INDIVIDUAL:
            for seat in [seat for seat, chair in live.seats.items() if chair.leaving]:
                stage.happen(engine.default_action(stage.live.game, seat))
        elif wait is Wait.BETS and engine.between_players and current is not None and _changed(live, current):
            self._end(
                stage, row, current, seals
            )  # nothing was dealt yet: the next round opens under the new rules
            return
        elif wait is Wait.CHOICE:
            self._time_is_up(stage)
        elif wait is not Wait.OVER:
            if wait is Wait.BETS and engine.between_players:
                commands.rest_over_limit(stage)
            stage.happen(engine.advance(stage.live.game, self._chance(live)))
        if engine.waiting_for(stage.live.game) is Wait.OVER:
            self._end(stage, row, current, seals)

    def _time_is_up(self, stage: Stage) -> None:
        """First the extra time, where there is any; then what the rules say for somebody who decides nothing."""
        live, rules = stage.live, stage.rules
        assert rules is not None
        engine, seats = rules.engine, deadlines.out_of_time(live, rules, stage.at)
        time = engine.clock(live.game)
        if partners := strategy.deciding(live, rules):
            for seat in partners:
                stage.happen(strategy.decided(rules, stage.live.game, seat), player=live.seats[seat].player)
            return
        if time is not None and time.extra and not deadlines.gone(live, rules):
            if to_call := tuple(seat for seat in seats if seat not in live.called):
                stage.happen([TimeCalled(to_call)])
            seats = [seat for seat in seats if seat in live.called]
        for seat in seats:
            stage.happen(
                engine.default_action(stage.live.game, seat),
                player=live.seats[seat].player if seat in live.seats else None,
            )
            rests = engine.between_players and rules.sheet.rest_after_lapse and rules.sheet.rest_rounds > 0
            if rests and seat in live.seats:  # [HE-45] [HE-68]
                stage.happen(engine.sit_out(stage.live.game, seat), player=live.seats[seat].player)

    def _void(self, stage: Stage, cause: str) -> None:
        """Every stake goes back. A prize paid early that its winner has spent since is not taken from what is not there."""
        assert stage.rules is not None
        events = stage.rules.engine.void(stage.live.game, cause)
        try:
            stage.happen(events)
        except Refused as refused:
            if refused.code is not Refusal.NOT_ENOUGH:
                raise
            stage.happen([commands.forgiven(stage, event) for event in events])

    def _end(self, stage: Stage, row: Row, current: Rules | None, seals: dict[int, bytes]) -> None:
        """The round is over: its seed is opened, whoever asked to leave leaves, and the next is promised to who stays."""
        live, rules = stage.live, stage.rules
        assert rules is not None
        cause = live.game.cause
        sealed = cause or rules.engine.between_players or rules.engine.keeps_shoe(live.game)
        released = live.stopped
        stage.happen([RoundEnded("" if sealed else self._seed(live).hex(), cause)])
        commands.depart(stage)
        if cause in HOLDING and not released:  # whoever released the table knows already
            stage.happen([Held(cause)])
            self.hold(cause)
        elif stage.live.seats:
            self._prepare(stage, current, seals)

    def _prepare(self, stage: Stage, current: Rules | None, seals: dict[int, bytes]) -> None:
        live, number = stage.live, stage.live.round + 1
        id = self.id_new()
        if stage.rules is not None and _keeps_shoe(live, stage.rules):
            if current is not None and not _changed(live, current):
                stage.happen([RoundPrepared(number, id, live.commitment, kept=True)])
                return
            self._open_shoe(stage)  # a shoe belongs to the rules it was shuffled under
        try:
            seed = self.seed_new(number)
        except GeneratorFailed:
            stage.happen([Held(GENERATOR)])  # no promise can be made [P23]
            self.hold(GENERATOR)
            return
        seals[id] = self.key.seal(seed, self.table, number)
        stage.happen([RoundPrepared(number, id, generator.promise(seed))])

    def _bets_opened(self, live: Live, rules: Rules) -> BetsOpened:
        """Now the shares are known, and with them the order of every card; from here on it can only come out."""
        stored = {} if live.next_kept else self.shares(live.next_id)  # a kept shoe has no row of its own yet
        shares, root = deadlines.given(live, stored), ""
        if rules.engine.between_players:
            seed = self.opened(live.next_round, live.next_id)
            top = card_commitments.pack(seed, self.table, live.next_round, shares).top
            root = card_commitments.root(top, self.table, live.next_round, live.next_commitment, shares)
        return BetsOpened(
            live.next_round,
            rules.sheet_id,
            rules.setting_id,
            rules.build,
            shares,
            kept=live.next_kept,
            root=root,
        )

    # What it asks of the record and of the operating system: a house that simulates a past has both elsewhere.

    def id_new(self) -> int:
        (id,) = journal.round_ids(1)
        return id

    def seed_new(self, round: int) -> bytes:
        return generator.seed_new()

    def opened(self, round: int, id: int) -> bytes:
        return self.key.seed(self.table, round, journal.sealed(id))

    def shares(self, id: int) -> dict[int, str]:
        return journal.shares(id)

    def hold(self, cause: str) -> None:
        journal.hold(self.table, cause)

    @staticmethod
    def mind_the_door(stage: Stage, row: Row) -> None:
        """Who plays at a table that the house closes is told so; it is shut once nobody plays there, and says when it is open again."""
        live, rules = stage.live, stage.rules
        if row.status == Table.Status.HELD or live.held:
            return
        plays = bool(live.seats) or (
            live.running and rules is not None and not deadlines.phase_waiting(live, rules)
        )
        if row.status in (Table.Status.DRAINING, Table.Status.CLOSED):
            if plays and not live.closing:
                stage.happen([Closing()])
            elif not plays and not live.shut:
                stage.happen([Shut()])
        elif live.closing or live.shut:
            stage.happen([Reopened()])

    def put_shoe_away(self, stage: Stage) -> None:
        """When the last player has gone the shoe is done with, and whoever played from it can check it."""
        live, rules = stage.live, stage.rules
        if rules is not None and not live.seats and not live.running and _keeps_shoe(live, rules):
            self._open_shoe(stage)

    def _open_shoe(self, stage: Stage) -> None:
        stage.happen([ShoeOpened(self._seed(stage.live).hex())])

    def _seed(self, live: Live) -> bytes:
        if live.shoe_id not in self.seeds:
            self.seeds = {live.shoe_id: self.opened(live.shoe, live.shoe_id)}
        return self.seeds[live.shoe_id]

    def _chance(self, live: Live) -> generator.Draw:
        return generator.Draw(generator.key(self._seed(live), self.table, live.shoe, live.nonces))

    def conceal(self, live: Live, seq: int, data: bytes) -> bytes:
        return generator.conceal(self._seed(live), self.table, seq, data)


def _changed(live: Live, current: Rules) -> bool:
    """Have rule sheet or setting changed since the round was opened?"""
    return (current.sheet_id, current.setting_id) != (live.sheet_id, live.setting_id)


def _keeps_shoe(live: Live, rules: Rules) -> bool:
    """Is there a shoe that the next round is dealt from?"""
    return (
        live.game is not None and not live.void and not live.seed and bool(rules.engine.keeps_shoe(live.game))
    )
