"""The automatic steps of a table: promise, open bets, deal, call the time, settle, void, open a shoe's seed.

They only record pending changes. The transaction around them holds the lock, writes and commits.
"""

from __future__ import annotations

from typing import cast

import structlog
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import UNSET, structs

from games.draw import card_commitments, generator, hand_draw, hidden_events
from games.draw.ending import Ending
from games.draw.entropy import GENERATOR, GeneratorFailed
from games.draw.hand_draw import HandDraw
from games.draw.seal_key import SealKey
from games.models import Table
from games.rules.engine import StackSheet, Wait
from games.rules.shared.cards import PACK, in_order
from games.rules.shared.refusals import Refusal, Refused
from games.tables import journal_reading
from games.tables.bots import house_players
from games.tables.croupier import beacon_values, journal
from games.tables.croupier.beacon_values import NoDrawYet
from games.tables.croupier.journal import TableRow
from games.tables.domain import commands
from games.tables.domain.events import (
    BeaconMissed,
    BeaconValueUsed,
    BetsOpened,
    Closing,
    PackCommitted,
    Reopened,
    Resumed,
    RoundEnded,
    RoundPrepared,
    SessionClosed,
    Shut,
    TimeCalled,
)
from games.tables.domain.pending_changes import PendingChanges
from games.tables.domain.round_beacon import BeaconRule, RoundBeacon, play_on_alone
from games.tables.domain.state import DEMO, Live, Rules

log = structlog.get_logger("croupier")
# Operator faults: staff check the table before the next round.
CAUSES_TO_HOLD = ("not-resumed", "system", "check-failed")


class AutomaticSteps:
    def __init__(self, table: int, key: SealKey) -> None:
        self.table, self.key = table, key
        self.seeds: dict[int, bytes] = {}  # of the round

    def step(
        self, changes: PendingChanges, row: TableRow, current: Rules | None, seals: dict[int, bytes]
    ) -> None:
        """The next step of the table."""
        live = changes.live
        if live.running and not self.should_stop_waiting(changes, row, current):
            self._play_on(changes, row, current, seals)
        elif self._session_is_over(changes):
            self._close_session(changes)
        elif row.status != Table.Status.OPEN or current is None:
            for seat, chair in list(live.seats.items()):
                commands.request_disconnect(changes, seat, chair.leaving or "house")
            # A carried stake is settled before its player leaves.  [FR-R20c] (A49) If the sheet in force does
            # not allow the setting, the last round has the rules of the round before it. (A78)
            last = current or changes.rules
            if changes.live.seats and last is not None:
                self._open(changes, last, seals)
        else:
            self._open(changes, current, seals)

    def _open(self, changes: PendingChanges, current: Rules, seals: dict[int, bytes]) -> None:
        """The next round: first its promise and, after the time for the players' shares, its bets."""
        live = changes.live
        if live.reports_stopped:
            return  # the step is postponed
        if not live.next_round:
            self._prepare(changes, seals, current)
        elif not current.sheet.draw.has_beacon:
            changes.use_rules(current)
            changes.record([self._bets_opened(changes, current)])
        elif (beacon := self.beacon_rule(current, changes.at)) is not None:
            changes.use_rules(current)
            changes.record([structs.replace(self._bets_opened(changes, current), beacon=beacon)])
        elif not live.beacon_missed:
            changes.record([BeaconMissed()])

    @staticmethod
    def _session_is_over(changes: PendingChanges) -> bool:
        """Whether the session's time is over and every player has had the hand, or no player is left.
        [HE-2s]
        """
        live, rules = changes.live, changes.rules
        if not live.session or changes.at < live.session_ends:
            return False
        return rules is None or live.game is None or bool(rules.engine.ends_orbit(live.game))

    def _close_session(self, changes: PendingChanges) -> None:
        for seat in list(changes.live.seats):
            commands.request_disconnect(changes, seat, "house")
        changes.record([SessionClosed(changes.live.session)])
        journal.close(self.table)

    @staticmethod
    def should_stop_waiting(changes: PendingChanges, row: TableRow, current: Rules | None) -> bool:
        """Whether a table that closes, or whose session is over, only waits for a second player."""
        closing = (
            row.status != Table.Status.OPEN or current is None or AutomaticSteps._session_is_over(changes)
        )
        return closing and changes.live.only_waits_for_players

    def _play_on(
        self, changes: PendingChanges, row: TableRow, current: Rules | None, seals: dict[int, bytes]
    ) -> None:
        live, rules = changes.live, changes.rules
        assert rules is not None
        engine = rules.engine
        wait = engine.waiting_for(live.game)
        missed: tuple[str, ...] = ()
        if cause := self._void_cause(changes, rules):
            log.warning("round void", table=self.table, round=live.round, cause=cause)
            missed = self._void_with_result(changes, cause)
        elif live.stopped:
            changes.record([Resumed()])
            return
        elif wait is Wait.BETS and rules.individual:
            for seat in [seat for seat, chair in live.seats.items() if chair.leaving]:
                changes.record(engine.default_action(changes.live.game, seat))
        elif (
            wait is Wait.BETS
            and engine.between_players
            and (live.reports_stopped or (current is not None and _rules_changed(live, current)))
        ):
            # Nothing was dealt: the next round opens under the new rules, or once reports go on.
            self._end(changes, seals)
            return
        elif wait is Wait.CHOICE:
            self._time_is_up(changes)
        elif wait is not Wait.OVER:
            if wait is Wait.BETS and engine.between_players:
                commands.sit_out_over_limit(changes)
            if not self._use_beacon_value(changes):
                return  # the step is postponed
            if live.beacon is not None and live.beacon.is_awaited and engine.between_players:
                self._deal_first(changes)
            else:
                self._advance(changes)
        if engine.waiting_for(changes.live.game) is Wait.OVER:
            self._end(changes, seals, missed)

    def _void_cause(self, changes: PendingChanges, rules: Rules) -> str:
        """Whether the round is void: by the time lost, or because the value of its beacon has not come."""
        live = changes.live
        cause = live.void_cause(changes.at) if rules.engine.stakes(live.game) else ""
        awaited = live.awaited_beacon
        if cause or live.stopped or awaited is None or not awaited.is_given_up(changes.at):
            return cause
        return "" if self.beacon_signature(awaited) else "no-beacon"

    def _use_beacon_value(self, changes: PendingChanges) -> bool:
        """Records the value that the round waits for. Whether the round can go on."""
        awaited = changes.live.awaited_beacon
        if awaited is None:
            return True
        signature = self.beacon_signature(awaited)
        if signature:
            changes.record([BeaconValueUsed(signature)])
        return bool(signature)

    def _deal_first(self, changes: PendingChanges) -> None:
        """The value of a hand between players has come: its pack is committed before its first step.

        Who left meanwhile folds now. Who was removed has a hand to decide (A84).  [HE-10]
        """
        live, rules = changes.live, changes.rules
        assert rules is not None and live.beacon is not None
        seed = self._seed(live)
        pack = card_commitments.pack(seed, self.table, live.round, live.nonces, live.beacon.use)
        root = card_commitments.root(
            pack.top, self.table, live.round, live.commitment, live.nonces, live.beacon.use
        )
        changes.record([PackCommitted(root, hand_draw.button_seed(seed).hex())])
        self._advance(changes)
        commands.disconnect_gone(changes)

    def _advance(self, changes: PendingChanges) -> None:
        """The step of the house: cards that not everybody may see are recorded sealed."""
        live, rules = changes.live, changes.rules
        assert rules is not None
        events = rules.engine.advance(live.game, self._chance(live))
        if any(map(rules.engine.is_hidden, events)):
            changes.cipher = self.journal_cipher(live)
        changes.record(events)

    def _void_with_result(self, changes: PendingChanges, cause: str) -> tuple[str, ...]:
        """What the round would have given up to the next decision, if its bets were closed and its value has
        come. Between players only cards that were opened already are shown.
        """
        assert changes.rules is not None
        engine = changes.rules.engine
        missed: tuple[str, ...] = ()
        if not engine.between_players:
            self._use_beacon_value(changes)
        live = changes.live
        if live.beacon is not None and live.beacon.use is not None and not engine.between_players:
            missed = engine.draw_record(play_on_alone(engine, live.game, self._chance(live))).given
        self._void(changes, cause)
        return missed

    def _time_is_up(self, changes: PendingChanges) -> None:
        """First the extra time, if the rules give any; then the default action of each seat without a
        decision.
        """
        live, rules = changes.live, changes.rules
        assert rules is not None
        engine, seats = rules.engine, live.out_of_time(changes.at)
        time = engine.clock(live.game)
        if bots := live.deciding_partners:
            for seat in bots:
                changes.record(
                    house_players.house_player_events(changes.live, seat),
                    player=live.seats[seat].player,
                )
            return
        if time is not None and time.extra and not live.all_deciders_gone:
            if to_call := tuple(seat for seat in seats if seat not in live.called):
                changes.record([TimeCalled(to_call)])
            seats = [seat for seat in seats if seat in live.called]
        for seat in seats:
            changes.record(
                engine.default_action(changes.live.game, seat),
                player=live.seats[seat].player if seat in live.seats else None,
            )
            if engine.between_players and seat in live.seats and _rests_after_lapse(rules):  # [HE-45] [HE-68]
                changes.record(
                    engine.sit_out(changes.live.game, seat, "lapse"), player=live.seats[seat].player
                )

    def _void(self, changes: PendingChanges, cause: str) -> None:
        """Every stake goes back. Of a prize paid early, only what its winner still has is taken back."""
        assert changes.rules is not None
        events = changes.rules.engine.void(changes.live.game, cause)
        try:
            changes.record(events)
        except Refused as refused:
            if refused.code is not Refusal.NOT_ENOUGH:
                raise
            changes.record([commands.limit_prize_back(changes, event) for event in events])

    def _end(self, changes: PendingChanges, seals: dict[int, bytes], missed: tuple[str, ...] = ()) -> None:
        """Ends the round: opens its seed, lets leaving players go, promises the next round to the others."""
        live, rules = changes.live, changes.rules
        assert rules is not None
        cause = live.game.cause
        # A round that is void after its close hides nothing: what it would have given can be computed.
        has_number = live.beacon is not None and bool(live.beacon.number)
        is_opened = not cause or has_number
        seed = self._seed(live).hex() if is_opened and not rules.engine.between_players else ""
        cards = () if cause else self._cards_taken(live, rules)
        released = live.stopped
        ending = self._sign_ending(live, void=bool(cause)) if has_number else UNSET
        changes.record([RoundEnded(seed, cause, cards, missed, ending)])
        commands.disconnect_leaving(changes)
        if _needs_check(cause, rules) and not released:  # staff who released the table know already
            changes.hold(cause)
        elif changes.live.seats:
            self._prepare(changes, seals, rules)

    def _sign_ending(self, live: Live, *, void: bool) -> str:
        ending = Ending(self.table, live.round, live.commitment, void)
        return self.key.sign(ending.content).hex()

    def _cards_taken(self, live: Live, rules: Rules) -> tuple[int, ...]:
        """The cards that the round took from a shoe that is kept, unturned ones too."""
        if not rules.engine.keeps_shoe(live.game):
            return ()
        drawn = rules.engine.draw_record(live.game)
        if not drawn.given:
            return ()
        order = self._chance(live).shuffled(PACK * drawn.decks)
        return in_order(order, drawn.start, len(drawn.given))

    def _prepare(self, changes: PendingChanges, seals: dict[int, bytes], rules: Rules) -> None:
        number, round_id = changes.live.round + 1, self.new_id()
        try:
            seed = self.new_seed(number)
        except GeneratorFailed:
            changes.hold(GENERATOR)  # no promise can be made [P23]
            return
        seals[round_id] = self.key.seal(seed, self.table, number)
        button = hand_draw.button_promise(seed) if rules.engine.between_players else ""
        changes.record([RoundPrepared(number, round_id, generator.promise(seed), button)])

    def _bets_opened(self, changes: PendingChanges, rules: Rules) -> BetsOpened:
        """The shares are final now, and with them every card of a round without a beacon."""
        live = changes.live
        shares, root = live.shares_of_seated(self.shares(live.next_id)), ""
        if rules.engine.between_players and not rules.sheet.draw.has_beacon:
            seed = self.opened(live.next_round, live.next_id)
            top = card_commitments.pack(seed, self.table, live.next_round, shares).top
            root = card_commitments.root(top, self.table, live.next_round, live.next_commitment, shares)
        return BetsOpened(
            live.next_round,
            rules.sheet_id,
            rules.setting_id,
            rules.build,
            shares,
            kept=_keeps_shoe(live, rules),
            root=root,
        )

    # Reads from the record and the operating system. The simulated past overrides them.

    def new_id(self) -> int:
        (round_id,) = journal.round_ids(1)
        return round_id

    def new_seed(self, round_number: int) -> bytes:
        return generator.new_seed()

    def opened(self, round_number: int, round_id: int) -> bytes:
        return self.key.seed(self.table, round_number, journal_reading.sealed_seed(round_id))

    def shares(self, round_id: int) -> dict[int, str]:
        return journal.stored_shares(round_id)

    def beacon_rule(self, rules: Rules, at: int) -> BeaconRule | None:
        return beacon_values.read_rule(rules.sheet.draw, at)

    def beacon_signature(self, awaited: RoundBeacon) -> str:
        return beacon_values.read_signature(awaited)

    @staticmethod
    def announce_closing(changes: PendingChanges, row: TableRow) -> None:
        """Announces that the table closes, closes it after the last player, announces that it opens again."""
        live = changes.live
        if row.status == Table.Status.HELD or live.held:
            return
        plays = bool(live.seats) or (live.wait is not None and not live.only_waits_for_players)
        if row.status in (Table.Status.DRAINING, Table.Status.CLOSED):
            if plays and not live.closing:
                changes.record([Closing()])
            elif not plays and not live.shut:
                changes.record([Shut()])
        elif live.closing or live.shut:
            changes.record([Reopened()])

    def _seed(self, live: Live) -> bytes:
        if live.round_id not in self.seeds:
            self.seeds = {live.round_id: self.opened(live.round, live.round_id)}
        return self.seeds[live.round_id]

    def _chance(self, live: Live) -> generator.Draw | HandDraw | NoDrawYet:
        use = None if live.beacon is None else live.beacon.use
        if live.beacon is not None and use is None:
            return NoDrawYet()
        if use is not None and live.root:
            return HandDraw(self._seed(live), self.table, live.round, live.nonces, use)
        key = generator.key(self._seed(live), self.table, live.round, live.nonces, use)
        return generator.Draw(key, live.dealt)

    def journal_cipher(self, live: Live) -> AESGCM:
        """Under which the journal keeps the hidden events of the round."""
        return hidden_events.cipher(self._seed(live))


def _needs_check(cause: str, rules: Rules) -> bool:
    """Whether staff check the table before the next round.

    An outage at a table of demonstration credits leaves nothing to check: its stakes went back.
    """
    plays_on = cause == "not-resumed" and rules.setting.currency == DEMO
    return cause in CAUSES_TO_HOLD and not plays_on


def _rests_after_lapse(rules: Rules) -> bool:
    """Whether a seat of a game with stacks rests after its time is up."""
    sheet = cast(StackSheet, rules.sheet)
    return sheet.rest_after_lapse and sheet.rest_rounds > 0


def _rules_changed(live: Live, current: Rules) -> bool:
    """Whether the rule sheet or the setting has changed since the round was opened."""
    return (current.sheet_id, current.setting_id) != (live.sheet_id, live.setting_id)


def _keeps_shoe(live: Live, rules: Rules) -> bool:
    """Whether the next round is dealt from the same shoe: under the rules that it was shuffled under, while
    somebody who played from it is seated.
    """
    return (
        live.game is not None
        and not _rules_changed(live, rules)
        and any(chair.since <= live.ended for chair in live.seats.values())
        and bool(rules.engine.keeps_shoe(live.game))
    )
