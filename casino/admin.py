"""The roles in the admin site. Unregisters the libraries' own models."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from casino.backoffice.permission_labels import describe_by_area
from casino.backoffice.roles import ROLES
from players.shared.admin_base import ReadOnlyAdmin

for model in (Group, EmailAddress, Authenticator):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


@admin.register(Group)
class RoleAdmin(ReadOnlyAdmin):
    """Read-only: the permissions of a role are defined in code, and reviewed with it."""

    list_display = ("role_name", "people", "acts_on", "rights_link")
    ordering = ("name",)
    fields = ("role_name", "people", "rights")
    readonly_fields = ("role_name", "people", "rights")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        groups: QuerySet[Group] = super().get_queryset(request)
        active = Q(user__is_staff=True, user__is_active=True)
        return groups.annotate(people=Count("user", filter=active))

    def record_name(self, record: Model) -> str:
        assert isinstance(record, Group)
        return gettext(record.name)

    @display(description=_("role"), ordering="name")
    def role_name(self, group: Group) -> str:
        return capfirst(gettext(group.name))

    @display(description=_("people"))
    def people(self, group: Any) -> int:
        return int(group.people)

    @display(description=_("acts on"))
    def acts_on(self, group: Group) -> str:
        """The areas in which the role may do more than read."""
        acts = [name for name in ROLES.get(group.name, ()) if ".view_" not in name]
        return ", ".join(title.lower() for title, _text in describe_by_area(acts)) or "–"

    @display(description=_("rights"))
    def rights_link(self, group: Group) -> str:
        count = len(ROLES.get(group.name, ()))
        return format_html(
            '<a class="text-link" href="{}?{}">{}</a>',
            reverse("office_rights"),
            urlencode({"role": group.name}),
            ngettext("%(count)s right", "%(count)s rights", count) % {"count": count},
        )

    @display(description=_("may"))
    def rights(self, group: Group) -> str:
        areas = describe_by_area(ROLES.get(group.name, ()))
        return format_html(
            '<dl class="rows columns role-rights">{}</dl><p>{}</p>',
            format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", areas),
            self.rights_link(group),
        )
