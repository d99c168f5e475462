"""What a change list reveals about columns that it does not show.

The attack: a binary search over a hidden column, one request for each letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.auth.models import Group
from django.core.exceptions import DisallowedRedirect, SuspiciousOperation
from django.db.models import Field, Model
from django.test import Client, RequestFactory
from django.urls import reverse

from players.identity.models import SignIn
from players.models import Person, Player
from players.shared.admin_base import DeclaredFilters
from players.shared.list_filters import BarFilter
from tests.casino.test_authorization import ROLES
from tests.demo_house import signed_in

OPERATORS = ("", "__exact", "__startswith", "__gte", "__lt", "__regex", "__in", "__isnull")


@pytest.fixture(autouse=True)
def laundering_officer(demo: None) -> None:
    """The demonstration has none."""
    author = Person.objects.get(email="autor@feltro.example")
    author.groups.add(Group.objects.get(name="laundering officer"))


def columns(model: type[Model], depth: int = 1) -> Iterator[tuple[str, Field[Any, Any]]]:
    """Every column, hidden ones included, and every column that one relation away leads to, in either
    direction.
    """
    for field in model._meta.get_fields(include_hidden=False):
        if isinstance(field, Field) and not field.is_relation:
            yield field.name, field
        if field.is_relation and depth and field.related_model:
            for below, column in columns(field.related_model, depth - 1):
                yield f"{field.name}__{below}", column


def declared(model_admin: Any, request: Any) -> set[str]:
    """The parameters of the filters that the list shows."""
    names = set()
    for list_filter in model_admin.get_list_filter(request):
        if isinstance(list_filter, type) and issubclass(list_filter, BarFilter):
            names |= set(list_filter.names)
        elif isinstance(list_filter, type):
            names.add(list_filter.parameter_name)
        else:
            suffixes = ("", "__exact", "__isnull", "__id__exact", "__in")
            field = list_filter[0] if isinstance(list_filter, tuple) else list_filter
            names |= {f"{field}{suffix}" for suffix in suffixes}
    return names


def refuses(model_admin: Any, request: Any) -> bool:
    try:
        model_admin.get_changelist_instance(request)
    except SuspiciousOperation as error:
        return not isinstance(error, DisallowedRedirect)
    return False


def request_of(person: Person, **query: str) -> Any:
    request = RequestFactory().get("/", query)
    request.user = person
    request.session = {}
    return request


@pytest.mark.parametrize(
    "model", sorted(admin.site._registry, key=str), ids=lambda model: model._meta.label_lower
)
def test_no_list_filters_by_what_it_does_not_declare(demo: None, model: type[Model]) -> None:
    """Every list, every role that may open it, every column of it and of what it is related to."""
    model_admin, answered = admin.site._registry[model], []
    people = [Person.objects.get(email=f"{role}@feltro.example") for role in ROLES]
    readers = [person for person in people if model_admin.has_view_permission(request_of(person))]
    assert readers
    for number, (name, _column) in enumerate(columns(model)):
        for turn, operator in enumerate(OPERATORS):
            person = readers[(number + turn) % len(readers)]
            if f"{name}{operator}" in declared(model_admin, request_of(person)):
                continue
            if not refuses(model_admin, request_of(person, **{f"{name}{operator}": "1"})):
                answered.append(f"{name}{operator} as {person.email}")
    assert answered == []


def test_who_may_not_read_a_list_does_not_learn_which_records_it_has(demo: None) -> None:
    """Red before: the history of a record that is not there led to the list, that of another was refused."""
    told, tried = [], 0
    for role in ROLES:
        email = f"{role}@feltro.example"
        client, person = signed_in(email), Person.objects.get(email=email)
        for model, model_admin in admin.site._registry.items():
            if not model_admin.has_view_permission(request_of(person)):
                tried += 1
                name = f"admin:{model._meta.app_label}_{model._meta.model_name}_history"
                if client.get(reverse(name, args=[999_999])).status_code != 403:
                    told.append(f"{model._meta.label} to {role}")
    assert told == [] and tried > 100


@pytest.mark.parametrize(
    "model", sorted(admin.site._registry, key=str), ids=lambda model: model._meta.label_lower
)
def test_no_role_reaches_a_column_that_its_list_does_not_declare(demo: None, model: type[Model]) -> None:
    """The whole product: each role, each column of the rows and of what two relations lead to.

    A request for each would take an hour, so the check of the list itself answers here: a lookup is refused
    either at once or because no declared filter has taken it.
    """
    model_admin: Any = admin.site._registry[model]
    # Then the answer depends on the declared filters alone: it is the same for each role that sees the same.
    assert type(model_admin).lookup_allowed is admin.ModelAdmin.lookup_allowed
    names = {f"{name}{operator}" for name, _ in columns(model, depth=2) for operator in ("", "__startswith")}
    fields = {"pk", *(field.name for field in model._meta.get_fields())}
    checked: dict[frozenset[str], set[str]] = {}
    for role in ROLES:
        request = request_of(Person.objects.get(email=f"{role}@feltro.example"))
        if not model_admin.has_view_permission(request):
            continue
        shown = frozenset(declared(model_admin, request))
        if shown not in checked:
            checked[shown] = {n for n in names - shown if model_admin.lookup_allowed(n, "1", request)}
        allowed = checked[shown]
        changes = model_admin.get_changelist_instance(request)
        changes.filter_params = {name: ["1"] for name in allowed}
        left_over = super(DeclaredFilters, changes).get_filters(request)[2]
        assert set(left_over) == allowed, "no filter has taken a column that it does not name"
        assert {name for name in allowed if name.partition("__")[0] not in fields} == set()
        if allowed:
            with pytest.raises(DisallowedModelAdminLookup):
                changes.get_filters(request)
    assert checked, "somebody reads the list"


@pytest.mark.parametrize(
    "model", sorted(admin.site._registry, key=str), ids=lambda model: model._meta.label_lower
)
def test_no_list_is_opened_to_be_chosen_from_by_another_column_than_its_key(
    demo: None, model: type[Model]
) -> None:
    """`_to_field` prints the column that it names into the page."""
    model_admin, head = admin.site._registry[model], Person.objects.get(email="direcao@feltro.example")
    for field in model._meta.concrete_fields:
        assert model_admin.to_field_allowed(request_of(head), field.name) == field.primary_key, field.name


@pytest.mark.parametrize("role", ROLES)
def test_session_keys_cannot_be_found_letter_by_letter(demo: None, role: str) -> None:
    victim = signed_in("direcao@feltro.example")
    attacker = signed_in(f"{role}@feltro.example")
    key = victim.session.session_key or ""
    assert SignIn.objects.filter(person__email="direcao@feltro.example").exists()
    for query in (
        f"session__startswith={key[:1]}",
        f"session__gte={key}",
        f"session__regex=^{key[:2]}",
        f"session__exact={key}",
    ):
        assert attacker.get(f"/admin/identity/signin/?{query}").status_code in (400, 403), query
        assert attacker.get(f"/admin/identity/signin/?{query}&e=1").status_code in (400, 403), query


@pytest.mark.parametrize(
    "path",
    [
        "identity/signin/?person__password__startswith=s",
        "identity/identity/?nif__startswith=2",
        "identity/identity/?player__payment_accounts__iban__startswith=PT",
        "identity/draft/?code__startswith=a",
        "identity/draft/?answers__nif__startswith=2",
        "players/player/?person__email__startswith=a",
        "players/player/?identity__nif__gte=2",
        "players/person/?password__startswith=s",
        "cashier/payment/?iban__startswith=PT",
        "games/round/?sealed__gt=a",
        "games/round/?table__id__gte=1",
        "games/round/?_to_field=number",
        "auth/group/?permissions__user__password__startswith=s",
    ],
)
def test_not_even_the_head_of_the_house_reads_a_hidden_column(demo: None, path: str) -> None:
    head = signed_in("direcao@feltro.example")
    for more in ("", "&e=1", "&_popup=1", "&o=1", "&_facets=True"):
        assert head.get(f"/admin/{path}{more}").status_code == 400, more


def test_no_list_is_sorted_by_what_it_masks(demo: None) -> None:
    """Whoever opens accounts with addresses of their choice and sorts by the address reads the others between
    them.
    """
    for model in (Player, SignIn):
        model_admin, head = admin.site._registry[model], Person.objects.get(email="direcao@feltro.example")
        request = request_of(head)
        for position, _name in enumerate(model_admin.get_list_display(request), start=1):
            ordered = model_admin.get_changelist_instance(
                request_of(head, o=str(position))
            ).queryset.query.order_by
            assert not any("email" in str(column) for column in ordered), (model, ordered)


@pytest.mark.parametrize("role", ["regulador", "conformidade", "auditoria", "identidade"])
def test_a_masked_address_is_nowhere_on_the_page_of_a_sign_in(demo: None, role: str) -> None:
    signed_in("ana@feltro.example")
    entry = SignIn.objects.filter(person__email="ana@feltro.example").latest("pk")
    reader = signed_in(f"{role}@feltro.example")
    for page in (f"/admin/identity/signin/{entry.pk}/change/", "/admin/identity/signin/"):
        answer = reader.get(page)
        assert answer.status_code == 200
        assert "ana@feltro.example" not in answer.content.decode(), page


@pytest.mark.parametrize(
    "query",
    [
        "app_label=players&model_name=person&field_name=sign_ins&term=ana",
        "app_label=players&model_name=player&field_name=person&term=a",
        "app_label=players&model_name=playsession&field_name=player&term=a",
        "app_label=identity&model_name=identity&field_name=by&term=a",
        "app_label=admin&model_name=logentry&field_name=user&term=a",
    ],
)
def test_only_declared_fields_are_completed(demo: None, query: str) -> None:
    head = signed_in("direcao@feltro.example")
    assert head.get(f"/admin/autocomplete/?{query}").status_code == 403


@pytest.mark.parametrize(
    "query",
    ["person__email=ana", "player__startswith=A", "cause__startswith=a", "order=-player__person__email"],
)
def test_the_api_takes_no_filter_that_it_does_not_name(demo: None, query: str) -> None:
    ana = signed_in("ana@feltro.example")
    for path in ("/api/v1/messages/", "/api/v1/complaints/", "/api/v1/statements/", "/api/v1/limits/"):
        plain, filtered = ana.get(path), ana.get(f"{path}?{query}")
        assert plain.status_code == 200, path
        assert filtered.status_code == 400 or filtered.content == plain.content, path


def test_a_stranger_sees_no_list(demo: None) -> None:
    assert Client().get("/admin/identity/signin/?session__startswith=a").status_code == 302
