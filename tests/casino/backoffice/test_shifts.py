"""The roster and the handovers, as staff meet them on the page of shifts."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from casino.backoffice import roster, shifts, work_actions
from casino.backoffice.models import PlannedShift, Shift
from casino.backoffice.roster import NoSuchHour, PlannedAlready, Standing, duty_span
from games.models import Table
from players.audit.models import Line
from players.models import Person
from players.shared import clock
from tests.casino.backoffice.test_work_queue import complaint, held_withdrawal, kinds, person
from tests.demo_house import signed_in

PAGE, OWN, ROSTER = "/admin/shifts/", "/admin/shifts/own/", "/admin/shifts/roster/"
SPRING, AUTUMN = date(2027, 3, 28), date(2026, 10, 25)  # the clocks change at 01:00 UTC
DAY = timedelta(days=1)


def role(name: str) -> Group:
    return Group.objects.get(name=name)


def hours(span: roster.Span) -> float:
    return (span[1] - span[0]).total_seconds() / 3600


def planned(name: str, role_name: str, begins: datetime, ends: datetime) -> PlannedShift:
    (line,) = roster.plan_shifts(
        person=person(name), role=role(role_name), spans=[(begins, ends)], by=person("direcao")
    )
    return line


def tomorrow() -> date:
    return clock.day_of(clock.now()) + DAY


def typed(**changes: str) -> dict[str, str]:
    """What management types for a night of the cashier."""
    who = f"{person('caixa').pk}:{role('cashier').pk}"
    day = tomorrow().isoformat()
    return {"verb": "draw", "who": who, "day": day, "begins": "22:00", "ends": "06:00", **changes}


# --- Lisbon time


@pytest.mark.parametrize(
    ("day", "begins", "ends", "worked"),
    [
        (date(2027, 1, 4), time(9), time(17), 8),
        (date(2027, 1, 4), time(22), time(6), 8),
        (date(2027, 1, 4), time(6), time(6), 24),
        (SPRING - DAY, time(22), time(6), 7),
        (AUTUMN - DAY, time(22), time(6), 9),
        (AUTUMN, time(0, 30), time(1, 30), 2),
        (AUTUMN, time(1, 30), time(9), 8.5),
    ],
)
def test_a_shift_has_the_hours_that_people_work(day: date, begins: time, ends: time, worked: float) -> None:
    assert hours(duty_span(day, begins, ends)) == worked


@pytest.mark.parametrize(("begins", "ends"), [(time(1, 30), time(9)), (time(0), time(1, 30))])
def test_an_hour_that_the_clocks_leave_out_is_refused(begins: time, ends: time) -> None:
    with pytest.raises(NoSuchHour) as refusal:
        duty_span(SPRING, begins, ends)
    assert (refusal.value.day, refusal.value.local_time) == (SPRING, time(1, 30))
    assert duty_span(SPRING, time(2), time(9))[0] == datetime(2027, 3, 28, 1, tzinfo=UTC)


# --- the roster


def test_management_draws_the_roster_and_everybody_of_the_house_sees_it(demo: None) -> None:
    head, cashier = signed_in("direcao@feltro.example", "en"), signed_in("caixa@feltro.example", "en")
    last = tomorrow() + 2 * DAY
    page = head.post(ROSTER, typed(last_day=last.isoformat()), follow=True)
    assert "3 shifts were planned." in page.content.decode()
    lines = list(PlannedShift.objects.order_by("begins"))
    assert [clock.day_of(line.begins) for line in lines] == [tomorrow() + number * DAY for number in range(3)]
    assert {(line.person, line.role.name, line.drawn_by) for line in lines} == {
        (person("caixa"), "cashier", person("direcao"))
    }
    audit = Line.objects.get(kind="shifts.planned")
    assert audit.person == person("direcao") and len(audit.details["lines"]) == 3
    page = cashier.get(f"{PAGE}?week={tomorrow()}")
    text = page.content.decode()
    assert "22:00–06:00" in text and "(next day)" in text and "My next shifts" in text
    assert [plan.pk for plan in page.context["coming"]] == [line.pk for line in lines]
    assert "Draw the roster" not in text and cashier.post(ROSTER, typed()).status_code == 403
    support = signed_in("apoio@feltro.example", "en").get(f"{PAGE}?week={tomorrow()}").content.decode()
    assert "caixa@feltro.example" in support and "No shift is planned for you." in support
    assert signed_in("regulador@feltro.example").get(PAGE).status_code == 403


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"who": ""}, "This field is required."),
        ({"who": "1:999999"}, "This person no longer has the role."),
        ({"day": "amanhã"}, "Enter a valid date."),
        ({"day": "1999-01-01"}, "Choose today or a day of the coming year."),
        ({"day": "2999-01-01"}, "Choose today or a day of the coming year."),
        ({"last_day": "2026-01-01"}, "The last day is before the first one."),
        ({"last_day": "2999-01-01"}, "Choose at most 31 days."),
        ({"begins": "25:00"}, "Enter a valid time."),
        ({"begins": "05:00", "ends": "22:00"}, "A shift has at most 16 hours."),
        ({"begins": "06:00", "ends": "06:00"}, "A shift has at most 16 hours."),
    ],
)
def test_a_line_that_cannot_be_is_refused_and_stays_typed(
    demo: None, changes: dict[str, str], said: str
) -> None:
    page = signed_in("direcao@feltro.example", "en").post(ROSTER, typed(**changes))
    text = page.content.decode()
    assert page.status_code == 422 and said in text
    assert f'value="{changes.get("ends", "06:00")}"' in text, "what was typed is lost"
    assert not PlannedShift.objects.exists() and kinds("shifts.") == []


def test_a_line_of_the_night_in_which_the_clocks_go_forward(demo: None) -> None:
    with clock.at(datetime(2027, 3, 20, 12, tzinfo=UTC)):
        head = signed_in("direcao@feltro.example", "en")
        text = head.post(ROSTER, typed(day="2027-03-28", begins="01:30", ends="09:00")).content.decode()
        assert "and 01:30 does not exist" in text and not PlannedShift.objects.exists()
        head.post(ROSTER, typed(day="2027-03-27"))
        assert "7 h" in head.get(f"{PAGE}?week=2027-03-27").content.decode()


def test_a_line_that_would_have_ended_already_is_refused(demo: None) -> None:
    with clock.at(datetime(2027, 1, 4, 12, tzinfo=UTC)):
        head = signed_in("direcao@feltro.example", "en")
        text = head.post(ROSTER, typed(day="2027-01-04", begins="01:00", ends="09:00")).content.decode()
        assert "That shift would have ended already." in text and not PlannedShift.objects.exists()
        head.post(ROSTER, typed(day="2027-01-03", begins="22:00", ends="13:00"))
        assert PlannedShift.objects.count() == 1, "the night that still goes on"


def test_nobody_is_planned_twice_at_one_time(demo: None) -> None:
    head = signed_in("direcao@feltro.example", "en")
    head.post(ROSTER, typed())
    page = head.post(ROSTER, typed(begins="05:00", ends="09:00", day=(tomorrow() + DAY).isoformat()))
    text = page.content.decode()
    assert page.status_code == 422 and "caixa@feltro.example is planned at that time on" in text
    assert 'value="05:00"' in text and PlannedShift.objects.count() == 1
    head.post(ROSTER, typed(begins="06:00", ends="09:00", day=(tomorrow() + DAY).isoformat()))
    assert PlannedShift.objects.count() == 2, "one begins where the other ends"


def test_the_database_plans_nobody_twice(demo: None) -> None:
    line = planned("caixa", "cashier", clock.now() + DAY, clock.now() + DAY + timedelta(hours=8))
    same = {"person": line.person, "role": line.role, "drawn_by": line.drawn_by}
    with pytest.raises(IntegrityError), transaction.atomic():
        PlannedShift.objects.create(begins=line.begins + timedelta(hours=7), ends=line.ends + DAY, **same)
    PlannedShift.objects.create(begins=line.ends, ends=line.ends + DAY, **same)
    roster.withdraw_plan(pk=line.pk, by=person("direcao"))
    PlannedShift.objects.create(begins=line.begins, ends=line.ends, **same)


def test_a_week_is_copied_at_the_same_local_times(demo: None) -> None:
    """Across the change of the clocks; left out is who is planned already or has lost the role."""
    with clock.at(datetime(2027, 3, 15, 12, tzinfo=UTC)):
        monday = date(2027, 3, 22)
        for name, role_name in (("caixa", "cashier"), ("apoio", "support"), ("mesas", "table manager")):
            planned(name, role_name, *duty_span(monday + 2 * DAY, time(9), time(17)))
        planned("mesas", "table manager", *duty_span(monday + 9 * DAY, time(16), time(20)))
        person("apoio").groups.clear()
        head = signed_in("direcao@feltro.example", "en")
        page = head.post(ROSTER, {"verb": "copy", "week": "2027-03-25"}, follow=True).content.decode()
        assert "1 shift was copied." in page and "2 shifts were left out" in page
        line = PlannedShift.objects.get(person=person("caixa"), begins__gt=clock.midnight(SPRING))
        assert (line.begins, line.ends) == duty_span(monday + 9 * DAY, time(9), time(17))
        page = head.post(ROSTER, {"verb": "copy", "week": "2027-06-07"}, follow=True).content.decode()
        assert "There was nothing to copy." in page


def test_a_line_is_withdrawn_until_it_has_ended(demo: None) -> None:
    now, head = clock.now(), signed_in("direcao@feltro.example", "en")
    line = planned("caixa", "cashier", now - timedelta(hours=2), now + timedelta(hours=2))
    over = planned("apoio", "support", now - timedelta(hours=6), now - timedelta(hours=4))
    page = head.post(ROSTER, {"verb": "withdraw", "line": str(line.pk)}, follow=True).content.decode()
    assert "caixa@feltro.example is no longer planned" in page
    line.refresh_from_db()
    assert line.withdrawn is not None and line.withdrawn_by == person("direcao")
    assert Line.objects.get(kind="shifts.plan-withdrawn").details["colleague"] == "caixa@feltro.example"
    for pk in (line.pk, over.pk, "x", "", "99999999999999999999"):
        page = head.post(ROSTER, {"verb": "withdraw", "line": str(pk)}, follow=True).content.decode()
        assert "has ended or was withdrawn" in page
    assert kinds("shifts.plan") == ["shifts.planned", "shifts.planned", "shifts.plan-withdrawn"]
    assert PlannedShift.objects.get(pk=over.pk).withdrawn is None


def test_the_roster_stands_beside_what_happened(demo: None) -> None:
    now = clock.now()
    if clock.day_of(now - timedelta(hours=3)).weekday() == 6:  # Sunday: its lines stand in another week
        now -= DAY
    span, earlier = (now - timedelta(hours=1), now + timedelta(hours=1)), now - timedelta(hours=2)
    planned("caixa", "cashier", *span)
    planned("apoio", "support", *span)
    planned("mesas", "table manager", earlier - timedelta(minutes=30), earlier)
    planned("identidade", "identity officer", earlier - timedelta(minutes=30), earlier)
    planned("oficial", "compliance officer", now + timedelta(minutes=5), now + timedelta(hours=1))
    for name in ("caixa", "identidade"):
        shifts.begin_shift(person=person(name))
    Shift.objects.filter(person=person("identidade")).update(began=earlier - DAY, ended=earlier)
    monday = clock.first_day(now, "week")
    days = roster.roster_week(monday, person=person("apoio"), now=now)
    found = {line.plan.person.email.split("@")[0]: line.standing for day in days for line in day.lines}
    assert found == {
        "caixa": Standing.ON_DUTY,
        "apoio": Standing.ABSENT,
        "mesas": Standing.MISSED,
        "identidade": Standing.WORKED,
        "oficial": Standing.PLANNED,
    }
    own = [line.plan.person.email for day in days for line in day.lines if line.is_own]
    assert own == ["apoio@feltro.example"]
    only = roster.roster_week(monday, person=person("apoio"), now=now, role="cashier")
    assert [line.plan.role.name for day in only for line in day.lines] == ["cashier"]


def test_a_night_from_sunday_stands_on_monday(demo: None) -> None:
    monday = date(2027, 1, 4)
    planned("caixa", "cashier", *duty_span(monday - DAY, time(22), time(6)))
    days = roster.roster_week(monday, person=person("caixa"), now=clock.now())
    assert [len(day.lines) for day in days] == [1, 0, 0, 0, 0, 0, 0] and not days[0].lines[0].ends_later


# --- on duty, and the handover


def test_on_duty_means_the_same_to_the_database(demo: None) -> None:
    """One law: an open shift of somebody of staff who may sign in. The roster gives nobody anything."""
    now = clock.now()
    planned("mesas", "table manager", now - timedelta(hours=1), now + timedelta(hours=1))
    for name in ("apoio", "direcao", "caixa", "oficial"):
        shifts.begin_shift(person=person(name))
    shifts.end_shift(person=person("caixa"), successor=None, text="")
    Person.objects.filter(pk=person("oficial").pk).update(is_active=False)
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM players_person WHERE is_on_duty(id)")
        said = {pk for (pk,) in cursor.fetchall()}
    assert said == set(Shift.objects.on_duty().values_list("person_id", flat=True))
    assert said == {person("apoio").pk, person("direcao").pk}


def test_the_house_writes_what_is_open_into_the_handover(demo: None) -> None:
    mine, _free = complaint("Ana"), complaint("Bruno")
    Table.objects.filter(name="Lisboa").update(status=Table.Status.HELD)
    support, head = person("apoio"), person("direcao")
    for member in (support, head):
        shifts.begin_shift(person=member)
    work_actions.claim_work_item(source="complaint", key=str(mine.pk), person=support)
    client = signed_in("apoio@feltro.example", "en")
    before = client.get(PAGE).content.decode()
    assert "Open now" in before and "Lisboa" in before
    client.post(OWN, {"verb": "end", "successor": str(head.pk), "note": "Falta ouvir\na mesa."})
    shift = Shift.objects.get(person=support)
    assert shift.open_work is not None
    assert shift.open_work["claims"] == [{"source": "complaint", "key": str(mine.pk), "is_handed_over": True}]
    waiting = next(row for row in shift.open_work["queues"] if row["source"] == "complaint")
    assert waiting["count"] >= 2
    assert "held" in next(row for row in shift.open_work["tables"] if row["name"] == "Lisboa")["signs"]
    text = signed_in("direcao@feltro.example", "en").get(PAGE).content.decode()
    assert "Falta ouvir<br>a mesa." in text and "(handed over)" in text and "on hold" in text


def test_a_reader_sees_of_a_handover_what_their_rights_allow(demo: None) -> None:
    complaint(), held_withdrawal()
    Table.objects.filter(name="Lisboa").update(status=Table.Status.HELD)
    head = person("direcao")
    shifts.begin_shift(person=head)
    shifts.end_shift(person=head, successor=None, text="")
    (own,) = shifts.handovers(head, most=5)
    assert own.work is not None
    every = {line.title for line in own.work.queues}
    (cashiers,) = shifts.handovers(person("caixa"), most=5)
    assert cashiers.work is not None
    shown = {line.title for line in cashiers.work.queues}
    assert shown < every and shown and not cashiers.work.tables and not cashiers.work.sees_tables


def test_what_was_open_before_the_house_counted_is_not_known(demo: None) -> None:
    Shift.objects.create(person=person("apoio"), ended=clock.now(), note="A mesa parou.")
    text = signed_in("direcao@feltro.example", "en").get(PAGE).content.decode()
    assert "A mesa parou." in text and "What was open then is not known." in text


def ended(name: str, successor: str = "") -> Shift:
    shifts.begin_shift(person=person(name))
    return shifts.end_shift(
        person=person(name), successor=person(successor) if successor else None, text="Lê isto."
    )


def test_the_successor_confirms_to_have_read_the_handover(demo: None) -> None:
    shifts.begin_shift(person=person("direcao"))
    shift = ended("apoio", "direcao")
    address = f"/admin/shifts/{shift.pk}/read/"
    for other in ("apoio", "caixa"):
        client = signed_in(f"{other}@feltro.example", "en")
        assert "does not wait for you" in client.post(address, follow=True).content.decode()
    head = signed_in("direcao@feltro.example", "en")
    assert "1 handover waits for you" in head.get("/admin/work/").content.decode()
    assert "I have read it" in head.get(PAGE).content.decode()
    head.post(address)
    shift.refresh_from_db()
    assert shift.read_by == person("direcao") and shift.read is not None
    line = Line.objects.get(kind="shifts.handover-read")
    assert (line.person, line.about) == (person("direcao"), f"shift:{shift.pk}")
    text = head.post(address, follow=True).content.decode()
    assert "does not wait for you" in text and "Read by direcao@feltro.example" in text
    assert kinds("shifts.handover") == ["shifts.handover-read"]


def test_a_handover_that_names_nobody_waits_for_a_colleague_of_the_same_role(demo: None) -> None:
    person("oficial").groups.add(role("cashier"))
    shift = ended("caixa")
    assert not shifts.confirm_handover(pk=shift.pk, person=person("apoio"))
    assert not shifts.confirm_handover(pk=shift.pk, person=person("caixa")), "one's own"
    client = signed_in("oficial@feltro.example")
    begun = client.post(OWN, {"verb": "begin", "from": "queue"})
    assert begun["Location"] == PAGE, "whoever begins reads first"
    assert shifts.confirm_handover(pk=shift.pk, person=person("oficial"))


def test_a_handover_of_last_month_waits_for_nobody(demo: None) -> None:
    shifts.begin_shift(person=person("direcao"))
    shift = ended("apoio", "direcao")
    assert shifts.unread_handovers(person("direcao")).exists()
    Shift.objects.filter(pk=shift.pk).update(ended=F("ended") - shifts.READ_WITHIN)
    assert not shifts.unread_handovers(person("direcao")).exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"note": "x" * 1001}, "at most 1000 characters"),
        ({"successor": "999999"}, "This colleague is not on duty."),
    ],
)
def test_a_handover_that_is_refused_keeps_its_words(demo: None, changes: dict[str, Any], said: str) -> None:
    client = signed_in("apoio@feltro.example", "en")
    client.post(OWN, {"verb": "begin"})
    page = client.post(OWN, {"verb": "end", "note": "Falta ouvir a mesa.", **changes})
    text = page.content.decode()
    assert page.status_code == 422 and said in text
    assert changes.get("note", "Falta ouvir a mesa.") in text
    assert Shift.objects.get(person=person("apoio")).ended is None


def test_a_shift_is_not_begun_or_ended_twice(demo: None) -> None:
    client = signed_in("apoio@feltro.example", "en")
    client.post(OWN, {"verb": "begin"})
    assert "already" in client.post(OWN, {"verb": "begin"}, follow=True).content.decode()
    client.post(OWN, {"verb": "end"})
    text = client.post(OWN, {"verb": "end", "note": "Falta ouvir a mesa."}).content.decode()
    assert "Nothing has changed." in text and "Falta ouvir a mesa." in text
    assert "does not exist" in client.post(OWN, {"verb": "sleep"}, follow=True).content.decode()
    assert kinds("shifts.") == ["shifts.begun", "shifts.ended"]


def test_who_draws_at_the_same_moment_is_told(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look and the write of one, the other has written: the constraint decides."""
    begins = clock.now() + DAY
    planned("caixa", "cashier", begins, begins + timedelta(hours=8))
    monkeypatch.setattr(roster, "_taken", lambda lines: [])
    with pytest.raises(PlannedAlready) as refusal:
        planned("caixa", "cashier", begins, begins + timedelta(hours=8))
    assert refusal.value.day is None and PlannedShift.objects.count() == 1
