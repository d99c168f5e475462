"""What the operator sets for a stud against the house: rule sheets, table settings, and the checks of both.

`caribbean` and `macau` contain what differs between the two regulations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from games.rules.shared.checks import (
    LEAST_BETTING_SECONDS,
    check_currency,
    check_range,
    check_resume_within,
    check_seconds,
    check_step,
)
from games.rules.shared.draw_terms import DrawTerms, check_draw_terms
from games.rules.shared.jackpot import Jackpot, check_jackpot
from games.rules.shared.money import Cents
from games.rules.shared.refusals import Breach
from games.rules.shared.sessions import Inactivity, Mode, check_inactivity
from games.rules.stud import caribbean, macau
from games.rules.stud.variant import CARIBBEAN, MACAU, Cor, Dealing, Variant

VARIANTS: Mapping[str, Variant] = {CARIBBEAN: caribbean.VARIANT, MACAU: macau.VARIANT}
MAX_SEATS = 7  # [CS-6a] [MS-2.1]
MAX_TIMES = 25  # the greatest multiple of the minimum that an ante may be  [CS-18] (A50, A55)
LEAST_SECONDS = 5
MOST_SECONDS = 120
LEAST_REST_SECONDS = 3
SECOND_TIMES = 2  # the second bet is twice the ante  [CS-2f] [CS-23] [MS-6.6]


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of one of the two systems.  [CS-P2]"""

    system: str
    # What a royal flush pays: 100 in 803/2015; in Macau the operator chooses 50 to 100, when authorised.
    # [CS-12a] [MS-9.5.9] [MS-13]
    royal_times: int = 100
    max_times: int = MAX_TIMES  # a stricter multiple than the regulation's  [CS-18]
    modes: tuple[Mode, ...] = (Mode.INDIVIDUAL, Mode.MULTIPLE)  # [CS-4]
    most_seats: int = MAX_SEATS  # [CS-6a] [MS-2.1]
    player_deals: bool = True  # may the player of an individual table start the deal?  [CS-15]
    cor: Cor = Cor.SUIT  # what "three of the same «cor»" means when all singles are equal  [CS-9b] (A31)
    # Macau only: how tables may deal.  [MS-3.1] [MS-3.2] [MS-7.1] [MS-7.2]
    dealings: tuple[Dealing, ...] = (Dealing.SHOE, Dealing.SHUFFLER)
    # May a Macau table set a maximum prize of a hand?  [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
    house_maximum: bool = True
    jackpot: bool = True  # may a Macau table offer the progressive jackpot?  [MS-1.4]
    least_decision_seconds: int = LEAST_SECONDS  # no table gives less time to fold or continue  [CS-21]
    least_extra_seconds: int = LEAST_SECONDS  # nor less after the warning  [CS-31]
    inactivity: Inactivity = Inactivity()  # [CS-41a] [CS-41b]
    # Seconds; a round that the operator's own fault interrupts for longer is void.  [CS-33]
    resume_within: int = 120
    demo: bool = True  # is the game also offered for demonstration credits?  [CS-43]
    chat: bool = False  # may players at a table write to each other?
    draw: DrawTerms = DrawTerms()


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    minimum: Cents  # of an ante  [CS-2c] [CS-17]
    maximum: Cents  # of an ante  [CS-2b] [CS-18]
    mode: Mode = Mode.MULTIPLE  # [CS-4]
    currency: str = "EUR"
    step: Cents = 10  # every ante is a multiple of it
    dealing: Dealing = Dealing.SHOE  # a choice in Macau only  [MS-7.1] [MS-7.2]
    # The maximum prize of the additional bet of a hand.  [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
    house_maximum: Cents | None = None
    jackpot: Jackpot | None = None  # [MS-10.1] (A48)
    betting_seconds: int = 20  # [CS-14a]
    decision_seconds: int = 20  # [CS-21]
    extra_seconds: int = 10  # after the warning  [CS-31]
    rest_seconds: int = 8  # from the payment to the next round
    seats: int = MAX_SEATS  # [CS-6a] [MS-2.1]
    languages: tuple[str, ...] = ("pt-pt", "en")


# --- Checks of a rule sheet


def check_sheet(sheet: Sheet) -> list[Breach]:
    if sheet.system not in VARIANTS:
        return [Breach("", "system", "unknown", {"given": sheet.system})]
    variant = VARIANTS[sheet.system]
    rules = variant.rules
    breaches = list(_check_equipment(sheet, variant))
    breaches += check_range(
        rules["royal"], "royal_times", sheet.royal_times, *variant.royal
    )  # [CS-12a] [MS-9.5.9]
    if not 1 <= sheet.max_times <= MAX_TIMES:
        code = "above-legal" if sheet.max_times > 0 else "not-positive"
        details = {"most": MAX_TIMES, "given": sheet.max_times}
        breaches.append(Breach(rules["maximum"], "max_times", code, details))  # [CS-18]
    # [CS-41a] [CS-41b] [CS-42]
    breaches += check_inactivity(sheet.inactivity, rules["individual"], rules["multiple"], rules["inactive"])
    bounds = LEAST_SECONDS, MOST_SECONDS
    breaches += check_range(  # [CS-21]
        rules["decision"], "least_decision_seconds", sheet.least_decision_seconds, *bounds
    )
    breaches += check_range(  # [CS-31]
        rules["extra"], "least_extra_seconds", sheet.least_extra_seconds, *bounds
    )
    breaches += check_resume_within(rules["void"], sheet.resume_within)
    return [*breaches, *check_draw_terms(rules["void"], sheet.draw, sheet.resume_within)]


def _check_equipment(sheet: Sheet, variant: Variant) -> Iterator[Breach]:
    rules = variant.rules
    if not sheet.modes or len(set(sheet.modes)) != len(sheet.modes):
        yield Breach(rules["mode"], "modes", "twice" if sheet.modes else "missing")  # [CS-4]
    yield from check_range(rules["seats"], "most_seats", sheet.most_seats, 1, MAX_SEATS)  # [CS-6a] [MS-2.1]
    if Dealing.SHOE not in variant.dealings or not set(sheet.dealings) & set(variant.dealings):
        yield Breach(rules["deal"], "dealings", "missing")  # [CS-19b] [MS-7.1] [MS-7.2]


# --- Checks of a table setting


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    variant = VARIANTS[sheet.system]
    rules = variant.rules
    breaches = [*_check_table(sheet, setting), *_check_times(sheet, setting, rules)]
    if setting.dealing not in variant.dealings or setting.dealing not in sheet.dealings:
        # A shoe or a shuffler, as the sheet allows.  [MS-7.1] [MS-7.2]
        breaches.append(Breach(rules["deal"], "dealing", "not-in-sheet", {"given": setting.dealing}))
    for field in ("minimum", "step"):
        given = getattr(setting, field)
        if given < 1:
            return [*breaches, Breach(rules["minimum"], field, "not-positive", {"given": given})]  # [CS-17]
    return [*breaches, *_check_limits(sheet, setting), *_check_macau(sheet, setting)]


def _check_table(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    rules = VARIANTS[sheet.system].rules
    if setting.mode not in sheet.modes:
        yield Breach(rules["mode"], "mode", "not-in-sheet", {"given": setting.mode})  # [CS-4]
    if setting.mode is Mode.INDIVIDUAL and setting.seats != 1:
        yield Breach(rules["mode"], "seats", "individual-has-one", {"given": setting.seats})  # [CS-4]
    if setting.mode is Mode.INDIVIDUAL and not sheet.player_deals:
        yield Breach(rules["launch"], "mode", "nobody-deals")  # [CS-15]
    most = min(sheet.most_seats, MAX_SEATS)
    yield from check_range(rules["seats"], "seats", setting.seats, 1, most)  # [CS-6a] [MS-2.1]
    # Euro, or demonstration credits if the sheet allows them.  [CS-43]
    yield from check_currency(
        setting.currency, demo=sheet.demo, unknown_rule=rules["specific"], demo_rule=rules["demo"]
    )


def _check_times(sheet: Sheet, setting: Setting, rules: Mapping[str, str]) -> Iterator[Breach]:
    yield from check_seconds(
        rules["period"], "betting_seconds", setting.betting_seconds, LEAST_BETTING_SECONDS
    )  # [CS-14a]
    least, least_extra = sheet.least_decision_seconds, sheet.least_extra_seconds
    yield from check_seconds(
        rules["decision"], "decision_seconds", setting.decision_seconds, max(LEAST_SECONDS, least)
    )  # [CS-21]
    yield from check_seconds(
        rules["extra"], "extra_seconds", setting.extra_seconds, max(LEAST_SECONDS, least_extra)
    )  # [CS-31]
    yield from check_seconds(rules["paid"], "rest_seconds", setting.rest_seconds, LEAST_REST_SECONDS)
    if not setting.languages:
        yield Breach(rules["closing"], "languages", "missing")


def _check_limits(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    rules, times = VARIANTS[sheet.system].rules, min(sheet.max_times, MAX_TIMES)
    most = times * setting.minimum
    if not setting.minimum <= setting.maximum <= most:  # [CS-18] (A50, A55)
        details = {"least": setting.minimum, "most": most, "times": times, "given": setting.maximum}
        yield Breach(rules["maximum"], "maximum", "out-of-range", details)
    yield from check_step(rules["minimum"], "minimum", setting.minimum, setting.step)
    yield from check_step(rules["minimum"], "maximum", setting.maximum, setting.step)


def _check_macau(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    """The maximum prize of a hand and the jackpot, which only Macau tables may have."""
    variant, given = VARIANTS[sheet.system], setting.house_maximum
    least = SECOND_TIMES * setting.minimum
    if given is not None and not (variant.capped and sheet.house_maximum):
        yield Breach(variant.rules["specific"], "house_maximum", "not-in-sheet", {"given": given})
    elif given is not None and given < least:
        details = {"least": least, "given": given}
        # [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
        yield Breach(variant.rules["royal"], "house_maximum", "below-minimum", details)
    if setting.jackpot is not None:
        if not (variant.jackpot and sheet.jackpot):
            yield Breach(variant.rules["specific"], "jackpot", "not-in-sheet")
        yield from check_jackpot(setting.jackpot)  # [MS-10.3]
