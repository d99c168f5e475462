"""The defaults of rule sheets and table settings: recommended readings and times."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from games.rules.baccarat import sheet as baccarat_sheet
from games.rules.blackjack import sheet as blackjack_sheet
from games.rules.holdem import sheet as holdem_sheet
from games.rules.roulette import sheet as roulette_sheet
from games.rules.shared.sessions import Inactivity, Mode
from games.rules.stud import sheet as stud_sheet
from games.rules.stud.variant import CARIBBEAN, Cor, Dealing

LEAST = 100
UNDECIDED: dict[str, tuple[Any, Any]] = {
    "roulette": (
        roulette_sheet.Sheet("french-roulette", roulette_sheet.Zero.LOSE_ALL, ("FR",)),
        roulette_sheet.Setting("FR", LEAST),
    ),
    "blackjack": (blackjack_sheet.Sheet(), blackjack_sheet.Setting(LEAST, 100 * LEAST)),
    "baccarat": (baccarat_sheet.Sheet(), baccarat_sheet.Setting("punto-banco", LEAST)),
    "studs": (stud_sheet.Sheet(CARIBBEAN), stud_sheet.Setting(LEAST, 100 * LEAST)),
    "holdem": (holdem_sheet.Sheet(), holdem_sheet.Setting(LEAST, LEAST // 2, 100 * LEAST, (100 * LEAST,))),
}

SHEETS = [
    ("FR-R20c", "roulette", "second_zero", roulette_sheet.SecondZero.LOST),
    ("AR-12a", "roulette", "double_bets", True),
    ("FR-R13a", "roulette", "double_bets", True),
    ("FR-8", "roulette", "calls", ()),
    ("AR-11b", "roulette", "max_times", roulette_sheet.PerChance()),
    ("FR-R12b", "roulette", "max_times", roulette_sheet.PerChance()),
    ("AR-12b", "roulette", "player_cap", True),
    ("FR-R13b", "roulette", "player_cap", True),
    ("AR-30", "roulette", "demo", True),
    ("FR-R31", "roulette", "demo", True),
    ("AR-28a", "roulette", "inactivity", Inactivity(180, 5, 60, 1)),
    ("AR-28b", "roulette", "inactivity", Inactivity(180, 5, 60, 1)),
    ("FR-R29a", "roulette", "inactivity", Inactivity(180, 5, 60, 1)),
    ("FR-R29b", "roulette", "inactivity", Inactivity(180, 5, 60, 1)),
    ("BJ-4b", "blackjack", "decks", (4, 6, 8)),
    ("BJ-5", "blackjack", "modes", (Mode.INDIVIDUAL, Mode.MULTIPLE)),
    ("BJ-13", "blackjack", "player_starts", True),
    ("BJ-7", "blackjack", "places_per_player", 1),
    ("BJ-11", "blackjack", "max_times", 100),
    ("BJ-16a", "blackjack", "double_any", False),
    ("BJ-8a-ii", "blackjack", "double_any_low_ace", False),  # (A14)
    ("BJ-15b", "blackjack", "double_late", False),  # (A56)
    ("BJ-15e", "blackjack", "surrender_late", False),  # (A17)
    ("BJ-15a", "blackjack", "lapse_draws_to", 11),  # (A03)
    ("BJ-24b", "blackjack", "least_decision_seconds", 5),  # (A03)
    ("BJ-16b", "blackjack", "pairs_only", False),
    ("BJ-16c", "blackjack", "split_limit", 3),
    ("BJ-16c", "blackjack", "resplit_aces", True),  # (A18)
    ("BJ-16d", "blackjack", "insurance", True),
    ("BJ-16e", "blackjack", "special_prizes", True),
    ("BJ-35a", "blackjack", "inactivity", Inactivity(180, 5, 60, 1)),
    ("BJ-35b", "blackjack", "inactivity", Inactivity(180, 5, 60, 1)),
    ("BJ-37", "blackjack", "demo", True),
    ("PB-39", "baccarat", "variants", ("punto-banco", "macau")),
    ("PB-6b", "baccarat", "decks", (6, 8)),
    ("PB-10", "baccarat", "pairs", True),
    ("PB-15a", "baccarat", "max_times", baccarat_sheet.Times()),
    ("PB-26a", "baccarat", "commissions", tuple(baccarat_sheet.Commission)),  # (A40)
    ("PB-26b", "baccarat", "charged", baccarat_sheet.Charged.BANCO_BETS),  # (A40)
    ("PB-41", "baccarat", "prize_cap", True),
    ("PB-43c", "baccarat", "pair_cap", baccarat_sheet.PairCap.EACH),  # (A41)
    ("PB-29", "baccarat", "resume_within", 120),
    ("PB-37", "baccarat", "demo", True),
    ("CS-12a", "studs", "royal_times", 100),
    ("CS-18", "studs", "max_times", 25),
    ("CS-4", "studs", "modes", (Mode.INDIVIDUAL, Mode.MULTIPLE)),
    ("CS-6a", "studs", "most_seats", 7),
    ("MS-2.1", "studs", "most_seats", 7),
    ("CS-15", "studs", "player_deals", True),
    ("CS-21", "studs", "least_decision_seconds", 5),
    ("CS-31", "studs", "least_extra_seconds", 5),
    ("CS-9b", "studs", "cor", Cor.SUIT),  # (A31)
    ("MS-7.1", "studs", "dealings", (Dealing.SHOE, Dealing.SHUFFLER)),
    ("MS-9.5.7", "studs", "house_maximum", True),
    ("MS-1.4", "studs", "jackpot", True),
    ("CS-41a", "studs", "inactivity", Inactivity(180, 5, 60, 1)),
    ("CS-41b", "studs", "inactivity", Inactivity(180, 5, 60, 1)),
    ("CS-33", "studs", "resume_within", 120),
    ("CS-43", "studs", "demo", True),
    ("HE-16", "holdem", "commission", holdem_sheet.Commission.POT),
    ("HE-17a", "holdem", "rate", 500),
    ("HE-24c", "holdem", "limits", tuple(holdem_sheet.BetMaximum)),
    ("HE-6a", "holdem", "regimes", tuple(holdem_sheet.Regime)),
    ("HE-4a", "holdem", "most_seats", 10),
    ("HE-18", "holdem", "free_flop", True),  # (A22)
    ("HE-24a-ii", "holdem", "opening_counts", False),
    ("HE-38", "holdem", "opening_counts", False),
    ("HE-23", "holdem", "least_raise", holdem_sheet.LeastRaise.MINIMUM),
    ("HE-34d", "holdem", "least_raise", holdem_sheet.LeastRaise.MINIMUM),
    ("HE-37", "holdem", "short_raise_reopens", True),
    ("HE-39", "holdem", "short_raise_reopens", True),
    ("HE-21", "holdem", "entry", holdem_sheet.Entry.BLIND),
    ("HE-59", "holdem", "showdown", holdem_sheet.Showdown.EVERYBODY),
    ("HE-59", "holdem", "all_in_face_up", False),
    ("HE-44", "holdem", "extra_time", True),
    ("HE-68", "holdem", "rest_rounds", 30),
    ("HE-45", "holdem", "rest_after_lapse", False),
    ("HE-70a", "holdem", "invite_short", True),
    ("HE-70b", "holdem", "inactivity", Inactivity(180, 5, 60, 1)),
    ("HE-72", "holdem", "resume_within", 120),
    ("HE-74", "holdem", "demo", True),
]

TABLES = [
    ("AR-4", "roulette", "mode", Mode.MULTIPLE),
    ("FR-4", "roulette", "mode", Mode.MULTIPLE),
    ("AR-12b", "roulette", "cap", None),
    ("FR-R13b", "roulette", "cap", None),
    ("AR-14a", "roulette", "betting_seconds", 20),
    ("FR-R15a", "roulette", "betting_seconds", 20),
    ("BJ-4b", "blackjack", "decks", 6),
    ("BJ-5", "blackjack", "mode", Mode.MULTIPLE),
    ("BJ-4a", "blackjack", "places", 7),
    ("BJ-7", "blackjack", "places_per_player", 1),
    ("BJ-12a", "blackjack", "betting_seconds", 20),
    ("BJ-24b", "blackjack", "decision_seconds", 20),
    ("PB-4", "baccarat", "mode", Mode.MULTIPLE),
    ("PB-6b", "baccarat", "decks", 8),
    ("PB-26", "baccarat", "commission", baccarat_sheet.Commission.A),
    ("PB-10", "baccarat", "pairs", True),
    ("PB-41", "baccarat", "prize_cap", None),
    ("PB-27a", "baccarat", "betting_seconds", 20),
    ("PB-6a", "baccarat", "seats", 9),
    ("CS-4", "studs", "mode", Mode.MULTIPLE),
    ("MS-7.2", "studs", "dealing", Dealing.SHOE),
    ("MS-9.5.9", "studs", "house_maximum", None),
    ("MS-10.1", "studs", "jackpot", None),  # (A48)
    ("CS-14a", "studs", "betting_seconds", 20),
    ("CS-21", "studs", "decision_seconds", 20),
    ("CS-31", "studs", "extra_seconds", 10),
    ("CS-6a", "studs", "seats", 7),
    ("HE-24a-ii", "holdem", "raises", 3),
    ("HE-38", "holdem", "raises", 3),
    ("HE-6b", "holdem", "hours", 0),
    ("HE-1", "holdem", "mode", Mode.MULTIPLE),
    ("HE-43", "holdem", "decision_seconds", 20),
    ("HE-44", "holdem", "extra_seconds", 15),
    ("HE-4a", "holdem", "seats", 6),
]


@pytest.mark.parametrize(("rule", "game", "option", "reading"), SHEETS)
def test_an_undecided_option_has_its_recommended_reading(
    rule: str, game: str, option: str, reading: Any
) -> None:
    sheet, _ = UNDECIDED[game]
    assert getattr(sheet, option) == reading, rule


@pytest.mark.parametrize(("rule", "game", "term", "value"), TABLES)
def test_a_default_table_has_these_terms(rule: str, game: str, term: str, value: Any) -> None:
    _, setting = UNDECIDED[game]
    assert getattr(setting, term) == value, rule


# The shortest times in seconds: one second less breaks the rule.
SHORTEST = [
    ("FR-R15a", "roulette", "betting_seconds", 5),
    ("BJ-12a", "blackjack", "betting_seconds", 5),
    ("BJ-24b", "blackjack", "decision_seconds", 5),
    ("BJ-2f", "blackjack", "rest_seconds", 5),
    ("PB-27a", "baccarat", "betting_seconds", 5),
    ("PB-2c", "baccarat", "rest_seconds", 5),
    ("CS-14a", "studs", "betting_seconds", 5),
    ("CS-21", "studs", "decision_seconds", 5),
    ("CS-31", "studs", "extra_seconds", 5),
    ("HE-11b", "holdem", "betting_seconds", 1),
    ("HE-43", "holdem", "decision_seconds", 5),
    ("HE-61", "holdem", "rest_seconds", 2),
    ("HE-44", "holdem", "extra_seconds", 0),
]


MODULES = {
    "roulette": roulette_sheet,
    "blackjack": blackjack_sheet,
    "baccarat": baccarat_sheet,
    "studs": stud_sheet,
    "holdem": holdem_sheet,
}


@pytest.mark.parametrize(("rule", "game", "field", "least"), SHORTEST)
def test_a_shorter_time_breaks_its_rule(rule: str, game: str, field: str, least: int) -> None:
    sheet, setting = UNDECIDED[game]

    def breaches(seconds: int) -> list[Any]:
        changed = structs.replace(setting, **{field: seconds})
        return [breach for breach in MODULES[game].check_setting(sheet, changed) if breach.field == field]

    assert breaches(least) == []
    (breach,) = breaches(least - 1)
    assert (breach.rule, breach.details["least"]) == (rule, least)
