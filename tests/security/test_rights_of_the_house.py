"""What a web process that was taken over writes about messages, complaints, work, and compliance.

Red before: it mailed any text to anybody, issued reports and recorded manifests with nobody as author, set
failing checks to good, wrote in the audit log in anybody's name, and had the use of rights, shifts, claims
and notes of others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from casino.compliance.audit_sentences import SENTENCES
from casino.services.folder import PROJECT
from players import work_sources
from players.identity.models import SignIn
from players.models import Person, Player
from players.shared.laws import written_laws
from tests.hostile_web import UNPROVEN, answer_to_web, execute
from tests.installed_tables import is_of_the_house
from tests.live_table import players_with
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db
UNCONFIRMED = "has not confirmed who they are"
OFFICER, SUPPORT, POWERLESS = "compliance officer", "support", "rules approver"


def staff(role: str, name: str = "") -> Person:
    email = f"{name or role.replace(' ', '-')}@casa.example"
    person = Person.objects.create_user(email, "x", is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person


@dataclass
class Scene:
    """A player, another player, and a colleague who has begun what waits for a second person."""

    ana: Player
    rui: Player
    other: Person

    def values(self, me: Person) -> dict[str, Any]:
        return {
            "player": self.ana.pk,
            "person": self.ana.person_id,
            "rui": self.rui.pk,
            "me": me.pk,
            "other": self.other.pk,
            "role": Group.objects.get(name=OFFICER).pk,
        }


@pytest.fixture
def scene(db: None) -> Scene:
    ana, rui = players_with(0, 2)
    for player in (ana, rui):
        SignIn.objects.create(person=player.person, ended=player.since, cause="signed-out")
    return Scene(ana, rui, staff(OFFICER, "other"))


# --- steps of staff: who may take each, after what the owner wrote first

NOTICE = (
    "INSERT INTO inbox_bulknotice (id, purpose, texts, recipients, expected, author_id, reason, at, state,"
    " answer, cursor, sent, left_out) VALUES (gen_random_uuid(), 'service',"
    " '{\"pt-pt\": {}, \"en\": {}}', '{}', 1, %(me)s, 'hours change', now(), 'proposed', '', 0, 0, '{}')"
)
COMPLAINT = (
    "INSERT INTO inbox_complaint (number, player_id, category, table_name, state, opened, due, outcome)"
    " VALUES ('R-2026-900001', %(player)s, 'other', '', 'open', now(), now(), '')"
)
REPORT = COMPLAINT.replace("category,", "category, reported_id,").replace("'other',", "'player', %(rui)s,")
WORD = (
    "INSERT INTO inbox_complaintmessage (complaint_id, author_id, house, text, at)"
    " SELECT id, {author}, {house}, 'what I say', now() FROM inbox_complaint WHERE number = 'R-2026-900001'"
)
MESSAGE = (
    "INSERT INTO inbox_message (player_id, kind, details, mail, tries)"
    " VALUES (%(player)s, '{}', '{{}}', 'waiting', 0)"
)
NOTE = (
    "INSERT INTO administration_playernote (player_id, by_id, text) VALUES (%(player)s, %(me)s, 'looked at')"
)
TAG = "INSERT INTO administration_playertag (player_id, name, by_id) VALUES (%(player)s, 'vip', %(me)s)"
CLAIM = "INSERT INTO backoffice_workclaim (source, key, person_id) VALUES ('complaint', '1', %(me)s)"
WORK_NOTE = (
    "INSERT INTO backoffice_worknote (source, key, person_id, text)"
    " VALUES ('complaint', '1', %(me)s, 'looked at')"
)
RIGHT_USE = (
    "INSERT INTO backoffice_rightuse (person_id, permission) VALUES (%(me)s, 'inbox.change_complaint')"
)
STAFF_CHANGE = (
    "INSERT INTO backoffice_staffchange (kind, email, role_id, reason, state, proposed_by_id)"
    " VALUES ('hire', 'nova@casa.example', %(role)s, 'joins us', 'proposed', %(me)s)"
)
CONTACT = (
    "INSERT INTO care_contact (player_id, person_id, method, notes)"
    " VALUES (%(player)s, %(me)s, 'call', 'spoke')"
)
ISSUE = (
    "INSERT INTO reports_issue (code, parameters, data, count, digest, by_id, reason)"
    " VALUES ('revenue', '{}', '{}', 0, 'x', %(me)s, 'for the regulator')"
)
SIGNATURE = (
    "INSERT INTO reports_closingsignature (month, position, person_id, digest, open_points, note)"
    " VALUES ('2026-10-01', 1, %(me)s, 'x', '[]', '')"
)
SIGNED_MONTH = (
    "INSERT INTO reports_closingsignature (month, position, person_id, digest, open_points, note)"
    " VALUES ('2026-10-01', 1, %(me)s, 'x', '[]', ''), ('2026-10-01', 2, %(other)s, 'x', '[]', '')"
)
REPORT_MAIL = (
    "INSERT INTO reports_reportmail (role_id, since, until, person_id, by_id, tries, outcome, trouble)"
    " VALUES (%(role)s, '2026-10-01', '2026-10-31', %(other)s, %(me)s, 0, 'waiting', '')"
)
SCHEDULE = (
    "INSERT INTO reports_reportschedule (report, period, role_id, file, by_id)"
    " VALUES ('revenue', 'yesterday', %(role)s, 'pdf', %(me)s)"
)
MANIFEST = (
    "INSERT INTO self_checks_manifest (digest, files, libraries, reason, person_id)"
    " VALUES ('x', '{}', '{}', 'release', %(me)s)"
)
HOLDER = (
    "INSERT INTO self_checks_partentry (person_id, part, holder, reason) VALUES (%(me)s, '1', 'nobody', 'so')"
)
CERTIFICATE = (
    "INSERT INTO self_checks_certificate (person_id, parts, manifest_id, norm, norm_version, body, verifier,"
    " reference, reports, dated, reason) SELECT %(me)s, '[]', id, 'n', '1', 'b', 'v', 'r', 'r', now(), 'so'"
    " FROM self_checks_manifest"
)
HARDWARE = (
    "INSERT INTO self_checks_hardwareentry (person_id, number, name, version, features, place, holder,"
    " environment, is_redundant, is_certified, confidentiality, integrity, availability, traceability,"
    " is_removed, reason)"
    " VALUES (%(me)s, 'HW-01', 'n', '1', 'f', 'p', 'h', 'own', true, false, 1, 1, 1, 1, false, 'so')"
)
ALARM = (
    "INSERT INTO rtp_monitoring_alarm (scope, day, since, rounds, staked, difference, evidence)"
    " VALUES ('game:x', '2026-10-01', '2026-10-01', 1, 1, 1, 9)"
)
ANSWER = (
    "INSERT INTO rtp_monitoring_answer (alarm_id, person_id, day, reason)"
    " SELECT id, %(me)s, '2026-10-02', 'a high roller' FROM rtp_monitoring_alarm"
)
CASE = (
    "INSERT INTO collusion_case (kind, key, state, decision, reason) VALUES ('pair', '1-2', 'open', '', '')"
)
STEP = (
    "INSERT INTO collusion_step (case_id, verb, person_id, reason, decision)"
    " SELECT id, '{}', {}, 'because of the hands', '{}' FROM collusion_case"
)


def step(verb: str, who: str = "%(me)s", decision: str = "") -> str:
    return STEP.format(verb, who, decision)


LOOKED_AT = (CASE, step("take"), "UPDATE collusion_case SET state = 'looked-at'")
PROPOSE = "UPDATE collusion_case SET decision = 'warn', reason = 'because of the hands', proposer_id = {}"
PROPOSED = (*LOOKED_AT, step("propose", "%(other)s", "warn"), PROPOSE.format("%(other)s"))
FILE = (
    "INSERT INTO regulator_regulatorfile (family, day, hour, since, until, sequence, name, state, deadline,"
    " totals, digest, receipt, error, tries, requested_by_id, reason) VALUES ('SESS', '2026-10-01', '10',"
    " '2026-10-01 10:00Z', '2026-10-01 11:00Z', {}, 'file-{}', '{}', now(), '{{}}', '', '', '', 0, {}, '{}')"
)
FIRST_FILE = FILE.format(0, 0, "due", "NULL", "")
FILE_AGAIN = FILE.format(1, 1, "due", "%(me)s", "a late round")
OCCURRENCE = (
    "INSERT INTO duties_occurrence (kind, title, facts, noticed, report_by, person_id)"
    " VALUES ('loss', 'files lost', 'forty minutes of files', now(), now() + interval '2 hours', %(me)s)"
)
OCCURRENCE_ENTRY = (
    "INSERT INTO duties_occurrenceentry (occurrence_id, kind, text, reference, done, person_id)"
    " SELECT id, 'plan', 'extract them again', '', now(), %(me)s FROM duties_occurrence"
)
QUESTION = (
    "INSERT INTO duties_question (reference, purpose, asked, due, query, is_personal, person_id)"
    " VALUES ('SRIJ-1', 'which methods', current_date, current_date, '{{}}', {}, {})"
)
QUESTION_ENTRY = (
    "INSERT INTO duties_questionentry (question_id, kind, text, format, count, digest, position, person_id)"
    " SELECT id, '{}', '', {}, '', %(me)s FROM duties_question"
)
NOTHING_GIVEN, ROWS_GIVEN = "'', NULL, ''", "'csv', 1, 'digest'"
PLAIN_QUESTION, PERSONAL_QUESTION = QUESTION.format("false", "%(me)s"), QUESTION.format("true", "%(other)s")
RUN_QUESTION = QUESTION_ENTRY.format("run", ROWS_GIVEN)
SYSTEM_CHANGE = (
    "INSERT INTO self_checks_systemchange (title, components, description, reason, category, others, effect,"
    " risk, conformity, confidentiality, integrity, availability, traceability, relevance,"
    " changes_data_model, examples, planned, person_id) VALUES ('a change', '[]', 'd', 'r', 'ordinary', 'o',"
    " 'e', 'r', 'c', 1, 2, 1, 1, 2, false, '', current_date, {})"
)
SYSTEM_STEP = (
    "INSERT INTO self_checks_systemchangestep (change_id, kind, text, reference, earliest, manifest_id,"
    " person_id) SELECT id, '{}', 't', {}, {} FROM self_checks_systemchange"
)
OTHERS_CHANGE = SYSTEM_CHANGE.format("%(other)s")
OWN_CHANGE = SYSTEM_CHANGE.format("%(me)s")
APPROVED_CHANGE = (OWN_CHANGE, SYSTEM_STEP.format("approved", "'', NULL, NULL", "%(other)s"))
SYSTEM_MANIFEST = (
    "INSERT INTO self_checks_manifest (digest, files, libraries, reason, version)"
    " VALUES ('0', '{}', '{}', 'a release', '')"
)
MADE_CHANGE = SYSTEM_STEP.format("made", "'', NULL, (SELECT max(id) FROM self_checks_manifest)", "{}")
FILING = (
    "INSERT INTO duties_filing (duty, period, dated, reference, person_id)"
    " VALUES ('tax-return', '2026-10-01', '2026-11-13', 'GJ-1', %(me)s)"
)
CALENDAR = "INSERT INTO duties_calendarfeed (person_id) VALUES (%(me)s)"
SHIFT = "INSERT INTO backoffice_shift (person_id, items, note) VALUES (%(other)s, 0, '')"
PLANNED = (
    "INSERT INTO backoffice_plannedshift (person_id, role_id, begins, ends, drawn_by_id)"
    " VALUES (%(other)s, %(role)s, now(), now() + interval '8 hours', %(me)s)"
)
LINE = (
    "INSERT INTO audit_line (kind, person_id, about, details, device) VALUES ('{}', %(me)s, '', '{{}}', '')"
)


@dataclass
class Step:
    sql: str
    first: tuple[str, ...] = ()
    role: str = OFFICER
    is_confirmed: bool = False  # the page asks to confirm who one is


STEPS = {
    "a notice to many players": Step(NOTICE),
    "a notice is approved": Step(
        "UPDATE inbox_bulknotice SET state = 'approved', decider_id = %(me)s, decided = now()",
        (NOTICE.replace("%(me)s", "%(other)s"),),
    ),
    "a notice is refused": Step(
        "UPDATE inbox_bulknotice SET state = 'refused', decider_id = %(me)s, decided = now(), answer = 'no'",
        (NOTICE.replace("%(me)s", "%(other)s"),),
    ),
    "a notice is withdrawn": Step(
        "UPDATE inbox_bulknotice SET state = 'withdrawn', decided = now(), answer = 'no'", (NOTICE,)
    ),
    "a notice is stopped": Step(
        "UPDATE inbox_bulknotice SET state = 'stopped', stopper_id = %(me)s, stopped = now(), answer = 'no'",
        (
            NOTICE.replace("%(me)s", "%(other)s"),
            "UPDATE inbox_bulknotice SET state = 'approved', decider_id = %(me)s, decided = now()",
        ),
    ),
    "an answer to a complaint": Step(
        WORD.format(author="%(me)s", house="true"), (COMPLAINT,), SUPPORT
    ),
    "a complaint is answered": Step(
        "UPDATE inbox_complaint SET state = 'answered', handler_id = %(me)s", (COMPLAINT,), SUPPORT
    ),
    "a complaint is decided": Step(
        "UPDATE inbox_complaint "
        "SET state = 'decided', outcome = 'rejected', decided = now(), handler_id = %(me)s",
        (COMPLAINT,),
        SUPPORT,
    ),
    "a message about a decision": Step(MESSAGE.format("complaint-decided"), role=SUPPORT),
    "a note about a player": Step(NOTE),
    "a tag of a player": Step(TAG),
    "a tag is taken away": Step("DELETE FROM administration_playertag", (TAG,)),
    "a claim of work": Step(CLAIM, role=SUPPORT),
    "a claim is taken over": Step(
        "UPDATE backoffice_workclaim SET ended = now()", (CLAIM.replace("%(me)s", "%(other)s"),), SUPPORT
    ),
    "a note about work": Step(WORK_NOTE, role=SUPPORT),
    "the use of a right": Step(RIGHT_USE, role=SUPPORT),
    "a change of staff": Step(STAFF_CHANGE, role="management", is_confirmed=True),
    "a contact of care": Step(CONTACT),
    "a report is issued": Step(ISSUE),
    "a month is signed": Step(SIGNATURE, is_confirmed=True),
    "a signed month is sent": Step(REPORT_MAIL, (SIGNED_MONTH,), is_confirmed=True),
    "a report is scheduled": Step(SCHEDULE),
    "a schedule ends": Step(
        "UPDATE reports_reportschedule SET ended = now(), ended_by_id = %(me)s", (SCHEDULE,)
    ),
    "a manifest": Step(MANIFEST),
    "who answers for a part": Step(HOLDER),
    "a certificate": Step(CERTIFICATE, (MANIFEST,)),
    "an entry of hardware": Step(HARDWARE),
    "an answer to an alarm": Step(ANSWER, (ALARM,)),
    "a case is looked at": Step("UPDATE collusion_case SET state = 'looked-at'", (CASE, step("take"))),
    "a step of a case": Step(step("take"), (CASE,)),
    "hands are opened": Step(step("hands"), LOOKED_AT, is_confirmed=True),
    "a decision is proposed": Step(
        PROPOSE.format("%(me)s"), (*LOOKED_AT, step("propose", decision="warn"))
    ),
    "a decision is returned": Step(
        "UPDATE collusion_case SET decision = '', reason = '', proposer_id = NULL",
        (*PROPOSED, step("return")),
    ),
    "a decision is signed": Step(
        "UPDATE collusion_case SET state = 'closed', signer_id = %(me)s, closed = now()",
        (*PROPOSED, step("sign")),
    ),
    "a file is made again": Step(FILE_AGAIN, (FIRST_FILE,)),
    "an occurrence for the regulator": Step(OCCURRENCE),
    "an entry about an occurrence": Step(OCCURRENCE_ENTRY, (OCCURRENCE,)),
    "a question of the regulator": Step(PLAIN_QUESTION),
    "a question is released": Step(
        QUESTION_ENTRY.format("released", NOTHING_GIVEN), (PERSONAL_QUESTION,), is_confirmed=True
    ),
    "a question is refused": Step(
        QUESTION_ENTRY.format("refused", NOTHING_GIVEN), (PERSONAL_QUESTION,), is_confirmed=True
    ),
    "a question is run": Step(RUN_QUESTION, (PLAIN_QUESTION,), is_confirmed=True),
    "a question is answered": Step(
        QUESTION_ENTRY.format("answered", NOTHING_GIVEN), (PLAIN_QUESTION, RUN_QUESTION), is_confirmed=True
    ),
    "a change of the system": Step(OWN_CHANGE),
    "a change of the system is approved": Step(
        SYSTEM_STEP.format("approved", "'', NULL, NULL", "%(me)s"), (OTHERS_CHANGE,), is_confirmed=True
    ),
    "a change of the system is rejected": Step(
        SYSTEM_STEP.format("rejected", "'', NULL, NULL", "%(me)s"), (OTHERS_CHANGE,), is_confirmed=True
    ),
    "the regulator is shown a change of the system": Step(
        SYSTEM_STEP.format("notified", "'N-1', now(), NULL", "%(me)s"), APPROVED_CHANGE, is_confirmed=True
    ),
    "the regulator authorises a change of the system": Step(
        SYSTEM_STEP.format("authorised", "'N-2', NULL, NULL", "%(me)s"),
        (*APPROVED_CHANGE, SYSTEM_STEP.format("notified", "'N-1', now(), NULL", "%(me)s")),
        is_confirmed=True,
    ),
    "a change of the system is made": Step(
        MADE_CHANGE.format("%(me)s"), (*APPROVED_CHANGE, SYSTEM_MANIFEST), is_confirmed=True
    ),
    "a change of the system is verified": Step(
        SYSTEM_STEP.format("verified", "'', NULL, NULL", "%(me)s"),
        (*APPROVED_CHANGE, SYSTEM_MANIFEST, MADE_CHANGE.format("%(other)s")),
        is_confirmed=True,
    ),
    "a duty is filed": Step(FILING),
    "a calendar address": Step(CALENDAR),
    "a calendar address ends": Step("UPDATE duties_calendarfeed SET revoked = now()", (CALENDAR,)),
    "a line of the roster": Step(PLANNED, role="management"),
    "a line of the roster is withdrawn": Step(
        "UPDATE backoffice_plannedshift SET withdrawn = now(), withdrawn_by_id = %(me)s",
        (PLANNED,),
        role="management",
    ),
    "a line of the audit log": Step(LINE.format("care.list-seen")),
}  # fmt: skip


STEPS = {name: taken for name, taken in STEPS.items() if is_of_the_house(taken.sql, *taken.first)}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_of_staff_needs_somebody_who_may_take_it(scene: Scene, name: str) -> None:
    taken = STEPS[name]
    me, colleague = staff(taken.role), staff(POWERLESS)
    values = scene.values(me)
    for statement in taken.first:
        execute(statement, values)
    for proof in (b"", b"0" * 40, sign_in(scene.ana.person), sign_in(colleague)):
        assert answer_to_web(taken.sql, values, proof).startswith(UNPROVEN)
    if name != "a line of the audit log":  # somebody without the right names themselves
        own = answer_to_web(taken.sql, {**values, "me": colleague.pk}, sign_in(colleague))
        assert own.startswith(UNPROVEN)
    stale = answer_to_web(taken.sql, values, sign_in(me, is_confirmed=False))
    assert UNCONFIRMED in stale if taken.is_confirmed else stale == ""
    assert answer_to_web(taken.sql, values, sign_in(me)) == ""


@pytest.mark.parametrize("name", [name for name, taken in STEPS.items() if "%(me)s" in taken.sql])
def test_nobody_is_named_by_somebody_else_who_may(scene: Scene, name: str) -> None:
    taken = STEPS[name]
    me, colleague = staff(taken.role), staff(taken.role, "colleague")
    values = scene.values(me)
    for statement in taken.first:
        execute(statement, values)
    assert answer_to_web(taken.sql, values, sign_in(colleague)).startswith(UNPROVEN)


def test_a_second_person_decides(scene: Scene) -> None:
    me = staff(OFFICER)
    values = scene.values(me)
    for name in ("a notice is approved", "a notice is refused", "a decision is signed"):
        for statement in STEPS[name].first:
            execute(statement.replace("%(other)s", "%(me)s"), values)
        assert answer_to_web(STEPS[name].sql, values, sign_in(me)).startswith(UNPROVEN)


# --- steps of players

SUBSCRIPTION = (
    "INSERT INTO inbox_pushsubscription (player_id, endpoint, point, secret)"
    " VALUES (%(player)s, 'https://fcm.googleapis.com/1', 'p', 's')"
)
CONSENT = "INSERT INTO inbox_marketingconsent (player_id, agreed) VALUES (%(player)s, true)"
CHOICE = (
    "INSERT INTO inbox_pushchoice (player_id, turn, seat, session, payment)"
    " VALUES (%(player)s, true, true, true, true)"
)
COPY = (
    "INSERT INTO history_copy (player_id, requested_at, state, bytes, digest)"
    " VALUES (%(player)s, now(), 'asked', 0, '')"
)
OWN_CASE = (
    "INSERT INTO collusion_case (kind, key, state, decision, reason)"
    " VALUES ('report', 'report-R-2026-900001', 'open', '', '')"
)
MEMBER = "INSERT INTO collusion_casemember (case_id, player_id) SELECT id, {} FROM collusion_case"
EVIDENCE = (
    "INSERT INTO collusion_evidence (case_id, kind, figures, rounds) SELECT k.id, 'report',"
    " jsonb_build_object('complaint', c.id), '{{}}' FROM collusion_case AS k, inbox_complaint AS c"
)
OWN_LINE = (
    "INSERT INTO audit_line (kind, person_id, player_id, about, details, device)"
    " VALUES ('limits.deposit-raised', %(person)s, %(player)s, '', '{}', '')"
)
OWN_STEPS = {
    "a complaint": (COMPLAINT, ()),
    "a word in a complaint": (WORD.format(author="%(person)s", house="false"), (COMPLAINT,)),
    "an answered complaint is open again": (
        "UPDATE inbox_complaint SET state = 'open'",
        (COMPLAINT, "UPDATE inbox_complaint SET state = 'answered', handler_id = %(other)s"),
    ),
    "a message is read": ("UPDATE inbox_message SET read = now()", (MESSAGE.format("account-opened"),)),
    "a message about one's own step": (MESSAGE.format("limits-changed"), ()),
    "news are wanted": (CONSENT, ()),
    "news are not wanted any more": ("UPDATE inbox_marketingconsent SET agreed = false", (CONSENT,)),
    "notifications are chosen": (CHOICE, ()),
    "other notifications are chosen": ("UPDATE inbox_pushchoice SET turn = false", (CHOICE,)),
    "a browser is notified": (SUBSCRIPTION, ()),
    "a browser is not notified any more": ("DELETE FROM inbox_pushsubscription", (SUBSCRIPTION,)),
    "a copy of one's data": (COPY, ()),
    "a case of a report": (OWN_CASE, (REPORT,)),
    "whom a report names": (MEMBER.format("%(rui)s"), (REPORT, OWN_CASE)),
    "evidence of a report": (EVIDENCE.replace("{{}}", "{}"), (REPORT, OWN_CASE)),
    "a line about oneself": (OWN_LINE, ()),
}


OWN_STEPS = {name: own for name, own in OWN_STEPS.items() if is_of_the_house(own[0], *own[1])}


@pytest.mark.parametrize(("sql", "first"), OWN_STEPS.values(), ids=OWN_STEPS)
def test_a_player_is_there(scene: Scene, sql: str, first: tuple[str, ...]) -> None:
    me = staff(POWERLESS)
    values = scene.values(me)
    for statement in first:
        execute(statement, values)
    for proof in (b"", b"0" * 40, sign_in(scene.rui.person), sign_in(me)):
        assert answer_to_web(sql, values, proof).startswith(UNPROVEN)
    assert answer_to_web(sql, values, sign_in(scene.ana.person)) == ""


# --- what nobody does in a web process, whatever cookie it has seen

NEVER = {
    "any text to anybody": MESSAGE.format("notice").replace("'{}'", '\'{"texts": {"en": {"text": "x"}}}\''),
    "a message of the worker": MESSAGE.format("withdrawal-paid"),
    "a message that waits for nothing": MESSAGE.format("account-opened").replace("'waiting'", "'sent'"),
    "a repeated registration with a text": MESSAGE.format("registration-repeated").replace(
        "'{}'", '\'{"name": "x"}\''
    ),
    "a notice that is approved": NOTICE.replace("'proposed'", "'approved'"),
    "a complaint that is decided": COMPLAINT.replace("'open'", "'decided'"),
    "another's word": WORD.format(author="%(other)s", house="true"),
    "a word of the house by a player": WORD.format(author="%(person)s", house="true"),
    "a copy of its own making": COPY.replace("'asked', 0, ''", "'ready', 1, 'x'"),
    "a note of nobody": NOTE.replace("%(me)s", "NULL"),
    "a report of nobody": ISSUE.replace("%(me)s", "NULL"),
    "a manifest of nobody": MANIFEST.replace("%(me)s", "NULL"),
    "a file of nobody": FILE.format(0, 0, "due", "NULL", ""),
    "a file that was delivered": FILE_AGAIN.replace("'due'", "'delivered'"),
    "mail of a month that nobody signed": REPORT_MAIL,
    "mail of a schedule": REPORT_MAIL.replace("role_id,", "schedule_id, role_id,").replace(
        "(%(role)s", "(1, %(role)s"
    ),
    "a case about others": CASE,
    "a case of another's report": OWN_CASE,
    "a finding": EVIDENCE.replace("{{}}", "{}").replace("'report'", "'softplay'"),
    "a theory of returns": (
        "INSERT INTO rtp_monitoring_theory (system, digest, \"case\", data) VALUES ('x', '', '', '')"
    ),
    "a good check": (
        "INSERT INTO self_checks_state (name, good, details) VALUES ('books', true, '{}')"
        " ON CONFLICT (name) DO UPDATE SET good = true"
    ),
    "checks are forgotten": "DELETE FROM self_checks_state",
    "a calendar address of somebody else": CALENDAR.replace("%(me)s", "%(other)s"),
    "a measured time": (
        "INSERT INTO duties_componentspan (component, is_up, since, until)"
        " VALUES ('safe', true, now(), now())"
    ),
    "a line of nobody": LINE.format("account.suspended").replace("%(me)s", "NULL"),
    "a line in another's name": LINE.format("care.list-seen").replace("%(me)s", "%(other)s"),
    "a line about a sign-in that was not": LINE.format("access.signed-out").replace("%(me)s", "%(other)s"),
    "the use of a right that is not held": RIGHT_USE.replace("inbox.change_complaint", "nothing.at_all"),
    "work for somebody else": CLAIM.replace("%(me)s", "%(other)s"),
    "work of a queue that is not": CLAIM.replace("'complaint'", "'nothing'"),
    "a shift of somebody else": SHIFT,
    "a role on the roster that the person does not have": PLANNED.replace("%(other)s", "%(person)s"),
    "an overview of somebody else": (
        "INSERT INTO backoffice_homelayout (person_id, tiles) VALUES (%(other)s, '[]')"
    ),
    "a filter of somebody else": (
        "INSERT INTO backoffice_savedfilter (person_id, place, name, query) VALUES (%(other)s, 'x', 'x', 'x')"
    ),
}  # fmt: skip
NEVER = {name: sql for name, sql in NEVER.items() if is_of_the_house(sql)}
REFUSALS = (UNPROVEN, "no law allows this", "permission denied")


@pytest.mark.parametrize("sql", NEVER.values(), ids=NEVER)
def test_nobody_takes_these_steps_in_a_web_process(scene: Scene, sql: str) -> None:
    me = staff("management")
    me.groups.add(Group.objects.get(name=OFFICER))
    values = scene.values(me)
    execute(REPORT, values)
    execute(CASE.replace("1-2", "3-4"), values)
    proofs = [b"", sign_in(scene.rui.person), sign_in(me)]
    for proof in proofs:
        said = answer_to_web(sql, values, proof)
        assert said.startswith(REFUSALS), said


CHANGED_AFTERWARDS = {
    "a notice says something else": (NOTICE, "UPDATE inbox_bulknotice SET texts = '{}'"),
    "a message is sent again": (
        MESSAGE.format("account-opened"),
        "UPDATE inbox_message SET mail = 'waiting', tries = 0",
    ),
    "a message is unread": (
        MESSAGE.format("account-opened").replace("tries)", "tries, read)").replace(", 0)", ", 0, now())"),
        "UPDATE inbox_message SET read = NULL",
    ),
    "a complaint goes away": (COMPLAINT, "DELETE FROM inbox_complaint"),
    "a decision is undone": (
        COMPLAINT.replace("due, outcome", "due, decided, outcome").replace(
            "'open', now(), now(), ''", "'decided', now(), now(), now(), 'accepted'"
        ),
        "UPDATE inbox_complaint SET state = 'open', decided = NULL, outcome = ''",
    ),
    "a copy is read by others": (COPY, "UPDATE history_copy SET data = 'x', state = 'ready'"),
    "a use of a right is forgotten": (RIGHT_USE, "DELETE FROM backoffice_rightuse"),
    "a use of a right is to come": (
        RIGHT_USE,
        "UPDATE backoffice_rightuse SET at = now() + interval '1 day'",
    ),
    "a claim begins again": (
        CLAIM.replace("person_id)", "person_id, ended)").replace("%(me)s)", "%(me)s, now())"),
        "UPDATE backoffice_workclaim SET ended = NULL",
    ),
    "a case is closed by one person": (
        CASE,
        "UPDATE collusion_case "
        "SET state = 'closed', proposer_id = %(other)s, signer_id = %(me)s, closed = now()",
    ),
    "a file was delivered": (
        FIRST_FILE,
        "UPDATE regulator_regulatorfile SET state = 'delivered', receipt = 'x'",
    ),
    "a mail of a report was sent": (
        REPORT_MAIL, "UPDATE reports_reportmail SET outcome = 'sent', ended = now()"
    ),
    "a failing check is good": (
        "INSERT INTO self_checks_state (name, good, details) VALUES ('books', false, '{}')",
        "UPDATE self_checks_state SET good = true",
    ),
}  # fmt: skip


CHANGED_AFTERWARDS = {name: both for name, both in CHANGED_AFTERWARDS.items() if is_of_the_house(*both)}


@pytest.mark.parametrize(("first", "sql"), CHANGED_AFTERWARDS.values(), ids=CHANGED_AFTERWARDS)
def test_what_was_written_changes_by_its_steps_alone(scene: Scene, first: str, sql: str) -> None:
    me = staff(OFFICER)
    me.groups.add(Group.objects.get(name=SUPPORT))
    values = scene.values(me)
    execute(first, values)
    for proof in (b"", sign_in(scene.rui.person), sign_in(me)):
        said = answer_to_web(sql, values, proof)
        assert said.startswith((*REFUSALS, "the record is append-only")), said


# --- lists that two places have


def test_the_database_knows_the_permission_of_each_queue() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT code, work_permission(code) FROM unnest(%s::text[]) AS q (code)",
            [[*work_sources._sources]],
        )
        known = dict(cursor.fetchall())
    assert known == {code: source.permission for code, source in work_sources._sources.items()}


# Written by the worker, the croupier or a function of the database.
OTHER_MESSAGES = {
    "account-owner", "care-message", "deposit-paid", "deposit-returned", "exclusion-ended",
    "identity-correct",
    "limit-raised", "pause-ended", "payment-account-changed", "personal-data-ready", "session-begun",
    "withdrawal-failed", "withdrawal-paid",
}  # fmt: skip


def quoted(prefix: str) -> set[str]:
    """The kinds that the functions of this prefix name."""
    texts = [law for name, law in written_laws().items() if name.kind == "function" and prefix in name.name]
    kinds = {kind for text in texts for kind in re.findall(r"'([a-z.-]+)'", text)}
    return {kind for kind in kinds if "-" in kind or "." in kind}


def test_the_database_knows_the_kinds_of_messages() -> None:
    """Red for a new text until somebody says who sends it."""
    texts = {path.stem for path in (PROJECT / "templates/portal/inbox/texts").glob("*.txt")}
    sent = {kind for kind in quoted("message_") if "." not in kind}
    assert sent | OTHER_MESSAGES == texts and not sent & OTHER_MESSAGES


def test_the_database_knows_the_kinds_of_lines() -> None:
    kinds = quoted("audit_line_")
    assert kinds and kinds <= set(SENTENCES)


def test_work_is_handed_over_to_somebody_on_duty(scene: Scene) -> None:
    me, successor = staff(SUPPORT), staff(SUPPORT, "successor")
    values = {**scene.values(me), "other": successor.pk}
    hand_over = (
        "WITH ended AS (UPDATE backoffice_workclaim SET ended = now() WHERE person_id = %(me)s RETURNING 1)"
        " SELECT count(*) FROM ended"
    )
    execute(CLAIM, values)
    given = CLAIM.replace("%(me)s", "%(other)s")
    assert answer_to_web(given, values, sign_in(me)).startswith(UNPROVEN)
    execute(hand_over, values)
    assert answer_to_web(given, values, sign_in(me)).startswith(UNPROVEN), "not on duty"
    execute(SHIFT, values)
    assert answer_to_web(given, values, sign_in(me)) == ""


def test_work_is_given_to_a_colleague_on_duty_by_somebody_who_may_decide_it(scene: Scene) -> None:
    me, colleague, outsider = staff(SUPPORT), staff(SUPPORT, "colleague"), staff(POWERLESS, "outsider")
    values = {**scene.values(me), "other": colleague.pk}
    given = CLAIM.replace("%(me)s", "%(other)s")
    assert answer_to_web(given, values, sign_in(me)).startswith(UNPROVEN), "not on duty"
    execute(SHIFT, values)
    assert answer_to_web(given, values, sign_in(outsider)).startswith(UNPROVEN), "not their queue"
    assert answer_to_web(given, values, sign_in(me)) == ""
    values = {**values, "other": outsider.pk}
    execute(SHIFT, values)
    assert answer_to_web(given, values, sign_in(me)).startswith(UNPROVEN), (
        "nothing for the colleague to decide"
    )


def test_a_handover_is_confirmed_by_whom_it_is_for(scene: Scene) -> None:
    me, author, outsider = staff(SUPPORT), staff(SUPPORT, "author"), staff(POWERLESS, "outsider")
    values = {**scene.values(me), "author": author.pk}
    confirmed = "UPDATE backoffice_shift SET read_by_id = {}, read = now() WHERE person_id = %(author)s"
    own, others = confirmed.format("%(me)s"), confirmed.format("%(other)s")
    execute(SHIFT.replace("%(other)s", "%(author)s"), values)
    assert answer_to_web(own, values, sign_in(me)).startswith(UNPROVEN), "it has not ended"
    execute("UPDATE backoffice_shift SET ended = now() WHERE person_id = %(author)s", values)
    assert answer_to_web(others, values, sign_in(me)).startswith(UNPROVEN), "in another's name"
    for somebody in (author, outsider):
        theirs = {**values, "me": somebody.pk}
        assert answer_to_web(own, theirs, sign_in(somebody)).startswith(UNPROVEN), "not for them"
    assert answer_to_web(own, values, sign_in(me)) == ""
    execute("UPDATE backoffice_shift SET successor_id = %(other)s WHERE person_id = %(author)s", values)
    assert answer_to_web(own, values, sign_in(me)).startswith(UNPROVEN), "it names somebody else"


def test_a_note_mentions_only_colleagues_who_may_read_it(scene: Scene) -> None:
    me, colleague, outsider = staff(SUPPORT), staff(SUPPORT, "colleague"), staff(POWERLESS, "outsider")
    execute(WORK_NOTE, scene.values(me))
    mention = (
        "INSERT INTO backoffice_workmention (note_id, person_id) SELECT max(id), %(other)s"
        " FROM backoffice_worknote"
    )
    values = {**scene.values(me), "other": colleague.pk}
    assert answer_to_web(mention, values, sign_in(colleague)).startswith(UNPROVEN), "not the author"
    for other in (me, outsider):
        assert answer_to_web(mention, {**values, "other": other.pk}, sign_in(me)).startswith(UNPROVEN)
    assert answer_to_web(mention, values, sign_in(me)) == ""
    execute(mention, values)
    seen = "UPDATE backoffice_workmention SET seen = now()"
    assert answer_to_web(seen, values, sign_in(me)).startswith(UNPROVEN), "not theirs to dismiss"
    assert answer_to_web(seen, values, sign_in(colleague)) == ""
