"""What the operator sets for a stud against the house: the rule sheet of each system, the setting of each table, and what
both must respect. What differs between the two regulations stands in `caribbean_stud` and `macau_stud`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from games.rules.engine import Breach, Cents
from games.rules.shared import jackpot
from games.rules.shared.jackpot import Jackpot
from games.rules.shared.sessions import Inactivity, Mode, check_inactivity
from games.rules.stud import caribbean as caribbean_stud
from games.rules.stud import macau as macau_stud
from games.rules.stud.variant import CARIBBEAN, MACAU, Cor, Dealing, Game

GAMES: Mapping[str, Game] = {CARIBBEAN: caribbean_stud.GAME, MACAU: macau_stud.GAME}
MOST_SEATS = 7  # [CS-6a] [MS-2.1]
MAX_TIMES = 25  # the ante is at most so many times the minimum  [CS-18] (A50, A55)
SECOND_TIMES = 2  # the second bet is twice the ante  [CS-2f] [CS-23] [MS-6.6]


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of one of the two systems.  [CS-P2]"""

    system: str
    # What a royal flush earns. 803/2015 says 100; in Macau the house chooses 50 to 100, when authorised.  [CS-12a] [MS-9.5.9] [MS-13]
    royal_times: int = 100
    max_times: int = MAX_TIMES  # a tighter multiple than the regulation's  [CS-18]
    modes: tuple[Mode, ...] = (Mode.INDIVIDUAL, Mode.MULTIPLE)  # [CS-4]
    most_seats: int = MOST_SEATS  # [CS-6a] [MS-2.1]
    player_deals: bool = True  # may the player of an individual table start the deal?  [CS-15]
    cor: Cor = Cor.SUIT  # what "three of the same «cor»" means when all singles are equal  [CS-9b] (A31)
    dealings: tuple[Dealing, ...] = (
        Dealing.SHOE,
        Dealing.SHUFFLER,
    )  # Macau only  [MS-3.1] [MS-3.2] [MS-7.1] [MS-7.2]
    house_maximum: bool = (
        True  # may a table of Macau set the most that a hand wins?  [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
    )
    jackpot: bool = True  # may a table of Macau offer the progressive jackpot?  [MS-1.4]
    inactivity: Inactivity = Inactivity()  # [CS-41a] [CS-41b]
    resume_within: int = (
        120  # seconds in which a round that the house's own fault stopped goes on, or is void  [CS-33]
    )
    demo: bool = True  # is the game also offered for demonstration credits?  [CS-43]
    chat: bool = False  # may players at a table write to each other?


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    minimum: Cents  # the least ante  [CS-2c] [CS-17]
    maximum: Cents  # the most  [CS-2b] [CS-18]
    mode: Mode = Mode.MULTIPLE  # [CS-4]
    currency: str = "EUR"
    step: Cents = 10  # every ante is a multiple of it
    dealing: Dealing = Dealing.SHOE  # Macau only; rule 19 of 803/2015 knows one way  [MS-7.1] [MS-7.2]
    house_maximum: Cents | None = (
        None  # the most that the additional bet of one hand wins  [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
    )
    jackpot: Jackpot | None = None  # [MS-10.1] (A48)
    betting_seconds: int = 20  # [CS-14a]
    decision_seconds: int = 20  # [CS-21]
    extra_seconds: int = 10  # after the warning  [CS-31]
    rest_seconds: int = 8  # from the payment to the next round
    seats: int = MOST_SEATS  # [CS-6a] [MS-2.1]
    languages: tuple[str, ...] = ("pt-pt", "en")


def check(sheet: Sheet) -> list[Breach]:
    """Every way in which the sheet contradicts its regulation."""
    if sheet.system not in GAMES:
        return [Breach("", "system", "unknown", {"given": sheet.system})]
    game = GAMES[sheet.system]
    rules = game.rules
    found = list(_wrong_equipment(sheet, game))
    least, most = game.royal
    if not least <= sheet.royal_times <= most:
        said = {"least": least, "most": most, "given": sheet.royal_times}
        found.append(Breach(rules["royal"], "royal_times", "out-of-range", said))  # [CS-12a] [MS-9.5.9]
    if not 1 <= sheet.max_times <= MAX_TIMES:
        code = "above-legal" if sheet.max_times > 0 else "not-positive"
        found.append(
            Breach(rules["maximum"], "max_times", code, {"most": MAX_TIMES, "given": sheet.max_times})
        )  # [CS-18]
    found += check_inactivity(
        sheet.inactivity, rules["individual"], rules["multiple"], rules["inactive"]
    )  # [CS-41a] [CS-41b] [CS-42]
    if not 1 <= sheet.resume_within <= 3600:
        found.append(
            Breach(
                rules["void"],
                "resume_within",
                "out-of-range",
                {"least": 1, "most": 3600, "given": sheet.resume_within},
            )
        )
    return found


def _wrong_equipment(sheet: Sheet, game: Game) -> Iterator[Breach]:
    if not sheet.modes or len(set(sheet.modes)) != len(sheet.modes):
        yield Breach(game.rules["mode"], "modes", "twice" if sheet.modes else "missing")  # [CS-4]
    if not 1 <= sheet.most_seats <= MOST_SEATS:
        said = {"least": 1, "most": MOST_SEATS, "given": sheet.most_seats}
        yield Breach(game.rules["seats"], "most_seats", "out-of-range", said)  # [CS-6a] [MS-2.1]
    if Dealing.SHOE not in game.dealings or not set(sheet.dealings) & set(game.dealings):
        yield Breach(game.rules["deal"], "dealings", "missing")  # [CS-19b] [MS-7.1] [MS-7.2]


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    """Every way in which the table's setting contradicts its sheet or the regulation."""
    game = GAMES[sheet.system]
    rules = game.rules
    found = list(_wrong_places(sheet, setting, rules))
    for field, least, rule in (
        ("betting_seconds", 5, "period"),
        ("decision_seconds", 5, "decision"),
        ("extra_seconds", 5, "extra"),
        ("rest_seconds", 3, "paid"),
    ):
        given = getattr(setting, field)
        if given < least:
            found.append(
                Breach(rules[rule], field, "too-short", {"least": least, "given": given})
            )  # [CS-14a] [CS-21] [CS-31]
    if not setting.languages:
        found.append(Breach(rules["closing"], "languages", "missing"))
    if setting.dealing not in game.dealings or setting.dealing not in sheet.dealings:
        found.append(
            Breach(rules["deal"], "dealing", "not-in-sheet", {"given": setting.dealing})
        )  # [MS-7.1] [MS-7.2]
    for field in ("minimum", "step"):
        if getattr(setting, field) < 1:
            found.append(
                Breach(rules["minimum"], field, "not-positive", {"given": getattr(setting, field)})
            )  # [CS-17]
            return found
    return [*found, *_wrong_money(sheet, setting, game)]


def _wrong_places(sheet: Sheet, setting: Setting, rules: Mapping[str, str]) -> Iterator[Breach]:
    if setting.mode not in sheet.modes:
        yield Breach(rules["mode"], "mode", "not-in-sheet", {"given": setting.mode})  # [CS-4]
    if setting.mode is Mode.INDIVIDUAL and setting.seats != 1:
        yield Breach(rules["mode"], "seats", "individual-has-one", {"given": setting.seats})  # [CS-4]
    if setting.mode is Mode.INDIVIDUAL and not sheet.player_deals:
        yield Breach(rules["launch"], "mode", "nobody-deals")  # [CS-15]
    if not 1 <= setting.seats <= min(sheet.most_seats, MOST_SEATS):
        said = {"least": 1, "most": min(sheet.most_seats, MOST_SEATS), "given": setting.seats}
        yield Breach(rules["seats"], "seats", "out-of-range", said)  # [CS-6a] [MS-2.1]
    if setting.currency not in ("EUR", "DEMO"):
        yield Breach(rules["specific"], "currency", "unknown", {"given": setting.currency})
    if setting.currency == "DEMO" and not sheet.demo:
        yield Breach(rules["demo"], "currency", "not-in-sheet", {"given": setting.currency})  # [CS-43]


def _wrong_money(sheet: Sheet, setting: Setting, game: Game) -> Iterator[Breach]:
    rules = game.rules
    times = min(sheet.max_times, MAX_TIMES)
    if not setting.minimum <= setting.maximum <= times * setting.minimum:
        said = {
            "least": setting.minimum,
            "most": times * setting.minimum,
            "times": times,
            "given": setting.maximum,
        }
        yield Breach(rules["maximum"], "maximum", "out-of-range", said)  # [CS-18] (A50, A55)
    for field in ("minimum", "maximum"):
        if getattr(setting, field) % setting.step:
            yield Breach(
                rules["minimum"],
                field,
                "not-a-step",
                {"given": getattr(setting, field), "step": setting.step},
            )
    if setting.house_maximum is not None:
        if not (game.capped and sheet.house_maximum):
            yield Breach(rules["specific"], "house_maximum", "not-in-sheet", {"given": setting.house_maximum})
        elif setting.house_maximum < SECOND_TIMES * setting.minimum:
            said = {"least": SECOND_TIMES * setting.minimum, "given": setting.house_maximum}
            yield Breach(
                rules["royal"], "house_maximum", "below-minimum", said
            )  # [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
    if setting.jackpot is not None:
        if not (game.jackpot and sheet.jackpot):
            yield Breach(rules["specific"], "jackpot", "not-in-sheet")
        yield from jackpot.check(setting.jackpot)  # [MS-10.3]
