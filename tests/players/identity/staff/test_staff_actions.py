"""Staff actions: decisions about an identity, masked personal data, and the status of an account."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from players.audit.models import Line
from players.identity import models
from players.identity.models import Identity, IdentityCheck
from players.identity.verification.transitions import STAFF_VERBS, identity_transition
from players.models import Person, Player
from tests.demo_house import signed_in
from tests.players.identity.applicant import message_kinds, open_account, pass_identity_check, send_document

pytestmark = pytest.mark.usefixtures("document_folder")
REASON = "Documento conferido"


@pytest.mark.parametrize(
    ("verb", "state", "status"),
    [("accept", "verified", "active"), ("return", "documents", "pending"), ("refuse", "refused", "closed")],
)
def test_staff_decide_with_a_reason_and_the_player_is_notified(verb: str, state: str, status: str) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    office, address = (
        signed_in("identidade@feltro.example"),
        f"/admin/identity/identity/{identity.pk}/decide/",
    )
    office.post(address, {"verb": verb, "reason": "ok"})
    assert Identity.objects.get(pk=identity.pk).state == "queued", "not without a reason"
    before = len(message_kinds(identity))
    office.post(address, {"verb": verb, "reason": REASON, "alias": identity.player.alias})
    identity = Identity.objects.select_related("player", "by").get(pk=identity.pk)
    assert (identity.state, identity.player.status) == (state, status) and len(
        message_kinds(identity)
    ) > before
    decided = IdentityCheck.objects.get(identity=identity, verifier="staff")
    assert decided.by is not None and decided.by.email == "identidade@feltro.example"
    assert Line.objects.filter(player=identity.player, details__why=REASON).exists()


def test_refusing_closes_an_account_only_when_its_name_is_typed() -> None:
    """As closing it on the player's page: nobody loses an account by a press beside "Accept"."""
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    office = signed_in("identidade@feltro.example", "en")
    page = f"/admin/identity/identity/{identity.pk}/change/"
    forms = re.findall(r"<form.*?</form>", office.get(page).content.decode(), re.DOTALL)
    [refusing] = [form for form in forms if 'value="refuse"' in form]
    assert 'name="alias" required' in refusing and 'value="accept"' not in refusing
    assert "This cannot be undone." in refusing
    for alias in ("", "Ana", identity.player.alias.upper()):
        answer = office.post(
            f"/admin/identity/identity/{identity.pk}/decide/",
            {"verb": "refuse", "reason": REASON, "alias": alias},
            follow=True,
        )
        text = answer.content.decode()
        assert "Nothing was changed." in text and text.count(f'value="{REASON}"') == 1, "what was typed stays"
        player = Player.objects.get(pk=identity.player_id)
        assert player.status == "pending" and player.identity.state == "queued"
    assert REASON not in office.get(page).content.decode(), "and only once"


def test_a_doubted_identity_restricts_the_account_to_demonstration() -> None:
    _applicant, identity = open_account()
    pass_identity_check(identity)
    signed_in("identidade@feltro.example").post(
        f"/admin/identity/identity/{identity.pk}/decide/", {"verb": "doubt", "reason": REASON}
    )
    player = Player.objects.get(pk=identity.player_id)
    assert player.status == "pending" and player.identity.state == "documents"


@pytest.mark.parametrize("who", ["apoio", "caixa", "regulador", "conformidade", "auditoria", "mesas"])
def test_staff_without_the_permission_cannot_decide(who: str) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    for verb in STAFF_VERBS:
        answer = signed_in(f"{who}@feltro.example").post(
            f"/admin/identity/identity/{identity.pk}/decide/", {"verb": verb, "reason": REASON}
        )
        assert answer.status_code == 403
    assert Identity.objects.get(pk=identity.pk).state == "queued"


def test_personal_data_are_unmasked_with_a_reason_for_ten_minutes() -> None:
    _applicant, identity = open_account()
    office, address = signed_in("conformidade@feltro.example"), f"/admin/identity/identity/{identity.pk}"
    personal = (
        identity.nif,
        "Maria da Prova 1",
        "Rua da Prova",
        identity.document_number,
        "candidata1@",
        "28/02/1990",
    )
    page = office.get(f"{address}/change/").content.decode()
    assert all(fact not in page for fact in personal)
    office.post(f"{address}/unmask/", {"reason": ""})
    assert identity.nif not in office.get(f"{address}/change/").content.decode()
    office.post(f"{address}/unmask/", {"reason": "Reclamação 12/2026"})
    page = office.get(f"{address}/change/").content.decode()
    assert all(fact in page for fact in personal)
    line = Line.objects.get(kind="identity.unmasked")
    assert line.details["reason"] == "Reclamação 12/2026" and line.person == Person.objects.get(
        email="conformidade@feltro.example"
    )
    session = office.session
    session["unmasked"] = {str(identity.pk): 0}
    session.save()
    assert identity.nif not in office.get(f"{address}/change/").content.decode()


def test_the_queue_shows_waiting_identities_first_with_few_queries(
    django_assert_max_num_queries: Any,
) -> None:
    for number, answer in enumerate(("00", "90", "00"), 1):
        applicant, identity = open_account(answer, number)
        pass_identity_check(identity)
    second = Identity.objects.get(player__alias="Candidata 2")
    identity_transition(identity=second, verb="send")
    office = signed_in("identidade@feltro.example")
    office.get("/admin/identity/identity/")
    with django_assert_max_num_queries(30):
        answer = office.get("/admin/identity/identity/")
    assert answer.context["cl"].result_list[0].pk == second.pk


def test_staff_find_an_identity_in_the_queue_by_its_tax_number() -> None:
    identities = [open_account("00", number)[1] for number in (1, 2)]
    office = signed_in("identidade@feltro.example")
    page = office.get("/admin/identity/identity/", {"q": f" {identities[1].nif} "})
    assert [row.pk for row in page.context["cl"].result_list] == [identities[1].pk]


@pytest.mark.parametrize("screen", ["identity", "draft", "signin", "terms", "acceptance", "testaccount"])
@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_the_screens_are_read_only(screen: str, language: str) -> None:
    _applicant, identity = open_account()
    office = signed_in("direcao@feltro.example", language)
    models.TestAccount.objects.create(
        player=identity.player, reason=REASON, by=Person.objects.get(email="direcao@feltro.example")
    )
    assert office.get(f"/admin/identity/{screen}/").status_code == 200
    assert office.get(f"/admin/identity/{screen}/add/").status_code == 403


# --- the account


def test_an_account_is_suspended_restored_and_closed_by_staff_each_with_a_reason() -> None:
    _applicant, identity = open_account()
    player = pass_identity_check(identity).player
    office, address = signed_in("identidade@feltro.example"), f"/admin/players/player/{player.pk}/act/"

    def status(act: str, reason: str = REASON) -> str:
        office.post(address, {"act": act, "reason": reason, "alias": player.alias})
        return str(Player.objects.get(pk=player.pk).status)

    assert status("suspend", "") == "active"
    expected = (
        ("restore", "active"),
        ("suspend", "suspended"),
        ("suspend", "suspended"),
        ("restore", "active"),
        ("suspend", "suspended"),
        ("close", "closed"),
        ("restore", "closed"),
        ("suspend", "closed"),
    )
    for act, after in expected:
        assert status(act) == after
    kinds = list(
        Line.objects.filter(player=player, kind__startswith="account.")
        .order_by("id")
        .values_list("kind", flat=True)
    )
    assert kinds[-4:] == ["account.suspended", "account.restored", "account.suspended", "account.closed"]
    assert (
        signed_in("apoio@feltro.example").post(address, {"act": "suspend", "reason": REASON}).status_code
        == 403
    )


def test_each_action_on_an_account_has_its_own_form_and_says_what_follows() -> None:
    _applicant, identity = open_account()
    player = pass_identity_check(identity).player
    page = signed_in("direcao@feltro.example", "en").get(f"/admin/players/player/{player.pk}/change/")
    forms = re.findall(r"<form[^>]*/act/\".*?</form>", page.content.decode(), re.DOTALL)
    acts = [re.findall(r'name="act" value="(\w+)"', form) for form in forms]
    assert acts == [["suspend"], ["test"], ["close"]], "what cannot be undone stands last, alone"
    assert all(form.count('name="reason"') == 1 for form in forms)
    assert ["cannot be undone" in form for form in forms] == [False, True, True]
    assert ['name="alias"' in form for form in forms] == [False, False, True]


@pytest.mark.parametrize("alias", ["", "somebody else"])
def test_an_account_is_closed_for_good_only_by_typing_its_name(alias: str) -> None:
    _applicant, identity = open_account()
    player = pass_identity_check(identity).player
    office, address = signed_in("direcao@feltro.example", "en"), f"/admin/players/player/{player.pk}/act/"
    page = office.post(address, {"act": "close", "reason": REASON, "alias": alias}).content.decode()
    assert Player.objects.get(pk=player.pk).status == "active"
    assert f"type its name at the tables: {player.alias}." in page
    assert f'value="{REASON}"' in page, "the reason is not lost"
    office.post(address, {"act": "close", "reason": REASON, "alias": f" {player.alias} "})
    assert Player.objects.get(pk=player.pk).status == "closed"


def test_a_reason_too_short_stays_in_its_own_form() -> None:
    _applicant, identity = open_account()
    player = pass_identity_check(identity).player
    office, address = signed_in("direcao@feltro.example", "en"), f"/admin/players/player/{player.pk}/act/"
    page = office.post(address, {"act": "suspend", "reason": "short"}).content.decode()
    assert re.findall(r'<input id="why-(\w+)"[^>]* value="short"', page) == ["suspend"]
    assert re.findall(r'data-act="(\w+)" open', page) == ["suspend"]


def test_restoring_an_account_does_not_verify_it() -> None:
    _applicant, identity = open_account("90")
    player = pass_identity_check(identity).player
    office, address = signed_in("identidade@feltro.example"), f"/admin/players/player/{player.pk}/act/"
    for act in ("suspend", "restore"):
        office.post(address, {"act": act, "reason": REASON})
    assert Player.objects.get(pk=player.pk).status == "pending"


def test_G18_a_test_account_is_authorised_audited_and_permanent() -> None:
    _applicant, identity = open_account()
    office, address = signed_in("direcao@feltro.example"), f"/admin/players/player/{identity.player_id}/act/"
    for _ in range(2):
        office.post(address, {"act": "test", "reason": REASON})
    player = Player.objects.get(pk=identity.player_id)
    assert (
        player.testing
        and player.test_account.by.email == "direcao@feltro.example"
        and player.test_account.reason == REASON
    )
    assert Line.objects.filter(kind="account.marked-test", player=player).count() == 1
    with pytest.raises(DatabaseError), transaction.atomic():
        models.TestAccount.objects.all().delete()
