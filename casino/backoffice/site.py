"""The site of the back office: which pages it has, its packages register."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from unfold.sites import UnfoldAdminSite


class OfficeSite(UnfoldAdminSite):  # type: ignore[misc]
    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """All models with the reader's rights: computed for pages that show them, which few do. Django puts
        the list into the context of every page.
        """
        return SimpleLazyObject(lambda: super(OfficeSite, self).get_app_list(request, app_label))
