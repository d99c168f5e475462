"""What is seen of a decision, the signs, and the way from the record to a case that a person decides."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random

import numpy as np
import pytest
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override

from casino.compliance.bots import analysis, play, store
from casino.compliance.bots.evidence import evidence_about
from casino.compliance.bots.likeness import alike, profile
from casino.compliance.bots.models import Finding, PlayedDay
from casino.compliance.bots.packed import pack, unpack
from casino.compliance.bots.play import Seen
from casino.compliance.bots.signs import LEAST_PLAYERS, compare, measure
from casino.compliance.collusion import new_hands
from casino.compliance.monitoring import following
from casino.compliance.monitoring.models import Alert, Case
from players.audit.models import Line
from players.shared import clock
from tests.casino.compliance.collusion.test_cases import play_hands
from tests.demo_house import signed_in
from tests.live_table import players_with
from tests.proofs.bots.players import person, program
from tests.proofs.bots.playing import START_MS, Session
from tests.proofs.colluders import pond


def test_a_decision_is_packed_in_ten_bytes_and_read_as_it_was() -> None:
    seen = [
        Seen(1, 86_400_000 * 3 + 12_340, 2_510, 5 | play.RARE, play.OFFERED, 750),
        Seen(1, 5_000, 900_000, 0, 1),
    ]
    packed = pack(seen)
    assert len(packed) == 20
    assert unpack(packed).tolist() == [(1_234, 251, 21, play.OFFERED, 750), (500, 65_535, 0, play.CHECK, 0)]


@pytest.mark.parametrize(
    ("street", "raises", "owed", "pot", "all_in", "facing", "rare"),
    [
        (0, 0, 200, 300, False, play.BET, False),
        (0, 1, 400, 900, False, play.RAISE, False),
        (0, 2, 900, 2_000, False, play.RAISE_AGAIN, True),
        (1, 0, 0, 900, False, play.NOTHING, False),
        (1, 1, 450, 1_350, False, play.BET, False),
        (1, 1, 1_350, 2_250, False, play.BET, True),
        (2, 2, 900, 2_700, False, play.RAISE, False),
        (2, 3, 900, 5_000, False, play.RAISE_AGAIN, True),
        (3, 1, 450, 1_350, True, play.BET, True),
    ],
)
def test_a_situation_is_the_street_and_what_is_faced(
    street: int, raises: int, owed: int, pot: int, all_in: bool, facing: int, rare: bool
) -> None:
    assert play.situation_of(street, raises, owed, pot, all_in) == street | facing << 2 | play.RARE * rare


@pytest.mark.parametrize(
    ("to", "choice", "share"),
    [(300, play.OFFERED, 500), (200, play.OFFERED, 333), (500, play.ROUND, 833), (417, play.ODD, 695)],
)
def test_an_amount_is_offered_round_or_odd(to: int, choice: int, share: int) -> None:
    assert play.choice_of_raise(to, 0, 600, 100, all_in=False) == (choice, share)
    assert play.choice_of_raise(to, 0, 600, 100, all_in=True) == (play.ALL_IN, share)


def test_simulated_situations_come_as_often_as_at_the_engine_s_tables() -> None:
    engine = [one for _, _, hand in pond("situations", hands=60).hands for one in hand.seen]
    chance = Random("situations")
    drawn = [one for number in range(12) for one in Session(person(number, chance), "s").hands(200)]
    for kind in (
        play.BET << 2,
        play.RAISE << 2,
        play.RAISE_AGAIN << 2 | play.RARE,
        1,
        play.BET << 2 | 1,
        2,
        3,
    ):
        here, there = (sum(one.situation == kind for one in some) / len(some) for some in (engine, drawn))
        assert 0.6 < there / here < 1.6, (kind, here, there)


def test_times_that_are_drawn_alike_for_everything_are_told_from_a_person_s() -> None:
    chance = Random("signs")
    styles = [person(number, chance) for number in range(40)] + [program(99, "imitator", chance)]
    figures = {}
    for style in styles:
        seen = list(Session(style, "signs").hands(1_000))
        figures[style.number] = measure(unpack(pack(seen)), np.array([one.at // 10 for one in seen]))
    signs = compare(figures)
    assert signs[99]["drift"].score > 2 > np.median([one["drift"].score for one in signs.values()])
    assert compare({number: figures[number] for number in range(LEAST_PLAYERS - 1)}) == {}


def test_too_few_players_are_not_compared() -> None:
    seen = list(Session(person(1, Random("few")), "few").hands(400))
    at = np.array([one.at // 10 for one in seen])
    assert list(alike({number: profile(unpack(pack(seen)), at) for number in range(5)})) == []


@pytest.mark.django_db
def test_each_decision_of_a_real_table_is_kept_once(tmp_path: Path) -> None:
    _, players = play_hands(tmp_path)
    assert new_hands.read_new_hands() == 2
    assert new_hands.read_new_hands() == 0
    kept = {day.player: unpack(bytes(day.decisions)) for day in PlayedDay.objects.all()}
    assert set(kept) <= {player.pk for player in players} and kept
    assert all((one["choice"] <= play.CALL).all() and (one["share"] == 0).all() for one in kept.values())
    PlayedDay.objects.update(day=store.first_day() - timedelta(days=1))
    assert store.forget_old_days() == len(kept) and not PlayedDay.objects.exists()


@pytest.fixture
def programs_among_people(demo: None) -> dict[int, str]:
    """Real accounts with simulated play: two programs and a few dozen people. Labels by number."""
    players = players_with(0, 34)
    # The record begins before anything is found.
    Line.objects.create(kind="access.signed-in", player=players[-1], at=clock.now() - timedelta(days=50))
    # The same play in every run: neither numbers of accounts nor the time of day decide how somebody plays.
    chance, labels = Random("house"), {}
    midnight = int(clock.now().timestamp()) // 86_400 * 86_400_000
    for place, player in enumerate(players):
        style = program(place, "steady", chance) if place < 2 else person(place, chance)
        labels[player.pk] = style.label
        seen = list(Session(style, "house").hands(900))
        back = midnight - 40 * 86_400_000 - START_MS
        store.add_decisions(
            Seen(player.pk, one.at + back, one.took, one.situation, one.choice, one.share) for one in seen
        )
    return labels


def test_HE_11f_a_program_becomes_a_case_that_an_officer_reads_and_decides(
    programs_among_people: dict[int, str],
) -> None:
    guilty = {player for player, label in programs_among_people.items() if label}
    assert analysis.run_search() == len(guilty)
    assert set(Finding.objects.values_list("player_id", flat=True)) == guilty
    assert analysis.run_search() == 0, "the same is not found again at once"
    following.follow(until=clock.now() + timedelta(seconds=1))
    cases = Case.objects.filter(kind="bots")
    assert {case.player_id for case in cases} == guilty and Alert.objects.filter(kind="bots").count() == len(
        guilty
    )
    case, client = cases[0], signed_in("oficial@feltro.example", "en")
    page = client.get(reverse("compliance_case_bots", args=[case.pk])).content.decode()
    with override("en"):
        (evidence,) = evidence_about(case.player_id, case.since, None)
    assert any("are unrelated" in sentence for sentence in evidence.sentences)
    for sentence in evidence.sentences:
        assert escape(sentence) in page
    answer = {"outcome": "dismissed", "reason": "the player explained it by telephone"}
    assert client.post(reverse("compliance_case_decide_bots", args=[case.pk]), answer).status_code == 302
    case.refresh_from_db()
    assert case.outcome == "dismissed"


def test_cases_of_bots_are_hidden_from_whoever_lacks_the_right(demo: None) -> None:
    address = reverse("compliance_cases_bots")
    assert signed_in("oficial@feltro.example", "en").get(address).status_code == 200
    assert signed_in("autor@feltro.example", "en").get(address).status_code == 403
