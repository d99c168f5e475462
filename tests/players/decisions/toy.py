"""A kind of decision that only tests know: a poster in the lobby. It is a declaration and one function."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection, models
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path

from casino.urls import urlpatterns as house
from players.decisions.deciding import Decision
from players.decisions.kinds import Kind, Step, closing_steps
from players.decisions.pages import decide_view, decision_context
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared.admin_base import signed_in_staff
from tests.players.decisions.written import laws, trigger

PROPOSES, DECIDES = "inbox.add_bulknotice", "inbox.approve_bulknotice"


class Poster(models.Model):
    text = models.CharField(max_length=40)
    hung = models.CharField(max_length=40, blank=True)
    edition = models.IntegerField(default=1)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(db_default=Now())
    state = models.CharField(
        max_length=10, default="proposed", choices=[("proposed", "proposed"), ("hung", "hung")]
    )
    decider = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided = models.DateTimeField(null=True)
    answer = models.CharField(max_length=200, blank=True)

    class Meta:
        app_label = "toy"
        managed = False

    def __str__(self) -> str:
        return self.text


def hang(decision: Decision[Poster]) -> None:
    decision.write(hung=decision.row.text)


POSTER = Kind(
    name="toy-poster",
    model=Poster,
    proposes=PROPOSES,
    steps=(
        Step(
            "proposed",
            "hung",
            "hang",
            "Hang it",
            (DECIDES,),
            "tests.poster-hung",
            "It hangs.",
            columns=("hung",),
            carry_out=hang,
        ),
        *closing_steps(
            "proposed", (DECIDES,), "tests.poster-", author_rights=(PROPOSES,), withdraw="Take it back"
        ),
    ),
    proposed="tests.poster-proposed",
    about=lambda poster: f"poster:{poster.pk}",
    details=lambda decision: {"text": decision.row.text},
    confirmed_by=step_up_required,
    base_changed=lambda poster: poster.edition != 1,
    title="Posters",
    record=lambda poster: poster.text,
    item=lambda poster: (poster.text, poster.reason),
    page="toy_poster",
    form="toy_poster_decide",
    changed="The lobby has another edition.",
    waits="It waits for a colleague.",
    related=("author", "decider"),
    target=timedelta(hours=6),
)


def poster_page(request: HttpRequest, pk: int) -> HttpResponse:
    poster = get_object_or_404(Poster, pk=pk)
    context = {"decision": decision_context(POSTER, poster, signed_in_staff(request))}
    return render(request, "backoffice/decisions/steps.html", context)


urlpatterns = [
    path("admin/toy/<int:pk>/", poster_page, name="toy_poster"),
    path("admin/toy/<int:pk>/decide/", decide_view(POSTER), name="toy_poster_decide"),
    *house,
]


@pytest.fixture
def poster_table(demo: None, settings: pytest.FixtureRequest) -> Iterator[None]:
    """The table with its laws, as `tables.sql` would have them; both follow from the declaration."""
    settings.ROOT_URLCONF = __name__  # type: ignore[attr-defined]
    written = [f"insert state=proposed decider_id=null: may {PROPOSES}, as author_id, confirmed"]
    for step, columns, who in sorted(laws(POSTER), key=lambda law: law[0]):
        written.append(f"update {', '.join([step, *sorted(columns)])}: {' | '.join(sorted(who))}")
    arguments = ", ".join(f"'{law}'" for law in written)
    with connection.cursor() as cursor:
        with connection.schema_editor(atomic=False) as editor:
            editor.create_model(Poster)
            editor.deferred_sql.clear()
        cursor.execute(trigger(POSTER))
        cursor.execute(
            "CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON toy_poster FOR EACH ROW"
            f" EXECUTE FUNCTION allowed_to_write({arguments})"
        )
        cursor.execute("GRANT SELECT, INSERT, UPDATE ON toy_poster TO house_web, house_worker")
    yield


def poster(author: Person, **fields: object) -> Poster:
    values = {"text": "Open on Sunday", "reason": "we open on Sundays", **fields}
    return Poster.objects.create(author=author, **values)
