"""The analysis of a real record, the lifecycle of cases, hidden cards, and the pages."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from casino.compliance.collusion import analysis, cases, hidden_cards, new_hands
from casino.compliance.collusion.cases import add_evidence, get_or_open_case, take_step
from casino.compliance.collusion.evidence_messages import EVIDENCE_KINDS, sentences
from casino.compliance.collusion.findings import Finding
from casino.compliance.collusion.hand_statistics import HandResult, HandStatistics
from casino.compliance.collusion.models import (
    AnalysedHand,
    AnalysisRun,
    Case,
    CaseMember,
    DecisionTimes,
    Evidence,
    Step,
    Tally,
)
from casino.compliance.reading import reading
from games.models import Round
from games.rounds.proof import disclosure
from games.rules.engine import Wait
from games.tables.transport import protocol
from players.audit.models import Line
from players.decisions.deciding import SecondPersonRequired
from players.inbox.complaints import open_complaint
from players.inbox.models import Complaint
from players.models import Person, Player
from players.shared import clock
from tests.demo_house import freshly
from tests.games.tables.test_card_games import FUNDS, send_command
from tests.live_table import LiveTable, players_with, signer, table_open

pytestmark = pytest.mark.django_db
REASON = "hands looked at one by one"


def play_hands(folder: Path, hands: int = 2, count: int = 3) -> tuple[LiveTable, list[Player]]:
    """Play hands. The last player folds to every bet; everyone else calls and checks."""
    table = LiveTable(folder, table_open("holdem"))
    players = players_with(FUNDS, count)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    seats = {table.live.players[player.pk]: player for player in players}
    for _ in range(hands):
        while not table.live.running:
            table.step()
        while table.live.running:
            engine, game = table.transaction.loaded.rules.engine, table.live.game
            if engine.waiting_for(game) is Wait.CHOICE and game.actor:
                owed = game.to_match > game.seats[game.actor].bet
                folds = seats[game.actor] is players[-1]
                choice = "check"
                if owed:
                    choice = "fold" if folds else "call"
                assert send_command(table, seats[game.actor], {"t": choice}).refused is None
            else:
                table.step()
    return table, players


def officer(name: str = "one") -> Person:
    person = (
        signer("compliance officer")
        if name == "one"
        else Person.objects.create_user(f"{name}@feltro.example", is_staff=True)
    )
    if name != "one":
        person.groups.add(*signer("compliance officer").groups.all())
    return person


def pair() -> tuple[Case, list[Player]]:
    players = players_with(0, 2)
    return get_or_open_case(Case.Kind.PAIR, [player.pk for player in players]), players


def client_of(person: Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    freshly(client, person, "password")
    return client


# --- the analysis


def test_every_hand_is_read_once_and_to_the_cent(tmp_path: Path) -> None:
    _table, players = play_hands(tmp_path)
    assert new_hands.read_new_hands() == 2
    assert new_hands.read_new_hands() == 0
    hands = AnalysedHand.objects.order_by("round")
    assert [hand.round for hand in hands] == list(
        Round.objects.filter(status="ended").order_by("pk").values_list("pk", flat=True)
    )
    for hand in hands:
        played_round = Round.objects.get(pk=hand.round)
        results = {
            stake.player_id: stake.prize - stake.commission - stake.lost
            for stake in played_round.stakes.all()
        }
        nets = dict(zip(hand.players, hand.nets, strict=True))
        assert set(nets) == {player.pk for player in players}
        assert {player: net for player, net in nets.items() if player in results} == results
    joined = Tally.objects.filter(moment="join", player=players[0].pk, other=players[1].pk)
    assert joined and all(tally.came >= tally.done for tally in joined)
    assert sum(DecisionTimes.objects.values_list("came", flat=True)) > 0


def test_hands_of_test_accounts_are_left_out(tmp_path: Path) -> None:
    _table, players = play_hands(tmp_path)
    Player.objects.filter(pk=players[0].pk).update(testing=True)
    assert new_hands.read_new_hands() == 0


def test_the_read_only_role_cannot_read_sealed_columns(tmp_path: Path) -> None:
    play_hands(tmp_path, hands=1)
    for column in ("sealed", "start"):
        with (
            pytest.raises(DatabaseError, match="permission denied"),
            transaction.atomic(),
            reading() as cursor,
        ):
            cursor.execute(f"SELECT {column} FROM games_round")
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic(), reading() as cursor:
        cursor.execute(
            "INSERT INTO collusion_case (kind, key, state, decision, reason) VALUES ('pair', 'x', 'open', "
            "'', '')"
        )


def test_each_analysis_is_recorded_and_reads_each_hand_once(tmp_path: Path) -> None:
    play_hands(tmp_path)
    first, second = analysis.run_analysis(), analysis.run_analysis()
    assert first is not None and second is not None
    assert (first.new_hands, first.hands, second.new_hands, second.hands) == (2, 2, 0, 2)
    assert first.limits["hands"] == 100


# --- cases


def flow_finding(one: int, two: int, chance: float = 1e-9) -> tuple[Finding, HandStatistics, AnalysisRun]:
    figures = {"giver": one, "taker": two, "beyond": 300.0, "went": 310.0, "hands": 20}
    hands = [HandResult(1, 1, (one, two), (-40_000, 40_000), 200, number) for number in range(1, 31)]
    run = AnalysisRun.objects.create(
        since=timezone.now().date(), new_hands=0, hands=30, pairs=1, people=0, findings=1
    )
    return Finding(one, two, "flow", chance, figures), HandStatistics(hands, {}, {}), run


def test_HE_11e_a_finding_opens_one_case_and_is_added_again_only_if_much_less_likely() -> None:
    one, two = (player.pk for player in players_with(0, 2))
    first = analysis.add_finding(*flow_finding(one, two))
    assert first is not None and len(first.rounds) == analysis.MAX_ROUNDS
    assert analysis.add_finding(*flow_finding(one, two)) is None
    stronger = analysis.add_finding(*flow_finding(one, two, 1e-14))
    assert stronger is not None and stronger.case == first.case
    assert {member.player_id for member in first.case.members.all()} == {one, two}
    assert first.figures["cents"] == 30 * 40_000
    assert Line.objects.filter(kind="integrity.case-opened", about=f"integrity:{first.case_id}").count() == 1


def test_one_person_proposes_and_another_closes_a_case() -> None:
    case, _players = pair()
    one, two = officer(), officer("two")
    with pytest.raises(cases.StepNotAllowed):
        take_step(case=case.pk, verb="propose", person=one, reason=REASON, decision="warn")
    take_step(case=case.pk, verb="take", person=one, reason=REASON)
    take_step(case=case.pk, verb="propose", person=one, reason=REASON, decision="warn")
    with pytest.raises(SecondPersonRequired):
        take_step(case=case.pk, verb="sign", person=one, reason=REASON)
    closed = take_step(case=case.pk, verb="sign", person=two, reason=REASON)
    assert (closed.state, closed.decision, closed.proposer, closed.signer) == ("closed", "warn", one, two)
    with pytest.raises(cases.StepNotAllowed):
        take_step(case=case.pk, verb="note", person=one, reason=REASON)
    assert set(Line.objects.filter(about=f"integrity:{case.pk}").values_list("kind", flat=True)) == {
        "integrity.case-opened",
        "integrity.case-taken",
        "integrity.decision-proposed",
        "integrity.case-closed",
    }


def test_a_returned_case_may_get_another_decision() -> None:
    case, _players = pair()
    one, two = officer(), officer("two")
    take_step(case=case.pk, verb="take", person=one, reason=REASON)
    take_step(case=case.pk, verb="propose", person=one, reason=REASON, decision="suspend")
    returned = take_step(case=case.pk, verb="return", person=two, reason=REASON)
    assert (returned.state, returned.decision, returned.proposer) == ("looked-at", "", None)
    assert (
        take_step(case=case.pk, verb="propose", person=two, reason=REASON, decision="refer").proposer == two
    )


@pytest.mark.parametrize(
    "change",
    [
        {
            "state": "closed",
            "decision": "warn",
            "reason": "x",
            "proposer": "one",
            "signer": "one",
            "closed": "now",
        },
        {
            "state": "closed",
            "decision": "warn",
            "reason": "x",
            "proposer": "one",
            "signer": "two",
            "closed": "now",
        },
        {"state": "looked-at"},
        {"decision": "warn", "reason": "x", "proposer": "one"},
        {"key": "another"},
        {"kind": "report"},
    ],
)
def test_the_database_enforces_the_lifecycle(change: dict[str, Any]) -> None:
    case, _players = pair()
    people = {"one": officer(), "two": officer("two"), "now": timezone.now()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Case.objects.filter(pk=case.pk).update(
            **{name: people.get(value, value) for name, value in change.items()}
        )


def test_one_person_cannot_close_a_case_by_writing_both_steps() -> None:
    case, _players = pair()
    one = officer()
    take_step(case=case.pk, verb="take", person=one, reason=REASON)
    take_step(case=case.pk, verb="propose", person=one, reason=REASON, decision="warn")
    Step.objects.create(case=case, verb="sign", person=one, reason=REASON)
    with pytest.raises(IntegrityError, match="a_case_needs_two_people"), transaction.atomic():
        Case.objects.filter(pk=case.pk).update(state="closed", signer=one, closed=timezone.now())


def test_evidence_steps_and_parties_are_append_only() -> None:
    case, _players = pair()
    add_evidence(case=case, kind="flow", figures={})
    take_step(case=case.pk, verb="take", person=officer(), reason=REASON)
    for model in (Evidence, Step, CaseMember):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            model.objects.all().update(case=case)
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM collusion_case")


def test_a_step_needs_staff_and_a_reason() -> None:
    case, players = pair()
    for person, reason in ((players[0].person, REASON), (officer(), "short")):
        with pytest.raises(IntegrityError), transaction.atomic():
            Step.objects.create(case=case, verb="note", person=person, reason=reason)


# --- reports of players


def test_a_report_opens_a_case_with_its_round(tmp_path: Path) -> None:
    _table, players = play_hands(tmp_path, hands=1)
    last_round = Round.objects.filter(status="ended").latest("pk")
    complaint = open_complaint(
        player=players[0],
        category=Complaint.Category.PLAYER,
        text="They never raise each other.",
        round=last_round.pk,
        reported=players[1],
    )
    evidence = Evidence.objects.get(kind="report")
    assert evidence.rounds == [last_round.pk] and evidence.case.kind == "report"
    assert evidence.case.members.get().player == players[1]
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Complaint.objects.filter(pk=complaint.pk).update(reported=players[0])
    (sentence,) = sentences("report", evidence.figures, {players[1].pk: players[1].alias})
    assert complaint.number in sentence and players[1].alias in sentence
    assert Line.objects.filter(kind="integrity.report-taken", player=players[0]).exists()


def test_a_report_joins_the_open_case_about_players_of_that_round(tmp_path: Path) -> None:
    _table, players = play_hands(tmp_path, hands=1)
    last_round = Round.objects.filter(status="ended").latest("pk")
    reporter, *others = sorted(players, key=lambda player: player.pk == players[2].pk, reverse=True)
    case = get_or_open_case(Case.Kind.PAIR, [player.pk for player in others])
    open_complaint(
        player=players[0], category=Complaint.Category.CONDUCT, text="Something else.", round=last_round.pk
    )
    assert not Evidence.objects.exists()
    if last_round.stakes.filter(player=reporter).exists():
        open_complaint(
            player=reporter, category=Complaint.Category.PLAYER, text="These two.", round=last_round.pk
        )
    else:
        open_complaint(player=reporter, category=Complaint.Category.PLAYER, text="These two.")
        assert Evidence.objects.get().case != case
        return
    assert Evidence.objects.get().case == case


# --- sentences


def test_every_kind_of_evidence_has_sentences_in_both_languages() -> None:
    rates = {"done": 3, "came": 90, "rate": 0.033, "expected": 0.4, "score": 6.0}
    figures_by_kind: dict[str, dict[str, Any]] = {
        "flow": {"giver": 1, "taker": 2, "beyond": 400.0, "cents": 81_000},
        **dict.fromkeys(("soft", "yield", "squeeze", "apart"), rates),
        "spare": {"parts": {"soft": rates, "yield": rates, "apart": rates}},
        "pace": {"decisions": 1400, "even": 0.1, "usual": 1.1},
        "report": {"number": "R-2026-000001", "table_name": "Mesa 1"},
        "device": {"table": 1, "refused": True},
        "face-up": {"folds": 8, "better": 6, "share": 0.7},
        "passed": {"giver": 1, "taker": 2, "cents": 81_000, "pots": 3, "lost": 90_000, "hands": 12},
    }
    assert set(figures_by_kind) == set(EVIDENCE_KINDS)
    for kind, figures in figures_by_kind.items():
        texts = {}
        for language in ("en", "pt-pt"):
            with override(language):
                texts[language] = sentences(kind, figures, {1: "Ana", 2: "Rui"}, 1e-7)
        assert len(texts["en"]) == len(texts["pt-pt"]) >= 2 or kind == "report"
        assert not set(texts["en"]) & set(texts["pt-pt"]), kind


# --- hidden cards


def test_HE_11d_folds_are_counted_and_cards_are_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test calls the croupier's function with the croupier's key."""
    table, players = play_hands(tmp_path, hands=1)
    last_round = Round.objects.filter(status="ended").latest("pk")
    monkeypatch.setattr(
        hidden_cards,
        "query_croupier",
        lambda number, request, **_: disclosure.disclose_round(number, request, table.transaction.key),
    )
    person = officer()
    opened = hidden_cards.open_hands(last_round.pk, person.pk, "I-00001: a fold that says much")
    assert [len(cards) for cards in opened["hands"].values()] == [2, 2, 2], (
        "the hand of a player who folded at once is included"
    )
    assert Line.objects.get(kind="rounds.seen-face-up").person == person
    assert hidden_cards.timeline(last_round.pk)[0]["what"]
    fold = hidden_cards.FoldToRaise(last_round.pk, 1, 2, ())
    hands = {last_round.pk: {"1": ["AS", "AH"], "2": ["7C", "2D"]}}
    assert hidden_cards.summarise_folds([fold], hands)["better"] == 1
    assert "AS" not in str(list(Evidence.objects.values_list("figures")))
    assert players


def test_the_better_hand_wins_more() -> None:
    cards = hidden_cards.CARDS
    aces, low = [cards["AS"], cards["AH"]], [cards["7C"], cards["2D"]]
    assert hidden_cards.pot_share(aces, low, ()) == pytest.approx(0.88, abs=0.03)
    board = tuple(cards[name] for name in ("7H", "7D", "2S"))
    assert hidden_cards.pot_share(aces, low, board) < 0.1
    assert hidden_cards.pot_share(aces, low, board) + hidden_cards.pot_share(
        low, aces, board
    ) == pytest.approx(1)


# --- the pages


def test_nothing_is_said_about_chance_before_the_desk_has_looked(seeded: Any) -> None:
    sentences_shown = []
    for _ in range(2):
        sentences_shown.append(client_of(officer()).get("/admin/compliance/integrity/").content.decode())
        analysis.run_analysis()
    assert ["nobody was reported" in page for page in sentences_shown] == [False, True]


def test_readers_see_cases_and_cannot_act(seeded: Any) -> None:
    case, players = pair()
    add_evidence(
        case=case, kind="flow", figures=flow_finding(players[0].pk, players[1].pk)[0].figures, chance=1e-9
    )
    for role in ("compliance reader", "regulator", "auditor"):
        client = client_of(signer(role))
        assert case.number in client.get("/admin/compliance/integrity/").content.decode()
        page = client.get(f"/admin/compliance/integrity/{case.pk}/")
        assert players[0].alias in page.content.decode() and 'name="reason"' not in page.content.decode()
        for path in ("step/", "folds/", "hands/1/"):
            response = client.post(
                f"/admin/compliance/integrity/{case.pk}/{path}", {"verb": "take", "reason": REASON}
            )
            assert response.status_code == 403
    case.refresh_from_db()
    assert case.state == "open" and not Step.objects.exists()


def test_an_officer_takes_a_case_and_cannot_sign_their_own_decision(seeded: Any) -> None:
    case, _players = pair()
    one, two = client_of(officer()), client_of(officer("two"))
    url = f"/admin/compliance/integrity/{case.pk}/step/"
    refused = [
        {"verb": "take"},
        {"verb": "take", "reason": "x"},
        *({"verb": verb, "reason": REASON} for verb in ("nonsense", "sign")),
    ]
    for data in refused:
        assert one.post(url, data).status_code == 302
    assert not Step.objects.exists()
    one.post(url, {"verb": "take", "reason": REASON})
    one.post(url, {"verb": "propose", "reason": REASON})
    one.post(url, {"verb": "propose", "reason": REASON, "decision": "refer"})
    one.post(url, {"verb": "sign", "reason": REASON})
    case.refresh_from_db()
    assert (case.state, case.decision) == ("looked-at", "refer")
    assert 'value="sign"' not in one.get(f"/admin/compliance/integrity/{case.pk}/").content.decode()
    assert 'value="sign"' in two.get(f"/admin/compliance/integrity/{case.pk}/").content.decode()
    two.post(url, {"verb": "sign", "reason": REASON})
    case.refresh_from_db()
    assert case.state == "closed"


def test_open_withdrawals_are_shown_and_not_held(seeded: Any) -> None:
    from uuid import uuid4

    from players.wallet.cashier.models import Payment

    case, players = pair()
    payment = Payment.objects.create(
        id=uuid4(), player=players[0], direction="withdrawal", cents=12_300, status="asked"
    )
    page = (
        client_of(signer("compliance reader")).get(f"/admin/compliance/integrity/{case.pk}/").content.decode()
    )
    assert "about to be paid" in page and "€123.00" in page
    payment.refresh_from_db()
    assert payment.status == "asked"


@pytest.mark.parametrize(
    "query",
    ["?state=&kind=&page=-3&player=%00", "?page=99999999999", "?page=²", "?player=" + "a" * 500],
)
def test_the_list_accepts_any_query(seeded: Any, query: str) -> None:
    assert (
        client_of(signer("compliance reader")).get(f"/admin/compliance/integrity/{query}").status_code == 200
    )


def test_the_page_of_detection_rates_names_the_seed(seeded: Any) -> None:
    page = client_of(signer("regulator")).get("/admin/compliance/integrity/seen/").content.decode()
    assert "kept-apart" in page


def test_days_are_lisbon_days(tmp_path: Path) -> None:
    play_hands(tmp_path, hands=1)
    new_hands.read_new_hands()
    hand = AnalysedHand.objects.get()
    assert hand.day == clock.day_of(hand.at)
    assert hand.at - Round.objects.get(pk=hand.round).ended == timedelta()
    assert protocol.RequestRound(hand.round).person == 0
