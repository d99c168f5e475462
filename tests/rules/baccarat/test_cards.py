"""Regulamento n.º 812/2015, ponto e banca, in its order: the cards and the deal (rules 1, 2, 6 to 8, 11,
12, 16 to 21).
"""

from __future__ import annotations

import pytest

from games.rules.baccarat.engine import ENGINE as BACCARAT
from games.rules.baccarat.events import BetsClosed, CardDealt, CardDrawn, HandTurned, NaturalAnnounced
from games.rules.baccarat.hands import is_pair, move_of_banco, move_of_punto, next_to_draw, score
from games.rules.baccarat.sheet import PUNTO_BANCO, Setting, Sheet, Shoe
from games.rules.shared.cards import CARDS, NAMES, cards
from tests.rules.baccarat.play import ME, Dealt, bet, folded, hands, played, steps, table

ACES = ("AS", "AH", "AC", "AD")


def test_PB_1_the_hand_nearer_to_nine_wins() -> None:
    assert BACCARAT.view(played(table(), "9S 8H KD KC"), None)["winner"] == "punto"
    assert BACCARAT.view(played(table(), "KS 7H 6D KC"), None)["winner"] == "banco"
    assert BACCARAT.view(played(table(), "6S 6H KD KC"), None)["winner"] == "tie"


@pytest.mark.parametrize(("two", "pair"), [("5S 5S", True), ("5S 5H", True), ("5S 6S", False)])
def test_PB_2e_a_pair_is_two_equal_cards_of_the_same_suit_or_not(two: str, pair: bool) -> None:
    assert is_pair(cards(two)) is pair


# Equipment


@pytest.mark.parametrize(
    ("decks", "lawful"), [(1, False), (4, False), (6, True), (7, False), (8, True), (0, False)]
)
def test_PB_6b_six_or_eight_decks(decks: int, lawful: bool) -> None:
    breaches = BACCARAT.check_sheet(Sheet(decks=(decks,)))
    assert [breach.rule for breach in breaches] == ([] if lawful else ["PB-6b"])
    only_6 = Sheet(decks=(6,))
    wanted = [] if decks == 6 else ["PB-6b"]
    assert [
        breach.rule for breach in BACCARAT.check_setting(only_6, Setting("punto-banco", 100, decks=decks))
    ] == wanted


class Counting:
    """A shoe that records how many cards were read."""

    def __init__(self) -> None:
        self.sizes: set[int] = set()

    def below(self, n: int) -> int:
        raise AssertionError("nothing but cards is drawn here")

    def shuffled(self, n: int) -> range:
        self.sizes.add(n)
        return range(n)


@pytest.mark.parametrize(("decks", "count"), [(6, 312), (8, 416)])
def test_PB_6c_the_shoe_holds_whole_packs_of_fifty_two(decks: int, count: int) -> None:
    shoe, state = Counting(), folded(table(decks=decks), [BetsClosed()])
    while str(state.phase) == "dealing":
        state = folded(state, BACCARAT.advance(state, shoe))
    assert shoe.sizes == {count}
    dealt = [NAMES[place % 52] for place in shoe.shuffled(count)]
    assert {name: dealt.count(name) for name in NAMES} == dict.fromkeys(NAMES, decks)
    assert {name[-1] for name in NAMES} == set("SHCD")
    assert len({name[:-1] for name in NAMES}) == 13


# What cards are worth


def test_PB_7a_an_ace_is_worth_one() -> None:
    for ace in ACES:
        assert score(cards(f"{ace} 8S")) == 9


@pytest.mark.parametrize("name", ["KS", "QH", "JC", "10D"])
def test_PB_7b_king_queen_jack_and_ten_are_worth_nothing(name: str) -> None:
    assert score(cards(f"{name} 9S")) == 9


@pytest.mark.parametrize("face", range(2, 10))
def test_PB_7c_the_others_are_worth_their_face(face: int) -> None:
    for suit in "SHCD":
        assert score([CARDS[f"{face}{suit}"]]) == face


@pytest.mark.parametrize(
    ("dealt", "points"),
    [
        ("7S 8S", 5),
        ("9S 9H 8C", 6),
        ("4S 6S", 0),
        ("9S AS", 0),
        ("5S 6S 9S", 0),
        ("9S 9H 9C", 7),
        ("KS QS", 0),
    ],
)
def test_PB_8_past_ten_or_twenty_only_the_excess_counts(dealt: str, points: int) -> None:
    assert score(cards(dealt)) == points


def test_PB_20_the_table_of_third_cards_stands_in_the_description_of_the_table() -> None:
    """Against a natural no hand draws; banco draws up to 2 always, and up to 5 where punto drew no card."""
    assert BACCARAT.describe(Sheet(), Setting(PUNTO_BANCO, 100))["thirds"] == {
        "natural": [8, 9],
        "punto": [0, 1, 2, 3, 4, 5],
        "banco_always": [0, 1, 2],
        "banco_alone": [3, 4, 5],
        "banco": {
            "3": [0, 1, 2, 3, 4, 5, 6, 7, 9],
            "4": [2, 3, 4, 5, 6, 7],
            "5": [4, 5, 6, 7],
            "6": [6, 7],
        },
    }


def test_PB_11_only_the_first_two_cards_make_a_pair() -> None:
    both = played(bet(table(), {"punto-pair": 100, "banco-pair": 100}), "2S 3H 2D KC 2C 4D")
    assert hands(both)["punto"]["cards"] == ["2S", "2D"]
    assert BACCARAT.view(both, None)["won"] == ["banco", "punto-pair"]
    third = played(bet(table(), {"punto-pair": 100, "banco-pair": 100}), "2S 3H KD KC 2D 3D")
    assert BACCARAT.view(third, None)["won"] == ["banco"]


def test_PB_12_court_cards_pair_only_with_their_own_rank() -> None:
    courts = ("K", "Q", "J", "10")
    for one in courts:
        for other in courts:
            assert is_pair(cards(f"{one}S {other}H")) is (one == other)


# The deal


def test_PB_16_no_card_is_dealt_before_the_bets_are_closed() -> None:
    state = bet(table(), {"punto": 100})
    assert BACCARAT.advance(state, Dealt("")) == (BetsClosed(),)
    assert "hands" not in BACCARAT.view(state, None)
    closed = folded(state, [BetsClosed()])
    assert "hands" not in BACCARAT.view(closed, None)
    assert [type(event) for event in BACCARAT.advance(closed, Dealt(""))] == [CardDealt] * 4


def test_PB_17_the_first_cards_come_face_down_one_at_a_time_alternately_punto_first() -> None:
    state = folded(table(), [BetsClosed()])
    events = BACCARAT.advance(state, Dealt(""))
    assert [(event.hand, event.place) for event in events] == [
        ("punto", 0),
        ("banco", 1),
        ("punto", 2),
        ("banco", 3),
    ]
    seen = []
    for event in events:
        state = folded(state, [event])
        seen.append([hands(state)[hand]["down"] for hand in ("punto", "banco")])
        assert set(BACCARAT.event_for_seat(event, ME) or {}) == {"t", "hand"}
    assert seen == [[1, 0], [1, 1], [2, 1], [2, 2]]


def test_PB_17_a_card_that_lies_face_down_has_no_face_anywhere() -> None:
    """Two shoes with no card in common give the same table, to the byte, until a card is turned."""
    first, second = (steps(bet(table(), {"tie": 100}), shoe) for shoe in ("9S 8H KD KC", "2C 3D 4S 5H 6C 7D"))
    for (events, state), (others, other) in zip(first[:2], second[:2], strict=True):
        assert (events, state) == (others, other)
        assert BACCARAT.view(state, ME) == BACCARAT.view(other, ME)
    assert first[2][0] != second[2][0]


def test_PB_18_puntos_cards_are_turned_before_bancos() -> None:
    turned = [
        event
        for events, _ in steps(table(), "4S 6H 2D KC")
        for event in events
        if isinstance(event, HandTurned)
    ]
    assert [(event.hand, [NAMES[card] for card in event.cards]) for event in turned] == [
        ("punto", ["4S", "2D"]),
        ("banco", ["6H", "KC"]),
    ]
    (_, after) = steps(table(), "4S 6H 2D KC")[2]
    assert hands(after) == {"punto": {"cards": ["4S", "2D"], "score": 6}, "banco": {"down": 2}}


@pytest.mark.parametrize(
    "shoe", ["8S 2H KD KC", "9S 2H KD KC", "2S 8H KD KC", "2S 9H KD KC", "9S 8H KD KC", "8S 8H KD KC"]
)
def test_PB_19_with_eight_or_nine_no_card_is_dealt_to_either(shoe: str) -> None:
    state = played(table(), shoe)
    assert state.dealt == 4
    assert {len(state.punto), len(state.banco)} == {2}


def test_PB_20_punto_is_served_first_and_neither_hand_gets_a_fourth_card() -> None:
    drawn = [
        event
        for events, _ in steps(table(), "2S 3H KD KC 2C 2D 9S")
        for event in events
        if isinstance(event, CardDrawn)
    ]
    assert [(event.hand, NAMES[event.card], event.place) for event in drawn] == [
        ("punto", "2C", 4),
        ("banco", "2D", 5),
    ]
    assert next_to_draw(cards("2S KD 2C"), cards("3H KC 2D")) is None


def test_PB_20_the_felt_says_on_which_score_of_two_cards_each_hand_moved() -> None:
    hands = BACCARAT.view(played(table(), "2S 3H KD KC 2C 2D 9S"), None)["hands"]
    assert [(hands[hand]["move"]["on"], hands[hand]["score"]) for hand in ("punto", "banco")] == [
        (2, 4),
        (3, 5),
    ]


def test_PB_20_a_kept_shoe_always_holds_the_cards_of_a_round() -> None:
    for cut, rules in ((5, ["PB-20"]), (6, []), (208, []), (209, ["PB-20"])):
        breaches = BACCARAT.check_setting(Sheet(), Setting("punto-banco", 100, shoe=Shoe.KEPT, cut_card=cut))
        assert [breach.rule for breach in breaches] == rules


# Rule 20 as printed: what each hand, having, does.
PUNTO = [
    ("PB-20-ponto-0-5", "0-1-2-3-4-5", "draws"),
    ("PB-20-ponto-6-7", "6-7", "stands"),
    ("PB-20-ponto-8-9", "8-9", "natural"),
]
# Banco, having: takes a card if punto takes; takes none if punto takes.
BANCO_AGAINST = [
    ("PB-20-banca-3", 3, "1-2-3-4-5-6-7-9-10", "8"),
    ("PB-20-banca-4", 4, "2-3-4-5-6-7", "1-8-9-10"),
    ("PB-20-banca-5", 5, "4-5-6-7", "1-2-3-8-9-10"),
    ("PB-20-banca-6", 6, "6-7", "1-2-3-4-5-8-9-10"),
]
BANCO_ANYHOW = [
    ("PB-20-banca-7", "7", "stands"),
    ("PB-20-banca-8-9", "8-9", "natural"),
    ("PB-20-banca-0-2", "0-1-2", "draws"),
]
BANCO_ALONE = [
    ("PB-20-nodraw-3-5", "3-4-5", "draws"),
    ("PB-20-nodraw-6", "6", "stands"),
]


def numbers(printed: str) -> list[int]:
    return [int(number) for number in printed.split("-")]


@pytest.mark.parametrize(("rule", "having", "code"), PUNTO)
def test_PB_20_what_punto_does(rule: str, having: str, code: str) -> None:
    for points in numbers(having):
        for banco in range(8):
            move = move_of_punto(points, banco)
            assert (move.code, move.rule, move.draws) == (code, rule, code == "draws")
        for banco in (8, 9):
            move = move_of_punto(points, banco)
            assert (move.code, move.rule) == ((code, rule) if code == "natural" else ("stands", "PB-19"))


@pytest.mark.parametrize(("rule", "having", "takes", "takes_none"), BANCO_AGAINST)
def test_PB_20_what_banco_does_against_puntos_third_card(
    rule: str, having: int, takes: str, takes_none: str
) -> None:
    assert sorted(numbers(takes) + numbers(takes_none)) == list(range(1, 11))
    for code, row in (("draws", takes), ("stands", takes_none)):
        for third in numbers(row):
            move = move_of_banco(having, third, natural=False)
            assert (move.code, move.rule) == (code, rule)
    # Every card without a value counts as the table's 10 (A39).
    assert move_of_banco(having, 0, natural=False) == move_of_banco(having, 10, natural=False)


@pytest.mark.parametrize(("rule", "having", "code"), BANCO_ANYHOW)
def test_PB_20_what_banco_does_anyhow(rule: str, having: str, code: str) -> None:
    for points in numbers(having):
        for third in (None, *range(11)):
            move = move_of_banco(points, third, natural=False)
            assert (move.code, move.rule) == (code, rule)


@pytest.mark.parametrize(("rule", "having", "code"), BANCO_ALONE)
def test_PB_20_what_banco_does_when_punto_takes_none(rule: str, having: str, code: str) -> None:
    for points in numbers(having):
        move = move_of_banco(points, None, natural=False)
        assert (move.code, move.rule) == (code, rule)


@pytest.mark.parametrize("banco", range(8))
def test_PB_19_banco_takes_none_against_a_natural(banco: int) -> None:
    assert move_of_banco(banco, None, natural=True).draws is False
    assert move_of_banco(banco, None, natural=True).rule == "PB-19"


@pytest.mark.parametrize(
    ("shoe", "announced"),
    [
        ("8S 2H KD KC", [("punto", 8)]),
        ("2S 9H KD KC", [("banco", 9)]),
        ("9S 8H KD KC", [("punto", 9), ("banco", 8)]),
        ("4S 6H 3D KC", []),
    ],
)
def test_PB_20_ponto_8_9_a_natural_is_announced_as_it_is_turned(
    shoe: str, announced: list[tuple[str, int]]
) -> None:
    for events, state in steps(table(), shoe):
        for index, event in enumerate(events):
            if isinstance(event, NaturalAnnounced):
                assert isinstance(events[index - 1], HandTurned)
                assert (event.hand, event.score) == announced.pop(0)
                assert BACCARAT.event_for_seat(event, None) == {
                    "t": "natural-announced",
                    "hand": event.hand,
                    "score": event.score,
                }
                assert hands(state)[event.hand]["natural"] is True
    assert announced == []


def test_PB_20_banca_8_9_a_natural_of_banco_keeps_punto_from_drawing() -> None:
    state = played(table(), "2S 9H KD KC 5S")
    assert hands(state)["banco"]["move"] == {"code": "natural", "rule": "PB-20-banca-8-9", "on": 9}
    assert hands(state)["punto"]["move"] == {"code": "stands", "rule": "PB-19", "on": 2}


def test_PB_20_the_rule_by_which_a_hand_draws_is_told_as_it_happens() -> None:
    (_, both_turned), (_, punto_served), (_, over) = steps(table(), "2S 3H KD KC 2C 2D")[3:]
    assert hands(both_turned)["punto"]["move"] == {"code": "draws", "rule": "PB-20-ponto-0-5", "on": 2}
    assert "move" not in hands(both_turned)["banco"]
    assert hands(punto_served)["banco"]["move"] == {"code": "draws", "rule": "PB-20-banca-3", "on": 3}
    assert hands(over)["banco"]["score"] == 5


def test_PB_21_the_third_card_lies_apart_from_the_first_two() -> None:
    state = played(table(), "2S 3H KD KC 2C 2D")
    assert {name: (hand["cards"], hand["third"]) for name, hand in hands(state).items()} == {
        "punto": (["2S", "KD"], "2C"),
        "banco": (["3H", "KC"], "2D"),
    }
    assert all("third" not in hand for hand in hands(played(table(), "4S 6H 3D KC")).values())
    assert BACCARAT.event_for_seat(CardDrawn("punto", CARDS["2C"], 4), None) == {
        "t": "card-drawn",
        "hand": "punto",
        "card": "2C",
    }


def test_every_deal_goes_as_an_independent_reading_of_rule_20_says() -> None:
    """Every first score of both hands with every third card: ten thousand rounds through the engine."""
    chart = {
        3: "1234567 9T",
        4: " 234567",
        5: "   4567",
        6: "     67",
    }  # against punto's third card, T for ten
    faces = ["10", "A", *map(str, range(2, 10))]
    closed = folded(table(), [BetsClosed()])
    for first in range(10):
        for second in range(10):
            for third in range(10):
                letter = "T" if third == 0 else str(third)
                for fourth in range(10):
                    punto, banco = [first], [second]
                    if first < 8 and second < 8:
                        if first < 6:
                            punto.append(third)
                        if (
                            second < 3
                            or (second < 6 and first > 5)
                            or (first < 6 and letter in chart.get(second, ""))
                        ):
                            banco.append(fourth if first < 6 else third)
                    shoe = f"KS KH {faces[first]}S {faces[second]}H {faces[third]}C {faces[fourth]}D"
                    state = played(closed, shoe)
                    assert (score(state.punto), score(state.banco)) == (sum(punto) % 10, sum(banco) % 10), (
                        shoe
                    )
                    assert state.dealt == 2 + len(punto) + len(banco), shoe
