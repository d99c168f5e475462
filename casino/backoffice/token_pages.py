"""The API tokens of staff: one's own, and for those who look after staff, everybody's."""

from __future__ import annotations

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.identity.models import ApiToken
from players.identity.sign_in.api_tokens import open_tokens, revoke_token
from players.identity.sign_in.reauthentication import step_up_required
from players.identity.sign_in.token_views import ApiTokenForm
from players.models import Person
from players.shared.admin_base import signed_in_staff
from players.shared.staff_errors import MissingPermission

RIGHT = "identity.add_apitoken"
SEES_ALL = "backoffice.view_staffchange"
ENDS_ALL = "backoffice.approve_staffchange"


def _owner(request: HttpRequest) -> Person:
    person = signed_in_staff(request)
    if not person.has_perm(RIGHT):
        raise MissingPermission(RIGHT)
    return person


@never_cache
@step_up_required
def tokens_page(request: HttpRequest) -> HttpResponseBase:
    """The token is part of this response only: loading the page again does not show it."""
    person = _owner(request)
    form = ApiTokenForm(request.POST or None)
    token = None
    if request.method == "POST" and form.is_valid():
        token = form.create(person, request)
        form = ApiTokenForm() if token else form
    return _page(request, person, form, token)


def _page(request: HttpRequest, person: Person, form: ApiTokenForm, token: str | None) -> HttpResponse:
    tokens = open_tokens().filter(person__is_staff=True).select_related("person")
    if not person.has_perm(SEES_ALL):
        tokens = tokens.filter(person=person)
    may_end_all = person.has_perm(ENDS_ALL)
    context = {
        **admin.site.each_context(request),
        "title": _("API tokens"),
        "form": form,
        "token": token,
        "rows": [
            {"token": row, "may_end": may_end_all or row.person_id == person.pk}
            for row in tokens.order_by("person__email", "-pk")
        ],
    }
    return render(request, "backoffice/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@step_up_required
def end_token(request: HttpRequest) -> HttpResponseBase:
    person = _owner(request)
    chosen = request.POST.get("token", "")
    number = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 19 else 0
    row = ApiToken.objects.filter(pk=number, person__is_staff=True).select_related("person").first()
    owner = person if row is None or not person.has_perm(ENDS_ALL) else row.person
    if revoke_token(token=number, owner=owner, by=person, request=request):
        messages.success(request, _("The token has been revoked. It no longer reads anything."))
    else:
        messages.info(request, _("That token had already ended."))
    return redirect("office_tokens")


urlpatterns = [
    path("api-tokens/", admin.site.admin_view(tokens_page), name="office_tokens"),
    path("api-tokens/end/", admin.site.admin_view(end_token), name="office_token_end"),
]
