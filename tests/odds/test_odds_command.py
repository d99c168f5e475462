"""The output of `manage.py odds`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.catalogue.odds_query import UnanswerableQuery, query_odds
from games.management.commands.odds import decimal

ROOT = Path(__file__).resolve().parents[2]


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "odds", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_answer_as_json_has_edge_fraction_method_and_seconds_of_every_bet() -> None:
    done = ran("baccarat", "--set", "commission=b", "--set", "decks=6", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    output = json.loads(done.stdout)
    assert (output["system"], output["setting"]["decks"], output["setting"]["commission"]) == (
        "baccarat",
        6,
        "b",
    )
    assert [bet["bet"] for bet in output["bets"]] == ["punto", "banco", "tie", "punto-pair", "banco-pair"]
    for bet in output["bets"]:
        assert bet["edge"] == pytest.approx(float(Fraction(bet["fraction"])), abs=1e-11)
        assert (bet["method"], bet["seconds"] >= 0) == ("exact enumeration", True)
    assert len(re.findall(r'"edge":-?\d\.\d{8,}', done.stdout)) == 5
    assert output["seconds"] >= sum(bet["seconds"] for bet in output["bets"]) - 1e-5 > 0


def test_the_answer_for_people_is_a_table() -> None:
    done = ran("american-roulette", "--set", "variant=38", "--set", "double_bets=false")
    *lines, last = done.stdout.splitlines()
    assert re.fullmatch(r"13 bets, \d\.\d{3} seconds", last)
    assert lines[0].split() == ["straight", "5.26315789", "%", "exact", "enumeration", "1/19"]


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (("chess",), "no odds for the system 'chess'"),
        (("french-roulette",), "missing required field `zero_option`"),
        (("baccarat", "--set", "decks=4"), "PB-6b decks: not-in-sheet (given 4)"),
        (("baccarat", "--set", "max_times.side=71"), "PB-15a max_times.side: above-sheet"),
        (("baccarat", "--set", "colour=red"), "NAME is one of betting_seconds, card_ms"),
        (("baccarat", "--set", "decks"), "an option is NAME=VALUE"),
        (("baccarat", "--set", "decks=many"), "Expected `int`"),
        (("baccarat", "--set", "decks.of=6"), "Expected `int`"),
        (("baccarat", "--set", "sheet.decks=[6"), "[6"),
    ],
)
def test_a_question_without_an_answer_says_why(words: tuple[str, ...], output: str) -> None:
    with pytest.raises(CommandError, match=re.escape(output)) as error:
        call_command("odds", *words)
    assert error.value.returncode == 2


def test_a_question_without_an_answer_ends_with_a_sentence_and_a_code() -> None:
    done = ran("chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("CommandError: no odds for the system 'chess'")


def test_an_option_of_the_sheet_can_be_named_as_the_sheets() -> None:
    answer = query_odds("baccarat", ["sheet.max_times.tie=9", "max_times.tie=8", "sheet.decks=[8]"])
    assert (answer.sheet.max_times.tie, answer.setting.max_times.tie, answer.sheet.decks) == (9, 8, (8,))
    with pytest.raises(UnanswerableQuery, match="PB-15b"):
        query_odds("baccarat", ["sheet.max_times.tie=8", "max_times.tie=9"])


def test_exact_odds_of_every_bet_are_between_minus_one_and_one() -> None:
    zero = {"french-roulette": ["zero_option=la-partage"]}
    for system in ("american-roulette", "french-roulette", "baccarat"):
        answer = query_odds(system, zero.get(system, ()))
        assert all(worth.exact and -1 < worth.edge < 1 for worth, _ in answer.worths)


@pytest.mark.parametrize(
    ("share", "places", "written"),
    [
        (Fraction(1, 37), 12, "0.027027027027"),
        (Fraction(-1, 3), 8, "-0.33333333"),
        (Fraction(0), 8, "0.00000000"),
        (Fraction(1, 2), 8, "0.50000000"),
    ],
)
def test_every_decimal_that_is_written_is_right(share: Fraction, places: int, written: str) -> None:
    assert f"{decimal(share, places):f}" == written
