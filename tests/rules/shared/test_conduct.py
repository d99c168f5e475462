"""Prohibitions that no engine can enforce, and the pace of a hold'em table."""

from __future__ import annotations

from games.catalogue import GAMES
from games.catalogue.conduct import FORBIDDEN as SAID
from games.catalogue.conduct import PROGRAMS as SAID_OF_PROGRAMS
from games.rules.engine import Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import BlindPosted, Call, CardsDealt, Check, CommonTurned, HandShown, PotsPaid
from games.rules.holdem.sheet import Sheet
from games.rules.shared.conduct import PROGRAMS
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.sheet import Setting as StudSetting
from games.rules.stud.sheet import Sheet as StudSheet
from games.tables.messages.table import messages_for
from tests.rules.holdem.play import Pack, did, folded, setting, table


def rules_shown(described: dict[str, object]) -> set[str]:
    prohibited = described.get("forbidden", [])
    assert isinstance(prohibited, list)
    return {entry["rule"] for entry in prohibited}


def test_HE_11c_HE_11e_HE_11f_HE_11g_a_holdem_table_tells_what_is_forbidden() -> None:
    """[HE-11c] [HE-11d] [HE-11e] [HE-11f] [HE-11g]"""
    assert rules_shown(HOLDEM.describe(Sheet(), setting())) == {
        "HE-11c",
        "HE-11d",
        "HE-11e",
        "HE-11f",
        "HE-11g",
    }


def test_MS_12_1_MS_12_2_a_macau_table_tells_its_prohibitions_to_the_players() -> None:
    """[MS-12.1] [MS-12.2] [MS-6.1]"""
    terms = StudSetting(minimum=100, maximum=2_500)
    assert rules_shown(STUD.describe(StudSheet(system="macau-stud"), terms)) == {
        "MS-6.1",
        "MS-12.1",
        "MS-12.2",
    }
    assert "forbidden" not in STUD.describe(StudSheet(system="caribbean-stud"), terms)


def test_every_prohibition_and_every_forbidden_program_has_a_text() -> None:
    assert {code for game in GAMES.values() for code in game.prohibitions} == SAID.keys()
    assert set(PROGRAMS) == SAID_OF_PROGRAMS.keys()
    portuguese, english = messages_for("pt"), messages_for("en")
    assert all(portuguese[f"forbidden.{code}"] != english[f"forbidden.{code}"] for code in SAID)


def test_MS_12_2_nothing_that_a_player_may_say_reaches_another_player() -> None:
    """Every command of the table is a bet or a decision: there is no word to say to anybody.

    [MS-12.1] [MS-12.2] [HE-11d]
    """
    from games.rules.holdem import events as holdem_record
    from games.rules.stud import events as stud_record

    for record in (stud_record, holdem_record):
        fields = {
            (field, str(kind))
            for command in record.Command.__args__
            for field, kind in command.__annotations__.items()
        }
        assert {field for field, kind in fields if "str" in kind.split()} == set()


def test_HE_3_the_operations_of_a_physical_table_follow_one_another_live() -> None:
    """Each card, turn and payment is an event of its own, with time to look between two of them."""
    state, pack, happened = table([20_000, 20_000, 20_000], button=3), Pack(), []
    while (waits := HOLDEM.waiting_for(state)) is not Wait.OVER:
        if waits is Wait.CHOICE:
            owed = state.to_match > state.seats[state.actor].bet
            state = did(state, state.actor, Call() if owed else Check())
            continue
        events = HOLDEM.advance(state, pack)
        if happened:  # the button and the blinds come together, and begin the round
            assert len(events) == 1
            assert HOLDEM.pause_ms(state) >= 500
        happened.append(type(events[-1]))
        state = folded(state, events)
    assert happened == [BlindPosted, CardsDealt, CardsDealt, *[CommonTurned] * 3, *[HandShown] * 3, PotsPaid]
    assert HOLDEM.pause_ms(state) >= 2_000
