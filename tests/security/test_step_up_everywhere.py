"""A walk over all pages of staff: what takes a step asks to confirm who one is, or stands here with its
reason.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.security.test_step_up import STEPS

# Steps that an open session of staff may take. None moves money, decides about a person, shows masked data or
# opens a hand; each names its author.
NO_CONFIRMATION = {
    "login": "asks for the password",
    "floor_switches": "suspends and releases tables; stopping a game must not wait for a password",
    "floor_bulk": "proposes; a second person confirms who they are and decides",
    "games_table_setting": "proposes; alone only what ONE_PERSON_FIELDS lists, from the next round on",
    "games_table_hours": "opening hours; moves no money",
    "games_table_act": "opens, closes and suspends tables: a suspension must not wait for a password",
    "games_tablesession_cancel": "calls off a session before it begins",
    "games_chatline_moderate": "hides a line or mutes its author",
    "rulebook_rulechange_add": "a draft; its steps are confirmed",
    "rulebook_rulechange_edit": "a draft; its steps are confirmed",
    "rulebook_rulechange_rebase": "a draft; its steps are confirmed",
    "monitoring_ruleversion_draft": "checks a text and writes nothing",
    "monitoring_ruleversion_replay": "stops or repeats a computation, on the audit chain",
    "rulebook_rulechange_again": "a draft; its steps are confirmed",
    "rulebook_rulechange_impact": "starts or stops a computation",
    "office_filter_keep": "one's own filters",
    "office_filter_forget": "one's own filters",
    "office_notices": "drafts a notice",
    "office_notice_decide": "the database asks for the proof and the rights of two people; moves no money",
    "office_webhook_retry": "sends an event again to an address of the operator, on the audit chain",
    "office_webhook_test": "sends an empty message to an address of the operator",
    "office_home": "one's own overview",
    "office_shift": "one's own shift",
    "office_roster": "who is planned for when, each line on the audit chain; gives nobody a right",
    "office_handover_read": "says that one has read a note",
    "office_mention_dismiss": "one's own mentions",
    "office_work_act": "claims and notes",
    "office_work_items": "claims of several items",
    "players_player_find": "searches; whole numbers only, limited, a line for each",
    "players_player_note": "a note",
    "players_player_tag": "a tag",
    "compliance_schedules": "reports that its author may read",
    "compliance_schedule_end": "reports that its author may read",
    "compliance_issue_make": "issues a report that its author may read",
    "compliance_returns_answer": "an answer to an alarm",
    "compliance_generator_enter": "entries in a register, with a reason, on the audit chain",
    "compliance_panel_check": "repeats a check",
    "compliance_panel_manifest": "records the installed files, with a reason, on the audit chain",
    "compliance_care_of": "notes a contact",
    "compliance_duties": "the address of one's own calendar, which shows dates and no person",
    "compliance_duty": "a proof of filing, on the audit chain; a later one counts",
    "compliance_occurrence": "an entry about an occurrence; the database asks for two people to close it",
    "compliance_occurrences": "an occurrence, on the audit chain",
    "compliance_question_new": "a question, on the audit chain; its release and its runs are confirmed",
    "compliance_hardware": "an entry in a register, with a reason, on the audit chain; the last one counts",
    "compliance_system_changes": "proposes, on the audit chain; the steps of a change are confirmed",
    "compliance_integrity_step": "notes and steps of a case; its hands are opened on a page of their own",
    "compliance_file": "makes a file of the regulator again",
}
# Their functions take a form through another one.
BY_ANOTHER_FUNCTION = {"rulebook_rulechange_add", "rulebook_rulechange_edit"}


def staff_routes(patterns: Any = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """The routes of our own pages by name, without those that Django's admin makes for each model."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from staff_routes(pattern.url_patterns, route)
        elif route.startswith(("admin/", "staff/")):
            yield str(pattern.name), pattern


def layers(view: Any) -> list[Any]:
    """The view and what its decorators wrap, down to the function itself."""
    wrapped = []
    while view is not None:
        wrapped.append(view)
        view = getattr(view, "__wrapped__", None)
    return wrapped


def takes_a_form(pattern: URLPattern) -> bool:
    function = layers(pattern.callback)[-1]
    own = getattr(function, "__module__", "").partition(".")[0] in ("casino", "games", "players")
    return pattern.name == "login" or (own and inspect.isroutine(function) and "POST" in source_of(function))


def source_of(function: Any) -> str:
    return inspect.getsource(inspect.unwrap(getattr(function, "__func__", function)))


def is_guarded(pattern: URLPattern) -> bool:
    codes = (getattr(layer, "__code__", None) for layer in layers(pattern.callback))
    return any(code and code.co_qualname.startswith("step_up_required.") for code in codes)


@pytest.mark.whole
def test_every_step_of_staff_is_confirmed_or_has_a_reason() -> None:
    """Red before: whoever found an open session let a held table go on, and confirmed settings and rules."""
    routes = dict(staff_routes())
    forms = {name for name, pattern in routes.items() if takes_a_form(pattern)} | BY_ANOTHER_FUNCTION
    guarded = {name for name in forms if is_guarded(routes[name])}
    assert len(forms) > 40 and len(guarded) > 15
    assert sorted(forms - guarded) == sorted(NO_CONFIRMATION)


@pytest.mark.whole
def test_every_guarded_step_is_tried() -> None:
    """Each stands in `STEPS`, whose tests send it with an old session and with a fresh one."""
    guarded = {name for name, pattern in staff_routes() if is_guarded(pattern)}
    assert {name.removeprefix("admin:") for name in STEPS} == guarded
