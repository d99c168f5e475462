"""Explanations: every line of every golden round has a sentence in both languages."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.utils import translation
from msgspec import structs

from games.catalogue import GAMES
from games.catalogue.labels import CAUSES, label_for
from games.rounds.replay.event_descriptions import event_label
from games.rounds.replay.explanations import explain_line
from games.rules.blackjack.settlement import PRIZES
from games.rules.roulette.layout import BetKind
from games.rules.shared.poker_hands import HandKind
from games.rules.stud.macau import CARRY_OVER_CAUSES
from players.shared.number_formats import SPACE
from tests.rounds.golden import FOLDER, replay
from tests.rules.blackjack.play import ME, Table

GOLDEN_ROUNDS = sorted(FOLDER.glob("*.json"))


def explained(path: Any) -> list[tuple[str, dict[str, Any]]]:
    """The lines of every seat at the end of every round of a file."""
    golden = json.loads(path.read_text("utf-8"))
    engine: Any = GAMES[golden["system"]].engine
    sheet, setting = (
        msgspec.convert(golden["sheet"], type=engine.sheet_type),
        msgspec.convert(golden["setting"], type=engine.setting_type),
    )
    came: dict[int, list[Any]] = {}
    for number, _step, data in replay(golden):
        came.setdefault(number, []).extend(data.get("events", ()))
    state, lines = None, []
    for number in sorted(came):
        state = engine.begin(sheet, setting, state, golden["seats"])
        for event in came[number]:
            state = engine.apply(state, msgspec.json.decode(json.dumps(event), type=engine.event_type))
        for seat in golden["seats"]:
            explanation = (
                {"code": line.code, "rule": line.rule, "details": dict(line.details)}
                for line in engine.explain(state, seat)
            )
            lines += [(golden["system"], line) for line in explanation]
    return lines


@pytest.mark.parametrize("path", GOLDEN_ROUNDS, ids=lambda path: path.stem)
def test_BJ_31_PB_31_CS_37_every_line_is_a_sentence_in_the_language_of_the_reader(path: Any) -> None:
    """[BJ-31] [PB-31] [CS-37]"""
    lines = explained(path)
    assert lines
    for system, line in lines:
        texts = {}
        for language in ("pt-pt", "en"):
            with translation.override(language):
                texts[language] = explain_line(system, line, "EUR")["text"]
        assert texts["en"] != line["code"] and texts["en"].endswith("."), line
        assert texts["pt-pt"] != texts["en"], line
        assert f": {line['details'].get('cause', '')}." not in texts["en"], "a cause has words"
        assert not any(sign in texts["en"] + texts["pt-pt"] for sign in "{}[]"), texts


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The bank had 10♥ and drew nothing: no bet was left to decide."),
        ("pt-pt", "A banca tinha 10♥ e não tirou mais: já não havia apostas por decidir."),
    ],
)
def test_BJ_20c_a_bank_that_drew_nothing_says_why(language: str, sentence: str) -> None:
    table = Table("10S 10H 10D 6S 6H 6C").bet({"1": 1_000}).deal().surrender()
    line = GAMES["blackjack"].engine.explain(table.state, ME)[0]
    with translation.override(language):
        shown = explain_line("blackjack", {**structs.asdict(line), "details": dict(line.details)}, "EUR")
    assert shown == {"text": sentence, "rule": "BJ-20c"}


@pytest.mark.parametrize("cause", CARRY_OVER_CAUSES)
def test_MS_11_1_and_MS_11_4_every_cause_of_a_void_hand_has_words(cause: str) -> None:
    texts = set()
    for language in ("en", "pt-pt", "es"):
        with translation.override(language):
            texts.add(label_for(CAUSES, cause))
    assert len(texts) == 3 and cause not in texts


def test_cards_have_suit_symbols_and_amounts_a_currency() -> None:
    hand = {
        "code": "bank",
        "rule": "BJ-17b",
        "details": {"cards": ["KS", "6H", "10D"], "total": 26, "result": "bust"},
    }
    lost = {
        "code": "bust",
        "rule": "BJ-25b",
        "details": {
            "place": "3",
            "hand": 1,
            "stake": 1_000,
            "cards": ["KS", "QH", "2D"],
            "total": 22,
            "lost": 1_000,
        },
    }
    with translation.override("pt-pt"):
        assert explain_line("blackjack", hand, "EUR") == {
            "text": "A banca tinha K♠ 6♥ 10♦: 26.",
            "rule": "BJ-17b",
        }
        assert explain_line("blackjack", lost, "EUR")["text"].startswith("Lugar 3, mão 2, K♠ Q♥ 2♦ (22): ")
        total = {"staked": 1_000, "back": 0, "prize": 0, "net": -1_000}
        assert (
            f"−10,00{SPACE}€"
            in explain_line("blackjack", {"code": "total", "rule": "BJ-26", "details": total}, "EUR")["text"]
        )


@pytest.mark.parametrize("system", [system for system in GAMES if "roulette" not in system])
def test_every_result_has_a_text(system: str) -> None:
    outcomes = {
        "blackjack": ["BJ", "20", "25", "idle"],
        "baccarat": ["P8-6", "T6-6pb", "B3-7b"],
        "holdem": ["last-in 400", *(f"{kind} 400" for kind in HandKind)],
    }.get(system, ["folded", *GAMES[system].rounds.hands])
    outcome_label = GAMES[system].rounds.outcome_label
    for outcome in outcomes:
        with translation.override("pt-pt"):
            portuguese = outcome_label(outcome)
        with translation.override("en"):
            assert outcome_label(outcome) != outcome
        # No code is left in the text; «trio-par» is the word of the regulation.  [MS-8.4]
        assert portuguese != outcome and "-" not in portuguese.replace("trio-par", "")


def test_every_prize_has_a_sentence() -> None:
    for code, times in PRIZES.items():
        texts = {
            "place": "1",
            "hand": 0,
            "stake": 100,
            "cards": ["AS", "KS"],
            "total": 21,
            "prize": 150,
            "back": 100,
            "times": list(times),
        }
        assert (
            explain_line("blackjack", {"code": code, "rule": "BJ-25a", "details": texts}, "EUR")["text"]
            != code
        )
    line = {
        "code": "lost",
        "rule": "AR-18b",
        "details": {"place": f"{BetKind.STRAIGHT}:17", "stake": 100, "lost": 100},
    }
    assert "17" in explain_line("american-roulette", line, "EUR")["text"]


@pytest.mark.parametrize(("language", "insurance"), [("en", "nsurance"), ("pt-pt", "eguro"), ("es", "eguro")])
def test_BJ_20b_a_declined_even_money_is_not_called_insurance(language: str, insurance: str) -> None:
    """[BJ-20b] One event declines either offer, so its words must fit both."""
    with translation.override(language):
        assert insurance in event_label("blackjack", "insurance-placed")
        assert insurance not in event_label("blackjack", "offer-declined")
