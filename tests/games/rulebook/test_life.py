"""The life of a rule change: who takes which step, what stands on the record, and when the rules are other rules."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from msgspec import structs

from games.models import RuleSheet
from games.rulebook import changes
from games.rulebook.lifecycle import BY_THE_HOUR, STEPS, Refusal, RuleRefused
from games.rulebook.models import OPEN, RuleChange
from players.audit.models import Line
from players.shared.clock import day_of, now
from tests.games.rulebook.people import ROAD, Desk, brought_to, desk, draft, in_force, take
from tests.room import sheet_in_force, signer

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: None) -> Desk:
    return desk()


def refused(*told: Any, **more: Any) -> Refusal:
    with pytest.raises(RuleRefused) as found:
        take(*told, **more)
    return found.value.code


def test_from_a_draft_to_rules_in_force_by_three_people(people: Desk) -> None:
    before = in_force("baccarat")
    change = brought_to("in-force", people, draft(people, charged="all-prizes"))
    assert (
        change.sheet is not None
        and change.sheet.status == "in-force"
        and change.sheet.version == before.version + 1
    )
    assert change.sheet.digest == change.content.digest and change.sheet.reference == "SRIJ-77/2026"
    before.refresh_from_db()
    assert before.status == "superseded"
    steps = list(change.steps.order_by("id").values_list("verb", "person", "digest"))
    assert [verb for verb, _who, _digest in steps] == [*(verb for verb, _who in ROAD), "activate"]
    assert [who for _verb, who, _digest in steps] == [
        people[0].pk,
        people[1].pk,
        people[2].pk,
        people[0].pk,
        None,
    ]
    assert {digest for _verb, _who, digest in steps} == {change.content.digest}


def test_every_act_is_one_line_of_the_audit_log(people: Desk) -> None:
    change = brought_to("in-force", people, draft(people))
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


def test_the_next_change_supersedes_the_one_before(people: Desk) -> None:
    first = brought_to("in-force", people, draft(people))
    second = brought_to("in-force", people, draft(people))
    first.refresh_from_db()
    assert (first.state, second.state) == ("superseded", "in-force")
    assert first.steps.order_by("-id").values_list("verb", "person").first() == ("supersede", None)
    assert RuleSheet.objects.filter(system="baccarat", status="in-force").count() == 1


def test_AR_P3_nobody_endorses_or_authorises_what_is_their_own(people: Desk) -> None:
    """[AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3] [HE-P3] Even whoever has all three roles."""
    both = signer("rules author")
    for group in people.approver.groups.all() | people.regulator.groups.all():
        both.groups.add(group)
    change = take(draft(Desk(both, people.approver, people.regulator)), "submit", both)
    assert refused(change, "endorse", both) is Refusal.OWN
    change = take(change, "endorse", people.approver)
    assert refused(change, "authorise", both) is Refusal.OWN
    people.approver.groups.add(*people.regulator.groups.all())
    assert refused(change, "authorise", people.approver) is Refusal.OWN, "nor whoever endorsed"
    assert take(change, "authorise", people.regulator).state == "authorised"


def test_the_management_signs_nothing(people: Desk) -> None:
    head = type(people.author).objects.create_user("head@feltro.example", "x", is_staff=True)
    head.groups.add(Group.objects.get(name="management"))
    change = take(draft(people), "submit", people.author)
    assert refused(change, "endorse", head) is Refusal.NO_ROLE
    with pytest.raises(RuleRefused):
        changes.change_begin(system="blackjack", person=head, title="minha")


@pytest.mark.parametrize("state", [state for state in STEPS if state in OPEN])
@pytest.mark.parametrize(
    "verb", ["submit", "endorse", "authorise", "refuse", "return", "schedule", "withdraw", *BY_THE_HOUR]
)
def test_only_the_steps_of_the_table_lead_on(people: Desk, state: str, verb: str) -> None:
    """The table of the code is the law of the database: what the one refuses the other refuses too."""
    change = draft(people)
    if state == "returned":
        change = take(take(change, "submit", people.author), "return", people.approver)
    change = brought_to(state, people, change, now() + timedelta(days=1)) if state != "returned" else change
    doers = {"submit": 0, "endorse": 1, "withdraw": 0, "schedule": 0, "authorise": 2, "refuse": 2}
    who = people[1 if verb == "return" and state == "submitted" else doers.get(verb, 2)]
    if verb in STEPS[state] and verb not in BY_THE_HOUR:
        assert take(change, verb, who).state == STEPS[state][verb]
        return
    assert refused(change, verb, who) is Refusal.NOT_NOW
    assert not _inserted(change, verb, None if verb in BY_THE_HOUR else who.pk)


def _inserted(change: RuleChange, verb: str, person: int | None) -> bool:
    """Does the database take the step by itself?"""
    from django.db import DatabaseError, transaction

    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO rulebook_rulestep (change_id, person_id, verb, digest, reason, reference) VALUES (%s, %s, %s, %s, %s, '')",
                [change.pk, person, verb, change.content.digest, "há uma razão para isto"],
            )
    except DatabaseError:
        return False
    return True


def test_one_change_of_a_game_is_open_at_a_time(people: Desk) -> None:
    draft(people)
    with pytest.raises(RuleRefused) as found:
        changes.change_begin(system="baccarat", person=people.author, title="outra")
    assert found.value.code is Refusal.OPEN_ALREADY
    assert draft(people, "blackjack").state == "draft", "another game is another matter"


def test_a_draft_may_contradict_the_regulation_and_a_request_may_not(people: Desk) -> None:
    change = draft(people, decks=())
    assert [breach.rule for breach in changes.breaches(change)] == ["PB-6b"]
    assert refused(change, "submit", people.author) is Refusal.BREACHES


def test_what_was_returned_is_changed_and_must_be_endorsed_again(people: Desk) -> None:
    change = brought_to("endorsed", people, draft(people, charged="all-prizes"))
    change = take(change, "return", people.regulator)
    assert change.state == "returned" and change.earliest is None
    other = structs.replace(changes.rules_of(change), pairs=False)
    changes.draft_save(
        change=change.pk, person=people.author, sheet=other, title="menos", reason="razões novas"
    )
    change = take(change, "submit", people.author)
    assert changes.endorser_of(change) is None, "who endorsed other rules has not endorsed these"
    assert refused(change, "authorise", people.regulator) is Refusal.NOT_NOW
    assert take(take(change, "endorse", people.approver), "authorise", people.regulator).state == "authorised"


def test_a_signature_is_for_the_rules_that_were_looked_at(people: Desk) -> None:
    change = take(draft(people), "submit", people.author)
    assert refused(change, "endorse", people.approver, digest="0" * 64) is Refusal.OTHER_CONTENT
    assert refused(change, "withdraw", people.author, digest="0" * 64) is Refusal.OTHER_CONTENT


def test_refuse_return_and_withdraw_say_why(people: Desk) -> None:
    change = brought_to("endorsed", people, draft(people))
    for verb, who in (
        ("return", people.regulator),
        ("refuse", people.regulator),
        ("withdraw", people.author),
    ):
        assert refused(change, verb, who, reason="não") is Refusal.NO_REASON
    assert take(change, "refuse", people.regulator, reason="as contas não batem certo").state == "refused"


@pytest.mark.parametrize(
    "lacking",
    [{"reference": ""}, {"dated": None}, {"document": None}, {"dated": date(2999, 1, 1)}],
    ids=["reference", "date", "paper", "early"],
)
def test_an_authorisation_has_a_reference_a_date_and_a_document(
    people: Desk, lacking: dict[str, Any]
) -> None:
    assert (
        refused(brought_to("endorsed", people, draft(people)), "authorise", people.regulator, **lacking)
        is Refusal.NO_PROOF
    )


def test_a_decision_is_not_older_than_the_request_it_decides(people: Desk) -> None:
    change = brought_to("endorsed", people, draft(people))
    yesterday = day_of(now()) - timedelta(days=1)
    assert refused(change, "authorise", people.regulator, dated=yesterday) is Refusal.DATED_BEFORE
    assert not change.documents.exists(), "nothing of a refused decision is kept"
    assert take(change, "authorise", people.regulator, dated=day_of(now())).state == "authorised"


def test_a_document_is_what_it_says_it_is(people: Desk) -> None:
    change = brought_to("endorsed", people, draft(people))
    assert (
        refused(change, "authorise", people.regulator, document=("oficio.pdf", b"MZ\x90")) is Refusal.BAD_FILE
    )


def test_a_base_that_moved_is_seen_and_a_draft_can_be_laid_on_the_new_one(people: Desk) -> None:
    change = draft(people, "blackjack", double_any=True)
    _moved("blackjack")
    assert changes.has_moved(change)
    assert refused(change, "submit", people.author) is Refusal.BASE_MOVED
    changes.draft_rebase(change=change.pk, person=people.author)
    assert take(change, "submit", people.author).state == "submitted"


def test_what_is_scheduled_does_not_come_in_force_on_a_base_that_moved(people: Desk) -> None:
    change = brought_to("scheduled", people, draft(people, "blackjack"))
    _moved("blackjack")
    assert changes.activate_due() == 0
    change.refresh_from_db()
    assert change.state == "scheduled"


def _moved(system: str) -> None:
    """Another sheet comes in force beside the open change, as only the owner of the tables could make it."""
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


def test_it_comes_in_force_at_its_moment_and_not_before_and_once(people: Desk) -> None:
    change = brought_to("scheduled", people, draft(people), now() + timedelta(hours=1))
    assert changes.activate_due() == 0
    change = take(change, "schedule", people.approver)
    assert changes.activate_due() == 1
    assert changes.activate_due() == 0
    assert RuleSheet.objects.filter(system="baccarat", digest=change.content.digest).count() == 1


def test_going_back_is_a_new_request_with_the_old_rules(people: Desk) -> None:
    old = in_force("baccarat")
    brought_to("in-force", people, draft(people, charged="all-prizes"))
    change = changes.change_begin(system="baccarat", person=people.author, title="como dantes", again=old)
    changes.draft_save(
        change=change.pk,
        person=people.author,
        sheet=changes.rules_of(change),
        title="como dantes",
        reason="não resultou",
    )
    change.refresh_from_db()
    change = brought_to("in-force", people, change)
    assert change.sheet is not None
    assert (change.sheet.digest, change.sheet.version, change.again) == (old.digest, old.version + 2, old)


def test_what_nobody_takes_on_expires(people: Desk) -> None:
    change = take(draft(people), "submit", people.author)
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


def test_MS_13_the_royal_figure_waits_its_three_working_days(people: Desk) -> None:
    """[MS-13]"""
    change = brought_to("authorised", people, draft(people, "macau-stud", royal_times=80))
    assert change.earliest is not None and change.earliest > now() + timedelta(days=3)
    assert refused(change, "schedule", people.author) is Refusal.TOO_SOON
    assert take(change, "schedule", people.author, moment=change.earliest).moment == change.earliest


def test_MS_13_the_first_figure_that_the_regulator_approves_waits_as_well(people: Desk) -> None:
    """The demonstration's rules were approved by nobody: what follows them determines the figure, even if it stays the same."""
    change = brought_to("authorised", people, draft(people, "macau-stud", chat=True))
    assert change.earliest is not None and change.earliest > now() + timedelta(days=3)
    assert refused(change, "schedule", people.author) is Refusal.TOO_SOON


def test_the_room_that_tests_play_in_takes_the_same_road(people: Desk) -> None:
    first, second = in_force("baccarat"), sheet_in_force("baccarat", charged="all-prizes")
    assert second.version == first.version + 1 and RuleChange.objects.get(sheet=second).state == "in-force"
