"""What people ask of a table, decided on a stage: each wish has its events, or is refused and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from msgspec import Struct, structs

from games.catalogue import GAMES
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier import journal
from games.tables.croupier.journal import Row
from games.tables.domain import deadlines, seat_queue
from games.tables.domain.events import ConnectionBack, ConnectionLost, Sat, Stayed
from games.tables.domain.pending_changes import Stage, barred_refusal
from games.tables.domain.state import Rules, seat_of
from games.tables.transport import protocol
from games.tables.transport.protocol import Do, Gone, Nudge, Part, Queue, Said, Sit, Stay, Unqueue
from players.wallet.ledger import account_open


class Guest(Struct, frozen=True):
    """What the house knows of somebody who wants to sit down."""

    player: int
    wallet: int
    alias: str
    session: int
    stack: int = 0
    partner: bool = False
    owes_terms: bool = False  # the terms published last were not accepted


GUESTS = """
SELECT p.id, a.id, p.alias, EXISTS (
    SELECT FROM identity_terms AS t
    WHERE t.version = (SELECT max(version) FROM identity_terms)
        AND NOT EXISTS (SELECT FROM identity_acceptance AS x WHERE x.player_id = p.id AND x.terms_id = t.version)
) FROM players_player AS p
JOIN wallet_account AS a ON a.player_id = p.id AND a.kind = 'wallet' AND a.currency = %s
WHERE p.id = ANY(%s)
"""


def guests(row: Row, table: int, players: list[int]) -> dict[int, Guest]:
    """Who wants to sit down, with their wallet in the table's currency, an id for the stay, and a stack where players need one."""
    if not players:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(GUESTS, [row.currency, players])
        found = cursor.fetchall()
    ids, stacks = journal.session_ids(len(found)), dict.fromkeys(players, 0)
    if GAMES[row.system].engine.between_players:
        stacks = {
            player: account_open(kind="stack", currency=row.currency, player=player, table=table)
            for player, *_ in found
        }
    return {
        player: Guest(player, wallet, alias, id, stacks[player], owes_terms=owes_terms)
        for (player, wallet, alias, owes_terms), id in zip(found, ids, strict=True)
    }


def digest(table: int, wish: Said) -> int:
    """What a wish asks, in eight bytes: the same id for anything else is refused.  It includes the table."""
    said = b"%d|%b" % (table, msgspec.json.encode(wish))
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "big", signed=True)


def sit(stage: Stage, wish: Sit, guest: Guest, rules: Rules, *, closed: bool) -> None:
    """Takes the seat that was asked for, or the lowest free one; who sits already stays there.  [AR-3e] [AR-27] [FR-3e] [FR-R28] [HE-9]"""
    if guest.player in stage.live.players:
        return
    if closed:
        raise Refused(Refusal.TABLE_CLOSED)
    if stage.currency == "EUR" and journal.lease_over():
        raise Refused(Refusal.NO_SESSIONS)
    if why := stage.standing(guest.player).barred:
        raise barred_refusal(why)
    if guest.owes_terms and stage.currency == "EUR":
        # A version that comes during a stay waits for the next one.
        raise barred_refusal("terms")
    seats = seat_queue.seats_of(rules)
    if seat_queue.free(stage.live, rules, guest.player) <= 0:
        raise Refused(Refusal.NO_SEAT, seats=seats)
    if seat_queue.by_session(rules) and not seat_queue.called(stage.live, guest.player):
        raise Refused(Refusal.NOT_REGISTERED, "HE-6b")  # [HE-6b]
    if wish.seat is not None and (wish.seat > seats or wish.seat in stage.live.seats):
        raise Refused(
            Refusal.NO_SEAT if wish.seat > seats else Refusal.PLACE_TAKEN, seats=seats, seat=wish.seat
        )
    free = wish.seat or next(seat for seat in range(1, seats + 1) if seat not in stage.live.seats)
    event = Sat(free, guest.player, guest.wallet, guest.alias, guest.session, guest.stack)
    stage.happen([event], player=guest.player, command=wish.id, digest=digest(stage.live.table, wish))


def leave(
    stage: Stage, player: int, cause: str, *, command: UUID | None = None, digest: int | None = None
) -> None:
    """Ends the stay: bets that were never launched go back, a stake that stands is waited for.  [AR-27] [FR-R28]"""
    seat = seat_of(stage.live, player)
    if events := withdrawal(stage, seat):
        stage.happen(events, player=player, command=command, digest=digest)
        command = digest = None
    stage.happen(
        deadlines.leave(stage.live, stage.rules, seat, cause), player=player, command=command, digest=digest
    )
    # Nobody waits for somebody who is gone: what he was to decide is decided as if his time were up.  [BJ-30] [CS-35]
    while seat in stage.live.seats and stage.live.running and seat in deciding(stage):
        assert stage.rules is not None
        stage.happen(stage.rules.engine.default_action(stage.live.game, seat), player=player)


def withdrawal(stage: Stage, seat: int) -> Sequence[Any]:
    """What the game gives back to somebody who leaves: bets that were never launched, a stack, a bet carried for him."""
    if stage.rules is None or stage.live.game is None:
        return ()
    return stage.rules.engine.withdraw(stage.live.game, seat)


def deciding(stage: Stage) -> Sequence[int]:
    return (
        stage.rules.engine.to_act(stage.live.game) if stage.rules is not None and stage.live.running else ()
    )


def depart(stage: Stage) -> None:
    """After a round: who asked to leave leaves, unless the rules carry a stake of theirs on. Nobody else is shown out here.  [HE-71]"""
    for seat, chair in list(stage.live.seats.items()):
        if chair.leaving:
            request_disconnect(stage, seat, chair.leaving)


def request_disconnect(stage: Stage, seat: int, cause: str) -> None:
    """The stay ends as far as it can: what the game gives back, and then the seat."""
    stage.happen(withdrawal(stage, seat), player=stage.live.seats[seat].player)
    stage.happen(deadlines.leave(stage.live, stage.rules, seat, cause), player=stage.live.seats[seat].player)


def stay(stage: Stage, wish: Stay, player: int) -> None:
    seat = seat_of(stage.live, player)
    if stage.live.seats[seat].nudge == "invited":
        stage.happen([Stayed(seat)], player=player, command=wish.id, digest=digest(stage.live.table, wish))


def do(stage: Stage, wish: Do, player: int, asked: int) -> None:
    """A command of the game, for the round it was meant for and for no other."""
    seat = seat_of(stage.live, player)
    live, rules = stage.live, stage.rules
    if live.seats[seat].leaving or rules is None or live.game is None:
        raise Refused(Refusal.NOT_NOW)
    try:
        command = rules.read(wish.do)
    except protocol.UNREADABLE as error:
        raise Refused(Refusal.UNREADABLE) from error
    if not isinstance(command, rules.engine.anytime_commands):
        if not live.running:
            raise Refused(Refusal.STALE if live.round > wish.round else Refusal.NOT_NOW, round=live.round)
        if wish.round != live.round:
            raise Refused(Refusal.STALE, round=live.round)
    stage.happen(
        rules.engine.act(live.game, seat, command), player=player, command=wish.id, digest=asked, own=True
    )


def part(stage: Stage, wish: Part) -> None:
    """Somebody who may no longer play gives up the seat: as if they had left, but with the cause that is named.

    The record decides, not the message: whoever may play stays.
    """
    if not stage.standing(wish.player).barred:
        return
    if stage.live.held:
        raise Refused(Refusal.ON_HOLD)
    leave(stage, wish.player, wish.cause)


def connection_lost(stage: Stage, wish: Gone) -> None:
    """Put on record, because whoever was away by himself before a fault of ours gets no new time for it.  [BJ-29] [CS-34] [HE-73]"""
    seat = stage.live.players.get(wish.player)
    if seat is not None and not stage.live.seats[seat].away:
        stage.happen([ConnectionLost(seat, min(wish.since, stage.at))], player=wish.player)


def connection_back(stage: Stage, player: int) -> None:
    seat = stage.live.players.get(player)
    if seat is not None and stage.live.seats[seat].away:
        stage.happen([ConnectionBack(seat)], player=player)


def aliases(players: Sequence[int]) -> dict[int, str]:
    """The names at the tables of those who may still play."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, alias FROM players_player WHERE id = ANY(%s) AND status = 'active'", [list(players)]
        )
        return dict(cursor.fetchall())


def wait(stage: Stage, wish: Queue | Unqueue, rules: Rules, player: int, alias: str, *, closed: bool) -> None:
    """In and out of the queue for a seat."""
    if isinstance(wish, Unqueue):
        events: list[Any] = list(seat_queue.unqueue(stage, player, "player"))
    elif closed:
        raise Refused(Refusal.TABLE_CLOSED)
    else:
        events = list(seat_queue.queue(stage, rules, player, alias))
    stage.happen(events, player=player, command=wish.id, digest=digest(stage.live.table, wish))


def nudge(stage: Stage, wish: Nudge) -> None:
    """The house's sweep: who has been invited and warned, and still does not bet, is shown out.  [AR-28a] [AR-28b] [AR-29] [FR-R30]"""
    rules = stage.rules
    if rules is None:
        return
    for seat, chair in list(stage.live.seats.items()):
        if chair.leaving:
            continue
        step = deadlines.nudges(stage.live, rules, seat, chair, stage.at)
        if step == "inactivity":
            leave(stage, chair.player, "inactivity")
        elif step is not None:
            stage.happen([step], player=chair.player)


def forgiven(stage: Stage, event: Any) -> Any:
    """The void of a round whose early prizes are partly spent: of those, only what the wallets hold goes back to the bank."""
    taken = dict(getattr(event, "prize_back", {}))
    for seat, cents in taken.items():
        there = (
            stage.left[stage.live.seats[seat].wallet] + event.back.get(seat, 0) + event.lost_back.get(seat, 0)
        )
        taken[seat] = min(cents, there)
    return structs.replace(event, prize_back={seat: cents for seat, cents in taken.items() if cents})


def rest_over_limit(stage: Stage) -> None:
    """At a table between players a whole stack may be bet in one hand: a player whose chips exceed a stake limit is dealt no cards.

    What a limit leaves has the chips of the stack taken off already.
    """
    rules = stage.rules
    assert rules is not None
    for seat, chair in stage.live.seats.items():
        standing = stage.standing(chair.player)
        reason = standing.barred or ("limit" if standing.over else "")
        if reason and rules.engine.stack(stage.live.game, seat):
            stage.happen(rules.engine.sit_out(stage.live.game, seat, reason), player=chair.player)
