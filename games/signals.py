"""Signing out reaches the tables: whoever leaves the house leaves every socket of that sign-in.  [AR-27] [FR-R28]"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from games.tables.summons import farewell


@receiver(user_logged_out)
def tell_tables_of_sign_out(sender: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Sockets of other sign-ins of the same person stay: they were not signed out."""
    if request is not None and request.session.session_key:
        farewell("signed-out", session=request.session.session_key)
