"""Checks a pack whose cards are opened one by one, as at hold'em, and the button of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltro_verify.beacon import check_beacon, key_text
from feltro_verify.checks import Check
from feltro_verify.draw import CARDS, NUMBER_OF, PACK, Stream, draw_key, mac, promise, sha256, shares_text

LEAVES = 64
TABLE = 0  # the owner of the common cards

Published = dict[str, Any]


def check_pack(published: Published, common: Sequence[int]) -> list[Check]:
    """`common` are the numbers of common cards that a hand may end with."""
    cards, to = published["cards"], published["to"]
    names, positions = [card["card"] for card in cards], [card["position"] for card in cards]
    once = len(set(names)) == len(names) and len(set(positions)) == len(positions)
    return [
        _check_root(published),
        *check_beacon(published),
        *(_check_button(published) if "button" in published else ()),
        Check("order", is_dealing_order(to, set(positions), common), {"to": to}),
        Check("pack", once, {"cards": names}),
        *(_check_opening(published, card) for card in cards),
        *(_check_whole_pack(published) if "seed" in published else ()),
    ]


def _facts(published: Published) -> str:
    return f"{published['table']}|{published['round']}"


def _beacon_text(published: Published) -> str:
    return key_text(published["beacon"]) if "beacon" in published else ""


def _check_root(published: Published) -> Check:
    beacon = _beacon_text(published)
    facts = f"{_facts(published)}|{published['commitment']}|{shares_text(published['nonces'])}|"
    label = f"feltro/root/v2|{facts}{beacon}|" if beacon else f"feltro/root/v1|{facts}"
    made = sha256(label, bytes.fromhex(published["top"])).hex()
    return Check("root", made == published["root"], {"published": published["root"], "made": made})


def _check_button(published: Published) -> list[Check]:
    """The button is the lot's, where one was drawn, and the cards went round from its left."""
    players, button = published["players"], published["button"]
    first_cards = list(dict.fromkeys(seat for seat in published["to"] if seat != TABLE))
    agrees = (
        players == sorted(set(players))
        and button in players
        and set(first_cards) <= set(players)
        and first_cards == sorted(first_cards, key=lambda seat: (seat <= button, seat))
    )
    seed = published.get("button_seed")
    if seed is None:
        return [Check("button", agrees, {"players": players, "button": button})]
    made = promise(seed)
    key = draw_key(seed, published["table"], published["round"], published["nonces"], _beacon_text(published))
    drawn = players[Stream(key).below(len(players))]
    promised = published["button_commitment"]
    return [
        Check("button-promise", made == promised, {"published": promised, "made": made}),
        Check("button", agrees and drawn == button, {"players": players, "button": button, "made": drawn}),
    ]


def is_dealing_order(to: Sequence[int], opened: set[int], common: Sequence[int]) -> bool:
    """One card for each player, a second in the same order, then the table, whose cards are all open."""
    own = [seat for seat in to if seat != TABLE]
    of_table = set(range(len(own), len(to)))
    first = list(dict.fromkeys(own))
    second = own[len(first) :]
    return (
        list(to[: len(own)]) == own
        and len(of_table) in common
        and of_table <= opened <= set(range(len(to)))
        and own[: len(first)] == first
        and second == [seat for seat in first if seat in second]
    )


def _leaf(published: Published, position: int, card: str, salt: bytes) -> bytes:
    return sha256(f"feltro/card/v1|{_facts(published)}|{position}|{card}|", salt)


def _node(left: bytes, right: bytes) -> bytes:
    return sha256("feltro/node/v1|", left, right)


def _check_opening(published: Published, opening: dict[str, Any]) -> Check:
    position, card = opening["position"], opening["card"]
    agrees = card in NUMBER_OF and _opened_top(published, opening) == published["top"]
    return Check("opening", agrees, {"card": card, "position": position})


def _opened_top(published: Published, opening: dict[str, Any]) -> str:
    """Where the path of an opened card leads."""
    position = opening["position"]
    here = _leaf(published, position, opening["card"], bytes.fromhex(opening["salt"]))
    for depth, beside in enumerate(map(bytes.fromhex, opening["path"])):
        here = _node(beside, here) if position >> depth & 1 else _node(here, beside)
    return here.hex()


def _check_whole_pack(published: Published) -> list[Check]:
    """With the seed, which only an auditor has, the whole pack can be made again."""
    seed, shares = published["seed"], published["nonces"]
    made_promise, top = promise(seed), _top(published)
    agrees = top == published["top"]
    if "button_commitment" in published:
        button_seed = mac(bytes.fromhex(seed), "feltro/button/v1").hex()
        agrees = agrees and promise(button_seed) == published["button_commitment"]
    return [
        Check(
            "promise",
            made_promise == published["commitment"],
            {"published": published["commitment"], "made": made_promise},
        ),
        Check("tree", agrees, {"published": published["top"], "made": top, "shares": len(shares)}),
    ]


def _top(published: Published) -> str:
    seed, shares = published["seed"], published["nonces"]
    key = draw_key(seed, published["table"], published["round"], shares, _beacon_text(published))
    order = Stream(key).order(list(range(PACK)))
    salts = mac(bytes.fromhex(seed), f"feltro/salts/v1|{_facts(published)}|{shares_text(shares)}")
    row = [
        _leaf(published, position, CARDS[card], mac(salts, str(position)))
        for position, card in enumerate(order)
    ]
    row += [sha256("feltro/none/v1")] * (LEAVES - PACK)
    while len(row) > 1:
        row = [_node(row[at], row[at + 1]) for at in range(0, len(row), 2)]
    return row[0].hex()
