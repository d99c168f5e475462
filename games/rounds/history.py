"""A player's own play: rounds, totals of a play session, the last round at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Max, Min, Q, QuerySet
from django.utils import timezone
from msgspec import Struct

from games.catalogue import GAMES
from games.models import Stake
from games.rounds.play_records import add_up
from games.rounds.proof.stored_proof import stored_proof
from games.rounds.replay import replay
from games.rules.engine import ExplanationLine
from games.tables.transport.client import query_croupier
from games.tables.transport.protocol import RequestRound
from players.identity.models import SignIn
from players.models import Player, PlaySession
from players.play_records import PlayTotals
from players.wallet.models import Account, Transfer
from players.wallet.selectors import balance_at


def rounds_of(
    player: Player, currency: str = "", system: str = "", session: int | None = None
) -> QuerySet[Stake]:
    """The rounds a player took part in, newest first."""
    stakes = Stake.objects.filter(player=player).select_related("round__table").order_by("-at", "-id")
    if currency:
        stakes = stakes.filter(round__table__currency=currency)
    if system:
        stakes = stakes.filter(round__table__system=system)
    return stakes if session is None else stakes.filter(session=session)


def session_totals(session: PlaySession) -> PlayTotals:
    """The totals of a play session: as it closed, or of its rounds so far.

    [AR-26] [FR-R27] [HE-67] [BJ-33] [PB-33] [CS-39]
    """
    if session.ended is not None:
        return PlayTotals(session.rounds, session.staked, session.returned)
    return add_up(rounds_of(session.player, session=session.pk))


class OtherTables(Struct, frozen=True):
    """Play of the same game at other tables during one visit."""

    tables: int
    totals: PlayTotals


def other_tables_in_visit(session: PlaySession) -> OtherTables:
    """Play of the same game in the same currency at other tables, in the visit of this play session (A52).

    A visit lasts from the sign-in before the play session to the next one. A guest has one visit.
    """
    sign_ins = SignIn.objects.filter(person__player=session.player_id)
    began = (
        sign_ins.filter(began__lte=session.started).order_by("-began").values_list("began", flat=True).first()
    )
    until = (
        sign_ins.filter(began__gt=session.ended or timezone.now())
        .order_by("began")
        .values_list("began", flat=True)
        .first()
    )
    sessions = PlaySession.objects.filter(
        player=session.player_id, system=session.system, currency=session.currency
    )
    sessions = sessions.exclude(table=session.table)
    if began is not None:
        sessions = sessions.filter(started__gte=began)
    if until is not None:
        sessions = sessions.filter(started__lt=until)
    tables = sessions.values("table").distinct().count()
    stakes = Stake.objects.filter(session__in=sessions.values("id"), player=session.player_id)
    return OtherTables(tables, add_up(stakes))


def balances_around(stake: Stake) -> tuple[int, int] | None:
    """The player's balance, and the stack if there is one, before the first bet and after the payment."""
    table = stake.round.table
    accounts = list(
        Account.objects.filter(kind=Account.Kind.WALLET, player=stake.player_id, currency=table.currency)
    )
    if GAMES[table.system].engine.between_players:
        accounts += Account.objects.filter(
            kind=Account.Kind.STACK, player=stake.player_id, table=table.pk, currency=table.currency
        )
    transfers = Transfer.objects.filter(
        Q(source__in=accounts) | Q(target__in=accounts), round=stake.round_id, **stake.round.within()
    )
    times = transfers.aggregate(first=Min("at"), last=Max("at"))
    if times["first"] is None:
        return None
    before = sum(balance_at(account, times["first"], inclusive=True) for account in accounts)
    return before, sum(balance_at(account, times["last"], inclusive=False) for account in accounts)


class PlayerRound(Struct, frozen=True):
    """A finished round as its player saw it, with the proof of its draw."""

    view: dict[str, Any]
    explanation: Sequence[ExplanationLine]
    proof: dict[str, Any] | None


def player_round(stake: Stake) -> PlayerRound:
    """The round from the record, or from the croupier if it is sealed.

    If the croupier does not reply, or the events are in the archive alone, only the result is known.
    """
    game_round = stake.round
    try:
        seat_replay = replay.replay_for_seat(game_round, stake.seat)
        return PlayerRound(seat_replay.view, seat_replay.explanation, stored_proof(game_round))
    except replay.RoundArchived:
        return PlayerRound({}, (), None)
    except replay.RoundSealed:
        reply = query_croupier(game_round.table_id, RequestRound(game_round.pk, player=stake.player_id))
        explanation = [
            ExplanationLine(line["code"], line["rule"], line["details"]) for line in reply.get("explain", [])
        ]
        return PlayerRound(reply.get("view", {}), explanation, reply.get("proof") or None)


def round_details(stake: Stake) -> dict[str, Any]:
    """Every essential element of a round: the result, the bets, what became of each, and by which rule.

    [AR-24] [FR-R25]
    """
    game_round = stake.round
    played = player_round(stake)
    balances = balances_around(stake)
    names = ("staked", "lost", "back", "prize", "held", "commission")
    result = {**{name: getattr(stake, name) for name in names}, **played.view.get("result", {})}
    lines = _with_rules(result.get("lines", []), played.explanation)
    colour = (
        GAMES[game_round.table.system].rounds.last_result(game_round.outcome).colour
        if game_round.outcome
        else ""
    )
    return {
        "round": game_round.number,
        "id": game_round.pk,
        "status": game_round.status,
        "ended": int(game_round.ended.timestamp() * 1000) if game_round.ended else None,
        "outcome": game_round.outcome,
        "colour": colour,
        "staked": stake.staked,
        "returned": stake.returned,
        "bets": played.view.get("bets", {}),
        "result": {**result, "lines": lines},
        "explain": [
            {"code": line.code, "rule": line.rule, "details": line.details} for line in played.explanation
        ],
        **({"verify": played.proof} if played.proof else {}),
        **({"balance": {"before": balances[0], "after": balances[1]}} if balances else {}),
    }


def _with_rules(
    lines: Sequence[dict[str, object]], explanation: Sequence[ExplanationLine]
) -> list[dict[str, object]]:
    """Each stake's line with its rule.

    If a line has none, the explanation has one for each line, in the same order.
    """
    if all("rule" in line for line in lines):
        return list(lines)
    rules = [line.rule for line in explanation if "place" in line.details]
    return [{**line, "rule": rule} for line, rule in zip(lines, rules, strict=True)]


def last_round(player: Player, table: int) -> dict[str, object] | None:
    """The last round of that table in which the player took part, even after leaving it.

    [AR-24] [FR-R25] [BJ-31] [PB-31] [CS-37] [HE-65]
    """
    stakes = Stake.objects.filter(player=player, round__table=table).select_related(
        "round__table", "round__sheet", "round__setting"
    )
    newest = stakes.order_by("-at", "-id").first()
    return round_details(newest) if newest is not None else None
