"""Complaints: received with a number and a deadline, answered, decided with reasons; each step is
recorded.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client

from games.models import Round, Table
from players.audit.models import Line
from players.inbox import complaints
from players.inbox.complaints import answer_complaint, due_after, is_late, open_complaint, reply_to_complaint
from players.inbox.models import Complaint, Message
from players.models import Person, Player
from players.shared import clock
from players.wallet.models import Transfer
from tests.demo_house import signed_in
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
    latest = Round.objects.latest("id")
    form = client.get(f"/account/complaints/new/?round={latest.pk}").content.decode()
    assert f'value="{latest.pk}"' in form and '<option value="round" selected' in form
    response = client.post(
        "/account/complaints/new/", {"category": "round", "round": latest.pk, "text": TEXT}
    )
    complaint = Complaint.objects.get()
    assert response["Location"] == f"/account/complaints/{complaint.number}/"
    assert (
        complaint.round == latest.pk
        and complaint.due == due_after(complaint.opened)
        and complaint.number.startswith("R-")
    )
    page = client.get(response["Location"]).content.decode()
    assert TEXT in page and complaint.number in page and f"/account/rounds/{latest.pk}/" in page
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
    response = client.post("/account/complaints/new/", {"category": "round", "table": table.pk, "text": TEXT})
    complaint = Complaint.objects.get()
    assert (complaint.table, complaint.table_name) == (table.pk, table.name)
    assert table.name in client.get(response["Location"]).content.decode()
    with pytest.raises(DatabaseError), transaction.atomic():
        Complaint.objects.update(table_name="Outra")


@pytest.mark.parametrize("table", ["999999", "x", "-1", "9" * 30, "\u0663", ""])
def test_an_unknown_table_is_ignored(client: Client, table: str) -> None:
    assert client.get("/account/complaints/new/", {"table": table}).status_code == 200
    assert (
        client.post(
            "/account/complaints/new/", {"category": "other", "table": table, "text": TEXT}
        ).status_code
        == 302
    )
    assert Complaint.objects.get().table is None


def test_a_transfer_may_be_attached(player: Player, client: Client) -> None:
    transfer = Transfer.objects.filter(kind="deposit").latest("at")
    assert (
        client.post(
            "/account/complaints/new/", {"category": "payment", "transfer": transfer.pk, "text": TEXT}
        ).status_code
        == 302
    )
    assert Complaint.objects.get().transfer == transfer.pk


def test_records_of_other_players_cannot_be_attached(player: Player, client: Client) -> None:
    other = player_with_past(1, tables())
    round_id, transfer_id = (
        Round.objects.latest("id").pk,
        Transfer.objects.get(target__player=other, kind="deposit").pk,
    )
    for reference in ({"round": round_id}, {"transfer": transfer_id}, {"round": 2**62}):
        response = client.post("/account/complaints/new/", {"category": "round", "text": TEXT, **reference})
        assert response.status_code == 422 and TEXT in response.content.decode(), "the text stays in the form"
    with pytest.raises(complaints.ComplaintRefused, match="not-yours"):
        open_complaint(player=player, category="round", text=TEXT, round=round_id)
    assert not Complaint.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"category": "nonsense"},
        {"text": ""},
        {"text": "x" * 4001},
        {"text": "a\x00b c"},
        {"round": "many"},
        {"transfer": "none"},
    ],
)
def test_invalid_input_is_an_error_at_its_field(client: Client, changes: dict[str, str]) -> None:
    response = client.post("/account/complaints/new/", {"category": "other", "text": TEXT, **changes})
    assert response.status_code == 422 and response.context["form"].errors


def test_answers_and_replies_until_the_decision(player: Player, client: Client, clerk: Person) -> None:
    complaint = open_complaint(player=player, category="other", text=TEXT)
    answer_complaint(complaint=complaint, person=clerk, text="Which table was it?")
    complaint.refresh_from_db()
    assert complaint.state == "answered" and complaint.outcome == ""
    url = f"/account/complaints/{complaint.number}/"
    assert client.post(url, {"text": "Lisboa, at nine."}).status_code == 302
    complaint.refresh_from_db()
    assert complaint.state == "open"
    answer_complaint(
        complaint=complaint, person=clerk, text="You are right: the stake goes back.", outcome="partial"
    )
    complaint.refresh_from_db()
    assert (
        complaint.state == "decided"
        and complaint.outcome == "partial"
        and complaint.decided is not None
        and complaint.handler == clerk
    )
    assert [message.house for message in complaint.messages.order_by("id")] == [False, True, False, True]
    assert client.post(url, {"text": "And now?"}).status_code == 422
    with pytest.raises(complaints.ComplaintRefused, match="decided"):
        reply_to_complaint(complaint=complaint, player=player, text="Once more")
    with pytest.raises(complaints.ComplaintRefused, match="decided"):
        answer_complaint(complaint=complaint, person=clerk, text="Once more", outcome="accepted")
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
    message_kinds = list(Message.objects.filter(player=player).order_by("id").values_list("kind", flat=True))
    assert message_kinds == ["complaint-received", "complaint-answered", "complaint-decided"]


def test_a_complaint_is_visible_to_its_player_only(player: Player) -> None:
    complaint = open_complaint(player=player, category="other", text=TEXT)
    other = signed_in(player_with_past(1, tables()).person.email)
    assert other.get(f"/account/complaints/{complaint.number}/").status_code == 404
    assert other.post(f"/account/complaints/{complaint.number}/", {"text": "Mine now"}).status_code == 404


def test_the_deadline_is_a_day_in_lisbon(player: Player) -> None:
    # Received in the last hour of a day in summer time; the fifteenth day ends in winter time.
    assert due_after(datetime(2026, 10, 20, 22, 30, tzinfo=UTC)) == datetime(
        2026, 11, 4, 23, 59, 59, tzinfo=UTC
    )
    assert due_after(datetime(2028, 2, 14, 12, tzinfo=UTC)) == datetime(2028, 2, 29, 23, 59, 59, tzinfo=UTC)
    complaint = open_complaint(player=player, category="other", text=TEXT)
    assert not is_late(complaint)
    with clock.at(complaint.due + timedelta(seconds=1)):
        assert is_late(complaint)


def test_complaints_and_messages_of_a_player_are_limited(player: Player) -> None:
    for _ in range(complaints.OPEN_AT_ONCE):
        complaint = open_complaint(player=player, category="other", text=TEXT)
    with pytest.raises(complaints.ComplaintRefused, match="too-many-open"):
        open_complaint(player=player, category="other", text=TEXT)
    for _ in range(complaints.MESSAGES_A_DAY - complaints.OPEN_AT_ONCE):
        reply_to_complaint(complaint=complaint, player=player, text="And another thing")
    with pytest.raises(complaints.ComplaintRefused, match="too-many-messages"):
        reply_to_complaint(complaint=complaint, player=player, text="And another thing")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE inbox_complaintmessage SET text = 'never written'",
        "DELETE FROM inbox_complaintmessage",
        "DELETE FROM inbox_complaint",
        "UPDATE inbox_complaint SET opened = now()",
        "UPDATE inbox_complaint SET state = 'decided'",
    ],
)
def test_messages_cannot_be_changed_and_a_decision_needs_an_outcome(player: Player, sql: str) -> None:
    open_complaint(player=player, category="other", text=TEXT)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def test_the_queue_of_staff_is_ordered_by_deadline(demo: Any) -> None:
    ana = Player.objects.get(alias="Ana")
    first = open_complaint(player=ana, category="other", text=TEXT)
    second = open_complaint(player=ana, category="payment", text="<b>Where is my money?</b>")
    answer_complaint(
        complaint=first,
        person=Person.objects.get(email="apoio@feltro.example"),
        text="Here",
        outcome="rejected",
    )
    support = signed_in("apoio@feltro.example", "en")
    page = support.get("/admin/inbox/complaint/").content.decode()
    assert page.index(second.number) < page.index(first.number)
    page = support.get(f"/admin/inbox/complaint/{second.pk}/change/").content.decode()
    assert "&lt;b&gt;Where" in page and 'name="answer"' in page
    data = {"answer": "It is on its way.", "decision": "accepted"}
    assert support.post(f"/admin/inbox/complaint/{second.pk}/change/", data).status_code == 302
    second.refresh_from_db()
    assert second.outcome == "accepted" and [
        message.text for message in second.messages.filter(house=True)
    ] == ["It is on its way."]
    assert 'name="answer"' not in support.get(f"/admin/inbox/complaint/{second.pk}/change/").content.decode()
    reader = signed_in("conformidade@feltro.example")
    third = open_complaint(player=ana, category="other", text=TEXT)
    assert 'name="answer"' not in reader.get(f"/admin/inbox/complaint/{third.pk}/change/").content.decode()
    assert reader.post(f"/admin/inbox/complaint/{third.pk}/change/", data).status_code == 403
    assert signed_in("mesas@feltro.example").get("/admin/inbox/complaint/").status_code == 403


def test_the_second_decision_is_refused_and_keeps_its_text(demo: Any) -> None:
    complaint = open_complaint(player=Player.objects.get(alias="Ana"), category="other", text=TEXT)
    url = f"/admin/inbox/complaint/{complaint.pk}/change/"
    first, second = signed_in("apoio@feltro.example", "en"), signed_in("direcao@feltro.example", "en")
    seen = second.get(url).context["adminform"].form["seen"].value()
    data = {"answer": "It is on its way.", "decision": "accepted", "seen": seen}
    assert first.post(url, data).status_code == 302
    late = second.post(url, {"answer": "A long and careful answer.", "decision": "rejected", "seen": seen})
    page = late.content.decode()
    assert late.status_code == 200 and "A long and careful answer." in page
    assert "apoio@feltro.example decided this complaint on" in page and "Your text was not sent" in page
    complaint.refresh_from_db()
    assert complaint.outcome == "accepted" and complaint.messages.filter(house=True).count() == 1


def test_an_answer_that_crosses_a_reply_shows_it_first(demo: Any) -> None:
    ana = Player.objects.get(alias="Ana")
    complaint = open_complaint(player=ana, category="other", text=TEXT)
    url = f"/admin/inbox/complaint/{complaint.pk}/change/"
    support = signed_in("apoio@feltro.example", "en")
    seen = support.get(url).context["adminform"].form["seen"].value()
    reply_to_complaint(complaint=complaint, player=ana, text="I found the receipt.")
    data = {"answer": "Where is the receipt?", "decision": "", "seen": seen}
    crossed = support.post(url, data)
    page = crossed.content.decode()
    assert (
        "Ana wrote in this complaint while you did" in page
        and "Where is the receipt?" in page
        and "I found the receipt." in page
    )
    seen = crossed.context["adminform"].form["seen"].value()
    assert support.post(url, {**data, "seen": seen}).status_code == 302
    assert complaint.messages.filter(house=True).count() == 1


def test_the_deadline_stays_visible_after_the_decision(demo: Any) -> None:
    complaint = open_complaint(player=Player.objects.get(alias="Ana"), category="other", text=TEXT)
    support = signed_in("apoio@feltro.example", "pt-pt")
    pages = ("/admin/inbox/complaint/", f"/admin/inbox/complaint/{complaint.pk}/change/")
    due = f"{complaint.due.astimezone(clock.LISBON):%d/%m/%Y}"
    assert all(due in support.get(page).content.decode() for page in pages)
    answer_complaint(
        complaint=complaint,
        person=Person.objects.get(email="apoio@feltro.example"),
        text="Here",
        outcome="rejected",
    )
    assert all(due in support.get(page).content.decode() for page in pages)


def test_unread_messages_are_counted(player: Player, client: Client) -> None:
    open_complaint(player=player, category="other", text=TEXT)
    open_complaint(player=player, category="other", text=TEXT)
    assert '<span class="count">2' in client.get("/account/messages/").content.decode()
    message = Message.objects.filter(player=player).latest("id")
    assert message.details["number"] in client.get(f"/account/messages/{message.pk}/").content.decode()
    assert '<span class="count">1' in client.get("/account/messages/").content.decode()
    assert client.post("/account/messages/read/").status_code == 302
    assert 'class="count"' not in client.get("/account/messages/").content.decode()
    other = signed_in(player_with_past(1, tables()).person.email)
    assert other.get(f"/account/messages/{message.pk}/").status_code == 404
