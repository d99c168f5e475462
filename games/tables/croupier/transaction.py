"""One table at one croupier: a transaction locks the row, decides everything that came together, writes it, and commits.

What is kept in memory between transactions is a cache, true only while the version under the lock says so. Nothing in it
changes before the commit, and nobody is answered before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

import structlog
from django.db import IntegrityError, OperationalError, transaction
from msgspec import Struct, structs

from games.models import Table
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal, Refused
from games.tables.bots import seating, strategy
from games.tables.croupier import journal
from games.tables.croupier.automatic_steps import House
from games.tables.croupier.journal import Place, Row
from games.tables.croupier.keys import SealKey
from games.tables.domain import commands, deadlines, recent_refusals, seat_queue
from games.tables.domain.events import Held, Released, RoundEnded
from games.tables.domain.pending_changes import Stage, Step
from games.tables.domain.recent_refusals import Declined
from games.tables.domain.state import Rules
from games.tables.transport.protocol import (
    Convene,
    Do,
    Gone,
    HouseWish,
    Leave,
    Nudge,
    Part,
    Queue,
    Release,
    Said,
    Seen,
    Share,
    Sit,
    Stay,
    Stop,
    Unqueue,
    Wish,
)
from players.protection.eligibility import Eligibility, eligibility_of
from players.wallet import ledger
from players.wallet.ledger import Balance

log = structlog.get_logger("croupier")
TRIES = 3
DEADLOCKS = (
    "40P01",
    "40001",
)  # deadlock found, serialisation failure: the transaction left nothing and is tried again


class Asked(Struct, frozen=True, gc=False):
    """A wish, and who wishes it: the player is the session's, never the message's."""

    player: int
    wish: Wish | HouseWish
    back: tuple[str, int]  # the web process and its socket, for the answer
    epoch: int = 0  # the credential epoch of the session that asks
    # The session that asks, by the digest of its proof. None: the caller itself answers for the player, as simulations do.
    session: str | None = None


class Answer(Struct, frozen=True, gc=False):
    """Accepted at that event, or refused; never both, and the same however often the same is asked."""

    asked: Asked
    version: int = 0
    refused: Refused | None = None
    share: str = ""  # the share that counts for whoever gave one: that of the window which was first


class Served(Struct, frozen=True):
    """What a committed transaction has to say."""

    answers: list[Answer]
    steps: list[Step]
    purses: dict[int, Balance]
    place: Place
    at: int
    fresh: dict[tuple[int, UUID], tuple[int, int]] = {}
    declined: dict[tuple[int, UUID], Declined] = {}


class NoSuchTable(Exception):
    pass


class Desk:
    def __init__(self, table: int, key: SealKey) -> None:
        self.table, self.key = table, key
        self.place: Place | None = None
        self.house = House(table, key)
        self.fault: int | None = (
            None  # since when a fault of ours may have kept people from this table; None where none did
        )
        self.recovered: int | None = None  # the fault that the transaction under way makes good
        self.remembered: dict[
            tuple[int, UUID], tuple[int, int]
        ] = {}  # from the record, by a transaction that found them in its way
        self.declined: dict[tuple[int, UUID], Declined] = {}

    def serve(self, asked: Sequence[Asked]) -> Served:
        """Decides what was asked, and takes the table's own next step if it is due; there is no answer before the commit."""
        for attempt in range(TRIES):
            try:
                with self._whole():
                    served = self._serve(asked)
                return self._keep(served)
            except IntegrityError as error:
                if "a_command_once" not in str(error) or attempt == TRIES - 1:
                    raise
                # An id that stands in the record already, from before this croupier's memory or from another table.
                self._remember([(a.player, a.wish.id) for a in asked if isinstance(a.wish, Said)])
            except OperationalError as error:
                if attempt == TRIES - 1 or getattr(error.__cause__, "sqlstate", None) not in DEADLOCKS:
                    raise
        raise AssertionError("unreachable")

    def note_fault(self, since: int) -> None:
        """A fault of ours, since that hour of the database, is made good by the next transaction."""
        self.fault = since if self.fault is None else min(self.fault, since)

    def hold(self, reason: str, asked: Sequence[Asked] = (), *, for_staff: str = "") -> Served:
        """Something is wrong that no rule foresees: nothing moves at this table until staff have looked."""
        with self._whole():
            stage, row, _ = self._begin([])
            self._stop(stage, reason, for_staff)
            answers = self._said_before(stage, [Answer(a, refused=Refused(Refusal.ON_HOLD)) for a in asked])
            served = self._write(row, stage, answers, {})
        return self._keep(served)

    def _stop(self, stage: Stage, reason: str, for_staff: str = "") -> None:
        """Onlookers are told the reason; what a program wrote of its own fault stands in the table's row, for the staff."""
        if not stage.live.held:
            stage.happen([Held(reason[:200])])
        journal.hold(self.table, (for_staff or reason)[:200])

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """One transaction. If it falls memory is what it was: what was read in it, accounts that it opened too, may be gone again."""
        was = self.place
        try:
            with transaction.atomic():
                yield
        except BaseException:
            self.place = was
            raise

    def look(self) -> Place:
        """The table as it stands, for a snapshot: the cache if nobody wrote since, else read anew."""
        if self.place is None or self.place.live.seq != journal.version(self.table):
            with self._whole():
                self._begin([])
        assert self.place is not None
        return self.place

    def _begin(self, asked: Sequence[Asked]) -> tuple[Stage, Row, dict[int, commands.Guest]]:
        row = journal.lock(self.table)
        if row is None:
            raise NoSuchTable(self.table)
        if self.place is None or self.place.live.seq != row.version:
            self.place = journal.load(self.table, row, self.key)
        place, at = self.place, journal.now()
        ripe = row.due is not None and row.due <= at
        chairs = place.live.seats
        whole = ripe or _sweeping(asked) or bool(strategy.seated(place.live))
        players = (
            place.live.players.keys() if whole else {a.player for a in asked} & place.live.players.keys()
        )
        # Who sits down may bet with the next word of the same transaction: that wallet is locked too.
        guests = commands.guests(
            row, self.table, list({a.player for a in asked if isinstance(a.wish, Sit | Queue | Unqueue)})
        )
        if ripe:
            guests |= seating.coming(row, place.live, place.rules)
        wallets = {chairs[place.live.players[player]].wallet for player in players} | {
            guest.wallet for guest in guests.values()
        }
        purses = ledger.lock(wallets)
        stage = Stage(
            place.live,
            place.rules,
            at=at,
            chain=row.chain,
            currency=row.currency,
            accounts=place.accounts,
            purses=purses,
            conceal=self.house.conceal,
        )
        return stage, row, guests

    def _serve(self, asked: Sequence[Asked]) -> Served:
        stage, row, guests = self._begin(asked)
        row, current = self._current(row)
        stage.rules = stage.rules or current
        seals: dict[int, bytes] = {}
        stage.standings = self._standings(stage, row, asked)
        self._recover(stage, row, current, seals)
        answers = self._said_before(stage, [self._answer(stage, row, current, guests, a) for a in asked])
        answers = self._store_shares(stage, answers)
        if row.status != Table.Status.HELD and (due := self._due(stage)) is not None and due <= stage.at:
            self._lock_the_rest(stage)
            self.house.step(stage, row, current, seals)
        if stage.live.queue and stage.rules is not None and not stage.live.held:
            seat_queue.call(stage, stage.rules)
        if stage.rules is not None and not stage.live.held:
            seating.attend(
                stage, stage.rules, guests.values(), closed=current is None or row.status != Table.Status.OPEN
            )
        self.house.put_shoe_away(stage)
        self.house.mind_the_door(stage, row)
        return self._write(row, stage, answers, seals)

    def _recover(self, stage: Stage, row: Row, current: Rules | None, seals: dict[int, bytes]) -> None:
        """After a fault of ours, before anything else: the round is void if too much time was lost, else clocks start anew.  [AR-20]"""
        live, rules, fault = stage.live, stage.rules, self.fault
        since = fault if fault is not None else deadlines.unattended_since(live, rules, stage.at)
        self.recovered = fault
        if rules is None or since is None or live.held or row.status == Table.Status.HELD:
            return  # whoever releases the table gives all time back
        if live.running and rules.engine.stakes(live.game) and deadlines.outage(live, rules, stage.at):
            self._lock_the_rest(stage)
            self.house.step(stage, row, current, seals)
        elif event := deadlines.renewal(live, rules, since, stage.at):
            stage.happen([event])

    def _current(self, row: Row) -> tuple[Row, Rules | None]:
        """What the next round is played under: the sheet in force, the setting, and only together if the one allows the other.

        While this transaction waited for the lock a new sheet may have come in force and the setting may have followed it: then both
        are read once more. A setting that the sheet in force does not allow is not played.
        """
        for last in (False, True):
            current = journal.rules(row.system, row.sheet, row.setting) if row.sheet and row.setting else None
            if current is None or journal.lawful(row.system, current.sheet_id, current.setting_id):
                return row, current
            if not last:
                row = journal.lock(self.table) or row
        return row, None

    @staticmethod
    def _lock_the_rest(stage: Stage) -> None:
        """What somebody asked made a step due at once, which may move the money of everybody who sits here."""
        missing = {chair.wallet for chair in stage.live.seats.values()} - stage.purses.keys()
        for wallet, balance in ledger.lock(missing).items():
            stage.purses[wallet], stage.left[wallet] = balance, balance.cents

    @staticmethod
    def _standings(stage: Stage, row: Row, asked: Sequence[Asked]) -> dict[int, Eligibility]:
        """Who may bet, and how much more: of everybody who asks for something, and of a whole table between players before a deal.

        With it, in the same query, whether the sessions that ask are live and belong to their players.
        """
        players = {
            a.player for a in asked if isinstance(a.wish, Do | Sit) or (a.player and a.session is not None)
        }
        players |= {a.wish.player for a in asked if isinstance(a.wish, Part)}
        rules, live = stage.rules, stage.live
        if (
            rules is not None
            and rules.engine.between_players
            and live.running
            and rules.engine.waiting_for(live.game) is Wait.BETS
        ):
            players |= live.players.keys()
        sessions = {a.session for a in asked if a.session}
        return eligibility_of(sorted(players), row.currency, sorted(sessions))

    def _answer(
        self, stage: Stage, row: Row, current: Rules | None, guests: dict[int, commands.Guest], asked: Asked
    ) -> Answer:
        wish, player = asked.wish, asked.player
        try:
            if player and asked.session is not None and asked.session not in stage.standing(player).sessions:
                raise Refused(Refusal.SIGNED_OUT)
            match wish:
                case Share():
                    self._share(stage, player, wish)
                case Nudge():
                    commands.nudge(stage, wish)
                case Stop():
                    self._stop(stage, wish.reason)
                case Part():
                    commands.part(stage, wish)
                case Gone():
                    commands.connection_lost(stage, wish)
                case Seen():
                    commands.connection_back(stage, wish.player)
                case Release():
                    if stage.live.held and row.status != Table.Status.HELD:
                        stage.happen([Released()])
                case Convene():
                    if current is not None:
                        seat_queue.convene(stage, current, wish, commands.aliases(wish.players))
                case Sit() | Leave() | Stay() | Do() | Queue() | Unqueue():
                    return self._wish(stage, row, current, guests, asked, wish)
                case _:
                    raise Refused(Refusal.UNREADABLE)
        except Refused as refused:
            return Answer(asked, refused=recent_refusals.bare(refused))
        return Answer(asked)

    def _said_before(self, stage: Stage, answers: list[Answer]) -> list[Answer]:
        """What is refused now, or changes nothing now, may have been accepted long ago: the same id gets the same answer for ever."""
        ids = [
            (a.asked.player, a.asked.wish.id)
            for a in answers
            if isinstance(a.asked.wish, Said)
            and (a.refused is not None or not self._done(stage, a.asked.player, a.asked.wish.id))
        ]
        known = journal.known(ids) if ids else {}
        return [self._again(answer, known) if known else answer for answer in answers]

    def _again(self, answer: Answer, known: dict[tuple[int, UUID], tuple[int, int]]) -> Answer:
        asked = answer.asked
        if not isinstance(asked.wish, Said) or (asked.player, asked.wish.id) not in known:
            return answer
        version, said = known[asked.player, asked.wish.id]
        if said != commands.digest(self.table, asked.wish):
            return Answer(asked, refused=Refused(Refusal.ID_REUSED))
        return Answer(asked, version=version)

    def _wish(
        self,
        stage: Stage,
        row: Row,
        current: Rules | None,
        guests: dict[int, commands.Guest],
        asked: Asked,
        wish: Said,
    ) -> Answer:
        player, said = asked.player, commands.digest(self.table, wish)
        if not player:
            raise Refused(Refusal.NOT_YOU)
        if (done := self._done(stage, player, wish.id)) is not None:
            if done[1] != said:
                raise Refused(Refusal.ID_REUSED)
            return Answer(asked, version=done[0])
        if isinstance(wish, Do | Sit) and stage.standing(player).epoch != asked.epoch:
            raise Refused(Refusal.SIGNED_OUT)
        if stage.live.held or row.status == Table.Status.HELD:
            raise Refused(Refusal.ON_HOLD)
        commands.connection_back(stage, player)
        version = stage.live.seq + 1
        match wish:
            case Sit():
                if player not in guests or current is None:
                    raise Refused(Refusal.NOT_YOU if current else Refusal.TABLE_CLOSED)
                commands.sit(
                    stage,
                    wish,
                    guests[player],
                    stage.rules or current,
                    closed=row.status != Table.Status.OPEN,
                )
            case Leave():
                commands.leave(stage, player, "player", command=wish.id, digest=said)
            case Stay():
                commands.stay(stage, wish, player)
            case Queue() | Unqueue():
                if player not in guests or current is None:
                    raise Refused(Refusal.NOT_YOU if current else Refusal.TABLE_CLOSED)
                commands.wait(
                    stage,
                    wish,
                    stage.rules or current,
                    player,
                    guests[player].alias,
                    closed=row.status != Table.Status.OPEN,
                )
            case Do():
                self._play(stage, wish, player, said)
        return Answer(asked, version=version if stage.live.seq >= version else stage.live.seq)

    def _play(self, stage: Stage, wish: Do, player: int, said: int) -> None:
        """A command of the game, unless it is a copy of one that was refused: that is refused alike."""
        key = (player, wish.id)
        if before := stage.declined.get(key) or self.declined.get(key):
            raise before.repeat(said)
        try:
            commands.do(stage, wish, player, said)
        except Refused as refused:
            stage.declined[key] = Declined(said, recent_refusals.bare(refused), stage.at)
            raise

    def _done(self, stage: Stage, player: int, id: UUID) -> tuple[int, int] | None:
        """Whether this wish was accepted before: in this round, in this very transaction, or as the record told."""
        assert self.place is not None
        return (
            stage.accepted.get((player, id))
            or self.place.done.get((player, id))
            or self.remembered.get((player, id))
        )

    @staticmethod
    def _share(stage: Stage, player: int, wish: Share) -> None:
        """One share for each player: the first that any of their windows gives."""
        live = stage.live
        if player in live.players and wish.round == live.next_round and not live.next_kept:
            stage.shares.setdefault(player, wish.nonce)

    @staticmethod
    def _store_shares(stage: Stage, answers: list[Answer]) -> list[Answer]:
        """Every window hears which share counts, so that it can check the draw by it: the stored one, whoever opens the bets."""
        if not stage.shares:
            return answers
        counted = journal.store_shares(stage.live.next_id, stage.shares)
        answered = []
        for answer in answers:
            wish = answer.asked.wish
            if isinstance(wish, Share) and wish.round == stage.live.next_round:
                answer = structs.replace(answer, share=counted.get(answer.asked.player, ""))
            answered.append(answer)
        return answered

    def _due(self, stage: Stage) -> int | None:
        """When the next step is due: as it stood, unless what the hour depends on has changed."""
        assert self.place is not None
        live, was = stage.live, self.place
        if live.due is not None and deadlines.moment(live, stage.rules) == deadlines.moment(
            was.live, was.rules
        ):
            return live.due
        return deadlines.due(live, stage.rules, stage.at)

    def _write(self, row: Row, stage: Stage, answers: list[Answer], seals: dict[int, bytes]) -> Served:
        assert self.place is not None
        due = self._due(stage)
        if not stage.entries:
            return Served(answers, [], {}, self.place, stage.at, declined=stage.declined)
        stage.live = structs.replace(stage.live, due=due)
        ledger.write(stage.moves)
        journal.append(self.table, stage.at, stage.entries)
        journal.move_on(
            self.table, stage, due=due, nudge=deadlines.nudge_due(stage.live, stage.rules, stage.at)
        )
        journal.project(row, stage, seals)
        done = self.place.done
        if any(isinstance(step.event, RoundEnded) for step in stage.steps):
            journal.keep(self.table, stage.live, self.key)
            done = {}
        place = Place(stage.live, stage.rules, row.currency, self.place.accounts, done)
        return Served(answers, stage.steps, stage.tellings(), place, stage.at, stage.accepted, stage.declined)

    def _keep(self, served: Served) -> Served:
        """After the commit, and only then, memory follows."""
        self.place = served.place
        if self.fault == self.recovered:  # unless another was noticed meanwhile
            self.fault = None
        served.place.done.update(self.remembered | served.fresh)
        self.remembered = {}
        recent_refusals.keep(self.declined, served.declined, served.at)
        return served

    def _remember(self, ids: list[tuple[int, UUID]]) -> None:
        self.remembered |= journal.known(ids)


def _sweeping(asked: Sequence[Asked]) -> bool:
    return any(isinstance(a.wish, Nudge | Part) for a in asked)
