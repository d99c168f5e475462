"""The pages of notices: what is typed, the dry run, the second person, and clear errors for bad input."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import lxml.html
import pytest
from django.test import Client
from django.utils.timezone import localtime

from casino.backoffice.notice_forms import MAX_LISTED, NoticeForm, list_entries, players_of_entries
from players.inbox import bulk_notices
from players.inbox.models import BulkNotice, NoticeReceipt
from players.inbox.notice_groups import GroupKind
from players.models import Person, Player
from players.shared import clock
from tests.demo_house import signed_in

pytestmark = pytest.mark.usefixtures("demo")
PAGE = "/admin/notices/"
WHY = "The tables are closed on Sunday"
WRITTEN: dict[str, Any] = {
    "purpose": "service",
    "kind": "listed",
    "listed": "Ana",
    "subject_pt-pt": "Manutenção no domingo",
    "text_pt-pt": "As mesas fecham às 4h00.",
    "subject_en": "Maintenance on Sunday",
    "text_en": "The tables close at 4:00.",
}


def client(name: str) -> Client:
    return signed_in(f"{name}@feltro.example", "en")


def post(writer: Client, **changes: Any) -> str:
    data = {name: value for name, value in (WRITTEN | changes).items() if value is not None}
    return writer.post(PAGE, data, follow=True).content.decode()


def proposed() -> BulkNotice:
    post(client("apoio"), propose="1", reason=WHY)
    return BulkNotice.objects.get()


def decide(person: Client, notice: BulkNotice, verb: str, reason: str = WHY) -> Any:
    return person.post(f"{PAGE}{notice.pk}/decide/", {"verb": verb, "reason": reason}, follow=True)


def test_writing_trying_proposing_and_approving() -> None:
    writer, officer = client("apoio"), client("oficial")
    page = post(writer)
    assert "Would receive it" in page and "Propose this notice" in page
    assert not BulkNotice.objects.exists()
    post(writer, propose="1", reason="short")
    assert not BulkNotice.objects.exists(), "the reason is too short"
    page = post(writer, propose="1", reason=WHY)
    notice = BulkNotice.objects.get()
    assert "Withdraw it" in page and "Approve and send" not in page
    assert f"{PAGE}{notice.pk}/" in officer.get("/admin/work/").content.decode()
    page = officer.get(f"{PAGE}{notice.pk}/").content.decode()
    assert "Approve and send" in page and "As mesas fecham às 4h00." in page
    page = decide(officer, notice, "approve").content.decode()
    assert "0 of about 1 sent" in page and "Stop sending" in page
    bulk_notices.send_approved_notices()
    page = officer.get(f"{PAGE}{notice.pk}/").content.decode()
    assert "Sent" in page and "Stop sending" not in page and NoticeReceipt.objects.count() == 1


def test_what_was_previewed_stands_before_the_form_and_enter_does_not_propose() -> None:
    page = lxml.html.fromstring(post(client("apoio")))
    [form] = page.find_class("notice-form")
    assert form.find_class("notice-result")[0].getnext().get("class") == "notice-written"
    assert [button.get("name") for button in form.iter("button")] == [None, "propose", None]


def test_the_author_is_told_that_another_person_approves() -> None:
    post(client("oficial"), propose="1", reason=WHY)
    notice = BulkNotice.objects.get()
    page = decide(client("oficial"), notice, "approve").content.decode()
    assert "Another person must approve it" in page
    notice.refresh_from_db()
    assert notice.state == "proposed"


def test_who_comes_second_reads_who_decided() -> None:
    notice = proposed()
    decide(client("oficial"), notice, "refuse")
    answer = decide(client("direcao"), notice, "approve")
    assert answer.status_code == 409 and "oficial@feltro.example" in answer.content.decode()


def test_support_writes_and_does_not_approve() -> None:
    post(client("oficial"), propose="1", reason=WHY)
    notice = BulkNotice.objects.get()
    for verb in ("approve", "refuse"):
        assert decide(client("apoio"), notice, verb).status_code == 403
    notice.refresh_from_db()
    assert notice.state == "proposed"


def test_both_may_stop_what_is_on_its_way() -> None:
    notice = proposed()
    decide(client("oficial"), notice, "approve")
    page = decide(client("apoio"), notice, "stop", "short").content.decode()
    assert "at least 8 characters" in page
    page = decide(client("apoio"), notice, "stop").content.decode()
    assert "Stopped. Nobody else receives it." in page and "Why it was stopped" in page


def test_an_unknown_step_is_named() -> None:
    assert "This step does not exist." in decide(client("oficial"), proposed(), "send").content.decode()


def test_a_reader_sees_notices_and_writes_none() -> None:
    notice = proposed()
    reader = client("auditoria")
    page = reader.get(PAGE).content.decode()
    assert "Maintenance on Sunday" in page and "Preview" not in page
    assert reader.get(f"{PAGE}{notice.pk}/").status_code == 200
    assert reader.post(PAGE, WRITTEN).status_code == 403


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"subject_en": ""}, "This field is required."),
        ({"text_pt-pt": "  "}, "This field is required."),
        ({"subject_en": "x" * 121}, "at most 120 characters"),
        ({"text_en": "x" * 2001}, "at most 2000 characters"),
        ({"subject_es": "Mantenimiento"}, "Write both the subject and the text, or neither."),
        ({"text_es": "Las mesas cierran."}, "Write both the subject and the text, or neither."),
        ({"purpose": "spam"}, "Select a valid choice"),
        ({"kind": None}, "This field is required."),
        ({"kind": "everybody"}, "Select a valid choice"),
        ({"listed": " ,\n;"}, "Paste at least one name or number."),
        ({"listed": "Ana\nNobody of that name, 999999"}, "2 entries are not players"),
        ({"listed": "\n".join(str(number) for number in range(MAX_LISTED + 1))}, "at most 5,000"),
        ({"listed": "9" * 40}, "1 entry is not a player"),
        ({"kind": "status"}, "Choose at least one status."),
        ({"kind": "status", "statuses": "visitor"}, "Select a valid choice"),
        ({"kind": "registered"}, "Choose a day."),
        ({"kind": "registered", "registered_first": "31-12-2026"}, "Enter a valid date."),
        ({"kind": "registered", "registered_first": "0001-01-01"}, "greater than or equal to"),
        ({"kind": "registered", "registered_last": "9999-12-31"}, "less than or equal to"),
        (
            {"kind": "played", "played_first": "2026-02-02", "played_last": "2026-02-01"},
            "The last day is before the first.",
        ),
        (
            {"kind": "played", "played_first": "2026-02-01", "played_last": "2026-02-02", "game": "chess"},
            "Select a valid choice",
        ),
        (
            {"kind": "played", "played_first": "2026-02-01", "played_last": "2026-02-02", "table": "x"},
            "Select a valid choice",
        ),
    ],
)
def test_bad_input_is_refused_with_a_sentence(changes: dict[str, Any], message: str) -> None:
    assert message in post(client("apoio"), propose="1", reason=WHY, **changes)
    assert not BulkNotice.objects.exists()


def test_a_group_without_recipients_is_not_proposed() -> None:
    dates = {"registered_first": "2001-01-01", "registered_last": "2001-01-02"}
    page = post(client("apoio"), kind="registered", propose="1", reason=WHY, **dates)
    assert "Nobody would receive it." in page and not BulkNotice.objects.exists()


def test_every_kind_of_group_can_be_typed() -> None:
    changes: dict[str, dict[str, Any]] = {
        "registered": {"registered_first": "2020-01-01", "registered_last": "2030-01-01"},
        "played": {"played_first": "2020-01-01", "played_last": "2030-01-01", "game": "blackjack"},
        "status": {"statuses": ["active", "suspended"]},
        "listed": {},
    }
    assert set(changes) == {kind.value for kind in GroupKind}
    for kind, more in changes.items():
        assert "Would receive it" in post(client("apoio"), kind=kind, **more)


def test_a_list_holds_names_and_numbers_in_any_writing() -> None:
    ana = Player.objects.get(alias="Ana")
    entries = list_entries(f" ana ;\n{ana.pk},ANA\r\n\n Rui\t 12")
    assert entries == ["ANA", str(ana.pk), "Rui", "12"]
    known, unknown = players_of_entries(["ANA", str(ana.pk), "nobody"])
    assert known == [ana.pk] and unknown == ["nobody"]


def test_a_name_of_digits_comes_before_a_number() -> None:
    ana, bruno = Player.objects.filter(status="active").order_by("pk")[:2]
    Player.objects.filter(pk=ana.pk).update(alias=str(bruno.pk) if bruno.pk > 99 else "777")
    alias = Player.objects.get(pk=ana.pk).alias
    assert players_of_entries([alias]) == ([ana.pk], [])


def test_a_third_language_is_optional() -> None:
    proposed()
    assert set(BulkNotice.objects.get().texts) == {"pt-pt", "en"}
    page = client("oficial").get(f"{PAGE}{BulkNotice.objects.get().pk}/").content.decode()
    assert "Este aviso solo está disponible en portugués." in page
    spanish = {"subject_es": "Mantenimiento", "text_es": "Las mesas cierran a las 4:00."}
    post(client("apoio"), propose="1", reason=WHY, **spanish)
    notice = BulkNotice.objects.latest("at")
    assert notice.texts["es"] == {"subject": "Mantenimiento", "text": "Las mesas cierran a las 4:00."}
    assert "Las mesas cierran" in client("oficial").get(f"{PAGE}{notice.pk}/").content.decode()


def test_a_subject_is_one_line() -> None:
    form = NoticeForm(WRITTEN | {"subject_en": "Two\nlines"})
    assert form.is_valid(), form.errors
    assert form.texts()["en"].subject == "Two lines"


def test_the_preview_shows_each_language_and_what_one_player_would_read() -> None:
    Person.objects.filter(player__alias="Ana").update(language="en")
    page = post(client("apoio"), reader="ana")
    assert "What players read" in page and page.count("As mesas fecham às 4h00.") >= 2
    own = page[page.index("What Ana would read") :].partition("</article>")[0]
    assert "Maintenance on Sunday" in own and "Manutenção" not in own
    assert "Nothing: is not in this group." in post(client("apoio"), reader="Bruno")
    left_out = post(client("apoio"), purpose="marketing", reader="Ana")
    assert "Nothing: has not agreed to news and offers." in left_out


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"reader": "nobody-of-that-name"}, "There is no player with that name."),
        ({"reader": "Ana, Bruno"}, "There is no player with that name."),
        ({"starts": "2001-01-01T10:00"}, "still to come"),
        ({"starts": "2199-01-01T10:00"}, "still to come"),
        ({"starts": "tomorrow"}, "Enter a valid date/time."),
    ],
)
def test_a_time_or_reader_that_cannot_be_is_told_at_its_field(changes: dict[str, str], said: str) -> None:
    page = post(client("apoio"), **changes)
    assert said in page and "Manutenção no domingo" in page, "nothing typed is lost"
    assert not BulkNotice.objects.exists()


def test_a_planned_notice_is_sent_when_its_time_has_come() -> None:
    starts = clock.now() + timedelta(days=2)
    local = f"{localtime(starts):%Y-%m-%dT%H:%M}"
    post(client("apoio"), propose="1", reason=WHY, starts=local)
    notice = BulkNotice.objects.get()
    assert f"{localtime(notice.starts):%Y-%m-%dT%H:%M}" == local
    officer = client("oficial")
    page = decide(officer, notice, "approve").content.decode()
    assert "Approved. Sending begins on" in page and "Stop sending" in page
    assert bulk_notices.send_approved_notices() == 0 and not NoticeReceipt.objects.exists()
    with clock.at(starts):
        assert bulk_notices.send_approved_notices() == 1


def test_a_planned_notice_is_stopped_before_it_begins() -> None:
    starts = clock.now() + timedelta(days=2)
    local = f"{localtime(starts):%Y-%m-%dT%H:%M}"
    post(client("apoio"), propose="1", reason=WHY, starts=local)
    notice = BulkNotice.objects.get()
    decide(client("oficial"), notice, "approve")
    decide(client("apoio"), notice, "stop")
    with clock.at(starts):
        assert bulk_notices.send_approved_notices() == 0
