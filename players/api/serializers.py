"""The request and response bodies of the API.

Amounts are whole cents with their currency; times carry their offset.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from players.history.forms import EARLIEST, KINDS, LATEST
from players.inbox.models import Complaint
from players.languages import LANGUAGES
from players.models import Player, PlaySession
from players.play_records import UnfinishedRound
from players.protection.limits import KINDS as LIMITS
from players.protection.models import RealityCheck
from players.shared.whole_number_field import DIGITS
from players.wallet.models import Currency


class ApiSerializer(serializers.Serializer[Any]):
    """The base of every request and response body."""


MAX_INTEGER = 2**63 - 1


class WholeNumber(serializers.IntegerField):
    """A number that a client sends. The framework's field reads the text "5.000" as 5."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, str) and not DIGITS.fullmatch(data):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Cents(serializers.IntegerField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"help_text": "Whole cents.", **kwargs})


class Wallet(ApiSerializer):
    currency = serializers.ChoiceField(Currency.choices)
    balance = Cents(help_text="Whole cents. What lies at tables is not part of it.")
    in_play = Cents(help_text="Whole cents staked in rounds that have not ended.")
    chips = Cents(help_text="Whole cents in stacks at tables.")


class UnfinishedRoundSerializer(ApiSerializer):
    """What you have at stake in a round that has not ended."""

    table = serializers.IntegerField()
    table_name = serializers.CharField()
    system = serializers.CharField()
    currency = serializers.ChoiceField(Currency.choices)
    number = serializers.IntegerField(
        allow_null=True, help_text="Of the round at its table; null if the stake is kept for the next one."
    )
    since = serializers.DateTimeField()
    cents = Cents()
    state = serializers.ChoiceField([(state, state) for state in UnfinishedRound.STATES])


class AccountSerializer(ApiSerializer):
    alias = serializers.CharField()
    email = serializers.EmailField()
    language = serializers.ChoiceField(LANGUAGES)
    status = serializers.ChoiceField(Player.Status.choices)
    since = serializers.DateTimeField()
    wallets = Wallet(many=True)
    unfinished_rounds = UnfinishedRoundSerializer(many=True)
    unread = serializers.IntegerField(help_text="The number of unread messages; 100 means 100 or more.")


class AccountChange(ApiSerializer):
    language = serializers.ChoiceField(LANGUAGES)


class PeriodQuery(ApiSerializer):
    """A selection of a history by currency and days of Lisbon, both days included."""

    currency = serializers.ChoiceField(Currency.choices, required=False, default="EUR")
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for name in ("since", "until"):
            if name in attrs and not EARLIEST <= attrs[name] <= LATEST:
                raise serializers.ValidationError({name: [f"{EARLIEST} – {LATEST}"]})
        if "since" in attrs and "until" in attrs and attrs["since"] > attrs["until"]:
            raise serializers.ValidationError({"until": [f">= {attrs['since']}"]})
        return attrs


class RecordQuery(PeriodQuery):
    """A selection for one game or table."""

    system = serializers.SlugField(required=False, max_length=20)
    table = WholeNumber(required=False, min_value=1, max_value=MAX_INTEGER)


class MovementsQuery(PeriodQuery):
    kind = serializers.ChoiceField([(value, str(label)) for value, label in KINDS if value], required=False)


class MovementSerializer(ApiSerializer):
    id = serializers.UUIDField()
    at = serializers.DateTimeField()
    kind = serializers.CharField(help_text="The kind of movement, as a code.")
    description = serializers.CharField(help_text="The kind in the language of the session.")
    currency = serializers.ChoiceField(Currency.choices)
    cents = Cents(help_text="Positive: into the wallet. Negative: out of it.")
    before = Cents(allow_null=True, help_text="The balance before it; null if the list leaves movements out.")
    after = Cents(allow_null=True, help_text="The balance after it.")
    round = serializers.IntegerField(allow_null=True)


class HistoryTotals(ApiSerializer):
    currency = serializers.ChoiceField(Currency.choices)
    rounds = serializers.IntegerField()
    staked = Cents()
    returned = Cents()
    net = Cents()
    net_deposits = Cents(
        help_text="Deposits credited less withdrawals since the account was opened, also those on their way, "
        "whatever the selection. Corrections and an opening balance are not part of it."
    )


class SessionSummary(ApiSerializer):
    """A play session at a table."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    table_name = serializers.CharField()
    system = serializers.CharField()
    currency = serializers.ChoiceField(Currency.choices)
    started = serializers.DateTimeField()
    ended = serializers.DateTimeField(allow_null=True)
    cause = serializers.ChoiceField(PlaySession.Cause.choices, allow_blank=True)
    rounds = serializers.IntegerField()
    staked = Cents()
    returned = Cents()
    net = Cents()


class RealityCheckTimes(ApiSerializer):
    every_minutes = serializers.IntegerField()
    due = serializers.DateTimeField(help_text="When the table shows the next reality check.")
    now = serializers.DateTimeField(help_text="The time of the server.")
    elapsed_seconds = serializers.IntegerField()


class OpenSessionSerializer(SessionSummary):
    reality_check = RealityCheckTimes()


class RealityCheckAnswerSerializer(ApiSerializer):
    answer = serializers.ChoiceField(RealityCheck.Answer.choices)


class LimitSerializer(ApiSerializer):
    kind = serializers.ChoiceField([(kind, kind) for kind in LIMITS])
    period = serializers.ChoiceField([("day", "day"), ("week", "week"), ("month", "month")])
    value = serializers.IntegerField(
        allow_null=True, help_text="Cents, or minutes of time at the tables; null is no limit."
    )
    used = serializers.IntegerField()
    left = serializers.IntegerField(allow_null=True)
    resets = serializers.DateTimeField()
    coming = serializers.IntegerField(
        allow_null=True, help_text="The id of a higher limit that is not in force yet."
    )
    coming_value = serializers.IntegerField(allow_null=True)
    coming_from = serializers.DateTimeField(allow_null=True)


class LimitChange(ApiSerializer):
    kind = serializers.ChoiceField([(kind, kind) for kind in LIMITS])
    period = serializers.ChoiceField([("day", "day"), ("week", "week"), ("month", "month")])
    value = WholeNumber(min_value=0, max_value=10**12, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["period"] not in LIMITS[attrs["kind"]]:
            raise serializers.ValidationError({"period": [", ".join(LIMITS[attrs["kind"]])]})
        return attrs


class InboxMessage(ApiSerializer):
    """A message of the operator."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    read = serializers.DateTimeField(allow_null=True)
    subject = serializers.CharField()
    text = serializers.CharField(allow_blank=True)


class ComplaintSummary(ApiSerializer):
    number = serializers.CharField()
    category = serializers.ChoiceField(Complaint.Category.choices)
    round = serializers.IntegerField(allow_null=True)
    transfer = serializers.UUIDField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    table_name = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(Complaint.State.choices)
    opened = serializers.DateTimeField()
    due = serializers.DateTimeField()
    decided = serializers.DateTimeField(allow_null=True)
    outcome = serializers.ChoiceField(Complaint.Outcome.choices, allow_blank=True)


class ComplaintMessage(ApiSerializer):
    house = serializers.BooleanField()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class ComplaintThread(ComplaintSummary):
    words = ComplaintMessage(many=True)


class ComplaintReply(ApiSerializer):
    text = serializers.CharField(min_length=3, max_length=4000)


class NewComplaint(ComplaintReply):
    category = serializers.ChoiceField(Complaint.Category.choices)
    round = WholeNumber(required=False, allow_null=True, min_value=1, max_value=MAX_INTEGER)
    transfer = serializers.UUIDField(required=False, allow_null=True)
    table = WholeNumber(required=False, allow_null=True, min_value=1, max_value=MAX_INTEGER)


class MonthlyStatement(ApiSerializer):
    id = serializers.IntegerField()
    month = serializers.DateField(help_text="Its first day.")
    currency = serializers.ChoiceField(Currency.choices)
    opening = Cents()
    closing = Cents()
    digest = serializers.CharField()
