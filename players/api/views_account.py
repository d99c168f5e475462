"""The account, its wallets and limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from players.api import serializers
from players.api.base import PlayerView, operation, require_recent_authentication, validate
from players.api.errors import ApiError
from players.inbox.messaging import unread
from players.models import Person, Player
from players.play_records import UnfinishedRound, play_records
from players.protection import limits
from players.wallet import selectors
from players.wallet.cashier.at_tables import AtTables, at_tables


def wallets_data(player: Player, unfinished: Sequence[UnfinishedRound]) -> list[dict[str, Any]]:
    """The wallets, and beside each what lies at tables.  [903-B 6.3.2.3]"""
    lying = at_tables(player, unfinished)
    nothing = AtTables("", stakes=0, chips=0)
    return [
        {
            "currency": wallet.currency,
            "balance": wallet.balance,
            "in_play": lying.get(wallet.currency, nothing).stakes,
            "chips": lying.get(wallet.currency, nothing).chips,
        }
        for wallet in selectors.wallets_of(player)
    ]


class AccountView(PlayerView):
    @operation("Your account", response=serializers.AccountSerializer, tag="account")
    def get(self, request: Request) -> Response:
        player = self.player
        unfinished = play_records().unfinished_rounds(player.pk)
        return Response(
            {
                "alias": player.alias,
                "email": player.person.email,
                "language": player.person.language,
                "status": player.status,
                "since": player.since,
                "wallets": wallets_data(player, unfinished),
                "unfinished_rounds": [structs.asdict(open_round) for open_round in unfinished],
                "unread": unread(player),
            }
        )

    @operation(
        "Change the language of your account",
        body=serializers.AccountChange,
        response=serializers.AccountSerializer,
        tag="account",
    )
    def patch(self, request: Request) -> Response:
        language = validate(serializers.AccountChange, request.data)["language"]
        Person.objects.filter(pk=self.player.person_id).update(language=language)
        self.player.person.language = language
        return self.get(request)


class Wallets(PlayerView):
    @operation(
        "Your wallets: money first, then demonstration credits",
        response=serializers.Wallet(many=True),
        tag="wallet",
    )
    def get(self, request: Request) -> Response:
        unfinished = play_records().unfinished_rounds(self.player.pk)
        return Response(wallets_data(self.player, unfinished))


def limit_data(limit: limits.LimitStatus) -> dict[str, Any]:
    scheduled = limit.scheduled
    return {
        "kind": limit.kind,
        "period": limit.period,
        "value": limit.value,
        "used": limit.used,
        "left": limit.remaining,
        "resets": limit.resets,
        "coming": scheduled.pk if scheduled else None,
        "coming_value": scheduled.value if scheduled else None,
        "coming_from": scheduled.starts if scheduled else None,
    }


class LimitsView(PlayerView):
    @operation(
        "Your limits, and how much of each is used",
        response=serializers.LimitSerializer(many=True),
        tag="limits",
    )
    def get(self, request: Request) -> Response:
        return Response([limit_data(limit) for limit in limits.limit_statuses(self.player)])

    @operation(
        "Set a limit: a lower one applies at once, a higher one after a day",
        body=serializers.LimitChange,
        response=serializers.LimitSerializer(many=True),
        tag="limits",
    )
    def post(self, request: Request) -> Response:
        data = validate(serializers.LimitChange, request.data)
        require_recent_authentication(request)
        limits.set_limits(self.player, {(data["kind"], data["period"]): data["value"]}, request)
        return self.get(request)


class ComingLimit(PlayerView):
    @operation("Cancel a higher limit that is not in force yet", response=None, status=204, tag="limits")
    def delete(self, request: Request, id: int) -> Response:  # noqa: A002 (named in the documented URL)
        if not limits.cancel_limit(self.player, id, request):
            raise ApiError("not-found", status_code=404)
        return Response(status=204)
