"""Lists are read whole or not at all, people are compared with what changed, and officers decide."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.urls import reverse

from casino.compliance.screening import holds, lists, running, tasks
from casino.compliance.screening.deciding import MATCH_DECISION
from casino.compliance.screening.explaining import explain
from casino.compliance.screening.models import Entry, ListImport, Match, Screened
from players.audit.models import Line
from players.decisions.deciding import take_step
from players.identity.models import Identity
from players.identity.verification.account_status import restore_player
from players.inbox.models import Message
from players.models import Person, Player
from players.shared import clock
from players.shared.staff_errors import MissingPermission
from players.wallet.cashier.payout_gates import GATES
from tests.demo_house import signed_in

pytestmark = pytest.mark.usefixtures("demo")
HEAD = "id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,dataset"
ANA = "a,Person,Ana Demonstração,Анна Демонстрасао,1980-05-01,pt,,,EU 2026/1,,,eu"
OTHER = "b,Person,Somebody Elsewhere,,1950,fr,,,,,,eu"
WHY = "birth date and name agree"


def written(folder: Path, *rows: str, name: str = "list.csv") -> str:
    path = folder / name
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return str(path)


def imported(folder: Path, *rows: str) -> ListImport:
    return lists.import_list("eu", written(folder, HEAD, *rows))


def named(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


@pytest.fixture(autouse=True)
def officer(demo: None) -> None:
    """The demonstration has no laundering officer of its own."""
    named("autor").groups.add(Group.objects.get(name="laundering officer"))


@pytest.fixture
def match(tmp_path: Path) -> Match:
    imported(tmp_path, ANA, OTHER)
    running.screen()
    return Match.objects.select_related("player").get()


# --- lists


def test_a_list_is_read_once_and_its_changes_are_known(tmp_path: Path) -> None:
    first = imported(tmp_path, ANA, OTHER)
    assert (first.state, first.entries, first.added) == ("imported", 2, 2)
    assert imported(tmp_path, ANA, OTHER).state == "unchanged"
    second = imported(tmp_path, ANA.replace("1980-05-01", "1981"), "c,Person,Third,,,,,,,,,eu")
    assert (second.added, second.changed, second.removed) == (1, 1, 1)
    assert Entry.objects.get(key="b").removed == second
    third = imported(tmp_path, ANA.replace("1980-05-01", "1981"), OTHER, "c,Person,Third,,,,,,,,,eu")
    assert (third.added, third.changed, third.removed) == (0, 1, 0), "who comes back has changed"
    assert Entry.objects.get(key="b").removed is None


def test_the_shape_of_follow_the_money_is_read(tmp_path: Path) -> None:
    entity = {
        "id": "q", "schema": "Person", "caption": "Ana Demonstração",
        "properties": {
            "alias": ["Anna D."], "birthDate": ["1980-05-01"], "topics": ["role.pep"], "country": ["pt"],
        },
    }  # fmt: skip
    company = {"id": "r", "schema": "Company", "caption": "Holding", "properties": {}}
    source = written(tmp_path, json.dumps(entity), json.dumps(company), name="list.json")
    assert lists.import_list("peps", source).entries == 1
    entry = Entry.objects.get()
    assert (entry.kind, entry.names, entry.births) == ("pep", ["Ana Demonstração", "Anna D."], ["1980-05-01"])


@pytest.mark.parametrize(
    ("rows", "fault", "line"),
    [
        (["name,birth", "x,y"], "columns", 1),
        ([HEAD], "empty", None),
        ([HEAD, ANA, "b,Person,Short"], "fields", 3),
        ([HEAD, ANA, ANA], "twice", 3),
        ([HEAD, ",Person,No key,,,,,,,,,eu"], "no-key", 2),
        ([HEAD, "x,Person,  ,,,,,,,,,eu"], "no-name", 2),
        ([HEAD, ANA, 'x,Person,"open,,,,,,,,,eu'], "fields", 3),
        (['{"id": "x", "schema": "Person"}', "{broken"], "no-name", 1),
        (['{"id": "x", "schema": "Person", "caption": "X Y"}', "[1]"], "not-json", 2),
        (['{"id": "x", "schema": "Person", "caption": "X Y", "properties": []}'], "not-json", 1),
    ],
)
def test_a_file_that_is_no_list_changes_nothing_and_says_where(
    tmp_path: Path, rows: list[str], fault: str, line: int | None
) -> None:
    imported(tmp_path, ANA)
    refused = lists.import_list("eu", written(tmp_path, *rows))
    assert (refused.state, refused.fault, refused.line) == ("refused", fault, line)
    assert Entry.objects.filter(removed=None).count() == 1
    assert fault in lists.FAULTS


def test_bytes_that_are_no_text_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00" * 100)
    assert lists.import_list("eu", str(tmp_path / "bytes")).fault == "not-text"
    assert lists.import_list("eu", str(tmp_path / "nowhere")).fault == "unreachable"
    assert lists.import_list("eu", "http://127.0.0.1:9/list").fault == "unreachable"


def test_a_list_that_lacks_many_is_refused_until_a_person_accepts_it(tmp_path: Path) -> None:
    rows = [f"k{number},Person,Somebody {number},,,,,,,,,eu" for number in range(60)]
    imported(tmp_path, *rows)
    assert imported(tmp_path, *rows[:30]).fault == "vanished"
    source = written(tmp_path, HEAD, *rows[:30])
    assert lists.import_list("eu", source, accept_vanished=True).removed == 30


def test_the_age_of_a_list_is_known_or_unknown(settings: Any, tmp_path: Path) -> None:
    settings.SCREENING_LISTS = {"eu": written(tmp_path, HEAD, ANA)}
    (age,) = lists.list_ages()
    assert age.last is None and age.is_late
    tasks.screen_people()
    (age,) = lists.list_ages()
    assert age.last is not None and not age.is_late
    imported(tmp_path, "broken")
    (age,) = lists.list_ages()
    assert age.last is not None and age.refused is not None


# --- people


def test_people_are_compared_with_what_changed(tmp_path: Path) -> None:
    imported(tmp_path, OTHER)
    first = running.screen()
    assert first is not None and first.compared == Identity.objects.count() and not first.found
    assert running.screen() == running.Screening(0, 0, 0)
    imported(tmp_path, OTHER, ANA)
    assert running.screen() == running.Screening(0, 1, 1)
    match = Match.objects.get()
    assert match.player == Player.objects.get(alias="Ana") and match.kind == "sanction"
    identity = Identity.objects.get(player__alias="Bruno")
    identity.name, identity.birth, identity.changed = "Ana da Demonstração", date(1980, 5, 1), clock.now()
    identity.save()
    assert running.screen() == running.Screening(1, 0, 1), "the changed player alone, with everything"


def test_a_decision_stays_while_both_sides_stay(match: Match, tmp_path: Path) -> None:
    take_step(MATCH_DECISION, match.pk, "dismiss", person=named("autor"), reason=WHY)
    Screened.objects.all().delete()
    running.screen()
    assert Match.objects.get().state == "dismissed", "the same pair is not asked about again"
    imported(tmp_path, ANA.replace("1980-05-01", "1980"), OTHER)
    running.screen()
    assert list(Match.objects.order_by("pk").values_list("state", flat=True)) == ["dismissed", "open"]


def test_an_open_match_goes_when_the_list_lets_go(match: Match, tmp_path: Path) -> None:
    imported(tmp_path, OTHER)
    running.screen()
    match.refresh_from_db()
    assert match.state == "gone"


def test_the_worker_screens_with_its_own_rights(tmp_path: Path) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        imported(tmp_path, ANA)
        done = running.screen()
        assert done is not None and done.found == 1
        imported(tmp_path, OTHER)
        running.screen()
    assert Match.objects.get().state == "gone"


# --- decisions


def test_a_confirmed_sanction_holds_payouts_and_play_and_a_decision_frees_them(match: Match) -> None:
    player = match.player
    assert all(gate(player.pk, clock.now()) for gate in GATES if gate is holds.is_free)
    take_step(MATCH_DECISION, match.pk, "confirm", person=named("autor"), reason=WHY)
    assert holds.is_free in GATES and not holds.is_free(player.pk, clock.now())
    assert holds.apply_decisions() == 1 and holds.apply_decisions() == 0
    player.refresh_from_db()
    assert player.status == "suspended"
    restore_player(player, "nobody told us why")
    assert holds.apply_decisions() == 1, "staff who know nothing of it do not open it again"
    take_step(MATCH_DECISION, match.pk, "dismiss", person=named("autor"), reason="the documents differ")
    assert holds.is_free(player.pk, clock.now())
    assert holds.apply_decisions() == 1 and holds.apply_decisions() == 0
    player.refresh_from_db()
    assert player.status == "active"


def test_nothing_that_others_read_names_the_list(match: Match) -> None:
    """Lei 83/2017, article 54: nobody may learn whom the house suspects."""
    take_step(MATCH_DECISION, match.pk, "confirm", person=named("autor"), reason=WHY)
    holds.apply_decisions()
    told = json.dumps(
        [
            *Line.objects.filter(player=match.player).values_list("kind", "about", "details"),
            *Message.objects.filter(player=match.player).values_list("kind", "details"),
        ],
        default=str,
    )
    for word in ("screening", "match", "sanction", "EU 2026", WHY, "list"):
        assert word not in told.replace("national-list", ""), word
    assert not Line.objects.filter(kind__startswith="screening.").exclude(player=None).exists()


def test_without_the_right_nobody_sees_a_match(match: Match) -> None:
    page = reverse("admin:screening_match_change", args=[match.pk])
    others = "oficial direcao auditoria regulador conformidade apoio caixa identidade"
    for name in others.split():
        client = signed_in(f"{name}@feltro.example")
        assert client.get(page).status_code == 403, name
        for number in (match.pk, match.pk + 1):  # nor learns from the answer which ones there are
            history = reverse("admin:screening_match_history", args=[number])
            assert client.get(history).status_code == 403, (name, number)
        assert client.get(reverse("admin:screening_match_changelist")).status_code == 403, name
        assert b"screening" not in client.get(reverse("admin:index")).content, name
    with pytest.raises(MissingPermission):
        take_step(MATCH_DECISION, match.pk, "dismiss", person=named("direcao"), reason=WHY)


def test_an_officer_reads_why_and_the_reading_is_recorded(match: Match) -> None:
    client = signed_in("autor@feltro.example")
    page = client.get(reverse("admin:screening_match_change", args=[match.pk]))
    text = page.content.decode()
    assert page.status_code == 200 and "Ana Demonstração" in text and "01/05/1980" in text
    (line,) = Line.objects.filter(kind="screening.seen")
    assert line.player_id is None and line.about == f"match:{match.pk}"
    assert client.get(reverse("admin:screening_match_changelist")).status_code == 200
    assert client.get(reverse("admin:screening_listimport_changelist")).status_code == 200


def test_a_match_of_an_earlier_form_is_shown_without_its_reasons(match: Match) -> None:
    assert explain({}).in_favour == [] and explain({}).summary
    assert explain(match.likeness).in_favour


def test_the_list_of_the_demonstration_is_one() -> None:
    for name, source in settings.SCREENING_LISTS.items():
        assert lists.import_list(name, source).state == "imported"


def test_who_registers_or_changes_the_name_is_compared_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(
        "casino.compliance.screening.registrations.enqueue_after_commit",
        lambda task, player: asked.append(player),
    )
    imported(tmp_path, ANA)
    identity = Identity.objects.get(player__alias="Bruno")
    identity.profession = "Canalizador"
    identity.save(update_fields=["profession"])
    assert asked == []
    identity.name, identity.birth = "Ana da Demonstração", "1980-05-01"
    identity.save(update_fields=["name", "birth"])
    assert asked == [identity.player_id]
    assert tasks.screen_player(identity.player_id) == 1
    assert Match.objects.get().player_id == identity.player_id
