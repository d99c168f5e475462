"""The desk as staff see it: a form for every game, breaches under their fields, and doors that open to whoever's part it is."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.catalogue import GAMES
from games.models import RuleSheet
from games.rulebook import changes
from games.rulebook.models import OPEN, RuleChange, RuleStep
from players.audit.models import Line
from players.models import Person
from players.shared.clock import day_of, now
from tests.games.rulebook.people import Desk, brought_to, draft, take
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)

LIST = "/admin/rulebook/rulechange/"


def who(name: str, language: str = "pt-pt") -> Client:
    return signed_in(f"{name}@feltro.example", language)


@pytest.fixture
def people(demo: None) -> Desk:  # noqa: F811
    return Desk(
        *(Person.objects.get(email=f"{name}@feltro.example") for name in ("autor", "aprovador", "regulador"))
    )


def begun(system: str) -> RuleChange:
    answer = who("autor").post(f"{LIST}add/", {"system": system, "title": "uma alteração"})
    assert answer.status_code == 302
    return RuleChange.objects.get(system=system, state="draft")


def filled(change: RuleChange, **told: Any) -> dict[str, Any]:
    """What a browser sends when the form is saved as it stands."""
    form = who("autor").get(f"{LIST}{change.pk}/edit/").context["form"]
    values = {name: form[name].value() for name in form.fields}
    given = {name: value for name, value in values.items() if value not in (None, False)}
    given["rate"] = str(given["rate"]).replace(".", ",") if "rate" in given else None
    return {name: value for name, value in {**given, **told}.items() if value is not None}


@pytest.mark.parametrize("system", GAMES)
def test_the_form_of_every_game_opens_in_both_languages_and_saved_as_it_stands_changes_nothing(
    people: Desk, system: str
) -> None:
    change = begun(system)
    for language in ("pt-pt", "en"):
        assert who("autor", language).get(f"{LIST}{change.pk}/edit/").status_code == 200
    before = change.content.digest
    answer = who("autor").post(f"{LIST}{change.pk}/edit/", filled(change))
    assert answer.status_code == 302, answer.context["form"].errors
    change.refresh_from_db()
    assert change.content.digest == before


def test_PB_26_the_commission_is_changed_by_ticking_and_shown_left_and_right(people: Desk) -> None:
    """[PB-26a] [PB-26b]"""
    change = begun("baccarat")
    who("autor").post(f"{LIST}{change.pk}/edit/", filled(change, commissions=["b"], reason="mais simples"))
    change.refresh_from_db()
    assert changes.rules_of(change).commissions == ("b",)
    page = who("autor").get(f"{LIST}{change.pk}/change/")
    (row,) = page.context["changed_rows"]
    assert [
        (key, was, will) for (_word, was, will), key in zip(row.items, ("none", "a", "b"), strict=True)
    ] == [
        ("none", True, False),
        ("a", True, False),
        ("b", True, True),
    ]
    tables = {each.table.name: each.after.commission for each in page.context["tables"]}
    assert tables == {"Estoril": "b", "Taipa": "b", "Estoril · demonstração": "b"}


def test_a_draft_saved_in_two_windows_loses_nothing(people: Desk) -> None:
    change = begun("baccarat")
    page = f"{LIST}{change.pk}/edit/"
    opened = who("autor").get(page).context["edition"]
    form = filled(change)
    who("autor").post(
        page, {**form, "edition": opened, "reason": "escrito na primeira janela", "commissions": ["b"]}
    )
    late = who("autor").post(page, {**form, "edition": opened, "reason": "escrito na segunda janela"})
    text = late.content.decode()
    assert late.status_code == 200 and "escrito na segunda janela" in text, "what was typed is kept"
    assert "guardado noutra janela" in text and "escrito na primeira janela" in text, (
        "and what was saved meanwhile is said"
    )
    change.refresh_from_db()
    assert change.reason == "escrito na primeira janela" and changes.rules_of(change).commissions == ("b",)
    assert (
        who("autor")
        .post(page, {**form, "edition": late.context["edition"], "reason": "escrito na segunda janela"})
        .status_code
        == 302
    )
    change.refresh_from_db()
    assert change.reason == "escrito na segunda janela"


def test_PB_15b_a_breach_stands_under_its_field_with_its_rule_and_the_draft_is_kept(people: Desk) -> None:
    """[PB-15b]"""
    change = begun("baccarat")
    answer = who("autor").post(
        f"{LIST}{change.pk}/edit/", filled(change, **{"max_times.tie": "16"}), follow=True
    )
    page = answer.content.decode()
    assert "no máximo 15, não 16. [PB-15b]" in page
    change.refresh_from_db()
    assert changes.rules_of(change).max_times.tie == 16
    acts = who("autor").get(f"{LIST}{change.pk}/change/").context["acts"]
    assert [verb for verb, _name in acts] == ["withdraw"]


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
def test_what_cannot_be_read_is_said_and_nothing_is_kept(people: Desk, field: str, value: str) -> None:
    change = begun("baccarat")
    answer = who("autor").post(f"{LIST}{change.pk}/edit/", filled(change, **{field: value}))
    assert answer.status_code == 200 and field in answer.context["form"].errors
    assert RuleChange.objects.get(pk=change.pk).content == change.content


def test_the_whole_road_by_the_pages(people: Desk) -> None:
    change = begun("baccarat")
    who("autor").post(
        f"{LIST}{change.pk}/edit/", filled(change, commissions=["b"], reason="mais simples para todos")
    )
    change.refresh_from_db()
    signed, today = {"digest": change.content.digest}, day_of(now())
    paper = SimpleUploadedFile("despacho.pdf", b"%PDF-1.7 sim")
    for name, told in (
        ("autor", {"verb": "submit"}),
        ("aprovador", {"verb": "endorse"}),
        (
            "regulador",
            {"verb": "authorise", "reference": "SRIJ-1", "dated": today.isoformat(), "document": paper},
        ),
        ("autor", {"verb": "schedule", "moment": ""}),
    ):
        assert who(name).post(f"{LIST}{change.pk}/step/", {**signed, **told}).status_code == 302
    assert changes.activate_due() == 1
    step = RuleStep.objects.get(change=change, verb="authorise")
    assert step.dated == today and step.document is not None
    answer = who("auditoria").get(f"{LIST}document/{step.document_id}/")
    assert answer.content == b"%PDF-1.7 sim" and "attachment" in answer["Content-Disposition"]
    assert Line.objects.filter(kind="rules.document-read").count() == 1
    page = who("ana").get("/rules/baccarat/").content.decode()
    assert "SRIJ-1" in page and "DEMO-1" in page, "both versions are public"


# --- doors


@pytest.mark.parametrize(
    "name", ["direcao", "aprovador", "regulador", "mesas", "conformidade", "auditoria", "caixa", "apoio"]
)
def test_only_an_author_begins_and_edits(people: Desk, name: str) -> None:
    change = draft(people)
    client = who(name)
    assert client.get(f"{LIST}add/").status_code == 403
    assert client.post(f"{LIST}add/", {"system": "blackjack", "title": "x"}).status_code == 403
    assert client.post(f"{LIST}{change.pk}/edit/", {"title": "x"}).status_code == 403
    assert client.post(f"{LIST}{change.pk}/rebase/").status_code == 403
    assert RuleChange.objects.get(pk=change.pk).content == change.content


@pytest.mark.parametrize("state", ["draft", "submitted", "endorsed", "authorised"])
@pytest.mark.parametrize("name", ["direcao", "autor", "mesas", "conformidade", "auditoria", "caixa", "ana"])
def test_nobody_signs_by_address_what_is_not_theirs_to_sign(people: Desk, name: str, state: str) -> None:
    """The head of the house, a superuser, least of all."""
    change = brought_to(state, people, draft(people))
    client = who(name)
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
        told = {
            "verb": verb,
            "digest": change.content.digest,
            "reason": "porque eu quero",
            "reference": "R",
            "dated": "2026-01-01",
        }
        client.post(f"{LIST}{change.pk}/step/", {**told, "document": paper})
    assert RuleChange.objects.get(pk=change.pk).state == state


def test_neither_add_change_delete_nor_bulk_actions_of_the_admin_write(people: Desk) -> None:
    change = draft(people)
    sheet = RuleSheet.objects.get(system="baccarat", status="in-force")
    for name in ("direcao", "autor"):
        client = who(name)
        client.post(f"{LIST}{change.pk}/change/", {"state": "in-force", "title": "outro"})
        client.post(f"{LIST}{change.pk}/delete/", {"post": "yes"})
        client.post(LIST, {"action": "delete_selected", "_selected_action": [change.pk], "post": "yes"})
        client.post(f"/admin/games/rulesheet/{sheet.pk}/change/", {"status": "superseded"})
        client.post(
            "/admin/games/rulesheet/add/",
            {"system": "baccarat", "version": 9, "status": "in-force", "data": "{}", "digest": "x"},
        )
    found = RuleChange.objects.get(pk=change.pk)
    assert (found.state, found.title) == ("draft", change.title)
    assert (
        RuleSheet.objects.filter(system="baccarat").count() == 1
        and RuleSheet.objects.get(pk=sheet.pk).status == "in-force"
    )


def test_the_api_reads_rules_and_writes_none(people: Desk) -> None:
    for method in ("post", "put", "patch", "delete"):
        for address in ("/api/v1/rules/", "/api/v1/rules/baccarat/"):
            assert getattr(who("autor"), method)(
                address, {}, content_type="application/json"
            ).status_code in (403, 404, 405)


def test_bad_input_is_an_answer_and_never_a_fault(people: Desk) -> None:
    change = take(draft(people), "submit", people.author)
    client = who("aprovador")
    for told in (
        {},
        {"verb": "endorse"},
        {"verb": "endorse", "digest": "x"},
        {"verb": "schedule", "digest": change.content.digest, "moment": "amanhã"},
        {"verb": "return", "digest": change.content.digest, "reason": "\x00" * 20},
        {"verb": "e" * 300, "digest": "0" * 64},
    ):
        assert client.post(f"{LIST}{change.pk}/step/", told).status_code == 302
    assert client.post(f"{LIST}999999/step/", {}).status_code == 404
    assert client.get(f"{LIST}{'9' * 30}/change/").status_code == 404
    assert client.get(f"{LIST}document/00000000-0000-0000-0000-000000000000/").status_code == 404
    assert (
        who("autor").post(f"{LIST}add/", {"system": "xadrez", "title": "x", "again": "y"}).status_code == 200
    )
    assert RuleChange.objects.get(pk=change.pk).state == "submitted"


def test_the_inbox_says_what_waits_for_whom(people: Desk) -> None:
    take(draft(people), "submit", people.author)
    draft(people, "blackjack", double_any=True)
    brought_to("endorsed", people, draft(people, "holdem"))
    waits = {
        name: {each.change.system for each in who(name).get(LIST).context["inbox"] if each.mine}
        for name in ("autor", "aprovador", "regulador", "direcao")
    }
    assert waits == {
        "autor": {"blackjack"},
        "aprovador": {"baccarat"},
        "regulador": {"holdem"},
        "direcao": set(),
    }
    assert RuleChange.objects.filter(state__in=OPEN).count() == 3


def test_no_page_of_the_desk_asks_the_database_more_than_forty_times(
    people: Desk, django_assert_max_num_queries: Any
) -> None:
    change = brought_to("endorsed", people, draft(people, "american-roulette", double_bets=False))
    mine = draft(people, "baccarat", commissions=("b",))
    for name, address in (
        ("regulador", LIST),
        ("regulador", f"{LIST}{change.pk}/change/"),
        ("autor", f"{LIST}{mine.pk}/edit/"),
        ("autor", f"{LIST}add/"),
        ("regulador", f"/admin/games/rulesheet/{change.base_id}/change/"),
    ):
        client = who(name)
        client.get(address)
        with django_assert_max_num_queries(40):
            assert client.get(address).status_code == 200
