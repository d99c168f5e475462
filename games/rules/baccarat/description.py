"""The table of ponto e banca as a page draws it: its chances, shoe, seats and times."""

from __future__ import annotations

from games.rules.baccarat.hands import (
    BANCO_ALWAYS_DRAWS,
    BANCO_DRAWS,
    BANCO_DRAWS_ALONE,
    NATURAL,
    PUNTO_DRAWS,
)
from games.rules.baccarat.sheet import (
    COMMISSION_PERCENT,
    COMMISSION_SCORES,
    PRIZES,
    RULE_LETTERS,
    SYSTEM,
    BetPlace,
    Commission,
    Setting,
    Sheet,
    bet_limits,
    prize_cap_of,
)
from games.rules.engine import JsonObject
from games.rules.shared.cards import PACK


def describe(sheet: Sheet, setting: Setting) -> JsonObject:
    """[PB-3] [PB-6a] [PB-32]"""
    description: JsonObject = {
        "system": SYSTEM,
        "variant": setting.variant,
        "mode": str(setting.mode),  # [PB-4]
        "currency": setting.currency,
        "seats": setting.seats,  # [PB-6a]
        "decks": setting.decks,  # [PB-6b]
        "shoe": {"mode": str(setting.shoe), "cards": setting.decks * PACK, "cut": setting.cut_card},
        "kinds": {
            str(place): _describe_place(sheet, setting, BetPlace(place))
            for place in bet_limits(sheet, setting)
        },
        "both_sides": {"difference": setting.minimum, "rule": "PB-13"},  # [PB-13]
        "commission": _describe_commission(sheet, setting),  # [PB-26]
        "thirds": _describe_third_cards(),
        "minimum": setting.minimum,  # [PB-14]
        "step": setting.step,
        "betting_seconds": setting.betting_seconds,  # [PB-27a]
        "card_ms": setting.card_ms,
        "rest_seconds": setting.rest_seconds,
        "languages": list(setting.languages),
    }
    if setting.prize_cap is not None:
        description |= {"prize_cap": setting.prize_cap, "cap_rule": "PB-41"}  # [PB-41]
    return description


def _describe_place(sheet: Sheet, setting: Setting, place: BetPlace) -> JsonObject:
    """The limits and prize of a chance, which players see before they bet.  [PB-14] [PB-32]"""
    limits, letter = bet_limits(sheet, setting)[place], RULE_LETTERS[place]
    rules = {"min": "PB-14", "prize": f"PB-25{letter}", "max": f"PB-15{letter}"}
    described: JsonObject = {"min": limits.minimum, "prize": [PRIZES[place], 1], "rules": rules}
    if limits.maximum is not None:
        described |= {"max": limits.maximum, "times": limits.times}
    elif setting.prize_cap is not None:
        # The most for all players together; of the two sides, the most by which one may exceed the other.
        described["all"] = prize_cap_of(setting, place)
        rules["max"] = f"PB-43{letter}"
    else:
        rules["max"] = "PB-40"  # [PB-40]
    return described


def _describe_commission(sheet: Sheet, setting: Setting) -> JsonObject:
    mode = setting.commission
    if mode is Commission.NONE:
        return {"mode": str(mode), "rule": "PB-26"}  # [PB-26]
    described: JsonObject = {
        "mode": str(mode),
        "percent": COMMISSION_PERCENT[mode],
        "of": str(sheet.charged),
        "rule": f"PB-26{mode}",  # [PB-26a] [PB-26b]
    }
    if mode is Commission.B:
        described["scores"] = list(COMMISSION_SCORES[mode])
    return described


def _describe_third_cards() -> JsonObject:
    """The table of rule 20 for following the deal: scores, and values of punto's third card.  [PB-20]"""
    return {
        "natural": sorted(NATURAL),
        "punto": sorted(PUNTO_DRAWS),
        "banco_always": sorted(BANCO_ALWAYS_DRAWS),
        "banco_alone": sorted(BANCO_DRAWS_ALONE),
        "banco": {str(points): sorted(thirds) for points, thirds in BANCO_DRAWS.items()},
    }
