"""The tables that each kind of process may write. A compromised process has the rights of its role."""

from __future__ import annotations

import pytest
from django.db import connection

from players.identity.sign_in.practice_partners import create_practice_partners
from players.models import Player

pytestmark = pytest.mark.django_db

WORKER_ALONE = frozenset(
    """
    audit_horizon audit_seal backoffice_alert bots_finding bots_playedday collusion_analysisrun
    collusion_decisiontimes duties_componentspan
    collusion_hand collusion_tally games_sessionlease history_folded history_moved
    history_played history_statement monitoring_alert monitoring_playerstate
    monitoring_shard reports_metered reports_moved reports_played reports_upto
    rtp_monitoring_alarm rtp_monitoring_day rtp_monitoring_upto screening_entry screening_listimport
    returning_blockedperson returning_trait screening_screened self_checks_proof self_checks_root
    """.split()  # noqa: SIM905
)
CROUPIER_ALONE = {"games_attendance", "games_round", "players_playsession"}
NOT_THE_CROUPIER = frozenset(
    """
    account_emailaddress administration_playernote administration_playertag backoffice_homelayout
    backoffice_plannedshift backoffice_savedfilter backoffice_shift backoffice_workclaim
    backoffice_workmention backoffice_worknote care_contact cashier_adjustment
    cashier_ceiling cashier_decision cashier_gatewayrequest cashier_notification cashier_payment
    collusion_case
    collusion_evidence collusion_casemember collusion_step duties_calendarfeed duties_filing
    duties_occurrence duties_occurrenceentry duties_question duties_questionentry
    django_admin_log django_session history_copy
    identity_acceptance identity_addresschange identity_check identity_draft identity_erasure
    identity_identity identity_legalhold identity_queuedemail identity_uploadeddocument
    identity_paymentaccount
    identity_searchmark identity_signin identity_testaccount inbox_complaint inbox_complaintmessage
    laundering_access laundering_measure laundering_report
    mfa_authenticator monitoring_rulereplay monitoring_ruleversion players_person players_player
    protection_habits protection_nationalpush
    protection_realitycheck protection_documentmark protection_exclusion protection_limit
    protection_nationalentry protection_nationalfeed protection_nationallist protection_pause
    protection_report regulator_regulatorfile reports_issue returning_resemblance
    rtp_monitoring_answer rulebook_impact rulebook_rulechange rulebook_rulecontent
    rulebook_ruledocument rulebook_rulestep screening_match self_checks_hardwareentry
    self_checks_manifest self_checks_systemchange self_checks_systemchangestep
    """.split()  # noqa: SIM905
)
WRITABLE = """
SELECT c.relname FROM pg_class AS c, unnest(ARRAY['INSERT', 'UPDATE', 'DELETE']) AS r (privilege)
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
AND (has_table_privilege(%s, c.oid, r.privilege)
    OR r.privilege <> 'DELETE' AND has_any_column_privilege(%s, c.oid, r.privilege))
GROUP BY 1 ORDER BY 1
"""


def writable(role: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(WRITABLE, [role, role])
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.parametrize("role", ["house_web", "house_croupier"])
def test_the_worker_alone_writes_what_it_computes(role: str) -> None:
    """Red before: a web process could forge figures, findings, seals and alerts, or delete them."""
    assert not writable(role) & WORKER_ALONE
    assert writable("house_worker") >= WORKER_ALONE


def test_the_croupier_alone_writes_rounds_stays_and_the_keys_of_receipts() -> None:
    """Red before: a web process could change the shares, the seed or the result of a round, end somebody's
    stay, and have receipts of its own making accepted.
    """
    for role in ("house_web", "house_worker"):
        assert not writable(role) & CROUPIER_ALONE
    assert writable("house_croupier") >= CROUPIER_ALONE


def test_the_croupier_writes_nothing_about_accounts_payments_and_staff() -> None:
    """Red before: a croupier that was taken over could sign in as anybody and change payment accounts."""
    assert not writable("house_croupier") & NOT_THE_CROUPIER
    assert writable("house_web") | writable("house_worker") >= NOT_THE_CROUPIER


def test_the_croupier_can_add_practice_partners() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_croupier")
    create_practice_partners(1)
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
    assert Player.objects.filter(status=Player.Status.PARTNER).count() == 1
