"""Payments for systems of the house. They read with the token of a member of staff."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.base import (
    PER_PAGE,
    Cursor,
    StaffView,
    cursor_position,
    operation,
    page_of,
    page_response,
    validate,
)
from players.api.serializers import ApiSerializer, Cents
from players.shared import clock
from players.wallet.cashier.models import Payment

DEFAULT_SPAN = timedelta(days=1)


class ChangedSince(ApiSerializer):
    since = serializers.DateTimeField(
        required=False, help_text="From this moment on, oldest first; the last 24 hours without it."
    )


class HousePayment(ApiSerializer):
    id = serializers.UUIDField()
    player = serializers.IntegerField(help_text="The number of the player. No name is part of this list.")
    testing = serializers.BooleanField(
        help_text="Whether it is a test account, as of now. Reports leave these out."
    )
    direction = serializers.ChoiceField(Payment.Direction.choices)
    method = serializers.CharField(help_text="The payment method, as a code; empty if none was recorded.")
    instrument = serializers.CharField(help_text="With what it was paid, no more than four digits of a card.")
    reference = serializers.CharField(help_text="The number at the payment service.")
    cents = Cents()
    status = serializers.ChoiceField(Payment.Status.choices)
    made = serializers.DateTimeField()
    changed = serializers.DateTimeField()


def rows_since(request: Request, rows: QuerySet[Any], moment: str) -> list[Any]:
    """One page of rows by the moment named, and one row more; a later page begins where the cursor says."""
    position = cursor_position(request, 2)
    if position is not None:
        at, key = datetime.fromisoformat(position[0]), position[1]
        rows = rows.filter(Q(**{f"{moment}__gt": at}) | Q(**{moment: at, "pk__gt": key}))
    else:
        since = validate(ChangedSince, request.query_params).get("since", clock.now() - DEFAULT_SPAN)
        rows = rows.filter(**{f"{moment}__gte": since})
    return list(rows.order_by(moment, "pk")[: PER_PAGE + 1])


def payment_data(payment: Payment) -> dict[str, Any]:
    names = (
        "id", "direction", "method", "instrument", "reference", "cents", "status", "made", "changed",
    )  # fmt: skip
    player = {"player": payment.player_id, "testing": payment.player.testing}
    return {**player, **{name: getattr(payment, name) for name in names}}


class HousePayments(StaffView):
    right = "cashier.view_payment"

    @operation(
        "Payments of all players by their last change, for systems of the house",
        query=[ChangedSince, Cursor],
        response=page_of(HousePayment),
        tag="house",
    )
    def get(self, request: Request) -> Response:
        rows = rows_since(request, Payment.objects.select_related("player"), "changed")
        return page_response(rows, payment_data, lambda payment: (payment.changed, str(payment.pk)))
