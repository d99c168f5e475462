"""Checks a round from its published data, and the rounds of a shoe as a chain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from feltro_verify import shapes
from feltro_verify.beacon import check_beacon, key_text
from feltro_verify.checks import Check
from feltro_verify.draw import CARDS, NUMBER_OF, PACK, Stream, draw_key, promise, sha256, shares_text
from feltro_verify.games import PACKS, SHOES, WHEELS, ShoeKind
from feltro_verify.packs import check_pack
from feltro_verify.signatures import check_ending

Published = dict[str, Any]
UNREADABLE = "unreadable"
FIRST_FORMAT = "feltro/round/v1"


def check_round(published: object, keys: Sequence[str] = ()) -> list[Check]:
    """Every check of a round, in the order of the documentation."""
    checks = _check_draw(published)
    if checks is None or not isinstance(published, dict):
        return [Check(UNREADABLE, False)]
    return [*checks, check_ending(published, keys)]


def _check_draw(published: Any) -> list[Check] | None:
    """The checks of what was drawn; None where the data have no known shape."""
    game = published.get("game") if isinstance(published, dict) else None
    if not isinstance(game, str):
        return None
    if game in WHEELS and (shapes.is_wheel(published) or shapes.is_beacon_wheel(published)):
        return _check_wheel(published)
    if game in SHOES and (shapes.is_shoe(published) or shapes.is_beacon_shoe(published)):
        return _check_shoe(published, SHOES[game])
    if game in SHOES and shapes.is_ordered_shoe(published):
        return _check_ordered_shoe(published, SHOES[game])
    if game in PACKS and (shapes.is_pack(published) or shapes.is_beacon_pack(published)):
        return check_pack(published, PACKS[game])
    return None


def _check_promise(published: Published) -> Check:
    made = promise(published["seed"])
    return Check(
        "promise", made == published["commitment"], {"published": published["commitment"], "made": made}
    )


def _stream(published: Published) -> Stream:
    beacon = key_text(published["beacon"]) if "beacon" in published else ""
    facts = (published["table"], published["round"], published["nonces"])
    return Stream(draw_key(published["seed"], *facts, beacon))


def _check_wheel(published: Published) -> list[Check]:
    pockets = WHEELS[published["game"]].get(published["wheel"])
    checks = [
        _check_promise(published),
        *check_beacon(published),
        Check("wheel", pockets is not None, {"wheel": published["wheel"]}),
    ]
    if pockets is not None:
        made = [pockets[_stream(published).below(len(pockets))]]
        checks.append(_drawn(published, made, agrees=made == published["drawn"]))
    return checks


def _drawn(published: Published, made: list[str], *, agrees: bool) -> Check:
    return Check("drawn", agrees, {"published": published["drawn"], "made": made})


def _cards_agree(published: Published, made: list[str], kind: ShoeKind) -> bool:
    """A card that was never turned agrees with any, but only some may stay face down."""
    drawn = published["drawn"]
    named = all(card in ("", other) for card, other in zip(drawn, made, strict=True))
    return named and drawn.count("") <= kind.unturned


def _check_shoe(published: Published, kind: ShoeKind) -> list[Check]:
    dealt, decks = published["dealt"], published["decks"]
    end = len(dealt) + len(published["drawn"])
    begins_now = published["shoe"] == published["round"]
    began_before = published["shoe"] < published["round"]
    is_full = not dealt and not published["before"]
    goes_on = bool(dealt) and bool(published["before"])
    possible = (
        decks in kind.decks
        and end <= PACK * decks
        and max(Counter(dealt).values(), default=0) <= decks
        and ((is_full and begins_now) or (kind.kept and began_before and (is_full or goes_on)))
    )
    checks = [
        _check_promise(published),
        *check_beacon(published),
        Check("shoe", possible, {"shoe": published["shoe"], "decks": decks, "start": len(dealt), "end": end}),
    ]
    if possible:
        made = _cards_left(published)[: len(published["drawn"])]
        checks.append(_drawn(published, made, agrees=_cards_agree(published, made, kind)))
    return checks


def _cards_left(published: Published) -> list[str]:
    """The cards that are left in the shoe, in the order of this round's draw."""
    taken = Counter(NUMBER_OF[card] for card in published["dealt"])
    places = [place for place in range(PACK * published["decks"]) if place // PACK >= taken[place % PACK]]
    return [CARDS[place % PACK] for place in _stream(published).order(places)]


def _check_ordered_shoe(published: Published, kind: ShoeKind) -> list[Check]:
    """The first format: one seed decided the order of the whole shoe."""
    size, start = PACK * published["decks"], published["start"]
    end = start + len(published["drawn"])
    begins_now = published["shoe"] == published["round"] and start == 0
    goes_on = published["shoe"] < published["round"] and kind.kept
    possible = published["decks"] in kind.decks and end <= size and (begins_now or goes_on)
    figures = {"shoe": published["shoe"], "decks": published["decks"], "start": start, "end": end}
    checks = [_check_promise(published), Check("shoe", possible, figures)]
    if possible:
        key = draw_key(published["seed"], published["table"], published["shoe"], published["nonces"])
        order = Stream(key).order(list(range(size)))
        made = [CARDS[place % PACK] for place in order[start:end]]
        checks.append(_drawn(published, made, agrees=_cards_agree(published, made, kind)))
    return checks


def check_shoe(rounds: Sequence[Any], verdicts: Sequence[Sequence[Check]]) -> Check | None:
    """Whether the rounds follow each other from the full shoe. None for rounds that have no shoe."""
    with_shoe = [isinstance(published, dict) and "shoe" in published for published in rounds]
    if not any(with_shoe):
        return None
    if any(checks[0].code == UNREADABLE for checks in verdicts) or not all(with_shoe):
        return Check("follows", False, {"reason": "no chain"})
    if not _have_one_format(rounds):
        return Check("follows", False, {"reason": "formats"})
    links = sorted(zip(rounds, verdicts, strict=True), key=lambda link: link[0]["round"])
    broken = _first_out_of_order(links) if rounds[0]["format"] == FIRST_FORMAT else _first_broken(links)
    figures: dict[str, Any] = {"rounds": [published["round"] for published, _ in links]}
    return Check("follows", broken is None, figures if broken is None else figures | {"broken": broken})


def _have_one_format(rounds: Sequence[Published]) -> bool:
    """A round in which nobody bet needed no value of a beacon."""
    formats = {published["format"] for published in rounds}
    with_cards = {published["format"] for published in rounds if published["drawn"]}
    return len(formats) == 1 or (FIRST_FORMAT not in formats and len(with_cards) <= 1)


def _is_same_shoe(one: Published, other: Published) -> bool:
    return all(one[name] == other[name] for name in ("game", "table", "shoe", "decks"))


def _first_broken(links: Sequence[tuple[Published, Sequence[Check]]]) -> int | None:
    """The first round that does not follow."""
    first, digest, last = links[0][0], "", 0
    dealt: list[str] = []
    for published, checks in links:
        cards = next((check.figures["made"] for check in checks if check.code == "drawn"), None)
        number: int = published["round"]
        follows = _is_same_shoe(first, published) and number > last and published["before"] == digest
        if cards is None or not follows or published["dealt"] != dealt:
            return number
        last = number
        if cards and not published.get("void", False):
            facts = (digest, published["table"], number, published["commitment"])
            text = "|".join(map(str, (*facts, shares_text(published["nonces"]), ",".join(cards))))
            digest = sha256(f"feltro/shoe/v2|{text}").hex()
            dealt = [*dealt, *cards]
    return None


def _first_out_of_order(links: Sequence[tuple[Published, Sequence[Check]]]) -> int | None:
    """The same in the first format, where one seed decided the order of the whole shoe."""
    first = links[0][0]
    number, start = first["shoe"], 0
    for published, _ in links:
        same_draw = (published["seed"], published["nonces"]) == (first["seed"], first["nonces"])
        place = (published["round"], published["start"])
        if not _is_same_shoe(first, published) or not same_draw or place != (number, start):
            return int(published["round"])
        number, start = number + 1, start + len(published["drawn"])
    return None
