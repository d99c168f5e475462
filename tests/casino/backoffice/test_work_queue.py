"""The work queue: claims, notes, shifts and handovers, as staff meet them on its pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.utils import translation

from casino.backoffice import shifts, work_actions
from casino.backoffice.models import Shift, WorkClaim, WorkMention, WorkNote
from casino.backoffice.work_queue import next_item, queue_rows, summaries, urgency_of
from games.models import Round, Table
from players.audit.models import Line
from players.inbox.complaints import open_complaint
from players.inbox.models import Complaint
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from players.work_sources import work_sources
from tests.demo_house import signed_in
from tests.home_page import cards_of, tiles_of, work_of


def person(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def complaint(alias: str = "Ana") -> Complaint:
    text = "A jogada parou e ninguém disse porquê."
    return open_complaint(player=Player.objects.get(alias=alias), category="other", text=text)


def held_withdrawal(alias: str = "Ana", cents: int = 30_000) -> Payment:
    now = clock.now()
    return Payment.objects.create(
        id=uuid4(), player=Player.objects.get(alias=alias), direction="withdrawal", cents=cents,
        status="held", reason="large", held="large", made=now, changed=now,
    )  # fmt: skip


def kinds(prefix: str) -> list[str]:
    return list(Line.objects.filter(kind__startswith=prefix).order_by("id").values_list("kind", flat=True))


def act(client: Any, key: object, verb: str, **data: str) -> Any:
    return client.post(f"/admin/work/complaint/{key}/act/", {"verb": verb, **data}, follow=True)


def test_a_claim_ends_with_the_decision(demo: None) -> None:
    """It stayed open for ever: «1 claimed item» at the end of each shift."""
    payment, cashier = held_withdrawal(), signed_in("caixa@feltro.example")
    cashier.post(f"/admin/work/withdrawal/{payment.pk}/act/", {"verb": "claim"})
    cashier.post("/admin/shifts/own/", {"verb": "begin"})
    other = complaint().pk
    assert WorkClaim.objects.filter(ended=None).count() == 1
    Payment.objects.filter(pk=payment.pk).update(status="released", reason="")
    cashier.get("/admin/work/")
    assert not WorkClaim.objects.filter(ended=None).exists()
    support = signed_in("apoio@feltro.example")
    support.post(f"/admin/work/complaint/{other}/act/", {"verb": "claim"})
    support.get("/admin/work/")
    assert WorkClaim.objects.filter(ended=None).count() == 1, "what still waits stays claimed"


def test_a_claim_shows_its_owner_to_everybody_and_is_audited(demo: None) -> None:
    key = complaint().pk
    support, head = signed_in("apoio@feltro.example"), signed_in("direcao@feltro.example")
    response = support.post(f"/admin/work/complaint/{key}/act/", {"verb": "claim", "from": "queue"})
    assert response["Location"] == f"/admin/inbox/complaint/{key}/change/", "on to the decision"
    assert b"apoio@feltro.example" in head.get("/admin/work/").content
    line = Line.objects.get(kind="work.claimed")
    assert (line.person_id, line.about) == (person("apoio").pk, f"work:complaint:{key}")


def test_the_second_claim_is_refused_with_the_name_of_the_first(demo: None) -> None:
    key = complaint().pk
    act(signed_in("apoio@feltro.example"), key, "claim")
    response = act(signed_in("direcao@feltro.example"), key, "claim")
    assert "apoio@feltro.example" in response.content.decode()
    assert list(WorkClaim.objects.values_list("person__email", flat=True)) == ["apoio@feltro.example"]
    assert kinds("work.") == ["work.claimed"]


def test_the_database_keeps_one_open_claim_of_an_item(demo: None) -> None:
    WorkClaim.objects.create(source="complaint", key="1", person=person("apoio"))
    with pytest.raises(IntegrityError), transaction.atomic():
        WorkClaim.objects.create(source="complaint", key="1", person=person("direcao"))


def test_taking_over_needs_a_reason_and_names_the_owner(demo: None) -> None:
    key = complaint().pk
    act(signed_in("apoio@feltro.example"), key, "claim")
    head = signed_in("direcao@feltro.example")
    act(head, key, "take-over", reason="não")
    assert kinds("work.") == ["work.claimed"], "a reason of three letters is none"
    act(head, key, "take-over", reason="O colega está de baixa.")
    assert WorkClaim.objects.get(ended=None).person == person("direcao")
    assert Line.objects.get(kind="work.taken-over").details["owner"] == "apoio@feltro.example"
    act(signed_in("apoio@feltro.example"), key, "release")
    assert WorkClaim.objects.get(ended=None).person == person("direcao"), "it is not theirs any more"


def test_a_note_is_read_by_colleagues_of_the_same_queue_only(demo: None) -> None:
    key = complaint().pk
    act(signed_in("apoio@feltro.example"), key, "note", note="Pedi o registo à sala.")
    page = signed_in("direcao@feltro.example").get(f"/admin/work/complaint/{key}/")
    assert "Pedi o registo à sala." in page.content.decode()
    assert signed_in("caixa@feltro.example").get(f"/admin/work/complaint/{key}/").status_code == 403
    response = signed_in("caixa@feltro.example").post(
        f"/admin/work/complaint/{key}/act/", {"verb": "note", "note": "Também quero escrever."}
    )
    assert response.status_code == 403
    assert WorkNote.objects.count() == 1
    assert kinds("work.") == ["work.noted"]


def test_a_note_tells_the_colleagues_whom_it_mentions(demo: None) -> None:
    key = complaint().pk
    text = "@direcao, falta a mesa; o jogador é ana@feltro.example. @caixa e @ninguem também."
    page = act(signed_in("apoio@feltro.example", "en"), key, "note", note=text).content.decode()
    assert "It tells direcao@feltro.example." in page
    assert "Nobody was told by @caixa, @ninguem" in page, "a cashier does not read notes about complaints"
    (mention,) = WorkMention.objects.all()
    assert (mention.person, mention.note.text) == (person("direcao"), text)
    assert Line.objects.get(kind="work.noted").details["mentioned"] == ["direcao@feltro.example"]
    head = signed_in("direcao@feltro.example", "en")
    assert "Notes that mention you" in head.get("/admin/work/").content.decode()
    support = signed_in("apoio@feltro.example", "en")
    assert "Notes that mention you" not in support.get("/admin/work/").content.decode()
    address = f"/admin/work/mentions/{mention.pk}/dismiss/"
    assert "does not wait for you" in support.post(address, follow=True).content.decode()
    assert "Notes that mention you" not in head.post(address, follow=True).content.decode()
    assert "does not wait for you" in head.post(address, follow=True).content.decode()
    assert kinds("work.mention") == ["work.mention-dismissed"]


@pytest.mark.parametrize(
    ("text", "told", "unknown"),
    [
        ("@DIRECAO@feltro.example.", ["direcao"], []),
        ("(@direcao) @direcao", ["direcao"], []),
        ("@apoio a mim mesmo", [], ["apoio"]),
        ("ana@direcao e a@b", [], []),
        ("@", [], []),
    ],
)
def test_whom_a_note_mentions(demo: None, text: str, told: list[str], unknown: list[str]) -> None:
    found = work_actions.find_mentions(text, "complaint", person("apoio"))
    assert [one.email for one in found.people] == [f"{name}@feltro.example" for name in told]
    assert found.unknown == unknown


def test_a_mention_of_a_queue_that_one_left_is_not_shown(demo: None) -> None:
    act(signed_in("apoio@feltro.example"), complaint().pk, "note", note="@direcao Falta ouvir a mesa.")
    head = person("direcao")
    head.groups.set([Group.objects.get(name="cashier")])
    page = signed_in("direcao@feltro.example", "en").get("/admin/work/")
    assert page.status_code == 200 and "Falta ouvir a mesa." not in page.content.decode()


def test_a_shift_ends_with_a_handover_to_a_colleague_on_duty(demo: None) -> None:
    mine, support, head = complaint(), person("apoio"), person("direcao")
    shifts.begin_shift(person=support)
    work_actions.claim_work_item(source="complaint", key=str(mine.pk), person=support)
    client = signed_in("apoio@feltro.example")
    end = {"verb": "end", "successor": str(head.pk), "note": "Falta ouvir a mesa."}
    client.post("/admin/shifts/own/", end)
    assert Shift.objects.get(person=support).ended is None, "no colleague is on duty"
    shifts.begin_shift(person=head)
    client.post("/admin/shifts/own/", end)
    assert WorkClaim.objects.get(ended=None).person == head
    line = Line.objects.get(kind="shifts.ended")
    assert line.details["handed_over"] == [f"work:complaint:{mine.pk}"]
    assert "Falta ouvir a mesa." in signed_in("direcao@feltro.example").get("/admin/shifts/").content.decode()


def test_a_handover_needs_an_active_colleague(demo: None) -> None:
    support, head = person("apoio"), person("direcao")
    for member in (support, head):
        shifts.begin_shift(person=member)
    Person.objects.filter(pk=head.pk).update(is_active=False)
    for successor in (person("direcao"), support):
        with pytest.raises(work_actions.ShiftRefused):
            shifts.end_shift(person=support, successor=successor, text="")
    assert Shift.objects.get(person=support).ended is None


def test_a_handover_leaves_out_items_the_colleague_may_not_decide(demo: None) -> None:
    support, cashier = person("apoio"), person("caixa")
    key = str(complaint().pk)
    for member in (support, cashier):
        shifts.begin_shift(person=member)
    work_actions.claim_work_item(source="complaint", key=key, person=support)
    shifts.end_shift(person=support, successor=cashier, text="")
    assert not WorkClaim.objects.filter(ended=None).exists(), "it is back in the queue"
    assert Line.objects.get(kind="shifts.ended").details["released"] == [f"work:complaint:{key}"]


def chosen(*keys: object, **data: str) -> dict[str, object]:
    return {"item": [f"complaint:{key}" for key in keys], **data}


def test_several_items_are_claimed_and_released_in_one_step(demo: None) -> None:
    one, two, taken = (complaint(alias).pk for alias in ("Ana", "Bruno", "Carla"))
    work_actions.claim_work_item(source="complaint", key=str(taken), person=person("direcao"))
    client = signed_in("apoio@feltro.example", "en")
    page = client.post("/admin/work/items/", chosen(one, two, taken, verb="claim"), follow=True)
    text = page.content.decode()
    assert "2 items are yours now." in text and "1 item was left out" in text
    own = WorkClaim.objects.filter(ended=None, person=person("apoio"))
    assert set(own.values_list("key", flat=True)) == {str(one), str(two)}
    line = Line.objects.get(kind="work.several-claimed")
    assert line.details["items"] == sorted(f"work:complaint:{key}" for key in (one, two))
    page = client.post("/admin/work/items/", chosen(one, taken, verb="release"), follow=True)
    assert "1 item is back in the queue." in page.content.decode()
    assert list(own.values_list("key", flat=True)) == [str(two)]
    assert WorkClaim.objects.filter(ended=None, person=person("direcao")).exists(), "not theirs to release"


def test_items_are_given_to_a_colleague_on_duty_who_may_decide_them(demo: None) -> None:
    mine, free = complaint("Ana").pk, complaint("Bruno").pk
    work_actions.claim_work_item(source="complaint", key=str(mine), person=person("apoio"))
    client, head = signed_in("apoio@feltro.example", "en"), person("direcao")
    give = chosen(mine, free, verb="assign", colleague=str(head.pk))
    page = client.post("/admin/work/items/", give, follow=True)
    assert "not on duty" in page.content.decode() and not WorkClaim.objects.filter(person=head).exists()
    for member in (head, person("caixa")):
        shifts.begin_shift(person=member)
    client.post("/admin/work/items/", {**give, "colleague": str(person("caixa").pk)})
    assert not WorkClaim.objects.filter(person=person("caixa")).exists(), "a cashier decides no complaint"
    client.post("/admin/work/items/", give)
    assert set(WorkClaim.objects.filter(ended=None).values_list("key", "person")) == {
        (str(mine), head.pk),
        (str(free), head.pk),
    }
    assert Line.objects.get(kind="work.assigned").details["colleague"] == "direcao@feltro.example"


@pytest.mark.parametrize(
    "item", ["complaint:x", "complaint:99999999999999999999", "withdrawal:x", "nothing:1", "complaint", ""]
)
@pytest.mark.parametrize("verb", ["claim", "assign", "release", "decide"])
def test_what_is_no_item_or_no_step_changes_nothing(demo: None, item: str, verb: str) -> None:
    client = signed_in("apoio@feltro.example")
    response = client.post("/admin/work/items/", {"item": item, "verb": verb, "colleague": "x"}, follow=True)
    assert response.status_code == 200 and not WorkClaim.objects.exists()
    assert kinds("work.") == []


def test_the_queue_is_filtered_by_deadline_and_the_view_is_saved(demo: None) -> None:
    late, near = complaint("Ana"), complaint("Bruno")
    Complaint.objects.filter(pk=late.pk).update(due=clock.now() - timedelta(hours=1))
    client = signed_in("apoio@feltro.example")
    rows = client.get("/admin/work/?deadline=late").context["rows"]
    assert str(late.pk) in {row.item.key for row in rows} and all(row.is_late for row in rows)
    assert str(near.pk) not in {row.item.key for row in rows}
    kept = {"place": "work", "query": "deadline=late", "name": "Em atraso"}
    assert client.post("/admin/filters/keep/", kept)["Location"] == "/admin/work/?deadline=late"
    assert "Em atraso" in client.get("/admin/work/").content.decode()
    assert "Em atraso" not in signed_in("direcao@feltro.example").get("/admin/work/").content.decode()
    nobody = signed_in("conformidade@feltro.example")
    assert (nobody.get("/admin/work/").status_code == 403) == (
        nobody.post("/admin/filters/keep/", kept).status_code == 403
    )


def test_the_queue_is_ordered_by_deadline_and_marks_what_is_late(demo: None) -> None:
    Complaint.objects.exclude(state="decided").update(due=clock.now() + timedelta(days=20))
    first, late = complaint("Ana"), complaint("Bruno")
    Complaint.objects.filter(pk=late.pk).update(due=clock.now() - timedelta(hours=1))
    rows, more = queue_rows(person("apoio"), clock.now(), source="complaint")
    keys = [row.item.key for row in rows]
    assert keys.index(str(late.pk)) < keys.index(str(first.pk))
    assert (rows[0].item.key, rows[0].is_late, more) == (str(late.pk), True, 0)
    summary = next(row for row in summaries(person("apoio"), clock.now()) if row.code == "complaint")
    assert (summary.is_late, summary.count) == (True, len(rows))
    opened = Complaint.objects.filter(pk__in=keys).order_by("opened").values_list("opened", flat=True)
    assert summary.oldest == opened[0]


@pytest.mark.parametrize(
    ("waited", "left", "urgency"),
    [(1, 23, "calm"), (17, 7, "calm"), (18, 6, "soon"), (25, -1, "late"), (24 * 20, 24 * 10, "calm")],
)
def test_a_deadline_is_near_when_a_quarter_of_its_time_is_left(waited: int, left: int, urgency: str) -> None:
    now = clock.now()
    since, due = now - timedelta(hours=waited), now + timedelta(hours=left)
    assert urgency_of(since, due, now) == urgency
    assert urgency_of(since, None, now) == "none"


def test_the_overview_shows_what_is_wrong_first_and_names_the_empty_queues(demo: None) -> None:
    Table.objects.filter(pk=Table.objects.order_by("pk").first().pk).update(status="held")
    page = signed_in("direcao@feltro.example", "en").get("/admin/")
    text = page.content.decode()
    assert text.index("Current problems") < text.index("Waiting for you") < text.index("The house now")
    assert '/admin/games/table/?status__exact=held"' in text
    assert (
        signed_in("direcao@feltro.example").get("/admin/games/table/?status__exact=held").status_code == 200
    )
    held = [card for card in cards_of(page) if str(card["title"]) == "Tables on hold"]
    assert held == page.context["alarms"]
    work = work_of(page)
    idle = {str(title) for title in work["idle"]}
    assert "Complaints" in idle and not idle & {str(queue.title) for queue in work["waiting"]}


def test_the_overview_counts_what_was_played_for_money_apart_from_the_demonstration(demo: None) -> None:
    for currency in ("EUR", "DEMO"):
        table = Table.objects.filter(currency=currency).first()
        Round.objects.create(
            table=table, number=900_001, status="ended", commitment="c" * 64, sealed=b"", ended=clock.now(),
            staked=300, returned=100,
        )  # fmt: skip
    (groups,) = tiles_of(signed_in("direcao@feltro.example").get("/admin/"), "played")
    assert [(group["currency"], group["total"]["staked"]) for group in groups] == [
        ("EUR", 300),
        ("DEMO", 300),
    ]
    assert all(row["table__currency"] == group["currency"] for group in groups for row in group["rows"])


def test_the_next_item_is_an_unclaimed_one(demo: None) -> None:
    Payment.objects.filter(status="held").update(status="cancelled")
    one, two, three = (held_withdrawal(cents=30_000 + n) for n in range(3))
    work_actions.claim_work_item(source="withdrawal", key=str(two.pk), person=person("direcao"))
    following = next_item(person("caixa"), "withdrawal", str(one.pk))
    assert following is not None
    assert following.key == str(three.pk)


def test_the_page_of_a_decision_leads_to_the_next_item(demo: None) -> None:
    Payment.objects.filter(status="held").update(status="cancelled")
    one, two = held_withdrawal(cents=30_000), held_withdrawal(cents=30_001)
    response = signed_in("caixa@feltro.example", "en").post(
        f"/admin/cashier/payment/{one.pk}/decide/",
        {"verb": "release", "reason": "Everything agrees."},
        follow=True,
    )
    page = response.content.decode()
    assert "Next in the queue" in page and f"/admin/cashier/payment/{two.pk}/change/" in page


def test_every_source_describes_what_it_holds_in_both_languages(demo: None) -> None:
    complaint()
    held_withdrawal()
    for language in ("en", "pt-pt"):
        with translation.override(language):
            for name in ("direcao", "oficial", "caixa", "apoio", "identidade", "mesas"):
                for source in work_sources(person(name)):
                    for row in source.waiting(person(name))[:5]:
                        item = source.describe(row)
                        assert item.title
                        assert item.url.startswith("/admin/")


def test_the_overview_shows_no_zeros(demo: None) -> None:
    Complaint.objects.exclude(state="decided").update(state="answered")
    page = signed_in("apoio@feltro.example").get("/admin/?", headers={"Accept-Language": "en"})
    assert work_of(page)["waiting"] == []
    assert all(card["value"] for card in page.context["alarms"])
    complaint()
    page = signed_in("apoio@feltro.example").get("/admin/")
    assert [queue.code for queue in work_of(page)["waiting"]] == ["complaint"]


@pytest.mark.parametrize("key", ["x", "99999999999999999999", "-1", "%00"])
def test_an_address_without_an_item_changes_nothing(demo: None, key: str) -> None:
    client = signed_in("direcao@feltro.example")
    for source in ("complaint", "withdrawal", "self-check"):
        response = client.post(f"/admin/work/{source}/{key}/act/", {"verb": "claim"})
        assert response.status_code in (302, 400, 404)
    assert not WorkClaim.objects.exists()
