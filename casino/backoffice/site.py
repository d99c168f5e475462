"""Django's admin site as the back office uses it. Packages register their pages with it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from unfold.sites import UnfoldAdminSite


class OfficeSite(UnfoldAdminSite):  # type: ignore[misc]
    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """Computed only for pages that show it: Django puts it into the context of every page, and it looks
        up the reader's rights on each model.
        """
        return SimpleLazyObject(lambda: super(OfficeSite, self).get_app_list(request, app_label))
