"""Somebody blocked who registers again waits for an officer, and nobody else learns of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from casino.backoffice.roles import write_roles
from casino.compliance.returning import tasks
from casino.compliance.returning.deciding import RESEMBLANCE_DECISION, apply_decisions
from casino.compliance.returning.explaining import explain
from casino.compliance.returning.finding import refresh_blocked, waits_for_a_person
from casino.compliance.returning.models import BlockedPerson, Resemblance, Trait
from casino.compliance.returning.people import blocked_now
from casino.compliance.returning.resembling import (
    ENOUGH,
    Registrant,
    compare,
    keys_asked,
    keys_of,
    mailbox_of,
)
from casino.services.folder import PROJECT
from players.audit.models import Line
from players.decisions.deciding import take_step
from players.identity.models import Identity, IdentityState
from players.identity.verification.account_status import close_player, restore_player, suspend_player
from players.inbox.models import Message
from players.models import Person, Player
from players.protection.exclusions import begin_exclusion
from players.protection.models import Exclusion
from players.shared import clock
from players.shared.staff_errors import MissingPermission
from tests.demo_house import signed_in
from tests.hostile_web import UNPROVEN, answer_to_web, person_with
from tests.pages.test_account_on_a_phone import shown
from tests.pages.test_back_office_axe import fetched
from tests.players.identity.applicant import Applicant, message_kinds, open_account, pass_identity_check
from tests.proofs.returning import measure
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db
WHY = "the faces on both documents"
WAITS = "Estamos a verificar alguns dados"
BLOCKED = Registrant(
    player=1, name="Joaquim Bettencourt Quadros", birth=date(1970, 3, 9), email="quadros.j@gmail.com",
    address="Rua do Forno, 12, 3.º Esq.", postcode="1200-345", papers=frozenset({"a"}),
    accounts=frozenset({"iban"}), telephone="+351912000111", devices=frozenset({("85.0.0.1", "Chrome")}),
)  # fmt: skip


@pytest.fixture(autouse=True)
def no_rates() -> Iterator[None]:
    """Registrations of one network are counted over all tests."""
    cache.clear()
    yield
    cache.clear()


def somebody(**values: Any) -> Registrant:
    other: dict[str, Any] = {
        "player": 2, "name": "Rita Moura Valadares", "birth": date(1991, 1, 20), "email": "rita@sapo.pt",
        "address": "Avenida do Mar, 4", "postcode": "9000-054",
    }  # fmt: skip
    return Registrant(**(other | values))


# --- what is compared


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Ana.Rita+jogo@gmail.com", "anarita@googlemail.com", True),
        ("ana+2@sapo.pt", "ana@sapo.pt", True),
        ("ana.rita@sapo.pt", "anarita@sapo.pt", False),  # there full stops are letters
        ("ana@gmail.com", "ana@sapo.pt", False),
        ("ana@me.com", "ANA@icloud.com", True),
    ],
)
def test_letters_arrive_in_one_mailbox(one: str, other: str, is_same: bool) -> None:
    assert (mailbox_of(one) == mailbox_of(other)) is is_same


@pytest.mark.parametrize(
    ("values", "is_stopped"),
    [
        ({"name": "JOAQUIM QUADROS BETENCOURT", "birth": date(1970, 3, 9)}, True),
        ({"name": "Joaquim Bettencourt Quadros", "birth": date(1970, 9, 3)}, True),
        ({"accounts": frozenset({"iban"})}, True),
        ({"papers": frozenset({"a", "b"})}, True),
        ({"email": "quadrosj+poker@googlemail.com"}, True),
        # A daughter in the same house, with the surname.
        ({"name": "Rita Moura Quadros", "address": "R. do Forno 12 - 3 E", "postcode": "1200345"}, False),
        ({"birth": date(1970, 3, 9)}, False),
        # The birth date is enough with the telephone, whatever the name; neither is enough alone.
        ({"birth": date(1970, 3, 9), "telephone": "+351912000111"}, True),
        ({"telephone": "+351912000111"}, False),
        ({"name": "Rita Moura Quadros", "telephone": "+351912000111"}, False),
        # A partner of the same age: house, telephone and device of a household count once.
        (
            {
                "birth": date(1970, 5, 1),
                "address": "R. do Forno 12 - 3 E",
                "postcode": "1200345",
                "telephone": "+351912000111",
                "devices": frozenset({("85.0.0.1", "Chrome")}),
            },
            False,
        ),
        ({}, False),
    ],
)
def test_what_agrees_outweighs_what_was_changed(values: dict[str, Any], is_stopped: bool) -> None:
    new = somebody(**values)
    assert (compare(new, BLOCKED).bits >= ENOUGH) is is_stopped
    if is_stopped and not (new.papers or new.accounts):  # which have look-ups of their own
        assert keys_asked(new) & keys_of(BLOCKED), "nobody would have compared them"


def test_disguises_are_seen_through_and_other_people_are_not_stopped() -> None:
    """The whole run is `python -m tests.proofs.returning`, with another seed each time."""
    figures = measure("suite", 200, 2000, 20)
    assert figures.is_good, figures


def test_the_command_of_the_whole_run_needs_no_setting() -> None:
    """Red before: it ended with «PERSON_KEYS_FILE is not set», which the suite sets."""
    run = [sys.executable, "-m", "tests.proofs.returning", "--seed", "command"]
    done = subprocess.run(
        [*run, "--blocked", "40", "--ordinary", "200", "--relatives", "5"],
        cwd=PROJECT,
        env={name: value for name, value in os.environ.items() if name != "PERSON_KEYS_FILE"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and done.stdout.splitlines()[-1].startswith("good: "), done.stderr[-2000:]


# --- who is blocked


def test_who_is_blocked_and_who_is_not() -> None:
    players = [open_account(number=number)[1].player for number in range(1, 9)]
    suspended, closed, own, minor, excluded, ended, once, active = players
    staff = person_with(is_staff=True)
    suspend_player(suspended, "a check", by=staff)
    close_player(closed, "broke the rules", by=staff)
    close_player(own, "own wish", by=own.person)
    close_player(minor, "minor")
    begin_exclusion(excluded, 3)
    Exclusion.objects.create(
        player=ended, source="national", starts=clock.now() - timedelta(days=9), ends=clock.now()
    )
    suspend_player(once, "a check", by=staff)
    restore_player(once, "cleared", by=staff)
    assert blocked_now() == {suspended.pk: "suspended", closed.pk: "closed", excluded.pk: "excluded"}
    assert refresh_blocked() == 3 and refresh_blocked() == 0
    assert set(BlockedPerson.objects.values_list("player", flat=True)) == blocked_now().keys()
    restore_player(suspended, "cleared", by=staff)
    assert refresh_blocked() == 1
    assert not Trait.objects.filter(blocked=suspended.pk).exists()
    Person.objects.filter(player=closed).update(email="nova@correio.example")
    assert tasks.renew_traits() == 1, "a changed trait is found in the night"


# --- the registration


def blocked_maria() -> Identity:
    identity = pass_identity_check(open_account()[1])
    suspend_player(identity.player, "a check")
    refresh_blocked()
    return identity


def come_back(number: int = 2, **changes: str) -> tuple[Applicant, Identity]:
    """The same woman with another e-mail, house, telephone, account, document and tax number."""
    steps = {
        "person": {"first_name": "Maria", "last_name": "da Prova 1"},
        "home": {"address": "Rua Nova, 77", "postcode": "4000-111", "telephone": "912345000"},
        "papers": {"document_kind": "passport", "document_number": f"XY{number:06}"},
    }
    for name, value in changes.items():
        next((fields for fields in steps.values() if name in fields), steps["person"])[name] = value
    applicant = Applicant(number, **steps)
    assert applicant.open().status_code == 302
    identity = Identity.objects.select_related("player").get(player__person__email=applicant.email)
    return applicant, pass_identity_check(identity)


def officer() -> Person:
    write_roles()
    person = person_with(is_staff=True)
    person.groups.add(Group.objects.get(name="laundering officer"))
    return person


def test_who_comes_back_waits_and_reads_nothing_of_why() -> None:
    blocked = blocked_maria()
    applicant, identity = come_back()
    assert (identity.state, identity.due, identity.attempts) == (IdentityState.ASKED, None, 0)
    case = Resemblance.objects.get()
    assert (case.player, case.blocked, case.cause) == (identity.player, blocked.player, "suspended")
    page = applicant.client.get("/account/identity/").content.decode()
    assert WAITS in page
    lines = Line.objects.filter(player=identity.player).values_list("kind", "about", "details")
    messages = Message.objects.filter(player=identity.player).values_list("kind", "details")
    told = json.dumps([*lines, *messages], default=str) + page
    for word in ("returning", "resembl", "blocked", "suspend", blocked.player.alias):
        assert word not in told, word
    assert pass_identity_check(identity).state == IdentityState.ASKED, "it waits, whoever asks again"
    assert Resemblance.objects.count() == 1


def test_another_person_is_verified_and_not_asked_about_again() -> None:
    blocked_maria()
    _, identity = come_back()
    case = Resemblance.objects.get()
    take_step(RESEMBLANCE_DECISION, case.pk, "dismiss", person=officer(), reason=WHY)
    assert apply_decisions() == 1 and apply_decisions() == 0
    identity = pass_identity_check(identity)
    assert (identity.state, identity.player.status) == ("verified", "active")
    assert list(Resemblance.objects.values_list("state", flat=True)) == ["another"]


def test_the_same_person_is_refused_as_anybody_and_is_blocked_then() -> None:
    blocked_maria()
    _, identity = come_back()
    take_step(RESEMBLANCE_DECISION, Resemblance.objects.get().pk, "confirm", person=officer(), reason=WHY)
    assert apply_decisions() == 1 and apply_decisions() == 0
    identity.refresh_from_db()
    assert (identity.state, identity.reason) == ("refused", "refuse")
    assert Player.objects.get(pk=identity.player_id).status == "closed"
    assert message_kinds(identity)[-2:] == ["account-closed", "identity-refused"]
    assert blocked_now()[identity.player_id] == "closed"
    refresh_blocked()
    _, again = come_back(3, last_name="de Prova 1")
    assert again.due is None
    assert set(Resemblance.objects.filter(player=again.player).values_list("blocked", flat=True)) >= {
        identity.player_id
    }


def test_who_resembles_nobody_does_not_wait() -> None:
    blocked_maria()
    _, identity = come_back(first_name="Constança", last_name="Valadares Bettencourt", birth="1964-11-30")
    assert identity.state == "verified" and not Resemblance.objects.exists()


@pytest.mark.parametrize(("telephone", "state"), [("+351 912 345 678", "asked"), ("912345679", "verified")])
def test_a_telephone_with_the_birth_date_is_enough_and_a_case_says_so(telephone: str, state: str) -> None:
    blocked_maria()
    other = {"first_name": "Constança", "last_name": "Valadares Bettencourt"}
    _, identity = come_back(2, telephone=telephone, **other)
    assert identity.state == state
    for case in Resemblance.objects.all():
        sentences = explain(case.likeness).in_favour
        assert "O número de telefone é o mesmo." in sentences
        assert any("mesmo endereço de rede" in sentence for sentence in sentences), "a device of one house"
    assert Resemblance.objects.exists() is (state == "asked")


def test_a_household_with_one_telephone_and_one_device_is_not_stopped() -> None:
    blocked_maria()
    other = {"first_name": "Constança", "last_name": "Valadares Bettencourt", "birth": "1992-11-30"}
    _, identity = come_back(2, telephone="912345678", address="Rua da Prova, 1", postcode="1000-001", **other)
    assert identity.state == "verified" and not Resemblance.objects.exists()


def test_the_check_goes_on_when_nobody_is_blocked_any_more() -> None:
    blocked = blocked_maria()
    _, identity = come_back()
    restore_player(blocked.player, "cleared")
    refresh_blocked()
    assert Resemblance.objects.get().state == "gone"
    assert apply_decisions() == 1
    assert pass_identity_check(identity).state == "verified"


def test_the_worker_does_all_of_it_with_its_own_rights() -> None:
    identity = pass_identity_check(open_account()[1])
    suspend_player(identity.player, "a check")
    applicant = Applicant(2, person={"first_name": "Maria", "last_name": "da Prova 1"})
    assert applicant.open().status_code == 302
    back = Identity.objects.get(player__person__email=applicant.email)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        assert refresh_blocked(anew=True) == 1
        assert waits_for_a_person(back)
        assert apply_decisions() == 0
        cursor.execute("RESET ROLE")
        take_step(RESEMBLANCE_DECISION, Resemblance.objects.get().pk, "confirm", person=officer(), reason=WHY)
        cursor.execute("SET LOCAL ROLE house_worker")
        assert apply_decisions() == 1


def test_finding_takes_the_same_number_of_queries_for_any_number_of_blocked_people(
    django_assert_max_num_queries: Any,
) -> None:
    blocked_maria()
    _, identity = come_back()
    with django_assert_max_num_queries(18):
        waits_for_a_person(identity)


# --- the laws


def test_the_database_verifies_nobody_about_whom_a_case_is_open() -> None:
    blocked_maria()
    _, identity = come_back()
    with pytest.raises(DatabaseError, match="is being checked"), transaction.atomic():
        Identity.objects.filter(pk=identity.pk).update(state="verified", verified=clock.now())


def test_a_hostile_web_process_decides_for_nobody_and_writes_no_case() -> None:
    blocked_maria()
    come_back()
    case, person = Resemblance.objects.get(), officer()
    decide = (
        "UPDATE returning_resemblance SET state = %(state)s, decider_id = %(decider)s, decided = now(),"
        " answer = 'because' WHERE id = %(case)s"
    )
    values = {"case": case.pk, "decider": person.pk, "state": "another"}
    assert UNPROVEN in answer_to_web(decide, values | {"decider": person.pk + 1}, sign_in(person))
    assert "not confirmed" in answer_to_web(decide, values, sign_in(person, is_confirmed=False))
    assert answer_to_web(decide, values | {"state": "gone"}, sign_in(person)) != ""
    assert answer_to_web(decide, values, sign_in(person)) == ""
    for sql in (
        "DELETE FROM returning_resemblance WHERE id = %(case)s",
        "UPDATE returning_resemblance SET likeness = '' WHERE id = %(case)s",
        "UPDATE returning_resemblance SET applied = now() WHERE id = %(case)s",
        "INSERT INTO returning_trait (blocked_id, mark) VALUES (%(case)s, '')",
        "SELECT FROM returning_blockedperson WHERE player_id = %(case)s",
    ):
        assert "permission denied" in answer_to_web(sql, values, sign_in(person)), sql


# --- officers


@pytest.mark.usefixtures("demo")
def test_only_a_laundering_officer_sees_a_case_and_each_reading_is_recorded() -> None:
    blocked_maria()
    come_back()
    case = Resemblance.objects.get()
    page = reverse("admin:returning_resemblance_change", args=[case.pk])
    others = "oficial direcao auditoria regulador conformidade apoio caixa identidade"
    for name in others.split():
        client = signed_in(f"{name}@feltro.example")
        assert client.get(page).status_code == 403, name
        assert client.get(reverse("admin:returning_resemblance_changelist")).status_code == 403, name
        assert b"returning" not in client.get(reverse("admin:index")).content, name
    with pytest.raises(MissingPermission):
        take_step(
            RESEMBLANCE_DECISION, case.pk, "dismiss", reason=WHY,
            person=Person.objects.get(email="direcao@feltro.example"),
        )  # fmt: skip
    Person.objects.get(email="autor@feltro.example").groups.add(Group.objects.get(name="laundering officer"))
    client = signed_in("autor@feltro.example")
    text = client.get(page).content.decode()
    assert "Maria da Prova 1" in text and "28/02/1990" in text
    (line,) = Line.objects.filter(kind="returning.seen")
    assert line.player_id is None and line.about == f"resemblance:{case.pk}"
    assert client.get(reverse("admin:returning_resemblance_changelist")).status_code == 200
    assert client.get(reverse("admin:returning_resemblance_change", args=["x" * 40])).status_code != 500


def test_a_case_says_what_agrees_and_what_speaks_against_it() -> None:
    blocked_maria()
    come_back()
    explanation = explain(Resemblance.objects.get().likeness)
    assert len(explanation.in_favour) >= 3 and len(explanation.against) >= 3
    assert explain("{}").in_favour == [] and explain("–").summary


@pytest.mark.usefixtures("demo")
def test_a_case_says_that_data_changed_after_they_were_compared() -> None:
    """Red before: the page showed two birth dates beside the sentence that they are the same."""
    blocked = blocked_maria()
    come_back()
    page = reverse("admin:returning_resemblance_change", args=[Resemblance.objects.get().pk])
    Person.objects.get(email="autor@feltro.example").groups.add(Group.objects.get(name="laundering officer"))
    client = signed_in("autor@feltro.example")
    changed = "mudaram depois da comparação"
    assert changed not in client.get(page).content.decode()
    blocked.birth = date(1991, 3, 1)
    blocked.save()
    assert changed in client.get(page).content.decode()


@pytest.mark.journey
@pytest.mark.usefixtures("demo")
def test_both_people_of_a_case_are_whole_on_a_phone() -> None:
    blocked_maria()
    come_back()
    page = reverse("admin:returning_resemblance_change", args=[Resemblance.objects.get().pk])
    Person.objects.get(email="autor@feltro.example").groups.add(Group.objects.get(name="laundering officer"))
    script = """() => {
      const frames = [...document.querySelectorAll(".sheet-frame")];
      return { hidden: Math.max(...frames.map((frame) => frame.scrollWidth - frame.clientWidth)),
        page: document.documentElement.scrollWidth - innerWidth,
        labels: document.querySelectorAll(".sheet td[data-label]").length };
    }"""
    seen = shown(fetched(signed_in("autor@feltro.example"), [page]), script)[page]
    assert seen == {"hidden": 0, "page": 0, "labels": 10}
