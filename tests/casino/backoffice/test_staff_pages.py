"""The back office: permissions, table settings, the round page, and numbers of queries."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.admin import sites
from django.contrib.admin.utils import flatten
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation

from casino.backoffice.permission_labels import describe_permissions
from casino.backoffice.roles import ROLES
from games.catalogue import GAMES
from games.floor.forms import form_for
from games.floor.models import TableChange
from games.models import Round, RuleSheet, Table, TableSetting
from games.tables.transport import protocol
from players.models import Person, Player
from players.wallet import ledger
from players.wallet.models import Account, Transfer
from tests import live_table
from tests.demo_house import signed_in
from tests.live_table import LiveTable, bet

LISTS = (
    "/admin/",
    "/admin/games/table/",
    "/admin/games/round/",
    "/admin/games/rulesheet/",
    "/admin/rulebook/rulechange/",
    "/admin/wallet/account/",
    "/admin/wallet/transfer/",
    "/admin/players/player/",
    "/admin/players/playsession/",
    "/admin/players/person/",
    "/admin/auth/group/",
    "/admin/backoffice/staffchange/",
)
SPACE = "\N{NO-BREAK SPACE}"
READ_ONLY = (Round, RuleSheet, Account, Transfer, Player, Group)


def fields_of(model_admin: Any) -> set[str]:
    """The names that the form of an object shows."""
    sets = [options["fields"] for _, options in model_admin.fieldsets or ()] or [model_admin.fields or ()]
    return {name for fields in sets for name in flatten(fields)}


def test_no_form_shows_a_value_that_is_made_for_the_label_of_a_list() -> None:
    """Such a value is a pair of code and words, and a form would print the pair."""
    import_module("casino.urls")  # registers every admin
    admins = [model_admin for site in sites.all_sites for model_admin in site._registry.values()]
    assert len(admins) > 20
    problems = []
    for model_admin in admins:
        shown = (getattr(model_admin, name, None) for name in fields_of(model_admin))
        problems += [
            f"{model_admin}: {method.__name__}" for method in shown if getattr(method, "label", None)
        ]
    assert problems == []


def test_every_list_shows_a_missing_value_by_the_same_dash() -> None:
    import_module("casino.urls")
    admins = [model_admin for site in sites.all_sites for model_admin in site._registry.values()]
    assert {str(model_admin.get_empty_value_display()) for model_admin in admins} == {"–"}


@pytest.fixture
def head(demo: None) -> Client:
    return signed_in("direcao@feltro.example")


@pytest.fixture
def played(demo: None, tmp_path: Path) -> Round:
    ana, bruno = Player.objects.get(alias="Ana"), Player.objects.get(alias="Bruno")
    table = LiveTable(tmp_path, Table.objects.get(name="Lisboa"))
    table.sit([ana, bruno])
    table.until("bets-opened")
    table.send(
        (ana, bet(table.round, {"straight:17": 500, "red": 1000})), (bruno, bet(table.round, {"black": 700}))
    )
    table.until("round-ended")
    table.send((ana, protocol.Leave(live_table.uuid4())))
    return Round.objects.get(table=table.table, number=table.round)


# --- the demonstration


def test_seeding_twice_changes_nothing(demo: None) -> None:
    def everything() -> tuple[Any, ...]:
        return (
            sorted(
                Account.objects.values_list("kind", "currency", "player__alias", "table", "balance")[:500],
                key=str,
            ),
            Transfer.objects.count(),
            Table.objects.count(),
            TableSetting.objects.count(),
            Person.objects.count(),
        )

    before = everything()
    call_command("seed_demo", verbosity=0)
    assert everything() == before
    assert set(ledger.total().values()) == {0}


def test_only_a_demonstration_house_is_seeded_and_has_known_passwords(db: None, settings: Any) -> None:
    settings.HOUSE_DEMO = False
    before = Person.objects.count()
    for command in ("seed_demo", "demo_signins"):
        with pytest.raises(CommandError):
            call_command(command)
    assert Person.objects.count() == before


def test_the_printed_sign_ins_work(demo: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo_signins")
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert {row[0] for row in rows} == set(Person.objects.values_list("email", flat=True))
    for email, password, *_ in rows:
        assert Person.objects.get(email=email).check_password(password), email


# --- roles


def test_every_role_has_exactly_the_rights_that_stand_in_the_code(demo: None) -> None:
    for name, rights in ROLES.items():
        granted = Group.objects.get(name=name).permissions.select_related("content_type")
        assert {f"{right.content_type.app_label}.{right.codename}" for right in granted} == set(rights)


def test_reading_roles_may_not_write() -> None:
    """An API token of their own reads what they may read, and changes nothing."""
    for role in ("compliance reader", "auditor"):
        rights = set(ROLES[role]) - {"identity.add_apitoken"}
        assert all(right.partition(".")[2].startswith("view_") for right in rights), role


# Who works with people and their money writes exactly this; whatever is added to it is added here too, and
# seen by a second reader.
WRITES = {
    "rules author": {"rulebook.add_rulechange"},
    "rules approver": {"rulebook.endorse_rulechange"},
    "regulator": {"rulebook.authorise_rulechange"},
    "support": {
        "games.change_chatline",
        "inbox.add_bulknotice",
        "inbox.change_complaint",
        "administration.add_playernote",
    },
    "cashier": {
        "bank.add_bankfile",
        "bank.add_matchdecision",
        "bank.add_recovery",
        "bank.approve_matchdecision",
        "bank.approve_recovery",
        "cashier.release_payment",
        "cashier.add_adjustment",
        "cashier.approve_adjustment",
        "administration.add_playernote",
    },
    "identity officer": {
        "identity.change_identity",
        "players.change_player",
        "administration.add_playernote",
    },
}


@pytest.mark.parametrize("role", WRITES)
def test_a_role_that_serves_people_writes_what_is_its_work_and_no_more(role: str) -> None:
    assert {right for right in ROLES[role] if not right.partition(".")[2].startswith("view_")} == WRITES[role]


def test_authors_of_rules_do_not_approve_them() -> None:
    signs = {"rulebook.add_rulechange", "rulebook.endorse_rulechange", "rulebook.authorise_rulechange"}
    assert sorted(tuple(signs & set(rights)) for rights in ROLES.values() if signs & set(rights)) == sorted(
        (right,) for right in signs
    )
    assert all(
        not right.endswith("_rulesheet") or right == "games.view_rulesheet"
        for rights in ROLES.values()
        for right in rights
    )


@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_permissions_of_a_role_are_described(language: str) -> None:
    with translation.override(language):
        assert all(describe_permissions(rights) for rights in ROLES.values())
        assert describe_permissions(("cashier.release_payment",)).startswith(
            {"pt-pt": "liberta ", "en": "releases "}[language]
        )


SEES = {
    "mesas": {"games/table", "games/round", "games/rulesheet", "rulebook/rulechange", "players/playsession"},
    "caixa": {"wallet/account", "wallet/transfer", "players/player", "players/playsession"},
    "regulador": {
        "games/table",
        "games/round",
        "games/rulesheet",
        "rulebook/rulechange",
        "wallet/account",
        "wallet/transfer",
        "players/player",
        "players/playsession",
    },
}


@pytest.mark.parametrize("name", SEES)
def test_a_role_sees_only_its_own_areas(demo: None, name: str) -> None:
    client = signed_in(f"{name}@feltro.example")
    screens = {address.removeprefix("/admin/").rstrip("/") for address in LISTS if address != "/admin/"}
    assert {screen for screen in screens if client.get(f"/admin/{screen}/").status_code == 200} == SEES[name]
    navigation = client.get("/admin/").content.decode()
    for screen in screens:
        assert (f'href="/admin/{screen}/"' in navigation) == (screen in SEES[name]), screen


# --- screens


@pytest.mark.parametrize("address", LISTS)
def test_no_list_makes_more_than_forty_database_queries(
    head: Client,
    played: Round,
    address: str,
    django_assert_max_num_queries: Any,
) -> None:
    head.get(address)
    with django_assert_max_num_queries(40):
        assert head.get(address).status_code == 200


@pytest.mark.parametrize("language", ["pt-pt", "en"])
@pytest.mark.parametrize("address", LISTS)
def test_every_screen_opens_in_both_languages(demo: None, address: str, language: str) -> None:
    response = signed_in("direcao@feltro.example", language).get(address)
    assert response.status_code == 200
    labels = re.findall(r' data-label="([^"]+)', response.content.decode())
    assert [label for label in labels if label[0].islower()] == [], (
        "what heads a column heads its value on a telephone alike"
    )


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model.__name__)
def test_a_record_can_be_looked_at_and_not_written_even_by_the_head_of_the_house(
    head: Client, played: Round, model: Any
) -> None:
    address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    first = model.objects.first()
    assert head.get(f"{address}{first.pk}/change/").status_code == 200
    assert head.get(f"{address}add/").status_code == 403
    assert head.post(f"{address}{first.pk}/change/", {}).status_code == 403
    assert head.post(f"{address}{first.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_rounds_page_shows_each_event_in_words_beside_the_money_it_moved(
    head: Client, played: Round
) -> None:
    page = head.get(f"/admin/games/round/{played.pk}/change/").content.decode()
    for text in (
        "Façam as vossas apostas",
        "Aposta aceite",
        "Pleno 17: 5,00",
        "Jogo feito, nada mais",
        "Número sorteado",
        played.seed,
    ):
        assert text in page
    entries = head.get(f"/admin/games/round/{played.pk}/change/").context["timeline"]
    moved = sum(transfer.cents for entry in entries for transfer in entry.transfers)
    assert moved == sum(Transfer.objects.filter(round=played.pk).values_list("cents", flat=True)) > 0
    order = [entry.label for entry in entries]
    assert order.index("Apostas perdedoras recolhidas") < order.index("Apostas vencedoras pagas")


def test_the_seed_of_a_round_that_runs_is_on_no_screen(head: Client, played: Round) -> None:
    coming = Round.objects.get(table=played.table, number=played.number + 1)
    page = head.get(f"/admin/games/round/{coming.pk}/change/").content.decode()
    assert coming.commitment in page and bytes(coming.sealed).hex() not in page and "selada" in page


def test_the_overview_says_that_the_books_are_level_and_what_was_played(head: Client, played: Round) -> None:
    page = head.get("/admin/").content.decode()
    assert "Soma de todas as contas" in page and "Demonstração" in page and "Lisboa" in page
    assert f"22,00{SPACE}€" in page


def test_what_a_test_account_plays_is_no_revenue(head: Client, played: Round) -> None:
    Player.objects.filter(alias="Ana").update(testing=True)
    page = head.get("/admin/").content.decode()
    assert f"22,00{SPACE}€" not in page and f"7,00{SPACE}€" in page


# --- a table's setting


def setting(table: Table) -> Any:
    table.refresh_from_db()
    assert table.setting is not None
    return msgspec.json.decode(table.setting.data, type=GAMES[table.system].engine.setting_type)


def form(table: Table, **changes: str) -> dict[str, Any]:
    """What the table's own form would send, with these fields written otherwise."""
    filled = form_for(table.system)(None, table=table, before=setting(table))
    sent: dict[str, Any] = {}
    for name in filled.fields:
        value = filled[name].value()
        if value is not None and value is not False and value != "":
            sent[name] = "on" if value is True else value
    return {**sent, **changes, "propose": "1", "reason": "players asked for it"}


def proposed(client: Client, table: Table, **changes: str) -> Any:
    return client.post(f"/admin/games/table/{table.pk}/setting/", form(table, **changes))


def test_a_changed_limit_waits_for_a_second_person_and_then_counts_from_the_next_round(head: Client) -> None:
    table, manager = Table.objects.get(name="Lisboa"), signed_in("mesas@feltro.example")
    response = proposed(manager, table, minimum="2,00", cap="1500")
    assert response.status_code == 302 and setting(table).minimum == 50
    page = head.get(response["Location"]).content.decode()
    assert f"0,50{SPACE}€" in page and f"60,00{SPACE}€" in page, (
        "30 times the minimum, the maximum of a straight-up bet"
    )
    decide = response["Location"].replace("/change/", "/decide/")
    manager.post(decide, {"verb": "confirm"})
    assert setting(table).minimum == 50, "the proposer cannot confirm"
    head.post(decide, {"verb": "confirm"})
    assert setting(table).minimum == 200 and setting(table).cap == 150_000
    versions = TableSetting.objects.filter(table=table).order_by("version")
    assert [version.version for version in versions] == [1, 2]
    assert versions.last().author.email == "mesas@feltro.example"
    page = head.get(f"/admin/games/table/{table.pk}/change/").content.decode()
    assert "direcao@feltro.example" in page and f"60,00{SPACE}€" in page


def test_the_pace_of_a_table_is_set_by_one_person_at_once(head: Client) -> None:
    table = Table.objects.get(name="Lisboa")
    proposed(head, table, betting_seconds="35")
    assert setting(table).betting_seconds == 35


def test_saving_what_is_already_set_makes_no_version(head: Client) -> None:
    table = Table.objects.get(name="Lisboa")
    assert proposed(head, table).status_code == 200
    assert TableSetting.objects.filter(table=table).count() == 1 and not TableChange.objects.exists()


@pytest.mark.parametrize(
    "name", ["Lisboa", "Sintra", "Coimbra", "Estoril", "Taipa", "Figueira", "Funchal", "Coloane"]
)
def test_the_form_of_every_game_reads_back_what_it_shows(head: Client, name: str) -> None:
    table = Table.objects.get(name=name)
    response = head.get(f"/admin/games/table/{table.pk}/limits/", form(table))
    data = response.json()
    assert data["wrong"] == [] and data["changed"] == 0 and len(data["lines"]) >= 2


def test_the_limits_follow_as_they_are_typed_and_nothing_is_written(head: Client) -> None:
    table = Table.objects.get(name="Estoril")
    data = head.get(f"/admin/games/table/{table.pk}/limits/", form(table, minimum="2", step="1")).json()
    lines = {line["label"]: line for line in data["lines"]}
    tie = lines["Empate"]
    assert (tie["after"], tie["times"], tie["rule"]) == (
        f"2,00{SPACE}€ – 30,00{SPACE}€",
        "15 ×",
        "PB-15b",
    ) and data["two"]
    problems = head.get(f"/admin/games/table/{table.pk}/limits/", form(table, decks="7")).json()["wrong"]
    assert problems[0]["field"] == "decks" and "[PB-6b]" in problems[0]["message"]
    assert TableSetting.objects.filter(table=table).count() == 1


def test_saving_a_table_does_not_touch_what_the_croupier_wrote_meanwhile(head: Client) -> None:
    table = Table.objects.get(name="Lisboa")
    Table.objects.filter(pk=table.pk).update(version=77, round=9, seated=3)
    head.post(f"/admin/games/table/{table.pk}/change/", {"name": "Lisboa Velha"})
    table.refresh_from_db()
    assert (table.version, table.round, table.seated, table.name) == (77, 9, 3, "Lisboa Velha")


def test_a_saved_table_is_confirmed_in_the_words_of_the_house(head: Client) -> None:
    """Red before: «O mesa “Lisboa Velha” foi alterado com sucesso»."""
    table = Table.objects.get(name="Lisboa")
    page = head.post(f"/admin/games/table/{table.pk}/change/", {"name": "Lisboa Velha"}, follow=True)
    text = page.content.decode()
    assert "Mesa Lisboa Velha guardada." in text and "com sucesso" not in text


@pytest.mark.parametrize(
    ("changes", "field", "rule"),
    [
        ({"minimum": "0,55"}, "minimum", "AR-10"),
        ({"mode": "individual"}, "seats", "AR-4"),
        ({"betting_seconds": "3"}, "betting_seconds", "AR-14a"),
        ({"cap": "0,20"}, "cap", "AR-12b"),
        ({"step": "0,05"}, "step", "AR-13a-viii"),
        ({"max_times.straight": "31"}, "max_times.straight", "AR-11a-i"),
    ],
)
def test_AR_P2_a_setting_that_breaks_a_rule_is_refused_beside_its_field(
    head: Client, changes: dict[str, str], field: str, rule: str
) -> None:
    """[AR-P2]"""
    table = Table.objects.get(name="Lisboa")
    response = proposed(head, table, **changes)
    assert response.status_code == 200 and f"[{rule}]" in str(response.context["form"].errors[field])
    assert TableSetting.objects.filter(table=table).count() == 1 and not TableChange.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [{"variant": "FR"}, {"minimum": "abc"}, {"minimum": "9" * 30}, {"seats": "-1"}, {"languages": "xx"}],
)
def test_form_errors_appear_beside_the_field(head: Client, changes: dict[str, str]) -> None:
    table = Table.objects.get(name="Lisboa")
    response = proposed(head, table, **changes)
    assert response.status_code == 200 and next(iter(changes)) in response.context["form"].errors


def test_a_table_keeps_its_game_and_its_currency(head: Client) -> None:
    table = Table.objects.get(name="Lisboa")
    head.post(
        f"/admin/games/table/{table.pk}/change/",
        {"name": "Lisboa", "system": "french-roulette", "currency": "DEMO"},
    )
    table.refresh_from_db()
    assert (table.system, table.currency) == ("american-roulette", "EUR")


def test_a_new_table_is_closed_until_two_people_have_set_it(head: Client) -> None:
    assert (
        head.post(
            "/admin/games/table/add/", {"name": "Braga", "system": "macau-stud", "currency": "DEMO"}
        ).status_code
        == 302
    )
    table = Table.objects.get(name="Braga")
    assert table.status == "closed" and table.setting is None
    head.post(f"/admin/games/table/{table.pk}/act/", {"act": "open", "reason": "it is time to open"})
    table.refresh_from_db()
    assert table.status == "closed"
    page = f"/admin/games/table/{table.pk}/setting/"
    assert head.get(page).status_code == 200
    granted = {**GAMES["macau-stud"].tables.initial, "propose": "1", "reason": "a new table"}
    granted |= {"minimum": "1", "maximum": "25", "step": "0,50"}
    response = head.post(page, granted)
    signed_in("mesas@feltro.example").post(
        response["Location"].replace("/change/", "/decide/"), {"verb": "confirm"}
    )
    head.post(f"/admin/games/table/{table.pk}/act/", {"act": "open", "reason": "it is time to open"})
    assert setting(table).currency == "DEMO" and table.status == "open"
