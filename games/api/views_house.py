"""Rounds for systems of the house. They read with the token of a member of staff."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Sum
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import GameField
from games.models import Round, Stake
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
    test_staked = Cents(
        help_text="Whole cents of `staked` that test accounts staked. Reports leave them out."
    )
    test_returned = Cents(
        help_text="Whole cents of `returned` that test accounts received. Reports leave them out."
    )


def house_round_data(game_round: Round, test_sums: tuple[int, int]) -> dict[str, Any]:
    test_staked, test_returned = test_sums
    names = ("id", "number", "status", "opened", "ended", "outcome", "staked", "returned")
    table = game_round.table
    return {
        "table": table.pk,
        "system": table.system,
        "currency": table.currency,
        **{name: getattr(game_round, name) for name in names},
        "test_staked": test_staked,
        "test_returned": test_returned,
    }


def test_account_sums(rounds: Iterable[Round]) -> dict[int, tuple[int, int]]:
    """What test accounts staked and got back in these rounds, as of now: the reports use the same mark."""
    stakes = Stake.objects.filter(round__in=[game_round.pk for game_round in rounds], player__testing=True)
    back = Sum("back") + Sum("prize") - Sum("commission")
    sums = stakes.order_by().values_list("round").annotate(Sum("staked"), got=back)
    return {round_id: (staked, returned) for round_id, staked, returned in sums}


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
        of_tests = test_account_sums(rows)

        def data(row: Round) -> dict[str, Any]:
            return house_round_data(row, of_tests.get(row.pk, (0, 0)))

        return page_response(rows, data, lambda row: (row.ended, row.pk))
