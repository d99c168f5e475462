"""The life cycle of a rule change: who takes which step, what is recorded, and when the rules change."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from msgspec import structs

from games.models import RuleSheet
from games.rulebook import changes
from games.rulebook.lifecycle import AUTOMATIC, STEPS, RuleRefused, StepRefusal
from games.rulebook.models import OPEN, RuleChange
from players.audit.models import Line
from players.shared.clock import day_of, now
from tests.games.rulebook.people import (
    STRAIGHT_STEPS,
    Signers,
    advance_to,
    create_draft,
    create_signers,
    ensure_in_force,
    take_step,
)
from tests.live_table import sheet_in_force, signer

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: None) -> Signers:
    return create_signers()


def refusal_of(*arguments: Any, **data: Any) -> StepRefusal:
    """Takes a step that must be refused, and returns the reason."""
    with pytest.raises(RuleRefused) as refused:
        take_step(*arguments, **data)
    return refused.value.code


def test_three_people_take_a_draft_into_force(people: Signers) -> None:
    before = ensure_in_force("baccarat")
    change = advance_to("in-force", people, create_draft(people, charged="all-prizes"))
    assert (
        change.sheet is not None
        and change.sheet.status == "in-force"
        and change.sheet.version == before.version + 1
    )
    assert change.sheet.digest == change.content.digest and change.sheet.reference == "SRIJ-77/2026"
    before.refresh_from_db()
    assert before.status == "superseded"
    steps = list(change.steps.order_by("id").values_list("verb", "person", "digest"))
    assert [verb for verb, _person, _digest in steps] == [
        *(verb for verb, _index in STRAIGHT_STEPS),
        "activate",
    ]
    assert [person for _verb, person, _digest in steps] == [
        people[0].pk,
        people[1].pk,
        people[2].pk,
        people[0].pk,
        None,
    ]
    assert {digest for _verb, _person, digest in steps} == {change.content.digest}


def test_every_step_writes_one_audit_line(people: Signers) -> None:
    change = advance_to("in-force", people, create_draft(people))
    kinds = list(
        Line.objects.filter(about=f"rulechange:{change.pk}").order_by("id").values_list("kind", flat=True)
    )
    assert kinds == [
        "rules.change-begun",
        "rules.draft-saved",
        "rules.change-submitted",
        "rules.change-endorsed",
        "rules.change-authorised",
        "rules.change-scheduled",
        "rules.change-came-in-force",
    ]


def test_a_change_supersedes_the_one_before(people: Signers) -> None:
    first = advance_to("in-force", people, create_draft(people))
    second = advance_to("in-force", people, create_draft(people))
    first.refresh_from_db()
    assert (first.state, second.state) == ("superseded", "in-force")
    assert first.steps.order_by("-id").values_list("verb", "person").first() == ("supersede", None)
    assert RuleSheet.objects.filter(system="baccarat", status="in-force").count() == 1


def test_AR_P3_no_person_endorses_or_authorises_their_own_change(people: Signers) -> None:
    """[AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3] [HE-P3] Not even a person with all three roles."""
    author = signer("rules author")
    for group in people.approver.groups.all() | people.regulator.groups.all():
        author.groups.add(group)
    change = take_step(create_draft(Signers(author, people.approver, people.regulator)), "submit", author)
    assert refusal_of(change, "endorse", author) is StepRefusal.OWN
    change = take_step(change, "endorse", people.approver)
    assert refusal_of(change, "authorise", author) is StepRefusal.OWN
    people.approver.groups.add(*people.regulator.groups.all())
    assert refusal_of(change, "authorise", people.approver) is StepRefusal.OWN, (
        "the endorser does not authorise"
    )
    assert take_step(change, "authorise", people.regulator).state == "authorised"


def test_the_management_signs_nothing(people: Signers) -> None:
    head = type(people.author).objects.create_user("head@feltro.example", "x", is_staff=True)
    head.groups.add(Group.objects.get(name="management"))
    change = take_step(create_draft(people), "submit", people.author)
    assert refusal_of(change, "endorse", head) is StepRefusal.NO_ROLE
    with pytest.raises(RuleRefused):
        changes.begin_rule_change(system="blackjack", person=head, title="minha")


@pytest.mark.parametrize("state", [state for state in STEPS if state in OPEN])
@pytest.mark.parametrize(
    "verb", ["submit", "endorse", "authorise", "refuse", "return", "schedule", "withdraw", *AUTOMATIC]
)
def test_only_the_steps_of_the_table_are_allowed(people: Signers, state: str, verb: str) -> None:
    """The code and the database have the same table of steps."""
    change = create_draft(people)
    if state == "returned":
        change = take_step(take_step(change, "submit", people.author), "return", people.approver)
    change = advance_to(state, people, change, now() + timedelta(days=1)) if state != "returned" else change
    signer_indexes = {"submit": 0, "endorse": 1, "withdraw": 0, "schedule": 0, "authorise": 2, "refuse": 2}
    person = people[1 if verb == "return" and state == "submitted" else signer_indexes.get(verb, 2)]
    if verb in STEPS[state] and verb not in AUTOMATIC:
        assert take_step(change, verb, person).state == STEPS[state][verb]
        return
    assert refusal_of(change, verb, person) is StepRefusal.NOT_NOW
    assert not _insert_step(change, verb, None if verb in AUTOMATIC else person.pk)


def _insert_step(change: RuleChange, verb: str, person: int | None) -> bool:
    """Inserts the step directly. Returns whether the database accepted it."""
    from django.db import DatabaseError, transaction

    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO rulebook_rulestep (change_id, person_id, verb, digest, reason, reference) "
                "VALUES (%s, %s, %s, %s, %s, '')",
                [change.pk, person, verb, change.content.digest, "há uma razão para isto"],
            )
    except DatabaseError:
        return False
    return True


def test_a_game_has_one_open_change(people: Signers) -> None:
    create_draft(people)
    with pytest.raises(RuleRefused) as refused:
        changes.begin_rule_change(system="baccarat", person=people.author, title="outra")
    assert refused.value.code is StepRefusal.OPEN_ALREADY
    assert create_draft(people, "blackjack").state == "draft", "a change of another game is independent"


def test_a_draft_may_contradict_the_regulation_and_a_request_may_not(people: Signers) -> None:
    change = create_draft(people, decks=())
    assert [breach.rule for breach in changes.find_breaches(change)] == ["PB-6b"]
    assert refusal_of(change, "submit", people.author) is StepRefusal.BREACHES


def test_a_returned_change_needs_a_new_endorsement(people: Signers) -> None:
    change = advance_to("endorsed", people, create_draft(people, charged="all-prizes"))
    change = take_step(change, "return", people.regulator)
    assert change.state == "returned" and change.earliest is None
    other = structs.replace(changes.rules_of(change), pairs=False)
    changes.save_draft(
        change=change.pk, person=people.author, sheet=other, title="menos", reason="razões novas"
    )
    change = take_step(change, "submit", people.author)
    assert changes.endorser_of(change) is None, "the endorsement was for other rules"
    assert refusal_of(change, "authorise", people.regulator) is StepRefusal.NOT_NOW
    assert (
        take_step(take_step(change, "endorse", people.approver), "authorise", people.regulator).state
        == "authorised"
    )


def test_a_signature_is_for_the_displayed_rules(people: Signers) -> None:
    change = take_step(create_draft(people), "submit", people.author)
    assert refusal_of(change, "endorse", people.approver, digest="0" * 64) is StepRefusal.OTHER_CONTENT
    assert refusal_of(change, "withdraw", people.author, digest="0" * 64) is StepRefusal.OTHER_CONTENT


def test_refuse_return_and_withdraw_need_a_reason(people: Signers) -> None:
    change = advance_to("endorsed", people, create_draft(people))
    for verb, person in (
        ("return", people.regulator),
        ("refuse", people.regulator),
        ("withdraw", people.author),
    ):
        assert refusal_of(change, verb, person, reason="não") is StepRefusal.NO_REASON
    assert (
        take_step(change, "refuse", people.regulator, reason="as contas não batem certo").state == "refused"
    )


@pytest.mark.parametrize(
    "missing",
    [{"reference": ""}, {"dated": None}, {"document": None}, {"dated": date(2999, 1, 1)}],
    ids=["reference", "date", "paper", "early"],
)
def test_an_authorisation_has_a_reference_a_date_and_a_document(
    people: Signers, missing: dict[str, Any]
) -> None:
    assert (
        refusal_of(
            advance_to("endorsed", people, create_draft(people)), "authorise", people.regulator, **missing
        )
        is StepRefusal.NO_PROOF
    )


def test_a_decision_is_not_dated_before_its_request(people: Signers) -> None:
    change = advance_to("endorsed", people, create_draft(people))
    yesterday = day_of(now()) - timedelta(days=1)
    assert refusal_of(change, "authorise", people.regulator, dated=yesterday) is StepRefusal.DATED_BEFORE
    assert not change.steps.filter(verb="authorise").exists(), "its document waits for the next attempt"
    assert take_step(change, "authorise", people.regulator, dated=day_of(now())).state == "authorised"


def test_the_type_of_a_document_is_checked(people: Signers) -> None:
    change = advance_to("endorsed", people, create_draft(people))
    assert (
        refusal_of(change, "authorise", people.regulator, document=("oficio.pdf", b"MZ\x90"))
        is StepRefusal.BAD_FILE
    )


def test_a_draft_with_a_superseded_base_can_be_rebased(people: Signers) -> None:
    change = create_draft(people, "blackjack", double_any=True)
    _replace_sheet("blackjack")
    assert changes.base_changed(change)
    assert refusal_of(change, "submit", people.author) is StepRefusal.BASE_MOVED
    changes.rebase_draft(change=change.pk, person=people.author)
    assert take_step(change, "submit", people.author).state == "submitted"


def test_a_scheduled_change_with_a_superseded_base_stays_scheduled(people: Signers) -> None:
    change = advance_to("scheduled", people, create_draft(people, "blackjack"))
    _replace_sheet("blackjack")
    assert changes.activate_due() == 0
    change.refresh_from_db()
    assert change.state == "scheduled"


def _replace_sheet(system: str) -> None:
    """Puts another sheet into force beside the open change. Only the owner of the tables can do this."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_rulesheet DISABLE TRIGGER USER")
        cursor.execute("UPDATE games_rulesheet SET status = 'superseded' WHERE system = %s", [system])
        cursor.execute(
            "INSERT INTO games_rulesheet (system, version, status, data, digest, reference) "
            "SELECT system, max(version) + 1, 'in-force', min(data), min(digest), '' "
            "FROM games_rulesheet WHERE system = %s GROUP BY system",
            [system],
        )
        cursor.execute("ALTER TABLE games_rulesheet ENABLE TRIGGER USER")


def test_a_change_comes_into_force_once_and_at_its_moment(people: Signers) -> None:
    change = advance_to("scheduled", people, create_draft(people), now() + timedelta(hours=1))
    assert changes.activate_due() == 0
    change = take_step(change, "schedule", people.approver)
    assert changes.activate_due() == 1
    assert changes.activate_due() == 0
    assert RuleSheet.objects.filter(system="baccarat", digest=change.content.digest).count() == 1


def test_restoring_old_rules_needs_a_new_request(people: Signers) -> None:
    old = ensure_in_force("baccarat")
    advance_to("in-force", people, create_draft(people, charged="all-prizes"))
    change = changes.begin_rule_change(
        system="baccarat", person=people.author, title="como dantes", earlier=old
    )
    changes.save_draft(
        change=change.pk,
        person=people.author,
        sheet=changes.rules_of(change),
        title="como dantes",
        reason="não resultou",
    )
    change.refresh_from_db()
    change = advance_to("in-force", people, change)
    assert change.sheet is not None
    assert (change.sheet.digest, change.sheet.version, change.reinstated) == (
        old.digest,
        old.version + 2,
        old,
    )


def test_a_reinstated_sheet_with_another_beacon_changes_the_generator(people: Signers) -> None:
    """Its notice is five working days, although nobody saved the draft or ticked the box."""
    with_beacon = sheet_in_force("baccarat", draw={"beacon": "quicknet"})
    same_draw = sheet_in_force("baccarat", draw={"beacon": "quicknet"}, charged="all-prizes")
    without = sheet_in_force("baccarat")
    change = changes.begin_rule_change(system="baccarat", person=people.author, title="x", earlier=same_draw)
    assert without.status == "in-force" and change.generator
    assert changes.earliest_moment(change) > now() + timedelta(days=5)
    RuleChange.objects.filter(pk=change.pk).update(generator=False)
    assert changes.rebase_draft(change=change.pk, person=people.author).generator
    take_step(change, "withdraw", people.author)
    sheet_in_force("baccarat", draw={"beacon": "quicknet"}, charged="all-prizes")
    change = changes.begin_rule_change(
        system="baccarat", person=people.author, title="x", earlier=with_beacon
    )
    assert not change.generator


def test_a_request_without_steps_expires(people: Signers) -> None:
    change = take_step(create_draft(people), "submit", people.author)
    assert changes.expire_due() == 0
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE rulebook_rulechange DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE rulebook_rulechange SET changed = now() - interval '91 days' WHERE id = %s", [change.pk]
        )
        cursor.execute("ALTER TABLE rulebook_rulechange ENABLE TRIGGER USER")
    assert changes.expire_due() == 1
    change.refresh_from_db()
    assert change.state == "expired"


def test_MS_13_the_royal_figure_has_a_lead_time_of_three_working_days(people: Signers) -> None:
    """[MS-13]"""
    change = advance_to("authorised", people, create_draft(people, "macau-stud", royal_times=80))
    assert change.earliest is not None and change.earliest > now() + timedelta(days=3)
    assert refusal_of(change, "schedule", people.author) is StepRefusal.TOO_SOON
    assert take_step(change, "schedule", people.author, moment=change.earliest).moment == change.earliest


def test_MS_13_the_first_approved_figure_has_the_lead_time_too(people: Signers) -> None:
    """The demonstration's rules are not approved, so the next change determines the figure."""
    change = advance_to("authorised", people, create_draft(people, "macau-stud", chat=True))
    assert change.earliest is not None and change.earliest > now() + timedelta(days=3)
    assert refusal_of(change, "schedule", people.author) is StepRefusal.TOO_SOON


def test_the_room_of_the_tests_takes_the_same_steps(people: Signers) -> None:
    first, second = ensure_in_force("baccarat"), sheet_in_force("baccarat", charged="all-prizes")
    assert second.version == first.version + 1 and RuleChange.objects.get(sheet=second).state == "in-force"
