"""A live table: its players, its round, and what it answers about itself. Pure.

The croupier is the shell around it: it brings the database's time, the people and the seeds, and writes the
events. What an event changes is said in `apply`.

Bets are closed by an event, not by the time: a bet that reaches the croupier before it writes that event is
accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from games.rules.engine import AnyEngine, GameCommand, SettingTerms, SheetTerms, Wait
from games.rules.shared import sessions
from games.rules.shared.money import Seat
from games.rules.shared.refusals import Refusal, Refused
from games.rules.shared.sessions import Mode
from games.tables.domain.events import ClocksRenewed, Invited, Warned
from games.tables.domain.round_beacon import RoundBeacon
from games.tables.domain.seats import Chair, QueuedPlayer
from games.tables.transport.view_types import TableTerms

SECOND = 1000
PROMISE_MS = 900  # between the promise and the first bets of an idle table: time for the browsers' shares
MIN_ROUND_MS = 5000  # from one start to the next at tables where a player sets the pace
MISSED_AFTER_MS = 1500  # after its deadline a decision counts as missed by us: no croupier served the table
MIN_BETTING_AFTER_FAULT_MS = 3000  # so that browsers can reconnect before bets close
OWN_LOSS_BEFORE_MS = (
    3000  # a connection lost earlier than this before an operator fault was the player's own: no new time
)
ABSENCES_INVITED_AT_ONCE = ("short", "rested")  # absences that bring an invitation at once

# Practice partners: in a lively demonstration some play at every demonstration table for several players, so
# that its rounds go on. Elsewhere they join only a player who sits alone at a table between players.
DEMO = "DEMO"
MAX_PARTNERS = 3  # at one table
HOUSE_PLAYERS = 3  # at each table of a lively demonstration
SEATS_LEFT_FREE = 2  # at a lively table, for people
JOIN_DELAY_MS = 1500  # after which a player who is left alone gets partners
THINKING_MS = (1400, 1900, 2600, 1700)  # that a decision of a partner takes


class Rules(Struct, frozen=True):
    """The rules of a round: fixed when its bets open, until its end."""

    system: str
    engine: AnyEngine
    read: Callable[[bytes], GameCommand]  # the decoder of the game's commands
    sheet: SheetTerms
    setting: SettingTerms
    sheet_id: int
    setting_id: int
    build: str
    terms: TableTerms | None = None  # as every page of the table shows them
    house_players: int = 0  # kept at this table; only at demonstration tables of a lively demonstration

    @property
    def individual(self) -> bool:
        """Whether a single player sets the pace of the table."""
        return self.setting.mode == Mode.INDIVIDUAL

    @property
    def by_session(self) -> bool:
        """Whether the table runs by sessions, for registered players.  [HE-6b]"""
        return str(getattr(self.setting, "regime", "")) == "session"


class Live(Struct, frozen=True):
    """Everything the croupier knows about a table, with the rules of its round."""

    table: int
    seq: int = 0
    round: int = 0
    round_id: int = 0
    shoe: int = 0  # the round in which its shoe began
    dealt: tuple[int, ...] = ()  # the cards that the rounds before this one took from the shoe
    dealt_digest: str = ""  # of those rounds
    taken: tuple[int, ...] = ()  # the cards that this round took from a kept shoe, once it has ended
    root: str = ""
    commitment: str = ""
    seed: str = ""
    nonces: dict[Seat, str] = {}
    beacon: RoundBeacon | None = None  # that this round's draw depends on
    beacon_missed: bool = False  # no bets open, because the beacon is not there
    reports_stopped: str = ""  # no bets for money: what interrupts the reports to the regulator
    no_bets_since: int = 0  # since when nobody could bet, whatever the cause; 0 while players can
    missed: tuple[str, ...] = ()  # what a round that became void after its close would have given
    ending: str = ""  # the croupier's signature that the round counted or was void
    next_round: int = 0
    next_id: int = 0
    next_commitment: str = ""
    next_button: str = ""  # the promise of the seed of a lot for the button
    game: Any = None
    opened: int = 0
    ended: int = 0
    void: bool = False
    due: int | None = None
    called: tuple[Seat, ...] = ()  # the seats in their extra time
    deadlines: dict[
        Seat, int
    ] = {}  # by seat, where an operator fault made them differ; under 0 the deadline of all bets
    renewals: int = 0  # so often in this round
    stopped: int = 0  # since when the round has been on hold
    seats: dict[Seat, Chair] = {}
    players: dict[int, Seat] = {}
    queue: tuple[QueuedPlayer, ...] = ()
    session: int = 0
    session_ends: int = 0
    history: tuple[str, ...] = ()
    held: str = ""
    held_since: int = 0
    closing: bool = False  # no further round opens; the players have been notified
    shut: bool = False
    sheet_id: int = 0
    setting_id: int = 0
    rules: Rules | None = None  # of this round; before the first one, those that it would have. Not stored.

    # The round.

    @property
    def running(self) -> bool:
        """Whether a round is between the opening of its bets and its end."""
        return self.game is not None and self.ended < self.opened

    @property
    def wait(self) -> Wait | None:
        """What the running round waits for."""
        return self.rules.engine.waiting_for(self.game) if self.rules is not None and self.running else None

    @property
    def can_bet(self) -> bool:
        """Whether the player of a table of one could bet or decide now. Only this time counts as inactivity.

        It does not while the table is on hold, before bets open (its preparation is slow, or the beacon is
        not there), while the reports to the regulator are interrupted, and from the close of bets to the next
        round (the wheel turns, or the value of the beacon has not come).
        [AR-28a] [AR-29] [FR-R29a] [FR-R30] (A75)
        """
        rules = self.rules
        if rules is None or not self.running or self.held or self.stopped:
            return False
        wait = rules.engine.waiting_for(self.game)
        if wait is Wait.BETS:
            return not self.reports_stopped
        return wait is Wait.CHOICE and bool(rules.engine.to_act(self.game))

    @property
    def awaited_beacon(self) -> RoundBeacon | None:
        """The beacon whose value the round waits for, between the close of bets and the draw."""
        return self.beacon if self.running and self.beacon is not None and self.beacon.is_awaited else None

    @property
    def lobby_phase(self) -> str:
        """What the table is doing, as the lobby shows it; empty without players."""
        wait = self.wait
        if wait is None:
            return "rest" if self.seats else ""
        if self.only_waits_for_players:
            return "waiting"
        return str((Wait.HOUSE if wait is Wait.OVER else wait).value)

    @property
    def only_waits_for_players(self) -> bool:
        """Whether the table only waits for players: nothing dealt, nothing staked, no decision open.
        [HE-7]
        """
        return self.wait is Wait.CHOICE and not self.to_act

    def void_cause(self, at: int) -> str:
        """The cause that makes a round void after an outage, by the time lost alone; empty if it continues.
        [AR-20] [FR-R21]

        This is decided before any of the outcome is known: a round that cannot continue within the time of
        the rule sheet is void; every other round continues unchanged. Of a table that staff stopped, nothing
        was due: the time lost began with the stop.
        """
        since = self.stopped or self.due
        if since is None or self.rules is None or not self.running:
            return ""
        return "not-resumed" if at - since > self.rules.sheet.resume_within * SECOND else ""

    # The seats.

    def seat_of(self, player: int) -> Seat:
        seat = self.players.get(player)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED)
        return seat

    def is_in_play(self, seat: Seat) -> bool:
        """Whether the seat has a stake or a hand in play, or chips that stay until the round ends.
        [HE-10]
        """
        if self.rules is None or self.game is None:
            return False
        engine, game = self.rules.engine, self.game
        has_chips = engine.between_players and engine.stack(game, seat)
        return bool(engine.stakes(game).get(seat) or has_chips or engine.holds_hand(game, seat))

    def chat_closed_by(self, seat: Seat) -> str:
        """The rule that closes the chat to that seat now, because cards are in play; empty if the seat may
        write (A69).  [HE-P4]
        """
        if self.rules is None or not self.running:
            return ""
        return str(self.rules.engine.chat_closed_by(self.game, seat))

    def shares_of_seated(self, shares: Mapping[int, str]) -> dict[Seat, str]:
        """The shares of the players seated as the bets open, by seat."""
        return {
            seat: shares[chair.player] for seat, chair in sorted(self.seats.items()) if chair.player in shares
        }

    # Whose turn it is.

    @property
    def to_act(self) -> Sequence[Seat]:
        """The seats that have a decision to make."""
        return self.rules.engine.to_act(self.game) if self.rules is not None and self.running else ()

    @property
    def deciding_partners(self) -> Sequence[Seat]:
        """The partners whose turn it is."""
        return [seat for seat in self.to_act if seat in self.seats and self.seats[seat].partner]

    @property
    def all_deciders_gone(self) -> bool:
        """Whether every player with a decision to make has left by own decision."""
        deciding = self.to_act
        return bool(deciding) and all(seat in self.seats and self.seats[seat].gone for seat in deciding)

    @property
    def decision_open(self) -> bool:
        """Whether a person has to decide something before a deadline."""
        return (
            not self.held
            and not self.stopped
            and self.wait is Wait.CHOICE
            and bool(self.to_act)
            and not self.deciding_partners
            and not self.all_deciders_gone
        )

    @property
    def awaited_players(self) -> tuple[int, ...]:
        """The players who have to decide something before a deadline, house players not among them."""
        if not self.decision_open:
            return ()
        chairs = [self.seats[seat] for seat in self.to_act if seat in self.seats]
        return tuple(chair.player for chair in chairs if not chair.partner and not chair.gone)

    @property
    def decision_times(self) -> dict[Seat, int]:
        """The milliseconds that a renewed decision gives each deciding seat."""
        if self.rules is None or (time := self.rules.engine.clock(self.game)) is None:
            return {}
        return {seat: time.given(seat, extra=seat in self.called) for seat in self.to_act}

    def out_of_time(self, at: int) -> list[Seat]:
        """The deciding seats whose time has expired. After an operator fault seats may have different
        deadlines.

        If every deciding player has left, no deadline applies: `_decision_due` says that the step is due at
        once.
        """
        if self.all_deciders_gone:
            return list(self.to_act)
        return [seat for seat in self.to_act if self.deadlines.get(seat, at) <= at]

    # When the next step is due.

    def next_due(self, at: int) -> int | None:
        """When the next step is due, for a phase that begins at `at`; None while the table only waits for
        players.
        """
        if self.held:
            return None
        if self.running and self.rules is not None:
            # On hold, first the time lost since then decides about the round.
            return self.stopped or self._round_due(self.rules, at)
        if not self.seats:
            return self._session_due(at)
        if not self.next_round:
            return at
        return max(at + PROMISE_MS, self.rest_until)

    def _round_due(self, rules: Rules, at: int) -> int | None:
        wait = rules.engine.waiting_for(self.game)
        if wait is Wait.BETS:
            # At a table of one the player launches the ball;  [AR-15] [FR-R16]
            # at the others bets close for all at once.  [AR-14a] [FR-R15a]
            # A carried stake of a player who left plays once more: the house launches the ball.
            if rules.individual:
                return at if any(chair.leaving for chair in self.seats.values()) else None
            return self.deadlines.get(0) or at + int(rules.setting.betting_seconds * SECOND)
        if wait is Wait.CHOICE:
            return self._decision_due(rules, at)
        if wait is Wait.OVER:
            return at
        ready = at + int(rules.engine.pause_ms(self.game))
        awaited = self.awaited_beacon
        return ready if awaited is None else max(ready, awaited.scheduled)

    def _decision_due(self, rules: Rules, at: int) -> int | None:
        """When the time of the deciding seats, or their extra time, expires.

        A player who left is not waited for. One who was removed keeps the time (A84).
        """
        time = rules.engine.clock(self.game)
        if time is None:
            return at + JOIN_DELAY_MS if self.needs_partners else self._session_due(at)
        if seats := self.deciding_partners:
            return at + THINKING_MS[(self.round + self.seq + seats[0]) % len(THINKING_MS)]
        if self.all_deciders_gone:
            return at
        if self.deadlines:
            own = (self.deadlines[seat] for seat in self.to_act if seat in self.deadlines)
            return min(own, default=at)
        return at + int(time.extra if self.called else time.ms)

    @property
    def rest_until(self) -> int:
        """When the next round may open: players see the result first, and rounds start at least five seconds
        apart.
        """
        if self.rules is None or self.game is None:
            return 0
        return max(self.ended + int(self.rules.engine.pause_ms(self.game)), self.opened + MIN_ROUND_MS)

    def _session_due(self, at: int) -> int | None:
        """A session ends at its time, even without players.  [HE-2s]"""
        return max(at, self.session_ends) if self.session else None

    def due_after(self, before: Live, at: int) -> int | None:
        """When the next step is due after what has changed: as before, unless the time depends on it."""
        if self.due is not None and self._due_depends_on() == before._due_depends_on():
            return self.due
        return self.next_due(at)

    def _due_depends_on(self) -> tuple[object, ...]:
        """While these are equal, the next step is due at the same time."""
        rules, wait = self.rules, self.wait
        if wait is Wait.CHOICE and rules is not None:
            return (
                wait,
                self.round,
                self.held,
                self.stopped,
                self.called,
                self.all_deciders_gone,
                rules.engine.clock(self.game),
                self.needs_partners,
                self.session,
                self.deadlines,
                self.renewals,
            )
        alone = wait is Wait.BETS and rules is not None and rules.individual
        return (
            wait,
            self.round,
            self.next_round,
            self.held,
            self.stopped,
            bool(self.seats),
            alone and any(chair.leaving for chair in self.seats.values()),
            self.session,
            self.renewals,
            self.awaited_beacon,
        )

    # After an operator fault.

    def unattended_since(self, at: int) -> int | None:
        """Since when a table was not served whose decision timed out a while ago, for any reason."""
        missed = self.due is not None and at - self.due > MISSED_AFTER_MS and self.decision_open
        return self.due if missed else None

    def clock_renewal(self, since: int, at: int) -> ClocksRenewed | None:
        """The time given back after an operator fault from `since` to `at`: our outage never costs a player
        decision time (A76).

        The croupier records it first after a restart, a takeover, or the return of the database or of Valkey,
        and when a web process ended with its sockets. No action of a player causes it, so no player can gain
        time by it. [CS-31] [CS-32] [CS-33] [HE-44] [HE-45] [HE-72]
        """
        lost = max(0, at - since)
        until = self._renewed_deadlines(since, at)
        runs = self.seats and self.rules is not None and self.rules.individual
        if not until and (lost < SECOND or not (runs or any(queued.until for queued in self.queue))):
            return None
        return ClocksRenewed(until or self.deadlines, lost)

    def _renewed_deadlines(self, since: int, at: int) -> dict[Seat, int]:
        rules = self.rules
        if rules is None or self.due is None or not self.running or self.stopped:
            return {}
        if rules.engine.waiting_for(self.game) is Wait.BETS and not rules.individual:
            # Bets are extended by the time lost, not by their whole time: with many faults they would never
            # close.
            until = max(self.due + max(0, at - max(since, self.opened)), at + MIN_BETTING_AFTER_FAULT_MS)
            return {0: until} if until > self.due else {}
        if not self.decision_open:
            return {}
        deciding, times = self.to_act, self.decision_times
        here = [
            seat for seat in deciding if seat in self.seats and not _lost_earlier(self.seats[seat], since)
        ]
        if not here:
            return {}
        until_now = {seat: self.deadlines.get(seat, self.due) for seat in deciding}
        return until_now | {seat: at + times[seat] for seat in here}

    # Inactivity.

    def inactivity_step(self, seat: Seat, at: int) -> Invited | Warned | str | None:
        """The step that inactivity makes due for a seat: an invitation, a warning, the end ("inactivity"), or
        None.
        """
        rules, chair = self.rules, self.seats[seat]
        if rules is None or chair.partner or self.held:
            return None
        terms, mode = rules.sheet.inactivity, Mode(rules.setting.mode)
        counted = self.no_bets_since or at  # while nobody can bet, the time stands still
        idle = (counted - chair.last_bet) // SECOND
        since = (counted - chair.nudged) // SECOND
        rounds = chair.idle - chair.nudged_idle  # whole rounds since the last step, without void ones
        if sessions.may_end(
            mode,
            warned=chair.nudge == "warned",
            bet_since_warning=chair.last_bet > chair.nudged,
            seconds_since_warning=since,
            rounds_since_warning=rounds,
        ):
            return "inactivity"
        if not chair.nudge:
            if self.absence(seat) in ABSENCES_INVITED_AT_ONCE:
                return Invited(seat)  # [HE-68] [HE-70a]
            return (
                Invited(seat)
                if sessions.may_invite(terms, mode, idle_seconds=idle, rounds_without_bet=chair.idle)
                else None
            )
        if chair.nudge == "invited":
            return (
                Warned(seat)
                if sessions.may_warn(
                    terms, mode, seconds_since_invitation=since, rounds_since_invitation=rounds
                )
                else None
            )
        return None

    def absence(self, seat: Seat) -> str:
        """Why the seat is dealt no cards; empty if it plays."""
        if self.rules is None or self.game is None:
            return ""
        return str(self.rules.engine.absence(self.game, seat))

    def inactivity_check_due(self, at: int) -> int | None:
        """The earliest time of the next inactivity check; None while no player can be due."""
        if self.held:
            return None
        times = [queued.until for queued in self.queue if queued.until]
        if self.rules is not None and self.seats and (idle := self._idle_due(self.rules, at)) is not None:
            times.append(idle)
        return min(times, default=None)

    def _idle_due(self, rules: Rules, at: int) -> int | None:
        terms = rules.sheet.inactivity
        if rules.individual:
            if self.no_bets_since:
                return None
            after = {
                "": terms.invited_after_seconds + 1,
                "invited": terms.warned_after_seconds,
                "warned": sessions.ENDED_AFTER_SECONDS,
            }
            last_signs = (
                (chair.nudged if chair.nudge else chair.last_bet, chair.nudge)
                for chair in self.seats.values()
            )
            return min(last + int(after[nudge]) * SECOND for last, nudge in last_signs)
        return (
            at if any(self._needs_check(rules, seat, chair) for seat, chair in self.seats.items()) else None
        )

    def _needs_check(self, rules: Rules, seat: Seat, chair: Chair) -> bool:
        if chair.partner:
            return False
        if chair.nudge or chair.idle > rules.sheet.inactivity.invited_after_rounds:
            return True
        return self.absence(seat) in ABSENCES_INVITED_AT_ONCE  # [HE-68] [HE-70a]

    def nudge_reason(self, seat: Seat) -> dict[str, Any]:
        """Why a seat was invited: a short stack, a rest that is over, or the sheet's time without a bet.
        [HE-70a] [HE-70b]
        """
        absence = self.absence(seat)
        if absence in ABSENCES_INVITED_AT_ONCE:
            return {"why": absence}
        assert self.rules is not None
        terms = self.rules.sheet.inactivity
        if self.rules.individual:
            return {"why": "time", "after": terms.invited_after_seconds}
        return {"why": "rounds", "after": terms.invited_after_rounds}

    def nudge_ends(self, chair: Chair) -> dict[str, int]:
        """When the invitation or the warning expires: a time, or a number of rounds. While nobody can bet the
        time stands still: what is left of it.  [AR-29] [FR-R30]
        """
        assert self.rules is not None
        terms, warned = self.rules.sheet.inactivity, chair.nudge == "warned"
        if self.rules.individual:
            allowed = sessions.ENDED_AFTER_SECONDS if warned else terms.warned_after_seconds
            ends = chair.nudged + allowed * SECOND
            return {"left": max(0, ends - self.no_bets_since)} if self.no_bets_since else {"ends": ends}
        return {"rounds": sessions.ENDED_AFTER_ROUNDS if warned else terms.warned_after_rounds}

    # Practice partners.

    @property
    def people(self) -> list[Seat]:
        """The seats that are not partners'."""
        return [seat for seat, chair in self.seats.items() if not chair.partner]

    @property
    def partners(self) -> list[Seat]:
        return [seat for seat, chair in self.seats.items() if chair.partner]

    @property
    def needs_partners(self) -> bool:
        return len(self.partners) < self.partners_wanted

    @property
    def partners_wanted(self) -> int:
        """How many partners belong here."""
        rules = self.rules
        if rules is None:
            return 0
        return self._wanted_when_lively(rules) if rules.house_players else self._wanted_by_lone_player(rules)

    def _wanted_when_lively(self, rules: Rules) -> int:
        """Partners play where people find free seats too, and never between two people at a table of
        poker.
        """
        people = self.people
        is_closing = self.held or self.closing or self.shut
        if is_closing or self.queue or rules.individual or rules.by_session:
            return 0
        if rules.engine.between_players and len(people) > 1:
            return 0
        return max(0, min(rules.house_players, int(rules.setting.seats) - len(people) - SEATS_LEFT_FREE))

    def _wanted_by_lone_player(self, rules: Rules) -> int:
        """Some where one player sits alone with chips and plays, otherwise none."""
        if (
            not rules.engine.between_players
            or rules.setting.currency != DEMO
            or self.game is None
            or self.queue
            or self.held
        ):
            return 0
        people = self.people
        if len(people) != 1:
            return 0
        (seat,) = people
        if self.seats[seat].leaving or not self.is_playing(seat):
            return 0
        # At a table of three seats or more one seat stays free for another player.
        return min(MAX_PARTNERS, max(1, int(rules.setting.seats) - 2))

    def is_playing(self, seat: Seat) -> bool:
        """Whether that seat has enough chips and wants to be dealt in."""
        assert self.rules is not None
        return bool(
            self.rules.engine.stack(self.game, seat) >= self.rules.setting.minimum
            and self.rules.engine.absence(self.game, seat) in ("", "waiting")
        )

    @property
    def partners_may_change(self) -> bool:
        """Whether partners may join or leave now: between two hands of poker, elsewhere while bets are
        open.
        """
        if self.rules is None:
            return False
        if self.rules.house_players and not self.seats:
            return True
        if not self.rules.engine.between_players:
            return self.wait is Wait.BETS
        # Between two hands nothing has been staked yet. Until then the winner of the last hand stays visible.
        is_dealing = not self.running or self.wait is Wait.HOUSE
        return not is_dealing and not self.rules.engine.stakes(self.game)


def _lost_earlier(chair: Chair, since: int) -> bool:
    return chair.gone or 0 < chair.away < since - OWN_LOSS_BEFORE_MS
