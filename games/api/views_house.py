"""Rounds for systems of the house. They read with the token of a member of staff."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import GameField
from games.models import Round
from players.api.base import Cursor, StaffView, operation, page_of, page_response
from players.api.serializers import ApiSerializer, Cents
from players.api.views_house import ChangedSince, rows_since
from players.wallet.models import Currency


class HouseRound(ApiSerializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    table = serializers.IntegerField()
    system = GameField()
    currency = serializers.ChoiceField(Currency.choices)
    status = serializers.ChoiceField(Round.Status.choices)
    opened = serializers.DateTimeField(allow_null=True)
    ended = serializers.DateTimeField()
    outcome = serializers.CharField(allow_blank=True)
    staked = Cents()
    returned = Cents()


def house_round_data(game_round: Round) -> dict[str, Any]:
    names = ("id", "number", "status", "opened", "ended", "outcome", "staked", "returned")
    table = game_round.table
    return {
        "table": table.pk,
        "system": table.system,
        "currency": table.currency,
        **{name: getattr(game_round, name) for name in names},
    }


class HouseRounds(StaffView):
    right = "games.view_round"

    @operation(
        "Rounds of all tables by their end, for systems of the house",
        query=[ChangedSince, Cursor],
        response=page_of(HouseRound),
        tag="house",
    )
    def get(self, request: Request) -> Response:
        ended = Round.objects.filter(ended__isnull=False).select_related("table")
        rows = rows_since(request, ended, "ended")
        return page_response(rows, house_round_data, lambda row: (row.ended, row.pk))
