"""What a player may look up of their own play: rounds, the figures of a play session, the last round at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Max, Min, Q, QuerySet, Sum
from django.utils import timezone
from msgspec import Struct

from games.catalogue import GAMES
from games.models import Stake
from games.rounds import replay
from games.rounds.stored_proof import proof
from games.rules.engine import ExplanationLine
from games.tables.transport.client import ask
from games.tables.transport.protocol import Recall
from players.identity.models import SignIn
from players.models import Player, PlaySession
from players.wallet.models import Account, Transfer
from players.wallet.selectors import balance_at


class Totals(Struct, frozen=True):
    rounds: int
    staked: int
    returned: int

    @property
    def net(self) -> int:
        return self.returned - self.staked


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


def totals(stakes: QuerySet[Stake]) -> Totals:
    """Gains and losses over any choice of rounds.  [AR-25] [FR-R26] [HE-66] [BJ-32] [PB-32] [CS-38]"""
    sums = stakes.order_by().aggregate(
        staked=Sum("staked"), back=Sum("back"), prize=Sum("prize"), commission=Sum("commission")
    )
    figure = {name: value or 0 for name, value in sums.items()}
    return Totals(stakes.count(), figure["staked"], figure["back"] + figure["prize"] - figure["commission"])


def session_totals(session: PlaySession) -> Totals:
    """The figures of a stay: those it closed with, or those of its rounds so far.  [AR-26] [FR-R27] [HE-67] [BJ-33] [PB-33] [CS-39]"""
    if session.ended is not None:
        return Totals(session.rounds, session.staked, session.returned)
    return totals(rounds_of(session.player, session=session.pk))


class Elsewhere(Struct, frozen=True):
    """The same game at other tables in one visit."""

    tables: int
    totals: Totals


def elsewhere_in_visit(session: PlaySession) -> Elsewhere:
    """The same game in the same currency at other tables, in the visit to which this stay belongs (A52).

    A visit begins with the sign-in before the stay and goes on until the next one; people without an account have one visit.
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
    stays = PlaySession.objects.filter(
        player=session.player_id, system=session.system, currency=session.currency
    )
    stays = stays.exclude(table=session.table)
    if began is not None:
        stays = stays.filter(started__gte=began)
    if until is not None:
        stays = stays.filter(started__lt=until)
    tables = stays.values("table").distinct().count()
    return Elsewhere(
        tables, totals(Stake.objects.filter(session__in=stays.values("id"), player=session.player_id))
    )


def balances_around(stake: Stake) -> tuple[int, int] | None:
    """What the player held before the first bet of a round and after its payment. Where people bet from a stack, it is part of that."""
    table = stake.round.table
    accounts = list(
        Account.objects.filter(kind=Account.Kind.WALLET, player=stake.player_id, currency=table.currency)
    )
    if GAMES[table.system].engine.between_players:
        accounts += Account.objects.filter(
            kind=Account.Kind.STACK, player=stake.player_id, table=table.pk, currency=table.currency
        )
    moved = Transfer.objects.filter(Q(source__in=accounts) | Q(target__in=accounts), round=stake.round_id)
    hours = moved.aggregate(first=Min("at"), last=Max("at"))
    if hours["first"] is None:
        return None
    before = sum(balance_at(account, hours["first"], inclusive=True) for account in accounts)
    return before, sum(balance_at(account, hours["last"], inclusive=False) for account in accounts)


class Seen(Struct, frozen=True):
    """A finished round as its player saw it; `proof` is what it can be checked by."""

    view: dict[str, Any]
    explained: Sequence[ExplanationLine]
    proof: dict[str, Any] | None


def seen(stake: Stake) -> Seen:
    """Read from the record; what only the croupier can open is asked of the croupier. Without an answer there is the result alone."""
    round = stake.round
    try:
        told = replay.told(round, stake.seat)
        return Seen(told.view, told.explained, proof(round))
    except replay.Sealed:
        said = ask(round.table_id, Recall(round.pk, player=stake.player_id))
        explained = [
            ExplanationLine(line["code"], line["rule"], line["said"]) for line in said.get("explain", [])
        ]
        return Seen(said.get("view", {}), explained, said.get("proof") or None)


def round_told(stake: Stake) -> dict[str, Any]:
    """Every essential element of a round: the result, the bets, what each became and by which rule.  [AR-24] [FR-R25]"""
    round = stake.round
    told = seen(stake)
    around = balances_around(stake)
    names = ("staked", "lost", "back", "prize", "held", "commission")
    result = {**{name: getattr(stake, name) for name in names}, **told.view.get("result", {})}
    lines = _with_rules(result.get("lines", []), told.explained)
    return {
        "round": round.number,
        "id": round.pk,
        "status": round.status,
        "ended": int(round.ended.timestamp() * 1000) if round.ended else None,
        "outcome": round.outcome,
        "colour": GAMES[round.table.system].rounds.last_result(round.outcome).colour if round.outcome else "",
        "staked": stake.staked,
        "returned": stake.returned,
        "bets": told.view.get("bets", {}),
        "result": {**result, "lines": lines},
        "explain": [{"code": line.code, "rule": line.rule, "said": line.details} for line in told.explained],
        **({"verify": told.proof} if told.proof else {}),
        **({"balance": {"before": around[0], "after": around[1]}} if around else {}),
    }


def _with_rules(
    lines: Sequence[dict[str, Any]], explained: Sequence[ExplanationLine]
) -> list[dict[str, Any]]:
    """Each stake's line beside its rule. Where a line has no rule, the explanation has one for each line, in the same order."""
    if all("rule" in line for line in lines):
        return list(lines)
    reasons = [line.rule for line in explained if "place" in line.details]
    return [{**line, "rule": rule} for line, rule in zip(lines, reasons, strict=True)]


def last_round(player: Player, table: int) -> dict[str, Any] | None:
    """The last round of that table in which the player took part, also after leaving it.

    [AR-24] [FR-R25] [BJ-31] [PB-31] [CS-37] [HE-65]
    """
    stake = Stake.objects.filter(player=player, round__table=table).select_related(
        "round__table", "round__sheet", "round__setting"
    )
    newest = stake.order_by("-at", "-id").first()
    return round_told(newest) if newest is not None else None
