"""One table at one croupier: a transaction locks the row, decides everything that came together, writes it, and commits.

What is kept in memory between transactions is a cache, true only while the version under the lock says so. Nothing in it
changes before the commit, and nobody is answered before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import structlog
from django.db import IntegrityError, OperationalError, connection, transaction
from msgspec import Struct, structs

from games.models import Table
from games.rules.engine import Refusal, Refused, Wait
from games.rules.sessions import Mode
from games.tables import clock, commit, draw, journal, wishes
from games.tables.journal import Place, Row
from games.tables.keys import SealKey
from games.tables.live import BetsOpened, Held, Live, Released, Resumed, RoundEnded, RoundPrepared, Rules, ShoeOpened, TimeCalled
from games.tables.protocol import Do, HouseWish, Leave, Nudge, Part, Release, Share, Sit, Stay, Wish
from games.tables.stage import Stage, Step
from players.wallet import ledger
from players.wallet.ledger import Balance

log = structlog.get_logger("croupier")
TRIES = 3
HOLDING = ("not-resumed", "system", "check-failed")  # causes that are faults of the house: it looks before it deals again
DEADLOCKS = ("40P01", "40001")  # deadlock found, serialisation failure: the transaction left nothing and is tried again


class Asked(Struct, frozen=True, gc=False):
    """A wish, and who wishes it: the player is the session's, never the message's."""

    player: int
    wish: Wish | HouseWish
    back: tuple[str, int]  # the web process and its socket, for the answer


class Answer(Struct, frozen=True, gc=False):
    """Accepted at that event, or refused; never both, and the same however often the same is asked."""

    asked: Asked
    version: int = 0
    refused: Refused | None = None


class Served(Struct, frozen=True):
    """What a committed transaction has to say."""

    answers: list[Answer]
    steps: list[Step]
    purses: dict[int, Balance]
    place: Place
    at: int
    fresh: dict[tuple[int, UUID], tuple[int, int]] = {}


class NoSuchTable(Exception):
    pass


class Desk:
    def __init__(self, table: int, key: SealKey) -> None:
        self.table, self.key = table, key
        self.place: Place | None = None
        self.shares: dict[int, str] = {}
        self.barred: set[int] = set()
        self.seeds: dict[int, bytes] = {}  # of the shoe that is being dealt from

    def serve(self, asked: Sequence[Asked]) -> Served:
        """Decides what was asked, and takes the table's own next step if it is due; there is no answer before the commit."""
        for attempt in range(TRIES):
            try:
                with transaction.atomic():
                    served = self._serve(asked)
                return self._keep(served)
            except IntegrityError as error:
                if "a_command_once" not in str(error) or attempt == TRIES - 1:
                    raise
                # An id that stands in the record already, from before this croupier's memory or from another table.
                self._remember([(a.player, a.wish.id) for a in asked if isinstance(a.wish, Do | Sit | Leave | Stay)])
            except OperationalError as error:
                if attempt == TRIES - 1 or getattr(error.__cause__, "sqlstate", None) not in DEADLOCKS:
                    raise
        raise AssertionError("unreachable")

    def hold(self, reason: str) -> Served:
        """Something is wrong that no rule foresees: nothing moves at this table until staff have looked."""
        with transaction.atomic():
            stage, row = self._begin([])
            if not stage.live.held:
                stage.happen([Held(reason)])
            Table.objects.filter(pk=self.table).update(status=Table.Status.HELD, reason=reason)
            served = self._write(row, stage, [], {})
        return self._keep(served)

    def look(self) -> Place:
        """The table as it stands, for a snapshot: the cache if nobody wrote since, else read anew."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT version FROM games_table WHERE id = %s", [self.table])
            found = cursor.fetchone()
        if self.place is None or found is None or self.place.live.seq != found[0]:
            with transaction.atomic():
                self._begin([])
        assert self.place is not None
        return self.place

    def _begin(self, asked: Sequence[Asked]) -> tuple[Stage, Row]:
        row = journal.lock(self.table)
        if row is None:
            raise NoSuchTable(self.table)
        if self.place is None or self.place.live.seq != row.version:
            self.place = journal.load(self.table, row, self.key)
        place, at = self.place, journal.now()
        ripe = row.due is not None and row.due <= at
        chairs = place.live.seats
        players = place.live.players.keys() if ripe or _sweeping(asked) else {a.player for a in asked} & place.live.players.keys()
        purses = ledger.lock([chairs[place.live.players[player]].wallet for player in players])
        stage = Stage(
            place.live,
            place.rules,
            at=at,
            chain=row.chain,
            currency=row.currency,
            accounts=place.accounts,
            purses=purses,
            conceal=self._conceal,
        )
        return stage, row

    def _serve(self, asked: Sequence[Asked]) -> Served:
        stage, row = self._begin(asked)
        current = journal.rules(row.system, row.sheet, row.setting) if row.sheet and row.setting else None
        stage.rules = stage.rules or current
        seals: dict[int, bytes] = {}
        guests = wishes.guests(row, self.table, [a.player for a in asked if isinstance(a.wish, Sit)])
        self.barred = wishes.barred(list({a.player for a in asked if isinstance(a.wish, Do)}), row.currency)
        answers = self._said_before([self._answer(stage, row, current, guests, a) for a in asked])
        if row.status != Table.Status.HELD and (due := self._due(stage)) is not None and due <= stage.at:
            self._step(stage, row, current, seals)
        self._put_shoe_away(stage)
        return self._write(row, stage, answers, seals)

    def _answer(self, stage: Stage, row: Row, current: Rules | None, guests: dict[int, wishes.Guest], asked: Asked) -> Answer:
        wish, player = asked.wish, asked.player
        try:
            match wish:
                case Share():
                    self._share(stage, player, wish)
                case Nudge():
                    wishes.nudge(stage, wish)
                case Part():
                    wishes.part(stage, wish)
                case Release():
                    if stage.live.held:
                        stage.happen([Released()])
                case Sit() | Leave() | Stay() | Do():
                    return self._wish(stage, row, current, guests, asked, wish)
                case _:
                    raise Refused(Refusal.UNREADABLE)
        except Refused as refused:
            return Answer(asked, refused=refused)
        return Answer(asked)

    def _said_before(self, answers: list[Answer]) -> list[Answer]:
        """A wish that is refused now may have been accepted long ago: the same id gets the same answer for ever."""
        ids = [
            (a.asked.player, a.asked.wish.id)
            for a in answers
            if a.refused is not None and isinstance(a.asked.wish, Do | Sit | Leave | Stay)
        ]
        known = journal.known(ids) if ids else {}
        return [self._again(answer, known) if known else answer for answer in answers]

    def _again(self, answer: Answer, known: dict[tuple[int, UUID], tuple[int, int]]) -> Answer:
        asked = answer.asked
        if answer.refused is None or not isinstance(asked.wish, Do | Sit | Leave | Stay) or (asked.player, asked.wish.id) not in known:
            return answer
        version, said = known[asked.player, asked.wish.id]
        if said != wishes.digest(self.table, asked.wish):
            return Answer(asked, refused=Refused(Refusal.ID_REUSED))
        return Answer(asked, version=version)

    def _wish(
        self, stage: Stage, row: Row, current: Rules | None, guests: dict[int, wishes.Guest], asked: Asked, wish: Sit | Leave | Stay | Do
    ) -> Answer:
        player, said = asked.player, wishes.digest(self.table, wish)
        if not player:
            raise Refused(Refusal.NOT_YOU)
        if (done := self._done(stage, player, wish.id)) is not None:
            if done[1] != said:
                raise Refused(Refusal.ID_REUSED)
            return Answer(asked, version=done[0])
        if stage.live.held or row.status == Table.Status.HELD:
            raise Refused(Refusal.ON_HOLD)
        version = stage.live.seq + 1
        match wish:
            case Sit():
                if player not in guests or current is None:
                    raise Refused(Refusal.NOT_YOU if current else Refusal.TABLE_CLOSED)
                wishes.sit(stage, wish, guests[player], stage.rules or current, closed=row.status != Table.Status.OPEN)
            case Leave():
                wishes.leave(stage, player, "player", command=wish.id, digest=said)
            case Stay():
                wishes.stay(stage, wish, player)
            case Do():
                wishes.do(stage, wish, player, said, barred=player in self.barred)
        return Answer(asked, version=version if stage.live.seq >= version else stage.live.seq)

    def _done(self, stage: Stage, player: int, id: UUID) -> tuple[int, int] | None:
        """Whether this wish was accepted before: in this round, in this very transaction, or as the record told."""
        assert self.place is not None
        return stage.accepted.get((player, id)) or self.place.done.get((player, id))

    def _share(self, stage: Stage, player: int, wish: Share) -> None:
        seat = stage.live.players.get(player)
        if seat is not None and wish.round == stage.live.next_round:
            self.shares.setdefault(seat, wish.nonce)

    def _due(self, stage: Stage) -> int | None:
        """When the next step is due: as it stood, unless what the hour depends on has changed."""
        assert self.place is not None
        live, was = stage.live, self.place
        if live.due is not None and clock.moment(live, stage.rules) == clock.moment(was.live, was.rules):
            return live.due
        return clock.due(live, stage.rules, stage.at)

    def _step(self, stage: Stage, row: Row, current: Rules | None, seals: dict[int, bytes]) -> None:
        """What the house does next by itself."""
        live = stage.live
        if live.running and not self._waits_in_vain(stage, row, current):
            self._play_on(stage, row, current, seals)
        elif row.status != Table.Status.OPEN or current is None:
            for seat, chair in list(live.seats.items()):
                wishes.show_out(stage, seat, chair.leaving or "house")
        elif live.next_kept and _changed(live, current):
            self._open_shoe(stage)  # a shoe belongs to the rules it was shuffled under
            self._prepare(stage, current, seals)
        elif not live.next_round:
            self._prepare(stage, current, seals)
        else:
            stage.rules = current
            stage.happen([self._bets_opened(stage.live, current)])

    @staticmethod
    def _waits_in_vain(stage: Stage, row: Row, current: Rules | None) -> bool:
        """A table that is to close while it only waits for a second player."""
        closing = row.status != Table.Status.OPEN or current is None
        return closing and stage.rules is not None and clock.phase_waiting(stage.live, stage.rules)

    def _play_on(self, stage: Stage, row: Row, current: Rules | None, seals: dict[int, bytes]) -> None:
        live, rules = stage.live, stage.rules
        assert rules is not None
        engine = rules.engine
        wait = engine.waits(live.game)
        if cause := clock.outage(live, rules, stage.at) if engine.stakes(live.game) else "":
            log.warning("round void", table=self.table, round=live.round, cause=cause)
            self._void(stage, cause)
        elif live.stopped:
            stage.happen([Resumed()])
            return
        elif wait is Wait.BETS and rules.setting.mode == Mode.INDIVIDUAL:
            for seat in [seat for seat, chair in live.seats.items() if chair.leaving]:
                stage.happen(engine.lapse(stage.live.game, seat))
        elif wait is Wait.BETS and engine.BETWEEN_PLAYERS and current is not None and _changed(live, current):
            self._end(stage, row, current, seals)  # nothing was dealt yet: the next round opens under the new rules
            return
        elif wait is Wait.CHOICE:
            self._time_is_up(stage)
        elif wait is not Wait.OVER:
            stage.happen(engine.advance(live.game, self._chance(live)))
        if engine.waits(stage.live.game) is Wait.OVER:
            self._end(stage, row, current, seals)

    def _time_is_up(self, stage: Stage) -> None:
        """First the extra time, where there is any; then what the rules say for somebody who decides nothing."""
        live, rules = stage.live, stage.rules
        assert rules is not None
        engine, seats = rules.engine, tuple(rules.engine.to_act(live.game))
        time = engine.clock(live.game)
        if time is not None and time.extra and not live.called and not clock.gone(live, rules):
            stage.happen([TimeCalled(seats)])
            return
        for seat in seats:
            stage.happen(engine.lapse(stage.live.game, seat), player=live.seats[seat].player if seat in live.seats else None)
            if engine.BETWEEN_PLAYERS and seat in live.seats:
                stage.happen(engine.rest(stage.live.game, seat), player=live.seats[seat].player)

    def _void(self, stage: Stage, cause: str) -> None:
        """Every stake goes back. A prize paid early that its winner has spent since is not taken from what is not there."""
        assert stage.rules is not None
        events = stage.rules.engine.void(stage.live.game, cause)
        try:
            stage.happen(events)
        except Refused as refused:
            if refused.code is not Refusal.NOT_ENOUGH:
                raise
            stage.happen([wishes.forgiven(stage, event) for event in events])

    def _end(self, stage: Stage, row: Row, current: Rules | None, seals: dict[int, bytes]) -> None:
        """The round is over: its seed is opened, whoever asked to leave leaves, and the next is promised to who stays."""
        live, rules = stage.live, stage.rules
        assert rules is not None
        cause = live.game.cause
        sealed = cause or rules.engine.BETWEEN_PLAYERS or rules.engine.keeps_shoe(live.game)
        released = live.stopped
        stage.happen([RoundEnded("" if sealed else self._seed(live).hex(), cause)])
        wishes.depart(stage)
        if cause in HOLDING and not released:  # whoever released the table knows already
            stage.happen([Held(cause)])
            Table.objects.filter(pk=self.table).update(status=Table.Status.HELD, reason=cause)
        elif stage.live.seats:
            self._prepare(stage, current, seals)

    def _prepare(self, stage: Stage, current: Rules | None, seals: dict[int, bytes]) -> None:
        self.shares = {}
        live, number = stage.live, stage.live.round + 1
        (id,) = journal.round_ids(1)
        if stage.rules is not None and _keeps_shoe(live, stage.rules) and current is not None and not _changed(live, current):
            stage.happen([RoundPrepared(number, id, live.commitment, kept=True)])
            return
        seed = draw.seed_new()
        seals[id] = self.key.seal(seed, self.table, number)
        stage.happen([RoundPrepared(number, id, draw.promise(seed))])

    def _bets_opened(self, live: Live, rules: Rules) -> BetsOpened:
        """Now the shares are known, and with them the order of every card; from here on it can only come out."""
        shares, root = clock.given(live, self.shares), ""
        if rules.engine.BETWEEN_PLAYERS:
            seed = self.key.seed(self.table, live.next_round, journal.sealed(live.next_id))
            top = commit.pack(seed, self.table, live.next_round, shares).top
            root = commit.root(top, self.table, live.next_round, live.next_commitment, shares)
        return BetsOpened(live.next_round, rules.sheet_id, rules.setting_id, rules.build, shares, kept=live.next_kept, root=root)

    def _put_shoe_away(self, stage: Stage) -> None:
        """When the last player has gone the shoe is done with, and whoever played from it can check it."""
        live, rules = stage.live, stage.rules
        if rules is not None and not live.seats and not live.running and _keeps_shoe(live, rules):
            self._open_shoe(stage)

    def _open_shoe(self, stage: Stage) -> None:
        stage.happen([ShoeOpened(self._seed(stage.live).hex())])

    def _seed(self, live: Live) -> bytes:
        if live.shoe_id not in self.seeds:
            self.seeds = {live.shoe_id: self.key.seed(self.table, live.shoe, journal.sealed(live.shoe_id))}
        return self.seeds[live.shoe_id]

    def _chance(self, live: Live) -> draw.Draw:
        return draw.Draw(draw.key(self._seed(live), self.table, live.shoe, live.nonces))

    def _conceal(self, live: Live, seq: int, data: bytes) -> bytes:
        return draw.conceal(self._seed(live), self.table, seq, data)

    def _write(self, row: Row, stage: Stage, answers: list[Answer], seals: dict[int, bytes]) -> Served:
        assert self.place is not None
        due = self._due(stage)
        if not stage.entries:
            return Served(answers, [], {}, self.place, stage.at)
        stage.live = structs.replace(stage.live, due=due)
        ledger.write(stage.moves)
        journal.append(self.table, stage.at, stage.entries)
        journal.move_on(self.table, stage, due=due, nudge=clock.nudge_due(stage.live, stage.rules, stage.at))
        journal.project(row, stage, seals)
        done = self.place.done
        if any(isinstance(step.event, RoundEnded) for step in stage.steps):
            journal.keep(self.table, stage.live, self.key)
            done = {}
        place = Place(stage.live, stage.rules, row.currency, self.place.accounts, done)
        return Served(answers, stage.steps, stage.tellings(), place, stage.at, stage.accepted)

    def _keep(self, served: Served) -> Served:
        """After the commit, and only then, memory follows."""
        self.place = served.place
        served.place.done.update(served.fresh)
        return served

    def _remember(self, ids: list[tuple[int, UUID]]) -> None:
        assert self.place is not None
        self.place.done.update(journal.known(ids))


def _changed(live: Live, current: Rules) -> bool:
    """Have rule sheet or setting changed since the round was opened?"""
    return (current.sheet_id, current.setting_id) != (live.sheet_id, live.setting_id)


def _keeps_shoe(live: Live, rules: Rules) -> bool:
    """Is there a shoe that the next round is dealt from?"""
    return live.game is not None and not live.void and not live.seed and bool(rules.engine.keeps_shoe(live.game))


def _sweeping(asked: Sequence[Asked]) -> bool:
    return any(isinstance(a.wish, Nudge | Part) for a in asked)
