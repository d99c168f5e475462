"""The shapes of the API that speak of games: tables, rules, rounds."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.models import Round, System, Table
from players.api.shapes import Cents, Shape
from players.wallet.models import Currency


class LobbyChoice(Shape):
    system = serializers.ChoiceField(System.choices, required=False)
    currency = serializers.ChoiceField(Currency.choices, required=False)
    mode = serializers.ChoiceField(["multiple", "individual"], required=False)


class TableShape(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    system = serializers.ChoiceField(System.choices)
    currency = serializers.ChoiceField(Currency.choices)
    status = serializers.ChoiceField(Table.Status.choices)
    mode = serializers.CharField()
    minimum = Cents(allow_null=True)
    seated = serializers.IntegerField()
    seats = serializers.IntegerField()
    recent = serializers.ListField(child=serializers.CharField(), help_text="The last results, newest first.")


class TableTold(TableShape):
    round = serializers.IntegerField(help_text="The number of the round that runs.")
    sheet = serializers.IntegerField(help_text="The version of the rule sheet in force.")
    description = serializers.DictField(help_text="Limits and prizes of every bet, each with its rule.")


class RuleText(Shape):
    id = serializers.CharField()
    said = serializers.CharField()


class RuleShape(Shape):
    number = serializers.CharField()
    texts = RuleText(many=True)


class SheetShape(Shape):
    version = serializers.IntegerField()
    reference = serializers.CharField(allow_blank=True, help_text="The regulator's.")
    since = serializers.DateTimeField(allow_null=True)
    digest = serializers.CharField()
    rules = serializers.DictField(help_text="The specific rules, field by field.")


class GameShape(Shape):
    system = serializers.ChoiceField(System.choices)
    name = serializers.CharField()
    sheet = SheetShape(allow_null=True, help_text="The rule sheet in force; null where the house offers none.")


class RulesShape(GameShape):
    regulation = serializers.CharField()
    published = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    rules = RuleShape(many=True)


class RoundLine(Shape):
    """A round in which you took part, and what it came to."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    table = serializers.IntegerField()
    table_name = serializers.CharField()
    system = serializers.ChoiceField(System.choices)
    currency = serializers.ChoiceField(Currency.choices)
    session = serializers.IntegerField()
    at = serializers.DateTimeField()
    status = serializers.ChoiceField(Round.Status.choices)
    outcome = serializers.CharField(allow_blank=True)
    staked = Cents()
    back = Cents()
    prize = Cents()
    commission = Cents()
    held = Cents()


class RoundTold(RoundLine):
    told = serializers.DictField(help_text="Bets, result, the reason of every figure, and all that is needed to check the draw.")


class FrequenciesShape(serializers.Serializer[Any]):
    """How often each result came out in the last rounds. It says nothing of the next one."""

    spans = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
