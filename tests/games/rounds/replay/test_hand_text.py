"""Hold'em hands as text, which a parser of the trade reads."""

from __future__ import annotations

from random import Random

from pokerkit.notation import PokerStarsParser

from games.rounds.replay.hand_text import write_text, write_texts
from games.rules.holdem.sheet import BetMaximum
from tests.proofs.hand_histories import play_hand, record_for


def test_HE_65_the_text_is_read_by_a_parser_of_the_trade() -> None:
    random = Random(806)
    read = 0
    while read < 10:
        played = play_hand(random, with_beacon=read % 2 == 1)
        if played.state.setting.limit is not BetMaximum.NO_LIMIT:
            continue
        hand = record_for(played, played.state.players[0])
        text = write_text(hand)
        (history,) = PokerStarsParser()("PokerStars" + text.removeprefix("Feltro") + "\n\n")
        stacks = sorted(int(stack * 100) for stack in history.starting_stacks)
        assert stacks == sorted(player.stack for player in hand.players)
        assert f"Rake €{hand.rake // 100}.{hand.rake % 100:02}" in text
        read += 1


def test_HE_65_several_hands_stand_in_one_text() -> None:
    random = Random(2)
    played = [play_hand(random) for _ in range(3)]
    hands = [record_for(one, one.state.players[0]) for one in played]
    assert write_texts(hands).count("Feltro Hand #") == 3
