"""What every page shows about whoever looks at it: the ribbon, the name, the balances. Asked for only where it is shown."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from .inbox.telling import unread
from .models import Person, Player
from .protection.bars import Bar, bar_of
from .wallet.models import Account


class House:
    """The masthead's answers, each looked up once and only when the page asks."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.demo: bool = settings.HOUSE_DEMO
        self.licence: str = settings.HOUSE_LICENCE
        self.mail: str = settings.HOUSE_MAIL

    @cached_property
    def player(self) -> Player | None:
        user = getattr(self.request, "user", None)
        return Player.objects.filter(person=user).first() if isinstance(user, Person) else None

    @cached_property
    def name(self) -> str:
        """The alias of a player; a member of staff is called by name, or by the part of the e-mail before the @."""
        if self.player is not None:
            return self.player.alias
        user = self.request.user
        return (user.get_full_name() or user.email.partition("@")[0]) if isinstance(user, Person) else ""

    @cached_property
    def bars(self) -> dict[str, Bar | None]:
        """What keeps the player from the tables of each currency."""
        if self.player is None:
            return {}
        return {currency: bar_of(self.player, currency) for currency in ("EUR", "DEMO")}

    @cached_property
    def unread(self) -> int:
        """Messages that wait to be read."""
        return unread(self.player) if self.player is not None else 0

    @cached_property
    def purses(self) -> list[Account]:
        """Money first, demonstration credits after it.  [AR-25] [FR-R26]"""
        if self.player is None:
            return []
        return list(
            Account.objects.filter(player=self.player, kind=Account.Kind.WALLET).order_by("-currency")
        )


def house(request: HttpRequest) -> dict[str, Any]:
    return {"house": House(request)}
