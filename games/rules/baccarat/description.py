"""The table of ponto e banca as the page draws it: its chances with what they pay and take, its shoe, its seats, its times."""

from __future__ import annotations

from typing import Any

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
    LETTER,
    PRIZES,
    Commission,
    Place,
    Setting,
    Sheet,
    bounds,
    cap_of,
)
from games.rules.shared.cards import PACK


def describe(sheet: Sheet, setting: Setting) -> dict[str, Any]:
    """What stands on the table from the first bet to the last payment.  [PB-3] [PB-6a] [PB-32]"""
    return {
        "system": "baccarat",
        "variant": setting.variant,
        "mode": str(setting.mode),  # [PB-4]
        "currency": setting.currency,
        "seats": setting.seats,  # [PB-6a]
        "decks": setting.decks,  # [PB-6b]
        "shoe": {"mode": str(setting.shoe), "cards": setting.decks * PACK, "cut": setting.cut_card},
        "kinds": {str(place): _described(sheet, setting, Place(place)) for place in bounds(sheet, setting)},
        "both_sides": {"difference": setting.minimum, "rule": "PB-13"},  # [PB-13]
        "commission": _commission(sheet, setting),  # [PB-26]
        "thirds": _thirds(),
        **(
            {"prize_cap": setting.prize_cap, "cap_rule": "PB-41"} if setting.prize_cap is not None else {}
        ),  # [PB-41]
        "minimum": setting.minimum,  # [PB-14]
        "step": setting.step,
        "betting_seconds": setting.betting_seconds,  # [PB-27a]
        "card_ms": setting.card_ms,
        "rest_seconds": setting.rest_seconds,
        "languages": list(setting.languages),
    }


def _described(sheet: Sheet, setting: Setting, place: Place) -> dict[str, Any]:
    """Before betting the player sees what may be bet on a chance and what it pays.  [PB-14] [PB-32]"""
    limits = bounds(sheet, setting)[place]
    said: dict[str, Any] = {"min": limits.least, "prize": [PRIZES[place], 1]}
    rules = {"min": "PB-14", "prize": f"PB-25{LETTER[place]}", "max": f"PB-15{LETTER[place]}"}
    if limits.most is not None:
        said |= {"max": limits.most, "times": limits.times}
    elif setting.prize_cap is not None:
        # The most that all players together may have there; of the two sides, how far one may pass the other.
        said["all"] = cap_of(setting, place)
        rules["max"] = f"PB-43{LETTER[place]}"
    else:
        rules["max"] = "PB-40"  # [PB-40]
    return {**said, "rules": rules}


def _commission(sheet: Sheet, setting: Setting) -> dict[str, Any]:
    mode = setting.commission
    if mode == Commission.NONE:
        return {"mode": str(mode), "rule": "PB-26"}  # [PB-26]
    said = {
        "mode": str(mode),
        "percent": COMMISSION_PERCENT[mode],
        "of": str(sheet.charged),
        "rule": f"PB-26{mode}",
    }  # [PB-26a] [PB-26b]
    return said | ({"scores": list(COMMISSION_SCORES[mode])} if mode == Commission.B else {})


def _thirds() -> dict[str, Any]:
    """The table of rule 20, for whoever wants to follow the deal: scores, and values of punto's third card.  [PB-20]"""
    return {
        "natural": sorted(NATURAL),
        "punto": sorted(PUNTO_DRAWS),
        "banco_always": sorted(BANCO_ALWAYS_DRAWS),
        "banco_alone": sorted(BANCO_DRAWS_ALONE),
        "banco": {str(points): sorted(against) for points, against in BANCO_DRAWS.items()},
    }
