"""The sample data of the demonstration: sign-ins, tables and rule sheets."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from msgspec import Struct

from games.draw.beacon import SANDBOX_NAME

DOMAIN = "feltro.example"  # a reserved domain, which receives no mail


class Staff(Struct, frozen=True):
    name: str
    role: str
    password: str

    @property
    def email(self) -> str:
        return f"{self.name}@{DOMAIN}"


class DemoPlayer(Struct, frozen=True):
    alias: str
    password: str
    cents: int

    @property
    def email(self) -> str:
        return f"{self.alias.lower()}@{DOMAIN}"


class DemoTable(Struct, frozen=True):
    name: str
    system: str
    setting: dict[str, Any]
    currency: str = "EUR"

    @property
    def has_past(self) -> bool:
        """Whether a lively demonstration plays its past here: for money, and not in sessions at an hour."""
        return self.currency == "EUR" and self.setting.get("regime") != "session"


PASSWORD = "mesa-{}-2015"
PLAYERS = tuple(
    DemoPlayer(alias, PASSWORD.format(alias.lower()), euros * 100)
    for alias, euros in (("Ana", 2000), ("Bruno", 1500), ("Carla", 1000), ("David", 750), ("Eva", 500))
)
DEMO_CREDITS = 500_000
STAFF = (
    Staff("direcao", "management", PASSWORD.format("direcao")),
    *(
        Staff(name, role, PASSWORD.format(name))
        for name, role in (
            ("autor", "rules author"),
            ("aprovador", "rules approver"),
            ("regulador", "regulator"),
            ("conformidade", "compliance reader"),
            ("mesas", "table manager"),
            ("caixa", "cashier"),
            ("apoio", "support"),
            ("identidade", "identity officer"),
            ("auditoria", "auditor"),
            ("oficial", "compliance officer"),
        )
    ),
)
AMERICAN, FRENCH = "american-roulette", "french-roulette"
SINGLE_PLAYER = {"mode": "individual", "seats": 1}
WHEEL = {"betting_seconds": 20, "rest_seconds": 12, "seats": 40}
JACKPOT = {
    "bet": 100,
    "contribution": 80,
    "minimum": 500_000,
    "fixed": {
        "royal_flush": 500_000,
        "straight_flush": 50_000,
        "four_of_a_kind": 5_000,
        "full_house": 1_000,
        "flush": 500,
    },
}
BLACKJACK = {
    "minimum": 500,
    "maximum": 20_000,
    "step": 100,
    "places_per_player": 3,
    "decks": 6,
    "shoe": "cut",
    "cut": 120,
}
BACCARAT = {"variant": "punto-banco", "minimum": 100, "commission": "a", "shoe": "kept", "seats": 9}
MACAU = {**BACCARAT, "variant": "macau", "prize_cap": 200_000}
POKER = {"minimum": 100, "small_blind": 50, "buy_in": 10_000, "rebuys": [5_000, 10_000], "seats": 6}
STUD = {"minimum": 100, "maximum": 2_500, "step": 50}
TABLES = (
    DemoTable("Lisboa", AMERICAN, {**WHEEL, "variant": "37", "minimum": 50}),
    DemoTable("Porto", AMERICAN, {**WHEEL, "variant": "38", "minimum": 100}),
    DemoTable("Sintra", FRENCH, {**WHEEL, "variant": "FR", "minimum": 100, "cap": 200_000}),
    DemoTable("Aveiro", AMERICAN, {**WHEEL, **SINGLE_PLAYER, "variant": "37", "minimum": 50}),
    DemoTable("Évora", FRENCH, {**WHEEL, **SINGLE_PLAYER, "variant": "FR", "minimum": 50}),
    DemoTable("Coimbra", "blackjack", BLACKJACK),
    DemoTable("Tomar", "blackjack", {**BLACKJACK, **SINGLE_PLAYER, "places": 3, "shoe": "fresh", "cut": 0}),
    DemoTable("Estoril", "baccarat", BACCARAT),
    DemoTable("Taipa", "baccarat", MACAU),
    DemoTable("Espinho", "baccarat", {**BACCARAT, **SINGLE_PLAYER, "commission": "b", "shoe": "fresh"}),
    DemoTable("Figueira", "holdem", POKER),
    DemoTable(
        "Póvoa",
        "holdem",
        {
            **POKER,
            "minimum": 400,
            "small_blind": 200,
            "buy_in": 40_000,
            "rebuys": [20_000],
            "limit": "pot-limit",
        },
    ),
    DemoTable("Viana", "holdem", {**POKER, "regime": "session", "hours": 2}),
    DemoTable("Funchal", "caribbean-stud", STUD),
    DemoTable("Horta", "caribbean-stud", {**STUD, **SINGLE_PLAYER}),
    DemoTable("Coloane", "macau-stud", {**STUD, "jackpot": JACKPOT}),
    DemoTable("Alfama", AMERICAN, {**WHEEL, "variant": "37", "minimum": 50}, "DEMO"),
    DemoTable("Colares", FRENCH, {**WHEEL, "variant": "FR", "minimum": 100, "cap": 200_000}, "DEMO"),
    DemoTable("Lousã", "blackjack", BLACKJACK, "DEMO"),
    DemoTable("Guincho", "baccarat", BACCARAT, "DEMO"),
    DemoTable("Buarcos", "holdem", POKER, "DEMO"),
    DemoTable("Machico", "caribbean-stud", STUD, "DEMO"),
    DemoTable("Cotai", "macau-stud", {**STUD, "jackpot": JACKPOT}, "DEMO"),
)
# The rule sheets of the demonstration. A licensed operator writes its own and has them approved.
SHEETS: dict[str, dict[str, object]] = {
    AMERICAN: {"system": AMERICAN, "zero_option": "lose-all", "variants": ["37", "38"]},
    FRENCH: {
        "system": FRENCH,
        "zero_option": "la-partage",
        "variants": ["FR"],
        "calls": ["voisins", "tiers", "orphelins", "neighbours-2", "neighbours-4", "neighbours-6", "finals"],
    },
    "blackjack": {"places_per_player": 3, "chat": True},
    "baccarat": {"chat": True},
    "holdem": {"system": "holdem", "chat": True},
    "caribbean-stud": {"system": "caribbean-stud"},
    "macau-stud": {"system": "macau-stud"},
}
# What the draw of a demonstration depends on where its sandbox beacon runs.
SANDBOX_DRAW: dict[str, object] = {"beacon": SANDBOX_NAME, "margin_ms": 300, "wait_seconds": 20}


def rule_sheets() -> dict[str, dict[str, object]]:
    """The sheets of a new demonstration."""
    if settings.BEACON != SANDBOX_NAME:
        return SHEETS
    return {system: sheet | {"draw": SANDBOX_DRAW} for system, sheet in SHEETS.items()}
