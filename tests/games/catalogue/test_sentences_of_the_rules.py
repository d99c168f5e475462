"""What a table tells about its rules is what the regulation of its own game says, in every language."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from games.catalogue import GAMES
from games.rounds.replay.explanations import explain_line
from games.rules.shared.poker_hands import HandKind
from games.rules.stud.macau import VARIANT as MACAU
from games.tables.messages.table import messages_for
from players.languages import HOUSE_LANGUAGES

LANGUAGES = tuple(language.short for language in HOUSE_LANGUAGES)
WHEELS = ("american-roulette", "french-roulette")
STUDS = ("caribbean-stud", "macau-stud")
# The words of 61/2004, articles 8 and 9, and of 803/2015, rule 7.  [MS-8.1] [MS-8.10] [CS-7a] [CS-7j]
HANDS_OF_MACAU = {
    "royal-flush": "naipe real",
    "straight-flush": "sequência de naipe",
    "four-of-a-kind": "quatro cartas iguais",
    "full-house": "trio-par",
    "flush": "naipe ou cor",
    "straight": "sequência",
    "three-of-a-kind": "três cartas iguais",
    "two-pairs": "dois pares",
    "one-pair": "par",
    "five-odd-cards": "cinco cartas diferentes",
}
HANDS_OF_PORTUGAL = {
    "royal-flush": "sequência real de cor",
    "straight-flush": "sequência de cor",
    "four-of-a-kind": "póquer",
    "full-house": "fullen",
    "flush": "cor",
    "straight": "sequência",
    "three-of-a-kind": "trio",
    "two-pairs": "dois pares",
    "one-pair": "um par",
    "high-cards": "cartas maiores",
}


def pages_and_games(*systems: str) -> list[tuple[str, str]]:
    return [(language, system) for language in LANGUAGES for system in systems or GAMES]


@pytest.mark.parametrize(("language", "system"), pages_and_games())
def test_AR_20_only_a_wheel_says_that_no_valid_number_was_determined(language: str, system: str) -> None:
    """[AR-20] [FR-R21] [BJ-27] [PB-29] [CS-33] [HE-72]"""
    texts = messages_for(language, system)
    speaks_of_numbers = [
        code
        for code, text in texts.items()
        if code.startswith("void.") and re.search(r"\bn[uú]m(ber|ero)\b", text) and "cards" not in code
    ]
    assert bool(speaks_of_numbers) == (system in WHEELS)
    assert ("void.cause.no-valid-number" in texts) == (system in WHEELS)


def test_MS_11_1_a_void_round_of_macau_does_not_say_that_every_bet_goes_back() -> None:
    """[MS-11.1] [MS-11.4] Jackpot bets are carried to the next round."""
    assert "additional bets" in messages_for("en", "macau-stud")["void.said"]
    assert "adicionais" in messages_for("pt", "macau-stud")["void.said"]


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("caribbean-stud", "considera-se que desiste"),  # [CS-35]
        ("macau-stud", "considera-se que desiste"),  # (A50)
        ("holdem", "passa por si"),  # [HE-45]
        ("blackjack", "tempo para decidir"),  # (A03)
        ("american-roulette", "a jogada é válida e paga-se sem si"),  # [AR-23]
        ("baccarat", "a jogada é válida e paga-se sem si"),  # [PB-30a]
    ],
)
def test_CS_35_a_lost_connection_says_what_becomes_of_an_open_decision(system: str, words: str) -> None:
    """[CS-35] [CS-36] [HE-45] [HE-73] [AR-23] [PB-30a] [BJ-30]"""
    assert words in messages_for("pt", system)["lost.stake"]


@pytest.mark.parametrize(("language", "system"), pages_and_games("blackjack", "baccarat", *STUDS))
def test_PB_43a_what_may_not_be_taken_back_is_named_beside_what_may(language: str, system: str) -> None:
    """[PB-43a] [BJ-15b] [CS-23] Doubles, second bets and bets that cover others stay."""
    own, general = messages_for(language, system)["coach.clock"], messages_for(language)["coach.clock"]
    assert own != general and len(own) > len(general)


@pytest.mark.parametrize("language", LANGUAGES)
def test_PB_26_the_commission_concerns_rounds_that_banca_wins(language: str) -> None:
    """[PB-26a] [PB-26b] Ponto never pays it."""
    with translation.override(language):
        sentences = [str(text) for text in GAMES["baccarat"].how_to_play]
    (commission,) = (text for text in sentences if re.search("commission|comissão|comisión", text))
    assert re.search(r"\bbanca\b", commission) and not re.search(r"\bp(o|u)nto\b", commission)


def test_PB_13_both_sides_may_be_bet_on_with_a_difference() -> None:
    """[PB-13]"""
    assert "differ" in messages_for("en")["refused.both-sides"]


@pytest.mark.parametrize(
    ("system", "hands"), [("caribbean-stud", HANDS_OF_PORTUGAL), ("macau-stud", HANDS_OF_MACAU)]
)
def test_MS_8_1_each_stud_calls_hands_as_its_own_regulation(system: str, hands: dict[str, str]) -> None:
    """[CS-7a] [CS-7j] [MS-8.1] [MS-8.10]"""
    texts = messages_for("pt", system)
    assert {kind: texts[f"st.{kind}"] for kind in hands} == hands
    rounds = GAMES[system].rounds
    with translation.override("pt-pt"):
        assert {kind: str(rounds.hands[kind]) for kind in hands} == hands
        for kind, name in hands.items():
            assert rounds.outcome_label(kind).endswith(f": {name}")
            line = {"code": "same-kind", "rule": "", "details": {"kind": kind}}
            assert f"tinham {name}:" in explain_line(system, line, "EUR")["text"]


def test_MS_8_10_every_hand_of_the_engine_has_a_name() -> None:
    """[MS-8.10]"""
    assert {MACAU.kinds[kind] for kind in HandKind} == HANDS_OF_MACAU.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_MS_9_1_no_sentence_of_macau_speaks_of_a_bank_or_a_second_bet(language: str) -> None:
    """[MS-5.3] [MS-9.1] The dealer opens, and the third chance is the additional bet."""
    words = re.compile(r"\bthe bank\b|\bbank:|second bet|segunda aposta|segunda apuesta|\bbanca\b", re.I)
    banked = {
        code: text
        for code, text in messages_for(language, "macau-stud").items()
        if code.startswith(("st.", "how.", "list.", "kind.", "bank.")) and words.search(text)
    }
    # Past results are not shown at Macau stud.  [MS-12.1]
    assert {code for code in banked if code not in ("st.lasts", "st.state.open")} == set()


def test_MS_10_3_the_jackpot_bet_is_not_called_small() -> None:
    """[MS-6.3] [MS-10.3] The table announces it, and nobody need make it."""
    for language, words in {
        "en": "you may also",
        "pt": "pode fazer também",
        "es": "puede hacer también",
    }.items():
        how = messages_for(language, "macau-stud")["how.1"]
        assert words in how and not re.search("small|pequen", how)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("holdem", "deduzida a comissão"),  # [HE-17a] [HE-2o]
        ("macau-stud", "A aposta no jackpot não é devolvida"),  # (A45)
        ("caribbean-stud", "acresce à aposta"),
        ("baccarat", "acresce à aposta"),
    ],
)
def test_HE_2o_a_rules_page_says_whether_a_prize_comes_on_top(demo: None, system: str, words: str) -> None:
    """[HE-2o] [HE-17a] [MS-10.2]"""
    page = Client(headers={"accept-language": "pt"}).get(f"/rules/{system}/").content.decode()
    assert (words in page) or "estão a ser calculadas" in page
    with translation.override("pt-pt"):
        assert words in str(GAMES[system].odds_labels.prizes)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/terms/", "/complaints/", "/privacy/", "/fairness/"])
def test_no_general_page_promises_what_only_some_games_keep(demo: None, path: str) -> None:
    """[CS-35] [HE-45] [BJ-27]"""
    page = Client(headers={"accept-language": "en"}).get(path).content.decode()
    for wrong in (
        "leaves no valid number",
        "A fault on your side changes nothing",
        "seal of the number to come",
        "and not after.</li>",
        "never whose it is",
        "After it nobody can bet",
        "is a courtesy",
    ):
        assert wrong not in page
