"""The desk on a real record: hands that were played, cases that two people close, and doors that stay shut."""

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
from casino.compliance.collusion.cases import case_for, evidence_add, step
from casino.compliance.collusion.collusion_statistics import Finding
from casino.compliance.collusion.evidence_messages import KINDS, sentences
from casino.compliance.collusion.hand_statistics import Book, Dealt
from casino.compliance.collusion.models import Case, Evidence, Hand, Look, Pace, Party, Step, Tally
from casino.compliance.reading import reading
from games.models import Round
from games.rounds import disclosure
from games.rules.engine import Wait
from games.tables.transport import protocol
from players.audit.models import Line
from players.inbox.complaints import complaint_open
from players.inbox.models import Complaint
from players.models import Person, Player
from players.shared import clock
from tests.games.tables.test_card_games import FUNDS, say
from tests.players.conftest import demo, freshly, seeded, signed_in  # noqa: F401  (fixtures)
from tests.room import Room, players_with, signer, table_open

pytestmark = pytest.mark.django_db
REASON = "hands looked at one by one"


def played(folder: Path, hands: int = 2, count: int = 3) -> tuple[Room, list[Player]]:
    """Everybody but the last calls and checks; the last folds whenever there is something to pay."""
    table = Room(folder, table_open("holdem"))
    players = players_with(FUNDS, count)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert say(table, player, {"t": "buy-in"}).refused is None
    seats = {table.live.players[player.pk]: player for player in players}
    for _ in range(hands):
        while not table.live.running:
            table.ring()
        while table.live.running:
            engine, game = table.desk.place.rules.engine, table.live.game  # type: ignore[union-attr]
            if engine.waiting_for(game) is Wait.CHOICE and game.actor:
                owed = game.to_match > game.seats[game.actor].bet
                folds = owed and seats[game.actor] is players[-1]
                said = "fold" if folds else "call" if owed else "check"
                assert say(table, seats[game.actor], {"t": said}).refused is None
            else:
                table.ring()
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
    return case_for(Case.Kind.PAIR, [player.pk for player in players]), players


def client_of(person: Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    freshly(client, person, "password")
    return client


# --- the record


def test_every_hand_is_read_once_and_to_the_cent(tmp_path: Path) -> None:
    _table, players = played(tmp_path)
    assert new_hands.catch_up() == 2
    assert new_hands.catch_up() == 0
    hands = Hand.objects.order_by("round")
    assert [hand.round for hand in hands] == list(
        Round.objects.filter(status="ended").order_by("pk").values_list("pk", flat=True)
    )
    for hand in hands:
        round = Round.objects.get(pk=hand.round)
        results = {
            stake.player_id: stake.prize - stake.commission - stake.lost for stake in round.stakes.all()
        }
        read = dict(zip(hand.players, hand.nets, strict=True))
        assert set(read) == {player.pk for player in players}
        assert {who: net for who, net in read.items() if who in results} == results
    joined = Tally.objects.filter(moment="join", player=players[0].pk, other=players[1].pk)
    assert joined and all(tally.came >= tally.done for tally in joined)
    assert sum(Pace.objects.values_list("came", flat=True)) > 0


def test_the_tables_of_the_demonstration_and_test_accounts_are_left_out(tmp_path: Path) -> None:
    _table, players = played(tmp_path)
    Player.objects.filter(pk=players[0].pk).update(testing=True)
    assert new_hands.catch_up() == 0


def test_the_reader_sees_the_hands_and_no_card_that_was_not_shown(tmp_path: Path) -> None:
    played(tmp_path, hands=1)
    for column in ("sealed", "start"):
        with (
            pytest.raises(DatabaseError, match="permission denied"),
            transaction.atomic(),
            reading() as cursor,
        ):
            cursor.execute(f"SELECT {column} FROM games_round")
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic(), reading() as cursor:
        cursor.execute(
            "INSERT INTO integrity_case (kind, key, state, decision, reason) VALUES ('pair', 'x', 'open', '', '')"
        )


def test_a_look_is_written_down_and_looks_again_at_nothing_twice(tmp_path: Path) -> None:
    played(tmp_path)
    first, second = analysis.look(), analysis.look()
    assert first is not None and second is not None
    assert (first.fresh, first.hands, second.fresh, second.hands) == (2, 2, 0, 2)
    assert first.limits["hands"] == 100


# --- cases


def found(one: int, two: int, chance: float = 1e-9) -> tuple[Finding, Book, Look]:
    said = {"giver": one, "taker": two, "beyond": 300.0, "went": 310.0, "hands": 20}
    hands = [Dealt(1, 1, (one, two), (-40_000, 40_000), 200, round) for round in range(1, 31)]
    look = Look.objects.create(since=timezone.now().date(), fresh=0, hands=30, pairs=1, people=0, findings=1)
    return Finding(one, two, "flow", chance, said), Book(hands, {}, {}), look


def test_HE_11e_a_finding_opens_one_case_and_says_the_same_only_when_it_is_surer() -> None:
    one, two = (player.pk for player in players_with(0, 2))
    first = analysis.finding_take(*found(one, two))
    assert first is not None and len(first.rounds) == analysis.ROUNDS
    assert analysis.finding_take(*found(one, two)) is None
    surer = analysis.finding_take(*found(one, two, 1e-14))
    assert surer is not None and surer.case == first.case
    assert {party.player_id for party in first.case.parties.all()} == {one, two}
    assert first.said["cents"] == 30 * 40_000
    assert Line.objects.filter(kind="integrity.case-opened", about=f"integrity:{first.case_id}").count() == 1


def test_a_case_is_looked_at_decided_by_one_and_closed_by_another() -> None:
    case, _players = pair()
    one, two = officer(), officer("two")
    with pytest.raises(cases.NotNow):
        step(case=case.pk, verb="propose", person=one, reason=REASON, decision="warn")
    step(case=case.pk, verb="look", person=one, reason=REASON)
    step(case=case.pk, verb="propose", person=one, reason=REASON, decision="warn")
    with pytest.raises(cases.NotYours):
        step(case=case.pk, verb="sign", person=one, reason=REASON)
    closed = step(case=case.pk, verb="sign", person=two, reason=REASON)
    assert (closed.state, closed.decision, closed.proposer, closed.signer) == ("closed", "warn", one, two)
    with pytest.raises(cases.NotNow):
        step(case=case.pk, verb="note", person=one, reason=REASON)
    assert set(Line.objects.filter(about=f"integrity:{case.pk}").values_list("kind", flat=True)) == {
        "integrity.case-opened",
        "integrity.case-taken",
        "integrity.decision-proposed",
        "integrity.case-closed",
    }


def test_who_does_not_sign_sends_it_back_and_another_decision_may_be_proposed() -> None:
    case, _players = pair()
    one, two = officer(), officer("two")
    step(case=case.pk, verb="look", person=one, reason=REASON)
    step(case=case.pk, verb="propose", person=one, reason=REASON, decision="suspend")
    back = step(case=case.pk, verb="return", person=two, reason=REASON)
    assert (back.state, back.decision, back.proposer) == ("looked-at", "", None)
    assert step(case=case.pk, verb="propose", person=two, reason=REASON, decision="refer").proposer == two


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
def test_the_database_lets_nobody_go_round_it(change: dict[str, Any]) -> None:
    case, _players = pair()
    people = {"one": officer(), "two": officer("two"), "now": timezone.now()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Case.objects.filter(pk=case.pk).update(
            **{name: people.get(value, value) for name, value in change.items()}
        )


def test_one_person_cannot_close_a_case_by_writing_both_steps() -> None:
    case, _players = pair()
    one = officer()
    step(case=case.pk, verb="look", person=one, reason=REASON)
    step(case=case.pk, verb="propose", person=one, reason=REASON, decision="warn")
    Step.objects.create(case=case, verb="sign", person=one, reason=REASON)
    with pytest.raises(IntegrityError, match="a_case_needs_two_people"), transaction.atomic():
        Case.objects.filter(pk=case.pk).update(state="closed", signer=one, closed=timezone.now())


def test_what_was_found_and_done_stays() -> None:
    case, _players = pair()
    evidence_add(case=case, kind="flow", said={})
    step(case=case.pk, verb="look", person=officer(), reason=REASON)
    for model in (Evidence, Step, Party):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            model.objects.all().update(case=case)  # type: ignore[attr-defined]
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM integrity_case")


def test_a_step_is_taken_by_staff_and_says_why() -> None:
    case, players = pair()
    for person, reason in ((players[0].person, REASON), (officer(), "short")):
        with pytest.raises(IntegrityError), transaction.atomic():
            Step.objects.create(case=case, verb="note", person=person, reason=reason)


# --- reports of players


def test_a_report_of_a_player_is_a_case_with_its_hand_at_once(tmp_path: Path) -> None:
    _table, players = played(tmp_path, hands=1)
    round = Round.objects.filter(status="ended").latest("pk")
    said = {
        "player": players[0],
        "category": Complaint.Category.PLAYER,
        "text": "They never raise each other.",
    }
    complaint = complaint_open(**said, round=round.pk, reported=players[1])
    evidence = Evidence.objects.get(kind="report")
    assert evidence.rounds == [round.pk] and evidence.case.kind == "report"
    assert evidence.case.parties.get().player == players[1]
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Complaint.objects.filter(pk=complaint.pk).update(reported=players[0])
    (sentence,) = sentences("report", evidence.said, {players[1].pk: players[1].alias})
    assert complaint.number in sentence and players[1].alias in sentence
    assert Line.objects.filter(kind="integrity.report-taken", player=players[0]).exists()


def test_a_report_joins_the_open_case_about_those_who_sat_there(tmp_path: Path) -> None:
    _table, players = played(tmp_path, hands=1)
    round = Round.objects.filter(status="ended").latest("pk")
    reporter, *others = sorted(players, key=lambda player: player.pk == players[2].pk, reverse=True)
    case = case_for(Case.Kind.PAIR, [player.pk for player in others])
    complaint_open(
        player=players[0], category=Complaint.Category.CONDUCT, text="Something else.", round=round.pk
    )
    assert not Evidence.objects.exists()
    if round.stakes.filter(player=reporter).exists():
        complaint_open(player=reporter, category=Complaint.Category.PLAYER, text="These two.", round=round.pk)
    else:
        complaint_open(player=reporter, category=Complaint.Category.PLAYER, text="These two.")
        assert Evidence.objects.get().case != case
        return
    assert Evidence.objects.get().case == case


# --- words


def test_every_kind_of_evidence_is_said_in_both_languages() -> None:
    rates = {"done": 3, "came": 90, "rate": 0.033, "expected": 0.4, "score": 6.0}
    told: dict[str, dict[str, Any]] = {
        "flow": {"giver": 1, "taker": 2, "beyond": 400.0, "cents": 81_000},
        **dict.fromkeys(("soft", "yield", "squeeze", "apart"), rates),
        "spare": {"parts": {"soft": rates, "yield": rates, "apart": rates}},
        "pace": {"decisions": 1400, "even": 0.1, "usual": 1.1},
        "report": {"number": "R-2026-000001", "table_name": "Mesa 1"},
        "face-up": {"folds": 8, "better": 6, "share": 0.7},
    }
    assert set(told) == set(KINDS)
    for kind, figures in told.items():
        said = {}
        for language in ("en", "pt-pt"):
            with override(language):
                said[language] = sentences(kind, figures, {1: "Ana", 2: "Rui"}, 1e-7)
        assert len(said["en"]) == len(said["pt-pt"]) >= 2 or kind == "report"
        assert not set(said["en"]) & set(said["pt-pt"]), kind


# --- face up


def test_HE_11d_what_a_fold_threw_away_is_counted_and_the_cards_are_kept_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The croupier of the test answers as one that runs beside it would: the same function, the same key."""
    table, players = played(tmp_path, hands=1)
    round = Round.objects.filter(status="ended").latest("pk")
    monkeypatch.setattr(
        hidden_cards, "ask", lambda number, wish, **_: disclosure.recalled(number, wish, table.desk.key)
    )
    person = officer()
    seen = hidden_cards.opened(round.pk, person.pk, "I-00001: a fold that says much")
    assert [len(cards) for cards in seen["hands"].values()] == [2, 2, 2], "whoever folded at once too"
    assert Line.objects.get(kind="rounds.seen-face-up").person == person
    assert [each["what"] for each in hidden_cards.steps(round.pk)][0]
    fold = hidden_cards.Fold(round.pk, 1, 2, ())
    hands = {round.pk: {"1": ["AS", "AH"], "2": ["7C", "2D"]}}
    assert hidden_cards.weighed([fold], hands)["better"] == 1
    assert "AS" not in str(list(Evidence.objects.values_list("said")))
    assert players


def test_the_better_hand_has_the_larger_share() -> None:
    cards = hidden_cards.CARDS
    aces, low = [cards["AS"], cards["AH"]], [cards["7C"], cards["2D"]]
    assert hidden_cards.share(aces, low, ()) == pytest.approx(0.88, abs=0.03)
    board = tuple(cards[name] for name in ("7H", "7D", "2S"))
    assert hidden_cards.share(aces, low, board) < 0.1
    assert hidden_cards.share(aces, low, board) + hidden_cards.share(low, aces, board) == pytest.approx(1)


# --- the pages


def test_readers_see_the_case_and_can_send_nothing(seeded: Any) -> None:  # noqa: F811
    case, players = pair()
    evidence_add(case=case, kind="flow", said=found(players[0].pk, players[1].pk)[0].said, chance=1e-9)
    for role in ("compliance reader", "regulator", "auditor"):
        client = client_of(signer(role))
        assert case.number in client.get("/admin/compliance/integrity/").content.decode()
        page = client.get(f"/admin/compliance/integrity/{case.pk}/")
        assert players[0].alias in page.content.decode() and 'name="reason"' not in page.content.decode()
        for road in ("step/", "folds/", "hands/1/"):
            answer = client.post(
                f"/admin/compliance/integrity/{case.pk}/{road}", {"verb": "look", "reason": REASON}
            )
            assert answer.status_code == 403
    case.refresh_from_db()
    assert case.state == "open" and not Step.objects.exists()


def test_an_officer_takes_a_case_on_its_page_and_cannot_sign_his_own_decision(seeded: Any) -> None:  # noqa: F811
    case, _players = pair()
    one, two = client_of(officer()), client_of(officer("two"))
    road = f"/admin/compliance/integrity/{case.pk}/step/"
    nothing = [
        {"verb": "look"},
        {"verb": "look", "reason": "x"},
        *({"verb": verb, "reason": REASON} for verb in ("nonsense", "sign")),
    ]
    for said in nothing:
        assert one.post(road, said).status_code == 302
    assert not Step.objects.exists()
    one.post(road, {"verb": "look", "reason": REASON})
    one.post(road, {"verb": "propose", "reason": REASON})
    one.post(road, {"verb": "propose", "reason": REASON, "decision": "refer"})
    one.post(road, {"verb": "sign", "reason": REASON})
    case.refresh_from_db()
    assert (case.state, case.decision) == ("looked-at", "refer")
    assert 'value="sign"' not in one.get(f"/admin/compliance/integrity/{case.pk}/").content.decode()
    assert 'value="sign"' in two.get(f"/admin/compliance/integrity/{case.pk}/").content.decode()
    two.post(road, {"verb": "sign", "reason": REASON})
    case.refresh_from_db()
    assert case.state == "closed"


def test_money_that_is_about_to_leave_is_hinted_at_and_not_held(seeded: Any) -> None:  # noqa: F811
    from uuid import uuid4

    from players.wallet.cashier.models import Payment

    case, players = pair()
    payment = Payment.objects.create(
        id=uuid4(), player=players[0], direction="withdrawal", cents=12_300, status="asked"
    )
    page = (
        client_of(signer("compliance reader")).get(f"/admin/compliance/integrity/{case.pk}/").content.decode()
    )
    assert "about to leave" in page and "€123.00" in page
    payment.refresh_from_db()
    assert payment.status == "asked"


@pytest.mark.parametrize(
    "asked",
    ["?state=nonsense&kind=x&page=-3&player=%00", "?page=99999999999", "?page=²", "?player=" + "a" * 500],
)
def test_whatever_is_asked_of_the_list_is_answered(seeded: Any, asked: str) -> None:  # noqa: F811
    assert (
        client_of(signer("compliance reader")).get(f"/admin/compliance/integrity/{asked}").status_code == 200
    )


def test_the_page_of_what_the_desk_sees_says_the_seed(seeded: Any) -> None:  # noqa: F811
    page = client_of(signer("regulator")).get("/admin/compliance/integrity/seen/").content.decode()
    assert "kept-apart" in page


def test_the_days_of_lisbon_are_the_days_of_the_desk(tmp_path: Path) -> None:
    played(tmp_path, hands=1)
    new_hands.catch_up()
    hand = Hand.objects.get()
    assert hand.day == clock.day_of(hand.at)
    assert hand.at - Round.objects.get(pk=hand.round).ended == timedelta()
    assert protocol.Recall(hand.round).person == 0
