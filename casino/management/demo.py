"""The demonstration house: who signs in, with which password, and the tables that stand open."""

from __future__ import annotations

from msgspec import Struct

DOMAIN = "feltro.example"  # reserved: no mail can ever reach it


class Staff(Struct, frozen=True):
    name: str
    role: str
    password: str
    superuser: bool = False

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
    variant: str
    mode: str
    currency: str
    minimum: int
    seats: int
    cap: int | None = None


PASSWORD = "mesa-{}-2015"
PLAYERS = tuple(
    DemoPlayer(alias, PASSWORD.format(alias.lower()), euros * 100)
    for alias, euros in (("Ana", 2000), ("Bruno", 1500), ("Carla", 1000), ("David", 750), ("Eva", 500))
)
DEMO_CREDITS = 500_000
STAFF = (
    Staff("direcao", "", PASSWORD.format("direcao"), superuser=True),
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
            ("auditoria", "auditor"),
        )
    ),
)
AMERICAN, FRENCH = "american-roulette", "french-roulette"
TABLES = (
    DemoTable("Lisboa", AMERICAN, "37", "multiple", "EUR", 50, 40),
    DemoTable("Porto", AMERICAN, "38", "multiple", "EUR", 100, 40),
    DemoTable("Sintra", FRENCH, "FR", "multiple", "EUR", 100, 40, cap=200_000),
    DemoTable("Aveiro", AMERICAN, "37", "individual", "EUR", 50, 1),
    DemoTable("Évora", FRENCH, "FR", "individual", "EUR", 50, 1),
    DemoTable("Lisboa · demonstração", AMERICAN, "37", "multiple", "DEMO", 50, 40),
    DemoTable("Sintra · demonstração", FRENCH, "FR", "multiple", "DEMO", 100, 40, cap=200_000),
)
# The specific rules that the demonstration plays under; a licensed house writes its own and has them approved.
SHEETS: dict[str, dict[str, object]] = {
    AMERICAN: {"system": AMERICAN, "zero_option": "lose-all", "variants": ["37", "38"]},
    FRENCH: {
        "system": FRENCH,
        "zero_option": "la-partage",
        "variants": ["FR"],
        "calls": ["voisins", "tiers", "orphelins", "neighbours-2", "neighbours-4", "neighbours-6", "finals"],
    },
}
