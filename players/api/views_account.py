"""The account, its wallets and limits."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from players.api import serializers
from players.api.base import Mine, confirmed, document, read
from players.api.errors import Refusal
from players.inbox.messaging import unread
from players.models import Person, Player
from players.protection import limits
from players.wallet import selectors


def wallets_told(player: Player) -> list[dict[str, Any]]:
    return [
        {"currency": wallet.currency, "balance": wallet.balance} for wallet in selectors.wallets_of(player)
    ]


class Account(Mine):
    @document("Your account", answer=serializers.Account, tag="account")
    def get(self, request: Request) -> Response:
        me = self.me
        return Response(
            {
                "alias": me.alias,
                "email": me.person.email,
                "language": me.person.language,
                "status": me.status,
                "since": me.since,
                "wallets": wallets_told(me),
                "unread": unread(me),
            }
        )

    @document(
        "Change the language of your account",
        asks=serializers.AccountChange,
        answer=serializers.Account,
        tag="account",
    )
    def patch(self, request: Request) -> Response:
        wanted = read(serializers.AccountChange, request.data)
        Person.objects.filter(pk=self.me.person_id).update(language=wanted["language"])
        self.me.person.language = wanted["language"]
        return self.get(request)


class Wallets(Mine):
    @document(
        "Your wallets: money first, demonstration credits after it",
        answer=serializers.Wallet(many=True),
        tag="wallet",
    )
    def get(self, request: Request) -> Response:
        return Response(wallets_told(self.me))


def limit_told(line: limits.Line) -> dict[str, Any]:
    coming = line.coming
    return {
        "kind": line.kind,
        "period": line.period,
        "value": line.value,
        "used": line.used,
        "left": line.left,
        "resets": line.resets,
        "coming": coming.pk if coming else None,
        "coming_value": coming.value if coming else None,
        "coming_from": coming.starts if coming else None,
    }


class Limits(Mine):
    @document("Your limits, and how much of each is used", answer=serializers.Limit(many=True), tag="limits")
    def get(self, request: Request) -> Response:
        return Response([limit_told(line) for line in limits.lines(self.me)])

    @document(
        "Set a limit: a lower one counts at once, a higher one after a day",
        asks=serializers.LimitWish,
        answer=serializers.Limit(many=True),
        tag="limits",
    )
    def post(self, request: Request) -> Response:
        wanted = read(serializers.LimitWish, request.data)
        confirmed(request)
        limits.limits_ask(self.me, {(wanted["kind"], wanted["period"]): wanted["value"]}, request)
        return self.get(request)


class ComingLimit(Mine):
    @document("Take back a higher limit that does not count yet", answer=None, status=204, tag="limits")
    def delete(self, request: Request, id: int) -> Response:
        if not limits.limit_cancel(self.me, id, request):
            raise Refusal("not-found", status_code=404)
        return Response(status=204)
