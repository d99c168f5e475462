"""Card commitments: each card has its own commitment and is opened separately; unopened cards stay secret."""

from __future__ import annotations

import hashlib
from random import Random

import pytest
from msgspec.structs import replace

from games.draw import card_commitments, generator
from games.draw.card_commitments import opened, opened_right
from games.rules.shared.cards import NAMES, PACK
from tests.machine_speed import hashes_for

SEED = bytes(range(32))
SHARES = {1: "aa" * 16, 4: "bb" * 16}
PROMISED = card_commitments.pack(SEED, 7, 9, SHARES)


def test_every_card_of_the_pack_opens_under_the_one_top() -> None:
    openings = opened(PROMISED, range(PACK))
    assert all(opened_right(opening, PROMISED.top, 7, 9) for opening in openings)
    assert sorted(opening.card for opening in openings) == sorted(NAMES)


def test_the_order_is_the_draws_own() -> None:
    assert PROMISED.order == generator.Draw(generator.key(SEED, 7, 9, SHARES)).shuffled(PACK)


def test_another_card_salt_place_path_table_or_round_does_not_open() -> None:
    for opening in opened(PROMISED, range(PACK)):
        wrong = [
            replace(opening, card=next(name for name in NAMES if name != opening.card)),
            replace(opening, salt=opening.salt[::-1]),
            replace(opening, position=(opening.position + 1) % PACK),
            *(
                replace(opening, path=(*opening.path[:at], "0" * 64, *opening.path[at + 1 :]))
                for at in range(6)
            ),
            replace(opening, path=opening.path[:5]),
            replace(opening, path=(*opening.path, "0" * 64)),
        ]
        assert not any(opened_right(forged, PROMISED.top, 7, 9) for forged in wrong)
        assert not opened_right(opening, PROMISED.top, 8, 9)
        assert not opened_right(opening, PROMISED.top, 7, 10)
        assert not opened_right(opening, "0" * 64, 7, 9)


@pytest.mark.parametrize("position", [-1, 52, 63, 64])
def test_there_is_no_card_beside_the_pack(position: int) -> None:
    """The places that fill the tree up hold no card, and no inner hash can be passed off as one."""
    opening = opened(PROMISED, [51])[0]
    assert not opened_right(replace(opening, position=position), PROMISED.top, 7, 9)


def test_leaves_nodes_and_root_are_hashes_of_different_things() -> None:
    left, right = PROMISED.levels[0][:2]
    assert (
        card_commitments.node(left, right)
        == PROMISED.levels[1][0]
        == hashlib.sha256(b"feltro/node/v1|" + left + right).digest()
    )
    assert card_commitments.leaf(7, 9, 0, NAMES[PROMISED.order[0]], PROMISED.salts[0]) == left
    assert PROMISED.levels[-1][0] != bytes.fromhex(
        card_commitments.root(PROMISED.top, 7, 9, "c" * 64, SHARES)
    )


def test_the_root_binds_the_pack_to_table_round_promise_and_shares() -> None:
    given = (PROMISED.top, 7, 9, generator.promise(SEED), SHARES)
    others = [
        ("0" * 64, *given[1:]),
        (given[0], 8, *given[2:]),
        (*given[:2], 10, *given[3:]),
        (*given[:3], "0" * 64, given[4]),
        (*given[:4], SHARES | {4: "bc" * 16}),
        (*given[:4], {1: SHARES[1]}),
    ]
    assert len({card_commitments.root(*arguments) for arguments in [given, *others]}) == 7


def test_a_pack_is_whole_or_it_is_not_promised() -> None:
    for order, salts in (
        (range(51), PROMISED.salts),
        ([0] * PACK, PROMISED.salts),
        (range(PACK), PROMISED.salts[:51]),
    ):
        with pytest.raises(ValueError, match="52 cards"):
            card_commitments.planted(list(order), salts, 7, 9)


def test_every_card_has_a_secret_of_its_own_which_no_other_tells() -> None:
    assert len({*PROMISED.salts}) == PACK and {len(salt) for salt in PROMISED.salts} == {32}
    other = card_commitments.pack(SEED, 7, 10, SHARES)
    assert not {*PROMISED.salts} & {*other.salts}
    # The promise of the seed and the shares are public: no secret follows from them alone.
    public = [
        generator.promise(SEED).encode(),
        generator.shares(SHARES).encode(),
        bytes.fromhex(PROMISED.top),
    ]
    assert not {hashlib.sha256(value).digest() for value in public} & {*PROMISED.salts}


def swapped(order: tuple[int, ...], seen: set[int], random: Random) -> tuple[int, ...]:
    """The same cards at the places that were seen, the others in another order."""
    unseen = [place for place in range(PACK) if place not in seen]
    cards = [order[place] for place in unseen]
    random.shuffle(cards)
    after = list(order)
    for place, card in zip(unseen, cards, strict=True):
        after[place] = card
    return tuple(after)


@pytest.mark.parametrize("number", range(40))
def test_what_is_opened_does_not_depend_on_cards_that_were_not_seen(number: int) -> None:
    """Two packs that differ only in cards that the seat may not see: place, card and secret are the same
    bytes in both.
    """
    random = Random(number)
    seen = set(random.sample(range(PACK), random.randint(0, 12)))
    order = swapped(PROMISED.order, seen, random)
    other = card_commitments.planted(order, PROMISED.salts, 7, 9)
    assert other.top != PROMISED.top
    for one, same in zip(opened(PROMISED, sorted(seen)), opened(other, sorted(seen)), strict=True):
        assert (one.position, one.card, one.salt) == (same.position, same.card, same.salt)


def test_the_hashes_on_the_way_are_as_good_as_noise_without_the_secrets() -> None:
    """Each sibling hash is made of leaves with 32 secret bytes. With other secrets the same cards give
    other hashes, so trying all 52 cards for a neighbour finds none, with any secret that was opened.
    """
    mine = opened(PROMISED, [0, 2])
    replanted = card_commitments.planted(
        PROMISED.order, [PROMISED.salts[0], bytes(32), *PROMISED.salts[2:]], 7, 9
    )
    assert opened(replanted, [0])[0].path[0] != mine[0].path[0]
    known = [bytes.fromhex(opening.salt) for opening in mine] + [bytes(32), hashlib.sha256(b"").digest()]
    guesses = {card_commitments.leaf(7, 9, 1, name, salt) for name in NAMES for salt in known}
    assert bytes.fromhex(mine[0].path[0]) not in guesses
    assert (
        card_commitments.leaf(7, 9, 1, NAMES[PROMISED.order[1]], PROMISED.salts[1]).hex() == mine[0].path[0]
    )


def test_a_way_shows_no_hash_that_is_made_of_what_is_opened_alone() -> None:
    """The openings of all that a seat has seen, put together, hold no leaf of a card that was not seen but as
    a hash.
    """
    mine = opened(PROMISED, range(9))
    secret = {salt.hex() for salt in PROMISED.salts[9:]}
    published = " ".join(f"{opening.salt} {' '.join(opening.path)}" for opening in mine)
    assert not any(salt in published for salt in secret)


def test_a_pack_is_promised_in_the_time_of_a_few_hundred_hashes() -> None:
    """Half a millisecond where a hash takes one microsecond."""
    assert hashes_for(lambda: card_commitments.pack(SEED, 7, 9, SHARES), times=20) < 1_000
