"""Movements, totals, reality checks and statements."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from players.api import serializers
from players.api.base import (
    PER_PAGE,
    Cursor,
    PlayerView,
    cursor_position,
    operation,
    page_of,
    page_response,
    validate,
)
from players.api.errors import ApiError
from players.history import totals
from players.history.models import Statement
from players.history.movements import Movement, MovementPosition, movements
from players.history.statements import statements_of
from players.history.totals import HistorySelection
from players.models import PlaySession
from players.protection import play_time
from players.protection.models import RealityCheck
from players.shared import clock
from players.wallet import selectors
from players.wallet.transfer_kinds import transfer_kind_name


class Movements(PlayerView):
    @operation(
        "The movements of a wallet, newest first",
        query=[serializers.MovementsQuery, Cursor],
        response=page_of(serializers.MovementSerializer),
        tag="wallet",
    )
    def get(self, request: Request) -> Response:
        parameters = validate(serializers.MovementsQuery, request.query_params)
        kind, currency = parameters.pop("kind", ""), parameters["currency"]
        cursor = cursor_position(request, 3)
        wallet = selectors.wallet_of(self.player, currency)
        position = (
            MovementPosition(datetime.fromisoformat(cursor[0]), UUID(cursor[1]), cursor[2])
            if cursor
            else None
        )
        rows = (
            movements(wallet, HistorySelection(**parameters), kind, position, limit=PER_PAGE + 1)
            if wallet
            else []
        )
        return page_response(
            rows,
            lambda movement: movement_data(movement, currency),
            lambda movement: (movement.at, str(movement.id), movement.before),
        )


def movement_data(movement: Movement, currency: str) -> dict[str, Any]:
    return {
        "id": movement.id,
        "at": movement.at,
        "kind": movement.kind,
        "description": transfer_kind_name(movement.kind),
        "currency": currency,
        "cents": movement.cents,
        "before": movement.before,
        "after": movement.after,
        "round": movement.round,
    }


class TotalsView(PlayerView):
    @operation(
        "The totals of a selection of your history",
        query=[serializers.RecordQuery],
        response=serializers.HistoryTotals,
        tag="history",
    )
    def get(self, request: Request) -> Response:
        choice = HistorySelection(**validate(serializers.RecordQuery, request.query_params))
        played = totals.played(self.player, choice)
        wallet = selectors.wallet_of(self.player, choice.currency)
        return Response(
            {
                "currency": choice.currency,
                "rounds": played.rounds,
                "staked": played.staked,
                "returned": played.returned,
                "net": played.net,
                "net_deposits": totals.net_deposits(wallet.pk) if wallet else 0,
            }
        )


def session_data(session: PlaySession) -> dict[str, Any]:
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
    return {name: getattr(session, name) for name in names}


class Reality(PlayerView):
    @operation(
        "Acknowledge a reality check at a table where you sit",
        body=serializers.RealityCheckAnswerSerializer,
        response=serializers.RealityCheckTimes,
        tag="sessions",
    )
    def post(self, request: Request, id: int) -> Response:  # noqa: A002 (named in the documented URL)
        answer = validate(serializers.RealityCheckAnswerSerializer, request.data)["answer"]
        session = get_object_or_404(PlaySession.objects.filter(player=self.player, ended=None), pk=id)
        if play_time.acknowledge_reality_check(self.player, id, answer, request) is None:
            raise ApiError("not-found", status_code=404)
        return Response(reality_check_data(self.player.pk, session))


def reality_check_data(player: int, session: PlaySession) -> dict[str, Any]:
    """The time of the next reality check: one interval after the last answer or the beginning of the
    session.
    """
    interval, now = play_time.reality_check_interval(player), clock.now()
    acknowledged = (
        RealityCheck.objects.filter(player=player, session=session.pk)
        .order_by("-id")
        .values_list("at", flat=True)
        .first()
    )
    return {
        "every_minutes": interval,
        "due": (acknowledged or session.started) + timedelta(minutes=interval),
        "now": now,
        "elapsed_seconds": int((now - session.started).total_seconds()),
    }


class Statements(PlayerView):
    @operation(
        "Your monthly statements, newest first",
        response=serializers.MonthlyStatement(many=True),
        tag="history",
    )
    def get(self, request: Request) -> Response:
        return Response([statement_data(statement) for statement in statements_of(self.player)[:240]])


def statement_data(statement: Statement) -> dict[str, Any]:
    return {
        name: getattr(statement, name) for name in ("id", "month", "currency", "opening", "closing", "digest")
    }
