"""The national list: who is excluded and from what, how the list is fetched, and what a failure does."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from casino.record_checks import checks
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.audit.models import Line
from players.identity.models import Identity
from players.identity.verification.changes import correct_identity
from players.models import Player, PlaySession
from players.protection import document_marks, national_register
from players.protection.document_marks import DocumentType
from players.protection.eligibility import eligibility_of
from players.protection.exclusions import begin_exclusion
from players.protection.models import (
    DocumentMark,
    Exclusion,
    NationalEntry,
    NationalFeed,
    NationalList,
    NationalPush,
    Report,
)
from players.protection.national_list import Change, ListedDocument, apply_listed_change, apply_national_list
from players.protection.national_register import fetch_national_list
from players.shared import clock, signed_http
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.sandbox.state import SandboxState
from tests import demo_house
from tests.live_table import LiveTable, bet, players_with, table_open
from tests.sandbox_cashier import KEYS, known

pytestmark = pytest.mark.django_db
ADDRESSES = count(1)


def barred(player: Player, currency: str = "EUR") -> str:
    return eligibility_of([player.pk], currency)[player.pk].barred


@pytest.fixture
def ana() -> Player:
    return known(players_with(10_000, 1)[0])


def entry(number: str, document_type: DocumentType = DocumentType.TAX_NUMBER, **more: Any) -> ListedDocument:
    starts = more.pop("starts", None) or clock.now() - timedelta(hours=1)
    return ListedDocument(
        kind=document_type,
        number=number,
        **{"reference": f"N-{document_type}-{number}", "starts": starts, "nationality": "PT", **more},
    )


def strangers(count: int, first: int = 0) -> list[ListedDocument]:
    since = clock.now() - timedelta(hours=1)
    return [entry(f"{300_000_000 + first + number}", starts=since) for number in range(count)]


def apply_list(number: str, *entries: ListedDocument, **more: Any) -> int:
    return apply_national_list(number, len(entries), list(entries), requested=clock.now(), **more)


# --- who is excluded


def test_P11_an_entry_excludes_and_its_removal_ends_the_exclusion(ana: Player) -> None:
    nif = ana.identity.nif
    assert apply_list("2026-11-21", entry(nif), entry("999999990")) == 1 and barred(ana) == "excluded"
    assert apply_list("2026-11-21", entry("999999990")) == 0 and barred(ana) == "excluded", (
        "a repeated number changes nothing"
    )
    assert apply_list("2026-11-22", entry("999999990")) == 1 and barred(ana) == ""
    kinds = Line.objects.filter(player=ana).order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["exclusions.listed", "exclusions.unlisted"]
    assert apply_list("2026-11-23", entry(nif), entry("999999990")) == 1 and barred(ana) == "excluded", (
        "the entry is back"
    )


def test_P11_any_document_of_a_person_excludes(ana: Player) -> None:
    identity = Identity.objects.get(player=ana)
    identity.document_number = "123456789ZZ4"
    identity.save()
    assert (
        apply_listed_change(Change("push-1", [entry("12345678 9 zy1", DocumentType.CITIZEN_CARD)])) == 1
        and barred(ana) == "excluded"
    )


def test_P11_two_documents_of_one_person_are_two_entries_and_one_alone_still_excludes(ana: Player) -> None:
    card = ana.identity.document_number
    both = [entry(ana.identity.nif), entry(card, DocumentType.OTHER)]
    assert apply_list("1", *both, entry("999999990")) == 2 and barred(ana) == "excluded"
    assert apply_list("2", both[1], entry("999999990")) == 1 and barred(ana) == "excluded"
    assert (
        apply_listed_change(Change("p", [entry(card, DocumentType.OTHER, removed=True)])) == 1
        and barred(ana) == ""
    )


def test_P11_a_document_that_is_corrected_to_a_listed_one_excludes_at_once(ana: Player) -> None:
    apply_list("1", entry("AB123456", DocumentType.PASSPORT, nationality="BR"))
    identity = Identity.objects.get(player=ana)
    Identity.objects.filter(pk=identity.pk).update(state="correct")
    assert barred(ana) == ""
    correct_identity(
        identity=identity,
        by=ana.person,
        document_kind="passport",
        document_country="BR",
        document_number="AB123456",
    )
    assert Exclusion.objects.filter(player=ana, source="national").count() == 1 and barred(ana) in (
        "excluded",
    )


def test_P11_an_entry_applies_from_its_beginning_to_its_end(ana: Player) -> None:
    now = clock.now()
    apply_list("1", entry(ana.identity.nif, starts=now + timedelta(days=1), ends=now + timedelta(days=3)))
    assert barred(ana) == ""
    for days, expected in ((2, "excluded"), (4, "")):
        with clock.at(now + timedelta(days=days)):
            assert barred(ana) == expected


def test_P11_an_end_can_move_in_both_directions(ana: Player) -> None:
    now = clock.now()
    apply_listed_change(Change("1", [entry(ana.identity.nif, ends=now + timedelta(days=300))]))
    apply_listed_change(Change("2", [entry(ana.identity.nif, ends=now + timedelta(days=30))]))
    assert Exclusion.objects.get(player=ana).ends == now + timedelta(days=30)
    apply_listed_change(Change("3", [entry(ana.identity.nif)]))
    assert Exclusion.objects.get(player=ana).ends is None
    apply_listed_change(Change("4", [entry(ana.identity.nif, ends=now)]))
    assert barred(ana) == ""


def test_identities_written_in_bulk_are_matched_by_the_next_list(ana: Player) -> None:
    DocumentMark.objects.filter(player=ana).delete()
    assert apply_list("1", entry(ana.identity.nif)) == 1 and barred(ana) == "excluded"


def test_marks_are_replaced_when_the_key_changes(ana: Player, settings: Any) -> None:
    apply_list("1", entry("999999990"))
    settings.SECRET_KEY = "another-key-of-fifty-characters-and-some-more-of-them"
    assert apply_list("2", entry(ana.identity.nif), entry("999999990")) == 1 and barred(ana) == "excluded"


def test_no_document_of_an_entry_can_be_read_in_the_database() -> None:
    apply_list("1", entry("23456789 0 ZZ1", DocumentType.CITIZEN_CARD, reference="N-1"))
    row = NationalEntry.objects.get()
    assert "23456789" not in "".join(str(value) for value in (row.reference, row.mark))


# --- from what: registration, sign-in, seat, stake


def test_P11_a_change_pushed_while_the_person_plays_refuses_the_next_stake_and_ends_the_session(
    tmp_path: Any, ana: Player, sandbox: SandboxServer
) -> None:
    room = LiveTable(tmp_path, table_open())
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 700})))
    assert (
        push_change(
            msgspec.json.encode(Change("push-1", [entry(ana.identity.document_number, DocumentType.OTHER)]))
        )
        == 200
    )
    (reply,) = room.send((ana, bet(room.round, {"red": 50})))
    assert reply.refused is not None and reply.refused.code == "excluded"
    room.execute([CommandRequest(0, protocol.EndStay(ana.pk, "excluded"), ("house", 0))])
    room.until("round-ended")
    session = PlaySession.objects.get(player=ana)
    assert session.ended is not None and session.cause == "excluded" and session.staked == 700, (
        "the bet was settled"
    )
    (reply,) = room.send((ana, protocol.Sit(uuid4())))
    assert reply.refused is not None and reply.refused.code == "excluded"


PLAY_URLS = ["/lobby/", "/lobby/together/", "/lobby/sessions/", "/account/deposit/"]


@pytest.fixture
def signed_in(ana: Player, client: Client) -> Client:
    client.force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.mark.parametrize("url", PLAY_URLS)
def test_P11_a_person_on_the_list_cannot_play_and_still_reaches_the_balance(
    ana: Player, signed_in: Client, url: str
) -> None:
    assert signed_in.get(url).status_code == 200
    apply_list("1", entry(ana.identity.nif))
    response = signed_in.get(url)
    assert (response.status_code, response.headers.get("Location")) == (302, "/account/exclusion/")
    assert (
        "national list"
        in signed_in.get("/account/exclusion/", headers={"accept-language": "en"}).content.decode()
    )
    for allowed in ("/account/", "/account/withdraw/", "/account/complaints/"):
        assert signed_in.get(allowed).status_code == 200, allowed


def test_P11_every_sign_in_records_whether_the_person_is_excluded(ana: Player) -> None:
    apply_list("1", entry(ana.identity.nif))
    Client().force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert Line.objects.filter(kind="access.signed-in", player=ana, details__excluded="national").exists()


# --- the list itself


def push_change(body: bytes, key: bytes = KEYS["register"], at: int = 0) -> int:
    header = signed_http.signature(key, body, at or int(time.time()))
    return (
        Client(REMOTE_ADDR=f"10.0.0.{next(ADDRESSES) % 250}")  # each address has ten pushes a minute
        .post(
            "/account/national-list/",
            body,
            content_type="application/json",
            headers={signed_http.HEADER: header},
        )
        .status_code
    )


def test_a_pushed_change_is_applied_at_once_if_it_is_genuine(ana: Player, sandbox: SandboxServer) -> None:
    body = msgspec.json.encode(Change("push-1", [entry(ana.identity.nif)]))
    assert (
        push_change(body, KEYS["gateway"]) == 403
        and push_change(body, at=int(time.time()) - 400) == 403
        and barred(ana) == ""
    )
    assert push_change(body) == 200 and push_change(body) == 200 and barred(ana) == "excluded"
    wrong_kind = (
        b'{"number":"x","entries":[{"kind":9,"number":"1","nationality":"PT",'
        b'"starts":"2026-01-01T00:00:00Z"}]}'
    )
    for invalid in (b"", b"{}", wrong_kind, b"\xff"):
        assert push_change(invalid) == 400
    assert (
        push_change(msgspec.json.encode(Change("push-2", [entry(ana.identity.nif, removed=True)]))) == 200
        and barred(ana) == ""
    )


def test_a_stranger_does_not_fill_the_places_of_the_register(ana: Player, sandbox: SandboxServer) -> None:
    """Whose pushes wait cannot be known yet, so one address has ten a minute."""
    stranger = [Client(REMOTE_ADDR="192.0.2.66") for _ in range(12)]
    pushes = "players.protection.national_pushes"
    with patch(f"{pushes}.enqueue_after_commit"), patch(f"{pushes}.worker_answer"):  # the worker is away
        pushed = [client.post("/account/national-list/", b"x", "text/plain") for client in stranger]
        answers = [response.status_code for response in pushed]
        assert answers == [503] * 10 + [429] * 2
        assert NationalPush.objects.filter(outcome="").count() == 10
    body = msgspec.json.encode(Change("push-1", [entry(ana.identity.nif)]))
    assert push_change(body) == 200 and barred(ana) == "excluded"


def test_a_push_is_newer_than_a_list_requested_before_it(ana: Player) -> None:
    requested = clock.now()
    apply_listed_change(Change("push-1", [entry(ana.identity.nif)]))
    apply_national_list("1", 1, [entry("999999990")], requested=requested)
    assert barred(ana) == "excluded"
    apply_listed_change(Change("push-2", [entry(ana.identity.nif, removed=True)]))
    apply_national_list("2", 2, [entry(ana.identity.nif), entry("999999990")], requested=requested)
    assert barred(ana) == ""


def test_a_failed_fetch_keeps_the_last_list_and_raises_an_alarm(
    ana: Player, sandbox: SandboxServer, settings: Any
) -> None:
    NationalFeed.objects.all().delete()
    assert barred(ana) == "no-national-list"
    sandbox.state.change_national_list(msgspec.to_builtins(entry(ana.identity.nif)))
    assert fetch_national_list() == 1 and barred(ana) == "excluded" and new_alarms() == []
    settings.REGISTER_URL = "http://127.0.0.1:9"
    assert fetch_national_list() == -1 and barred(ana) == "excluded" and new_alarms() == ["national-list"]
    assert Line.objects.filter(kind="exclusions.list-failed").count() == 1
    settings.REGISTER_URL = ""
    assert fetch_national_list() == -1 and Line.objects.filter(kind="exclusions.list-failed").count() == 1, (
        "one line for consecutive failures"
    )
    settings.REGISTER_URL = f"http://127.0.0.1:{sandbox.server_address[1]}/register"
    assert fetch_national_list() == 0 and new_alarms() == []


def new_alarms() -> list[str]:
    return checks.run_checks({"national-list": checks.national_list})


class BrokenRegister:
    """A register with a faulty list."""

    number, count, entries = "broken", 0, list[ListedDocument]()

    @contextmanager
    def fetch(self) -> Iterator[national_register.Download]:
        yield national_register.Download(self.number, self.count, iter(self.entries))


@pytest.mark.parametrize(("count", "sent"), [(0, 0), (50, 40), (40, 50), (30, 30)])
def test_an_empty_truncated_or_much_shorter_list_changes_nothing_and_raises_an_alarm(
    ana: Player, settings: Any, monkeypatch: pytest.MonkeyPatch, count: int, sent: int
) -> None:
    apply_list("1", entry(ana.identity.nif), *strangers(99))
    before = set(NationalEntry.objects.filter(removed=None).values_list("reference", flat=True))
    settings.REGISTER = f"{__name__}.BrokenRegister"
    monkeypatch.setattr(BrokenRegister, "count", count)
    monkeypatch.setattr(BrokenRegister, "entries", strangers(sent))
    assert fetch_national_list() == -1 and barred(ana) == "excluded" and new_alarms() == ["national-list"]
    assert set(NationalEntry.objects.filter(removed=None).values_list("reference", flat=True)) == before
    assert not NationalList.objects.filter(key="broken").exists(), "the number can be used again"


def test_a_much_shorter_list_is_applied_when_a_person_accepts_it(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply_list("1", *strangers(100))
    settings.REGISTER = f"{__name__}.BrokenRegister"
    monkeypatch.setattr(BrokenRegister, "count", 30)
    monkeypatch.setattr(BrokenRegister, "entries", strangers(30))
    with pytest.raises(CommandError, match="has lost 70 of 100"):
        call_command("national_list")
    call_command("national_list", "--accept-shorter")
    assert NationalEntry.objects.filter(removed=None).count() == 30 and new_alarms() == []
    assert Line.objects.filter(kind="exclusions.shorter-list-accepted").exists()


def test_a_list_that_is_truncated_or_has_a_wrong_signature_is_refused(
    ana: Player, sandbox: SandboxServer, settings: Any
) -> None:
    whole = sandbox.state.copy
    assert fetch_national_list() >= 0
    settings.REGISTER_KEY = KEYS["gateway"]
    assert fetch_national_list() == -1
    settings.REGISTER_KEY = KEYS["register"]
    sandbox.state.copy = lambda: whole()[:-30]
    assert fetch_national_list() == -1 and "cannot be read" in NationalFeed.objects.get().trouble
    lines = whole().splitlines(keepends=True)
    sandbox.state.copy = lambda: b"".join(lines[:-1])
    assert fetch_national_list() == -1 and "truncated" in NationalFeed.objects.get().trouble


def test_no_play_for_money_before_the_first_list_is_loaded(
    tmp_path: Any, ana: Player, sandbox: SandboxServer
) -> None:
    room = LiveTable(tmp_path, table_open())
    room.sit([ana])
    room.until("bets-opened")
    NationalFeed.objects.update(loaded=None)
    (reply,) = room.send((ana, bet(room.round, {"red": 700})))
    assert reply.refused is not None and reply.refused.code == "no-sessions"
    assert (
        barred(ana) == "no-national-list" and barred(ana, "DEMO") == "" and new_alarms() == ["national-list"]
    )
    assert request_deposit(ana, uuid4(), 1_000).reason == "no-national-list"
    (other,) = [known(player) for player in players_with(10_000, 1)]
    (reply,) = room.send((other, protocol.Sit(uuid4())))
    assert reply.refused is not None and reply.refused.code == "no-sessions"


def test_the_list_is_fetched_each_hour_and_sooner_after_a_failure() -> None:
    now = clock.now()
    for loaded, tried, trouble, due in (
        (None, None, "", True), (60, 60, "", False), (3601, 3601, "", True),
        (3601, 60, "away", False), (3601, 301, "away", True),
    ):  # fmt: skip
        NationalFeed.objects.update(
            loaded=loaded and now - timedelta(seconds=loaded),
            tried=tried and now - timedelta(seconds=tried),
            trouble=trouble,
        )
        with clock.at(now):
            assert national_register.is_list_due() is due, (loaded, tried, trouble)


def test_a_long_list_is_applied_in_few_queries(
    ana: Player, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    with django_assert_max_num_queries(40):
        assert apply_list("large", *strangers(12_000), entry(ana.identity.nif)) == 1
    assert NationalList.objects.get(key="large").entries == 12_001


# --- the sandbox


def test_the_file_of_the_sandbox_is_private_and_its_list_is_never_empty(tmp_path: Any) -> None:
    path = tmp_path / "sandbox.json"
    path.write_text(json.dumps({"list": {}}))
    path.chmod(0o644)
    state = SandboxState(path)
    for row in state.entries():
        state.change_national_list({**row, "removed": True})
    assert len(state.entries()) == 1 and path.stat().st_mode & 0o777 == 0o600
    header, *lines = map(json.loads, state.copy().splitlines())
    assert header["entries"] == len(lines) == 1 and msgspec.convert(lines, type=list[ListedDocument])
    assert {DocumentType(row["kind"]) for row in SandboxState(tmp_path / "new.json").entries()} == set(
        document_marks.DocumentType
    )


def test_why_a_report_did_not_reach_the_list_stands_in_words(ana: Player, demo: None) -> None:
    begin_exclusion(ana, 6)
    report = Report.objects.get(exclusion__player=ana)
    Report.objects.update(tries=4, trouble="URLError: <urlopen error [Errno 111] Connection refused>")
    office, place = demo_house.signed_in("oficial@feltro.example"), "/admin/protection/report/"
    pages = [office.get(place).content.decode(), office.get(f"{place}{report.pk}/change/").content.decode()]
    assert all("o destinatário recusou a ligação" in page for page in pages)
    assert ["Errno 111" in page for page in pages] == [False, True], "the text is for who asks further"
