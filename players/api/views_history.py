"""Movements, sums, play sessions and statements."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from players.api import serializers
from players.api.base import PER_PAGE, Cursor, Mine, document, page_of, paged, place, read
from players.api.errors import Refusal
from players.history import totals
from players.history.models import Statement
from players.history.movements import Movement, Position, movements
from players.history.statements import statements_of
from players.history.totals import Choice
from players.models import PlaySession
from players.protection import play_time
from players.protection.models import RealityCheck
from players.shared import clock
from players.wallet import selectors
from players.wallet.transfer_kinds import transfer_kind_name


class Movements(Mine):
    @document(
        "The movements of a wallet, newest first",
        chooses=[serializers.MovementsChoice, Cursor],
        answer=page_of(serializers.Movement),
        tag="wallet",
    )
    def get(self, request: Request) -> Response:
        chosen = read(serializers.MovementsChoice, request.query_params)
        kind = chosen.pop("kind", "")
        where = place(request, 3)
        wallet = selectors.wallet_of(self.me, chosen["currency"])
        from_ = Position(datetime.fromisoformat(where[0]), UUID(where[1]), where[2]) if where else None
        found = movements(wallet, Choice(**chosen), kind, from_, limit=PER_PAGE + 1) if wallet else []

        def told(move: Movement) -> dict[str, Any]:
            return {
                "id": move.id,
                "at": move.at,
                "kind": move.kind,
                "said": transfer_kind_name(move.kind),
                "currency": chosen["currency"],
                "cents": move.cents,
                "before": move.before,
                "after": move.after,
                "round": move.round,
            }

        return paged(found, told, lambda move: (move.at, str(move.id), move.before))


class Totals(Mine):
    @document(
        "What a choice of your history comes to",
        chooses=[serializers.Record],
        answer=serializers.Sums,
        tag="history",
    )
    def get(self, request: Request) -> Response:
        choice = Choice(**read(serializers.Record, request.query_params))
        found = totals.played(self.me, choice)
        wallet = selectors.wallet_of(self.me, choice.currency)
        told = {
            "currency": choice.currency,
            "rounds": found.rounds,
            "staked": found.staked,
            "returned": found.returned,
            "net": found.net,
        }
        return Response({**told, "net_deposits": totals.net_deposits(wallet.pk) if wallet else 0})


def sitting_told(stay: PlaySession) -> dict[str, Any]:
    names = (
        "id",
        "table",
        "table_name",
        "system",
        "currency",
        "started",
        "ended",
        "cause",
        "rounds",
        "staked",
        "returned",
        "net",
    )
    return {name: getattr(stay, name) for name in names}


class Reality(Mine):
    @document(
        "Acknowledge a reality check at a table where you sit",
        asks=serializers.RealityAnswer,
        answer=serializers.RealityShape,
        tag="sessions",
    )
    def post(self, request: Request, id: int) -> Response:
        answer = read(serializers.RealityAnswer, request.data)["answer"]
        stay = get_object_or_404(PlaySession.objects.filter(player=self.me, ended=None), pk=id)
        if play_time.reality_acknowledge(self.me, id, answer, request) is None:
            raise Refusal("not-found", status_code=404)
        return Response(reality_told(self.me.pk, stay))


def reality_told(player: int, stay: PlaySession) -> dict[str, Any]:
    """When the table shows how long it has been: every so many minutes since the stay began or was last acknowledged."""
    every, now = play_time.reality_minutes(player), clock.now()
    seen = (
        RealityCheck.objects.filter(player=player, session=stay.pk)
        .order_by("-id")
        .values_list("at", flat=True)
        .first()
    )
    return {
        "every_minutes": every,
        "due": (seen or stay.started) + timedelta(minutes=every),
        "now": now,
        "elapsed_seconds": int((now - stay.started).total_seconds()),
    }


class Statements(Mine):
    @document(
        "Your monthly statements, newest first", answer=serializers.StatementShape(many=True), tag="history"
    )
    def get(self, request: Request) -> Response:
        return Response([statement_told(statement) for statement in statements_of(self.me)[:240]])


def statement_told(statement: Statement) -> dict[str, Any]:
    return {
        name: getattr(statement, name) for name in ("id", "month", "currency", "opening", "closing", "digest")
    }
