"""The first page of the workspace: where each thing is found."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from casino.compliance.office import page, shown_to


@shown_to("compliance.view_workspace")
def overview(request: HttpRequest) -> HttpResponseBase:
    return page(request, "overview.html", _("Compliance"))
