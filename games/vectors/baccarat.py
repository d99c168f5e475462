"""Checks of the baccarat vectors against the baccarat engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.baccarat.engine import ENGINE as BACCARAT
from games.rules.baccarat.events import Bet, State
from games.rules.baccarat.hands import is_pair, move_of_banco, move_of_punto, score
from games.rules.baccarat.settlement import Coup, settle_stakes
from games.rules.baccarat.sheet import MACAU, PUNTO_BANCO, BetPlace, Charged, Commission, Setting, Sheet
from games.rules.bets import BetPlaced
from games.rules.engine import Wait
from games.rules.shared.cards import CARDS
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refused
from games.vectors.shared import FixedShoe, end_session, inactivity
from games.vectors.vector import CheckFunction, Given

SEAT, OTHERS = 1, 2
PLACES = {
    "ponto": BetPlace.PUNTO,
    "banca": BetPlace.BANCO,
    "tie": BetPlace.TIE,
    "ponto_pair": BetPlace.PUNTO_PAIR,
    "banca_pair": BetPlace.BANCO_PAIR,
}
NAMES = {place: name for name, place in PLACES.items()}


def open_round(variant: str = PUNTO_BANCO, minimum: int = 1, prize_cap: int | None = None) -> State:
    return BACCARAT.begin(
        Sheet(), Setting(variant, minimum, prize_cap=prize_cap, step=1), None, (SEAT, OTHERS)
    )


def bets_by_place(bets: Mapping[str, int]) -> dict[str, int]:
    return {str(PLACES[name]): cents for name, cents in bets.items() if cents}


def accepts(state: State, bets: Mapping[str, int]) -> dict[str, object]:
    try:
        return {"accepted": bool(BACCARAT.act(state, SEAT, Bet(bets_by_place(bets))))}
    except Refused:
        return {"accepted": False}


def check_score(system: str, given: Given) -> dict[str, object]:
    return {"score": score([CARDS[name] for name in given["cards"]])}


def pair(system: str, given: Given) -> dict[str, Any]:
    return {"pair": is_pair([CARDS[name] for name in given["cards"]])}


def punto_draws(system: str, given: Given) -> dict[str, object]:
    return {"draws": move_of_punto(given["ponto"], given["banca"]).draws}


def banco_draws(system: str, given: Given) -> dict[str, object]:
    natural = bool(given.get("ponto_natural"))
    return {"draws": move_of_banco(given["banca"], given.get("ponto_third"), natural=natural).draws}


def play_round(system: str, given: Given) -> dict[str, Any]:
    state = open_round()
    while BACCARAT.waiting_for(state) is not Wait.OVER:
        for event in BACCARAT.advance(state, FixedShoe([CARDS[name] for name in given["shoe"]])):
            state = BACCARAT.apply(state, event)
    seen = BACCARAT.view(state, None)
    hands = seen["hands"]
    winner = NAMES[BetPlace(seen["winner"])]
    return {
        "ponto": hands["punto"]["score"],
        "banca": hands["banco"]["score"],
        "cards_used": seen["shoe"]["dealt"],
        "winner": winner,
    }


def settle(system: str, given: Given) -> dict[str, object]:
    pairs = tuple(PLACES[name] for name in ("ponto_pair", "banca_pair") if given.get(name))
    coup = Coup(given["ponto"], given["banca"], pairs)
    mode = Commission(given.get("commission_mode", Commission.NONE))
    paid = settle_stakes(mode, Charged.BANCO_BETS, bets_by_place(given["bets"]), coup)
    return {"prize": paid.prize, "commission": paid.commission, "stake_back": paid.back, "lost": paid.lost}


def limit(system: str, given: Given) -> dict[str, Any]:
    described = BACCARAT.describe(Sheet(), Setting(PUNTO_BANCO, given["minimum"]))
    return {"maximum": described["kinds"][PLACES[given["kind"]]]["max"]}


def both_sides(system: str, given: Given) -> dict[str, object]:
    return accepts(open_round(minimum=given["minimum"]), {"ponto": given["ponto"], "banca": given["banca"]})


def decks(system: str, given: Given) -> dict[str, Any]:
    return {"allowed": not BACCARAT.check_sheet(Sheet(decks=(given["decks"],)))}


def seats(system: str, given: Given) -> dict[str, Any]:
    return {"allowed": not BACCARAT.check_setting(Sheet(), Setting(PUNTO_BANCO, 100, seats=given["seats"]))}


def macau_cap(system: str, given: Given) -> dict[str, object]:
    state = open_round(MACAU, prize_cap=given["cap"])
    state = BACCARAT.apply(state, BetPlaced(OTHERS, bets_by_place(given["table_bets"])))
    return accepts(state, given["new_bet"])


def macau_no_cap(system: str, given: Given) -> dict[str, object]:
    return accepts(open_round(MACAU, minimum=given["minimum"]), {given["kind"]: given["stake"]})


def void(system: str, given: Given) -> dict[str, Any]:
    state = open_round()
    for seat, stake in enumerate(given["stakes"]):
        state = BACCARAT.apply(state, BetPlaced(seat, {BetPlace.PUNTO: stake}))
    events = BACCARAT.void(state, given["cause"])
    returned = [
        posting.cents
        for event in events
        for posting in BACCARAT.postings(event)
        if posting.kind is TransferKind.STAKE_BACK
    ]
    return {"void": bool(events), "returned": sum(returned)}


CHECKS: Mapping[str, CheckFunction] = {
    "score": check_score,
    "ponto-draws": punto_draws,
    "banca-draws": banco_draws,
    "round": play_round,
    "pair": pair,
    "settle": settle,
    "limit": limit,
    "both-sides": both_sides,
    "decks": decks,
    "seats": seats,
    "macau-cap": macau_cap,
    "macau-no-cap": macau_no_cap,
    "void": void,
    "inactivity": inactivity,
    "end-session": end_session,
}
CHECKS_BY_SYSTEM: Mapping[str, Mapping[str, CheckFunction]] = {"baccarat": CHECKS}
