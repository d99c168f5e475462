"""The shapes of the API that speak of games: tables, rules, rounds."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.catalogue import game_choices
from games.models import Round, Table
from players.api.serializers import ApiSerializer, Cents
from players.wallet.models import Currency


class GameField(serializers.ChoiceField):
    """A game by its slug. Serializers copy their fields, so the choices are those of the catalogue at that
    moment.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(game_choices(), **options)


class LobbyChoice(ApiSerializer):
    system = GameField(required=False)
    currency = serializers.ChoiceField(Currency.choices, required=False)
    mode = serializers.ChoiceField(["multiple", "individual"], required=False)


class TableShape(ApiSerializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    system = GameField()
    currency = serializers.ChoiceField(Currency.choices)
    status = serializers.ChoiceField(Table.Status.choices)
    mode = serializers.CharField()
    minimum = Cents(allow_null=True)
    seated = serializers.IntegerField(help_text="The seats that are taken.")
    house_players = serializers.IntegerField(help_text="How many of them programs of the house have taken.")
    seats = serializers.IntegerField()
    reports_stopped = serializers.CharField(
        allow_blank=True,
        help_text="Why no bets for money are taken: `gateway`, `capture` or `safe`. Empty while they are.",
    )
    recent = serializers.ListField(child=serializers.CharField(), help_text="The last results, newest first.")


class TableTold(TableShape):
    round = serializers.IntegerField(help_text="The number of the round that runs.")
    sheet = serializers.IntegerField(help_text="The version of the rule sheet in force.")
    description = serializers.DictField(help_text="Limits and prizes of every bet, each with its rule.")


class RuleTextSerializer(ApiSerializer):
    id = serializers.CharField()
    wording = serializers.CharField()


class RuleShape(ApiSerializer):
    number = serializers.CharField()
    texts = RuleTextSerializer(many=True)


class SheetShape(ApiSerializer):
    version = serializers.IntegerField()
    reference = serializers.CharField(allow_blank=True, help_text="The regulator's.")
    since = serializers.DateTimeField(allow_null=True)
    digest = serializers.CharField()
    rules = serializers.DictField(help_text="The specific rules, field by field.")


class GameShape(ApiSerializer):
    system = GameField()
    name = serializers.CharField()
    sheet = SheetShape(
        allow_null=True, help_text="The rule sheet in force; null where the house offers none."
    )


class VersionLine(ApiSerializer):
    """One version of a game's specific rules; the last has no end."""

    version = serializers.IntegerField()
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    reference = serializers.CharField(allow_blank=True, help_text="The regulator's.")
    digest = serializers.CharField()
    address = serializers.CharField(help_text="Its page, which stays.")


class EdgeLine(ApiSerializer):
    """The part of a stake on a bet that the house keeps on average. Where the note names an error, the
    fraction is exact to that error.
    """

    bet = serializers.CharField()
    about = serializers.CharField(
        allow_blank=True, help_text="The packs, the wheel, the commission it is said for."
    )
    share = serializers.CharField(help_text="A fraction, such as 1/37.")
    note = serializers.CharField(
        allow_blank=True, help_text="How the figure came about, and its error where it has one."
    )


class LimitLine(ApiSerializer):
    name = serializers.CharField()
    cents = serializers.IntegerField(allow_null=True)
    instead = serializers.CharField(allow_blank=True, help_text="What is said where there is no amount.")


class LimitsOfTable(ApiSerializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    currency = serializers.CharField()
    mode = serializers.CharField()
    limits = LimitLine(many=True)


class FactLine(ApiSerializer):
    field = serializers.CharField()
    name = serializers.CharField()
    value = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    number = serializers.CharField()


class ChangeLine(ApiSerializer):
    name = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())


class VersionTold(VersionLine):
    system = GameField()
    facts = FactLine(many=True)
    changed = ChangeLine(many=True, help_text="What it changed of the version before it.")
    rules = serializers.DictField(help_text="The specific rules, field by field.")
    edges = EdgeLine(many=True, help_text="Empty while they are being computed.")


class RulesShape(GameShape):
    versions = VersionLine(many=True)
    edges = EdgeLine(many=True, help_text="Empty while they are being computed.")
    tables = LimitsOfTable(many=True)
    complaints = serializers.CharField(help_text="Where to complain.")
    regulation = serializers.CharField()
    published = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    rules = RuleShape(many=True)


class RoundLine(ApiSerializer):
    """A round in which you took part, and what it came to."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    table = serializers.IntegerField()
    table_name = serializers.CharField()
    system = GameField()
    currency = serializers.ChoiceField(Currency.choices)
    session = serializers.IntegerField()
    at = serializers.DateTimeField()
    status = serializers.ChoiceField(Round.Status.choices)
    outcome = serializers.CharField(
        allow_blank=True, help_text="Empty for a void round, and where no cards were dealt."
    )
    result = serializers.CharField(help_text="The result in words.")
    staked = Cents()
    back = Cents()
    prize = Cents()
    commission = Cents()
    held = Cents()


class RoundDetails(RoundLine):
    details = serializers.DictField(
        help_text="Bets, result, the reason of every figure, and all that is needed to check the draw."
    )


class FrequenciesShape(serializers.Serializer[Any]):
    """How often each result came out in the last rounds. It says nothing of the next one."""

    spans = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
