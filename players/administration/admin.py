"""Staff, players and play sessions in the back office."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet, TextField, Value
from django.db.models.functions import Concat
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.administration import player_lists
from players.administration.player_list_admin import (
    ListFilter,
    balance_then,
    deactivated_at,
    deactivated_by,
    deactivation_reason,
    extra_columns,
    limits_text,
    list_document,
    list_summary,
    selected_list,
    source_text,
    until_text,
)
from players.administration.player_search import find_player
from players.administration.player_views import account_action, add_note, change_tag, player_page
from players.identity.sign_in.masking import mask_email
from players.identity.staff.views import unmask_email, unmasked_players
from players.models import Person, Player, PlaySession
from players.play_records import game_name, play_records
from players.shared.admin_base import (
    IndexedSearchAdmin,
    ReadOnlyAdmin,
    TotalsAdmin,
    choices_filter,
    format_amount,
    format_moment,
    link_filter,
    parse_number,
)
from players.shared.collation import Alphabetical
from players.shared.exports.csv_export import csv_response
from players.shared.list_filters import between, days_filter
from players.wallet.models import Currency

MAX_MATCHES = 500  # players whose name contains the search term; a longer term finds the others


class RoleFilter(admin.RelatedFieldListFilter):
    """The roles by their names in the language of the page."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        roles = super().field_choices(field, request, model_admin)
        return [(key, gettext(str(name))) for key, name in roles]


@admin.register(Person)
class PersonAdmin(ReadOnlyAdmin):
    """Staff and their roles, read-only: two people change roles together elsewhere.

    Players have their own list.
    """

    list_display = ("email", "full_name", "roles", "is_active", "last_display")
    list_filter = ("is_active", ("groups", RoleFilter))
    search_fields = ("email", "first_name", "last_name")
    ordering = ("email",)
    fields = ("email", "full_name", "roles", "language", "is_active", "last_display", "joined_display")
    readonly_fields = ("full_name", "roles", "last_display", "joined_display")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        people: QuerySet[Person] = super().get_queryset(request)
        return people.filter(player=None).prefetch_related("groups", "role_ends")

    @display(
        description=_("name"),
        ordering=Concat(
            Alphabetical("first_name"), Value(" "), Alphabetical("last_name"), output_field=TextField()
        ),
    )
    def full_name(self, person: Person) -> str:
        return person.get_full_name() or "–"

    @display(description=_("last sign-in"), ordering="last_login")
    def last_display(self, person: Person) -> str:
        return format_moment(person.last_login)

    @display(description=_("account since"))
    def joined_display(self, person: Person) -> str:
        return format_moment(person.date_joined)

    @display(description=_("roles"))
    def roles(self, person: Person) -> str:
        ends = {end.role_id: date_format(end.last_day, "SHORT_DATE_FORMAT") for end in person.role_ends.all()}
        names = (
            gettext("%(role)s until %(day)s") % {"role": gettext(group.name), "day": ends[group.pk]}
            if group.pk in ends
            else gettext(group.name)
            for group in person.groups.all()
        )
        return ", ".join(names) or "–"


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Every account, and the lists of accounts. Visitors have no account."""

    list_display = ("name", "email", "state", "since_display", "testing")
    list_filter = (ListFilter, "status", "testing")
    list_before_template = "backoffice/players/lists.html"
    search_fields = ("alias", "=person__email")
    list_select_related = ("person",)
    ordering = (Alphabetical("alias"), "alias")

    def get_urls(self) -> list[URLPattern]:
        admin_view = self.admin_site.admin_view
        return [
            path("<int:pk>/act/", admin_view(account_action), name="players_player_act"),
            path("<int:pk>/unmask/", admin_view(unmask_email), name="players_player_unmask"),
            path("<int:pk>/note/", admin_view(add_note), name="players_player_note"),
            path("<int:pk>/tag/", admin_view(change_tag), name="players_player_tag"),
            path("find/", admin_view(find_player), name="players_player_find"),
            path("list.csv", admin_view(self.export_csv), name="players_player_csv"),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        rows = player_lists.with_list_columns(player_lists.accounts(), selected_list(request))
        return rows.annotate(full=Q(pk__in=unmasked_players(request)))

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        money = request.user.has_perm("wallet.view_account")
        more = extra_columns(selected_list(request), money=money)
        return (*self.list_display, *more, *(("amount_display",) if money else ()))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        response: HttpResponse = super().changelist_view(request, extra_context)
        context = getattr(response, "context_data", None)
        if context is not None and "cl" in context:
            rows = context["cl"]
            context["summary"] = list_summary(request, rows.queryset, rows.result_count)
        return response

    def export_csv(self, request: HttpRequest) -> HttpResponse:
        """The list on the screen as a CSV file, with the same filters."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        rows = self.get_changelist_instance(request).get_queryset(request)
        return csv_response(list_document(request, rows))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied  # nothing of a player is written by this form
        number = parse_number(object_id)
        if number is None:
            raise Http404
        return player_page(request, number)

    @display(description=_("name at the tables"), ordering=Alphabetical("alias"))
    def name(self, player: Player) -> str:
        return player.alias

    # Not sortable: the order would reveal the masked addresses.
    @display(description=_("e-mail"))
    def email(self, player: Any) -> str:
        return player.person.email if player.full else mask_email(player.person.email)

    @display(description=_("since"), ordering="since")
    def since_display(self, player: Player) -> str:
        return format_moment(player.since)

    @display(description=_("last here"))
    def last_display(self, player: Any) -> str:
        return format_moment(player.last)

    @display(description=_("source"))
    def source_display(self, player: Any) -> str:
        return source_text(player)

    @display(description=_("until"))
    def until_display(self, player: Any) -> str:
        return until_text(player)

    @display(description=_("limits"))
    def limits_display(self, player: Any) -> str:
        return limits_text(player)

    @display(description=_("reason"))
    def reason_display(self, player: Any) -> str:
        return deactivation_reason(player)

    @display(description=_("deactivated"))
    def decided_display(self, player: Any) -> str:
        return format_moment(deactivated_at(player))

    @display(description=_("by"))
    def decider_display(self, player: Any) -> str:
        return deactivated_by(player)

    @display(description=_("balance at that time"))
    def balance_then_display(self, player: Any) -> str:
        cents = balance_then(player)
        return "–" if cents is None else format_amount(cents, "EUR")

    @display(description=_("balance"), ordering="cents")
    def amount_display(self, player: Any) -> str:
        return format_amount(player.cents, "EUR")

    @display(
        description=_("status"),
        label={"pending": "info", "active": "success", "suspended": "warning", "closed": "danger"},
        ordering="status",
    )
    def state(self, player: Player) -> tuple[str, str]:
        return player.status, player.get_status_display()


@admin.register(PlaySession)
class PlaySessionAdmin(IndexedSearchAdmin, TotalsAdmin):
    """Every play session, how it ended and its result.  [AR-3e] [AR-26] [FR-3e] [FR-R27]"""

    total_columns: ClassVar[dict[str, Any]] = {
        "staked": (_("staked"), "staked"),
        "returned": (_("returned"), "returned"),
        "net": (_("net"), F("returned") - F("staked")),
    }
    list_display = (
        "started_display",
        "player",
        "table_name",
        "ended_display",
        "how",
        "rounds",
        "staked_display",
        "returned_display",
        "net_display",
    )
    list_filter = (
        days_filter("ended", _("ended"), between("ended")),
        choices_filter("system", _("game"), lambda: play_records().game_names()),
        choices_filter("currency", _("currency"), lambda: dict(Currency.choices)),
        link_filter(
            "table", _("table"), lambda number: play_records().table_name(int(number)), is_number=True
        ),
        "cause",
    )
    search_fields = ("player__alias", "table_name")
    list_select_related = ("player",)
    search_help_text = _("the player's table name, or the exact name of a table")
    ordering = ("-id",)
    fields = (
        "player",
        "table_name",
        "game_display",
        "started_display",
        "ended_display",
        "how",
        "invited_display",
        "warned_display",
        "rounds",
        "staked_display",
        "returned_display",
        "net_display",
    )
    readonly_fields = (
        "game_display",
        "started_display",
        "ended_display",
        "how",
        "invited_display",
        "warned_display",
        "staked_display",
        "returned_display",
        "net_display",
    )

    def search_filter(self, key: str) -> Q:
        players = list(Player.objects.filter(alias__icontains=key).values_list("pk", flat=True)[:MAX_MATCHES])
        return Q(player__in=players) if players else Q(table_name=key)

    @display(description=_("game"))
    def game_display(self, session: PlaySession) -> str:
        return game_name(session.system)

    @display(description=_("started"), ordering="id")
    def started_display(self, session: PlaySession) -> str:
        return format_moment(session.started)

    @display(description=_("ended"), ordering="ended")
    def ended_display(self, session: PlaySession) -> str:
        return format_moment(session.ended)

    @display(description=_("invited to end"))
    def invited_display(self, session: PlaySession) -> str:
        return format_moment(session.invited)

    @display(description=_("warned"))
    def warned_display(self, session: PlaySession) -> str:
        return format_moment(session.warned)

    @display(description=_("how it ended"), ordering="cause")
    def how(self, session: PlaySession) -> str:
        return session.get_cause_display() if session.ended else str(_("open"))

    @display(description=_("staked"), ordering="staked")
    def staked_display(self, session: PlaySession) -> str:
        return format_amount(session.staked if session.ended else None, session.currency)

    @display(description=_("returned"), ordering="returned")
    def returned_display(self, session: PlaySession) -> str:
        return format_amount(session.returned if session.ended else None, session.currency)

    @display(description=_("net"))
    def net_display(self, session: PlaySession) -> str:
        return format_amount(session.net if session.ended else None, session.currency)
