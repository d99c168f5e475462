"""The pages of notices to many players: write and try, the second person's decision, and the progress."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.backoffice.notice_forms import GROUP_LABELS, NoticeForm
from games.models import Table
from players.decisions.deciding import check_right
from players.decisions.pages import decide_view, decision_context
from players.inbox import notice_groups
from players.inbox.bulk_notices import NOTICE, notice_details, propose_notice
from players.inbox.models import BulkNotice
from players.inbox.notice_groups import GroupKind, NoticeGroup
from players.inbox.notice_texts import WRITTEN_ALWAYS, WRITTEN_IF_WANTED, ShownNotice, shown_notice
from players.languages import HOUSE_LANGUAGES, language_of
from players.models import Player
from players.play_records import game_name
from players.shared import clock
from players.shared.admin_base import signed_in_staff
from players.shared.number_formats import format_whole
from players.shared.staff_reasons import reason_of

READS = "inbox.view_bulknotice"
RECENT = 30
State = BulkNotice.State


@never_cache
def notices_page(request: HttpRequest) -> HttpResponse:
    """Write a notice, see who would receive it, and propose it."""
    is_post = request.method == "POST"
    person = signed_in_staff(request)
    check_right(person, (NOTICE.proposes if is_post else READS,))
    form = NoticeForm(request.POST if is_post else None)
    dry_run = None
    if is_post and form.is_valid():
        group, purpose = form.group(), form.cleaned_data["purpose"]
        dry_run = notice_groups.dry_run(group, purpose)
        if "propose" in request.POST and dry_run.recipients and (reason := reason_of(request)):
            notice = propose_notice(
                purpose=purpose,
                texts=form.texts(),
                group=group,
                person=person,
                reason=reason,
                starts=form.cleaned_data["starts"],
            )
            messages.success(request, _("Proposed: a second person must approve it."))
            return redirect("office_notice", notice.pk)
    details = notice_details(purpose=form.cleaned_data["purpose"], texts=form.texts()) if dry_run else {}
    context = {
        **admin.site.each_context(request),
        "title": _("Notices to players"),
        "texts": [(language, shown_notice(details, language.code)) for language in HOUSE_LANGUAGES]
        if dry_run
        else [],
        "preview": _preview(form, details) if dry_run and form.cleaned_data["reader"] else None,
        "others": [form["starts"], form["reader"]],
        "form": form if person.has_perm(NOTICE.proposes) else None,
        "groups": [_group_fields(form, kind) for kind in GroupKind],
        "languages": [
            (language, form[f"subject_{language.code}"], form[f"text_{language.code}"])
            for language in (*WRITTEN_ALWAYS, *WRITTEN_IF_WANTED)
        ],
        "dry_run": dry_run,
        "left_out": _reasons(dry_run.left_out) if dry_run else [],
        "reason": request.POST.get("reason", ""),
        "recent": [
            {"notice": notice, "subject": _read(notice).subject}
            for notice in BulkNotice.objects.select_related("author", "decider").order_by("-at")[:RECENT]
        ],
    }
    return render(request, "backoffice/notices/notices.html", context, status=422 if form.errors else 200)


def _preview(form: NoticeForm, details: dict[str, Any]) -> dict[str, Any]:
    """What one player would read, or why that player receives nothing."""
    player: Player = form.cleaned_data["reader"]
    group = notice_groups.with_reason_left_out(form.group(), form.cleaned_data["purpose"])
    reason = group.filter(pk=player.pk).values_list("reason_left_out", flat=True).first()
    left_out = _("is not in this group") if reason is None else notice_groups.left_out_label(reason)
    language = language_of(player.person.language)
    return {
        "player": player,
        "left_out": "" if reason == notice_groups.GETS_IT else left_out,
        "language": language,
        "shown": shown_notice(details, language.code),
    }


def _group_fields(form: NoticeForm, kind: GroupKind) -> dict[str, Any]:
    names = {
        GroupKind.REGISTERED: ("registered_first", "registered_last"),
        GroupKind.PLAYED: ("played_first", "played_last", "game", "table"),
        GroupKind.STATUS: ("statuses",),
        GroupKind.LISTED: ("listed",),
    }[kind]
    return {
        "kind": kind.value,
        "label": GROUP_LABELS[kind],
        "is_chosen": form["kind"].value() == kind,
        "fields": [form[name] for name in names],
    }


def _reasons(left_out: dict[str, int]) -> list[tuple[str, int]]:
    return [(notice_groups.left_out_label(code), count) for code, count in left_out.items()]


def _describe(group: NoticeGroup) -> str:
    """The group in words."""
    parts = [str(GROUP_LABELS[group.kind])]
    if group.first_day and group.last_day:
        parts.append(
            _("%(first)s to %(last)s")
            % {"first": date_format(group.first_day), "last": date_format(group.last_day)}
        )
    if group.game:
        parts.append(game_name(group.game))
    if group.table:
        name = Table.objects.filter(pk=group.table).values_list("name", flat=True).first()
        parts.append(name or str(group.table))
    parts += [str(Player.Status(status).label) for status in group.statuses]
    if group.players:
        parts.append(format_whole(len(group.players)))
    return " · ".join(parts)


def _read(notice: BulkNotice, language: str = "") -> ShownNotice:
    """What players read, by default in the language of the page."""
    return shown_notice({"texts": notice.texts, "purpose": notice.purpose}, language)


@require_safe
@never_cache
def notice_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A proposed notice with what it would do now, or a decided one with its progress."""
    person = signed_in_staff(request)
    check_right(person, (READS,))
    notice = get_object_or_404(BulkNotice.objects.select_related(*NOTICE.related), pk=pk)
    group = notice_groups.decode_group(notice.recipients)
    is_open, is_on_its_way = notice.state == State.PROPOSED, notice.state in (State.APPROVED, State.SENDING)
    dry_run = notice_groups.dry_run(group, notice.purpose) if is_open else None
    context = {
        **admin.site.each_context(request),
        "title": _("Notice to players"),
        "notice": notice,
        "group": _describe(group),
        "texts": [(language, _read(notice, language.code)) for language in HOUSE_LANGUAGES],
        "dry_run": dry_run,
        "left_out": _reasons(dry_run.left_out if dry_run else notice.left_out),
        "is_on_its_way": is_on_its_way,
        "is_planned": is_on_its_way and notice.starts is not None and notice.starts > clock.now(),
        "decision": decision_context(NOTICE, notice, person),
    }
    return render(request, "backoffice/notices/notice.html", context)


urlpatterns = [
    path("notices/", admin.site.admin_view(notices_page), name="office_notices"),
    path("notices/<uuid:pk>/", admin.site.admin_view(notice_page), name="office_notice"),
    path(
        "notices/<uuid:pk>/decide/", admin.site.admin_view(decide_view(NOTICE)), name="office_notice_decide"
    ),
]
