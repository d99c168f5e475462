"""One table in a croupier's memory: what waits for its desk, and what it still has to tell."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any

import msgspec
import structlog
from django.db import Error, InterfaceError, OperationalError, connection
from msgspec import structs

from games.rounds.disclosure import recalled
from games.rounds.receipts import receipt
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier.audience import Audience
from games.tables.croupier.broadcast import EVERY, Told
from games.tables.croupier.chat import Talk
from games.tables.croupier.journal import Place
from games.tables.croupier.keys import SealKey
from games.tables.croupier.metrics import Meters
from games.tables.croupier.transaction import Answer, Asked, Desk, NoSuchTable, Served
from games.tables.domain import deadlines
from games.tables.domain.events import RoundEnded
from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import Carried, Frames
from players.identity.proven_sessions import Holder, holders_of
from players.identity.session_store import proof_digest
from players.wallet import ledger
from players.wallet.ledger import Balance

log = structlog.get_logger("croupier")
MOST = 400  # wishes decided in one transaction
HOUSE = envelope.HOUSE
AGAIN = 0.5  # seconds before a step that the database did not let happen is tried again
Question = protocol.Recall | protocol.Receipt
Say = Callable[[list[tuple[str, bytes]]], None]


class Station:
    def __init__(
        self,
        table: int,
        key: SealKey,
        say: Say,
        meters: Meters | None = None,
        database_failed: Callable[[], None] | None = None,
        audience: Audience | None = None,
    ) -> None:
        self.table, self.say, self.meters, self.database_failed = (
            table,
            say,
            meters or Meters(),
            database_failed,
        )
        self.desk, self.told, self.talk = Desk(table, key), Told(), Talk()
        self.audience = audience or Audience()
        self.waiting: deque[tuple[str, Carried]] = deque()
        self.busy = False
        self.step = False
        self.flushed = 0.0
        self.due: float | None = None  # when to ring for the next step, by this process's own clock
        self.rung_for: int | None = None  # the hour of the database that the bell is set for
        self.frame_set = False
        self.used = time.monotonic()
        self._purses: dict[int, Balance] = {}

    def work(self) -> None:
        begun = time.monotonic()
        try:
            self._work()
        finally:
            self.meters.turn(time.monotonic() - begun)

    def _work(self) -> None:
        """One turn: what waits is decided and told. Runs in a worker's thread, one at a time for a table."""
        waiting = [self.waiting.popleft() for _ in range(min(MOST, len(self.waiting)))]
        step, self.step = self.step, False
        waiting, talk = _talk(waiting)
        looks, asked, answers, recalls = _sort(waiting)
        try:
            if asked or step:
                served, decided = self._serve(asked)
                answers += decided
                self.meters.wishes += len(decided)
                self.meters.refused += sum(answer.refused is not None for answer in decided)
                if served is not None:
                    self._plan(served, again=step)
            holders = self._holders([*looks, *recalls, *((web, carried) for web, carried, _ in talk)])
            self._tell(answers, [(web, _proven(carried, holders)) for web, carried in looks])
            self._recall(recalls, holders)
            self._chat([(web, _proven(carried, holders), wish) for web, carried, wish in talk])
        except Error as error:  # the database is away, or sent us away: nothing happened, and who hears nothing asks again
            log.warning("database away", table=self.table, exc_info=True)
            connection.close()
            if _connection_failed(error):
                self.desk.note_fault(wall())
                if self.database_failed is not None:
                    self.database_failed()
            self.due = time.monotonic() + AGAIN

    @staticmethod
    def _holders(waiting: list[tuple[str, Carried]]) -> dict[str, Holder]:
        """Whose sessions these are. Commands of the game are not among them: their sessions are checked in their transaction."""
        return holders_of({proof_digest(carried.proof) for _, carried in waiting if carried.proof})

    def _serve(self, asked: list[Asked]) -> tuple[Served | None, list[Answer]]:
        try:
            served = self.desk.serve(asked)
            return served, served.answers
        except NoSuchTable:
            return None, [Answer(a, refused=Refused(Refusal.TABLE_CLOSED)) for a in asked]
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:  # a fault of ours, a law of the database that it met too: the table stops, before it can do harm
            log.exception("table on hold", table=self.table)
            self.meters.faults += 1
            held = self.desk.hold("system", asked, for_staff=f"{type(error).__name__}: {error}")
            return held, held.answers

    def _plan(self, served: Served, *, again: bool) -> None:
        """Sets the bell, once for each hour, and again where it rang a moment before the database's clock."""
        live = served.place.live
        self.used = time.monotonic()
        if live.due is not None and (live.due != self.rung_for or again):
            self.rung_for, self.due = live.due, self.used + max(1, live.due - served.at) / 1000
        if self.told.version < 0:
            self.told.start(served.place)
        for step in served.steps:
            if isinstance(step.event, RoundEnded):
                self.meters.rounds += 1
                self.meters.void += bool(step.event.void)
        self.told.note(served)
        self._purses |= served.purses

    def _chat(self, talk: list[tuple[str, Carried, protocol.Chat]]) -> None:
        """What people say to each other goes out as it comes, and changes nothing at the table."""
        for web, carried, wish in talk:
            place = self._caught_up()
            try:
                line = self.talk.say(place, wish, carried.player)
            except Refused as refused:
                frame = protocol.no(wish.id, refused.code.value, refused.rule, refused.details)
            else:
                frame = protocol.ok(wish.id, place.live.seq)
                if line:
                    frames = envelope.encode(Frames(self.told.version, line, {}))
                    self.say([(envelope.table_channel(self.table), frames)])
            self.say([(envelope.web_channel(web), envelope.encode([(carried.socket, frame)]))])

    def _recall(self, recalls: list[tuple[str, Carried]], holders: dict[str, Holder]) -> None:
        """Finished rounds as a player saw them, and receipts. An error with one question concerns no other."""
        for back, carried in recalls:
            wish = protocol.read_house(carried.said)
            assert isinstance(wish, Question)
            try:
                if not _may_ask(wish, carried, holders):
                    told: dict[str, Any] = {}
                elif isinstance(wish, protocol.Recall):
                    told = recalled(self.table, wish, self.desk.key)
                else:
                    told = receipt(self.table, wish.event, wish.player, self.desk.key)
            except Error:
                raise
            except Exception:
                log.exception("question not answered", table=self.table)
                told = {}
            self.say([(envelope.web_channel(back), msgspec.json.encode(told))])

    def _tell(self, answers: list[Answer], looks: list[tuple[str, Carried]]) -> None:
        """After the commit: the answers, the balances, and what the table shows."""
        out: list[tuple[str, bytes]] = []
        replies: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
        for answer in answers:
            web, socket = answer.asked.back
            if answer.refused is None:
                self.audience.note(answer.asked.player, envelope.process_of(web))
            if frame := reply(answer):
                replies[web].append((socket, frame))
        place = self._caught_up() if looks else self.desk.place
        if (
            place is not None
            and self.told.dirty
            and (looks or self.told.urgent or time.monotonic() - self.flushed >= EVERY)
        ):
            out.append(self._flush(place))
        if place is not None and looks:
            purses = ledger.wallets(
                {carried.player for _, carried in looks if carried.player}, place.currency
            )
            for web, carried in looks:
                self._seen(place, carried.player)
                self.audience.note(carried.player, envelope.process_of(web))
                frame = self.told.snapshot(place, carried.player, wall(), purses.get(carried.player))
                replies[web].append((carried.socket, frame))
        out += [(envelope.web_channel(web), envelope.encode(frames)) for web, frames in replies.items()]
        # With the table's next frame, which everybody whose balance moved is owed: a player in a hurry is told once, not per bet.
        if self._purses and not self.told.dirty:
            purses_told = {
                player: protocol.purse(balance.moves, balance.cents)
                for player, balance in self._purses.items()
            }
            out.append((envelope.PEOPLE, envelope.encode(purses_told)))
            self._purses = {}
        if out:
            self.say(out)

    @property
    def decision_open(self) -> bool:
        """By this process's memory: does somebody at the table have to decide something?"""
        place = self.desk.place
        return place is not None and deadlines.decision_open(place.live, place.rules)

    def _seen(self, place: Place, player: int) -> None:
        """Somebody whose connection was lost asks for the table again: that is put on record in the next turn."""
        seat = place.live.players.get(player)
        if seat is not None and place.live.seats[seat].away:
            self.waiting.append(
                (HOUSE, Carried(0, 0, self.table, msgspec.json.encode(protocol.Seen(player))))
            )

    def _caught_up(self) -> Place:
        """The table as the database has it now; what another croupier wrote meanwhile counts as still to be told."""
        place = self.desk.look()
        if self.told.version < 0:
            self.told.start(place)
        else:
            self.told.went_on(place.live.seq)
        return place

    def _flush(self, place: Place) -> tuple[str, bytes]:
        self.flushed, self.frame_set = time.monotonic(), False
        return envelope.table_channel(self.table), envelope.encode(self.told.frames(place, wall()))


def _connection_failed(error: Error) -> bool:
    """Is the database away? A question that it refuses is no fault of the house: nobody gets new time by asking nonsense."""
    state = getattr(error.__cause__, "sqlstate", None)
    return isinstance(error, InterfaceError) or (
        isinstance(error, OperationalError) and (state is None or state.startswith(("08", "57P")))
    )


def wall() -> int:
    return int(time.time() * 1000)


Sorted = tuple[list[tuple[str, Carried]], list[Asked], list[Answer], list[tuple[str, Carried]]]


def _talk(
    waiting: list[tuple[str, Carried]],
) -> tuple[list[tuple[str, Carried]], list[tuple[str, Carried, protocol.Chat]]]:
    """What is said to the others, apart from what is asked of the table."""
    rest, talk = [], []
    for web, carried in waiting:
        if b'"chat"' not in carried.said:
            rest.append((web, carried))
            continue
        try:
            wish = protocol.read(carried.said)
        except msgspec.DecodeError:
            wish = None
        if isinstance(wish, protocol.Chat) and carried.player:
            talk.append((web, carried, wish))
        else:
            rest.append((web, carried))
    return rest, talk


def _sort(waiting: list[tuple[str, Carried]]) -> Sorted:
    """Reads what was said: wishes to decide, looks to answer, and what cannot be read, refused at once."""
    looks: list[tuple[str, Carried]] = []
    asked: list[Asked] = []
    answers: list[Answer] = []
    recalls: list[tuple[str, Carried]] = []
    for web, carried in waiting:
        back = (web, carried.socket)
        try:
            wish = (
                protocol.read_house(carried.said) if envelope.is_house(web) else protocol.read(carried.said)
            )
        except protocol.UNREADABLE:
            answers.append(
                Answer(Asked(carried.player, protocol.Look(), back), refused=Refused(Refusal.UNREADABLE))
            )
            continue
        if isinstance(wish, protocol.Look):
            looks.append((web, carried))
        elif isinstance(wish, protocol.Recall | protocol.Receipt):
            recalls.append((web, carried))
        else:
            session = None if carried.proof is None else proof_digest(carried.proof)
            asked.append(Asked(carried.player, wish, back, carried.epoch, session))
    return looks, asked, answers, recalls


def _proven(carried: Carried, holders: dict[str, Holder]) -> Carried:
    """The message as that of its player if the session is theirs, otherwise as that of an onlooker."""
    if carried.proof is None or not carried.player:
        return carried
    holder = holders.get(proof_digest(carried.proof))
    is_theirs = holder is not None and holder.player == carried.player
    return carried if is_theirs else structs.replace(carried, player=0)


def _may_ask(wish: Question, carried: Carried, holders: dict[str, Holder]) -> bool:
    """A player asks for their own rounds and receipts; a person of the staff asks under their own name."""
    if carried.proof is None:
        return True
    holder = holders.get(proof_digest(carried.proof))
    if holder is None:
        return False
    if wish.player:
        return holder.player == wish.player
    return isinstance(wish, protocol.Recall) and holder.person == wish.person


def reply(answer: Answer) -> bytes | None:
    """The frame that answers whoever asked; nothing for what has no answer."""
    wish = answer.asked.wish
    id = getattr(wish, "id", None)
    if answer.refused is not None:
        refused = answer.refused
        return protocol.no(id, refused.code.value, refused.rule, refused.details)
    if isinstance(wish, protocol.Share):
        return protocol.share(wish.round, answer.share)
    return None if id is None else protocol.ok(id, answer.version)
