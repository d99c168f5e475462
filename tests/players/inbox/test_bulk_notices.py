"""Notices to many players: who receives them, two people, batches, stopping, and once to each player."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, connection, transaction

from players.audit.models import Line
from players.decisions.deciding import AlreadyDecided, SecondPersonRequired, take_step
from players.inbox import bulk_notices, marketing_consents, messaging
from players.inbox.bulk_notices import NOTICE, NobodyReceives
from players.inbox.models import BulkNotice, MarketingConsent, Message, NoticeReceipt
from players.inbox.notice_groups import GroupKind, NoticeGroup, dry_run
from players.inbox.notice_texts import NoticeText
from players.inbox.tasks import send_bulk_notices
from players.models import Person, Player, PlaySession
from players.protection.models import Exclusion, Pause
from players.shared import clock
from tests.demo_house import signed_in

pytestmark = pytest.mark.usefixtures("demo")
WHY = "The tables are closed on Sunday night"
TEXTS = {
    "pt-pt": NoticeText("Manutenção no domingo", "As mesas fecham às 4h00."),
    "en": NoticeText("Maintenance on Sunday", "The tables close at 4:00."),
}
ACTIVE = NoticeGroup(GroupKind.STATUS, statuses=("active",))
NEWS = "/account/notifications/news/"


def staff(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def player(alias: str) -> Player:
    return Player.objects.get(alias=alias)


def agree(*aliases: str) -> None:
    for alias in aliases:
        MarketingConsent.objects.update_or_create(player=player(alias), defaults={"agreed": True})


def propose(group: NoticeGroup = ACTIVE, purpose: str = "service", name: str = "apoio") -> BulkNotice:
    return bulk_notices.propose_notice(
        purpose=purpose, texts=TEXTS, group=group, person=staff(name), reason=WHY
    )


def approved(group: NoticeGroup = ACTIVE, purpose: str = "service") -> BulkNotice:
    return take_step(NOTICE, propose(group, purpose).pk, "approve", person=staff("oficial"))


def received(notice: BulkNotice) -> list[str]:
    receipts = NoticeReceipt.objects.filter(notice=notice)
    return sorted(receipts.values_list("player__alias", flat=True))


def active_aliases() -> list[str]:
    return sorted(Player.objects.filter(status="active").values_list("alias", flat=True))


def listed(*aliases: str) -> NoticeGroup:
    return NoticeGroup(GroupKind.LISTED, players=tuple(player(alias).pk for alias in aliases))


# --- the group


def test_a_group_by_the_day_of_registration_includes_both_days_in_lisbon() -> None:
    Player.objects.update(since=clock.midnight(clock.day_of(clock.now())) - timedelta(days=400))
    day = clock.day_of(clock.now()) - timedelta(days=30)
    ana, bruno = active_aliases()[:2]
    Player.objects.filter(alias=ana).update(since=clock.midnight(day))
    Player.objects.filter(alias=bruno).update(since=clock.midnight(day + timedelta(days=1)))
    group = NoticeGroup(GroupKind.REGISTERED, day, day)
    assert dry_run(group, "service").recipients == 1
    assert received_after_sending(group) == [ana]
    assert dry_run(NoticeGroup(GroupKind.REGISTERED, day, day + timedelta(days=1)), "service").recipients == 2


def received_after_sending(group: NoticeGroup, purpose: str = "service") -> list[str]:
    notice = approved(group, purpose)
    send_bulk_notices()
    return received(notice)


@pytest.mark.parametrize(
    ("group", "count"), [({"game": "roulette"}, 1), ({"table": 7}, 1), ({"game": "blackjack"}, 0), ({}, 2)]
)
def test_a_group_of_those_who_played_a_game_or_at_a_table(group: dict[str, Any], count: int) -> None:
    PlaySession.objects.update(started=clock.now() - timedelta(days=400))
    now, (one, other) = clock.now(), active_aliases()[:2]
    for alias, table, system in ((one, 7, "roulette"), (other, 8, "baccarat")):
        PlaySession.objects.create(
            player=player(alias), table=table, system=system, currency="EUR", started=now, ended=now
        )
    today = clock.day_of(now)
    assert dry_run(NoticeGroup(GroupKind.PLAYED, today, today, **group), "service").recipients == count


def test_guests_house_players_and_closed_accounts_get_nothing() -> None:
    one, other = active_aliases()[:2]
    Player.objects.filter(alias=one).update(status="closed")
    guest = Player.objects.filter(alias=other)
    guest.update(status="visitor")
    run = dry_run(listed(one, other), "service")
    assert run.recipients == 0 and run.left_out == {"closed": 1, "no-account": 1}
    assert dry_run(NoticeGroup(GroupKind.STATUS, statuses=("closed",)), "service").recipients >= 1, (
        "somebody chose closed accounts"
    )


def test_marketing_needs_consent_and_an_active_account_without_pause_or_exclusion() -> None:
    now, day = clock.now(), timedelta(days=1)
    names = active_aliases()[:5]
    free, paused, excluded, suspended, silent = names
    agree(free, paused, excluded, suspended)
    Pause.objects.create(player=player(paused), starts=now - day, ends=now + day)
    Exclusion.objects.create(player=player(excluded), starts=now - day, ends=None)
    Player.objects.filter(alias=suspended).update(status="suspended")
    run = dry_run(listed(*names), "marketing")
    assert run.recipients == 1
    assert run.left_out == {"excluded": 1, "no-consent": 1, "not-active": 1, "paused": 1}
    assert dry_run(listed(*names), "service").recipients == 5
    assert received_after_sending(listed(*names), "marketing") == [free]
    assert silent not in received_after_sending(listed(*names), "marketing")


def test_who_takes_a_pause_after_the_approval_is_left_out() -> None:
    one, other = active_aliases()[:2]
    agree(one, other)
    notice, now = approved(listed(one, other), "marketing"), clock.now()
    Pause.objects.create(player=player(other), starts=now - timedelta(hours=1), ends=now + timedelta(days=1))
    send_bulk_notices()
    assert received(notice) == [one]
    notice.refresh_from_db()
    assert notice.left_out == {"paused": 1} and notice.state == "sent"


# --- two people


def test_a_dry_run_and_a_proposal_send_nothing() -> None:
    before = Message.objects.count()
    dry_run(ACTIVE, "service")
    notice = propose()
    send_bulk_notices()
    assert notice.state == "proposed" and Message.objects.count() == before


def test_the_author_never_approves() -> None:
    notice = propose(name="oficial")
    with pytest.raises(SecondPersonRequired):
        take_step(NOTICE, notice.pk, "approve", person=staff("oficial"))
    with pytest.raises(IntegrityError), transaction.atomic():
        BulkNotice.objects.filter(pk=notice.pk).update(state="approved", decider=notice.author)
    take_step(NOTICE, notice.pk, "approve", person=staff("direcao"))
    with pytest.raises(AlreadyDecided):
        take_step(NOTICE, notice.pk, "approve", person=staff("direcao"))


def test_the_author_withdraws_and_another_person_refuses() -> None:
    own, other = propose(), propose()
    take_step(NOTICE, own.pk, "refuse", person=staff("apoio"), reason=WHY)
    take_step(NOTICE, other.pk, "refuse", person=staff("oficial"), reason=WHY)
    assert [BulkNotice.objects.get(pk=row.pk).state for row in (own, other)] == ["withdrawn", "refused"]
    send_bulk_notices()
    assert not NoticeReceipt.objects.exists()


def test_a_notice_that_nobody_would_receive_is_not_proposed() -> None:
    with pytest.raises(NobodyReceives):
        propose(NoticeGroup(GroupKind.LISTED, players=(2**62,)))


def test_each_step_leaves_a_line() -> None:
    notice = approved()
    send_bulk_notices()
    lines = Line.objects.filter(about=f"notice:{notice.pk}").order_by("pk")
    assert list(lines.values_list("kind", "person__email")) == [
        ("notices.proposed", "apoio@feltro.example"),
        ("notices.approved", "oficial@feltro.example"),
        ("notices.sent", None),
    ]
    assert lines[2].details["recipients"] == len(active_aliases())


# --- sending


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_notices, "BATCH", 2)


def test_everybody_in_the_group_gets_it_once_in_their_language(small_batches: None) -> None:
    english, portuguese = active_aliases()[:2]
    Person.objects.filter(player__alias=english).update(language="en")
    Person.objects.filter(player__alias=portuguese).update(language="pt-pt")
    notice = approved()
    mail.outbox.clear()
    assert send_bulk_notices() == len(active_aliases())
    assert send_bulk_notices() == 0
    assert received(notice) == active_aliases()
    subjects = {letter.to[0]: letter.subject for letter in mail.outbox}
    assert len(mail.outbox) == len(subjects) == len(active_aliases())
    assert subjects[player(english).person.email].endswith("Maintenance on Sunday")
    assert subjects[player(portuguese).person.email].endswith("Manutenção no domingo")
    notice.refresh_from_db()
    assert (notice.state, notice.sent) == ("sent", len(active_aliases())) and notice.ended


def test_the_worker_sends_with_its_own_rights(small_batches: None) -> None:
    """As the database role of the worker: the batches, the audit lines and the e-mails."""
    notice = approved()
    mail.outbox.clear()
    with connection.cursor() as cursor:
        cursor.execute("SET SESSION AUTHORIZATION house_worker")
        sent = send_bulk_notices()
        cursor.execute("RESET SESSION AUTHORIZATION")
    assert sent == len(active_aliases()) == len(mail.outbox)
    notice.refresh_from_db()
    assert (notice.state, notice.sent) == ("sent", sent) and received(notice) == active_aliases()
    assert Line.objects.filter(about=f"notice:{notice.pk}", kind="notices.sent").exists()
    assert set(Message.objects.filter(kind="notice").values_list("mail", flat=True)) == {"sent"}


def test_a_worker_that_dies_in_a_batch_has_written_nothing_of_it(
    small_batches: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = approved()
    bulk_notices.write_notice_batch(notice.pk)

    def die(_rows: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(NoticeReceipt.objects, "bulk_create", die)
        with pytest.raises(RuntimeError), transaction.atomic():
            bulk_notices.write_notice_batch(notice.pk)
    assert len(received(notice)) == 2 == Message.objects.filter(kind="notice").count()
    send_bulk_notices()
    assert received(notice) == active_aliases()
    assert Message.objects.filter(kind="notice").count() == len(active_aliases())


def test_the_e_mails_of_a_worker_that_dies_after_a_batch_are_swept_up(small_batches: None) -> None:
    messages = bulk_notices.write_notice_batch(approved().pk)
    mail.outbox.clear()
    assert set(messages) <= set(messaging.messages_due())
    for message in messages * 2:
        messaging.mail_message(message)
    assert len(mail.outbox) == 2


def test_the_database_accepts_one_receipt_for_each_player(small_batches: None) -> None:
    notice = approved()
    bulk_notices.write_notice_batch(notice.pk)
    BulkNotice.objects.filter(pk=notice.pk).update(state="sending", cursor=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        bulk_notices.write_notice_batch(notice.pk)


def test_a_stopped_notice_reaches_nobody_else(small_batches: None) -> None:
    notice = approved()
    bulk_notices.write_notice_batch(notice.pk)
    take_step(NOTICE, notice.pk, "stop", person=staff("apoio"), reason=WHY)
    assert send_bulk_notices() == 0 and bulk_notices.write_notice_batch(notice.pk) == []
    assert len(received(notice)) == 2
    with pytest.raises(AlreadyDecided):
        take_step(NOTICE, notice.pk, "stop", person=staff("apoio"), reason=WHY)
    notice.refresh_from_db()
    assert (notice.state, notice.sent, notice.stopper) == ("stopped", 2, staff("apoio"))


def test_notices_wait_while_other_e_mails_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_notices, "MAX_WAITING_MAILS", 1)
    approved()
    waiting = Message.objects.create(player=player(active_aliases()[0]), kind="pause-ended")
    Message.objects.exclude(pk=waiting.pk).update(mail="sent", due=None)
    assert send_bulk_notices() == 0
    Message.objects.filter(pk=waiting.pk).update(mail="sent", due=None)
    assert send_bulk_notices() == len(active_aliases())


def test_two_workers_do_not_send_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    approved()
    with bulk_notices.claim_work("notices", duration=bulk_notices.CLAIM) as claim:
        assert claim is not None
        assert send_bulk_notices() == 0


# --- the player


def test_a_player_reads_it_in_the_language_of_the_page() -> None:
    notice = approved(listed("Ana"))
    send_bulk_notices()
    message = NoticeReceipt.objects.get(notice=notice).message
    client = signed_in("ana@feltro.example", "en")
    assert "Maintenance on Sunday" in client.get("/account/messages/").content.decode()
    page = client.get(f"/account/messages/{message.pk}/", headers={"accept-language": "pt-pt"})
    assert "As mesas fecham às 4h00." in page.content.decode()


SPANISH = {"es": NoticeText("Mantenimiento el domingo", "Las mesas cierran a las 4:00.")}


@pytest.mark.parametrize(
    ("texts", "subject", "line"),
    [
        (TEXTS, "Manutenção no domingo", "Este aviso solo está disponible en portugués."),
        (TEXTS | SPANISH, "Mantenimiento el domingo", ""),
    ],
    ids=["unwritten", "written"],
)
def test_a_spanish_reader_gets_the_spanish_text_or_is_told_that_it_is_portuguese(
    texts: dict[str, NoticeText], subject: str, line: str
) -> None:
    Person.objects.filter(email="ana@feltro.example").update(language="es")
    notice = bulk_notices.propose_notice(
        purpose="service", texts=texts, group=listed("Ana"), person=staff("apoio"), reason=WHY
    )
    take_step(NOTICE, notice.pk, "approve", person=staff("oficial"))
    send_bulk_notices()
    text = texts["es" if line == "" else "pt-pt"].text
    letter = mail.outbox[-1]
    assert letter.subject.endswith(subject) and text in letter.body
    assert str(letter.body).startswith(line)
    client, message = signed_in("ana@feltro.example", "es"), NoticeReceipt.objects.get(notice=notice).message
    page = client.get(f"/account/messages/{message.pk}/").content.decode()
    assert subject in page and (line in page if line else "solo está disponible" not in page)
    assert (f'<div class="prose" lang="{"pt-PT" if line else "es-ES"}">') in page
    assert subject in client.get("/account/messages/").content.decode()


def test_a_notice_is_text_and_no_markup_or_template() -> None:
    texts = {language: NoticeText("{{ player }} <b>", "{% now 'Y' %} <script>") for language in TEXTS}
    notice = bulk_notices.propose_notice(
        purpose="service", texts=texts, group=listed("Ana"), person=staff("apoio"), reason=WHY
    )
    take_step(NOTICE, notice.pk, "approve", person=staff("oficial"))
    send_bulk_notices()
    message = NoticeReceipt.objects.get(notice=notice).message
    page = signed_in("ana@feltro.example").get(f"/account/messages/{message.pk}/").content.decode()
    assert "{% now &#x27;Y&#x27; %} &lt;script&gt;" in page
    assert mail.outbox[-1].subject.endswith("{{ player }} <b>")


def test_marketing_says_how_to_end_it_and_a_player_ends_it() -> None:
    client = signed_in("ana@feltro.example", "en")
    assert not marketing_consents.has_agreed(player("Ana"))
    client.post(NEWS, {"agreed": "on"})
    client.post(NEWS, {"agreed": "on"})
    assert marketing_consents.has_agreed(player("Ana"))
    Person.objects.filter(email="ana@feltro.example").update(language="en")
    approved(listed("Ana"), "marketing")
    send_bulk_notices()
    assert "under Notifications" in str(mail.outbox[-1].body)
    client.post(NEWS)
    assert not marketing_consents.has_agreed(player("Ana"))
    lines = Line.objects.filter(player=player("Ana"), kind__startswith="notifications.marketing-")
    assert list(lines.order_by("pk").values_list("kind", flat=True)) == [
        "notifications.marketing-agreed",
        "notifications.marketing-ended",
    ]
