"""The back office of rule changes: a form for every game, breaches at their fields, and permissions."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client

from games.catalogue import GAMES
from games.models import RuleSheet
from games.rulebook import changes, work_sources
from games.rulebook.assessment import Assessment, assessment_of
from games.rulebook.models import OPEN, RuleChange, RuleStep
from players.audit.models import Line
from players.models import Person
from players.shared.clock import day_of, now
from tests.demo_house import freshly, signed_in
from tests.games.rulebook.people import Signers, advance_to, create_draft, take_step
from tests.live_table import sheet_in_force

LIST = "/admin/rulebook/rulechange/"


def client_of(name: str, language: str = "pt-pt") -> Client:
    return signed_in(f"{name}@feltro.example", language)


def begin_draft(system: str) -> RuleChange:
    response = client_of("autor").post(f"{LIST}add/", {"system": system, "title": "uma alteração"})
    assert response.status_code == 302
    return RuleChange.objects.get(system=system, state="draft")


def form_data(change: RuleChange, **data: Any) -> dict[str, Any]:
    """What a browser sends when the form is saved with these changes."""
    form = client_of("autor").get(f"{LIST}{change.pk}/edit/").context["form"]
    values = {name: form[name].value() for name in form.fields}
    filled = {name: value for name, value in values.items() if value is not None and value is not False}
    filled["rate"] = str(filled["rate"]).replace(".", ",") if "rate" in filled else None
    return {name: value for name, value in {**filled, **data}.items() if value is not None}


@pytest.mark.parametrize("system", GAMES)
def test_the_form_of_every_game_saved_unchanged_changes_nothing(people: Signers, system: str) -> None:
    change = begin_draft(system)
    for language in ("pt-pt", "en"):
        assert client_of("autor", language).get(f"{LIST}{change.pk}/edit/").status_code == 200
    before = change.content.digest
    response = client_of("autor").post(f"{LIST}{change.pk}/edit/", form_data(change))
    assert response.status_code == 302, response.context["form"].errors
    change.refresh_from_db()
    assert change.content.digest == before


def test_PB_26_a_changed_commission_is_shown_before_and_after(people: Signers) -> None:
    """[PB-26a] [PB-26b]"""
    change = begin_draft("baccarat")
    client_of("autor").post(
        f"{LIST}{change.pk}/edit/", form_data(change, commissions=["b"], reason="mais simples")
    )
    change.refresh_from_db()
    assert changes.rules_of(change).commissions == ("b",)
    page = client_of("autor").get(f"{LIST}{change.pk}/change/")
    (row,) = page.context["changed_rows"]
    assert [
        (key, before, after)
        for (_word, before, after), key in zip(row.items, ("none", "a", "b"), strict=True)
    ] == [
        ("none", True, False),
        ("a", True, False),
        ("b", True, True),
    ]
    tables = {effect.table.name: effect.after.commission for effect, _forbidden in page.context["tables"]}
    assert tables == {"Estoril": "b", "Taipa": "b", "Guincho": "b"}
    why = re.findall(
        r'<tr><th scope="row">(?:Estoril|Taipa|Guincho).*?</th><td>(.*?)</td>', page.content.decode()
    )
    assert why == ["Comissão: 5 % quando ganha a banca [PB-26]"] * 3


def test_saving_a_draft_in_two_windows_loses_nothing(people: Signers) -> None:
    change = begin_draft("baccarat")
    page = f"{LIST}{change.pk}/edit/"
    opened = client_of("autor").get(page).context["edition"]
    form = form_data(change)
    client_of("autor").post(
        page, {**form, "edition": opened, "reason": "escrito na primeira janela", "commissions": ["b"]}
    )
    late = client_of("autor").post(page, {**form, "edition": opened, "reason": "escrito na segunda janela"})
    text = late.content.decode()
    assert late.status_code == 200 and "escrito na segunda janela" in text, "the form keeps what was typed"
    assert "guardado noutra janela" in text and "escrito na primeira janela" in text, (
        "and shows what the other window saved"
    )
    change.refresh_from_db()
    assert change.reason == "escrito na primeira janela" and changes.rules_of(change).commissions == ("b",)
    assert (
        client_of("autor")
        .post(page, {**form, "edition": late.context["edition"], "reason": "escrito na segunda janela"})
        .status_code
        == 302
    )
    change.refresh_from_db()
    assert change.reason == "escrito na segunda janela"


def test_a_change_of_the_generator_says_its_category_what_else_it_affects_and_its_risk(
    people: Signers,
) -> None:
    """[903-B 9.7.1, 9.7.2] The signers read it, and it stays as it was submitted."""
    change = begin_draft("baccarat")
    page, view = f"{LIST}{change.pk}/edit/", f"{LIST}{change.pk}/change/"
    form = form_data(change, generator="on", reason="outro baralhar")
    client_of("autor").post(page, form)
    assert client_of("autor").get(view).content.decode().count("ainda não registado") == 3
    wrong = client_of("autor").post(page, form | {"category": "x" * 121})
    assert "category" in wrong.context["form"].errors
    opened = client_of("autor").get(page).context["edition"]
    texts = {"category": "simples", "other_parts": "GNA-11", "risk": "cartas repetidas"}
    client_of("autor").post(page, form | texts)
    late = client_of("autor").post(page, form | {"edition": opened, "risk": "nenhum"})
    assert late.status_code == 200 and "cartas repetidas" in late.content.decode(), "of the other window"
    change.refresh_from_db()
    assert assessment_of(change) == Assessment(**texts)
    change = advance_to("submitted", people, change)
    shown = client_of("aprovador").get(view).content.decode()
    assert [text for text in texts.values() if text not in shown] == [] and "ainda não registado" not in shown
    for name in texts:
        with pytest.raises(IntegrityError, match="can no longer be changed"), transaction.atomic():
            RuleChange.objects.filter(pk=change.pk).update(**{name: "outra coisa"})


def test_PB_15b_a_breach_is_shown_at_its_field_and_the_draft_is_saved(people: Signers) -> None:
    """[PB-15b]"""
    change = begin_draft("baccarat")
    response = client_of("autor").post(
        f"{LIST}{change.pk}/edit/", form_data(change, **{"max_times.tie": "16"}), follow=True
    )
    page = response.content.decode()
    assert "no máximo 15, não 16. [PB-15b]" in page
    change.refresh_from_db()
    assert changes.rules_of(change).max_times.tie == 16
    actions = client_of("autor").get(f"{LIST}{change.pk}/change/").context["actions"]
    assert [verb for verb, _name in actions] == ["withdraw"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("max_times.tie", "quinze"),
        ("decks", "7"),
        ("charged", "tudo"),
        ("title", ""),
        ("resume_within", ""),
        ("pairs", "talvez"),
    ],
)
def test_an_invalid_value_is_reported_and_nothing_is_saved(people: Signers, field: str, value: str) -> None:
    change = begin_draft("baccarat")
    response = client_of("autor").post(f"{LIST}{change.pk}/edit/", form_data(change, **{field: value}))
    assert response.status_code == 200 and field in response.context["form"].errors
    assert RuleChange.objects.get(pk=change.pk).content == change.content


def test_all_steps_through_the_pages(people: Signers) -> None:
    change = begin_draft("baccarat")
    client_of("autor").post(
        f"{LIST}{change.pk}/edit/", form_data(change, commissions=["b"], reason="mais simples para todos")
    )
    change.refresh_from_db()
    digest, today = {"digest": change.content.digest}, day_of(now())
    document = SimpleUploadedFile("despacho.pdf", b"%PDF-1.7 sim")
    for name, data in (
        ("autor", {"verb": "submit"}),
        ("aprovador", {"verb": "endorse", "reason": "os efeitos são conhecidos"}),
        (
            "regulador",
            {"verb": "authorise", "reference": "SRIJ-1", "dated": today.isoformat(), "document": document},
        ),
        ("autor", {"verb": "schedule", "moment": ""}),
    ):
        assert client_of(name).post(f"{LIST}{change.pk}/step/", {**digest, **data}).status_code == 302
    assert changes.activate_due() == 1
    step = RuleStep.objects.get(change=change, verb="authorise")
    assert step.dated == today and step.document is not None
    response = client_of("auditoria").get(f"{LIST}document/{step.document_id}/")
    assert response.content == b"%PDF-1.7 sim" and "attachment" in response["Content-Disposition"]
    assert Line.objects.filter(kind="rules.document-read").count() == 1
    page = client_of("ana").get("/rules/baccarat/").content.decode()
    assert "SRIJ-1" in page and "DEMO-1" in page, "both versions are public"


def schedule_by_pages(change: RuleChange, days: int) -> None:
    """Every person takes their step, and the author asks for a moment so many days ahead."""
    digest, today = {"digest": change.content.digest}, day_of(now())
    document = SimpleUploadedFile("despacho.pdf", b"%PDF-1.7 sim")
    for name, data in (
        ("autor", {"verb": "submit"}),
        ("aprovador", {"verb": "endorse", "reason": "os efeitos são conhecidos"}),
        (
            "regulador",
            {"verb": "authorise", "reference": "SRIJ-2", "dated": today.isoformat(), "document": document},
        ),
        ("autor", {"verb": "schedule", "moment": (today + timedelta(days=days)).isoformat() + "T10:00"}),
    ):
        client_of(name).post(f"{LIST}{change.pk}/step/", {**digest, **data})
    change.refresh_from_db()


def test_MS_13_the_royal_figure_waits_three_working_days_through_the_pages_too(people: Signers) -> None:
    """[MS-13]"""
    change = begin_draft("macau-stud")
    client_of("autor").post(
        f"{LIST}{change.pk}/edit/", form_data(change, royal_times="80", reason="um prémio menor")
    )
    change.refresh_from_db()
    assert changes.rules_of(change).royal_times == 80
    page = client_of("aprovador", "en").get(f"{LIST}{change.pk}/change/").content.decode()
    assert "requested three working days before it applies" in page and "<code>MS-13</code>" in page
    schedule_by_pages(change, days=2)
    assert change.state == "authorised", "two days are too soon, and nothing was scheduled"
    assert change.earliest is not None and change.earliest > now() + timedelta(days=3)


@pytest.mark.parametrize("before,after", [("none", "quicknet"), ("quicknet", "none")])
def test_P23_another_beacon_waits_five_working_days_through_the_pages_too(
    people: Signers, before: str, after: str
) -> None:
    """The author does not tick the box: a sheet that takes or leaves a beacon changes the generator."""
    approved = sheet_in_force("baccarat", draw={"beacon": before})
    change = begin_draft("baccarat")
    assert change.base == approved and not change.generator
    client_of("autor").post(
        f"{LIST}{change.pk}/edit/",
        form_data(change, **{"draw.beacon": after, "reason": "um sorteio como este"}),
    )
    change.refresh_from_db()
    assert changes.rules_of(change).draw.beacon == after and change.generator
    page = client_of("aprovador", "en").get(f"{LIST}{change.pk}/change/").content.decode()
    assert "the regulator is notified five working days before it applies." in page
    schedule_by_pages(change, days=4)
    assert change.state == "authorised", "four days are too soon, and nothing was scheduled"
    assert change.earliest is not None and change.earliest > now() + timedelta(days=5)


def test_a_moment_in_the_past_is_refused_with_the_earliest_lawful_one(people: Signers) -> None:
    """It was accepted, and the rules came in force at once."""
    change = advance_to("authorised", people, create_draft(people, "baccarat"))
    step = {"verb": "schedule", "digest": change.content.digest, "moment": "2026-01-02T10:00"}
    response = client_of("autor").post(f"{LIST}{change.pk}/step/", step)
    page = response.content.decode()
    assert response.status_code == 422 and "Esse momento já passou" in page
    assert 'value="2026-01-02T10:00"' in page, "what was typed stays"
    change.refresh_from_db()
    assert change.state == "authorised"


def test_a_refused_authorisation_keeps_what_was_typed_and_its_document(people: Signers) -> None:
    change = advance_to("endorsed", people, create_draft(people, "baccarat"))
    client, today = client_of("regulador"), day_of(now())
    step = {
        "verb": "authorise", "digest": change.content.digest, "reference": "SRIJ-9",
        "dated": (today - timedelta(days=3)).isoformat(),
        "document": SimpleUploadedFile("despacho.pdf", b"%PDF-1.7 sim"),
    }  # fmt: skip
    response = client.post(f"{LIST}{change.pk}/step/", step)
    page = response.content.decode()
    assert response.status_code == 422 and 'value="SRIJ-9"' in page and "despacho.pdf" in page
    kept = response.context["kept_document"].pk
    corrected = {**step, "dated": today.isoformat(), "kept": str(kept)}
    del corrected["document"]
    assert client.post(f"{LIST}{change.pk}/step/", corrected).status_code == 302
    assert RuleStep.objects.get(change=change, verb="authorise").document_id == kept


def test_a_confirmation_keeps_the_document_of_an_authorisation(people: Signers) -> None:
    """The file was lost, and with it the reference and the date."""
    change = advance_to("endorsed", people, create_draft(people, "baccarat"))
    client = client_of("regulador")
    freshly(client, Person.objects.get(email="regulador@feltro.example"), "password", ago=3_600)
    step = {
        "verb": "authorise", "digest": change.content.digest, "reference": "SRIJ-9",
        "dated": day_of(now()).isoformat(), "document": SimpleUploadedFile("despacho.pdf", b"%PDF-1.7 sim"),
    }  # fmt: skip
    url = f"{LIST}{change.pk}/step/"
    question = client.post(url, step)
    assert question.status_code == 302 and "/account/confirm/" in question["Location"]
    client.post(question["Location"], {"password": "mesa-regulador-2015", "next": url})
    change.refresh_from_db()
    assert change.state == "authorised"
    document = RuleStep.objects.get(change=change, verb="authorise").document
    assert document is not None and document.name == "despacho.pdf"


def test_a_refused_request_returns_to_its_author(people: Signers) -> None:
    """It was closed without a word: the author's queue never showed it."""
    change = take_step(
        advance_to("endorsed", people, create_draft(people, "baccarat")), "refuse", people.regulator
    )
    assert list(work_sources.to_finish(people.author)) == [change]
    assert list(work_sources.to_finish(people.approver)) == []
    assert "Recomeçar" in client_of("autor").get(f"{LIST}{change.pk}/change/").content.decode()
    client_of("autor").post(f"{LIST}{change.pk}/again/")
    draft = RuleChange.objects.get(system="baccarat", state="draft")
    assert (draft.content, draft.reason) == (change.content, change.reason)
    assert list(work_sources.to_finish(people.author)) == [draft]


def test_nobody_uses_the_document_of_another_person(people: Signers) -> None:
    change = advance_to("endorsed", people, create_draft(people, "baccarat"))
    other = changes.save_document(change=change, person=people.author, name="x.pdf", data=b"%PDF-1.7 x")
    step = {
        "verb": "authorise", "digest": change.content.digest, "reference": "SRIJ-9",
        "dated": day_of(now()).isoformat(), "kept": str(other.pk),
    }  # fmt: skip
    assert client_of("regulador").post(f"{LIST}{change.pk}/step/", step).status_code == 422
    assert not RuleStep.objects.filter(change=change, verb="authorise").exists()


# --- permissions


OTHERS = ("direcao", "aprovador", "regulador", "mesas", "conformidade", "auditoria", "caixa", "apoio")


def test_only_an_author_begins_and_edits(people: Signers) -> None:
    change = create_draft(people)
    for name in OTHERS:
        client = client_of(name)
        assert client.get(f"{LIST}add/").status_code == 403, name
        assert client.post(f"{LIST}add/", {"system": "blackjack", "title": "x"}).status_code == 403, name
        assert client.post(f"{LIST}{change.pk}/edit/", {"title": "x"}).status_code == 403, name
        assert client.post(f"{LIST}{change.pk}/rebase/").status_code == 403, name
        assert RuleChange.objects.get(pk=change.pk).content == change.content, name


@pytest.mark.parametrize("state", ["draft", "submitted", "endorsed", "authorised"])
def test_no_person_signs_by_url_without_the_role(people: Signers, state: str) -> None:
    """Not even the management, a superuser."""
    change = advance_to(state, people, create_draft(people))
    for name in ("direcao", "autor", "mesas", "conformidade", "auditoria", "caixa", "ana"):
        try_every_step(change, name)
        assert RuleChange.objects.get(pk=change.pk).state == state, name


def try_every_step(change: RuleChange, name: str) -> None:
    client = client_of(name)
    paper = SimpleUploadedFile("a.pdf", b"%PDF-1")
    for verb in (
        "endorse",
        "authorise",
        "refuse",
        "return",
        "activate",
        "expire",
        "supersede",
        "approve",
        "schedule" if name != "autor" else "x",
    ):
        data = {
            "verb": verb,
            "digest": change.content.digest,
            "reason": "porque eu quero",
            "reference": "R",
            "dated": "2026-01-01",
        }
        client.post(f"{LIST}{change.pk}/step/", {**data, "document": paper})


def test_the_default_actions_of_the_admin_write_nothing(people: Signers) -> None:
    change = create_draft(people)
    sheet = RuleSheet.objects.get(system="baccarat", status="in-force")
    for name in ("direcao", "autor"):
        client = client_of(name)
        client.post(f"{LIST}{change.pk}/change/", {"state": "in-force", "title": "outro"})
        client.post(f"{LIST}{change.pk}/delete/", {"post": "yes"})
        client.post(LIST, {"action": "delete_selected", "_selected_action": [change.pk], "post": "yes"})
        client.post(f"/admin/games/rulesheet/{sheet.pk}/change/", {"status": "superseded"})
        client.post(
            "/admin/games/rulesheet/add/",
            {"system": "baccarat", "version": 9, "status": "in-force", "data": "{}", "digest": "x"},
        )
    row = RuleChange.objects.get(pk=change.pk)
    assert (row.state, row.title) == ("draft", change.title)
    assert (
        RuleSheet.objects.filter(system="baccarat").count() == 1
        and RuleSheet.objects.get(pk=sheet.pk).status == "in-force"
    )


def test_the_api_of_the_rules_is_read_only(people: Signers) -> None:
    for method in ("post", "put", "patch", "delete"):
        for address in ("/api/v1/rules/", "/api/v1/rules/baccarat/"):
            assert getattr(client_of("autor"), method)(
                address, {}, content_type="application/json"
            ).status_code in (403, 404, 405)


def test_invalid_input_never_causes_an_error(people: Signers) -> None:
    change = take_step(create_draft(people), "submit", people.author)
    client = client_of("aprovador")
    for data in (
        {},
        {"verb": "endorse"},
        {"verb": "endorse", "digest": "x"},
        {"verb": "schedule", "digest": change.content.digest, "moment": "amanhã"},
        {"verb": "return", "digest": change.content.digest, "reason": "\x00" * 20},
        {"verb": "e" * 300, "digest": "0" * 64},
    ):
        assert client.post(f"{LIST}{change.pk}/step/", data).status_code == 422
    assert client.post(f"{LIST}999999/step/", {}).status_code == 404
    assert client.get(f"{LIST}{'9' * 30}/change/").status_code == 404
    assert client.get(f"{LIST}document/00000000-0000-0000-0000-000000000000/").status_code == 404
    assert (
        client_of("autor")
        .post(f"{LIST}add/", {"system": "xadrez", "title": "x", "reinstated": "y"})
        .status_code
        == 200
    )
    assert RuleChange.objects.get(pk=change.pk).state == "submitted"


def test_the_inbox_marks_the_requests_of_each_person(people: Signers) -> None:
    take_step(create_draft(people), "submit", people.author)
    create_draft(people, "blackjack", double_any=True)
    advance_to("endorsed", people, create_draft(people, "holdem"))
    systems = {
        name: {entry.change.system for entry in client_of(name).get(LIST).context["inbox"] if entry.mine}
        for name in ("autor", "aprovador", "regulador", "direcao")
    }
    assert systems == {
        "autor": {"blackjack"},
        "aprovador": {"baccarat"},
        "regulador": {"holdem"},
        "direcao": set(),
    }
    assert RuleChange.objects.filter(state__in=OPEN).count() == 3


def test_no_page_makes_more_than_forty_queries(people: Signers, django_assert_max_num_queries: Any) -> None:
    change = advance_to("endorsed", people, create_draft(people, "american-roulette", double_bets=False))
    mine = create_draft(people, "baccarat", commissions=("b",))
    for name, address in (
        ("regulador", LIST),
        ("regulador", f"{LIST}{change.pk}/change/"),
        ("autor", f"{LIST}{mine.pk}/edit/"),
        ("autor", f"{LIST}add/"),
        ("regulador", f"/admin/games/rulesheet/{change.base_id}/change/"),
    ):
        client = client_of(name)
        client.get(address)
        with django_assert_max_num_queries(40):
            assert client.get(address).status_code == 200
