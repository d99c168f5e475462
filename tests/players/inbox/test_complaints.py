"""The life of a complaint: received with a number and a clock, talked over, decided with reasons, each step told and noted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client

from games.models import Round, Table
from players.audit.models import Line
from players.inbox import complaints
from players.inbox.complaints import complaint_answer, complaint_open, complaint_reply, due_after, is_late
from players.inbox.models import Complaint, Message
from players.models import Person, Player
from players.shared import clock
from players.wallet.models import Transfer
from tests.players.conftest import signed_in
from tests.players.history.past import player_with_past, tables

TEXT = "The ball stood on 17 and I was paid nothing."


@pytest.fixture
def player(db: None) -> Player:
    return player_with_past(3, tables())


@pytest.fixture
def client(player: Player) -> Client:
    return signed_in(player.person.email, "en")


@pytest.fixture
def clerk(db: None) -> Person:
    return Person.objects.create(email="clerk@feltro.example", is_staff=True)


def test_a_complaint_from_the_page_of_a_round_names_that_round(player: Player, client: Client) -> None:
    """[AR-25] [FR-R26]"""
    round = Round.objects.latest("id")
    form = client.get(f"/account/complaints/new/?round={round.pk}").content.decode()
    assert f'value="{round.pk}"' in form and '<option value="round" selected' in form
    answer = client.post("/account/complaints/new/", {"category": "round", "round": round.pk, "text": TEXT})
    complaint = Complaint.objects.get()
    assert answer["Location"] == f"/account/complaints/{complaint.number}/"
    assert (
        complaint.round == round.pk
        and complaint.due == due_after(complaint.opened)
        and complaint.number.startswith("R-")
    )
    page = client.get(answer["Location"]).content.decode()
    assert TEXT in page and complaint.number in page and f"/account/rounds/{round.pk}/" in page
    assert (
        f'<dt>Decision by</dt><dd><time datetime="{complaint.due.astimezone(clock.LISBON).isoformat()}"'
        in page
    )
    assert Line.objects.filter(kind="complaints.opened", player=player).count() == 1
    assert Message.objects.filter(kind="complaint-received", player=player).count() == 1


def test_a_complaint_from_a_table_names_that_table(player: Player, client: Client) -> None:
    """[AR-25] [FR-R26]"""
    table = Table.objects.latest("id")
    assert f"?table={table.pk}" in client.get(f"/table/{table.pk}/").content.decode()
    form = client.get(f"/account/complaints/new/?table={table.pk}").content.decode()
    assert table.name in form and '<option value="round" selected' in form
    answer = client.post("/account/complaints/new/", {"category": "round", "table": table.pk, "text": TEXT})
    complaint = Complaint.objects.get()
    assert (complaint.table, complaint.table_name) == (table.pk, table.name)
    assert table.name in client.get(answer["Location"]).content.decode()
    with pytest.raises(DatabaseError), transaction.atomic():
        Complaint.objects.update(table_name="Outra")


@pytest.mark.parametrize("table", ["999999", "x", "-1", "9" * 30, "\u0663", ""])
def test_a_table_that_is_none_stands_in_nobodys_way(client: Client, table: str) -> None:
    assert client.get("/account/complaints/new/", {"table": table}).status_code == 200
    assert (
        client.post(
            "/account/complaints/new/", {"category": "other", "table": table, "text": TEXT}
        ).status_code
        == 302
    )
    assert Complaint.objects.get().table is None


def test_a_movement_may_be_attached(player: Player, client: Client) -> None:
    moved = Transfer.objects.filter(kind="deposit").latest("at")
    assert (
        client.post(
            "/account/complaints/new/", {"category": "payment", "transfer": moved.pk, "text": TEXT}
        ).status_code
        == 302
    )
    assert Complaint.objects.get().transfer == moved.pk


def test_nobody_elses_round_or_movement_may_be_attached(player: Player, client: Client) -> None:
    other = player_with_past(1, tables())
    round, moved = (
        Round.objects.latest("id").pk,
        Transfer.objects.get(target__player=other, kind="deposit").pk,
    )
    for given in ({"round": round}, {"transfer": moved}, {"round": 2**62}):
        answer = client.post("/account/complaints/new/", {"category": "round", "text": TEXT, **given})
        assert answer.status_code == 422 and TEXT in answer.content.decode(), "what was written stays"
    with pytest.raises(complaints.Refused, match="not-yours"):
        complaint_open(player=player, category="round", text=TEXT, round=round)
    assert not Complaint.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"category": "nonsense"},
        {"text": ""},
        {"text": "x" * 4001},
        {"text": "a\x00b c"},
        {"round": "many"},
        {"transfer": "none"},
    ],
)
def test_bad_input_is_said_at_its_field(client: Client, wrong: dict[str, str]) -> None:
    answer = client.post("/account/complaints/new/", {"category": "other", "text": TEXT, **wrong})
    assert answer.status_code == 422 and answer.context["form"].errors


def test_the_house_answers_and_the_player_writes_back_until_it_is_decided(
    player: Player, client: Client, clerk: Person
) -> None:
    complaint = complaint_open(player=player, category="other", text=TEXT)
    complaint_answer(complaint=complaint, person=clerk, text="Which table was it?")
    complaint.refresh_from_db()
    assert complaint.state == "answered" and complaint.outcome == ""
    address = f"/account/complaints/{complaint.number}/"
    assert client.post(address, {"text": "Lisboa, at nine."}).status_code == 302
    complaint.refresh_from_db()
    assert complaint.state == "open"
    complaint_answer(
        complaint=complaint, person=clerk, text="You are right: the stake goes back.", outcome="partial"
    )
    complaint.refresh_from_db()
    assert (
        complaint.state == "decided"
        and complaint.outcome == "partial"
        and complaint.decided is not None
        and complaint.handler == clerk
    )
    assert [word.house for word in complaint.words.order_by("id")] == [False, True, False, True]
    assert client.post(address, {"text": "And now?"}).status_code == 422
    for act in (lambda: complaint_reply(complaint=complaint, player=player, text="Once more"),):
        with pytest.raises(complaints.Refused, match="decided"):
            act()
    with pytest.raises(complaints.Refused, match="decided"):
        complaint_answer(complaint=complaint, person=clerk, text="Once more", outcome="accepted")
    kinds = list(
        Line.objects.filter(about=f"complaint:{complaint.number}")
        .order_by("id")
        .values_list("kind", flat=True)
    )
    assert kinds == [
        "complaints.opened",
        "complaints.answered",
        "complaints.written-to",
        "complaints.decided",
    ]
    told = list(Message.objects.filter(player=player).order_by("id").values_list("kind", flat=True))
    assert told == ["complaint-received", "complaint-answered", "complaint-decided"]


def test_a_complaint_is_its_players_alone(player: Player) -> None:
    complaint = complaint_open(player=player, category="other", text=TEXT)
    other = signed_in(player_with_past(1, tables()).person.email)
    assert other.get(f"/account/complaints/{complaint.number}/").status_code == 404
    assert other.post(f"/account/complaints/{complaint.number}/", {"text": "Mine now"}).status_code == 404


def test_the_last_day_is_lisbons_and_the_clock_says_when_it_has_passed(player: Player) -> None:
    # Received in the last hour of a summer's evening; by the end of the fifteenth day it is winter time.
    assert due_after(datetime(2026, 10, 20, 22, 30, tzinfo=UTC)) == datetime(
        2026, 11, 4, 23, 59, 59, tzinfo=UTC
    )
    assert due_after(datetime(2028, 2, 14, 12, tzinfo=UTC)) == datetime(2028, 2, 29, 23, 59, 59, tzinfo=UTC)
    complaint = complaint_open(player=player, category="other", text=TEXT)
    assert not is_late(complaint)
    with clock.at(complaint.due + timedelta(seconds=1)):
        assert is_late(complaint)


def test_there_is_an_end_to_how_much_one_may_write(player: Player) -> None:
    for _ in range(complaints.OPEN_AT_ONCE):
        complaint = complaint_open(player=player, category="other", text=TEXT)
    with pytest.raises(complaints.Refused, match="too-many-open"):
        complaint_open(player=player, category="other", text=TEXT)
    for _ in range(complaints.MESSAGES_A_DAY - complaints.OPEN_AT_ONCE):
        complaint_reply(complaint=complaint, player=player, text="And another thing")
    with pytest.raises(complaints.Refused, match="too-many-words"):
        complaint_reply(complaint=complaint, player=player, text="And another thing")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE inbox_complaintword SET text = 'never written'",
        "DELETE FROM inbox_complaintword",
        "DELETE FROM inbox_complaint",
        "UPDATE inbox_complaint SET opened = now()",
        "UPDATE inbox_complaint SET state = 'decided'",
    ],
)
def test_what_was_written_stays_and_a_decision_has_an_outcome(player: Player, sql: str) -> None:
    complaint_open(player=player, category="other", text=TEXT)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def test_the_staffs_queue_shows_what_is_due_first_and_answers(demo: Any) -> None:
    ana = Player.objects.get(alias="Ana")
    first = complaint_open(player=ana, category="other", text=TEXT)
    second = complaint_open(player=ana, category="payment", text="<b>Where is my money?</b>")
    complaint_answer(
        complaint=first,
        person=Person.objects.get(email="apoio@feltro.example"),
        text="Here",
        outcome="rejected",
    )
    support = signed_in("apoio@feltro.example", "en")
    listed = support.get("/admin/inbox/complaint/").content.decode()
    assert listed.index(second.number) < listed.index(first.number)
    page = support.get(f"/admin/inbox/complaint/{second.pk}/change/").content.decode()
    assert "&lt;b&gt;Where" in page and 'name="answer"' in page
    given = {"answer": "It is on its way.", "decision": "accepted"}
    assert support.post(f"/admin/inbox/complaint/{second.pk}/change/", given).status_code == 302
    second.refresh_from_db()
    assert (
        second.outcome == "accepted"
        and second.words.filter(house=True, text="It is on its way.").count() == 1
    )
    assert 'name="answer"' not in support.get(f"/admin/inbox/complaint/{second.pk}/change/").content.decode()
    reader = signed_in("conformidade@feltro.example")
    third = complaint_open(player=ana, category="other", text=TEXT)
    assert 'name="answer"' not in reader.get(f"/admin/inbox/complaint/{third.pk}/change/").content.decode()
    assert reader.post(f"/admin/inbox/complaint/{third.pk}/change/", given).status_code == 403
    assert signed_in("mesas@feltro.example").get("/admin/inbox/complaint/").status_code == 403


def test_who_decides_second_keeps_the_text_and_learns_who_was_first(demo: Any) -> None:
    complaint = complaint_open(player=Player.objects.get(alias="Ana"), category="other", text=TEXT)
    address = f"/admin/inbox/complaint/{complaint.pk}/change/"
    first, second = signed_in("apoio@feltro.example", "en"), signed_in("direcao@feltro.example", "en")
    seen = second.get(address).context["adminform"].form["seen"].value()
    given = {"answer": "It is on its way.", "decision": "accepted", "seen": seen}
    assert first.post(address, given).status_code == 302
    late = second.post(
        address, {"answer": "A long and careful answer.", "decision": "rejected", "seen": seen}
    )
    page = late.content.decode()
    assert late.status_code == 200 and "A long and careful answer." in page
    assert "apoio@feltro.example decided this complaint on" in page and "Your text was not sent" in page
    complaint.refresh_from_db()
    assert complaint.outcome == "accepted" and complaint.words.filter(house=True).count() == 1


def test_an_answer_that_crosses_another_is_shown_it_first(demo: Any) -> None:
    ana = Player.objects.get(alias="Ana")
    complaint = complaint_open(player=ana, category="other", text=TEXT)
    address = f"/admin/inbox/complaint/{complaint.pk}/change/"
    support = signed_in("apoio@feltro.example", "en")
    seen = support.get(address).context["adminform"].form["seen"].value()
    complaint_reply(complaint=complaint, player=ana, text="I found the receipt.")
    given = {"answer": "Where is the receipt?", "decision": "", "seen": seen}
    crossed = support.post(address, given)
    page = crossed.content.decode()
    assert (
        "Ana wrote in this complaint while you did" in page
        and "Where is the receipt?" in page
        and "I found the receipt." in page
    )
    again = crossed.context["adminform"].form["seen"].value()
    assert support.post(address, {**given, "seen": again}).status_code == 302
    assert complaint.words.filter(house=True).count() == 1


def test_the_last_day_of_a_decision_stays_when_it_was_decided(demo: Any) -> None:
    complaint = complaint_open(player=Player.objects.get(alias="Ana"), category="other", text=TEXT)
    support = signed_in("apoio@feltro.example", "pt-pt")
    pages = ("/admin/inbox/complaint/", f"/admin/inbox/complaint/{complaint.pk}/change/")
    due = f"{complaint.due.astimezone(clock.LISBON):%d/%m/%Y}"
    assert all(due in support.get(page).content.decode() for page in pages)
    complaint_answer(
        complaint=complaint,
        person=Person.objects.get(email="apoio@feltro.example"),
        text="Here",
        outcome="rejected",
    )
    assert all(due in support.get(page).content.decode() for page in pages)


def test_messages_are_counted_until_they_are_read(player: Player, client: Client) -> None:
    complaint_open(player=player, category="other", text=TEXT)
    complaint_open(player=player, category="other", text=TEXT)
    assert '<span class="count">2' in client.get("/account/messages/").content.decode()
    message = Message.objects.filter(player=player).latest("id")
    assert message.said["number"] in client.get(f"/account/messages/{message.pk}/").content.decode()
    assert '<span class="count">1' in client.get("/account/messages/").content.decode()
    assert client.post("/account/messages/read/").status_code == 302
    assert 'class="count"' not in client.get("/account/messages/").content.decode()
    other = signed_in(player_with_past(1, tables()).person.email)
    assert other.get(f"/account/messages/{message.pk}/").status_code == 404
